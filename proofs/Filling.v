(* Certificates of kind `filling`: a game that ends with a full board and without a line. *)
Require Import List Arith Lia Bool NArith FMapPositive.
Require Import Noughts.Statements Noughts.Games Noughts.Cube Noughts.Claims.
Import ListNotations.
Open Scope nat_scope.

Section Filling.
  Variables n k q : nat.
  Notation game := (list (list nat)).

  (* The cells of each player are dealt in turn; the latest comes first. *)
  Fixpoint deal (steps : nat) (hands : list game) (g : game) : game :=
    match steps, hands with
    | S steps, (c :: hand) :: hands => deal steps (hands ++ [hand]) (c :: g)
    | _, _ => g
    end.
  Definition order (marks : list N) : game :=
    let all := combine (cells_of_cube n k) marks in
    deal (length all)
      (map (fun p => map fst (filter (fun x => N.eqb (snd x) (N.of_nat (S p))) all)) (seq 0 q)) [].

  Fixpoint holder (g : game) (c : list nat) : option nat :=
    match g with
    | [] => None
    | x :: g => if N.eqb (number n c) (number n x) then Some (length g mod q) else holder g c
    end.
  Definition differ (a b : option nat) : bool :=
    match a, b with Some x, Some y => negb (x =? y) | _, _ => false end.

  Definition check_filling (marks : list N) : bool :=
    let g := order marks in
    (length marks =? length (cells_of_cube n k)) && (length g =? length (cells_of_cube n k)) &&
    different (map (number n) g) (PositiveMap.empty unit) &&
    forallb (fun c => (length c =? k) && forallb (fun x => x <? n) c) g &&
    forallb (fun d => match points n d with
                      | [] => false
                      | a :: l => let h := holder g a in existsb (fun b => differ h (holder g b)) l
                      end) (rising n k).

  Lemma different_no_dup l t : different l t = true ->
    NoDup l /\ forall c, In c l -> PositiveMap.find (N.succ_pos c) t = None.
  Proof.
    revert t. induction l as [| x l IH]; intros t H; [split; [constructor | easy] |].
    cbn [different] in H. destruct (PositiveMap.find (N.succ_pos x) t) eqn:E; [easy |].
    apply IH in H. destruct H as [D H]. split.
    - constructor; auto. intros I. apply H in I. now rewrite PositiveMap.gss in I.
    - intros c [<- | I]; auto. apply H in I as F. destruct (N.eq_dec c x) as [-> | Ne]; auto.
      rewrite PositiveMap.gso in F; auto. intros Eq. apply Ne.
      apply (f_equal N.pos) in Eq. rewrite !N.succ_pos_spec in Eq. lia.
  Qed.

  Lemma no_dup_map (l : game) : NoDup (map (number n) l) -> NoDup l.
  Proof.
    induction l as [| x l IH]; intros H; constructor; inversion H as [| ? ? N D]; subst; auto.
    intros I. apply N. now apply in_map.
  Qed.

  Lemma holds_holder g p c : NoDup (map (number n) g) ->
    holds (cube n k) q g p c -> holder g c = Some p.
  Proof.
    induction g as [| x g IH]; intros D H; [now apply holds_nil in H |].
    inversion D as [| ? ? N D']; subst. apply holds_cons in H. cbn [holder].
    destruct (N.eqb_spec (number n c) (number n x)) as [E | E].
    - destruct H as [[-> T] | H]; [now rewrite <- T |]. exfalso. apply N. rewrite <- E.
      apply holds_in in H. exact (in_map (number n) g c H).
    - destruct H as [[-> _] | H]; [easy |]. now apply IH.
  Qed.

  Lemma can_be_played g : NoDup g -> (forall c, In c g -> on_board (cube n k) c) ->
    (forall p, ~ completed (cube n k) q g p) -> played (cube n k) q g.
  Proof.
    induction g as [| c g IH]; intros D On No; [constructor |].
    inversion D as [| ? ? N D']; subst.
    assert (No' : forall p, ~ completed (cube n k) q g p).
    { intros p [l [Ll H]]. apply (No p). exists l. split; auto.
      intros x Hx. apply holds_cons. right. now apply H. }
    constructor.
    - apply IH; auto. intros x Hx. apply On. now right.
    - split; [apply On; now left | split; auto].
  Qed.

  Theorem check_filling_sound marks : check_filling marks = true -> can_be_drawn (cube n k) q.
  Proof.
    unfold check_filling. rewrite !andb_true_iff, !forallb_forall, !Nat.eqb_eq.
    intros [[[[_ Len] Di] On] Mi]. set (g := order marks) in *.
    apply different_no_dup in Di. destruct Di as [Di _].
    assert (D : NoDup g) by now apply no_dup_map.
    assert (Ob : forall c, In c g -> on_board (cube n k) c).
    { intros c Hc. specialize (On c Hc). rewrite andb_true_iff, Nat.eqb_eq, forallb_forall in On.
      destruct On as [O1 O2]. split; auto. intros x Hx. apply Nat.ltb_lt. auto. }
    assert (No : forall p, ~ completed (cube n k) q g p).
    { intros p [l [Ll H]]. destruct (cube_line_listed n k l Ll) as [d [Hd I]]. specialize (Mi d Hd).
      destruct (points n d) as [| a r]; [easy |]. apply existsb_exists in Mi. destruct Mi as [b [Hb M]].
      rewrite (holds_holder g p a Di) in M by (apply H, I; now left).
      rewrite (holds_holder g p b Di) in M by (apply H, I; now right).
      cbn in M. now rewrite Nat.eqb_refl in M. }
    exists g. split; [now apply can_be_played |]. split; auto.
    intros c L. apply (proj1 (proj2 L)).
    assert (In c (cells_of_cube n k)) as Ic by apply cube_cells, L.
    refine (NoDup_length_incl D _ _ c Ic).
    - rewrite Len. apply Nat.le_refl.
    - intros x Hx. apply cube_cells. now apply Ob.
  Qed.
End Filling.
