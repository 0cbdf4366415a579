(* Certificates of kind `strategy` that a player cannot avoid losing: the others together complete
   a line. A position has the number of plies so far, and the cells of each player. *)
Require Import List Arith Lia Bool NArith FMapPositive.
Require Import Noughts.Statements Noughts.Games Noughts.Cube Noughts.Bits Noughts.Threats Noughts.Static Noughts.Walk.
Import ListNotations.
Open Scope N_scope.

(* The list with its element number i changed. *)
Fixpoint with_mark (sets : list N) (i : nat) (c : N) : list N :=
  match sets, i with
  | [], _ => []
  | s :: sets, O => N.setbit s c :: sets
  | s :: sets, S i => s :: with_mark sets i c
  end.
Lemma with_mark_length sets : forall i c, length (with_mark sets i c) = length sets.
Proof. induction sets as [| s sets IH]; intros [| i] c; cbn; auto. Qed.
Lemma with_mark_nth sets : forall i j c, (i < length sets)%nat ->
  nth j (with_mark sets i c) 0 = if (i =? j)%nat then N.setbit (nth j sets 0) c else nth j sets 0.
Proof.
  induction sets as [| s sets IH]; intros i j c H; [cbn in H; lia |].
  destruct i as [| i], j as [| j]; cbn [with_mark nth Nat.eqb]; auto. apply IH. cbn in H. lia.
Qed.

Definition union (sets : list N) : N := fold_right N.lor 0 sets.
Lemma union_iff sets c : N.testbit (union sets) c = true <->
  exists i, (i < length sets)%nat /\ N.testbit (nth i sets 0) c = true.
Proof.
  induction sets as [| s sets IH]; cbn [union fold_right length].
  - rewrite N.bits_0. split; [easy |]. intros [i [H _]]. lia.
  - fold (union sets). rewrite N.lor_spec, orb_true_iff, IH. split.
    + intros [H | [i [H1 H2]]]; [exists 0%nat | exists (S i)]; cbn [nth]; split; auto; lia.
    + intros [[| i] [H1 H2]]; cbn [nth] in H2; [now left | right]. exists i. split; auto. lia.
Qed.

