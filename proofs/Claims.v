(* What an accepted certificate about n^k proves. *)
Require Import List Arith Lia Bool NArith FMapPositive.
Require Import Noughts.Statements Noughts.Games Noughts.Cube Noughts.Bits Noughts.Tables Noughts.Threats Noughts.Static.
Import ListNotations.
Open Scope N_scope.

Definition check_threats (n k player : nat) (entries : list (list N * list (list N))) : bool :=
  let T := tables_of n k in
  no_single_line T && (0 <? cells T) && check_walk T player entries.

Theorem check_threats_sound n k player entries :
  check_threats n k player entries = true -> can_force_win (cube n k) 2 player.
Proof.
  unfold check_threats. rewrite !andb_true_iff, N.ltb_lt. intros [[S P] H].
  apply cube_can_force_win; [lia |].
  apply (reaches_map (cube n k) (board_of (tables_of n k)) (number n) (cube_numbered n k) 2 _ []); [intros c [] |].
  exact (check_walk_sound (tables_of n k) player entries H S P).
Qed.

(* ---- pairs and potentials ----------------------------------------------------------- *)

Definition cells_of_cube (n k : nat) : list (list nat) := words (seq 0 n) k.

Lemma cube_bounded n k q g : played (cube n k) q g -> (length g <= length (cells_of_cube n k))%nat.
Proof.
  intros Pl. assert (D : NoDup g) by (induction Pl as [| c g Pl IH L]; constructor; auto; apply L).
  apply (NoDup_incl_length D). intros c Hc. apply cube_cells.
  clear D. induction Pl as [| x g Pl IH L]; [easy |]. destruct Hc as [<- | Hc]; [apply L | auto].
Qed.

Definition key (n : nat) (c : list nat) : positive := N.succ_pos (number n c).
Definition partners (n : nat) (pairs : list (N * N)) : PositiveMap.t N :=
  fold_left (fun t p => PositiveMap.add (N.succ_pos (fst p)) (snd p)
                         (PositiveMap.add (N.succ_pos (snd p)) (fst p) t)) pairs (PositiveMap.empty N).
Definition are_partners (n : nat) (t : PositiveMap.t N) (a b : list nat) : bool :=
  match PositiveMap.find (key n a) t, PositiveMap.find (key n b) t with
  | Some x, Some y => (x =? number n b) && (y =? number n a) && negb (x =? y)
  | _, _ => false
  end.

Fixpoint different (l : list N) (t : PositiveMap.t unit) : bool :=
  match l with
  | [] => true
  | c :: l => match PositiveMap.find (N.succ_pos c) t with
              | Some _ => false
              | None => different l (PositiveMap.add (N.succ_pos c) tt t)
              end
  end.

(* No cell is in two pairs, and there are as many pairs as lines: what the other checkers ask
   for. The proof needs the last condition alone. *)
Definition check_pairing (n k q : nat) (pairs : list (N * N)) : bool :=
  let t := partners n pairs in
  let ds := rising n k in
  (2 <=? q)%nat && (length pairs =? length ds)%nat &&
  different (flat_map (fun p => [fst p; snd p]) pairs) (PositiveMap.empty unit) &&
  forallb (fun p => (fst p <? size n k) && (snd p <? size n k)) pairs &&
  forallb (fun d => let l := points n d in existsb (fun a => existsb (are_partners n t a) l) l) ds.

Lemma cube_line_listed n k l : line (cube n k) l ->
  exists d, In d (rising n k) /\ forall c, In c (points n d) -> In c l.
Proof.
  intros [d [Hd ->]]. destruct (direction_rising n k d Hd) as [I | I].
  - exists d. split; auto.
  - exists (back d). split; auto. intros c. apply points_back.
Qed.

Theorem check_pairing_sound n k q pairs :
  check_pairing n k q pairs = true -> nobody_can_force_win (cube n k) q.
