(* With two players, a player can avoid losing if the other one cannot force a win. *)
Require Import List Arith Lia Bool.
Require Import Noughts.Statements Noughts.Games Noughts.Cube.
Import ListNotations.

Section Two.
  Variable B : board.
  Variable eq_dec : forall c d : cell B, {c = d} + {c <> d}.
  Variable cells : list (cell B).
  Variable lines : list (list (cell B)).
  Variable some_cell : cell B.
  Hypothesis cells_all : forall c, on_board B c <-> In c cells.
  Hypothesis lines_all : forall l, line B l <-> In l lines.
  Hypothesis no_empty : ~ line B [].
  Variables p o : nat.
  Hypothesis seats : (p = 0 /\ o = 1) \/ (p = 1 /\ o = 0).
  Notation legalb := (legalb B 2 eq_dec cells lines).
  Notation wins := (wins B 2 eq_dec cells lines p (length cells)).
  Notation reaches := (reaches B 2 (Nat.eqb p)).
  Notation game := (game B).

  Lemma legalb_is g c : legalb g c = true <-> legal B 2 g c.
  Proof. apply legalb_iff; auto. Qed.

  Lemma wins_reaches f : forall g, Games.wins B 2 eq_dec cells lines p f g = true -> reaches g.
  Proof.
    induction f as [| f IH]; intros g H; cbn [Games.wins] in H; apply orb_true_iff in H; destruct H as [H | H].
    1, 3: apply completedb_iff in H; auto; eapply reached; [apply Nat.eqb_refl | exact H].
    - discriminate.
    - destruct (turn B 2 g =? p) eqn:T.
      + apply existsb_exists in H. destruct H as [c [_ H]]. apply andb_true_iff in H. destruct H as [L H].
        apply by_own with c; [now rewrite Nat.eqb_sym | now apply legalb_is | auto].
      + apply andb_true_iff in H. destruct H as [E A]. apply existsb_exists in E. destruct E as [c [_ L]].
        apply by_any; [now rewrite Nat.eqb_sym | exists c; now apply legalb_is |].
        intros d Ld. rewrite forallb_forall in A. specialize (A d (proj1 (cells_all d) (proj1 Ld))).
        apply legalb_is in Ld. rewrite Ld in A. now apply IH.
  Qed.
  Lemma wins_iff g : wins g = true <-> reaches g.
  Proof.
    split; [apply wins_reaches |]. intros H. eapply reaches_wins; eauto. unfold free.
    clear. induction cells as [| c l IH]; cbn; auto. destruct (is_free B eq_dec g c); cbn; lia.
  Qed.

  Definition careful (g : game) : cell B :=
    match find (fun c => legalb g c && negb (wins (c :: g))) cells with
    | Some c => c
    | None => match find (legalb g) cells with Some c => c | None => some_cell end
    end.

  Theorem determined : ~ can_force_win B 2 p -> can_avoid_losing B 2 o.
  Proof.
    intros No. exists careful. split.
    - intros g Pl Fo T NF. unfold careful. destruct (find _ cells) as [c |] eqn:E.
      + apply find_some in E. destruct E as [_ E]. apply andb_true_iff in E. now apply legalb_is.
      + destruct (find (legalb g) cells) as [c |] eqn:F; [apply find_some in F; now apply legalb_is |].
        exfalso. apply NF. intros c L. pose proof (find_none _ _ F c (proj1 (cells_all c) (proj1 L))) as N.
        apply legalb_is in L. congruence.
    - assert (K : forall g, played B 2 g -> follows B 2 o careful g -> ~ reaches g).
      { intros g Pl. induction Pl as [| c g Pl IH L]; intros Fo R.
        - apply No. apply (reaches_can_force_win B 2 eq_dec cells lines some_cell cells_all lines_all); auto.
        - specialize (IH (follows_tail _ _ _ _ _ _ Fo)).
          assert (Tb : turn B 2 g = p \/ turn B 2 g = o).
          { assert (turn B 2 g < 2) by (apply Nat.mod_upper_bound; easy). lia. }
          destruct Tb as [T | T].
          + apply IH, by_own with c; auto. rewrite T. apply Nat.eqb_refl.
          + assert (E : c = careful g) by now apply (Fo [] c g). unfold careful in E.
            destruct (find _ cells) as [d |] eqn:F.
            * subst d. apply find_some in F. destruct F as [_ F]. apply andb_true_iff in F. destruct F as [_ F].
              apply negb_true_iff in F. apply wins_iff in R. congruence.
            * apply IH, by_any; [rewrite T; apply Nat.eqb_neq; lia | now exists c |]. intros d Ld.
              pose proof (find_none _ _ F d (proj1 (cells_all d) (proj1 Ld))) as N. cbn beta in N.
              rewrite (proj2 (legalb_is g d) Ld) in N. cbn [andb] in N. apply negb_false_iff in N. now apply wins_iff. }
      intros g Pl Fo r Ne C. apply (K g Pl Fo).
      assert (r = p) as ->.
      { pose proof C as [l [Ll H]]. destruct l as [| x l]; [easy |].
        assert (r < 2) by (eapply holds_turn; [auto | apply H; now left]). lia. }
      eapply reached; [apply Nat.eqb_refl | exact C].
  Qed.
End Two.

Theorem cube_determined n k p : 1 <= n -> p < 2 ->
  ~ can_force_win (cube n k) 2 p -> can_avoid_losing (cube n k) 2 (1 - p).
Proof.
  intros Hn Hp. apply (determined (cube n k) (list_eq_dec Nat.eq_dec) (words (seq 0 n) k) (map (points n) (directions n k)) []).
  - apply cube_cells.
  - apply cube_lines.
  - intros [d [_ E]]. destruct n; [lia | discriminate E].
  - lia.
Qed.

Theorem cube_drawn n k : 1 <= n -> nobody_can_force_win (cube n k) 2 ->
  forall p, p < 2 -> can_avoid_losing (cube n k) 2 p.
Proof.
  intros Hn H p Hp. replace p with (1 - (1 - p)) by lia. apply cube_determined; auto; [lia |].
  apply H. lia.
Qed.
