(* The cube n^k with numbered cells, the first coordinate most significant, and its lines as
   sets of bits. *)
Require Import List Arith Lia Bool NArith.
Require Import Noughts.Statements Noughts.Games.
Import ListNotations.

Fixpoint words {A : Type} (xs : list A) (k : nat) : list (list A) :=
  match k with
  | 0 => [[]]
  | S k => flat_map (fun x => map (cons x) (words xs k)) xs
  end.

Lemma words_iff {A : Type} (xs : list A) k w :
  In w (words xs k) <-> length w = k /\ forall x, In x w -> In x xs.
Proof.
  revert w. induction k as [| k IH]; intros w; cbn [words].
  - split.
    + intros [<- | []]. split; auto. now intros x.
    + intros [E _]. destruct w; [now left | easy].
  - rewrite in_flat_map. split.
    + intros [x [Hx H]]. apply in_map_iff in H. destruct H as [v [<- Hv]].
      apply IH in Hv. destruct Hv as [<- Hv]. split; auto. intros y [<- | Hy]; auto.
    + intros [E H]. destruct w as [| x w]; [easy |]. exists x. split; [apply H; now left |].
      apply in_map, IH. split; [now injection E |]. intros y Hy. apply H. now right.
Qed.

Section Cube.
  Variables n k : nat.
  Definition courses : list course := Rises :: Falls :: map Stays (seq 0 n).

  Lemma courses_iff c : In c courses <-> forall x, c = Stays x -> x < n.
  Proof.
    unfold courses. cbn. rewrite in_map_iff. split.
    - intros [<- | [<- | [x [<- H]]]] y E; try easy. injection E as <-. apply in_seq in H. lia.
    - intros H. destruct c; auto. right; right. exists x. split; auto. apply in_seq.
      specialize (H x eq_refl). lia.
  Qed.

  Definition point (d : list course) (i : nat) : list nat := map (coordinate n i) d.
  Definition points (d : list course) : list (list nat) := map (point d) (seq 0 n).

  Definition moves (c : course) : bool := match c with Stays _ => false | _ => true end.
  Definition directions : list (list course) := filter (existsb moves) (words courses k).

  Lemma directions_iff d : In d directions <-> is_direction n k d.
  Proof.
    unfold directions, is_direction. rewrite filter_In, words_iff, existsb_exists. split.
    - intros [[E H] [c [Hc M]]]. repeat split; auto.
      + intros x Hx. apply H in Hx. rewrite courses_iff in Hx. auto.
      + destruct c; [easy | now left | now right].
    - intros [E [H M]]. repeat split; auto.
      + intros c Hc. apply courses_iff. intros x ->. auto.
      + destruct M as [M | M]; [exists Rises | exists Falls]; auto.
  Qed.

  Lemma cube_cells c : on_board (cube n k) c <-> In c (words (seq 0 n) k).
  Proof.
    cbn. rewrite words_iff. split; intros [E H]; split; auto; intros x Hx.
    - apply in_seq. specialize (H x Hx). lia.
    - apply H in Hx. apply in_seq in Hx. lia.
  Qed.

  Lemma cube_lines l : line (cube n k) l <-> In l (map points directions).
  Proof.
    cbn. rewrite in_map_iff. split; intros [d [H1 H2]]; exists d.
    - split; [now subst | now apply directions_iff].
    - split; [now apply directions_iff | now subst].
  Qed.

  Theorem cube_can_force_win q p : 0 < q ->
    reaches (cube n k) q (Nat.eqb p) [] -> can_force_win (cube n k) q p.
  Proof.
    intros Q H. eapply (reaches_can_force_win (cube n k) q) with
      (cells := words (seq 0 n) k) (lines := map points directions); auto.
    - apply (list_eq_dec Nat.eq_dec).
    - exact [].
    - apply cube_cells.
    - apply cube_lines.
  Qed.

  (* One of the two directions of each line. *)
  Fixpoint rising (k : nat) : list (list course) :=
    match k with
    | 0 => []
    | S k => map (cons Rises) (words courses k) ++
             flat_map (fun x => map (cons (Stays x)) (rising k)) (seq 0 n)
    end.

  Definition turned (c : course) : course :=
    match c with Rises => Falls | Falls => Rises | Stays x => Stays x end.
  Definition back : list course -> list course := map turned.

  Lemma turned_courses c : In c courses -> In (turned c) courses.
  Proof. rewrite !courses_iff. intros H x E. destruct c; cbn in E; [| easy | easy]. auto. Qed.

  Lemma rising_direction j d : In d (rising j) -> is_direction n j d.
  Proof.
    revert d. induction j as [| j IH]; intros d; cbn [rising]; [easy |].
    rewrite in_app_iff, in_map_iff, in_flat_map. intros [[w [<- H]] | [x [Hx H]]].
    - apply words_iff in H. destruct H as [E H]. split; [cbn; auto |]. split; [| left; now left].
      intros x [E' | Hx]; [easy |]. apply H in Hx. rewrite courses_iff in Hx. auto.
    - apply in_map_iff in H. destruct H as [w [<- H]]. destruct (IH w H) as (E & H1 & H2).
      split; [cbn; auto |]. split.
      + intros y [E' | Hy]; auto. injection E' as <-. apply in_seq in Hx. lia.
      + destruct H2; [left | right]; now right.
  Qed.

  Lemma direction_rising j d : is_direction n j d -> In d (rising j) \/ In (back d) (rising j).
  Proof.
    revert d. induction j as [| j IH]; intros d (E & H1 & H2).
    - destruct d; [| easy]. now destruct H2.
    - destruct d as [| c d]; [easy |]. injection E as E.
      assert (W : In d (words courses j)).
      { apply words_iff. split; auto. intros x Hx. apply courses_iff. intros y ->. apply H1. now right. }
      destruct c as [x | |]; cbn [rising back map turned].
      + destruct (IH d) as [I | I].
        { split; auto. split; [intros y Hy; apply H1; now right |].
          destruct H2 as [[H2 | H2] | [H2 | H2]]; try easy; auto. }
        * left. apply in_or_app. right. apply in_flat_map. exists x. split; [| now apply in_map].
          apply in_seq. specialize (H1 x (or_introl eq_refl)). lia.
        * right. apply in_or_app. right. apply in_flat_map. exists x. split; [| now apply in_map].
          apply in_seq. specialize (H1 x (or_introl eq_refl)). lia.
      + left. apply in_or_app. left. now apply in_map.
      + right. apply in_or_app. left. apply in_map. apply words_iff in W. destruct W as [_ W].
        apply words_iff. unfold back. split; [now rewrite map_length |].
        intros x Hx. apply in_map_iff in Hx. destruct Hx as [y [<- Hy]]. apply turned_courses. auto.
  Qed.

  Lemma point_back d i : i < n -> point (back d) i = point d (n - 1 - i).
  Proof.
    intros Hi. unfold point, back. rewrite map_map. apply map_ext. intros c.
    destruct c; cbn; auto. lia.
  Qed.

  Lemma points_back d c : In c (points d) <-> In c (points (back d)).
  Proof.
    unfold points. rewrite !in_map_iff. split; intros [i [<- Hi]]; apply in_seq in Hi;
      exists (n - 1 - i).
    - split; [| apply in_seq; lia]. rewrite point_back by lia. f_equal. lia.
    - split; [| apply in_seq; lia]. now rewrite point_back by lia.
  Qed.

  (* Numbers of cells. *)
  Open Scope N_scope.
  Fixpoint number (c : list nat) : N :=
    match c with
    | [] => 0
    | x :: c => N.of_nat x * N.of_nat n ^ N.of_nat (length c) + number c
    end.

  Lemma number_below c : (forall x, In x c -> (x < n)%nat) -> number c < N.of_nat n ^ N.of_nat (length c).
  Proof.
    induction c as [| x c IH]; intros H.
    - cbn. lia.
    - cbn [number length]. rewrite Nat2N.inj_succ, N.pow_succ_r'.
      assert (Hx : (x < n)%nat) by (apply H; now left).
      assert (Hc : number c < N.of_nat n ^ N.of_nat (length c)) by (apply IH; intros y Hy; apply H; now right).
      assert (N.of_nat x + 1 <= N.of_nat n) by lia. nia.
  Qed.

  Lemma number_injective c d : length c = length d -> (forall x, In x c -> (x < n)%nat) ->
    (forall x, In x d -> (x < n)%nat) -> number c = number d -> c = d.
  Proof.
    revert d. induction c as [| x c IH]; intros [| y d] E Hc Hd Eq; try easy.
    injection E as E. cbn [number] in Eq. rewrite <- E in Eq.
    assert (Bc : number c < N.of_nat n ^ N.of_nat (length c)) by (apply number_below; intros z Hz; apply Hc; now right).
    assert (Bd : number d < N.of_nat n ^ N.of_nat (length c)).
    { rewrite E. apply number_below. intros z Hz. apply Hd. now right. }
    rewrite !(N.mul_comm (N.of_nat _) (_ ^ _)) in Eq.
    apply N.div_mod_unique in Eq; auto. destruct Eq as [E1 E2].
    apply Nat2N.inj in E1. subst y. f_equal. apply IH; auto; intros z Hz; [apply Hc | apply Hd]; now right.
  Qed.

  Lemma number_onto j y : y < N.of_nat n ^ N.of_nat j ->
    exists c, length c = j /\ (forall x, In x c -> (x < n)%nat) /\ number c = y.
  Proof.
    revert y. induction j as [| j IH]; intros y H.
    - exists []. cbn in *. repeat split; [now intros x | lia].
    - rewrite Nat2N.inj_succ, N.pow_succ_r' in H.
      set (P := N.of_nat n ^ N.of_nat j) in *.
      assert (P0 : P <> 0) by (intros E; rewrite E in H; lia).
      destruct (IH (y mod P)) as [c (L & B & E)]; [now apply N.mod_lt |].
      exists (N.to_nat (y / P) :: c). split; [cbn; auto |]. split.
      + intros x [<- | Hx]; auto.
        assert (y / P < N.of_nat n) by (apply N.div_lt_upper_bound; lia). lia.
      + cbn [number]. rewrite L, E, N2Nat.id. fold P. pose proof (N.div_mod y P P0). lia.
  Qed.

  Definition mask (l : list N) : N := fold_right (fun c m => N.setbit m c) 0 l.

  Lemma mask_iff l c : N.testbit (mask l) c = true <-> In c l.
  Proof.
    induction l as [| x l IH]; cbn [mask fold_right In].
    - now rewrite N.bits_0.
    - rewrite N.setbit_iff. fold (mask l). rewrite IH. split; intros [H | H]; auto.
  Qed.

  (* Any board of numbered cells with such lines. *)
  Definition numbered (size : N) (lines : list N) : board := {|
    cell := N;
    on_board c := c < size;
    line l := exists m, In m lines /\ forall c, In c l <-> N.testbit m c = true |}.

  Definition size : N := N.of_nat n ^ N.of_nat k.
  Definition masks : list N := map (fun d => mask (map number (points d))) (rising k).

  Theorem cube_numbered : renames (cube n k) (numbered size masks) number.
  Proof.
    constructor.
    - intros c [E H]. cbn. unfold size. rewrite <- E. now apply number_below.
    - intros c d [Ec Hc] [Ed Hd]. apply number_injective; auto. now rewrite Ec.
    - intros y H. destruct (number_onto k y H) as [c (L & B & E)]. now exists c.
    - intros l c [d [(E & H & _) ->]] Hc. apply in_map_iff in Hc. destruct Hc as [i [<- Hi]].
      apply in_seq in Hi. split; [now rewrite map_length |].
      intros x Hx. apply in_map_iff in Hx. destruct Hx as [c [<- Hc]].
      destruct c; cbn; [auto | lia | lia].
    - intros l [d [Hd ->]]. exists (map number (points d)). split; [| easy].
      destruct (direction_rising k d Hd) as [I | I].
      + exists (mask (map number (points d))). split; [now apply in_map with (f := fun d => mask (map number (points d))) |].
        intros c. now rewrite mask_iff.
      + exists (mask (map number (points (back d)))).
        split; [now apply in_map with (f := fun d => mask (map number (points d))) |].
        intros c. rewrite mask_iff, !in_map_iff. setoid_rewrite (points_back d). reflexivity.
    - intros m [x [Ix Hx]]. apply in_map_iff in Ix. destruct Ix as [d [<- Hd]].
      exists (points d). split; [exists d; split; auto; now apply rising_direction |].
      intros y. now rewrite Hx, mask_iff.
  Qed.
End Cube.
