(* 4x4x4 tic-tac-toe with three players: nobody can force a win. *)
Require Import List Arith.
Require Import Noughts.Statements Noughts.Strategies Noughts.Read Noughts.FourCubedEntries.

Theorem four_cubed_with_three : nobody_can_force_win (cube 4 3) 3.
Proof.
  intros [| [| [| p]]] H.
  - apply (check_no_win_sound 4 3 3 0 (strategy_entries 2 no_win_1)). vm_cast_no_check (eq_refl true).
  - apply (check_no_win_sound 4 3 3 1 (strategy_entries 2 no_win_2)). vm_cast_no_check (eq_refl true).
  - apply (check_no_win_sound 4 3 3 2 nil). vm_cast_no_check (eq_refl true).
  - exfalso. now do 3 apply Nat.succ_lt_mono in H.
Qed.
