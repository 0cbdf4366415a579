(* Strategies as tables: a walk through all positions that a table leads to, each looked at once
   up to symmetry. What is right about every position after it is right about a position. *)
Require Import List Arith Lia Bool NArith FMapPositive.
Require Import Noughts.Statements Noughts.Games Noughts.Cube Noughts.Bits Noughts.Threats.
Import ListNotations.
Open Scope N_scope.

(* A number that tells where play stands, and a set of cells for each sign. *)
Definition position := (N * list N)%type.

Fixpoint same_sets (a b : list N) : bool :=
  match a, b with
  | [], [] => true
  | x :: a, y :: b => if x =? y then same_sets a b else false
  | _, _ => false
  end.
Lemma same_sets_eq a : forall b, same_sets a b = true -> a = b.
Proof.
  induction a as [| x a IH]; intros [| y b] H; try easy. cbn in H.
  destruct (N.eqb_spec x y) as [<- |]; [| easy]. now rewrite (IH b).
Qed.

(* A table by sets of cells. Two that share a key are told apart by their lists. *)
Definition key (sets : list N) : positive := N.succ_pos (fold_left (fun a s => 3 * a + s) sets 0).
Definition row {A : Type} (t : PositiveMap.t (list (list N * A))) (sets : list N) : list (list N * A) :=
  match PositiveMap.find (key sets) t with Some l => l | None => [] end.
Definition look_up {A : Type} (t : PositiveMap.t (list (list N * A))) (sets : list N) : option A :=
  match find (fun e => same_sets (fst e) sets) (row t sets) with Some e => Some (snd e) | None => None end.
(* Two entries for one position are refused. *)
Definition table_of {A : Type} (entries : list (list N * A)) : option (PositiveMap.t (list (list N * A))) :=
  fold_some (fun t e => match look_up t (fst e) with
                        | Some _ => None
                        | None => Some (PositiveMap.add (key (fst e)) (e :: row t (fst e)) t)
                        end) entries (PositiveMap.empty _).

