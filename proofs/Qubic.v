(* Qubic, 4x4x4 tic-tac-toe for two players: the first player wins. *)
Require Import List Arith.
Require Import Noughts.Statements Noughts.Claims Noughts.Read Noughts.QubicEntries.

Theorem qubic_is_a_first_player_win : can_force_win (cube 4 3) 2 0.
Proof.
  apply (check_threats_sound 4 3 0 (threat_entries qubic)).
  vm_cast_no_check (eq_refl true).
Qed.
