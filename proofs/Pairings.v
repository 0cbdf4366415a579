(* Draws by pairs of cells: the squares of category 5 in the table of Golomb and Hales, up to
   three dimensions and side 16. *)
Require Import List Arith Lia Bool NArith String.
Require Import Noughts.Statements Noughts.Claims Noughts.Read Noughts.PairEntries.
Import ListNotations.
Local Open Scope nat_scope.

Lemma row_sound k from rows :
  forallb (fun e => check_pairing (fst e) k 2 (snd e)) (combine (seq from (List.length rows)) (map pairs_of rows)) = true ->
  forall n, from <= n < from + List.length rows -> nobody_can_force_win (cube n k) 2.
Proof.
  rewrite forallb_forall. intros H n Hn.
  assert (L : n - from < List.length (seq from (List.length rows))) by (rewrite seq_length; lia).
  assert (E : nth (n - from) (combine (seq from (List.length rows)) (map pairs_of rows)) (0, []) =
              (n, nth (n - from) (map pairs_of rows) [])).
  { rewrite combine_nth by (now rewrite seq_length, map_length). f_equal.
    rewrite seq_nth by lia. lia. }
  apply (check_pairing_sound n k 2 (nth (n - from) (map pairs_of rows) [])).
  refine (H (n, _) _). rewrite <- E. apply nth_In.
  rewrite combine_length, seq_length, map_length. lia.
Qed.

Theorem one_dimension_is_not_won : forall n, 2 <= n <= 16 -> nobody_can_force_win (cube n 1) 2.
Proof.
  intros n Hn. apply (row_sound 1 2 (repeat ["0 1"%string] 15)); [vm_compute; reflexivity | cbn; lia].
Qed.
Theorem squares_are_not_won : forall n, 5 <= n <= 16 -> nobody_can_force_win (cube n 2) 2.
Proof. intros n Hn. apply (row_sound 2 5 pairs_2); [vm_cast_no_check (eq_refl true) | cbn; lia]. Qed.
Theorem cubes_are_not_won : forall n, 8 <= n <= 16 -> nobody_can_force_win (cube n 3) 2.
Proof. intros n Hn. apply (row_sound 3 8 pairs_3); [vm_cast_no_check (eq_refl true) | cbn; lia]. Qed.
