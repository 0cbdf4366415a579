(* Quixo on every board: a tile more never hurts, and the second player cannot win. *)
Require Import List Arith Lia Bool.
Require Import Noughts.Statements.
Import ListNotations.
Import Quixo.

Lemma other_other s : other (other s) = s.
Proof. now destruct s. Qed.

Lemma other_differs s : other s <> s.
Proof. now destruct s. Qed.

Lemma is_or_other (s t : side) : t = s \/ t = other s.
Proof. destruct s, t; auto. Qed.

Lemma tile_dec (x y : option side) : {x = y} + {x <> y}.
Proof. decide equality. decide equality. Defined.

(* Lines can be looked for. *)
Definition all_below (k : nat) (f : nat -> bool) : bool := forallb f (seq 0 k).
Definition some_below (k : nat) (f : nat -> bool) : bool := existsb f (seq 0 k).

Lemma all_below_iff k f : all_below k f = true <-> forall i, i < k -> f i = true.
Proof.
  unfold all_below. rewrite forallb_forall. split; intros H i Hi; apply H.
  - apply in_seq; lia.
  - apply in_seq in Hi; lia.
Qed.

Lemma some_below_iff k f : some_below k f = true <-> exists i, i < k /\ f i = true.
Proof.
  unfold some_below. rewrite existsb_exists. split; intros [i [Hi H]]; exists i; split; auto.
  - apply in_seq in Hi; lia.
  - apply in_seq; lia.
Qed.

Definition same (x y : option side) : bool := if tile_dec x y then true else false.
Lemma same_iff x y : same x y = true <-> x = y.
Proof. unfold same. destruct (tile_dec x y); split; auto; discriminate. Qed.

Definition line_at (n K : nat) (b : tiles) (s : side) (r c : nat) : bool :=
  ((r <? n) && (c + K <=? n) && all_below K (fun i => same (b r (c + i)) (Some s))) ||
  ((r + K <=? n) && (c <? n) && all_below K (fun i => same (b (r + i) c) (Some s))) ||
  ((r + K <=? n) && (c + K <=? n) && all_below K (fun i => same (b (r + i) (c + i)) (Some s))) ||
  ((r + K <=? n) && (c + K <=? n) &&
    all_below K (fun i => same (b (r + i) (c + (K - 1 - i))) (Some s))).

Definition line_found (n K : nat) (b : tiles) (s : side) : bool :=
  some_below (S n) (fun r => some_below (S n) (fun c => line_at n K b s r c)).

Lemma line_found_iff n K b s : line_found n K b s = true <-> has_line n K b s.
Proof.
  unfold line_found, has_line. rewrite some_below_iff.
  assert (L : forall r c, line_at n K b s r c = true <->
      (r < n /\ c + K <= n /\ forall i, i < K -> b r (c + i) = Some s) \/
      (r + K <= n /\ c < n /\ forall i, i < K -> b (r + i) c = Some s) \/
      (r + K <= n /\ c + K <= n /\ forall i, i < K -> b (r + i) (c + i) = Some s) \/
      (r + K <= n /\ c + K <= n /\ forall i, i < K -> b (r + i) (c + (K - 1 - i)) = Some s)).
  { intros r c. unfold line_at.
    rewrite !orb_true_iff, !andb_true_iff, !all_below_iff, !Nat.ltb_lt, !Nat.leb_le.
    setoid_rewrite same_iff. tauto. }
  split.
  - intros [r [_ H]]. apply some_below_iff in H. destruct H as [c [_ H]].
    exists r, c. now apply L.
  - intros [r [c H]]. exists r.
    assert (r < S n /\ c < S n) as [Hr Hc] by (destruct H as [H | [H | [H | H]]]; lia).
    split; auto. apply some_below_iff. exists c. split; auto. now apply L.
Qed.

Lemma has_line_dec n K b s : {has_line n K b s} + {~ has_line n K b s}.
Proof.
  destruct (line_found n K b s) eqn:E.
  - left. now apply line_found_iff.
  - right. intros H. apply line_found_iff in H. congruence.
Defined.