Section Walk.
  Variable T : tables.

  Fixpoint sign (sets : list N) (c : N) : N :=
    match sets with
    | [] => 0
    | s :: sets => if N.testbit s c then 1 else match sign sets c with 0 => 0 | v => N.succ v end
    end.
  Definition image (t : list N) (x : position) : position := (fst x, map (pull t) (snd x)).

  Definition seen := PositiveMap.t (list position).
  Definition seen_at (s : seen) (x : position) : list position :=
    match PositiveMap.find (key (snd x)) s with Some l => l | None => [] end.
  Definition is_seen (s : seen) (x : position) : bool :=
    any (fun y => if fst y =? fst x then same_sets (snd y) (snd x) else false) (seen_at s x).
  Definition add_seen (s : seen) (x : position) : seen := PositiveMap.add (key (snd x)) (x :: seen_at s x) s.

  (* The positions that have to be right too if this one is to be; none if it is refused. *)
  Variable step : position -> option (list position).

  Fixpoint visit (fuel : nat) (s : seen) (x : position) : option seen :=
    match fuel with
    | O => None
    | S fuel =>
        match canonical_by T (sign (snd x)) with
        | None => None
        | Some a =>
            let y := image (fst a) x in
            if is_seen s y then Some s else
            match step y with
            | None => None
            | Some l => match fold_some (visit fuel) l s with Some s => Some (add_seen s y) | None => None end
            end
        end
    end.
  (* Each position has a mark more than the one before it. *)
  Definition walk_all (l : list position) : bool :=
    match fold_some (visit (S (S (N.to_nat (cells T))))) l (PositiveMap.empty _) with Some _ => true | None => false end.

  Variable right : position -> Prop.
  Hypothesis right_image : forall a x, In a (automorphisms T) -> right (image (fst a) x) -> right x.
  Hypothesis right_step : forall x l, step x = Some l -> (forall y, In y l -> right y) -> right x.
  Definition all_right (s : seen) : Prop := forall y, is_seen s y = true -> right y.

  Lemma is_seen_eq s x : is_seen s x = true -> In x (seen_at s x).
  Proof.
    unfold is_seen. rewrite any_is, existsb_exists. intros [y [I E]].
    destruct (N.eqb_spec (fst y) (fst x)) as [E1 |]; [| easy]. apply same_sets_eq in E.
    assert (y = x) as <- by (destruct x, y; cbn in *; now subst). exact I.
  Qed.

  Lemma all_right_add s x : all_right s -> right x -> all_right (add_seen s x).
  Proof.
    intros A R y H. destruct (same_sets (snd x) (snd y)) eqn:E.
    - apply same_sets_eq in E. destruct (N.eqb_spec (fst x) (fst y)) as [E1 | E1].
      { assert (x = y) as <- by (destruct x, y; cbn in *; now subst). exact R. }
      apply A. unfold is_seen, seen_at, add_seen in *. rewrite <- E, PositiveMap.gss in H. rewrite <- E.
      cbn [any] in H. destruct (N.eqb_spec (fst x) (fst y)); [easy | exact H].
    - apply A. unfold is_seen, seen_at, add_seen in *.
      destruct (Pos.eq_dec (key (snd x)) (key (snd y))) as [K | K].
      + rewrite <- K, PositiveMap.gss in H. rewrite <- K. cbn [any] in H. rewrite E in H.
        destruct (fst x =? fst y); exact H.
      + rewrite PositiveMap.gso in H; auto.
  Qed.

  Lemma visit_right fuel : forall s x s', all_right s -> visit fuel s x = Some s' -> all_right s' /\ right x.
  Proof.
    induction fuel as [| fuel IH]; intros s x s' A H; [easy |]. cbn [visit] in H.
    destruct (canonical_by T (sign (snd x))) as [a |] eqn:C; [| easy]. apply canonical_by_in in C.
    destruct (is_seen s (image (fst a) x)) eqn:K.
    { injection H as <-. split; auto. apply (right_image a x C). now apply A. }
    destruct (step (image (fst a) x)) as [l |] eqn:St; [| easy].
    assert (All : forall l s s', all_right s -> fold_some (visit fuel) l s = Some s' ->
                  all_right s' /\ forall y, In y l -> right y).
    { clear - IH. induction l as [| y l IHl]; intros s s' A H; cbn [fold_some] in H.
      - injection H as <-. split; auto.
      - destruct (visit fuel s y) as [s1 |] eqn:V; [| easy]. destruct (IH _ _ _ A V) as [A1 R].
        destruct (IHl _ _ A1 H) as [A2 R2]. split; auto. intros z [<- | I]; auto. }
    destruct (fold_some (visit fuel) l s) as [s1 |] eqn:F; [| easy]. injection H as <-.
    destruct (All _ _ _ A F) as [A1 R]. pose proof (right_step _ _ St R) as Ry.
    split; [now apply all_right_add | now apply (right_image a x C)].
  Qed.

  Lemma walk_all_right l : walk_all l = true -> forall x, In x l -> right x.
  Proof.
    unfold walk_all. destruct (fold_some _ l _) as [s |] eqn:F; [| easy]. intros _.
    assert (K : forall l s s', all_right s -> fold_some (visit (S (S (N.to_nat (cells T))))) l s = Some s' ->
                forall y, In y l -> right y).
    { clear - right_image right_step. induction l as [| y l IHl]; intros s s' A H z I; [easy |].
      cbn [fold_some] in H. destruct (visit _ s y) as [s1 |] eqn:V; [| easy].
      destruct (visit_right _ _ _ _ A V) as [A1 R]. destruct I as [<- | I]; auto. eapply IHl; eauto. }
    apply (K l (PositiveMap.empty _) s); auto. intros y H. unfold is_seen, seen_at in H. now rewrite PositiveMap.gempty in H.
  Qed.
End Walk.

Lemma count_up_length n : forall from, length (count_up n from) = n.
Proof. induction n; intros; cbn; auto. Qed.
Lemma count_up_no_dup n : forall from, NoDup (count_up n from).
Proof. induction n; intros; cbn; constructor; auto. rewrite count_up_iff. lia. Qed.

(* ---- games on such boards, with any number of players -------------------------------- *)
Section Marks.
  Variable T : tables.
  Hypothesis good : tables_good T = true.
  Hypothesis nonempty : no_empty_line T = true.
  Variable q : nat.
  Hypothesis q_two : (2 <= q)%nat.
  Notation B := (board_of T).
  Notation completed := (completed B q).
  Notation turn := (turn B q).
  Notation marks := (marks T q).
  Notation played := (played B q).
  Notation legal := (legal B q).

  Fixpoint mark_set (g : list N) (r : nat) : N :=
    match g with
    | [] => 0
    | c :: g => if (length g mod q =? r)%nat then N.setbit (mark_set g r) c else mark_set g r
    end.
  Lemma marks_set (g : list N) r : marks g r (mark_set g r).
  Proof.
    induction g as [| c g IH]; [apply marks_nil |]. cbn [mark_set].
    destruct (length g mod q =? r)%nat eqn:E.
    - apply Nat.eqb_eq in E. subst r. exact (marks_own T q g _ c IH).
    - apply Nat.eqb_neq in E. now apply marks_other.
  Qed.

  Lemma completed_or g r : completed g r \/ ~ completed g r.
  Proof.
    rewrite (completed_marks T good q g r _ (marks_set g r)).
    destruct (existsb (fun m => N.land m (mark_set g r) =? m) (lines T)) eqn:E.
    - left. apply existsb_exists in E. destruct E as [m [Hm E]]. apply N.eqb_eq in E. exists m. split; auto.
      intros c Hc. rewrite <- E, N.land_spec in Hc. now apply andb_true_iff in Hc.
    - right. intros [m [Hm H]]. rewrite <- not_true_iff_false in E. apply E. apply existsb_exists.
      exists m. split; auto. apply N.eqb_eq, N.bits_inj. intros c. rewrite N.land_spec.
      destruct (N.testbit m c) eqn:F; auto. now rewrite (H c F).
  Qed.

  Lemma completed_below (g : game B) r : completed g r -> (r < q)%nat.
  Proof.
    intros [l [[m [Hm E]] H]]. unfold no_empty_line in nonempty. rewrite forallb_forall in nonempty.
    specialize (nonempty m Hm). apply negb_true_iff, N.eqb_neq in nonempty.
    pose proof (N.bit_log2 m nonempty) as L. apply E, H in L. apply holds_turn in L; lia.
  Qed.

  Lemma over_or g : (exists r, completed g r) \/ forall r, ~ completed g r.
  Proof.
    assert (K : forall b, (exists r, completed g r) \/ forall r, (r < b)%nat -> ~ completed g r).
    { induction b as [| b [IH | IH]]; [right; lia | auto |].
      destruct (completed_or g b) as [C | C]; [eauto |]. right. intros r R.
      destruct (Nat.eq_dec r b) as [-> |]; auto. apply IH. lia. }
    destruct (K q) as [C | C]; auto. right. intros r Cr. exact (C r (completed_below g r Cr) Cr).
  Qed.

  Lemma free_or (l : list N) : (exists c, c < cells T /\ ~ In c l) \/ forall c, c < cells T -> In c l.
  Proof.
    destruct (find (fun c => negb (is_in c l)) (every_cell T)) as [c |] eqn:F.
    - apply find_some in F. destruct F as [I F]. apply every_cell_iff in I. left. exists c. split; auto.
      intros H. apply is_in_iff in H. now rewrite H in F.
    - right. intros c Hc. apply every_cell_iff in Hc. pose proof (find_none _ _ F c Hc) as K. cbn beta in K.
      apply negb_false_iff in K. now apply is_in_iff.
  Qed.

  Lemma some_free (l : list N) : (length l < N.to_nat (cells T))%nat -> exists c, c < cells T /\ ~ In c l.
  Proof.
    intros H. destruct (free_or l) as [F | F]; auto. exfalso.
    assert (I : incl (every_cell T) l) by (intros c Hc; now apply F, every_cell_iff).
    apply NoDup_incl_length in I; [| apply count_up_no_dup].
    unfold every_cell in I. rewrite count_up_length in I. lia.
  Qed.

  Lemma finished_or g : played g -> finished B q g \/ exists c, legal g c.
  Proof.
    intros Pl. destruct (over_or g) as [[r C] | N].
    - left. intros c [_ [_ L]]. now apply (L r).
    - destruct (free_or g) as [[c [Hc F]] | F].
      + right. exists c. split; [exact Hc | split; auto].
      + left. intros c [Hc [Nc _]]. apply Nc. now apply F.
  Qed.

  Lemma played_bound g : played g -> (length g <= N.to_nat (cells T))%nat.
  Proof. apply played_length. Qed.

  (* A mark that completes nothing for its player. *)
  Lemma still_incomplete g c r own oth : marks g r own -> turn g = r -> ~ completed g r ->
    completing (lines T) own oth = 0 -> N.testbit own c = false -> N.testbit oth c = false ->
    ~ completed (c :: g) r.
  Proof.
    intros M Tu N Z Oc Tc C. subst r.
    apply (completed_marks T good q _ _ _ (marks_own T q g own c M)) in C. destruct C as [m [Hm H]].
    destruct (N.testbit m c) eqn:Mc.
    - assert (K : N.testbit (completing (lines T) own oth) c = true); [| now rewrite Z, N.bits_0 in K].
      apply completing_complete with m; auto. intros e He. specialize (H e He).
      rewrite N.setbit_eqb in H. apply orb_true_iff in H. destruct H as [H | H]; auto.
      right. apply N.eqb_eq in H. auto.
    - apply N. apply (completed_marks T good q _ _ _ M). exists m. split; auto. intros e He.
      specialize (H e He). rewrite N.setbit_eqb in H. apply orb_true_iff in H. destruct H as [H | H]; auto.
      apply N.eqb_eq in H. congruence.
  Qed.

  Lemma others_incomplete g c r : turn g <> r -> ~ completed g r -> ~ completed (c :: g) r.
  Proof.
    intros Tu N C. pose proof (marks_set g r) as M.
    apply (completed_marks T good q _ _ _ (marks_other T q g r _ c M Tu)) in C.
    apply N. now apply (completed_marks T good q _ _ _ M).
  Qed.

  Lemma nothing_incomplete r : ~ completed [] r.
  Proof.
    intros [l [[m [Hm E]] H]]. unfold no_empty_line in nonempty. rewrite forallb_forall in nonempty.
    specialize (nonempty m Hm). apply negb_true_iff, N.eqb_neq in nonempty.
    pose proof (N.bit_log2 m nonempty) as L. apply E, H in L. now apply holds_nil in L.
  Qed.
End Marks.
