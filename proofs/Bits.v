(* Boards of numbered cells as computers see them: sets of cells are sets of bits, and the
   automorphisms of a board tell which positions are images of one another. *)
Require Import List Arith Lia Bool NArith FMapPositive.
Require Import Noughts.Statements Noughts.Games Noughts.Cube.
Import ListNotations.
Open Scope N_scope.

(* One bit and no other. *)
Fixpoint one_bit (p : positive) : bool :=
  match p with xH => true | xO p => one_bit p | xI _ => false end.
Definition single (m : N) : bool := match m with 0 => false | Npos p => one_bit p end.

Lemma one_bit_log p : one_bit p = true <-> Npos p = 2 ^ N.log2 (Npos p).
Proof.
  induction p as [p IH | p IH |]; cbn [one_bit].
  - split; [easy |]. intros E. exfalso.
    assert (O : N.odd (Npos p~1) = true) by easy. rewrite E in O.
    assert (L : N.log2 (Npos p~1) = N.succ (N.log2 (Npos p))) by (apply (N.log2_succ_double (Npos p)); lia).
    rewrite L, N.pow_succ_r' in O. now rewrite N.odd_mul, andb_false_l in O.
  - rewrite IH. assert (L : N.log2 (Npos p~0) = N.succ (N.log2 (Npos p))) by (apply (N.log2_double (Npos p)); lia).
    rewrite L, N.pow_succ_r'. change (Npos p~0) with (2 * Npos p). lia.
  - easy.
Qed.

Lemma single_iff m : single m = true <-> m = 2 ^ N.log2 m.
Proof. destruct m as [| p]; [easy | apply one_bit_log]. Qed.

Lemma single_bit m d : single m = true -> (N.testbit m d = true <-> d = N.log2 m).
Proof.
  intros S. apply single_iff in S. rewrite S at 1. split.
  - intros H. destruct (N.eq_dec (N.log2 m) d) as [E | E]; auto.
    rewrite N.pow2_bits_false in H; easy.
  - intros ->. apply N.pow2_bits_true.
Qed.

Lemma only_single m d : (forall e, N.testbit m e = true <-> e = d) -> single m = true.
Proof.
  intros H. assert (E : m = 2 ^ d).
  { apply N.bits_inj. intros e. destruct (N.eq_dec d e) as [<- | E].
    - rewrite N.pow2_bits_true. now apply H.
    - rewrite N.pow2_bits_false by auto. apply not_true_iff_false. rewrite H. auto. }
  apply single_iff. now rewrite E, N.log2_pow2 by lia.
Qed.

Lemma not_single m d : m <> 0 -> single m = false -> exists e, N.testbit m e = true /\ e <> d.
Proof.
  intros Z S. destruct (N.testbit (N.clearbit m d) (N.log2 (N.clearbit m d))) eqn:T.
  - rewrite N.clearbit_eqb in T. apply andb_true_iff in T. destruct T as [T1 T2].
    eexists. split; [exact T1 |]. apply negb_true_iff, N.eqb_neq in T2. auto.
  - exfalso. assert (C : N.clearbit m d = 0).
    { destruct (N.eq_dec (N.clearbit m d) 0) as [E | E]; auto.
      rewrite N.bit_log2 in T by auto. discriminate. }
    assert (K : forall e, N.testbit m e = true <-> e = d); [| apply only_single in K; congruence].
    assert (K : forall e, N.testbit m e = true -> e = d).
    { intros e H. destruct (N.eq_dec e d) as [| E]; auto.
      assert (N.testbit (N.clearbit m d) e = true) as F by (rewrite N.clearbit_neq; auto).
      now rewrite C, N.bits_0 in F. }
    intros e. split; auto. intros ->. pose proof (N.bit_log2 m Z) as L. now rewrite (K _ L) in L.
Qed.

