(* Games on any board: who can force what, as trees of moves instead of strategies. *)
Require Import List Arith Lia Bool.
Require Import Noughts.Statements.
Import ListNotations.

Section Trees.
  Variable B : board.
  Variable q : nat.
  Notation game := (game B).
  Notation turn := (turn B q).
  Notation holds := (holds B q).
  Notation completed := (completed B q).
  Notation legal := (legal B q).
  Notation played := (played B q).
  Notation finished := (finished B q).
  Notation follows := (follows B q).

  (* The team can complete a line, whatever the others do. *)
  Inductive reaches (team : nat -> bool) : game -> Prop :=
  | reached : forall g p, team p = true -> completed g p -> reaches team g
  | by_own : forall g c, team (turn g) = true -> legal g c -> reaches team (c :: g) -> reaches team g
  | by_any : forall g, team (turn g) = false -> (exists c, legal g c) ->
      (forall c, legal g c -> reaches team (c :: g)) -> reaches team g.

  Lemma follows_cons p s c g :
    follows p s g -> (turn g = p -> c = s g) -> follows p s (c :: g).
  Proof.
    intros F H later x earlier E T. destruct later as [| y later]; cbn in E; injection E as -> E.
    - subst. auto.
    - eapply F; eauto.
  Qed.

  Lemma follows_tail p s c g : follows p s (c :: g) -> follows p s g.
  Proof. intros F later x earlier -> T. apply (F (c :: later) x earlier); auto. Qed.

  (* The others can keep player p from completing a line if they can keep a promise. *)
  Theorem promise_no_win p bound (P : game -> Prop) :
    (forall g, played g -> length g <= bound) -> P [] ->
    (forall g, played g -> P g -> ~ completed g p) ->
    (forall g c, played g -> P g -> turn g = p -> legal g c -> P (c :: g)) ->
    (forall g c, played g -> P g -> turn g <> p -> legal g c ->
       ~ forall d, legal g d -> ~ P (d :: g)) ->
    ~ can_force_win B q p.
  Proof.
    intros Bd P0 H1 H2 H3 [s [Leg Win]].
    assert (K : forall d g, bound <= length g + d -> played g -> follows p s g -> P g -> False).
    { intros d. induction d as [| d IH]; intros g D Pl Fo Pg; assert (N := H1 g Pl Pg);
        (destruct (Nat.eq_dec (turn g) p) as [T | T];
         [assert (NF : ~ finished g) by (intros F; auto) |]).
      - assert (L := Leg g Pl Fo T NF). assert (Pl' : played (s g :: g)) by now constructor.
        specialize (Bd _ Pl'). cbn [length] in Bd. lia.
      - assert (F : finished g); [| auto]. intros c L.
        assert (Pl' : played (c :: g)) by now constructor. specialize (Bd _ Pl'). cbn [length] in Bd. lia.
      - assert (L := Leg g Pl Fo T NF). apply (IH (s g :: g)); auto.
        + cbn [length]. lia.
        + now constructor.
        + now apply follows_cons.
      - assert (F : finished g); [| auto]. intros c L. apply (H3 g c Pl Pg T L).
        intros e Le Pe. apply (IH (e :: g)); auto; [cbn [length]; lia | now constructor |].
        apply follows_cons; auto. intros E. now rewrite E in T. }
    apply (K bound []); auto; [constructor |]. intros later c earlier E. now destruct later.
  Qed.

  Theorem reaches_loses p :
    reaches (fun r => negb (r =? p)) [] -> ~ can_avoid_losing B q p.
  Proof.
    intros H [s [Leg Safe]].
    assert (K : forall g, reaches (fun r => negb (r =? p)) g -> played g -> follows p s g -> False).
    { intros g Hg. induction Hg as [g o T C | g c T L _ IH | g T [c L] _ IH]; intros Pl Fo.
      - apply negb_true_iff, Nat.eqb_neq in T. exact (Safe g Pl Fo o T C).
      - apply negb_true_iff, Nat.eqb_neq in T.
        apply IH; [now constructor |]. apply follows_cons; auto. intros E. now rewrite E in T.
      - apply negb_false_iff, Nat.eqb_eq in T.
        assert (NF : ~ finished g) by (intros F; exact (F c L)).
        apply (IH (s g) (Leg g Pl Fo T NF)); [constructor; auto | now apply follows_cons]. }
    apply (K [] H); [constructor |]. intros later c earlier E. now destruct later.
  Qed.

  (* The others keep player p from completing a line, whatever she does. *)
  Inductive held (p : nat) : game -> Prop :=
  | held_end : forall g, ~ completed g p -> finished g -> held p g
  | held_own : forall g, turn g = p -> ~ completed g p ->
      (forall c, legal g c -> held p (c :: g)) -> held p g
  | held_other : forall g c, turn g <> p -> legal g c -> held p (c :: g) -> held p g.

  Theorem held_no_win p : held p [] -> ~ can_force_win B q p.
  Proof.
    intros H [s [Leg Win]].
    assert (K : forall g, held p g -> played g -> follows p s g -> False).
    { intros g Hg. induction Hg as [g N F | g T N _ IH | g c T L _ IH]; intros Pl Fo.
      - apply N. auto.
      - assert (NF : ~ finished g) by (intros F; auto).
        apply (IH (s g) (Leg g Pl Fo T NF)); [constructor; auto | now apply follows_cons].
      - apply IH; [now constructor |]. apply follows_cons; auto. intros E. now rewrite E in T. }
    apply (K [] H); [constructor |]. intros later c earlier E. now destruct later.
  Qed.

  Lemma promise_held p bound (P : game -> Prop) :
    (forall g, played g -> length g <= bound) ->
    (forall g, played g -> finished g \/ exists c, legal g c) ->
    (forall g, played g -> P g -> ~ completed g p) ->
    (forall g c, played g -> P g -> turn g = p -> legal g c -> P (c :: g)) ->
    (forall g c, played g -> P g -> turn g <> p -> legal g c -> exists d, legal g d /\ P (d :: g)) ->
    forall g, played g -> P g -> held p g.
  Proof.
    intros Bd Or H1 H2 H3.
    assert (K : forall d g, bound < length g + d -> played g -> P g -> held p g).
    { induction d as [| d IH]; intros g D Pl Pg; [specialize (Bd g Pl); lia |].
      destruct (Or g Pl) as [F | [c L]]; [apply held_end; auto |].
      destruct (Nat.eq_dec (turn g) p) as [T | T].
      - apply held_own; auto. intros x Lx. apply IH; [cbn [length]; lia | now constructor | now apply H2].
      - destruct (H3 g c Pl Pg T L) as [x [Lx Px]]. apply held_other with x; auto.
        apply IH; auto; [cbn [length]; lia | now constructor]. }
    intros g. apply (K (S bound) g). lia.
  Qed.

  Lemma holds_nil p c : ~ holds [] p c.
  Proof. intros [later [earlier [E _]]]. now destruct later. Qed.

  Lemma holds_cons c g p x : holds (c :: g) p x <-> (x = c /\ turn g = p) \/ holds g p x.
  Proof.
    split.
    - intros [later [earlier [E T]]]. destruct later as [| y later]; cbn in E; injection E as -> E.
      + left. now subst.
      + right. exists later, earlier. auto.
    - intros [[-> T] | [later [earlier [-> T]]]].
      + now exists [], g.
      + now exists (c :: later), earlier.
  Qed.

  Lemma holds_in g p c : holds g p c -> In c g.
  Proof. intros [later [earlier [-> _]]]. apply in_or_app. right. now left. Qed.

  Lemma in_holds g c : In c g -> exists p, holds g p c.
  Proof.
    intros H. apply in_split in H. destruct H as [later [earlier ->]].
    exists (turn earlier), later, earlier. auto.
  Qed.

  Lemma holds_turn g p c : 0 < q -> holds g p c -> p < q.
  Proof. intros Q [later [earlier [_ <-]]]. apply Nat.mod_upper_bound. lia. Qed.

  (* From trees to strategies, on boards that can be listed. *)
  Section Strategy.
    Variable eq_dec : forall c d : cell B, {c = d} + {c <> d}.
    Variable cells : list (cell B).
    Variable lines : list (list (cell B)).
    Variable some_cell : cell B.
    Hypothesis cells_all : forall c, on_board B c <-> In c cells.
    Hypothesis lines_all : forall l, line B l <-> In l lines.
    Hypothesis q_positive : 0 < q.
    Variable p : nat.

    Fixpoint holdsb (g : game) (r : nat) (x : cell B) : bool :=
      match g with
      | [] => false
      | c :: g => (if eq_dec x c then turn g =? r else false) || holdsb g r x
      end.

    Lemma holdsb_iff g r x : holdsb g r x = true <-> holds g r x.
    Proof.
      induction g as [| c g IH]; cbn [holdsb].
      - split; [easy | intros H; now apply holds_nil in H].
      - rewrite orb_true_iff, IH, holds_cons. destruct (eq_dec x c); rewrite ?Nat.eqb_eq.
        + tauto.
        + split; [intros [H | H]; [easy | auto] | intros [[H _] | H]; [easy | auto]].
    Qed.

    Definition completedb (g : game) (r : nat) : bool :=
      existsb (fun l => forallb (holdsb g r) l) lines.

    Lemma completedb_iff g r : completedb g r = true <-> completed g r.
    Proof.
      unfold completedb. rewrite existsb_exists. split.
      - intros [l [Hl H]]. exists l. split; [now apply lines_all |].
        rewrite forallb_forall in H. intros c Hc. now apply holdsb_iff, H.
      - intros [l [Hl H]]. exists l. split; [now apply lines_all |].
        apply forallb_forall. intros c Hc. now apply holdsb_iff, H.
    Qed.

    Definition over_b (g : game) : bool := existsb (completedb g) (seq 0 q) || existsb (fun l => match l with [] => true | _ => false end) lines.

    Lemma over_b_iff g : over_b g = true <-> exists r, completed g r.
    Proof.
      unfold over_b. rewrite orb_true_iff, !existsb_exists. split.
      - intros [[r [_ H]] | [l [Hl H]]].
        + exists r. now apply completedb_iff.
        + exists 0, l. split; [now apply lines_all |]. now destruct l.
      - intros [r C]. pose proof C as [l [Hl H]]. destruct l as [| c l].
        + right. exists []. split; [now apply lines_all | easy].
        + left. exists r. split; [| now apply completedb_iff].
          apply in_seq. assert (r < q) by (eapply holds_turn; [easy | apply H; now left]). lia.
    Qed.

    Definition legalb (g : game) (c : cell B) : bool :=
      (if in_dec eq_dec c cells then true else false) &&
      (if in_dec eq_dec c g then false else true) && negb (over_b g).

    Lemma legalb_iff g c : legalb g c = true <-> legal g c.
    Proof.
      unfold legalb, legal. rewrite !andb_true_iff, negb_true_iff.
      assert (O : over_b g = false <-> forall r, ~ completed g r).
      { rewrite <- not_true_iff_false, over_b_iff. split; [eauto | intros H [r C]; eapply H; eauto]. }
      rewrite O, cells_all.
      destruct (in_dec eq_dec c cells), (in_dec eq_dec c g); intuition easy.
    Qed.

    Fixpoint wins (fuel : nat) (g : game) : bool :=
      completedb g p ||
      match fuel with
      | 0 => false
      | S fuel =>
          if turn g =? p then existsb (fun c => legalb g c && wins fuel (c :: g)) cells
          else existsb (legalb g) cells &&
               forallb (fun c => negb (legalb g c) || wins fuel (c :: g)) cells
      end.

    Lemma wins_more f g : wins f g = true -> wins (S f) g = true.
    Proof.
      revert g. induction f as [| f IH]; intros g H.
      - cbn in H. rewrite orb_false_r in H. cbn. now rewrite H.
      - cbn [wins] in H. remember (S f) as f1. cbn [wins]. subst f1.
        apply orb_true_iff in H. destruct H as [H | H]; [now rewrite H |].
        apply orb_true_iff. right. destruct (turn g =? p).
        + apply existsb_exists in H. destruct H as [c [Hc H]]. apply existsb_exists. exists c.
          split; auto. apply andb_true_iff in H. destruct H as [H1 H2]. rewrite H1. cbn [andb]. now apply IH.
        + apply andb_true_iff in H. destruct H as [H1 H2]. rewrite H1. cbn [andb].
          rewrite forallb_forall in *. intros c Hc. specialize (H2 c Hc).
          apply orb_true_iff in H2. destruct H2 as [H2 | H2]; [now rewrite H2 |].
          apply orb_true_iff. right. now apply IH.
    Qed.

    Definition is_free (g : game) (c : cell B) : bool := if in_dec eq_dec c g then false else true.
    Definition free (g : game) : nat := length (filter (is_free g) cells).

    Lemma filter_le (A : Type) (f h : A -> bool) l :
      (forall x, f x = true -> h x = true) -> length (filter f l) <= length (filter h l).
    Proof.
      intros H. induction l as [| x l IH]; cbn; auto.
      destruct (f x) eqn:E; [rewrite (H x E) | destruct (h x)]; cbn; lia.
    Qed.

    Lemma filter_lt (A : Type) (f h : A -> bool) l y :
      (forall x, f x = true -> h x = true) -> In y l -> f y = false -> h y = true ->
      length (filter f l) < length (filter h l).
    Proof.
      intros H I F T. induction l as [| x l IH]; cbn; [easy |].
      destruct I as [-> | I].
      - rewrite F, T. cbn. pose proof (filter_le A f h l H). lia.
      - specialize (IH I). destruct (f x) eqn:E; [rewrite (H x E) | destruct (h x)]; cbn; lia.
    Qed.

    Lemma free_falls g c : legal g c -> free (c :: g) < free g.
    Proof.
      intros [L [N _]]. apply cells_all in L. apply filter_lt with c; auto; unfold is_free.
      - intros x. destruct (in_dec eq_dec x (c :: g)), (in_dec eq_dec x g); auto.
        exfalso. apply n. now right.
      - destruct (in_dec eq_dec c (c :: g)); auto. exfalso. apply n. now left.
      - now destruct (in_dec eq_dec c g).
    Qed.

    Lemma reaches_wins g : reaches (Nat.eqb p) g -> forall f, free g <= f -> wins f g = true.
    Proof.
      induction 1 as [g r T C | g c T L _ IH | g T [c L] _ IH]; intros f F.
      - apply Nat.eqb_eq in T. subst r. apply completedb_iff in C.
        destruct f; cbn [wins]; now rewrite C.
      - pose proof (free_falls g c L). destruct f as [| f]; [lia |]. cbn [wins].
        apply orb_true_iff. right. rewrite Nat.eqb_sym, T. apply existsb_exists. exists c.
        split; [apply cells_all, L |]. apply andb_true_iff. split; [now apply legalb_iff |].
        apply IH. lia.
      - pose proof (free_falls g c L). destruct f as [| f]; [lia |]. cbn [wins].
        apply orb_true_iff. right. rewrite Nat.eqb_sym, T. apply andb_true_iff. split.
        + apply existsb_exists. exists c. split; [apply cells_all, L | now apply legalb_iff].
        + apply forallb_forall. intros x Hx. destruct (legalb g x) eqn:E; cbn; auto.
          apply legalb_iff in E. apply IH; auto. pose proof (free_falls g x E). lia.
    Qed.

    Definition choice (g : game) : cell B :=
      match find (fun c => legalb g c && wins (length cells) (c :: g)) cells with
      | Some c => c
      | None => match find (legalb g) cells with Some c => c | None => some_cell end
      end.

    Theorem reaches_can_force_win : reaches (Nat.eqb p) [] -> can_force_win B q p.
    Proof.
      intros H. exists choice. split.
      - intros g Pl Fo T NF. unfold choice.
        destruct (find _ cells) as [c |] eqn:E.
        + apply find_some in E. destruct E as [_ E]. apply andb_true_iff in E. now apply legalb_iff.
        + destruct (find (legalb g) cells) as [c |] eqn:E2.
          * apply find_some in E2. now apply legalb_iff.
          * exfalso. apply NF. intros c L. pose proof (find_none _ _ E2 c) as N.
            rewrite (proj2 (legalb_iff g c) L) in N. discriminate N. apply cells_all, L.
      - assert (K : forall g, played g -> follows p choice g -> wins (length cells) g = true).
        { intros g Pl. induction Pl as [| c g Pl IH L]; intros Fo.
          - apply reaches_wins; auto. unfold free. clear. induction cells; cbn; auto.
            destruct (is_free [] a); cbn; lia.
          - specialize (IH (follows_tail _ _ _ _ Fo)).
            assert (P : exists f, length cells = S f).
            { destruct L as [L _]. apply cells_all in L. destruct cells; [easy |]. cbn. eauto. }
            destruct P as [f F]. rewrite F in IH. cbn [wins] in IH.
            apply orb_true_iff in IH. destruct IH as [IH | IH].
            { exfalso. apply completedb_iff in IH. now apply (proj2 (proj2 L)) in IH. }
            destruct (turn g =? p) eqn:T.
            + apply Nat.eqb_eq in T. assert (E : c = choice g) by (now apply (Fo [] c g)).
              unfold choice in E. destruct (find _ cells) as [d |] eqn:Fi.
              * apply find_some in Fi. destruct Fi as [_ Fi]. apply andb_true_iff in Fi. now subst.
              * exfalso. apply existsb_exists in IH. destruct IH as [d [Hd IH]].
                pose proof (find_none _ _ Fi d Hd) as N. cbn beta in N.
                apply andb_true_iff in IH. destruct IH as [I1 I2]. rewrite I1 in N. cbn [andb] in N.
                rewrite F, (wins_more _ _ I2) in N. discriminate.
            + apply andb_true_iff in IH. destruct IH as [_ IH]. rewrite forallb_forall in IH.
              specialize (IH c (proj1 (cells_all c) (proj1 L))).
              rewrite (proj2 (legalb_iff g c) L) in IH. cbn [negb orb] in IH.
              rewrite F. now apply wins_more. }
        intros g Pl Fo Fin. specialize (K g Pl Fo). destruct (length cells) as [| f]; cbn [wins] in K;
          apply orb_true_iff in K; destruct K as [K | K]; try (now apply completedb_iff); try discriminate K.
        exfalso. destruct (turn g =? p).
        + apply existsb_exists in K. destruct K as [c [_ K]]. apply andb_true_iff in K.
          destruct K as [K _]. apply legalb_iff in K. exact (Fin c K).
        + apply andb_true_iff in K. destruct K as [K _]. apply existsb_exists in K.
          destruct K as [c [_ K]]. apply legalb_iff in K. exact (Fin c K).
    Qed.
  End Strategy.
End Trees.

(* The same game on another board, cells renamed by f. *)
Section Rename.
  Variables B C : board.
  Variable f : cell B -> cell C.
  Record renames : Prop := {
    to_board : forall c, on_board B c -> on_board C (f c);
    one_to_one : forall c d, on_board B c -> on_board B d -> f c = f d -> c = d;
    onto : forall d, on_board C d -> exists c, on_board B c /\ f c = d;
    line_on_board : forall l c, line B l -> In c l -> on_board B c;
    line_to : forall l, line B l -> exists m, line C m /\ forall d, In d m <-> In d (map f l);
    line_from : forall m, line C m -> exists l, line B l /\ forall d, In d m <-> In d (map f l) }.

  Hypothesis H : renames.
  Variable q : nat.

  Definition proper (g : game B) : Prop := forall c, In c g -> on_board B c.

  Lemma proper_cons g c : proper g -> legal B q g c -> proper (c :: g).
  Proof. intros P [L _] x [<- | I]; auto. Qed.

  Lemma turn_map g : turn C q (map f g) = turn B q g.
  Proof. unfold turn. now rewrite map_length. Qed.

  Lemma holds_map g p c : proper g -> on_board B c ->
    (holds C q (map f g) p (f c) <-> holds B q g p c).
  Proof.
    intros P Oc. induction g as [| x g IH].
    - split; intros E; now apply holds_nil in E.
    - cbn [map]. rewrite !holds_cons, turn_map.
      assert (P' : proper g) by (intros y Hy; apply P; now right).
      rewrite (IH P'). split; intros [[E T] | E]; auto.
      + left. split; auto. apply (one_to_one H); auto. apply P. now left.
      + left. now rewrite E.
  Qed.

  Lemma completed_map g p : proper g -> (completed C q (map f g) p <-> completed B q g p).
  Proof.
    intros P. split.
    - intros [m [Lm Hm]]. destruct (line_from H m Lm) as [l [Ll E]]. exists l. split; auto.
      intros c Hc. apply holds_map; auto; [eapply (line_on_board H); eauto |].
      apply Hm, E. now apply in_map.
    - intros [l [Ll Hl]]. destruct (line_to H l Ll) as [m [Lm E]]. exists m. split; auto.
      intros d Hd. apply E in Hd. apply in_map_iff in Hd. destruct Hd as [c [<- Hc]].
      apply holds_map; auto. eapply (line_on_board H); eauto.
  Qed.

  Lemma in_map_f g c : proper g -> on_board B c -> (In (f c) (map f g) <-> In c g).
  Proof.
    intros P Oc. split; [| now apply in_map].
    intros I. apply in_map_iff in I. destruct I as [x [E I]].
    apply (one_to_one H) in E; auto. now subst.
  Qed.

  Lemma legal_map g c : proper g -> on_board B c -> (legal C q (map f g) (f c) <-> legal B q g c).
  Proof.
    intros P Oc. unfold legal. rewrite in_map_f by auto.
    split; intros (L & N & K); repeat split; auto.
    - intros p Cp. apply (K p). now apply completed_map.
    - now apply (to_board H).
    - intros p Cp. apply (K p). now apply completed_map.
  Qed.

  Lemma legal_from g d : proper g -> legal C q (map f g) d -> exists c, f c = d /\ legal B q g c.
  Proof.
    intros P L. destruct (onto H d (proj1 L)) as [c [Oc <-]]. exists c. split; auto.
    now apply legal_map.
  Qed.

  Lemma played_map g : played B q g -> played C q (map f g) /\ proper g.
  Proof.
    induction 1 as [| c g Pl [IH P] L].
    - split; [constructor | now intros x]. 
    - split; [| now apply proper_cons]. cbn. constructor; auto. apply legal_map; auto. apply L.
  Qed.

  Theorem reaches_map team g : proper g -> reaches C q team (map f g) -> reaches B q team g.
  Proof.
    intros P R. remember (map f g) as h eqn:E. revert g P E.
    induction R as [h p T Cp | h d T L _ IH | h T [d L] _ IH]; intros g P ->.
    - apply reached with p; auto. now apply completed_map.
    - rewrite turn_map in T. destruct (legal_from g d P L) as [c [<- Lc]].
      apply by_own with c; auto. apply IH; auto. eapply proper_cons; eauto.
    - rewrite turn_map in T. apply by_any; auto.
      + destruct (legal_from g d P L) as [c [_ Lc]]. eauto.
      + intros c Lc. apply (IH (f c)); auto; [| eapply proper_cons; eauto].
        apply legal_map; auto. apply Lc.
  Qed.

  Theorem held_map p g : proper g -> held C q p (map f g) -> held B q p g.
  Proof.
    intros P R. remember (map f g) as h eqn:E. revert g P E.
    induction R as [h N F | h T N _ IH | h d T L _ IH]; intros g P ->.
    - rewrite completed_map in N by auto. apply held_end; auto.
      intros c L. apply (F (f c)). apply legal_map; auto. apply L.
    - rewrite turn_map in T. rewrite completed_map in N by auto. apply held_own; auto.
      intros c L. apply (IH (f c)); auto; [| eapply proper_cons; eauto]. apply legal_map; auto. apply L.
    - rewrite turn_map in T. destruct (legal_from g d P L) as [c [<- Lc]].
      apply held_other with c; auto. apply IH; auto. eapply proper_cons; eauto.
  Qed.

  (* A promise kept there can be kept here. *)
  Theorem promise_map p bound (P : Statements.game C -> Prop) :
    (forall g, played C q g -> length g <= bound) -> P [] ->
    (forall g, played C q g -> P g -> ~ completed C q g p) ->
    (forall g c, played C q g -> P g -> turn C q g = p -> legal C q g c -> P (c :: g)) ->
    (forall g c, played C q g -> P g -> turn C q g <> p -> legal C q g c ->
       ~ forall d, legal C q g d -> ~ P (d :: g)) ->
    ~ can_force_win B q p.
  Proof.
    intros Bd P0 H1 H2 H3. apply promise_no_win with (bound := bound) (P := fun g => P (map f g)); auto.
    - intros g Pl. apply played_map in Pl. destruct Pl as [Pl _]. specialize (Bd _ Pl).
      now rewrite map_length in Bd.
    - intros g Pl Pg Cp. destruct (played_map g Pl) as [Pl' Pr]. apply (H1 _ Pl' Pg). now apply completed_map.
    - intros g c Pl Pg T L. destruct (played_map g Pl) as [Pl' Pr]. apply H2; auto.
      + now rewrite turn_map.
      + apply legal_map; auto. apply L.
    - intros g c Pl Pg T L No. destruct (played_map g Pl) as [Pl' Pr]. apply (H3 _ (f c) Pl' Pg).
      + now rewrite turn_map.
      + apply legal_map; auto. apply L.
      + intros d Ld Pd. destruct (legal_from g d Pr Ld) as [e [<- Le]]. now apply (No e Le).
  Qed.
End Rename.