Proof.
  unfold check_pairing. rewrite !andb_true_iff, Nat.leb_le. intros [[[[Q _] _] _] H] p Hp.
  rewrite forallb_forall in H. set (t := partners n pairs) in *.
  apply (pairs_no_win (cube n k) q p Q Hp (list_eq_dec Nat.eq_dec) _ (cube_bounded n k q)
    (fun a b => on_board (cube n k) a /\ on_board (cube n k) b /\ are_partners n t a b = true)).
  - intros a b (Ha & Hb & E). repeat split; try apply Ha; try apply Hb. unfold are_partners in *.
    destruct (PositiveMap.find (key n a) t), (PositiveMap.find (key n b) t); try easy.
    rewrite !andb_true_iff, !negb_true_iff in *. destruct E as [[E1 E2] E3]. now rewrite N.eqb_sym in E3.
  - intros a b c (Ha & Hb & E) (_ & Hc & E'). unfold are_partners in *.
    destruct (PositiveMap.find (key n a) t) as [x |]; [| easy].
    destruct (PositiveMap.find (key n b) t); [| easy]. destruct (PositiveMap.find (key n c) t); [| easy].
    rewrite !andb_true_iff, !N.eqb_eq in *. destruct E as [[E _] _], E' as [[E' _] _].
    apply (number_injective n b c); [destruct Hb as [-> _], Hc as [-> _]; auto | apply Hb | apply Hc |].
    now rewrite <- E, <- E'.
  - intros a (_ & _ & E). unfold are_partners in E. destruct (PositiveMap.find (key n a) t); [| easy].
    rewrite N.eqb_refl, !andb_false_r in E. easy.
  - intros a b (_ & Hb & _). exact Hb.
  - intros l Ll. destruct (cube_line_listed n k l Ll) as [d [Hd I]]. specialize (H d Hd).
    apply existsb_exists in H. destruct H as [a [Ha H]]. apply existsb_exists in H.
    destruct H as [b [Hb H]]. exists a, b.
    assert (On : forall c, In c l -> on_board (cube n k) c) by (intros c; now apply (line_on_board _ _ _ (cube_numbered n k))).
    assert (Ia := I a Ha). assert (Ib := I b Hb). repeat split; auto; try apply (On a Ia); apply (On b Ib).
Qed.

(* How often each number is in a list. *)
Definition tally (l : list N) : PositiveMap.t N :=
  fold_left (fun t c => PositiveMap.add (N.succ_pos c)
               (N.succ (match PositiveMap.find (N.succ_pos c) t with Some v => v | None => 0 end)) t)
            l (PositiveMap.empty N).
Definition times (t : PositiveMap.t N) (c : N) : N :=
  match PositiveMap.find (N.succ_pos c) t with Some v => v | None => 0 end.

Lemma tally_times l c : times (tally l) c = N.of_nat (count_occ N.eq_dec l c).
Proof.
  unfold tally. assert (K : forall t, times (fold_left (fun t c => PositiveMap.add (N.succ_pos c)
               (N.succ (match PositiveMap.find (N.succ_pos c) t with Some v => v | None => 0 end)) t) l t) c
     = times t c + N.of_nat (count_occ N.eq_dec l c)).
  { induction l as [| x l IH]; intros t; cbn [fold_left count_occ]; [lia |].
    rewrite IH. unfold times at 1. destruct (N.eq_dec x c) as [-> | E].
    - rewrite PositiveMap.gss. unfold times. destruct (PositiveMap.find (N.succ_pos c) t); lia.
    - rewrite PositiveMap.gso; [unfold times; destruct (PositiveMap.find (N.succ_pos c) t); lia |].
      intros F. apply E. apply (f_equal N.pos) in F. rewrite !N.succ_pos_spec in F. lia. }
  rewrite K. unfold times. now rewrite PositiveMap.gempty.
Qed.

