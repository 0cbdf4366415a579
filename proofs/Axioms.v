(* Each final theorem must be "Closed under the global context": check-axioms counts. *)
Require Import Noughts.Claims Noughts.Filling Noughts.Results Noughts.QuixoSmall Noughts.Qubic
  Noughts.Strategies Noughts.FourCubed Noughts.FourCubedLosing Noughts.QuixoFour Noughts.Pairings
  Noughts.Determined.
Print Assumptions a_tile_more_wins_no_later.
Print Assumptions a_tile_more_does_not_lose.
Print Assumptions a_tile_more_loses_no_sooner.
Print Assumptions the_second_player_cannot_win.
Print Assumptions the_fortress_holds.
Print Assumptions three_by_three_in_seven.
Print Assumptions three_by_three_no_faster.
Print Assumptions four_by_four_in_21.
Print Assumptions four_by_four_no_faster.
Print Assumptions three_cubed_is_a_first_player_win.
Print Assumptions qubic_is_a_first_player_win.
Print Assumptions four_cubed_with_four_or_more.
Print Assumptions four_cubed_with_three.
Print Assumptions four_cubed_with_three_loses.
Print Assumptions three_cubed_with_four.
Print Assumptions three_cubed_third_of_three.
Print Assumptions three_cubed_first_of_three_loses.
Print Assumptions three_cubed_second_of_three_loses.
Print Assumptions four_squared_is_not_won.
Print Assumptions one_dimension_is_not_won.
Print Assumptions squares_are_not_won.
Print Assumptions cubes_are_not_won.
Print Assumptions cube_drawn.
Print Assumptions check_threats_sound.
Print Assumptions check_pairing_sound.
Print Assumptions check_potential_sound.
Print Assumptions three_cubed_with_three_can_be_drawn.
Print Assumptions four_cubed_can_be_drawn.
Print Assumptions check_filling_sound.
Print Assumptions check_no_win_sound.
Print Assumptions check_loses_sound.
