(* Certificates of kind `threats`: a win for one of two players, forced replies folded. *)
Require Import List Arith Lia Bool NArith FMapPositive.
Require Import Noughts.Statements Noughts.Games Noughts.Cube Noughts.Bits.
Import ListNotations.
Open Scope N_scope.

Section Threats.
  Variable T : tables.
  Notation lines := (lines T).
  Notation cells := (cells T).

  (* `existsb` that stops at the first one, as vm_compute evaluates both sides of an or. *)
  Fixpoint any {A : Type} (f : A -> bool) (l : list A) : bool :=
    match l with [] => false | x :: l => if f x then true else any f l end.
  Lemma any_is {A : Type} (f : A -> bool) l : any f l = existsb f l.
  Proof. induction l as [| x l IH]; cbn; [easy |]. rewrite IH. now destruct (f x). Qed.

  (* Cells that complete one of these lines for `own`. *)
  Definition completing (ls : list N) (own oth : N) : N :=
    fold_right (fun m found =>
      let rest := N.ldiff m own in
      if single rest then (if N.land rest oth =? 0 then N.lor rest found else found) else found) 0 ls.

  Lemma completing_sound ls own oth d : N.testbit (completing ls own oth) d = true ->
    exists m, In m ls /\ N.testbit m d = true /\ N.testbit own d = false /\ N.testbit oth d = false /\
              forall e, N.testbit m e = true -> N.testbit own e = true \/ e = d.
  Proof.
    induction ls as [| m ls IH]; cbn [completing fold_right]; [now rewrite N.bits_0 |].
    fold (completing ls own oth). intros H.
    assert (K : N.testbit (completing ls own oth) d = true -> exists m0, In m0 (m :: ls) /\ N.testbit m0 d = true /\ N.testbit own d = false /\ N.testbit oth d = false /\
              forall e, N.testbit m0 e = true -> N.testbit own e = true \/ e = d).
    { intros H1. destruct (IH H1) as [x [Hx P]]. exists x. split; [now right | exact P]. }
    destruct (single (N.ldiff m own)) eqn:S; auto.
    destruct (N.land (N.ldiff m own) oth =? 0) eqn:Z; auto.
    rewrite N.lor_spec in H. apply orb_true_iff in H. destruct H as [H | H]; auto.
    apply N.eqb_eq in Z.
    assert (Zd : N.testbit (N.land (N.ldiff m own) oth) d = false) by (rewrite Z; apply N.bits_0).
    rewrite N.land_spec, H in Zd. cbn in Zd.
    pose proof H as H'. rewrite N.ldiff_spec in H'. apply andb_true_iff in H'. destruct H' as [H1 H2].
    apply negb_true_iff in H2. exists m. repeat split; auto; [now left |].
    intros e He. destruct (N.testbit own e) eqn:Oe; auto. right.
    apply (single_bit _ d S) in H. subst d. apply (single_bit _ e S).
    now rewrite N.ldiff_spec, He, Oe.
  Qed.

  Lemma completing_complete ls own oth m d : In m ls -> N.testbit m d = true ->
    N.testbit own d = false -> N.testbit oth d = false ->
    (forall e, N.testbit m e = true -> N.testbit own e = true \/ e = d) ->
    N.testbit (completing ls own oth) d = true.
  Proof.
    intros I Hd Od Td H. assert (B : forall e, N.testbit (N.ldiff m own) e = true <-> e = d).
    { intros e. rewrite N.ldiff_spec, andb_true_iff, negb_true_iff. split.
      - intros [H1 H2]. destruct (H e H1); congruence.
      - intros ->. auto. }
    induction ls as [| x ls IH]; [easy |]. cbn [completing fold_right]. fold (completing ls own oth).
    destruct I as [-> | I].
    - rewrite (only_single _ d B).
      assert (Z : N.land (N.ldiff m own) oth = 0).
      { apply N.bits_inj. intros e. rewrite N.bits_0, N.land_spec.
        destruct (N.testbit (N.ldiff m own) e) eqn:E; auto. apply B in E. now subst. }
      rewrite Z. cbn. rewrite N.lor_spec. apply orb_true_iff. left. now apply B.
    - specialize (IH I). destruct (single _); auto. destruct (_ =? 0); auto.
      rewrite N.lor_spec, IH. apply orb_true_r.
  Qed.

  Definition taken (c own oth : N) : bool := N.testbit own c || N.testbit oth c.
  Definition allowed (c own oth danger : N) : bool :=
    (c <? cells) && negb (taken c own oth) && (N.clearbit danger c =? 0).

  (* A sequence of threats wins: it comes to two at once. *)
  Fixpoint wins_by (own oth danger : N) (sequence : list N) : bool :=
    match sequence with
    | [] => false
    | c :: sequence =>
        if allowed c own oth danger then
          let own := N.setbit own c in
          let threats := completing (through T c) own oth in
          match threats with
          | 0 => false
          | _ => if single threats then
                   let reply := N.log2 threats in
                   let oth := N.setbit oth reply in
                   wins_by own oth (completing (through T reply) oth own) sequence
                 else true
          end
        else false
    end.

  (* The moves of an entry: the position after them, and her threats. *)
  Fixpoint play_moves (own oth danger : N) (moves : list N) : option (N * N * N) :=
    match moves with
    | [] => None
    | c :: moves =>
        if allowed c own oth danger then
          let own := N.setbit own c in
          let threats := completing (through T c) own oth in
          match moves with
          | [] => Some (own, oth, threats)
          | _ => if single threats then
                   let reply := N.log2 threats in
                   let oth := N.setbit oth reply in
                   play_moves own oth (completing (through T reply) oth own) moves
                 else None
          end
        else None
    end.

  Record state := { known : PositiveMap.t (list N); queue : list (N * N) }.
  Definition is_known (k : PositiveMap.t (list N)) (own oth : N) : bool :=
    match PositiveMap.find (N.succ_pos own) k with Some l => is_in oth l | None => false end.
  Definition add_known (k : PositiveMap.t (list N)) (own oth : N) : PositiveMap.t (list N) :=
    PositiveMap.add (N.succ_pos own)
      (oth :: match PositiveMap.find (N.succ_pos own) k with Some l => l | None => [] end) k.

  Definition canonical (own oth : N) : option (list N * list N) :=
    canonical_by T (fun c => if N.testbit own c then 1 else if N.testbit oth c then 2 else 0).

  Fixpoint fold_some {A S : Type} (f : S -> A -> option S) (l : list A) (s : S) : option S :=
    match l with
    | [] => Some s
    | x :: l => match f s x with Some s => fold_some f l s | None => None end
    end.

  Definition free_cells (own oth : N) : list N :=
    filter (fun c => negb (taken c own oth)) (every_cell T).

  Fixpoint follow (fuel : nat) (s : state) (own oth danger : N) (moves : list N)
      (sequences : list (list N)) : option state :=
    match fuel, play_moves own oth danger moves with
    | O, _ => None
    | _, None => None
    | S fuel, Some (own, oth, threats) =>
        match free_cells own oth with
        | [] => None
        | free =>
            if negb (threats =? 0) && negb (single threats) then Some s else
            fold_some (fun s x =>
                let oth := N.setbit oth x in
                let danger := completing (through T x) oth own in
                if any (wins_by own oth danger) sequences then Some s else
                match canonical own oth with
                | None => None
                | Some (t, _) =>
                    let i := pull t own in
                    let j := pull t oth in
                    if is_known (known s) i j then Some s else
                    if danger =? 0
                    then Some {| known := add_known (known s) i j; queue := (own, oth) :: queue s |}
                    else follow fuel {| known := add_known (known s) i j; queue := queue s |}
                                own oth danger [N.log2 danger] sequences
                end)
              (if threats =? 0 then free else [N.log2 threats]) s
        end
    end.

  (* The queue is kept as what is next, and what came later in reverse. *)
  Fixpoint walk (k : PositiveMap.t (list N)) (next later : list (N * N))
      (entries : list (list N * list (list N))) : option (PositiveMap.t (list N)) :=
    match entries with
    | [] => match next, later with [], [] => Some k | _, _ => None end
    | (moves, sequences) :: entries =>
        let both := match next with [] => (rev later, []) | _ => (next, later) end in
        match both with
        | ([], _) => None
        | ((own, oth) :: next, later) =>
            match follow (S (N.to_nat cells)) {| known := k; queue := later |} own oth 0 moves sequences with
            | None => None
            | Some s => walk (known s) next (queue s) entries
            end
        end
    end.

  (* The first positions in which she is to move: up to symmetry, in order. *)
  Definition begin_with (s : state) (oth : N) : option state :=
    if completing lines oth 0 =? 0 then
      match canonical 0 oth with
      | None => None
      | Some (t, _) =>
          let i := pull t 0 in
          let j := pull t oth in
          if is_known (known s) i j then Some s
          else Some {| known := add_known (known s) i j; queue := (0, oth) :: queue s |}
      end
    else None.
  Definition no_state : state := {| known := PositiveMap.empty _; queue := [] |}.
  Definition begins (player : nat) : option state :=
    fold_some begin_with
      (match player with O => [0] | _ => map (fun c => N.setbit 0 c) (every_cell T) end) no_state.

  Definition no_empty_line : bool := forallb (fun m => negb (m =? 0)) lines.

  Definition check_walk (player : nat) (entries : list (list N * list (list N))) : bool :=
    (player <? 2)%nat && tables_good T && no_empty_line &&
    match begins player with
    | None => false
    | Some s => match walk (known s) [] (queue s) entries with Some _ => true | None => false end
    end.

  (* ---- why it proves the claim ------------------------------------------------------- *)

  Hypothesis good : tables_good T = true.
  Hypothesis nonempty : no_empty_line = true.
  Variable p : nat.
  Hypothesis p_small : (p < 2)%nat.
  Notation B := (board_of T).
  Notation opponent := (1 - p)%nat.
  Notation team := (Nat.eqb p).
  Notation turn := (turn B 2).
  Notation marks := (marks T 2).
  Notation completed := (completed B 2).
  Notation legal := (legal B 2).
  Notation wins := (reaches B 2 team).

  Record at_move (g : game B) (own oth : N) : Prop := {
    is_played : played B 2 g;
    is_turn : turn g = p;
    own_marks : marks g p own;
    oth_marks : marks g opponent oth;
    not_over : forall r, ~ completed g r }.

  (* Every cell that completes a line for the opponent is in danger, and none is completed. *)
  Definition told (own oth danger : N) : Prop :=
    forall m d, In m lines -> N.testbit m d = true -> N.testbit own d = false ->
      N.testbit oth d = false -> (forall e, N.testbit m e = true -> N.testbit oth e = true \/ e = d) ->
      N.testbit danger d = true.

  Definition supported (k : PositiveMap.t (list N)) (own oth : N) : Prop :=
    exists t s, canonical own oth = Some (t, s) /\ is_known k (pull t own) (pull t oth) = true.

  Definition known_wins (k : PositiveMap.t (list N)) (n : nat) : Prop :=
    forall g own oth, at_move g own oth -> (n < length g)%nat -> supported k own oth -> wins g.

  Definition wins_given (k : PositiveMap.t (list N)) (own oth : N) : Prop :=
    forall g, at_move g own oth -> known_wins k (length g) -> wins g.

  (* The same where a known position itself will do, if a move was made before it. *)
  Definition wins_after (k : PositiveMap.t (list N)) (own oth : N) : Prop :=
    forall g n, at_move g own oth -> (n < length g)%nat -> known_wins k n -> wins g.

  Lemma given_after k own oth : wins_given k own oth -> wins_after k own oth.
  Proof.
    intros W g n A L K. apply W; auto. intros g' own' oth' A' L'. apply K; auto. lia.
  Qed.

  Lemma supported_after k own oth : supported k own oth -> wins_after k own oth.
  Proof. intros S g n A L K. eapply K; eauto. Qed.

  Lemma turn_small (g : game B) : (turn g < 2)%nat.
  Proof. apply Nat.mod_upper_bound. lia. Qed.

  Lemma turn_cons (g : game B) c : turn (c :: g) = (1 - turn g)%nat.
  Proof.
    unfold Statements.turn. cbn [length].
    pose proof (Nat.div_mod (length g) 2 ltac:(lia)) as D.
    pose proof (Nat.mod_upper_bound (length g) 2 ltac:(lia)) as U.
    pose proof (Nat.div_mod (S (length g)) 2 ltac:(lia)) as D'.
    pose proof (Nat.mod_upper_bound (S (length g)) 2 ltac:(lia)) as U'. lia.
  Qed.

  Lemma line_has_cell m : In m lines -> exists c, N.testbit m c = true.
  Proof.
    intros H. unfold no_empty_line in nonempty. rewrite forallb_forall in nonempty.
    specialize (nonempty m H). apply negb_true_iff, N.eqb_neq in nonempty.
    exists (N.log2 m). now apply N.bit_log2.
  Qed.

  Lemma nobody_else (g : game B) r : (2 <= r)%nat -> ~ completed g r.
  Proof.
    intros R [l [[m [Hm E]] H]]. destruct (line_has_cell m Hm) as [c Hc].
    apply E, H in Hc. apply holds_turn in Hc; lia.
  Qed.

  Definition answered (k : PositiveMap.t (list N)) (own oth threats x : N) : Prop :=
    (exists t, N.testbit threats t = true /\ t <> x) \/ wins_after k own (N.setbit oth x).

  Lemma allowed_parts c own oth danger : allowed c own oth danger = true ->
    c < cells /\ N.testbit own c = false /\ N.testbit oth c = false /\
    forall d, N.testbit danger d = true -> d = c.
  Proof.
    unfold allowed, taken. rewrite !andb_true_iff, negb_true_iff, orb_false_iff, N.ltb_lt, N.eqb_eq.
    intros [[H1 [H2 H3]] H4]. repeat split; auto. intros d Hd.
    destruct (N.eq_dec d c) as [| E]; auto.
    assert (K : N.testbit (N.clearbit danger c) d = true) by (rewrite N.clearbit_neq; auto).
    now rewrite H4, N.bits_0 in K.
  Qed.

  Lemma in_marks g own oth c : at_move g own oth -> c < cells ->
    (In c g <-> N.testbit own c = true \/ N.testbit oth c = true).
  Proof.
    intros A Hc. rewrite <- (own_marks _ _ _ A c Hc), <- (oth_marks _ _ _ A c Hc). split.
    - intros I. apply (in_holds B 2) in I. destruct I as [r H].
      assert (R : (r < 2)%nat) by (eapply holds_turn; [| exact H]; lia).
      assert (r = p \/ r = opponent) as [-> | ->] by lia; auto.
    - intros [H | H]; exact (holds_in B 2 _ _ _ H).
  Qed.

  (* One move of hers and any reply to it. *)
  Lemma one_move k c own oth danger threats :
    allowed c own oth danger = true -> told own oth danger ->
    (forall t, N.testbit threats t = true ->
       N.testbit (completing (through T c) (N.setbit own c) oth) t = true) ->
    (exists x, x < cells /\ taken x (N.setbit own c) oth = false) ->
    (forall x, x < cells -> taken x (N.setbit own c) oth = false ->
       answered k (N.setbit own c) oth threats x) ->
    wins_given k own oth.
  Proof.
    intros Al To Th [x0 [X0 F0]] An g A K.
    destruct (allowed_parts _ _ _ _ Al) as (Hc & Oc & Tc & Da).
    destruct (good_parts T good) as (G1 & G2 & G3 & _).
    assert (Lc : legal g c).
    { split; [exact Hc |]. split; [| apply A]. rewrite (in_marks g own oth c A Hc), Oc, Tc. intros [E | E]; easy. }
    assert (Tp : turn g = p) by apply A.
    assert (M1 : marks (c :: g) p (N.setbit own c)).
    { rewrite <- Tp. apply marks_own. rewrite Tp. apply A. }
    assert (M2 : marks (c :: g) opponent oth).
    { apply marks_other; [apply A | lia]. }
    apply by_own with c; auto. { now rewrite Tp, Nat.eqb_refl. }
    set (own1 := N.setbit own c) in *.
    destruct (existsb (fun m => N.land m own1 =? m) lines) eqn:Full.
    { apply reached with p; [apply Nat.eqb_refl |]. apply (completed_marks T good 2 _ _ _ M1).
      apply existsb_exists in Full. destruct Full as [m [Hm E]]. apply N.eqb_eq in E.
      exists m. split; auto. intros e He. rewrite <- E, N.land_spec in He.
      now apply andb_true_iff in He. }
    assert (NC : ~ completed (c :: g) p).
    { intros C. apply (completed_marks T good 2 _ _ _ M1) in C. destruct C as [m [Hm C]].
      rewrite <- not_true_iff_false in Full. apply Full. apply existsb_exists. exists m.
      split; auto. apply N.eqb_eq. apply N.bits_inj. intros e. rewrite N.land_spec.
      destruct (N.testbit m e) eqn:E; auto. now rewrite (C e E). }
    assert (NO : forall r, ~ completed (c :: g) r).
    { intros r. destruct (le_lt_dec 2 r) as [R | R]; [now apply nobody_else |].
      assert (r = p \/ r = opponent) as [-> | ->] by lia; auto.
      intros C. apply (completed_marks T good 2 _ _ _ M2) in C.
      apply (not_over _ _ _ A opponent). apply (completed_marks T good 2 _ _ _ (oth_marks _ _ _ A)). exact C. }
    assert (T1 : turn (c :: g) = opponent) by (etransitivity; [exact (turn_cons g c) | lia]).
    assert (Fr : forall x, x < cells -> (~ In x (c :: g) <-> taken x own1 oth = false)).
    { intros x Hx. unfold taken, own1. rewrite N.setbit_eqb, !orb_false_iff, N.eqb_neq.
      assert (E : ~ In x g <-> N.testbit own x = false /\ N.testbit oth x = false).
      { rewrite (in_marks g own oth x A Hx), <- !not_true_iff_false. tauto. }
      cbn [In]. tauto. }
    apply by_any.
    { apply Nat.eqb_neq. intros E. assert (K1 := eq_trans E T1). lia. }
    { exists x0. split; [exact X0 |]. split; auto. now apply Fr. }
    intros x [Hx [Nx _]]. apply Fr in Nx; auto. specialize (An x Hx Nx).
    assert (T2 : turn (x :: c :: g) = p) by (etransitivity; [exact (turn_cons (c :: g) x) | lia]).
    assert (M1x : marks (x :: c :: g) p own1) by (apply marks_other; [exact M1 | lia]).
    assert (M2x : marks (x :: c :: g) opponent (N.setbit oth x)).
    { rewrite <- T1. apply marks_own. now rewrite T1. }
    assert (Px : played B 2 (x :: c :: g)).
    { constructor; [constructor; [apply A | exact Lc] |]. split; [exact Hx |]. split; auto. now apply Fr. }
    assert (NOx : forall r, ~ completed (x :: c :: g) r).
    { intros r. destruct (le_lt_dec 2 r) as [R | R]; [now apply nobody_else |].
      assert (r = p \/ r = opponent) as [-> | ->] by lia; intros C.
      - apply (completed_marks T good 2 _ _ _ M1x) in C.
        apply NC. now apply (completed_marks T good 2 _ _ _ M1).
      - apply (completed_marks T good 2 _ _ _ M2x) in C. destruct C as [m [Hm C]].
        unfold taken, own1 in Nx. rewrite N.setbit_eqb, !orb_false_iff, N.eqb_neq in Nx.
        destruct Nx as [[Ncx Nox] Ntx].
        destruct (N.testbit m x) eqn:Mx.
        + assert (D : N.testbit danger x = true); [| apply Da in D; congruence].
          apply (To m x); auto. intros e He. specialize (C e He). rewrite N.setbit_eqb in C.
          apply orb_true_iff in C. destruct C as [C | C]; auto. right. apply N.eqb_eq in C. auto.
        + apply (not_over _ _ _ A opponent). apply (completed_marks T good 2 _ _ _ (oth_marks _ _ _ A)).
          exists m. split; auto. intros e He. specialize (C e He). rewrite N.setbit_eqb in C.
          apply orb_true_iff in C. destruct C as [C | C]; auto. apply N.eqb_eq in C. congruence. }
    destruct An as [[t [Ht Ntx]] | W].
    - apply Th in Ht. apply completing_sound in Ht. destruct Ht as (m & Hm & Mt & Ot & Tt & Al').
      destruct (G3 m c Hc Hm) as [Im _]. assert (Bt : t < cells) by now apply (G1 m t).
      apply by_own with t.
      + apply Nat.eqb_eq. exact (eq_sym T2).
      + split; [exact Bt |]. split; [| exact NOx]. cbn [In]. intros [E | I]; [congruence |].
        apply (Fr t Bt) in I; auto. unfold taken. now rewrite Ot, Tt.
      + apply reached with p; [apply Nat.eqb_refl |].
        assert (M3 : marks (t :: x :: c :: g) p (N.setbit own1 t)).
        { rewrite <- T2. apply marks_own. now rewrite T2. }
        apply (completed_marks T good 2 _ _ _ M3). exists m. split; auto.
        intros e He. rewrite N.setbit_eqb. apply orb_true_iff.
        destruct (Al' e He) as [E | ->]; auto. left. apply N.eqb_refl.
    - apply (W _ (length g)); [now constructor | cbn [length]; lia | exact K].
  Qed.

  Lemma told_after c x own oth danger :
    allowed c own oth danger = true -> told own oth danger -> x < cells ->
    told (N.setbit own c) (N.setbit oth x) (completing (through T x) (N.setbit oth x) (N.setbit own c)).
  Proof.
    intros Al To Hx m d Hm Md Od Td H. destruct (good_parts T good) as (G1 & G2 & G3 & _).
    destruct (allowed_parts _ _ _ _ Al) as (Hc & Oc & Tc & Da).
    destruct (N.testbit m x) eqn:Mx.
    - apply completing_complete with m; auto.
    - exfalso. rewrite N.setbit_eqb in Od, Td. apply orb_false_iff in Od, Td.
      destruct Od as [Ncd Od], Td as [_ Td]. apply N.eqb_neq in Ncd. apply Ncd. symmetry. apply Da.
      apply (To m d); auto. intros e He. destruct (H e He) as [E | E]; auto.
      rewrite N.setbit_eqb in E. apply orb_true_iff in E. destruct E as [E | E]; auto.
      apply N.eqb_eq in E. congruence.
  Qed.

  (* What a single threat does to all replies. *)
  Lemma forced k own oth threats :
    single threats = true ->
    wins_after k own (N.setbit oth (N.log2 threats)) ->
    forall x, answered k own oth threats x.
  Proof.
    intros S W x. destruct (N.eq_dec x (N.log2 threats)) as [-> | E]; [now right |].
    left. exists (N.log2 threats). split; [now apply single_bit | auto].
  Qed.

  Lemma threat_is_free c own oth t :
    c < cells -> N.testbit (completing (through T c) own oth) t = true -> t < cells /\ taken t own oth = false.
  Proof.
    intros Hc H. apply completing_sound in H. destruct H as (m & Hm & Mt & Ot & Tt & _).
    destruct (good_parts T good) as (G1 & G2 & G3 & _). destruct (G3 m c Hc Hm) as [Im _].
    split; [now apply (G1 m t) |]. unfold taken. now rewrite Ot, Tt.
  Qed.

  Lemma wins_by_sound k sequence : forall own oth danger, told own oth danger ->
    wins_by own oth danger sequence = true -> wins_given k own oth.
  Proof.
    induction sequence as [| c sequence IH]; intros own oth danger To H; [easy |].
    cbn [wins_by] in H. destruct (allowed c own oth danger) eqn:Al; [| easy].
    destruct (allowed_parts _ _ _ _ Al) as (Hc & _).
    set (threats := completing (through T c) (N.setbit own c) oth) in *.
    assert (Z : threats <> 0) by (intros E; now rewrite E in H).
    assert (L : N.testbit threats (N.log2 threats) = true) by now apply N.bit_log2.
    apply (one_move k c own oth danger threats Al To); auto.
    - exists (N.log2 threats). exact (threat_is_free _ _ _ _ Hc ltac:(eassumption)).
    - intros x Hx Nx. destruct (single threats) eqn:S.
      + apply forced, given_after; auto. destruct threats as [| t] eqn:E; [easy |].
        rewrite <- E in *.
        apply (IH _ _ (completing (through T (N.log2 threats)) (N.setbit oth (N.log2 threats)) (N.setbit own c))); auto.
        apply told_after with danger; auto. exact (proj1 (threat_is_free _ _ _ _ Hc L)).
      + left. apply not_single; auto.
  Qed.

  Lemma play_moves_sound moves : forall own oth danger own1 oth1 threats k, told own oth danger ->
    play_moves own oth danger moves = Some (own1, oth1, threats) ->
    (exists x, x < cells /\ taken x own1 oth1 = false) ->
    (forall x, x < cells -> taken x own1 oth1 = false -> answered k own1 oth1 threats x) ->
    wins_given k own oth.
  Proof.
    induction moves as [| c moves IH]; intros own oth danger own1 oth1 threats k To H Fr An; [easy |].
    cbn [play_moves] in H. destruct (allowed c own oth danger) eqn:Al; [| easy].
    destruct (allowed_parts _ _ _ _ Al) as (Hc & _).
    set (th := completing (through T c) (N.setbit own c) oth) in *.
    destruct moves as [| d moves].
    - injection H as <- <- <-. apply (one_move k c own oth danger th Al To); auto.
    - destruct (single th) eqn:S; [| easy].
      assert (L : N.testbit th (N.log2 th) = true) by now apply single_bit.
      pose proof (threat_is_free _ _ _ _ Hc L) as F.
      apply (one_move k c own oth danger th Al To); auto; [eauto |].
      intros x Hx Nx. apply forced, given_after; auto. eapply IH; eauto. apply told_after with danger; auto. apply F.
  Qed.

  Lemma play_moves_told moves : forall own oth danger own1 oth1 threats, told own oth danger ->
    play_moves own oth danger moves = Some (own1, oth1, threats) ->
    (forall x, x < cells -> told own1 (N.setbit oth1 x) (completing (through T x) (N.setbit oth1 x) own1)) /\
    (forall t, N.testbit threats t = true -> t < cells /\ taken t own1 oth1 = false).
  Proof.
    induction moves as [| c moves IH]; intros own oth danger own1 oth1 threats To H; [easy |].
    cbn [play_moves] in H. destruct (allowed c own oth danger) eqn:Al; [| easy].
    destruct (allowed_parts _ _ _ _ Al) as (Hc & _).
    set (th := completing (through T c) (N.setbit own c) oth) in *.
    destruct moves as [| d moves].
    - injection H as <- <- <-. split; [intros x Hx; now apply told_after with danger |].
      intros t Ht. exact (threat_is_free _ _ _ _ Hc ltac:(eassumption)).
    - destruct (single th) eqn:S; [| easy].
      assert (L : N.testbit th (N.log2 th) = true) by now apply single_bit.
      pose proof (threat_is_free _ _ _ _ Hc L) as F.
      exact (IH _ _ _ _ _ _ (told_after _ _ _ _ _ Al To (proj1 F)) H).
  Qed.

  (* What the table of known positions grows by is proved, or waits in the queue. *)
  Definition queue_told (s : state) : Prop := forall own oth, In (own, oth) (queue s) -> told own oth 0.
  Definition grows (s s' : state) : Prop :=
    (forall i j, is_known (known s) i j = true -> is_known (known s') i j = true) /\
    (forall x, In x (queue s) -> In x (queue s')) /\
    (forall i j, is_known (known s') i j = true -> is_known (known s) i j = true \/
       exists own oth t u, canonical own oth = Some (t, u) /\ i = pull t own /\ j = pull t oth /\
         (wins_given (known s') own oth \/ In (own, oth) (queue s'))).

  Lemma is_known_add k i j i' j' :
    is_known (add_known k i j) i' j' = true <-> (i = i' /\ j = j') \/ is_known k i' j' = true.
  Proof.
    unfold is_known, add_known. destruct (N.eq_dec i i') as [<- | E].
    - rewrite PositiveMap.gss, is_in_iff. cbn [In].
      destruct (PositiveMap.find (N.succ_pos i) k); rewrite ?is_in_iff; cbn [In]; intuition easy.
    - rewrite PositiveMap.gso; [intuition easy |]. intros H. apply E.
      apply (f_equal N.pos) in H. rewrite !N.succ_pos_spec in H. now apply N.succ_inj.
  Qed.

  Lemma supported_more k k' own oth :
    (forall i j, is_known k i j = true -> is_known k' i j = true) -> supported k own oth -> supported k' own oth.
  Proof. intros H (t & s & C & K). exists t, s. auto. Qed.

  Lemma wins_given_more k k' own oth :
    (forall i j, is_known k i j = true -> is_known k' i j = true) -> wins_given k own oth -> wins_given k' own oth.
  Proof.
    intros H W g A K. apply W; auto. intros g' own' oth' A' L S. eapply K; eauto.
    eapply supported_more; eauto.
  Qed.

  Lemma grows_refl s : grows s s.
  Proof. split; [| split]; auto. Qed.

  Lemma grows_trans a b c : grows a b -> grows b c -> grows a c.
  Proof.
    intros (A1 & A2 & A3) (B1 & B2 & B3). split; [auto |]. split; [auto |].
    intros i j H. destruct (B3 i j H) as [K | K]; [| now right].
    destruct (A3 i j K) as [K' | (own & oth & t & u & C & -> & -> & [W | Q])]; [now left | right | right];
      exists own, oth, t, u; repeat split; auto. left. eapply wins_given_more; eauto.
  Qed.

  Lemma follow_sound fuel : forall s own oth danger moves sequences s',
    told own oth danger -> queue_told s ->
    follow fuel s own oth danger moves sequences = Some s' ->
    grows s s' /\ queue_told s' /\ wins_given (known s') own oth.
  Proof.
    induction fuel as [| fuel IH]; intros s own oth danger moves sequences s' To Qt H; [easy |].
    cbn [follow] in H. destruct (play_moves own oth danger moves) as [[[own1 oth1] threats] |] eqn:P; [| easy].
    destruct (free_cells own1 oth1) as [| f0 free] eqn:Free; [easy |].
    destruct (play_moves_told _ _ _ _ _ _ _ To P) as [Told Thr].
    assert (FC : forall x, In x (f0 :: free) <-> x < cells /\ taken x own1 oth1 = false).
    { intros x. rewrite <- Free. unfold free_cells. rewrite filter_In, every_cell_iff, negb_true_iff. tauto. }
    assert (F0 : exists x, x < cells /\ taken x own1 oth1 = false) by (exists f0; apply FC; now left).
    destruct (negb (threats =? 0) && negb (single threats)) eqn:Two.
    - injection H as <-. split; [apply grows_refl |]. split; auto.
      apply andb_true_iff in Two. destruct Two as [Z S]. apply negb_true_iff in Z, S. apply N.eqb_neq in Z.
      eapply play_moves_sound; eauto. intros x Hx _. left. now apply not_single.
    - set (replies := if threats =? 0 then f0 :: free else [N.log2 threats]) in *.
      assert (Bound : forall x, In x replies -> x < cells).
      { intros x Hx. unfold replies in Hx. destruct (threats =? 0) eqn:Z; [now apply FC |].
        apply N.eqb_neq in Z. destruct Hx as [<- | []]. apply Thr. now apply N.bit_log2. }
      match type of H with fold_some ?f _ _ = _ => set (step := f) in * end.
      assert (Step : forall x s s', x < cells -> queue_told s -> step s x = Some s' ->
                grows s s' /\ queue_told s' /\
                (wins_given (known s') own1 (N.setbit oth1 x) \/ supported (known s') own1 (N.setbit oth1 x))).
      { clear H s s' Qt Two. intros x s s' Hx Qt H. unfold step in H.
        set (oth2 := N.setbit oth1 x) in *. set (dg := completing (through T x) oth2 own1) in *.
        assert (To2 : told own1 oth2 dg) by now apply Told.
        destruct (any (wins_by own1 oth2 dg) sequences) eqn:E.
        { rewrite any_is in E. injection H as <-. split; [apply grows_refl |]. split; auto. left.
          apply existsb_exists in E. destruct E as [sq [_ E]]. eapply wins_by_sound; eauto. }
        destruct (canonical own1 oth2) as [[t u] |] eqn:C; [| easy].
        destruct (is_known (known s) (pull t own1) (pull t oth2)) eqn:K.
        { injection H as <-. split; [apply grows_refl |]. split; auto. right. now exists t, u. }
        destruct (dg =? 0) eqn:Z.
        - injection H as <-. apply N.eqb_eq in Z. rewrite Z in To2. split; [| split].
          + split; [| split]; cbn.
            * intros i j Hk. apply is_known_add. now right.
            * intros y Hy. now right.
            * intros i j Hk. apply is_known_add in Hk. destruct Hk as [[<- <-] | Hk]; [right | now left].
              exists own1, oth2, t, u. repeat split; auto.
          + intros a b [E2 | I]; [injection E2 as <- <-; exact To2 | now apply Qt].
          + right. exists t, u. split; auto. cbn. apply is_known_add. now left.
        - set (s1 := {| known := add_known (known s) (pull t own1) (pull t oth2); queue := queue s |}) in *.
          assert (Qt1 : queue_told s1) by exact Qt.
          destruct (IH s1 _ _ _ _ _ _ To2 Qt1 H) as ((G1 & G2 & G3) & Q' & W).
          split; [| split; auto]. split; [| split].
          + intros i j Hk. apply G1. cbn. apply is_known_add. now right.
          + intros y Hy. now apply G2.
          + intros i j Hk. destruct (G3 i j Hk) as [K1 | K1]; [| now right].
            cbn in K1. apply is_known_add in K1. destruct K1 as [[<- <-] | K1]; [right | now left].
            exists own1, oth2, t, u. repeat split; auto. }
      assert (All : forall l s s', (forall x, In x l -> x < cells) -> queue_told s ->
                fold_some step l s = Some s' ->
                grows s s' /\ queue_told s' /\ forall x, In x l ->
                (wins_given (known s') own1 (N.setbit oth1 x) \/ supported (known s') own1 (N.setbit oth1 x))).
      { clear - Step. induction l as [| x l IHl]; intros s s' Hl Qt H; cbn [fold_some] in H.
        - injection H as <-. split; [apply grows_refl | split; auto]. intros x [].
        - destruct (step s x) as [s1 |] eqn:E; [| easy].
          destruct (Step x s s1 (Hl x (or_introl eq_refl)) Qt E) as (A1 & A2 & A3).
          destruct (IHl s1 s') as (B1 & B2 & B3); auto.
          { intros y Hy. apply Hl. now right. }
          split; [eapply grows_trans; eauto | split; auto].
          intros y [<- | Hy]; auto. destruct B1 as (B1 & _).
          destruct A3 as [A3 | A3]; [left; eapply wins_given_more | right; eapply supported_more]; eauto. }
      destruct (All replies s s' Bound Qt H) as (G & Q' & R). split; auto. split; auto.
      assert (After : forall x, In x replies -> wins_after (known s') own1 (N.setbit oth1 x)).
      { intros x Hx. destruct (R x Hx); [now apply given_after | now apply supported_after]. }
      eapply play_moves_sound; eauto. intros x Hx Nx. unfold replies in After.
      destruct (threats =? 0) eqn:Z.
      + right. apply After. now apply FC.
      + apply forced; [| apply After; now left].
        cbn in Two. now destruct (single threats).
  Qed.

  Definition settled (s : state) : Prop := forall i j, is_known (known s) i j = true ->
    exists own oth t u, canonical own oth = Some (t, u) /\ i = pull t own /\ j = pull t oth /\
      (wins_given (known s) own oth \/ In (own, oth) (queue s)).

  Lemma walk_sound entries : forall k next later k',
    settled {| known := k; queue := next ++ rev later |} ->
    queue_told {| known := k; queue := next ++ rev later |} ->
    walk k next later entries = Some k' ->
    settled {| known := k'; queue := [] |} /\
    forall i j, is_known k i j = true -> is_known k' i j = true.
  Proof.
    induction entries as [| [moves sequences] entries IH]; intros k next later k' Se Qt H; cbn [walk] in H.
    - destruct next, later; try easy. injection H as <-. auto.
    - set (both := match next with [] => (rev later, []) | _ => (next, later) end) in *.
      assert (E : fst both ++ rev (snd both) = next ++ rev later).
      { unfold both. destruct next; cbn; [now rewrite app_nil_r | auto]. }
      rewrite <- E in Se, Qt. clear E. destruct both as [[| [own oth] next1] later1]; [easy |].
      cbn [fst snd app] in *.
      destruct (follow _ _ own oth 0 moves sequences) as [s |] eqn:F; [| easy].
      assert (Q1 : queue_told {| known := k; queue := later1 |}).
      { intros a b I. apply Qt. right. apply in_or_app. right. now apply in_rev in I. }
      destruct (follow_sound _ _ _ _ _ _ _ _ (Qt own oth (or_introl eq_refl)) Q1 F)
        as ((G1 & G2 & G3) & Q' & W).
      cbn [known queue] in *.
      destruct (IH (known s) next1 (queue s) k') as [R1 R2]; auto.
      + intros i j K. cbn [known queue] in *. destruct (G3 i j K) as [K1 | K1].
        * destruct (Se i j K1) as (a & b & t & u & C & -> & -> & D). exists a, b, t, u.
          repeat split; auto. cbn [known queue] in D. destruct D as [D | [D | D]].
          -- left. eapply wins_given_more; eauto.
          -- injection D as <- <-. now left.
          -- right. apply in_app_or in D. apply in_or_app. destruct D as [D | D]; [now left | right].
             apply in_rev in D. apply in_rev. rewrite rev_involutive. now apply G2.
        * destruct K1 as (a & b & t & u & C & -> & -> & D). exists a, b, t, u. repeat split; auto.
          destruct D as [D | D]; [now left | right]. apply in_or_app. right. now apply in_rev in D.
      + intros a b I. cbn [queue] in I. apply in_app_or in I. destruct I as [I | I].
        * apply Qt. right. apply in_or_app. now left.
        * apply Q'. now apply in_rev.
  Qed.

  Lemma at_move_pull t u g own oth : is_automorphism T (t, u) = true -> at_move g own oth ->
    at_move (map (at_ u) g) (pull t own) (pull t oth).
  Proof.
    intros A [Pl Tu Mo Mt No]. pose proof (automorphism_renames T good _ _ (automorphism_swap T _ _ A)) as Re.
    destruct (played_map B B (at_ u) Re 2 g Pl) as [Pl' Pr].
    constructor; auto.
    - exact (eq_trans (turn_map B B (at_ u) 2 g) Tu).
    - now apply (marks_pull T good 2).
    - now apply (marks_pull T good 2).
    - intros r C. apply (No r). now apply (completed_map B B (at_ u) Re 2 g r Pr) in C.
  Qed.

  Lemma at_move_push t u g own oth : is_automorphism T (t, u) = true ->
    at_move g (pull t own) (pull t oth) -> at_move (map (at_ t) g) own oth.
  Proof.
    intros A [Pl Tu Mo Mt No]. pose proof (automorphism_renames T good _ _ A) as Re.
    destruct (played_map B B (at_ t) Re 2 g Pl) as [Pl' Pr].
    constructor; auto.
    - exact (eq_trans (turn_map B B (at_ t) 2 g) Tu).
    - now apply (marks_push T good 2 t u).
    - now apply (marks_push T good 2 t u).
    - intros r C. apply (No r). now apply (completed_map B B (at_ t) Re 2 g r Pr) in C.
  Qed.

  Lemma canonical_automorphism own oth t u : canonical own oth = Some (t, u) -> is_automorphism T (t, u) = true.
  Proof.
    intros C. apply canonical_by_in in C. destruct (good_parts T good) as (_ & _ & _ & G). auto.
  Qed.

  Lemma all_known_win k : settled {| known := k; queue := [] |} ->
    forall d n, (N.to_nat cells <= n + d)%nat -> known_wins k n.
  Proof.
    intros Se d. induction d as [| d IH]; intros n D g own oth A L (t & u & C & K).
    - pose proof (played_length T 2 g (is_played _ _ _ A)). lia.
    - destruct (Se _ _ K) as (own0 & oth0 & t0 & u0 & C0 & E1 & E2 & [W | []]).
      cbn [known] in W.
      pose proof (canonical_automorphism _ _ _ _ C) as Au. pose proof (canonical_automorphism _ _ _ _ C0) as Au0.
      pose proof (at_move_pull _ _ _ _ _ Au A) as A1. rewrite E1, E2 in A1.
      pose proof (at_move_push _ _ _ _ _ Au0 A1) as A2.
      assert (Wi : wins (map (at_ t0) (map (at_ u) g))).
      { apply W; auto. apply IH.
        refine (eq_ind_r (fun z => (N.to_nat cells <= z + d)%nat) _
                         (eq_trans (map_length (at_ t0) (map (at_ u) g)) (map_length (at_ u) g))).
        clear - D L. unfold Statements.game in *. cbn [cell board_of numbered] in *. lia. }
      apply (reaches_map B B (at_ u) (automorphism_renames T good _ _ (automorphism_swap T _ _ Au)) 2 team g).
      { intros c Hc. eapply played_on_board; [apply A | exact Hc]. }
      apply (reaches_map B B (at_ t0) (automorphism_renames T good _ _ Au0) 2 team (map (at_ u) g)); [| exact Wi].
      intros c Hc. eapply played_on_board; [apply A1 | exact Hc].
  Qed.

  Lemma begin_with_sound s oth s' : queue_told s -> settled s -> begin_with s oth = Some s' ->
    queue_told s' /\ settled s' /\ supported (known s') 0 oth /\
    forall i j, is_known (known s) i j = true -> is_known (known s') i j = true.
  Proof.
    intros Qt Se H. unfold begin_with in H. destruct (completing lines oth 0 =? 0) eqn:Z; [| easy].
    apply N.eqb_eq in Z. destruct (canonical 0 oth) as [[t u] |] eqn:C; [| easy].
    destruct (is_known (known s) (pull t 0) (pull t oth)) eqn:K.
    - injection H as <-. repeat split; auto. now exists t, u.
    - injection H as <-. cbn. split; [| split; [| split]].
      + intros a b [E | I]; [injection E as <- <- | now apply Qt].
        intros m d Hm Md Od Td El.
        rewrite <- Z. now apply completing_complete with m.
      + intros i j Hk. cbn in Hk. apply is_known_add in Hk. destruct Hk as [[<- <-] | Hk].
        * exists 0, oth, t, u. repeat split; auto. right. now left.
        * destruct (Se i j Hk) as (a & b & t1 & u1 & C1 & -> & -> & D). exists a, b, t1, u1.
          repeat split; auto. destruct D as [D | D]; [left | right; now right].
          eapply wins_given_more; [| exact D]. intros i j Hi. apply is_known_add. now right.
      + exists t, u. split; auto. apply is_known_add. now left.
      + intros i j Hi. apply is_known_add. now right.
  Qed.

  Lemma begins_sound l : forall s s', queue_told s -> settled s -> fold_some begin_with l s = Some s' ->
    queue_told s' /\ settled s' /\ (forall oth, In oth l -> supported (known s') 0 oth) /\
    forall i j, is_known (known s) i j = true -> is_known (known s') i j = true.
  Proof.
    induction l as [| x l IH]; intros s s' Qt Se H; cbn [fold_some] in H.
    - injection H as <-. repeat split; auto. intros oth [].
    - destruct (begin_with s x) as [s1 |] eqn:E; [| easy].
      destruct (begin_with_sound _ _ _ Qt Se E) as (A1 & A2 & A3 & A4).
      destruct (IH _ _ A1 A2 H) as (B1 & B2 & B3 & B4). repeat split; auto.
      intros oth [<- | I]; auto. eapply supported_more; eauto.
  Qed.

  Lemma nothing_completed (g : game B) : (length g <= 1)%nat -> (forall m, In m lines -> single m = false) ->
    forall r, ~ completed g r.
  Proof.
    clear p_small. intros L Si r [l [[m [Hm E]] H]]. destruct (line_has_cell m Hm) as [c Hc].
    assert (Z : m <> 0) by (intros ->; now rewrite N.bits_0 in Hc).
    destruct (not_single m c Z (Si m Hm)) as [e [He Ne]].
    apply E, H in Hc. apply E, H in He. apply holds_in in Hc, He.
    destruct g as [| x [| y g]]; cbn in L; try lia; try easy.
    destruct Hc as [<- | []], He as [<- | []]. easy.
  Qed.
End Threats.

(* Her win, from an accepted certificate. *)
Definition no_single_line (T : tables) : bool := forallb (fun m => negb (single m)) (lines T).

Theorem check_walk_sound T p entries :
  check_walk T p entries = true -> no_single_line T = true ->
  (0 < cells T) -> reaches (board_of T) 2 (Nat.eqb p) [].
Proof.
  intros H Ns Pos. unfold check_walk in H. rewrite !andb_true_iff, Nat.ltb_lt in H.
  destruct H as [[[P G] Ne] H]. destruct (begins T p) as [s |] eqn:Be; [| easy].
  destruct (walk T (known s) [] (queue s) entries) as [k |] eqn:W; [| easy]. clear H.
  assert (Si : forall m, In m (lines T) -> single m = false).
  { intros m Hm. unfold no_single_line in Ns. rewrite forallb_forall in Ns.
    now apply negb_true_iff, Ns. }
  assert (Q0 : queue_told T no_state) by (intros a b []).
  assert (S0 : settled T p no_state).
  { intros i j K. unfold is_known in K. cbn in K. now rewrite PositiveMap.gempty in K. }
  destruct (begins_sound T p _ _ _ Q0 S0 Be) as (Qt & Se & Sup & _).
  destruct (walk_sound T G Ne p P entries (known s) [] (queue s) k) as [Se' More]; auto.
  { intros i j K. destruct (Se i j K) as (a & b & t & u & C & E1 & E2 & D). exists a, b, t, u.
    repeat split; auto. destruct D as [D | D]; [now left | right]. cbn. now apply in_rev in D. }
  { intros a b I. cbn in I. apply in_rev in I. now apply Qt. }
  assert (All : forall n, known_wins T p k n).
  { intros n. apply (all_known_win T G p P k Se' (N.to_nat (cells T))). lia. }
  destruct p as [| [| p]]; [| | lia].
  - assert (S : supported T k 0 0) by (eapply supported_more; [exact More | apply Sup; now left]).
    destruct S as (t & u & C & K). destruct (Se' _ _ K) as (a & b & t0 & u0 & C0 & E1 & E2 & [Wi | []]).
    pose proof (canonical_automorphism T G _ _ _ _ C) as Au.
    pose proof (canonical_automorphism T G _ _ _ _ C0) as Au0.
    assert (A : at_move T 0 [] 0 0).
    { constructor; [constructor | reflexivity | apply marks_nil | apply marks_nil |].
      apply (nothing_completed T Ne); [cbn; auto | exact Si]. }
    assert (A1 : at_move T 0 (map (at_ u) []) (pull t0 a) (pull t0 b)).
    { rewrite <- E1, <- E2. exact (at_move_pull T G 0 _ _ _ _ _ Au A). }
    pose proof (at_move_push T G 0 _ _ _ _ _ Au0 A1) as A2. cbn [map] in A2.
    apply Wi; auto.
  - apply by_any; [reflexivity | |].
    + exists 0. split; [exact Pos |]. split; [now intros [] |]. apply (nothing_completed T Ne); [cbn; auto | exact Si].
    + intros c L. apply (All 0%nat [c] 0 (N.setbit 0 c)); [| cbn; lia |].
      * constructor; [| reflexivity | | |].
        -- constructor; [constructor | exact L].
        -- apply (marks_other T 2 [] 1 0 c); [apply marks_nil | easy].
        -- exact (marks_own T 2 [] 0 c (marks_nil T 2 0)).
        -- apply (nothing_completed T Ne); [cbn; auto | exact Si].
      * eapply supported_more; [exact More |]. apply Sup. apply in_map_iff. exists c.
        split; auto. apply every_cell_iff, L.
Qed.
