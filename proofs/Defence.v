(* Quixo: how long O holds out. Boards with X to move come with half a number of plies within which
   X does not win. After each move of X on one of them O has a reply to a board no better for X
   than a listed one with a number at most one less, up to symmetry. *)
Require Import List Arith Lia Bool.
Require Import Noughts.Statements Noughts.Monotone Noughts.Solve Noughts.Boards Noughts.Replay.
Import ListNotations.
Import Quixo.

(* ---- boards by their tiles, each with its number; a node has the largest below it ---- *)
Inductive trie := Empty | Leaf (half : nat) | Node (half : nat) (o b x : trie).

Definition parts (t : trie) : nat * trie * trie * trie :=
  match t with Node h o b x => (h, o, b, x) | _ => (0, Empty, Empty, Empty) end.
Fixpoint insert (l : tile_list) (h : nat) (t : trie) : trie :=
  match l with
  | [] => Leaf h
  | tile :: l =>
      let '(g, o, b, x) := parts t in
      let most := if g <=? h then h else g in
      match tile with
      | Some O => Node most (insert l h o) b x
      | None => Node most o (insert l h b) x
      | Some X => Node most o b (insert l h x)
      end
  end.
Fixpoint has (t : trie) (l : tile_list) (h : nat) : Prop :=
  match t, l with
  | Leaf g, [] => g = h
  | Node _ o b x, tile :: l => match tile with Some O => has o l h | None => has b l h | Some X => has x l h end
  | _, _ => False
  end.