Definition all_points (n k : nat) : list N := flat_map (fun d => map (number n) (points n d)) (rising n k).
Definition most_through (n k : nat) : N :=
  let l := all_points n k in
  let t := tally l in fold_right (fun c m => N.max (times t c) m) 0 l.
Definition number_of_lines (n k : nat) : N := N.of_nat (length (rising n k)).
Definition potential_below (n k : nat) (q : N) : bool :=
  number_of_lines n k + (q - 1) * most_through n k <? q ^ N.of_nat n.
Definition check_potential (n k q : nat) : bool :=
  (2 <=? q)%nat && (1 <=? n)%nat && (most_through n k <=? number_of_lines n k) && potential_below n k (N.of_nat q).

Lemma distinct_map (A B : Type) (f : A -> B) l :
  (forall x y, In x l -> In y l -> f x = f y -> x = y) -> NoDup l -> NoDup (map f l).
Proof.
  intros H D. induction D as [| x l N D IH]; cbn; constructor.
  - intros I. apply in_map_iff in I. destruct I as [y [E Hy]]. apply N.
    rewrite (H x y); auto; [now left | now right].
  - apply IH. intros y z Hy Hz. apply H; now right.
Qed.

Lemma points_long n k d : In d (rising n k) -> NoDup (points n d) /\ length (points n d) = n.
Proof.
  intros H. apply rising_direction in H. destruct H as (_ & _ & M).
  split; [| unfold points; now rewrite map_length, seq_length].
  unfold points. apply distinct_map; [| apply seq_NoDup].
  intros i j Hi Hj E. apply in_seq in Hi, Hj. unfold point in E.
  assert (C : forall c, In c d -> coordinate n i c = coordinate n j c).
  { clear - E. induction d as [| x d IH]; [easy |]. cbn in E. injection E as E1 E2.
    intros c [<- | Hc]; auto. }
  destruct M as [M | M]; specialize (C _ M); cbn in C; lia.
Qed.

Lemma most_through_bounds n k c :
  N.of_nat (count_occ N.eq_dec (all_points n k) c) <= most_through n k.
Proof.
  unfold most_through. destruct (in_dec N.eq_dec c (all_points n k)) as [I | I].
  - rewrite <- tally_times. set (t := tally (all_points n k)). clearbody t. revert I.
    generalize (all_points n k). induction l as [| x l IH]; [easy |]. cbn [fold_right].
    intros [-> | I]; [lia |]. specialize (IH I). lia.
  - rewrite (proj1 (count_occ_not_In N.eq_dec _ c) I). lia.
Qed.

(* A later seat sees fewer marks of hers: p others move before her first one. *)
Definition potential_below_at (n k : nat) (q p : N) : bool :=
  number_of_lines n k + (q - 1 - p) * most_through n k <? q ^ N.of_nat n.

Theorem potential_at_sound n k q p : (2 <= q)%nat -> (p < q)%nat ->
  potential_below_at n k (N.of_nat q) (N.of_nat p) = true -> ~ can_force_win (cube n k) q p.