Lemma over_iff n K b s : over n K b <-> has_line n K b s \/ has_line n K b (other s).
Proof.
  split.
  - intros [x H]. destruct (is_or_other s x); subst; auto.
  - intros [H | H]; eexists; eauto.
Qed.

Lemma over_dec n K b : {over n K b} + {~ over n K b}.
Proof.
  destruct (has_line_dec n K b X), (has_line_dec n K b O).
  1-3: left; apply (over_iff n K b X); auto.
  right. intros H. apply (over_iff n K b X) in H. now destruct H.
Defined.

Lemma has_line_keeps n K b b' s :
  (forall i j, i < n -> j < n -> b i j = Some s -> b' i j = Some s) ->
  has_line n K b s -> has_line n K b' s.
Proof.
  intros H [r [c L]]. exists r, c.
  destruct L as [L | [L | [L | L]]];
    [left | right; left | right; right; left | right; right; right];
    destruct L as [? [? L]]; repeat split; auto; intros i Hi;
    specialize (L i Hi); apply H in L; auto; lia.
Qed.

Lemma has_line_fits n K b s : has_line n K b s -> K <= n.
Proof. intros [r [c [L | [L | [L | L]]]]]; lia. Qed.

(* Who can move, and when. *)
Lemma all_or_some b x m :
  (forall j, j < m -> b 0 j = x) \/ (exists j, j < m /\ (b : tiles) 0 j <> x).
Proof.
  induction m as [| m IH].
  - left. lia.
  - destruct IH as [IH | [j [Hj IH]]].
    + destruct (tile_dec (b 0 m) x).
      * left. intros j Hj. destruct (Nat.eq_dec j m); [now subst | apply IH; lia].
      * right. exists m. split; auto.
    + right. exists j. split; auto.
Qed.

Lemma has_move n K b t : 2 <= n -> K <= n -> ~ over n K b -> exists m, legal_move n K m b t.
Proof.
  intros Hn HK Ho. destruct (all_or_some b (Some (other t)) n) as [A | [j [Hj A]]].
  - exfalso. apply Ho. exists (other t), 0, 0. left. repeat split; try lia.
    intros i Hi. apply A. lia.
  - exists (0, j, Bottom). split; auto. unfold may_push. repeat split; auto; lia.
Qed.

Lemma legal_two n K m b t : legal_move n K m b t -> 2 <= n.
Proof.
  destruct m as [[r c] e]. intros [_ [Hr [Hc [_ [_ H]]]]]. destruct e; lia.
Qed.

Section Rules.
Variable R : rule.
Variables n K : nat.
Notation legal_move := (legal_move n K).
Notation over := (over n K).
Notation has_line := (has_line n K).
Notation won := (won R n K).
Notation wins_within := (wins_within R n K).
Notation after := (after n).
Notation more_tiles := (more_tiles n).

Lemma wins_fits s m b t : wins_within m s b t -> K <= n.
Proof.
  revert b t. induction m as [| m IH]; intros b t [H | H]; try (now destruct H);
    try (eapply has_line_fits, H).
  destruct H as [[_ [x [_ H]]] | [_ [[x Hx] H]]]; eauto.
Qed.

Lemma more_line d b b' : more_tiles d b b' -> has_line b d -> has_line b' d.
Proof.
  intros M. apply has_line_keeps. intros i j Hi Hj E.
  destruct (M i j Hi Hj) as [H | [H1 H2]]; congruence.
Qed.

Lemma more_line_other d b b' : more_tiles d b b' ->
  (has_line b (other d) <-> has_line b' (other d)).
Proof.
  intros M. split; apply has_line_keeps; intros i j Hi Hj E;
    destruct (M i j Hi Hj) as [H | [H1 H2]]; try congruence.
  rewrite H2 in E. now destruct d.
Qed.

Lemma more_over d b b' : more_tiles d b b' -> over b -> over b'.
Proof.
  intros M H. apply (over_iff n K b d) in H. apply (over_iff n K b' d).
  destruct H; [left; eapply more_line; eauto | right; now apply (more_line_other d b b' M)].
Qed.

Lemma more_move_own d b b' r c e : more_tiles d b b' -> may_push n d r c e b -> may_push n d r c e b'.
Proof.
  intros M (Hr & Hc & Hb & Ht & He). repeat split; auto.
  destruct (M r c Hr Hc) as [H | [H1 H2]]; try congruence. rewrite H2. now destruct d.
Qed.

Lemma more_move_other d b b' r c e :
  more_tiles d b b' -> may_push n (other d) r c e b' -> may_push n (other d) r c e b.
Proof.
  intros M (Hr & Hc & Hb & Ht & He). repeat split; auto.
  destruct (M r c Hr Hc) as [H | [H1 H2]]; congruence.
Qed.

Lemma more_after d b b' t m : more_tiles d b b' -> more_tiles d (after m b t) (after m b' t).
Proof.
  intros M i j Hi Hj. destruct m as [[r c] e]. cbn. unfold push.
  destruct e;
    repeat match goal with
    | |- context [?x =? ?y] => destruct (Nat.eqb_spec x y)
    | |- context [?x <=? ?y] => destruct (Nat.leb_spec x y)
    end; auto; apply M; lia.
Qed.

Lemma more_legal_own d b b' m :
  more_tiles d b b' -> ~ over b' -> legal_move m b d -> legal_move m b' d.
Proof.
  intros M Ho [_ H]. split; auto. destruct m as [[r c] e]. eapply more_move_own; eauto.
Qed.

Lemma more_legal_other d b b' m :
  more_tiles d b b' -> ~ over b -> legal_move m b' (other d) -> legal_move m b (other d).
Proof.
  intros M Ho [_ H]. split; auto. destruct m as [[r c] e]. eapply more_move_other; eauto.
Qed.

Theorem more_wins d m b b' t :
  more_tiles d b b' -> wins_within m d b t -> wins_within m d b' t.
Proof.
  revert b b' t. induction m as [| m IH]; intros b b' t M W; pose proof (wins_fits _ _ _ _ W) as F.
  - destruct W as [[L W] | []]. left. split; [eapply more_line; eauto |].
    intros H. apply W. apply (more_line_other _ _ _ M); eauto.
  - destruct W as [[L W] | W].
    { left. split; [eapply more_line; eauto |]. intros H. apply W. apply (more_line_other _ _ _ M); eauto. }
    assert (No : ~ over b) by (destruct W as [[_ [x [H _]]] | [_ [[x H] _]]]; apply H).
    destruct (over_dec n K b') as [Ov | No'].
    { left. assert (~ has_line b' (other d)) as N
        by (intros H; apply No; exists (other d); apply (more_line_other _ _ _ M); eauto).
      apply (over_iff n K b' d) in Ov. destruct Ov as [Ov | Ov]; [| easy].
      split; [easy | now intros H; destruct N]. }
    right. destruct W as [[-> [x [Lx W]]] | [-> [[x Lx] W]]].
    + left. split; auto. exists x. split; [eapply more_legal_own; eauto |].
      eapply IH; [| eauto]. now apply more_after.
    + right. split; auto. split; [apply has_move; auto; eapply legal_two; eauto |].
      intros y Ly. eapply IH; [apply more_after; eauto |]. apply W. eapply more_legal_other; eauto.
Qed.

Theorem fewer_wins d m b b' t :
  more_tiles d b b' -> wins_within m (other d) b' t -> wins_within m (other d) b t.
Proof.
  assert (Now : forall b b' t, more_tiles d b b' -> won (other d) b' t -> won (other d) b t).
  { intros b0 b0' t0 M [L W]. split; [apply (more_line_other _ _ _ M); eauto |].
    rewrite other_other in *. intros H. apply W. eapply more_line; eauto. }
  revert b b' t. induction m as [| m IH]; intros b b' t M W; pose proof (wins_fits _ _ _ _ W) as F.
  - destruct W as [W | []]. left. eauto.
  - destruct W as [W | W]; [left; eauto |].
    assert (No' : ~ over b') by (destruct W as [[_ [x [H _]]] | [_ [[x H] _]]]; apply H).
    assert (No : ~ over b) by (intros H; apply No'; eapply more_over; eauto).
    right. destruct W as [[-> [x [Lx W]]] | [-> [[x Lx] W]]].
    + left. split; auto. exists x. split; [eapply more_legal_other; eauto |].
      eapply IH; [| eauto]. now apply more_after.
    + right. split; auto. split; [apply has_move; auto; eapply legal_two; eauto |].
      rewrite other_other in *.
      intros y Ly. eapply IH; [apply more_after; eauto |]. apply W. eapply more_legal_own; eauto.
Qed.

Theorem more_does_not_lose d b b' t :
  more_tiles d b b' -> does_not_lose R n K d b t -> does_not_lose R n K d b' t.
Proof.
  intros M [safe [S0 H]]. destruct (le_lt_dec K n) as [F | F].
  - exists (fun b' t => exists b, more_tiles d b b' /\ safe b t). split; eauto.
    clear b b' t M S0. intros b' t [b [M S0]]. destruct (H b t S0) as (H1 & H2 & H3).
    assert (No : ~ over b' -> ~ over b) by (intros N Ov; apply N; eapply more_over; eauto).
    split; [| split].
    + intros [L W]. apply H1. split; [apply (more_line_other _ _ _ M); eauto |].
      rewrite other_other in *. intros L'. apply W. eapply more_line; eauto.
    + intros -> [x Lx]. destruct H2 as [y [Ly Sy]]; auto.
      { apply has_move; auto; [eapply legal_two; eauto | apply No, Lx]. }
      exists y. split; [eapply more_legal_own; eauto; apply Lx |].
      exists (after y b d). split; auto. now apply more_after.
    + intros -> x Lx. exists (after x b (other d)). split; [now apply more_after |].
      apply H3; auto. eapply more_legal_other; eauto. apply No, Lx.
  - exists (fun _ _ => True). split; auto. intros b0 t0 _. split; [| split].
    + intros [L _]. apply has_line_fits in L. lia.
    + intros _ [x Lx]. eauto.
    + auto.
Qed.

(* The signs exchanged. *)
Definition swapped (b b' : tiles) : Prop :=
  forall i j, i < n -> j < n -> b' i j = option_map other (b i j).

Lemma swapped_sym b b' : swapped b b' -> swapped b' b.
Proof.
  intros H i j Hi Hj. rewrite H by auto. destruct (b i j); cbn; now rewrite ?other_other.
Qed.

Lemma swapped_line b b' s : swapped b b' -> has_line b s -> has_line b' (other s).
Proof.
  intros H [r [c L]]. exists r, c.
  destruct L as [L | [L | [L | L]]];
    [left | right; left | right; right; left | right; right; right];
    destruct L as [? [? L]]; repeat split; auto; intros i Hi;
    rewrite H by lia; now rewrite L.
Qed.

Lemma swapped_over b b' : swapped b b' -> over b -> over b'.
Proof. intros H [s L]. exists (other s). eapply swapped_line; eauto. Qed.

Lemma swapped_legal b b' m t : swapped b b' -> legal_move m b t -> legal_move m b' (other t).
Proof.
  intros H [No L]. split.
  - intros Ov. apply No. eapply swapped_over; [| eauto]. now apply swapped_sym.
  - destruct m as [[r c] e]. destruct L as (Hr & Hc & Hb & Ht & He). repeat split; auto.
    rewrite H by auto. destruct (b r c) as [x |]; cbn; [| easy]. destruct x, t; easy.
Qed.

Lemma swapped_after b b' m t : swapped b b' -> swapped (after m b t) (after m b' (other t)).
Proof.
  intros H i j Hi Hj. destruct m as [[r c] e]. cbn. unfold push.
  destruct e;
    repeat match goal with
    | |- context [?x =? ?y] => destruct (Nat.eqb_spec x y)
    | |- context [?x <=? ?y] => destruct (Nat.leb_spec x y)
    end; auto; apply H; lia.
Qed.

Lemma swapped_won s b b' t : swapped b b' -> won s b t -> won (other s) b' (other t).
Proof.
  intros H [L W]. split; [eapply swapped_line; eauto |].
  intros L'. rewrite other_other in L'.
  apply swapped_sym in H. apply (swapped_line _ _ _ H) in L'.
  specialize (W L'). destruct R; now subst.
Qed.

Lemma swapped_wins m s b b' t : swapped b b' -> wins_within m s b t -> wins_within m (other s) b' (other t).
Proof.
  revert b b' t. induction m as [| m IH]; intros b b' t H [W | W].
  1, 3: left; eapply swapped_won; eauto.
  - destruct W.
  - right. destruct W as [[-> [x [Lx W]]] | [-> [[x Lx] W]]].
    + left. split; auto. exists x. split; [eapply swapped_legal; eauto |].
      eapply IH; eauto. now apply swapped_after.
    + right. split; auto. split; [exists x; eapply swapped_legal; eauto |].
      intros y Ly. eapply IH; [apply swapped_after; eauto |]. apply W.
      apply swapped_sym in H. apply (swapped_legal _ _ _ _ H) in Ly.
      now rewrite other_other in Ly.
Qed.

Lemma won_is_over s b t : won s b t -> over b.
Proof. intros [L _]. now exists s. Qed.

Lemma not_both_win s m m' b t : wins_within m s b t -> wins_within m' (other s) b t -> False.
Proof.
  revert m' b t. induction m as [| m IH]; intros m' b t W W'.
  - destruct W as [W | []]. destruct W as [L W].
    assert (Ov : over b) by now exists s.
    destruct m' as [| m']; destruct W' as [[L' W'] | W']; try easy.
    + rewrite other_other in W'. specialize (W L'). specialize (W' L). destruct R, s, t; easy.
    + rewrite other_other in W'. specialize (W L'). specialize (W' L). destruct R, s, t; easy.
    + destruct W' as [[_ [x [[No _] _]]] | [_ [[x [No _]] _]]]; easy.
  - destruct W as [[L W] | W].
    + assert (Ov : over b) by now exists s.
      destruct m' as [| m']; destruct W' as [[L' W'] | W']; try easy.
      * rewrite other_other in W'. specialize (W L'). specialize (W' L). destruct R, s, t; easy.
      * rewrite other_other in W'. specialize (W L'). specialize (W' L). destruct R, s, t; easy.
      * destruct W' as [[_ [x [[No _] _]]] | [_ [[x [No _]] _]]]; easy.
    + assert (No : ~ over b) by (destruct W as [[_ [x [H _]]] | [_ [[x H] _]]]; apply H).
      destruct m' as [| m']; destruct W' as [W' | W']; try (now apply No, (won_is_over _ _ _ W')).
      * destruct W'.
      * rewrite other_other in W'.
        destruct W as [[-> [x [Lx W]]] | [-> [[x Lx] W]]];
          destruct W' as [[E [x' [Lx' W']]] | [E [[x' Lx'] W']]].
        -- now destruct s.
        -- eapply IH; [apply W | apply W']. auto.
        -- eapply IH; [apply W | apply W']. auto.
        -- now destruct s.
Qed.

Lemma blank_over : 1 <= K -> ~ over blank.
Proof.
  intros HK [s [r [c L]]].
  destruct L as [L | [L | [L | L]]]; destruct L as [_ [_ L]]; specialize (L 0 HK); easy.
Qed.

Theorem second_cannot_win : 1 <= K -> ~ can_win R n K O blank X.
Proof.
  intros HK [m W].
  assert (W1 : wins_within m X blank O).
  { apply (swapped_wins m O blank blank X) in W; [exact W |]. now intros i j _ _. }
  destruct m as [| m].
  - destruct W as [W | []]. now apply (blank_over HK), (won_is_over _ _ _ W).
  - destruct W as [W | W]; [now apply (blank_over HK), (won_is_over _ _ _ W) |].
    destruct W as [[E _] | [_ [[x Lx] W]]]; [easy |].
    apply W in Lx as W2. cbn [other] in W2.
    assert (M : more_tiles X blank (after x blank X)).
    { intros i j Hi Hj. destruct x as [[r c] e]. cbn. unfold push.
      destruct e;
        repeat match goal with
        | |- context [?x =? ?y] => destruct (Nat.eqb_spec x y)
        | |- context [?x <=? ?y] => destruct (Nat.leb_spec x y)
        end; auto. }
    apply (more_wins _ _ _ _ _ M) in W1. exact (not_both_win _ _ _ _ _ W1 W2).
Qed.
End Rules.
