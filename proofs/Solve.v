(* Quixo on small boards by trying all moves. *)
Require Import List Arith Lia Bool.
Require Import Noughts.Statements Noughts.Monotone.
Import ListNotations.
Import Quixo.

Section Solve.
  Variable R : rule.
  Variables n K : nat.

  (* `existsb` and `forallb` that stop when they know, as vm_compute evaluates both sides. *)
  Fixpoint any {A : Type} (f : A -> bool) (l : list A) : bool :=
    match l with [] => false | x :: l => if f x then true else any f l end.
  Fixpoint every {A : Type} (f : A -> bool) (l : list A) : bool :=
    match l with [] => true | x :: l => if f x then every f l else false end.
  Lemma any_is {A : Type} (f : A -> bool) l : any f l = existsb f l.
  Proof. induction l as [| x l IH]; cbn; [easy |]. rewrite IH. now destruct (f x). Qed.
  Lemma every_is {A : Type} (f : A -> bool) l : every f l = forallb f l.
  Proof. induction l as [| x l IH]; cbn; [easy |]. rewrite IH. now destruct (f x). Qed.

  Definition is_tile (x : option side) (s : side) : bool :=
    match x, s with Some X, X | Some O, O => true | _, _ => false end.
  Lemma is_tile_is x s : is_tile x s = same x (Some s).
  Proof. unfold same. destruct (tile_dec x (Some s)) as [-> | N]; [now destruct s |]. now destruct x as [[] |], s; cbn; try easy; destruct N. Qed.

  (* `line_found` in that manner. *)
  Definition quick_at (b : tiles) (s : side) (r c : nat) : bool :=
    let row := if r <? n then c + K <=? n else false in
    let column := if c <? n then r + K <=? n else false in
    let both := if r + K <=? n then c + K <=? n else false in
    if (if row then every (fun i => is_tile (b r (c + i)) s) (seq 0 K) else false) then true else
    if (if column then every (fun i => is_tile (b (r + i) c) s) (seq 0 K) else false) then true else
    if both then
      if every (fun i => is_tile (b (r + i) (c + i)) s) (seq 0 K) then true
      else every (fun i => is_tile (b (r + i) (c + (K - 1 - i))) s) (seq 0 K)
    else false.
  Definition quick_line (b : tiles) (s : side) : bool :=
    any (fun r => any (fun c => quick_at b s r c) (seq 0 (S n))) (seq 0 (S n)).

  Lemma forallb_same {A : Type} (f g : A -> bool) l : (forall x, f x = g x) -> forallb f l = forallb g l.
  Proof. intros H. induction l as [| x l IH]; cbn; [easy |]. now rewrite H, IH. Qed.
  Lemma existsb_eq {A : Type} (f g : A -> bool) l : (forall x, f x = g x) -> existsb f l = existsb g l.
  Proof. intros H. induction l as [| x l IH]; cbn; [easy |]. now rewrite H, IH. Qed.

  Lemma quick_line_is b s : quick_line b s = line_found n K b s.
  Proof.
    unfold quick_line, line_found, some_below. rewrite any_is. apply existsb_eq. intros r.
    rewrite any_is. apply existsb_eq. intros c. unfold quick_at, line_at, all_below.
    rewrite !every_is.
    rewrite (forallb_same _ (fun i => same (b r (c + i)) (Some s))) by (intros; apply is_tile_is).
    rewrite (forallb_same (fun i => is_tile (b (r + i) c) s) (fun i => same (b (r + i) c) (Some s))) by (intros; apply is_tile_is).
    rewrite (forallb_same (fun i => is_tile (b (r + i) (c + i)) s) (fun i => same (b (r + i) (c + i)) (Some s))) by (intros; apply is_tile_is).
    rewrite (forallb_same (fun i => is_tile (b (r + i) (c + (K - 1 - i))) s) (fun i => same (b (r + i) (c + (K - 1 - i))) (Some s))) by (intros; apply is_tile_is).
    destruct (r <? n), (c <? n), (r + K <=? n), (c + K <=? n); cbn [andb orb];
      repeat match goal with |- context [forallb ?f ?l] => destruct (forallb f l) end; reflexivity.
  Qed.

  (* A board as the list of its tiles, row by row. *)
  Definition squares : list (nat * nat) := flat_map (fun i => map (pair i) (seq 0 n)) (seq 0 n).
  Definition listed (b : tiles) : list (option side) := map (fun x => b (fst x) (snd x)) squares.
  Definition board_at (l : list (option side)) : tiles := fun i j => nth (n * i + j) l None.

  Lemma squares_at i j : i < n -> j < n -> nth_error squares (n * i + j) = Some (i, j).
  Proof.
    unfold squares. assert (G : forall m from, i < m -> j < n ->
      nth_error (flat_map (fun i => map (pair i) (seq 0 n)) (seq from m)) (n * i + j) = Some (from + i, j)).
    { revert i. intros i m. revert i. induction m as [| m IH]; intros i from Hi Hj; [lia |].
      cbn [seq flat_map]. destruct i as [| i].
      - rewrite nth_error_app1 by (rewrite map_length, seq_length; lia).
        replace (n * 0 + j) with j by lia. rewrite (map_nth_error (pair from) j (seq 0 n) (d := j)).
        + f_equal. f_equal. lia.
        + rewrite (nth_error_nth' _ 0) by (rewrite seq_length; lia). now rewrite seq_nth.
      - rewrite nth_error_app2 by (rewrite map_length, seq_length; nia).
        rewrite map_length, seq_length. replace (n * S i + j - n) with (n * i + j) by lia.
        rewrite IH by lia. f_equal. f_equal. lia. }
    intros Hi Hj. now rewrite G.
  Qed.

  Lemma listed_same b i j : i < n -> j < n -> board_at (listed b) i j = b i j.
  Proof.
    intros Hi Hj. unfold board_at, listed. apply nth_error_nth.
    now rewrite (map_nth_error _ _ _ (squares_at i j Hi Hj)).
  Qed.

  Lemma wins_listed plies s b t :
    wins_within R n K plies s (board_at (listed b)) t <-> wins_within R n K plies s b t.
  Proof.
    split; apply more_wins; intros i j Hi Hj; left; now rewrite listed_same.
  Qed.

  Definition same_side (s t : side) : bool := match s, t with X, X | O, O => true | _, _ => false end.
  Lemma same_side_iff s t : same_side s t = true <-> t = s.
  Proof. destruct s, t; cbn; split; easy. Qed.

  Definition wonb (s : side) (b : tiles) (t : side) : bool :=
    quick_line b s &&
    (negb (quick_line b (other s)) || match R with MoverLoses => same_side s t | MoverWins => same_side s (other t) end).

  Lemma wonb_iff s b t : wonb s b t = true <-> won R n K s b t.
  Proof.
    unfold wonb, won. rewrite !quick_line_is, andb_true_iff, orb_true_iff, negb_true_iff, line_found_iff.
    rewrite <- (line_found_iff n K b (other s)). destruct (line_found n K b (other s)), R;
      rewrite ?same_side_iff; intuition congruence.
  Qed.

  Definition all_moves : list (nat * nat * end_) :=
    flat_map (fun x => [(x, Left); (x, Right); (x, Top); (x, Bottom)]) squares.
  Definition may (m : nat * nat * end_) (b : tiles) (t : side) : bool :=
    let '(r, c, e) := m in
    ((r =? 0) || (r =? n - 1) || (c =? 0) || (c =? n - 1)) &&
    negb (same (b r c) (Some (other t))) &&
    negb (match e with Left => c =? 0 | Right => c =? n - 1 | Top => r =? 0 | Bottom => r =? n - 1 end).

  Lemma square_in r c : In (r, c) squares <-> r < n /\ c < n.
  Proof.
    unfold squares. rewrite in_flat_map. split.
    - intros [i [Hi H]]. apply in_map_iff in H. destruct H as [j [E Hj]]. injection E as <- <-.
      apply in_seq in Hi, Hj. lia.
    - intros [Hr Hc]. exists r. split; [apply in_seq; lia |]. apply in_map. apply in_seq. lia.
  Qed.

  Lemma move_iff m b t : (In m all_moves /\ may m b t = true) <->
    let '(r, c, e) := m in may_push n t r c e b.
  Proof.
    destruct m as [[r c] e]. unfold all_moves, may, may_push. rewrite in_flat_map.
    rewrite !andb_true_iff, !orb_true_iff, !negb_true_iff, !Nat.eqb_eq, <- not_true_iff_false, same_iff.
    assert (E : match e with Left => c =? 0 | Right => c =? n - 1 | Top => r =? 0 | Bottom => r =? n - 1 end = false
      <-> match e with Left => c <> 0 | Right => c <> n - 1 | Top => r <> 0 | Bottom => r <> n - 1 end).
    { destruct e; rewrite <- not_true_iff_false, Nat.eqb_eq; tauto. }
    rewrite E. split.
    - intros [[x [Hx I]] H]. assert (x = (r, c)) as -> by (cbn in I; destruct I as [I | [I | [I | [I | []]]]]; now injection I).
      apply square_in in Hx. tauto.
    - intros (Hr & Hc & Hb & Ht & He). split; [| tauto]. exists (r, c). split; [now apply square_in |].
      destruct e; cbn; auto.
  Qed.

  Definition ended (b : tiles) : bool := if quick_line b X then true else quick_line b O.
  Lemma ended_iff b : ended b = true <-> over n K b.
  Proof.
    unfold ended. rewrite !quick_line_is, (over_iff n K b X), <- !line_found_iff. cbn [other].
    destruct (line_found n K b X); intuition congruence.
  Qed.

  Fixpoint solve (plies : nat) (s : side) (l : list (option side)) (t : side) : bool :=
    let b := board_at l in
    if ended b then wonb s b t else
    match plies with
    | 0 => false
    | S plies =>
        let moves := filter (fun m => may m b t) all_moves in
        if same_side s t
        then any (fun m => solve plies s (listed (after n m b t)) (other t)) moves
        else match moves with
             | [] => false
             | _ => every (fun m => solve plies s (listed (after n m b t)) (other t)) moves
             end
    end.

  Lemma legal_iff m b t : ended b = false ->
    (In m (filter (fun m => may m b t) all_moves) <-> legal_move n K m b t).
  Proof.
    intros E. rewrite filter_In, move_iff. unfold legal_move.
    assert (~ over n K b) by (rewrite <- ended_iff; congruence). tauto.
  Qed.

  Theorem solve_iff plies : forall s l t,
    solve plies s l t = true <-> wins_within R n K plies s (board_at l) t.
  Proof.
    induction plies as [| plies IH]; intros s l t; cbn [solve wins_within].
    - destruct (ended (board_at l)) eqn:E; [rewrite wonb_iff; tauto |]. split; [easy |].
      intros [W | []]. apply won_is_over in W. apply ended_iff in W. congruence.
    - destruct (ended (board_at l)) eqn:E.
      { rewrite wonb_iff. split; [tauto |]. apply ended_iff in E.
        intros [W | [[_ [m [[N _] _]]] | [_ [[m [N _]] _]]]]; easy. }
      assert (NW : ~ won R n K s (board_at l) t).
      { intros W. apply won_is_over in W. apply ended_iff in W. congruence. }
      assert (St : forall m, solve plies s (listed (after n m (board_at l) t)) (other t) = true <->
                   wins_within R n K plies s (after n m (board_at l) t) (other t)).
      { intros m. rewrite IH. apply wins_listed. }
      pose proof (fun m => legal_iff m (board_at l) t E) as L.
      set (moves := filter _ _) in *. clearbody moves.
      destruct (same_side s t) eqn:Same.
      + apply same_side_iff in Same. rewrite any_is, existsb_exists. split.
        * intros [m [Hm H]]. right. left. split; auto. exists m. split; [now apply L | now apply St].
        * intros [W | [[_ [m [Hm H]]] | [D _]]]; [easy | | subst t; now destruct s].
          exists m. split; [now apply L | now apply St].
      + assert (t = other s).
        { destruct (is_or_other s t) as [D | D]; auto. apply same_side_iff in D. congruence. }
        assert (t <> s) by (subst t; now destruct s).
        destruct moves as [| m0 moves].
        * split; [easy |]. intros [W | [[D _] | [_ [[m Hm] _]]]]; [easy | easy |]. now apply L in Hm.
        * rewrite every_is, forallb_forall. split.
          -- intros A. right. right. split; auto. split; [exists m0; apply L; now left |].
             intros m Hm. apply St, A. now apply L.
          -- intros [W | [[D _] | [_ [_ A]]]] m Hm; [easy | easy |]. apply St, A. now apply L.
  Qed.

  Theorem solve_blank plies s t :
    solve plies s (listed blank) t = true <-> wins_within R n K plies s blank t.
  Proof. rewrite solve_iff. apply wins_listed. Qed.
End Solve.