Proof.
  intros Q P H. unfold potential_below_at in H. apply N.ltb_lt in H.
  set (dec := list_eq_dec Nat.eq_dec).
  set (ls := map (points n) (rising n k)).
  assert (One : forall l, weight (cube n k) q p dec [] l = 1%nat).
  { intros l. unfold weight. replace (existsb _ l) with false by (induction l; cbn; auto).
    induction l; cbn; auto. }
  assert (Full : potential (cube n k) q p dec ls [] = length (rising n k)).
  { unfold potential, ls. induction (rising n k) as [| d r IH]; [reflexivity |].
    cbn [map total length]. rewrite IH, One. reflexivity. }
  assert (Th : forall x, (through (cube n k) q p dec ls [] x <= count_occ N.eq_dec (all_points n k) (number n x))%nat).
  { intros x. unfold through, ls, all_points. clear Full H. clear ls. induction (rising n k) as [| d r IH]; [cbn; lia |].
    cbn [map total flat_map]. rewrite count_occ_app, One. destruct (on (cube n k) dec x (points n d)) eqn:E.
    - unfold on in E. destruct (in_dec _ _ _) as [I | I]; [clear E | discriminate E].
      apply (in_map (number n)) in I. apply (count_occ_In N.eq_dec) in I.
      exact (Nat.add_le_mono _ _ _ _ I IH).
    - exact (Nat.add_le_mono _ _ _ _ (Nat.le_0_l _) IH). }
  assert (First : (length (rising n k) + (q - 1 - p) * N.to_nat (most_through n k) < q ^ n)%nat).
  { unfold number_of_lines in H.
    assert (E : N.of_nat (length (rising n k) + (q - 1 - p) * N.to_nat (most_through n k)) < N.of_nat (q ^ n)); [| lia].
    rewrite Nat2N.inj_add, Nat2N.inj_mul, !Nat2N.inj_sub, N2Nat.id.
    assert (Po : N.of_nat (q ^ n) = N.of_nat q ^ N.of_nat n).
    { clear. induction n as [| n IH]; [reflexivity |].
      rewrite Nat2N.inj_succ, N.pow_succ_r'. cbn [Nat.pow]. now rewrite Nat2N.inj_mul, IH. }
    rewrite Po. lia. }
  apply (potential_no_win (cube n k) q p Q P dec _ (cube_bounded n k q) n ls) with (all := cells_of_cube n k).
  - intros l Ll. destruct (cube_line_listed n k l Ll) as [d [Hd I]]. exists (points n d).
    split; auto. now apply in_map.
  - intros l Hl. apply in_map_iff in Hl. destruct Hl as [d [<- Hd]]. now apply points_long with k.
  - apply cube_cells.
  - intros x _. rewrite Full, since_nothing by auto. specialize (Th x). pose proof (most_through_bounds n k (number n x)).
    assert (through (cube n k) q p dec ls [] x <= N.to_nat (most_through n k))%nat by lia. nia.
  - rewrite Full. exact (Nat.le_lt_trans _ _ _ (Nat.le_add_r _ _) First).
Qed.

Lemma potential_below_sound n k q p : (2 <= q)%nat -> (p < q)%nat ->
  potential_below n k (N.of_nat q) = true -> ~ can_force_win (cube n k) q p.
Proof.
  intros Q P H. apply potential_at_sound; auto. unfold potential_below, potential_below_at in *.
  rewrite N.ltb_lt in *. nia.
Qed.

Lemma potential_falls n k q : (2 <= q)%nat -> (1 <= n)%nat -> most_through n k <= number_of_lines n k ->
  potential_below n k (N.of_nat q) = true -> potential_below n k (N.of_nat (S q)) = true.
Proof.
  unfold potential_below. rewrite !N.ltb_lt. intros Q Hn M H.
  set (L := number_of_lines n k) in *. set (m := most_through n k) in *.
  rewrite Nat2N.inj_succ. set (Q' := N.of_nat q) in *. assert (2 <= Q') by lia.
  destruct n as [| n]; [lia |]. rewrite Nat2N.inj_succ, !N.pow_succ_r' in *.
  assert (Mono : Q' ^ N.of_nat n <= N.succ Q' ^ N.of_nat n) by (apply N.pow_le_mono_l; lia).
  set (A := Q' ^ N.of_nat n) in *. set (A' := N.succ Q' ^ N.of_nat n) in *.
  assert (E : m < A) by nia. nia.
Qed.

Theorem check_potential_sound n k q : check_potential n k q = true ->
  forall more, (q <= more)%nat -> nobody_can_force_win (cube n k) more.
Proof.
  unfold check_potential. rewrite !andb_true_iff, !Nat.leb_le, N.leb_le. intros [[[Q Hn] M] H] more Le p Hp.
  apply potential_below_sound; auto; [lia |]. clear p Hp.
  induction Le as [| more Le IH]; auto. apply potential_falls; auto; lia.
Qed.
