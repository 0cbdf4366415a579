(* Quixo by following a strategy, each board looked at once up to symmetry. The strategy is a
   list of moves, in the order in which the walk comes to the boards that need one. *)
Require Import List Arith Lia Bool PArith FMapPositive.
Require Import Noughts.Statements Noughts.Monotone Noughts.Solve Noughts.Boards.
Import ListNotations.
Import Quixo.

Lemma more_plies R n K s p : forall q b t, p <= q -> wins_within R n K p s b t -> wins_within R n K q s b t.
Proof.
  induction p as [| p IH]; intros q b t L [W | W].
  1, 3: destruct q; now left.
  - destruct W.
  - destruct q as [| q]; [lia |]. assert (p <= q) by lia. right. destruct W as [[E [m [Lm W]]] | [E [M W]]].
    + left. split; auto. exists m. auto.
    + right. repeat split; auto.
Qed.

Section Replay.
  Variable R : rule.
  Variables n K : nat.
  Notation W p l t := (wins_within R n K p X (board_at n l) t).

  (* Numbers of plies by boards, and the moves that are left. *)
  Definition state := (PositiveMap.t nat * list nat)%type.
  Variable lines : list (list nat).
  Variable moves : list (nat * list (option nat)).
  Variables mirror transpose : list nat.
  Notation over_in := (over_in lines).
  Notation won_in := (won_in R lines).

  (* A board, mirrored and transposed in turn, stands in its eight ways. *)
  Fixpoint seek (fuel : nat) (t : PositiveMap.t nat) (l : tile_list) (a b : list nat) : option nat :=
    match PositiveMap.find (code l) t with
    | Some p => Some p
    | None => match fuel with 0 => None | S fuel => seek fuel t (arranged l a) b a end
    end.
  Definition known (t : PositiveMap.t nat) (l : tile_list) : option nat := seek 7 t l mirror transpose.

  (* X wins: in how many plies? All replies of O are looked at. *)
  Fixpoint replies (look : tile_list -> state -> option (nat * state)) (l : tile_list)
      (xs : list (nat * list (option nat))) (most : nat) (st : state) : option (nat * state) :=
    match xs with
    | [] => Some (most, st)
    | x :: xs =>
        if movable l O x then
          match look (moved l O x) st with
          | None => None
          | Some (p, st) => replies look l xs (if most <=? p then p else most) st
          end
        else replies look l xs most st
    end.
  Definition wins_at_once (l : tile_list) : bool :=
    any (fun x => if movable l X x then won_in X (moved l X x) O else false) moves.
  Fixpoint win (fuel : nat) (l : tile_list) (st : state) : option (nat * state) :=
    match fuel with
    | 0 => None
    | S fuel =>
        if over_in l then (if won_in X l X then Some (0, st) else None) else
        match known (fst st) l with
        | Some p => Some (p, st)
        | None =>
            if wins_at_once l then Some (1, st) else
            match snd st with
            | [] => None
            | k :: rest =>
                match nth_error moves k with
                | None => None
                | Some x =>
                    if movable l X x then
                      let l1 := moved l X x in
                      if over_in l1 then None else
                      match replies (win fuel) l1 moves 0 (fst st, rest) with
                      | None => None
                      | Some (p, (t, rest)) => Some (S (S p), (PositiveMap.add (code l) (S (S p)) t, rest))
                      end
                    else None
                end
            end
        end
    end.

  Hypothesis lines_are : lines = line_table n K.
  Hypothesis moves_are : moves = move_table n.
  Hypothesis mirror_is : mirror = mirror_table n.
  Hypothesis transpose_is : transpose = transpose_table n.

  Section Known.
    Variable good : nat -> tile_list -> Prop.
    Definition sound (t : PositiveMap.t nat) : Prop := forall l p, PositiveMap.find (code l) t = Some p -> good p l.
    Lemma sound_add t l p : sound t -> good p l -> sound (PositiveMap.add (code l) p t).
    Proof.
      intros S G m q H. destruct (Pos.eq_dec (code l) (code m)) as [E | E].
      - rewrite E, PositiveMap.gss in H. injection H as <-. apply code_injective in E. now subst.
      - rewrite PositiveMap.gso in H by auto. auto.
    Qed.
    Lemma sound_empty : sound (PositiveMap.empty nat).
    Proof. intros l p H. now rewrite PositiveMap.gempty in H. Qed.

    Hypothesis good_mirror : forall p l, good p (arranged l mirror) -> good p l.
    Hypothesis good_transpose : forall p l, good p (arranged l transpose) -> good p l.
    Lemma seek_sound fuel : forall t l a b p, sound t ->
      (a = mirror /\ b = transpose) \/ (a = transpose /\ b = mirror) -> seek fuel t l a b = Some p -> good p l.
    Proof.
      induction fuel as [| fuel IH]; intros t l a b p S AB H; cbn in H;
        destruct (PositiveMap.find (code l) t) eqn:E; try discriminate; try (injection H as <-; now apply S).
      apply IH in H; auto; [| tauto]. destruct AB as [[-> _] | [-> _]]; auto.
    Qed.
    Lemma known_sound t l p : sound t -> known t l = Some p -> good p l.
    Proof. intros S. apply seek_sound; auto. Qed.
  End Known.

  (* A move of the table that l allows is one of the game, and the other way round. *)
  Lemma on_table l t x : over_in l = false -> In x moves -> movable l t x = true ->
    exists m, legal_move n K m (board_at n l) t /\ forall p s t', wins_within R n K p s (board_at n (moved l t x)) t' <->
      wins_within R n K p s (after n m (board_at n l) t) t'.
  Proof.
    rewrite (over_in_is n K lines lines_are), moves_are. intros E I M.
    destruct (table_move n K l t x E I M) as [m [L ->]]. exists m. split; auto. intros. apply moved_wins.
  Qed.
  Lemma off_table l t m : over_in l = false -> legal_move n K m (board_at n l) t ->
    exists x, In x moves /\ movable l t x = true /\ forall p s t', wins_within R n K p s (board_at n (moved l t x)) t' <->
      wins_within R n K p s (after n m (board_at n l) t) t'.
  Proof.
    rewrite (over_in_is n K lines lines_are), moves_are. intros E L.
    destruct (move_in_table n K l t m E L) as [I M]. exists (entry_of n m). repeat split; auto; apply moved_wins.
  Qed.
  Lemma not_over l : over_in l = false -> ~ over n K (board_at n l).
  Proof. rewrite (over_in_is n K lines lines_are), <- ended_iff. congruence. Qed.

  (* ---- X wins ---- *)
  Hypothesis fits : 2 <= n /\ K <= n.
  Definition wins (p : nat) (l : tile_list) : Prop := W p l X.

  Lemma replies_sound look : (forall l st p st', sound wins (fst st) -> look l st = Some (p, st') ->
      sound wins (fst st') /\ wins p l) ->
    forall l xs most st p st', sound wins (fst st) -> replies look l xs most st = Some (p, st') ->
      sound wins (fst st') /\ most <= p /\ forall x, In x xs -> movable l O x = true -> wins p (moved l O x).
  Proof.
    intros Lo l xs. induction xs as [| x xs IH]; intros most st p st' S H; cbn [replies] in H.
    - injection H as <- <-. split; auto. split; [lia |]. now intros x [].
    - destruct (movable l O x) eqn:M.
      + destruct (look (moved l O x) st) as [[v st1] |] eqn:L; [| easy].
        destruct (Lo _ _ _ _ S L) as [S1 Wv]. destruct (IH _ _ _ _ S1 H) as (S2 & Le & A).
        assert (most <= p /\ v <= p) as [Lm Lv] by (destruct (Nat.leb_spec most v); lia).
        split; auto. split; auto. intros y [<- | I] My; auto. eapply more_plies; [| exact Wv]. lia.
      + destruct (IH _ _ _ _ S H) as (S2 & Le & A). split; auto. split; auto.
        intros y [<- | I] My; auto. congruence.
  Qed.

  Lemma win_sound fuel : forall l st p st', sound wins (fst st) -> win fuel l st = Some (p, st') ->
    sound wins (fst st') /\ wins p l.
  Proof.
    induction fuel as [| fuel IH]; intros l st p st' S H; [easy |]. cbn [win] in H.
    destruct (over_in l) eqn:Ov.
    { destruct (won_in X l X) eqn:Wo; [| easy]. injection H as <- <-. split; auto. left.
      now apply (won_in_iff R n K lines lines_are). }
    destruct (known (fst st) l) as [v |] eqn:Kn.
    { injection H as <- <-. split; auto. revert Kn. apply known_sound; auto; unfold wins; intros q m.
      - rewrite mirror_is. now apply mirror_wins.
      - rewrite transpose_is. now apply transpose_wins. }
    destruct (wins_at_once l) eqn:At.
    { injection H as <- <-. split; auto. unfold wins_at_once in At. rewrite any_is in At.
      apply existsb_exists in At. destruct At as [x [I At]]. destruct (movable l X x) eqn:M; [| easy].
      destruct (on_table l X x Ov I M) as [m [L Q]]. right. left. split; auto. exists m. split; auto.
      apply Q. left. now apply (won_in_iff R n K lines lines_are). }
    destruct (snd st) as [| k rest]; [easy |]. destruct (nth_error moves k) as [x |] eqn:N; [| easy].
    apply nth_error_In in N. destruct (movable l X x) eqn:M; [| easy].
    destruct (over_in (moved l X x)) eqn:Ov1; [easy |].
    destruct (replies (win fuel) (moved l X x) moves 0 (fst st, rest)) as [[v [t r]] |] eqn:Re; [| easy].
    injection H as <- <-. destruct (replies_sound (win fuel) IH _ _ _ (fst st, rest) _ _ S Re) as (S1 & _ & A).
    assert (G : wins (Datatypes.S (Datatypes.S v)) l).
    { destruct (on_table l X x Ov N M) as [m [L Q]]. right. left. split; auto. exists m. split; auto.
      apply Q. right. right. split; auto. split.
      - apply has_move; try apply fits. now apply not_over.
      - intros m2 L2. destruct (off_table _ _ _ Ov1 L2) as (y & I & My & Qy). apply Qy. now apply A. }
    split; [exact (sound_add wins t l _ S1 G) | exact G].
  Qed.
End Replay.

(* X, who begins, wins in so many plies by this strategy. *)
Definition check_wins_within (R : rule) (n K plies : nat) (strategy : list nat) : bool :=
  if (2 <=? n) && (K <=? n) then
    match win R (line_table n K) (move_table n) (mirror_table n) (transpose_table n) (S plies)
              (listed n blank) (PositiveMap.empty nat, strategy) with
    | Some (p, _) => p <=? plies
    | None => false
    end
  else false.
Theorem check_wins_within_sound R n K plies strategy :
  check_wins_within R n K plies strategy = true -> wins_within R n K plies X blank X.
Proof.
  unfold check_wins_within. destruct (_ && _) eqn:F; [| easy].
  rewrite andb_true_iff, !Nat.leb_le in F. destruct (win _ _ _ _ _ _ _ _) as [[p st] |] eqn:E; [| easy].
  rewrite Nat.leb_le. intros L. apply (wins_listed R n K). eapply more_plies; [exact L |].
  eapply win_sound in E; eauto; [apply E | apply sound_empty].
Qed.
