(* 3x3 Quixo: the first player wins in seven plies, and no faster, by both rules. *)
Require Import Noughts.Statements Noughts.Solve.
Import Quixo.

Theorem three_by_three_in_seven : forall R, wins_within R 3 3 7 X blank X.
Proof. intros []; apply solve_blank; vm_cast_no_check (eq_refl true). Qed.

Theorem three_by_three_no_faster : forall R, ~ wins_within R 3 3 6 X blank X.
Proof.
  assert (F : forall b : bool, b = false -> b <> true) by (intros [] H; congruence).
  intros []; rewrite <- solve_blank; apply F; vm_cast_no_check (eq_refl false).
Qed.
