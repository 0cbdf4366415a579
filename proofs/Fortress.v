(* The fortress of 2n tiles: its owner does not lose, for every n from 5 on and lines of n. *)
Require Import List Arith Lia Bool.
Require Import Noughts.Statements Noughts.Monotone.
Import Quixo.

Section Fortress.
  Variable R : rule.
  Variable n : nat.
  Hypothesis big : 5 <= n.
  Variable d : side.

  Definition fortress (b : tiles) : Prop := forall i j, in_fortress n i j -> b i j = Some d.

  (* A tile of d in every line. *)
  Definition blocked (b : tiles) : Prop :=
    (forall i, i < n -> exists j, j < n /\ b i j = Some d) /\
    (forall j, j < n -> exists i, i < n /\ b i j = Some d) /\
    (exists i, i < n /\ b i i = Some d) /\ (exists i, i < n /\ b i (n - 1 - i) = Some d).

  Lemma blocked_no_line b : blocked b -> ~ has_line n n b (other d).
  Proof.
    intros (H1 & H2 & H3 & H4) [r [c L]].
    assert (D : Some d <> Some (other d)) by (destruct d; discriminate).
    destruct L as [[Hr [Hc L]] | [[Hr [Hc L]] | [[Hr [Hc L]] | [Hr [Hc L]]]]].
    - destruct (H1 r Hr) as [j [Hj E]]. specialize (L j Hj). replace (c + j) with j in L by lia. congruence.
    - destruct (H2 c Hc) as [i [Hi E]]. specialize (L i Hi). replace (r + i) with i in L by lia. congruence.
    - destruct H3 as [i [Hi E]]. specialize (L i Hi).
      replace (r + i) with i in L by lia. replace (c + i) with i in L by lia. congruence.
    - destruct H4 as [i [Hi E]]. specialize (L i Hi).
      replace (r + i) with i in L by lia. replace (c + (n - 1 - i)) with (n - 1 - i) in L by lia. congruence.
  Qed.

  Lemma row_line b : (forall j, j < n -> b 0 j = Some d) -> has_line n n b d.
  Proof. intros H. exists 0, 0. left. repeat split; try lia. intros i Hi. now apply H. Qed.

  Lemma column_line b : (forall i, i < n -> b i 1 = Some d) -> has_line n n b d.
  Proof. intros H. exists 0, 1. right. left. repeat split; try lia. intros i Hi. now apply H. Qed.

  Ltac decide_cell F :=
    unfold push;
    repeat (match goal with
            | |- context [?x =? ?y] => destruct (Nat.eqb_spec x y)
            | |- context [?x <=? ?y] => destruct (Nat.leb_spec x y)
            end; try (exfalso; lia));
    first [reflexivity | apply F; unfold in_fortress; lia].

  Ltac witness F :=
    first [exists 1; split; [lia | decide_cell F] | exists 0; split; [lia | decide_cell F]
          | exists 2; split; [lia | decide_cell F] | exists 3; split; [lia | decide_cell F]
          | exists (n - 1); split; [lia | decide_cell F] | exists (n - 2); split; [lia | decide_cell F]].

  (* The row and the column of A's move are looked at apart. *)
  Ltac block F r0 c0 :=
    split; [| split; [| split]];
    [ let i := fresh "i" in let H := fresh "Hi" in intros i H;
      assert (i = 0 \/ i = 1 \/ i = 2 \/ 3 <= i) as [-> | [-> | [-> | ?]]] by lia;
      try (destruct (Nat.eq_dec i r0) as [-> | ?]); witness F
    | let j := fresh "j" in let H := fresh "Hj" in intros j H;
      assert (j = 0 \/ j = 1 \/ (2 <= j < n - 1) \/ j = n - 1) as [-> | [-> | [? | ->]]] by lia;
      try (destruct (Nat.eq_dec j c0) as [-> | ?]); witness F
    | witness F
    | first [exists 0; split; [lia | decide_cell F] | exists (n - 2); split; [lia | decide_cell F]] ].

  Definition good_end (b : tiles) : Prop := fortress b \/ (blocked b /\ has_line n n b d).

  Definition answer_to (b : tiles) : Prop :=
    blocked b /\ (has_line n n b d \/ exists r c e, may_push n d r c e b /\ good_end (push n d r c e b)).

  Ltac may F := unfold may_push; repeat split; try lia;
    match goal with |- ?x <> _ => let E := fresh in assert (E : x = Some d); [decide_cell F | rewrite E; now destruct d] end.

  Lemma bottom_corner b : fortress b -> answer_to (push n (other d) 0 0 Bottom b).
  Proof.
    intros F. split; [block F 0 0 |]. left. apply row_line. intros j Hj. decide_cell F.
  Qed.

  Lemma right_corner b : fortress b -> answer_to (push n (other d) 0 0 Right b).
  Proof.
    intros F. split; [block F 0 0 |]. right. exists 2, (n - 1), Top. split; [may F |]. right.
    split; [block F 0 0 | apply row_line; intros j Hj; decide_cell F].
  Qed.

  Lemma top_again b r : fortress b -> 3 <= r < n -> answer_to (push n (other d) r (n - 1) Top b).
  Proof.
    intros F Hr. split; [block F r (n - 1) |]. right. exists 3, (n - 1), Top. split; [may F |]. left.
    intros i j Hij. unfold in_fortress in Hij. decide_cell F.
  Qed.
  (* D completes column 1 with (2,n-1)L, or row 0 with (2,0)T. *)
  Ltac finish_column F r0 c0 :=
    split; [block F r0 c0 |]; right; exists 2, (n - 1), Left; split; [may F |]; right;
    split; [block F r0 c0 | apply column_line; intros i Hi; decide_cell F].
  Ltac finish_row F r0 c0 :=
    split; [block F r0 c0 |]; right; exists 2, 0, Top; split; [may F |]; right;
    split; [block F r0 c0 | apply row_line; intros j Hj; decide_cell F].

  Lemma top_below b c : fortress b -> 2 <= c <= n - 2 -> answer_to (push n (other d) (n - 1) c Top b).
  Proof. intros F Hc. finish_column F (n - 1) c. Qed.
  Lemma top_beside b : fortress b -> answer_to (push n (other d) 1 (n - 1) Top b).
  Proof. intros F. finish_column F 1 (n - 1). Qed.

  Lemma top_left b r : fortress b -> 3 <= r < n -> answer_to (push n (other d) r 0 Top b).
  Proof. intros F Hr. finish_row F r 0. Qed.
  Lemma bottom_left b r : fortress b -> 3 <= r < n - 1 -> answer_to (push n (other d) r 0 Bottom b).
  Proof. intros F Hr. finish_row F r 0. Qed.
  Lemma bottom_right b r : fortress b -> 3 <= r < n - 1 -> answer_to (push n (other d) r (n - 1) Bottom b).
  Proof. intros F Hr. finish_row F r (n - 1). Qed.
  Lemma bottom_beside b : fortress b -> answer_to (push n (other d) 1 (n - 1) Bottom b).
  Proof. intros F. finish_row F 1 (n - 1). Qed.
  Lemma right_left b r : fortress b -> 3 <= r < n -> answer_to (push n (other d) r 0 Right b).
  Proof. intros F Hr. finish_row F r 0. Qed.
  Lemma right_below b c : fortress b -> 2 <= c <= n - 2 -> answer_to (push n (other d) (n - 1) c Right b).
  Proof. intros F Hc. finish_row F (n - 1) c. Qed.
  Lemma left_below b c : fortress b -> 2 <= c < n -> answer_to (push n (other d) (n - 1) c Left b).
  Proof. intros F Hc. finish_row F (n - 1) c. Qed.
  Lemma left_right b r : fortress b -> 3 <= r < n -> answer_to (push n (other d) r (n - 1) Left b).
  Proof. intros F Hr. finish_row F r (n - 1). Qed.
  Lemma left_beside b : fortress b -> answer_to (push n (other d) 1 (n - 1) Left b).
  Proof. intros F. finish_row F 1 (n - 1). Qed.

  Lemma any_answer b r c e : fortress b -> may_push n (other d) r c e b ->
    answer_to (push n (other d) r c e b).
  Proof.
    intros F (Hr & Hc & Border & Own & End). rewrite other_other in Own.
    assert (N : ~ in_fortress n r c) by (intros I; apply Own, F, I).
    unfold in_fortress in N. destruct e.
    - assert (r = n - 1 /\ 2 <= c < n \/ c = n - 1 /\ r = 1 \/ c = n - 1 /\ 3 <= r < n)
        as [[-> ?] | [[-> ->] | [-> ?]]] by lia; auto using left_below, left_beside, left_right.
    - assert (r = 0 /\ c = 0 \/ c = 0 /\ 3 <= r < n \/ r = n - 1 /\ 2 <= c <= n - 2)
        as [[-> ->] | [[-> ?] | [-> ?]]] by lia; auto using right_corner, right_left, right_below.
    - assert (c = 0 /\ 3 <= r < n \/ r = n - 1 /\ 2 <= c <= n - 2 \/ c = n - 1 /\ r = 1 \/ c = n - 1 /\ 3 <= r < n)
        as [[-> ?] | [[-> ?] | [[-> ->] | [-> ?]]]] by lia; auto using top_left, top_below, top_beside, top_again.
    - assert (r = 0 /\ c = 0 \/ c = 0 /\ 3 <= r < n - 1 \/ c = n - 1 /\ r = 1 \/ c = n - 1 /\ 3 <= r < n - 1)
        as [[-> ->] | [[-> ?] | [[-> ->] | [-> ?]]]] by lia;
        auto using bottom_corner, bottom_left, bottom_beside, bottom_right.
  Qed.

  Lemma fortress_blocked b : fortress b -> blocked b.
  Proof. intros F. block F 0 0. Qed.

  Theorem fortress_holds b : fortress b -> does_not_lose R n n d b (other d).
  Proof.
    intros F0. exists (fun b t =>
      (t = other d /\ fortress b) \/ (blocked b /\ has_line n n b d) \/ (t = d /\ answer_to b)).
    split; [now left |]. clear b F0. intros b t S.
    assert (Bl : blocked b).
    { destruct S as [[_ F] | [[B _] | [_ [B _]]]]; auto using fortress_blocked. }
    split; [intros [W _]; exact (blocked_no_line b Bl W) |]. split.
    - intros -> [[[r0 c0] e0] [No _]]. destruct S as [[E _] | [[_ L] | [_ [_ [L | (r & c & e & M & G)]]]]].
      + now destruct d.
      + exfalso. apply No. now exists d.
      + exfalso. apply No. now exists d.
      + exists (r, c, e). split; [split; auto |]. destruct G as [G | G]; auto.
    - intros -> [[r c] e] [No M]. destruct S as [[_ F] | [[_ L] | [E _]]].
      + right. right. split; [apply other_other |]. now apply any_answer.
      + exfalso. apply No. now exists d.
      + now destruct d.
  Qed.
End Fortress.
