(* Quixo: a board that is mirrored or transposed is worth the same. *)
Require Import List Arith Lia Bool.
Require Import Noughts.Statements Noughts.Monotone.
Import ListNotations.
Import Quixo.

Section Symmetry.
  Variable R : rule.
  Variables n K : nat.
  Definition equal (b b' : tiles) : Prop := forall i j, i < n -> j < n -> b' i j = b i j.

  Lemma equal_sym b b' : equal b b' -> equal b' b.
  Proof. intros E i j Hi Hj. now rewrite E. Qed.
  Lemma equal_wins m s b b' t : equal b b' -> wins_within R n K m s b t -> wins_within R n K m s b' t.
  Proof. intros E. apply more_wins. intros i j Hi Hj. left. auto. Qed.
  Lemma equal_line b b' s : equal b b' -> has_line n K b s -> has_line n K b' s.
  Proof. intros E. apply has_line_keeps. intros i j Hi Hj. now rewrite E. Qed.
  Lemma equal_push b b' s r c e : equal b b' -> may_push n s r c e b -> may_push n s r c e b'.
  Proof. intros E (Hr & Hc & Hb & Ht & He). repeat split; auto. now rewrite E. Qed.

  (* Any turn of the board, with what becomes of a move, that undoes itself. *)
  Section Turn.
    Variable turn : tiles -> tiles.
    Variable move : nat * nat * end_ -> nat * nat * end_.
    Definition allowed (m : nat * nat * end_) (b : tiles) (t : side) : Prop :=
      let '(r, c, e) := m in may_push n t r c e b.
    Hypothesis turn_twice : forall b, equal b (turn (turn b)).
    Hypothesis turn_line : forall b s, has_line n K b s -> has_line n K (turn b) s.
    Hypothesis turn_may : forall m b t, allowed m b t -> allowed (move m) (turn b) t.
    Hypothesis move_twice : forall m b t, allowed m b t -> move (move m) = m.
    Hypothesis turn_after : forall m b t, allowed m b t -> equal (turn (after n m b t)) (after n (move m) (turn b) t).

    Lemma turn_back_line b s : has_line n K (turn b) s -> has_line n K b s.
    Proof. intros H. apply turn_line in H. eapply equal_line; [| exact H]. apply equal_sym, turn_twice. Qed.
    Lemma turn_over b : over n K (turn b) -> over n K b.
    Proof. intros [s H]. exists s. now apply turn_back_line. Qed.
    Lemma turn_over_of b : over n K b -> over n K (turn b).
    Proof. intros [s H]. exists s. now apply turn_line. Qed.
    Lemma turn_back_may m b t : allowed m (turn b) t -> allowed (move m) b t.
    Proof.
      intros H. apply turn_may in H. destruct (move m) as [[r c] e]. eapply equal_push; [| exact H].
      apply equal_sym, turn_twice.
    Qed.
    Lemma turn_won s b t : won R n K s b t -> won R n K s (turn b) t.
    Proof. intros [L W]. split; auto. intros H. apply W. now apply turn_back_line. Qed.

    Lemma turn_wins m s b t : wins_within R n K m s b t -> wins_within R n K m s (turn b) t.
    Proof.
      revert b t. induction m as [| m IH]; intros b t [W | W].
      1, 3: left; now apply turn_won.
      - destruct W.
      - assert (Legal : forall x, legal_move n K x b t -> legal_move n K (move x) (turn b) t).
        { intros x [No L]. split; [intros Ov; now apply No, turn_over |].
          apply (turn_may x b t) in L. unfold allowed in L. destruct (move x) as [[r c] e]. exact L. }
        right. destruct W as [[-> [x [Lx W]]] | [-> [[x Lx] W]]].
        + left. split; auto. exists (move x). split; [now apply Legal |].
          apply IH in W. eapply equal_wins; [| exact W]. apply turn_after. unfold allowed. destruct x as [[r c] e]. apply Lx.
        + right. split; auto. split; [exists (move x); now apply Legal |].
          intros y [No Ly]. assert (My : allowed y (turn b) (other s)) by (unfold allowed; destruct y as [[r c] e]; exact Ly).
          assert (Mb : allowed (move y) b (other s)) by now apply turn_back_may.
          assert (Lb : legal_move n K (move y) b (other s)).
          { split; [intros Ov; now apply No, turn_over_of |]. unfold allowed in Mb. destruct (move y) as [[r c] e]. exact Mb. }
          apply W, IH in Lb. eapply equal_wins; [| exact Lb].
          rewrite <- (move_twice y _ _ My) at 2. now apply turn_after.
    Qed.
    Lemma turn_wins_iff m s b t : wins_within R n K m s (turn b) t <-> wins_within R n K m s b t.
    Proof.
      split; [| apply turn_wins]. intros H. apply turn_wins in H. eapply equal_wins; [| exact H].
      apply equal_sym, turn_twice.
    Qed.
  End Turn.

  Definition mirrored (b : tiles) : tiles := fun i j => b i (n - 1 - j).
  Definition transposed (b : tiles) : tiles := fun i j => b j i.
  Definition mirrored_move (m : nat * nat * end_) : nat * nat * end_ :=
    let '(r, c, e) := m in (r, n - 1 - c, match e with Left => Right | Right => Left | e => e end).
  Definition transposed_move (m : nat * nat * end_) : nat * nat * end_ :=
    let '(r, c, e) := m in (c, r, match e with Left => Top | Top => Left | Right => Bottom | Bottom => Right end).

  Ltac cases := repeat match goal with
    | |- context [?x =? ?y] => destruct (Nat.eqb_spec x y)
    | |- context [?x <=? ?y] => destruct (Nat.leb_spec x y)
    end.

  Theorem mirrored_wins m s b t : wins_within R n K m s (mirrored b) t <-> wins_within R n K m s b t.
  Proof.
    apply turn_wins_iff with (move := mirrored_move).
    - intros b0 i j Hi Hj. unfold mirrored. f_equal. lia.
    - intros b0 s0 [r [c L]]. destruct L as [(Hr & Hc & L) | [(Hr & Hc & L) | [(Hr & Hc & L) | (Hr & Hc & L)]]].
      + exists r, (n - c - K). left. repeat split; try lia. intros i Hi. unfold mirrored.
        rewrite <- (L (K - 1 - i)) by lia. f_equal. lia.
      + exists r, (n - 1 - c). right; left. repeat split; try lia. intros i Hi. unfold mirrored.
        rewrite <- (L i) by lia. f_equal. lia.
      + exists r, (n - c - K). do 3 right. repeat split; try lia. intros i Hi. unfold mirrored.
        rewrite <- (L i) by lia. f_equal. lia.
      + exists r, (n - c - K). do 2 right; left. repeat split; try lia. intros i Hi. unfold mirrored.
        rewrite <- (L i) by lia. f_equal. lia.
    - intros [[r c] e] b0 t0 (Hr & Hc & Hb & Ht & He). unfold mirrored. repeat split; try lia.
      + replace (n - 1 - (n - 1 - c)) with c by lia. exact Ht.
      + destruct e; lia.
    - intros [[r c] e] b0 t0 (Hr & Hc & _). cbn. f_equal; [f_equal; lia |]. now destruct e.
    - intros [[r c] e] b0 t0 (Hr & Hc & Hb & Ht & He) i j Hi Hj. unfold mirrored. cbn. unfold push.
      destruct e; cases; try lia; auto; f_equal; lia.
  Qed.

  Theorem transposed_wins m s b t : wins_within R n K m s (transposed b) t <-> wins_within R n K m s b t.
  Proof.
    apply turn_wins_iff with (move := transposed_move).
    - intros b0 i j Hi Hj. reflexivity.
    - intros b0 s0 [r [c L]]. destruct L as [(Hr & Hc & L) | [(Hr & Hc & L) | [(Hr & Hc & L) | (Hr & Hc & L)]]].
      + exists c, r. right; left. repeat split; auto.
      + exists c, r. left. repeat split; auto.
      + exists c, r. do 2 right; left. repeat split; auto.
      + exists c, r. do 3 right. repeat split; auto. intros i Hi. unfold transposed.
        rewrite <- (L (K - 1 - i)) by lia. f_equal. lia.
    - intros [[r c] e] b0 t0 (Hr & Hc & Hb & Ht & He). unfold transposed. repeat split; try lia; auto.
      destruct e; lia.
    - intros [[r c] e] b0 t0 _. cbn. now destruct e.
    - intros [[r c] e] b0 t0 (Hr & Hc & Hb & Ht & He) i j Hi Hj. unfold transposed. cbn. unfold push.
      destruct e; cases; try lia; auto.
  Qed.
End Symmetry.
