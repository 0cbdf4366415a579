(* Each final theorem must be "Closed under the global context": proofs/check-axioms counts. *)
Require Import Noughts.Results Noughts.Qubic.
Print Assumptions a_tile_more_wins_no_later.
Print Assumptions a_tile_more_does_not_lose.
Print Assumptions a_tile_more_loses_no_sooner.
Print Assumptions the_second_player_cannot_win.
Print Assumptions three_cubed_is_a_first_player_win.
Print Assumptions qubic_is_a_first_player_win.
