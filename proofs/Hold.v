(* Certificates of kind `strategy` that a player cannot force a win: the others together prevent
   it. A position has her cells, some of the cells of the others, and how many moves they have
   before her turn. *)
Require Import List Arith Lia Bool NArith FMapPositive.
Require Import Noughts.Statements Noughts.Games Noughts.Cube Noughts.Bits Noughts.Threats Noughts.Static Noughts.Walk.
Import ListNotations.
Open Scope N_scope.

Section Hold.
  Variable T : tables.
  Variable n : nat.                (* cells of a line *)
  Variables q p : nat.
  Variable plans : PositiveMap.t (list (list N * list N)).
  Notation lines := (lines T).
  Notation cells := (cells T).

  (* Every mark of hers, if none of them completes a line. *)
  Definition her_turn (own oth : N) : option (list position) :=
    if completing lines own oth =? 0
    then Some (map (fun x => (N.of_nat (q - 1), [N.setbit own x; oth])) (free_cells T own oth))
    else None.

  Fixpoint place (plan : list N) (own oth : N) : option N :=
    match plan with
    | [] => Some oth
    | c :: plan => if (c <? cells) && negb (taken c own oth) then place plan own (N.setbit oth c) else None
    end.

  (* The cells of each line, and the potential before a full round of the others. *)
  Definition line_cells : list (list N) := map (fun m => filter (N.testbit m) (every_cell T)) lines.
  Variable listed : list (list N).
  Definition lines_long : bool := forallb (fun l => (length l =? n)%nat) listed.
  Fixpoint grown_by (own : N) (l : list N) : N :=
    match l with
    | [] => 1
    | c :: l => if N.testbit own c then N.of_nat q * grown_by own l else grown_by own l
    end.
  Definition weight_of (own oth : N) (l : list N) : N := if any (N.testbit oth) l then 0 else grown_by own l.
  Definition is_low (own oth : N) : bool :=
    fold_right (fun l s => weight_of own oth l + s) 0 listed <? N.of_nat q ^ N.of_nat n.

  Definition step (x : position) : option (list position) :=
    match snd x with
    | [own; oth] =>
        match look_up plans (snd x) with
        | None => if fst x =? N.of_nat (q - 1) then if is_low own oth then Some [] else None else None
        | Some plan =>
            if N.of_nat (length plan) <=? fst x
            then match place plan own oth with Some oth => her_turn own oth | None => None end
            else None
        end
    | _ => None
    end.
  Definition starts : option (list position) :=
    if (p =? 0)%nat then her_turn 0 0 else Some [(N.of_nat p, [0; 0])].

  (* ---- why it proves the claim --------------------------------------------------------- *)

  Hypothesis good : tables_good T = true.
  Hypothesis nonempty : no_empty_line T = true.
  Hypothesis q_two : (2 <= q)%nat.
  Hypothesis p_player : (p < q)%nat.
  Hypothesis listed_lines : listed = line_cells.
  Hypothesis long : lines_long = true.
  Notation B := (board_of T).
  Notation turn := (turn B q).
  Notation marks := (marks T q).
  Notation completed := (completed B q).
  Notation legal := (legal B q).
  Notation played := (played B q).
  Notation held := (held B q p).
  Notation since := (since B q p).

  Definition blocked (g : game B) (c : N) : Prop := exists r, r <> p /\ holds B q g r c.
  Lemma blocked_more g c d : blocked g c -> blocked (d :: g) c.
  Proof. intros [r [Hr H]]. exists r. split; auto. apply holds_cons. now right. Qed.
  Lemma blocked_in g c : blocked g c -> In c g.
  Proof. intros [r [_ H]]. exact (holds_in B q _ _ _ H). Qed.

  Record at_round (g : game B) (own oth : N) (left : nat) : Prop := {
    is_played : played g;
    own_marks : marks g p own;
    oth_marks : forall c, c < cells -> N.testbit oth c = true -> blocked g c;
    is_left : (since g + left = q - 1)%nat;
    incomplete : ~ completed g p }.
  Definition right (x : position) : Prop := forall own oth, snd x = [own; oth] ->
    forall g, at_round g own oth (N.to_nat (fst x)) -> held g.

  Lemma since_small g : (since g <= q - 1)%nat.
  Proof.
    unfold Static.since. pose proof (Nat.mod_upper_bound (length g) q ltac:(lia)) as U.
    fold (turn g) in U. destruct (Nat.leb_spec (turn g) p); lia.
  Qed.
  Lemma since_turn g : since g = (q - 1)%nat <-> turn g = p.
  Proof.
    unfold Static.since. pose proof (Nat.mod_upper_bound (length g) q ltac:(lia)) as U.
    fold (turn g) in U. destruct (Nat.leb_spec (turn g) p); lia.
  Qed.

  (* The others play what is planned, and where a cell is theirs already, anywhere. *)
  Lemma round_held own (S : N -> Prop) :
    (forall h, played h -> marks h p own -> (forall c, S c -> blocked h c) -> turn h = p ->
       ~ completed h p -> held h) ->
    forall left todo g, played g -> marks g p own -> (forall c, S c -> blocked g c \/ In c todo) ->
      (since g + left = q - 1)%nat -> (length todo <= left)%nat ->
      (forall c, In c todo -> c < cells /\ N.testbit own c = false) -> ~ completed g p -> held g.
  Proof.
    intros H. induction left as [| left IH]; intros todo g Pl M Bl Si Le Fr No.
    - destruct todo; [| cbn in Le; lia]. apply H; auto.
      + intros c Sc. now destruct (Bl c Sc).
      + apply since_turn. lia.
    - destruct (finished_or T good nonempty q q_two g Pl) as [F | [c L]]; [now apply held_end |].
      assert (Tu : turn g <> p) by (intros E; apply since_turn in E; lia).
      assert (Go : forall d rest, legal g d -> (length rest <= left)%nat ->
                (forall c, S c -> blocked (d :: g) c \/ In c rest) ->
                (forall c, In c rest -> c < cells /\ N.testbit own c = false) -> held g).
      { intros d rest Ld Lr Br Fd. apply held_other with d; auto. apply (IH rest); auto.
        - now constructor.
        - now apply marks_other.
        - pose proof (since_other B q p q_two p_player g d Tu) as E. clear - E Si. 
          exact (eq_trans (f_equal (fun z => (z + left)%nat) E) (eq_trans (plus_n_Sm _ _) Si)).
        - now apply (others_incomplete T good q). }
      revert Bl Le Fr. induction todo as [| d todo IHt]; intros Bl Le Fr.
      + apply (Go c []); [exact L | cbn; lia | | easy]. intros x Sx. left. apply blocked_more.
        now destruct (Bl x Sx).
      + destruct (is_in d g) eqn:I.
        * apply is_in_iff in I. destruct (Fr d (or_introl eq_refl)) as [Hd Od].
          apply IHt; [| cbn in Le; lia | intros x Hx; apply Fr; now right].
          intros x Sx. destruct (Bl x Sx) as [K | [<- | K]]; auto. left.
          destruct (in_holds B q g d I) as [r Hr]. exists r. split; auto. intros ->.
          apply (M d Hd) in Hr. congruence.
        * assert (Nd : ~ In d g) by (intros K; apply is_in_iff in K; congruence).
          destruct (Fr d (or_introl eq_refl)) as [Hd Od].
          apply (Go d todo); [| cbn in Le; lia | | intros x Hx; apply Fr; now right].
          { split; [exact Hd | split; [exact Nd | apply L]]. }
          intros x Sx. destruct (Bl x Sx) as [K | [<- | K]]; auto; left.
          { now apply blocked_more. }
          exists (turn g). split; auto. apply holds_cons. now left.
  Qed.

  Lemma place_parts plan own : forall oth oth', place plan own oth = Some oth' ->
    (forall c, In c plan -> c < cells /\ N.testbit own c = false) /\
    (forall c, N.testbit oth' c = true -> N.testbit oth c = true \/ In c plan).
  Proof.
    induction plan as [| d plan IH]; intros oth oth' H; cbn [place] in H.
    - injection H as <-. split; [easy | auto].
    - destruct (d <? cells) eqn:Dc; [| easy]. destruct (taken d own oth) eqn:Td; [easy |].
      apply N.ltb_lt in Dc. apply orb_false_iff in Td. destruct (IH _ _ H) as [H1 H2]. split.
      + intros c [<- | I]; [tauto | auto].
      + intros c Hc. destruct (H2 c Hc) as [K | K]; [| right; now right].
        rewrite N.setbit_eqb in K. apply orb_true_iff in K. destruct K as [K | K]; [| now left].
        apply N.eqb_eq in K. right. now left.
  Qed.

  Lemma her_turn_held own oth l g : her_turn own oth = Some l -> (forall y, In y l -> right y) ->
    played g -> marks g p own -> (forall c, c < cells -> N.testbit oth c = true -> blocked g c) ->
    turn g = p -> ~ completed g p -> held g.
  Proof.
    unfold her_turn. destruct (completing lines own oth =? 0) eqn:Z; [| easy].
    apply N.eqb_eq in Z. intros H R Pl M Bl Tu No. injection H as <-.
    apply held_own; auto. intros c L. pose proof L as [Hc [Nc _]].
    assert (Oc : N.testbit own c = false).
    { apply not_true_iff_false. intros E. apply (M c Hc) in E. apply Nc. exact (holds_in B q _ _ _ ltac:(eassumption)). }
    assert (Tc : N.testbit oth c = false).
    { apply not_true_iff_false. intros E. apply Nc, blocked_in. auto. }
    refine (R (N.of_nat (q - 1), [N.setbit own c; oth]) _ _ _ eq_refl (c :: g) _).
    - apply (in_map (fun x => (N.of_nat (q - 1), [N.setbit own x; oth]))). apply filter_In.
      split; [now apply every_cell_iff |]. unfold taken. now rewrite Oc, Tc.
    - constructor.
      + now constructor.
      + pose proof (marks_own T q g own c) as K. rewrite Tu in K. now apply K.
      + intros d Hd Td. now apply blocked_more, Bl.
      + pose proof (proj2 (since_own B q p q_two p_player g c Tu)) as E. cbn [fst]. rewrite Nat2N.id.
        exact (f_equal (fun z => (z + (q - 1))%nat) E).
      + exact (still_incomplete T good nonempty q g c p own oth M Tu No Z Oc Tc).
  Qed.

  (* ---- potential ------------------------------------------------------------------------- *)
  Lemma own_iff g c : Static.own B q p N.eq_dec g c = true -> holds B q g p c.
  Proof.
    induction g as [| x g IH]; cbn [Static.own]; [easy |]. rewrite holds_cons.
    destruct (N.eq_dec c x) as [-> | E]; [rewrite Nat.eqb_eq |]; auto.
  Qed.
  Lemma others_iff g c : played g -> blocked g c -> Static.others B q p N.eq_dec g c = true.
  Proof.
    intros Pl. induction Pl as [| x g Pl IH L]; intros [r [Hr H]]; [now apply holds_nil in H |].
    cbn [Static.others]. apply holds_cons in H. destruct (N.eq_dec c x) as [-> | E].
    - destruct H as [[_ Tu] | H]; [| exfalso; apply (proj1 (proj2 L)); eapply holds_in; eauto].
      apply negb_true_iff, Nat.eqb_neq. rewrite Tu. exact Hr.
    - destruct H as [[E' _] | H]; [easy |]. apply IH. now exists r.
  Qed.

  Lemma listed_cells l c : In l listed -> In c l -> c < cells.
  Proof.
    rewrite listed_lines. unfold line_cells. rewrite in_map_iff. intros [m [<- _]]. rewrite filter_In.
    intros [I _]. now apply every_cell_iff.
  Qed.

  Lemma weight_below g own oth left l : at_round g own oth left -> In l listed ->
    N.of_nat (weight B q p N.eq_dec g l) <= weight_of own oth l.
  Proof.
    intros A I. pose proof (fun c => listed_cells l c I) as Cl. clear I. unfold weight, weight_of.
    rewrite any_is. destruct (existsb (N.testbit oth) l) eqn:E.
    - apply existsb_exists in E. destruct E as [c [Hc E]].
      replace (existsb (Static.others B q p N.eq_dec g) l) with true; [cbn; lia |].
      symmetry. apply existsb_exists. exists c. split; auto. apply others_iff; [apply A |].
      apply (oth_marks _ _ _ _ A); auto.
    - clear E. apply N.le_trans with (N.of_nat (grown B q p N.eq_dec g l)).
      { match goal with |- context [if ?b then _ else _] => destruct b end; lia. }
      induction l as [| c l IH]; [cbn; lia |]. cbn [grown grown_by].
      assert (IH' := IH (fun d Hd => Cl d (or_intror Hd))). clear IH.
      destruct (Static.own B q p N.eq_dec g c) eqn:O.
      + apply own_iff in O. apply (own_marks _ _ _ _ A) in O; [| apply Cl; now left].
        rewrite O, Nat2N.inj_mul. nia.
      + destruct (N.testbit own c); nia.
  Qed.

  Lemma low_held g own oth : is_low own oth = true -> at_round g own oth (q - 1) -> held g.
  Proof.
    intros Low A.
    assert (Sum : N.of_nat (potential B q p N.eq_dec listed g) <=
                  fold_right (fun l s => weight_of own oth l + s) 0 listed).
    { unfold potential. pose proof (weight_below g own oth (q - 1)) as W. revert W.
      generalize listed as ls. induction ls as [| l ls IH]; intros W; [cbn; lia |].
      cbn [total fold_right]. rewrite Nat2N.inj_add. apply N.add_le_mono; [apply W; auto; now left |].
      apply IH. intros k Ak Ik. apply W; auto. now right. }
    unfold is_low in Low. apply N.ltb_lt in Low.
    assert (Po : N.of_nat (q ^ n) = N.of_nat q ^ N.of_nat n).
    { generalize n as k. clear. induction k as [| k IH]; [reflexivity |].
      rewrite Nat2N.inj_succ, N.pow_succ_r'. cbn [Nat.pow]. now rewrite Nat2N.inj_mul, IH. }
    assert (Below : (potential B q p N.eq_dec listed g < q ^ n)%nat) by lia.
    assert (Z : since g = 0%nat) by (pose proof (is_left _ _ _ _ A); lia).
    destruct (good_parts T good) as (G1 & _).
    assert (LL : forall l, line B l -> exists k, In k listed /\ forall c, In c k -> In c l).
    { intros l [m [Hm E]]. exists (filter (N.testbit m) (every_cell T)). split.
      - rewrite listed_lines. now apply (in_map (fun m => filter (N.testbit m) (every_cell T))).
      - intros c. rewrite filter_In. intros [_ Hc]. now apply E. }
    assert (Lo : forall l, In l listed -> NoDup l /\ length l = n).
    { intros l I. split.
      - rewrite listed_lines in I. apply in_map_iff in I. destruct I as [m [<- _]].
        apply NoDup_filter, count_up_no_dup.
      - unfold lines_long in long. rewrite forallb_forall in long. now apply Nat.eqb_eq, long. }
    assert (Ev : forall c : cell B, on_board B c <-> In c (every_cell T)) by (intros c; now rewrite every_cell_iff).
    apply (promise_held B q p (N.to_nat cells) (small B q p N.eq_dec n listed)).
    - apply played_bound.
    - now apply finished_or.
    - apply (small_incomplete B q p q_two p_player N.eq_dec n listed LL Lo).
    - intros h c _. now apply (small_own B q p q_two p_player N.eq_dec n listed Lo).
    - intros h c _. now apply (small_other B q p q_two p_player N.eq_dec n listed (every_cell T) Ev).
    - apply A.
    - split; [exact Below |]. intros x _ _. rewrite Z. cbn [Nat.mul]. rewrite Nat.add_0_r. exact Below.
  Qed.

  Lemma step_right x l : step x = Some l -> (forall y, In y l -> right y) -> right x.
  Proof.
    unfold step. intros H R own oth E g A. rewrite E in H.
    destruct (look_up plans [own; oth]) as [plan |].
    - destruct (N.leb_spec (N.of_nat (length plan)) (fst x)) as [Le |]; [| easy].
      destruct (place plan own oth) as [oth' |] eqn:Pl; [| easy].
      destruct (place_parts _ _ _ _ Pl) as [P1 P2].
      apply (round_held own (fun c => c < cells /\ N.testbit oth' c = true)) with (left := N.to_nat (fst x)) (todo := plan); auto.
      + intros h Ph Mh Bh Th Nh. eapply her_turn_held; eauto.
      + apply A.
      + apply A.
      + intros c [Hc Tc]. destruct (P2 c Tc) as [K | K]; [left | now right]. now apply (oth_marks _ _ _ _ A).
      + apply A.
      + lia.
      + apply A.
    - destruct (N.eqb_spec (fst x) (N.of_nat (q - 1))) as [F |]; [| easy].
      destruct (is_low own oth) eqn:Low; [| easy]. rewrite F, Nat2N.id in A. eapply low_held; eauto.
  Qed.

  Lemma right_image a x : In a (automorphisms T) -> right (image (fst a) x) -> right x.
  Proof.
    destruct a as [t u]. intros I R own oth E g A. destruct (good_parts T good) as (_ & _ & _ & G4).
    pose proof (G4 _ I) as Au. pose proof (automorphism_renames T good _ _ (automorphism_swap T _ _ Au)) as Re.
    destruct (automorphism_parts T t u Au) as (L1 & _ & P & _).
    destruct (played_map B B (at_ u) Re q g (is_played _ _ _ _ A)) as [Pl Pr].
    apply (held_map B B (at_ u) Re q p g Pr).
    apply (R (pull t own) (pull t oth)); [cbn [image fst snd]; now rewrite E |].
    constructor.
    - exact Pl.
    - apply (marks_pull T good q t u); [exact Au | exact Pr | apply A].
    - intros c Hc Tc. destruct (P c Hc) as (P1 & P2 & P3 & P4). rewrite pull_bit in Tc by lia.
      destruct (oth_marks _ _ _ _ A _ P1 Tc) as [r [Hr H]]. exists r. split; auto.
      apply (holds_map B B (at_ u) Re q g r (at_ t c) Pr P1) in H. now rewrite P3 in H.
    - cbn [image fst]. refine (eq_trans _ (is_left _ _ _ _ A)). unfold Static.since.
      now rewrite (turn_map B B (at_ u) q g).
    - intros C. apply (incomplete _ _ _ _ A). now apply (completed_map B B (at_ u) Re q g p Pr).
  Qed.

  Lemma starts_held l : starts = Some l -> walk_all T step l = true -> held [].
  Proof.
    intros St W. pose proof (walk_all_right T step right right_image step_right l W) as R.
    assert (No : forall c, c < cells -> N.testbit 0 c = true -> blocked [] c) by (intros c _ H; now rewrite N.bits_0 in H).
    unfold starts in St. destruct (Nat.eqb_spec p 0) as [E | E].
    - apply (her_turn_held 0 0 l); auto; [constructor | apply marks_nil | | apply (nothing_incomplete T nonempty q)].
      rewrite E. unfold Statements.turn. cbn [length]. apply Nat.mod_0_l. lia.
    - injection St as <-. apply (R _ (or_introl eq_refl) 0 0 eq_refl). constructor; auto.
      + constructor.
      + apply marks_nil.
      + cbn [fst]. rewrite Nat2N.id. refine (eq_trans (f_equal (fun z => (z + p)%nat) (since_nothing B q p q_two p_player)) _). lia.
      + apply (nothing_incomplete T nonempty q).
  Qed.
End Hold.