(* Cells 0 to n - 1. *)
Fixpoint count_up (n : nat) (from : N) : list N :=
  match n with O => [] | S n => from :: count_up n (N.succ from) end.
Lemma count_up_iff n from c : In c (count_up n from) <-> from <= c < from + N.of_nat n.
Proof.
  revert from. induction n as [| n IH]; intros from; cbn [count_up In].
  - lia.
  - rewrite IH. lia.
Qed.

Record tables := {
  cells : N;
  lines : list N;
  through_table : PositiveMap.t (list N);
  automorphisms : list (list N * list N) }.   (* each with its inverse *)

Section Tables.
  Variable T : tables.

  Definition board_of : board := numbered (cells T) (lines T).
  Definition every_cell : list N := count_up (N.to_nat (cells T)) 0.
  Definition through (c : N) : list N :=
    match PositiveMap.find (N.succ_pos c) (through_table T) with Some l => l | None => [] end.

  Definition is_in (m : N) (l : list N) : bool := existsb (N.eqb m) l.
  Lemma is_in_iff m l : is_in m l = true <-> In m l.
  Proof.
    unfold is_in. rewrite existsb_exists. split.
    - intros [x [Hx E]]. apply N.eqb_eq in E. now subst.
    - intros H. exists m. split; auto. apply N.eqb_refl.
  Qed.

  Lemma every_cell_iff c : In c every_cell <-> c < cells T.
  Proof. unfold every_cell. rewrite count_up_iff. lia. Qed.

  (* The set whose cell number i is the i-th cell of the list. *)
  Fixpoint pull (t : list N) (m : N) : N :=
    match t with
    | [] => 0
    | c :: t => if N.testbit m c then N.succ_double (pull t m) else N.double (pull t m)
    end.
  Definition at_ (t : list N) (i : N) : N := nth (N.to_nat i) t 0.

  Lemma pull_bit t m i : i < N.of_nat (length t) -> N.testbit (pull t m) i = N.testbit m (at_ t i).
  Proof.
    unfold at_. revert i. induction t as [| c t IH]; intros i H; [cbn in H; lia |].
    cbn [pull]. destruct (N.eq_dec i 0) as [-> | Z].
    - cbn [nth N.to_nat]. destruct (N.testbit m c) eqn:E.
      + rewrite N.succ_double_spec. apply N.testbit_odd_0.
      + rewrite N.double_spec. apply N.testbit_even_0.
    - assert (S : i = N.succ (N.pred i)) by lia. rewrite S.
      assert (K : N.testbit (pull t m) (N.pred i) = N.testbit m (nth (N.to_nat (N.succ (N.pred i))) (c :: t) 0)).
      { rewrite IH by (cbn [length] in H; lia). now rewrite N2Nat.inj_succ. }
      rewrite <- K. destruct (N.testbit m c).
      + rewrite N.succ_double_spec. now rewrite N.testbit_odd_succ by lia.
      + rewrite N.double_spec. now rewrite N.testbit_even_succ by lia.
  Qed.

  Definition is_automorphism (a : list N * list N) : bool :=
    let (t, s) := a in
    (N.of_nat (length t) =? cells T) && (N.of_nat (length s) =? cells T) &&
    forallb (fun i => (at_ t i <? cells T) && (at_ s i <? cells T) &&
                      (at_ s (at_ t i) =? i) && (at_ t (at_ s i) =? i)) every_cell &&
    forallb (fun m => is_in (pull t m) (lines T) && is_in (pull s m) (lines T)) (lines T).

  Definition tables_good : bool :=
    forallb (fun m => N.size m <=? cells T) (lines T) &&
    forallb (fun c => forallb (fun m => negb (N.testbit m c) || is_in m (through c)) (lines T)) every_cell &&
    forallb (fun c => forallb (fun m => N.testbit m c && is_in m (lines T)) (through c)) every_cell &&
    forallb is_automorphism (automorphisms T).

  Hypothesis good : tables_good = true.

  Lemma good_parts :
    (forall m c, In m (lines T) -> N.testbit m c = true -> c < cells T) /\
    (forall m c, c < cells T -> In m (lines T) -> N.testbit m c = true -> In m (through c)) /\
    (forall m c, c < cells T -> In m (through c) -> In m (lines T) /\ N.testbit m c = true) /\
    (forall a, In a (automorphisms T) -> is_automorphism a = true).
  Proof.
    unfold tables_good in good. apply andb_true_iff in good. destruct good as [G1 G4].
    apply andb_true_iff in G1. destruct G1 as [G1 G3].
    apply andb_true_iff in G1. destruct G1 as [G1 G2].
    rewrite forallb_forall in G1, G2, G3, G4. split; [| split; [| split; [| exact G4]]].
    - intros m c Hm Hc. specialize (G1 m Hm). apply N.leb_le in G1.
      destruct (N.lt_ge_cases c (cells T)) as [| L]; auto. exfalso.
      destruct (N.eq_dec m 0) as [-> | Z]; [now rewrite N.bits_0 in Hc |].
      rewrite N.bits_above_log2 in Hc; [easy |]. rewrite N.size_log2 in G1 by auto. lia.
    - intros m c Hc Hm B. apply every_cell_iff in Hc. specialize (G2 c Hc).
      rewrite forallb_forall in G2. specialize (G2 m Hm). rewrite B in G2. now apply is_in_iff.
    - intros m c Hc Hm. apply every_cell_iff in Hc. specialize (G3 c Hc).
      rewrite forallb_forall in G3. specialize (G3 m Hm). apply andb_true_iff in G3.
      destruct G3 as [G3 G5]. split; auto. now apply is_in_iff.
  Qed.

  Lemma automorphism_parts t s : is_automorphism (t, s) = true ->
    N.of_nat (length t) = cells T /\ N.of_nat (length s) = cells T /\
    (forall i, i < cells T -> at_ t i < cells T /\ at_ s i < cells T /\
                              at_ s (at_ t i) = i /\ at_ t (at_ s i) = i) /\
    (forall m, In m (lines T) -> In (pull t m) (lines T) /\ In (pull s m) (lines T)).
  Proof.
    cbn. rewrite !andb_true_iff, !N.eqb_eq, !forallb_forall. intros [[[L1 L2] A] M].
    repeat split; auto.
    1-4: specialize (A i (proj2 (every_cell_iff i) H)); rewrite !andb_true_iff, !N.eqb_eq, !N.ltb_lt in A; tauto.
    1-2: specialize (M m H); rewrite !andb_true_iff, !is_in_iff in M; tauto.
  Qed.

  Lemma automorphism_swap t s : is_automorphism (t, s) = true -> is_automorphism (s, t) = true.
  Proof.
    cbn. rewrite !andb_true_iff, !forallb_forall. intros [[[L1 L2] A] M]. repeat split; auto.
    - intros i Hi. specialize (A i Hi). rewrite !andb_true_iff in *. tauto.
    - intros i Hi. specialize (M i Hi). rewrite !andb_true_iff in *. tauto.
  Qed.

  Lemma automorphism_renames t s : is_automorphism (t, s) = true ->
    renames board_of board_of (at_ t).
  Proof.
    intros A. destruct (automorphism_parts t s A) as (L1 & L2 & P & M).
    destruct good_parts as (G1 & _ & _ & _).
    constructor; cbn.
    - intros c H. now apply P.
    - intros c d Hc Hd E. rewrite <- (proj1 (proj2 (proj2 (P c Hc)))), E. now apply P.
    - intros d Hd. exists (at_ s d). split; now apply P.
    - intros l c [m [Hm H]] Hc. apply (G1 m c Hm), H, Hc.
    - intros l [m [Hm H]]. exists (map (at_ t) l). split; [| easy].
      exists (pull s m). split; [now apply M |]. intros c. rewrite in_map_iff. split.
      + intros [x [<- Hx]]. assert (Bx : x < cells T) by (apply (G1 m x Hm), H, Hx).
        destruct (P x Bx) as (P1 & P2 & P3 & P4).
        rewrite pull_bit by lia. rewrite P3. now apply H.
      + intros Hc. assert (Bc : c < cells T) by (apply (G1 (pull s m) c); [now apply M | easy]).
        rewrite pull_bit in Hc by lia. exists (at_ s c). split; [now apply P | now apply H].
    - intros l [m [Hm H]].
      exists (filter (N.testbit (pull t m)) every_cell). split.
      + exists (pull t m). split; [now apply M |]. intros c. rewrite filter_In, every_cell_iff.
        split; [easy |]. intros Hc. split; auto. apply (G1 (pull t m) c); [now apply M | easy].
      + intros d. rewrite H, in_map_iff. split.
        * intros Hd. assert (Bd : d < cells T) by (apply (G1 m d Hm Hd)).
          destruct (P d Bd) as (P1 & P2 & P3 & P4). exists (at_ s d). split; auto.
          rewrite filter_In, every_cell_iff. split; auto. rewrite pull_bit by lia. now rewrite P4.
        * intros [x [<- Hx]]. rewrite filter_In, every_cell_iff in Hx. destruct Hx as [Hx Bx].
          now rewrite pull_bit in Bx by lia.
  Qed.

  (* The automorphism that makes a position least, read cell by cell. *)
  Section Least.
    Variable sign : N -> N.
    Definition heads (l : list (list N * (list N * list N))) : list (N * (list N * (list N * list N))) :=
      flat_map (fun a => match fst a with [] => [] | c :: r => [(sign c, (r, snd a))] end) l.
    Fixpoint least_of (l : list (N * (list N * (list N * list N)))) : N :=
      match l with [] => 1000 | a :: l => N.min (fst a) (least_of l) end.
    Fixpoint narrow (steps : nat) (l : list (list N * (list N * list N))) : list (list N * (list N * list N)) :=
      match steps, l with
      | O, _ => l
      | _, [] => l
      | _, [_] => l
      | S steps, _ =>
          let h := heads l in
          let m := least_of h in
          narrow steps (map snd (filter (fun a => fst a =? m) h))
      end.
    Definition canonical_by : option (list N * list N) :=
      match narrow (N.to_nat (cells T)) (map (fun a => (fst a, a)) (automorphisms T)) with
      | [] => None
      | a :: _ => Some (snd a)
      end.

    Lemma narrow_in steps l a : In a (narrow steps l) -> exists b, In b l /\ snd a = snd b.
    Proof.
      revert l. induction steps as [| steps IH]; intros l H.
      - destruct l; eauto.
      - destruct l as [| x [| y l]]; cbn [narrow] in H; eauto.
        apply IH in H. destruct H as [b [Hb E]]. rewrite E.
        apply in_map_iff in Hb. destruct Hb as [[v z] [<- Hz]]. apply filter_In in Hz.
        destruct Hz as [Hz _]. apply in_flat_map in Hz. destruct Hz as [w [Hw Hz]].
        exists w. split; auto. destruct (fst w); [easy |]. destruct Hz as [Hz | []].
        injection Hz as _ <-. reflexivity.
    Qed.

    Lemma canonical_by_in a : canonical_by = Some a -> In a (automorphisms T).
    Proof.
      unfold canonical_by. destruct (narrow _ _) as [| b l] eqn:E; [easy |]. intros H. injection H as <-.
      assert (I : In b (b :: l)) by now left. rewrite <- E in I. apply narrow_in in I.
      destruct I as [x [Hx ->]]. apply in_map_iff in Hx. now destruct Hx as [y [<- Hy]].
    Qed.
  End Least.

  (* Marks of a player as a set of bits. *)
  Variable q : nat.
  Definition marks (g : game board_of) (r : nat) (m : N) : Prop :=
    forall c, c < cells T -> (holds board_of q g r c <-> N.testbit m c = true).

  Lemma played_on_board g : played board_of q g -> forall c, In c g -> c < cells T.
  Proof. induction 1 as [| c g Pl IH L]; intros x []; subst; auto. apply L. Qed.

  Lemma played_length g : played board_of q g -> (length g <= N.to_nat (cells T))%nat.
  Proof.
    intros Pl. assert (D : NoDup g) by (induction Pl as [| c g Pl IH L]; constructor; auto; apply L).
    assert (I : incl g every_cell) by (intros c Hc; apply every_cell_iff; now apply played_on_board with g).
    apply (NoDup_incl_length D) in I. unfold every_cell in I.
    assert (K : forall n from, length (count_up n from) = n) by (induction n; intros; cbn; auto).
    now rewrite K in I.
  Qed.

  Lemma marks_other g r m c : marks g r m -> turn board_of q g <> r -> marks (c :: g) r m.
  Proof.
    intros M N x Hx. rewrite holds_cons, (M x Hx). split; [intros [[_ E] | E]; easy | auto].
  Qed.

  Lemma marks_own g m c : marks g (turn board_of q g) m -> marks (c :: g) (turn board_of q g) (N.setbit m c).
  Proof.
    intros M x Hx. rewrite holds_cons, N.setbit_iff, (M x Hx). 
    split; [intros [[-> _] | H]; auto | intros [-> | H]; auto].
  Qed.

  Lemma marks_nil r : marks [] r 0.
  Proof. intros c _. rewrite N.bits_0. split; [intros H; now apply holds_nil in H | easy]. Qed.

  Lemma completed_marks g r m : marks g r m ->
    (completed board_of q g r <->
     exists l, In l (lines T) /\ forall c, N.testbit l c = true -> N.testbit m c = true).
  Proof.
    destruct good_parts as (G1 & _). intros M. split.
    - intros [l [[x [Hx E]] H]]. exists x. split; auto. intros c Hc.
      apply M; [now apply (G1 x c) |]. now apply H, E.
    - intros [x [Hx H]]. exists (filter (N.testbit x) every_cell).
      assert (E : forall c, In c (filter (N.testbit x) every_cell) <-> N.testbit x c = true).
      { intros c. rewrite filter_In, every_cell_iff. split; [easy |]. intros Hc. split; auto. now apply (G1 x c). }
      split; [now exists x |]. intros c Hc. apply E in Hc. apply M; auto. now apply (G1 x c).
  Qed.

  Lemma marks_pull t s g r m : is_automorphism (t, s) = true -> proper board_of g ->
    marks g r m -> marks (map (at_ s) g) r (pull t m).
  Proof.
    intros A P M c Hc. destruct (automorphism_parts t s A) as (L1 & L2 & K & _).
    destruct (K c Hc) as (K1 & K2 & K3 & K4). rewrite pull_bit by lia.
    rewrite <- (M (at_ t c) K1). rewrite <- K3 at 1.
    apply (holds_map board_of board_of (at_ s)); auto.
    apply automorphism_renames with t. now apply automorphism_swap.
  Qed.

  Lemma marks_push t s g r m : is_automorphism (t, s) = true -> proper board_of g ->
    marks g r (pull t m) -> marks (map (at_ t) g) r m.
  Proof.
    intros A P M d Hd. destruct (automorphism_parts t s A) as (L1 & L2 & K & _).
    destruct (K d Hd) as (K1 & K2 & K3 & K4).
    specialize (M (at_ s d) K2). rewrite pull_bit, K4 in M by lia. rewrite <- M.
    rewrite <- K4 at 1. apply (holds_map board_of board_of (at_ t)); auto.
    now apply automorphism_renames with s.
  Qed.
End Tables.