Lemma has_insert l h : forall t m g, has (insert l h t) m g -> (m = l /\ g = h) \/ has t m g.
Proof.
  induction l as [| tile l IH]; intros t m g H; cbn [insert] in H.
  - destruct m; [left; now split | destruct H].
  - assert (P : forall tile' m', has (let '(_, o, b, x) := parts t in Node 0 o b x) (tile' :: m') g -> has t (tile' :: m') g).
    { intros tile' m'. now destruct t, tile' as [[] |]. }
    destruct (parts t) as [[[k o] b] x]. destruct m as [| tile' m]; [now destruct tile as [[] |] |].
    specialize (P tile' m).
    destruct tile as [[] |], tile' as [[] |]; cbn in H, P; auto; apply IH in H; destruct H as [[-> ->] | H]; auto.
Qed.

(* Is there a board with at least this number that is at least as good for X? *)
Fixpoint speaks_for (t : trie) (l : tile_list) (h : nat) : bool :=
  match t with
  | Empty => false
  | Leaf g => match l with [] => h <=? g | _ => false end
  | Node g o b x =>
      if h <=? g then
        match l with
        | [] => false
        | tile :: l =>
            if speaks_for x l h then true else
            match tile with
            | Some X => false
            | None => speaks_for b l h
            | Some O => if speaks_for b l h then true else speaks_for o l h
            end
        end
      else false
  end.
Definition no_worse (a c : option side) : Prop :=
  match a, c with Some X, Some X | None, None | None, Some X | Some O, _ => True | _, _ => False end.
Lemma speaks_for_has t : forall l h, speaks_for t l h = true ->
  exists m g, has t m g /\ h <= g /\ Forall2 no_worse l m.
Proof.
  induction t as [| g | g o IHo b IHb x IHx]; intros l h H; cbn [speaks_for] in H; [easy | |].
  - destruct l; [| easy]. exists [], g. apply Nat.leb_le in H. repeat split; auto.
  - destruct (h <=? g); [| easy]. destruct l as [| tile l]; [easy |].
    assert (G : forall t' tile', speaks_for t' l h = true -> no_worse tile tile' ->
              (forall l h, speaks_for t' l h = true -> exists m g, has t' m g /\ h <= g /\ Forall2 no_worse l m) ->
              (forall m k, has t' m k -> has (Node g o b x) (tile' :: m) k) ->
              exists m k, has (Node g o b x) m k /\ h <= k /\ Forall2 no_worse (tile :: l) m).
    { intros t' tile' S N I A. apply I in S. destruct S as (m & k & M & L & F).
      exists (tile' :: m), k. repeat split; auto. }
    destruct (speaks_for x l h) eqn:Ex.
    { apply (G x (Some X)); auto. now destruct tile as [[] |]. }
    destruct tile as [[] |]; [easy | |].
    + destruct (speaks_for b l h) eqn:Eb; [apply (G b None) | apply (G o (Some O))]; cbn; auto.
    + apply (G b None); cbn; auto.
Qed.

Section Defence.
  Variable R : rule.
  Variables n K : nat.
  Notation W p l t := (wins_within R n K p X (board_at n l) t).
  Variable lines : list (list nat).
  Variable moves : list (nat * list (option nat)).
  Variables mirror transpose : list nat.
  Notation over_in := (over_in lines).
  Notation won_in := (won_in R lines).

  Variable entries : list (nat * tile_list).
  Fixpoint insert_ways (fuel : nat) (a b : list nat) (l : tile_list) (h : nat) (t : trie) : trie :=
    let t := insert l h t in
    match fuel with 0 => t | S fuel => insert_ways fuel b a (arranged l a) h t end.
  Definition table : trie :=
    fold_right (fun e t => insert_ways 7 mirror transpose (snd e) (fst e) t) Empty entries.

  Variable t : trie.
  Definition held (h : nat) (l1 : tile_list) (y : nat * list (option nat)) : bool :=
    if movable l1 O y then
      let l2 := moved l1 O y in
      if over_in l2 then negb (won_in X l2 X) else match h with 0 => true | _ => speaks_for t l2 h end
    else false.
  Definition answered (h : nat) (l : tile_list) (x : nat * list (option nat)) : bool :=
    if movable l X x then
      let l1 := moved l X x in
      if over_in l1 then negb (won_in X l1 O) else any (held h l1) moves
    else true.
  Definition holds_out (e : nat * tile_list) : bool :=
    if won_in X (snd e) X then false else
    match fst e with 0 => true | S h => every (answered h (snd e)) moves end.

  Hypothesis lines_are : lines = line_table n K.
  Hypothesis moves_are : moves = move_table n.
  Hypothesis mirror_is : mirror = mirror_table n.
  Hypothesis transpose_is : transpose = transpose_table n.

  Lemma no_worse_wins p l m s : Forall2 no_worse l m -> W p l s -> W p m s.
  Proof.
    intros F. assert (N : forall k, no_worse (nth k l None) (nth k m None)).
    { clear - F. induction F as [| a c l m N F IH]; intros [| k]; cbn; auto. }
    set (middle := fun i j => match board_at n l i j, board_at n m i j with
                              | Some O, Some O => Some O | Some O, _ => None | a, _ => a end).
    intros H. apply more_wins with (b := middle).
    - intros i j _ _. unfold middle, board_at. specialize (N (n * i + j)).
      destruct (nth (n * i + j) l None) as [[] |], (nth (n * i + j) m None) as [[] |]; cbn in N; tauto.
    - apply (fewer_wins R n K O) with (b' := board_at n l); auto. intros i j _ _. unfold middle, board_at.
      destruct (nth (n * i + j) l None) as [[] |], (nth (n * i + j) m None) as [[] |]; tauto.
  Qed.

  Definition same_worth (l m : tile_list) : Prop := forall p, W p l X <-> W p m X.
  Lemma mirror_same l : same_worth (arranged l mirror) l.
  Proof. intros p. rewrite mirror_is. apply mirror_wins. Qed.
  Lemma transpose_same l : same_worth (arranged l transpose) l.
  Proof. intros p. rewrite transpose_is. apply transpose_wins. Qed.
  Lemma insert_ways_has fuel : forall a b l h s m g,
    (forall l, same_worth (arranged l a) l) -> (forall l, same_worth (arranged l b) l) ->
    has (insert_ways fuel a b l h s) m g -> (g = h /\ same_worth m l) \/ has s m g.
  Proof.
    induction fuel as [| fuel IH]; intros a b l h s m g A B H; cbn [insert_ways] in H.
    - apply has_insert in H. destruct H as [[-> ->] | H]; auto. left. split; auto. intros p. reflexivity.
    - apply IH in H; auto. destruct H as [[-> S] | H].
      + left. split; auto. intros p. rewrite (S p). apply A.
      + apply has_insert in H. destruct H as [[-> ->] | H]; auto. left. split; auto. intros p. reflexivity.
  Qed.
  Lemma table_has m g : has table m g -> exists l, In (g, l) entries /\ same_worth m l.
  Proof.
    unfold table. induction entries as [| [h l] rest IH]; cbn [fold_right]; [easy |].
    intros H. apply insert_ways_has in H; auto using mirror_same, transpose_same.
    destruct H as [[-> S] | H]; [exists l; split; auto; now left |].
    destruct (IH H) as (l' & I & S). exists l'. split; auto. now right.
  Qed.

  Lemma over_in_iff l : over_in l = true <-> over n K (board_at n l).
  Proof. rewrite (over_in_is n K lines lines_are). apply ended_iff. Qed.
  Lemma not_won s l u : won_in s l u = false -> ~ won R n K s (board_at n l) u.
  Proof. intros E H. apply (won_in_iff R n K lines lines_are) in H. congruence. Qed.
  Lemma over_is_won p l u : over_in l = true -> W p l u -> won R n K X (board_at n l) u.
  Proof.
    rewrite over_in_iff. intros Ov. destruct p as [| p]; cbn [wins_within]; [tauto |].
    intros [H | [(_ & m & [No _] & _) | (_ & (m & [No _]) & _)]]; tauto.
  Qed.

  Hypothesis t_is : t = table.
  Hypothesis checked : every holds_out entries = true.

  Lemma entries_hold p : forall h l, In (h, l) entries -> p <= h -> ~ W (2 * p) l X.
  Proof.
    induction p as [| p IH]; intros h l I L.
    - rewrite every_is, forallb_forall in checked. specialize (checked _ I). unfold holds_out in checked. cbn [fst snd] in checked.
      destruct (won_in X l X) eqn:Wo; [easy |]. apply not_won in Wo. cbn. tauto.
    - pose proof checked as C. rewrite every_is, forallb_forall in C. specialize (C _ I). unfold holds_out in C.
      cbn [fst snd] in C. destruct (won_in X l X) eqn:Wo; [easy |]. apply not_won in Wo.
      destruct h as [| h]; [lia |]. rewrite every_is, forallb_forall in C.
      replace (2 * S p) with (S (S (2 * p))) by lia.
      intros [H | [(_ & m & Lm & H) | (E & _)]]; [easy | | discriminate].
      assert (Ov : over_in l = false).
      { destruct (over_in l) eqn:Ov; auto. apply over_in_iff in Ov. now destruct Lm. }
      destruct (off_table R n K lines moves lines_are moves_are l X m Ov Lm) as (x & Ix & Mx & Q).
      specialize (C x Ix). unfold answered in C. rewrite Mx in C. apply Q in H. clear Q Mx Ix.
      set (l1 := moved l X x) in *. clearbody l1. cbn [other] in H.
      destruct (over_in l1) eqn:Ov1.
      { apply (over_is_won _ _ _ Ov1) in H. apply negb_true_iff, not_won in C. easy. }
      assert (N1 : ~ won R n K X (board_at n l1) O).
      { intros Hw. apply won_is_over in Hw. apply over_in_iff in Hw. congruence. }
      destruct H as [H | [(E & _) | (_ & _ & H)]]; [easy | discriminate |].
      rewrite any_is, existsb_exists in C. destruct C as (y & Iy & C). unfold held in C.
      destruct (movable l1 O y) eqn:My; [| easy].
      destruct (on_table R n K lines moves lines_are moves_are l1 O y Ov1 Iy My) as (m2 & L2 & Q2).
      apply H in L2. apply Q2 in L2. clear Q2 H My Iy. set (l2 := moved l1 O y) in *. clearbody l2. cbn [other] in L2.
      destruct (over_in l2) eqn:Ov2.
      { apply (over_is_won _ _ _ Ov2) in L2. apply negb_true_iff, not_won in C. easy. }
      destruct h as [| h].
      { assert (p = 0) as -> by lia. destruct L2 as [L2 | []]. apply won_is_over, over_in_iff in L2. congruence. }
      rewrite t_is in C. apply speaks_for_has in C. destruct C as (l3 & g & T & Lg & F).
      apply table_has in T. destruct T as (l4 & I4 & S).
      apply (IH g l4 I4); [lia |]. apply S. now apply no_worse_wins with l2.
  Qed.
  Lemma spoken_for_holds l h : speaks_for t l h = true -> ~ W (2 * h) l X.
  Proof.
    rewrite t_is. intros C H. apply speaks_for_has in C. destruct C as (l3 & g & T & Lg & F).
    apply table_has in T. destruct T as (l4 & I4 & S).
    apply (entries_hold h g l4 I4 Lg). apply S. now apply no_worse_wins with l.
  Qed.
End Defence.

(* X, who begins, does not win within twice so many plies. *)
Definition check_holds_out (R : rule) (n K half : nat) (entries : list (nat * tile_list)) : bool :=
  let lines := line_table n K in
  let moves := move_table n in
  let t := table (mirror_table n) (transpose_table n) entries in
  if speaks_for t (listed n blank) half then every (holds_out R lines moves t) entries else false.
Theorem check_holds_out_sound R n K half entries :
  check_holds_out R n K half entries = true -> ~ wins_within R n K (2 * half) X blank X.
Proof.
  unfold check_holds_out. cbv zeta. destruct (speaks_for _ _ _) eqn:S; [| easy]. intros C H.
  apply (wins_listed R n K) in H. revert H. eapply spoken_for_holds; eauto.
Qed.
