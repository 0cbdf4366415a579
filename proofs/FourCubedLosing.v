(* 4x4x4 tic-tac-toe with three players: nobody can avoid losing. *)
Require Import List Arith.
Require Import Noughts.Statements Noughts.Strategies Noughts.Read Noughts.LosingEntries.

Theorem four_cubed_with_three_loses : nobody_can_avoid_losing (cube 4 3) 3.
Proof.
  intros [| [| [| p]]] H.
  - apply (check_loses_sound 4 3 3 0 (strategy_entries 3 loses_1)). vm_cast_no_check (eq_refl true).
  - apply (check_loses_sound 4 3 3 1 (strategy_entries 3 loses_2)). vm_cast_no_check (eq_refl true).
  - apply (check_loses_sound 4 3 3 2 (strategy_entries 3 loses_3)). vm_cast_no_check (eq_refl true).
  - exfalso. now do 3 apply Nat.succ_lt_mono in H.
Qed.