Section Beat.
  Variable T : tables.
  Variables q p : nat.
  Variable plans : PositiveMap.t (list (list N * list N)).
  Notation lines := (lines T).
  Notation cells := (cells T).
  Definition mover (plies : N) : nat := N.to_nat (plies mod N.of_nat q).

  (* Cells that one of the others would complete a line with before her next turn. *)
  Definition wins_at (plies all : N) (sets : list N) : N :=
    fold_right (fun i found =>
      if plies + N.of_nat i <? cells
      then N.lor (completing lines (nth (mover (plies + N.of_nat i)) sets 0) all) found else found)
      0 (seq 1 (q - 1)).

  (* The marks of hers that do not lose at once, if she completes no line. *)
  Definition her_turn (x : position) : option (list position) :=
    let (plies, sets) := x in
    let all := union sets in
    if plies <? cells then
      if completing lines (nth p sets 0) all =? 0 then
        let wins := wins_at plies all sets in
        let replies := if wins =? 0 then filter (fun c => negb (N.testbit all c)) (every_cell T)
                       else if single wins then [N.log2 wins] else [] in
        Some (map (fun c => (N.succ plies, with_mark sets p c)) replies)
      else None
    else None.

  (* The moves of the others, one each, up to her turn. *)
  Fixpoint place (plan : list N) (x : position) : option position :=
    let (plies, sets) := x in
    match plan with
    | [] => if (mover plies =? p)%nat then Some x else None
    | c :: plan =>
        if (mover plies =? p)%nat then None else
        if c <? cells then
          if N.testbit (union sets) c then None
          else place plan (N.succ plies, with_mark sets (mover plies) c)
        else None
    end.

  Definition step (x : position) : option (list position) :=
    match look_up plans (snd x) with
    | None => None
    | Some plan => match place plan x with Some y => her_turn y | None => None end
    end.
  Definition starts : option (list position) :=
    let x := (0, repeat 0 q) in if (p =? 0)%nat then her_turn x else Some [x].

  (* ---- why it proves the claim --------------------------------------------------------- *)

  Hypothesis good : tables_good T = true.
  Hypothesis nonempty : no_empty_line T = true.
  Hypothesis q_two : (2 <= q)%nat.
  Hypothesis p_player : (p < q)%nat.
  Notation B := (board_of T).
  Notation turn := (turn B q).
  Notation marks := (marks T q).
  Notation completed := (completed B q).
  Notation legal := (legal B q).
  Notation played := (played B q).
  Notation team := (fun r => negb (r =? p)%nat).
  Notation beaten := (reaches B q team).

  Record at_position (g : game B) (x : position) : Prop := {
    is_played : played g;
    plies_are : N.of_nat (length g) = fst x;
    all_players : length (snd x) = q;
    marks_are : forall r, (r < q)%nat -> marks g r (nth r (snd x) 0);
    incomplete : forall r, ~ completed g r }.
  Definition right (x : position) : Prop := forall g, at_position g x -> beaten g.

  Lemma below a b c : N.of_nat a = b -> b < c -> (a < N.to_nat c)%nat.
  Proof. lia. Qed.
  Lemma turn_mover g : turn g = mover (N.of_nat (length g)).
  Proof. unfold mover, Statements.turn. rewrite <- Nat2N.inj_mod. now rewrite Nat2N.id. Qed.
  Lemma turn_below g : (turn g < q)%nat.
  Proof. apply Nat.mod_upper_bound. lia. Qed.

  Lemma in_union g x c : at_position g x -> c < cells -> (In c g <-> N.testbit (union (snd x)) c = true).
  Proof.
    intros A Hc. rewrite union_iff. split.
    - intros I. destruct (in_holds B q g c I) as [r H].
      assert (R : (r < q)%nat) by (apply (holds_turn B q g r c); [lia | exact H]).
      exists r. split; [now rewrite (all_players _ _ A) |]. now apply (marks_are _ _ A r R c Hc).
    - intros [r [R H]]. rewrite (all_players _ _ A) in R. apply (marks_are _ _ A r R c Hc) in H.
      exact (holds_in B q _ _ _ H).
  Qed.

  (* A mark in a position: a line is completed by the mover, or play goes on. *)
  Lemma one_mark g x c : at_position g x -> c < cells -> ~ In c g ->
    legal g c /\ (completed (c :: g) (turn g) \/ at_position (c :: g) (N.succ (fst x), with_mark (snd x) (turn g) c)).
  Proof.
    intros A Hc Nc. assert (L : legal g c) by (split; [exact Hc | split; [exact Nc | apply A]]).
    split; auto. destruct (completed_or T good q (c :: g) (turn g)) as [C | C]; auto. right.
    constructor; cbn [fst snd].
    - constructor; [apply A | exact L].
    - rewrite <- (plies_are _ _ A). exact (Nat2N.inj_succ (length g)).
    - rewrite with_mark_length. apply A.
    - intros r R. rewrite with_mark_nth by (rewrite (all_players _ _ A); apply turn_below).
      pose proof (marks_are _ _ A r R) as M. destruct (Nat.eqb_spec (turn g) r) as [E | E].
      + subst r. now apply (marks_own T q g).
      + now apply marks_other.
    - intros r. destruct (Nat.eq_dec (turn g) r) as [E | E]; [now subst |].
      apply (others_incomplete T good q); auto. apply A.
  Qed.

  (* One of the others has a cell that completes a line, and moves before her. *)
  Lemma wait_and_win w m : In m lines -> w < cells -> forall i g, played g -> (forall r, ~ completed g r) ->
    ~ In w g -> (length g + i < N.to_nat cells)%nat ->
    (forall j, (j <= i)%nat -> ((length g + j) mod q <> p)%nat) ->
    (forall c, N.testbit m c = true -> c = w \/ holds B q g ((length g + i) mod q)%nat c) -> beaten g.
  Proof.
    intros Hm Hw. induction i as [| i IH]; intros g Pl No Nw Le Nj H.
    - rewrite Nat.add_0_r in *. assert (L : legal g w) by (split; [exact Hw | split; auto]).
      assert (Tp : (turn g =? p)%nat = false).
      { apply Nat.eqb_neq. specialize (Nj 0%nat (le_n 0)). now rewrite Nat.add_0_r in Nj. }
      apply by_own with w; auto; [now rewrite Tp |]. apply reached with (turn g); [now rewrite Tp |].
      exists (filter (N.testbit m) (every_cell T)). split.
      + exists m. split; auto. intros c. rewrite filter_In, every_cell_iff. split; [easy |]. intros Hc. split; auto.
        destruct (good_parts T good) as (G1 & _). now apply (G1 m).
      + intros c. rewrite filter_In. intros [_ Hc]. apply holds_cons. destruct (H c Hc) as [-> | K]; auto.
    - destruct (some_free T q q_two (w :: g)) as [d [Hd Nd]].
      { rewrite Nat.add_succ_r in Le. exact (Nat.le_lt_trans _ _ _ (le_n_S _ _ (Nat.le_add_r _ i)) Le). }
      assert (Tp : (turn g =? p)%nat = false).
      { apply Nat.eqb_neq. specialize (Nj 0%nat (Nat.le_0_l _)). now rewrite Nat.add_0_r in Nj. }
      assert (Ld : legal g d) by (split; [exact Hd | split; auto]; intros K; apply Nd; now right).
      apply by_own with d; auto; [now rewrite Tp |].
      destruct (completed_or T good q (d :: g) (turn g)) as [C | C].
      { apply reached with (turn g); auto. now rewrite Tp. }
      assert (Ln : (length (d :: g) + i)%nat = (length g + S i)%nat) by exact (plus_n_Sm (length g) i).
      apply IH.
      + now constructor.
      + intros r. destruct (Nat.eq_dec (turn g) r) as [E | E]; [now subst |].
        now apply (others_incomplete T good q).
      + intros [E | K]; [apply Nd; now left | auto].
      + exact (eq_ind_r (fun z => (z < N.to_nat cells)%nat) Le Ln).
      + intros j Hj. specialize (Nj (S j) (le_n_S _ _ Hj)). rewrite <- plus_n_Sm in Nj. exact Nj.
      + intros c Hc. destruct (H c Hc) as [K | K]; auto. right. apply holds_cons. right.
        exact (eq_ind_r (fun z => holds B q g (z mod q)%nat c) K Ln).
  Qed.

  Lemma wins_at_parts plies all sets w : N.testbit (wins_at plies all sets) w = true ->
    exists i, (1 <= i <= q - 1)%nat /\ plies + N.of_nat i < cells /\
      N.testbit (completing lines (nth (mover (plies + N.of_nat i)) sets 0) all) w = true.
  Proof.
    unfold wins_at. intros H.
    assert (K : forall l, N.testbit (fold_right (fun i found =>
      if plies + N.of_nat i <? cells
      then N.lor (completing lines (nth (mover (plies + N.of_nat i)) sets 0) all) found else found) 0 l) w = true ->
      exists i, In i l /\ plies + N.of_nat i < cells /\
        N.testbit (completing lines (nth (mover (plies + N.of_nat i)) sets 0) all) w = true).
    { clear. induction l as [| i l IH]; cbn [fold_right]; [now rewrite N.bits_0 |]. intros H.
      destruct (N.ltb_spec (plies + N.of_nat i) cells) as [Lt | _].
      - rewrite N.lor_spec in H. apply orb_true_iff in H. destruct H as [H | H].
        + exists i. split; [now left | auto].
        + destruct (IH H) as [j [I J]]. exists j. split; [now right | auto].
      - destruct (IH H) as [j [I J]]. exists j. split; [now right | auto]. }
    destruct (K _ H) as [i [I R]]. exists i. split; [apply in_seq in I; lia | exact R].
  Qed.

  (* She marks another cell than one that completes a line for one of the others. *)
  Lemma lost_at_once g x c w : at_position g x -> turn g = p -> c < cells -> ~ In c g -> w <> c ->
    N.testbit (wins_at (fst x) (union (snd x)) (snd x)) w = true ->
    (forall r, ~ completed (c :: g) r) -> beaten (c :: g).
  Proof.
    intros A Tu Hc Nc Ne W No. destruct (wins_at_parts _ _ _ _ W) as (i & Hi & Lt & Co).
    destruct (completing_sound _ _ _ _ Co) as (m & Hm & Mw & Ow & Aw & Al).
    destruct (good_parts T good) as (G1 & _). assert (Hw : w < cells) by now apply (G1 m).
    assert (Nw : ~ In w g) by (intros I; apply (in_union g x w A Hw) in I; congruence).
    destruct i as [| i]; [lia |].
    assert (Lg : (length g + S i < N.to_nat cells)%nat).
    { pose proof (plies_are _ _ A) as E. rewrite <- E in Lt. clear - Lt. lia. }
    assert (Mo : mover (fst x + N.of_nat (S i)) = ((length g + S i) mod q)%nat).
    { unfold mover. rewrite <- (plies_are _ _ A). rewrite <- Nat2N.inj_add, <- Nat2N.inj_mod. apply Nat2N.id. }
    assert (Ln : (length (c :: g) + i)%nat = (length g + S i)%nat) by exact (plus_n_Sm (length g) i).
    assert (Up : ((length g + S i) mod q < q)%nat) by (apply Nat.mod_upper_bound; lia).
    apply (wait_and_win w m Hm Hw i).
    - constructor; [apply A |]. split; [exact Hc | split; [exact Nc | apply A]].
    - exact No.
    - intros [E | I]; [congruence | auto].
    - exact (eq_ind_r (fun z => (z < N.to_nat cells)%nat) Lg Ln).
    - intros j Hj. unfold Statements.turn in Tu. intros E.
      assert (E2 : ((length g + S j) mod q = length g mod q)%nat).
      { rewrite Tu, <- E. f_equal. symmetry. exact (plus_n_Sm (length g) j). }
      rewrite Nat.add_mod in E2 by lia. rewrite (Nat.mod_small (S j)) in E2 by lia.
      set (a := (length g mod q)%nat) in *.
      assert (a < q)%nat by (apply Nat.mod_upper_bound; lia).
      destruct (le_lt_dec q (a + S j)) as [G | G].
      + assert (E3 : ((a + S j) mod q = a + S j - q)%nat).
        { symmetry. apply (Nat.mod_unique _ _ 1); lia. }
        lia.
      + rewrite Nat.mod_small in E2 by lia. lia.
    - intros e He. destruct (Al e He) as [K | K]; auto. right. apply holds_cons. right.
      rewrite Mo in K. refine (eq_ind_r (fun z => holds B q g (z mod q)%nat e) _ Ln).
      apply (marks_are _ _ A _ Up e (G1 m e Hm He)). exact K.
  Qed.

  Lemma her_turn_beaten x l g : her_turn x = Some l -> (forall y, In y l -> right y) ->
    at_position g x -> turn g = p -> beaten g.
  Proof.
    destruct x as [plies sets]. unfold her_turn. intros H R A Tu.
    destruct (N.ltb_spec plies cells) as [Lt |]; [| easy].
    destruct (completing lines (nth p sets 0) (union sets) =? 0) eqn:Z; [| easy].
    apply N.eqb_eq in Z. injection H as H.
    assert (Tp : team (turn g) = false) by (cbn beta; now rewrite Tu, Nat.eqb_refl).
    apply by_any; [exact Tp | |].
    { destruct (some_free T q q_two g) as [d [Hd Nd]].
      - exact (below _ _ _ (plies_are _ _ A) Lt).
      - exists d. split; [exact Hd | split; [exact Nd | apply A]]. }
    intros c [Hc [Nc _]].
    assert (Fr : N.testbit (union sets) c = false).
    { apply not_true_iff_false. intros E. apply Nc. now apply (in_union g _ c A Hc). }
    destruct (one_mark g _ c A Hc Nc) as [_ [C | A']].
    { exfalso. revert C. pose proof (marks_are _ _ A p p_player) as M. cbn [snd] in M.
      rewrite Tu. refine (still_incomplete T good nonempty q g c p (nth p sets 0) (union sets) M Tu _ Z _ Fr).
      - apply A.
      - apply not_true_iff_false. intros E. rewrite <- not_true_iff_false in Fr. apply Fr.
        apply union_iff. exists p. split; auto. rewrite <- (all_players _ _ A) in p_player. exact p_player. }
    rewrite Tu in A'. cbn [fst snd] in A'.
    set (wins := wins_at plies (union sets) sets) in *.
    assert (Lost : forall w, N.testbit wins w = true -> w <> c -> beaten (c :: g)).
    { intros w Hw Ne. apply (lost_at_once g (plies, sets) c w); auto. apply A'. }
    assert (In c (if wins =? 0 then filter (fun c => negb (N.testbit (union sets) c)) (every_cell T)
                  else if single wins then [N.log2 wins] else []) \/
            exists w, N.testbit wins w = true /\ w <> c) as [I | [w [Hw Ne]]].
    { destruct (N.eqb_spec wins 0) as [W0 | W0].
      - left. apply filter_In. split; [now apply every_cell_iff | now rewrite Fr].
      - destruct (single wins) eqn:Si.
        + destruct (N.eq_dec (N.log2 wins) c) as [E | E]; [left; now left | right].
          exists (N.log2 wins). split; auto. now apply single_bit.
        + right. now apply not_single. }
    - refine (R (N.succ plies, with_mark sets p c) _ _ A'). rewrite <- H.
      now apply (in_map (fun c => (N.succ plies, with_mark sets p c))).
    - eapply Lost; eauto.
  Qed.

  Lemma place_beaten plan : forall x y l g, place plan x = Some y -> her_turn y = Some l ->
    (forall z, In z l -> right z) -> at_position g x -> beaten g.
  Proof.
    induction plan as [| c plan IH]; intros [plies sets] y l g H Hl R A; cbn [place] in H;
      (assert (Tm : turn g = mover plies) by (rewrite turn_mover, (plies_are _ _ A); reflexivity)).
    - destruct (Nat.eqb_spec (mover plies) p) as [E |]; [| easy]. injection H as <-.
      eapply her_turn_beaten; eauto. now rewrite Tm.
    - destruct (Nat.eqb_spec (mover plies) p) as [| E]; [easy |].
      destruct (N.ltb_spec c cells) as [Hc |]; [| easy].
      destruct (N.testbit (union sets) c) eqn:Fr; [easy |].
      assert (Nc : ~ In c g) by (intros I; apply (in_union g _ c A Hc) in I; cbn [snd] in I; congruence).
      assert (Te : team (turn g) = true) by (cbn beta; rewrite Tm; now apply negb_true_iff, Nat.eqb_neq).
      destruct (one_mark g _ c A Hc Nc) as [L [C | A']]; apply by_own with c; auto.
      + now apply reached with (turn g).
      + apply (IH _ _ _ _ H Hl R). rewrite <- Tm. exact A'.
  Qed.

  Lemma step_right x l : step x = Some l -> (forall y, In y l -> right y) -> right x.
  Proof.
    unfold step. destruct (look_up plans (snd x)) as [plan |]; [| easy].
    destruct (place plan x) as [y |] eqn:Pl; [| easy]. intros H R g A. eapply place_beaten; eauto.
  Qed.

  Lemma right_image a x : In a (automorphisms T) -> right (image (fst a) x) -> right x.
  Proof.
    destruct a as [t u]. intros I R g A. destruct (good_parts T good) as (_ & _ & _ & G4).
    pose proof (G4 _ I) as Au. pose proof (automorphism_renames T good _ _ (automorphism_swap T _ _ Au)) as Re.
    destruct (played_map B B (at_ u) Re q g (is_played _ _ A)) as [Pl Pr].
    apply (reaches_map B B (at_ u) Re q team g Pr). apply R. constructor; cbn [image fst snd].
    - exact Pl.
    - refine (eq_trans (f_equal N.of_nat (map_length (at_ u) g)) (plies_are _ _ A)).
    - rewrite map_length. apply A.
    - intros r Hr. rewrite (nth_indep _ 0 (pull t 0)).
      2: { rewrite map_length. now rewrite (all_players _ _ A). }
      rewrite map_nth. apply (marks_pull T good q t u); [exact Au | exact Pr | now apply A].
    - intros r C. apply (incomplete _ _ A r). now apply (completed_map B B (at_ u) Re q g r Pr).
  Qed.

  Lemma starts_beaten l : starts = Some l -> walk_all T step l = true -> beaten [].
  Proof.
    intros St W. pose proof (walk_all_right T step right right_image step_right l W) as R.
    assert (A : at_position [] (0, repeat 0 q)).
    { constructor; cbn [fst snd].
      - constructor.
      - reflexivity.
      - apply repeat_length.
      - intros r Hr. rewrite nth_repeat. apply marks_nil.
      - apply (nothing_incomplete T nonempty q). }
    unfold starts in St. destruct (Nat.eqb_spec p 0) as [E | E].
    - apply (her_turn_beaten _ l _ St R A). rewrite E. unfold Statements.turn. cbn [length]. apply Nat.mod_0_l. lia.
    - injection St as <-. exact (R _ (or_introl eq_refl) [] A).
  Qed.
End Beat.
