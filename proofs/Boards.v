(* Quixo with boards as lists, and the lines and moves of a board in tables made once. *)
Require Import List Arith Lia Bool PArith FMapPositive.
Require Import Noughts.Statements Noughts.Monotone Noughts.Solve Noughts.Symmetry.
Import ListNotations.
Import Quixo.

Definition tile_list := list (option side).

(* A number for each list. *)
Fixpoint code (l : tile_list) : positive :=
  match l with
  | [] => xH
  | None :: l => xO (code l)
  | Some X :: l => xI (xO (code l))
  | Some O :: l => xI (xI (code l))
  end.
Lemma code_injective l : forall m, code l = code m -> l = m.
Proof.
  induction l as [| [[] |] l IH]; intros [| [[] |] m] E; cbn in E; try discriminate; auto;
    injection E as E; now rewrite (IH m).
Qed.

Lemma any_app {A : Type} (f : A -> bool) l m : any f (l ++ m) = if any f l then true else any f m.
Proof. induction l as [| x l IH]; cbn; [easy |]. now destruct (f x). Qed.
Lemma any_flat_map {A B : Type} (f : B -> bool) (g : A -> list B) l :
  any f (flat_map g l) = any (fun x => any f (g x)) l.
Proof. induction l as [| x l IH]; cbn; [easy |]. now rewrite any_app, IH. Qed.
Lemma any_eq {A : Type} (f g : A -> bool) l : (forall x, f x = g x) -> any f l = any g l.
Proof. intros H. rewrite !any_is. now apply existsb_eq. Qed.
Lemma every_map {A B : Type} (f : B -> bool) (g : A -> B) l : every f (map g l) = every (fun x => f (g x)) l.
Proof. induction l as [| x l IH]; cbn; [easy |]. now rewrite IH. Qed.

Section Boards.
  Variable R : rule.
  Variables n K : nat.
  Notation board_at := (board_at n).
  Notation listed := (listed n).

  (* ---- lines ---- *)
  Definition lines_at (r c : nat) : list (list nat) :=
    (if (if r <? n then c + K <=? n else false) then [map (fun i => n * r + (c + i)) (seq 0 K)] else []) ++
    (if (if c <? n then r + K <=? n else false) then [map (fun i => n * (r + i) + c) (seq 0 K)] else []) ++
    (if (if r + K <=? n then c + K <=? n else false)
     then [map (fun i => n * (r + i) + (c + i)) (seq 0 K); map (fun i => n * (r + i) + (c + (K - 1 - i))) (seq 0 K)]
     else []).
  Definition line_table : list (list nat) :=
    flat_map (fun r => flat_map (fun c => lines_at r c) (seq 0 (S n))) (seq 0 (S n)).
  Definition full (l : tile_list) (s : side) (cells : list nat) : bool :=
    every (fun k => is_tile (nth k l None) s) cells.

  Lemma line_table_is l s : any (full l s) line_table = quick_line n K (board_at l) s.
  Proof.
    unfold line_table, quick_line. rewrite any_flat_map. apply any_eq. intros r.
    rewrite any_flat_map. apply any_eq. intros c. unfold lines_at, quick_at.
    rewrite !any_app.
    destruct (if r <? n then _ else false), (if c <? n then _ else false), (if r + K <=? n then _ else false);
      cbn [any]; unfold full; rewrite ?every_map; unfold Solve.board_at;
      repeat match goal with |- context [every ?f ?l] => destruct (every f l) end; reflexivity.
  Qed.

  (* ---- moves: the tile that is taken, and where each tile comes from ---- *)
  Definition source (m : nat * nat * end_) (x : nat * nat) : option nat :=
    let '(r, c, e) := m in
    let '(i, j) := x in
    match e with
    | Left => if i =? r then (if j =? 0 then None else if j <=? c then Some (n * i + (j - 1)) else Some (n * i + j))
              else Some (n * i + j)
    | Right => if i =? r then (if j =? n - 1 then None else if c <=? j then Some (n * i + (j + 1)) else Some (n * i + j))
               else Some (n * i + j)
    | Top => if j =? c then (if i =? 0 then None else if i <=? r then Some (n * (i - 1) + j) else Some (n * i + j))
             else Some (n * i + j)
    | Bottom => if j =? c then (if i =? n - 1 then None else if r <=? i then Some (n * (i + 1) + j) else Some (n * i + j))
                else Some (n * i + j)
    end.
  Definition pick (l : tile_list) (t : side) (k : option nat) : option side :=
    match k with None => Some t | Some k => nth k l None end.
  Definition moved (l : tile_list) (t : side) (x : nat * list (option nat)) : tile_list := map (pick l t) (snd x).
  Definition entry_of (m : nat * nat * end_) : nat * list (option nat) :=
    let '(r, c, e) := m in (n * r + c, map (source m) (squares n)).

  Lemma moved_is l t m : moved l t (entry_of m) = listed (after n m (board_at l) t).
  Proof.
    unfold moved, listed. destruct m as [[r c] e]. cbn [entry_of snd after]. rewrite map_map. apply map_ext.
    intros [i j]. cbn [fst snd source]. unfold push, Solve.board_at.
    destruct e;
      repeat match goal with |- context [if ?b then _ else _] => destruct b end; reflexivity.
  Qed.

  Definition on_border (m : nat * nat * end_) : bool :=
    let '(r, c, e) := m in
    ((r =? 0) || (r =? n - 1) || (c =? 0) || (c =? n - 1)) &&
    negb (match e with Left => c =? 0 | Right => c =? n - 1 | Top => r =? 0 | Bottom => r =? n - 1 end).
  Definition move_table : list (nat * list (option nat)) := map entry_of (filter on_border (all_moves n)).
  Definition movable (l : tile_list) (t : side) (x : nat * list (option nat)) : bool :=
    if is_tile (nth (fst x) l None) (other t) then false else true.

  Lemma movable_may l t m : on_border m = true -> movable l t (entry_of m) = may n m (board_at l) t.
  Proof.
    destruct m as [[r c] e]. unfold on_border, movable, may. cbn [entry_of fst]. rewrite andb_true_iff.
    intros [-> E]. rewrite is_tile_is. unfold Solve.board_at. rewrite E.
    now destruct (same _ _).
  Qed.
  Lemma may_border l t m : may n m l t = true -> on_border m = true.
  Proof.
    destruct m as [[r c] e]. unfold may, on_border. rewrite !andb_true_iff. tauto.
  Qed.

  Lemma table_move l t x : ended n K (board_at l) = false -> In x move_table -> movable l t x = true ->
    exists m, legal_move n K m (board_at l) t /\ x = entry_of m.
  Proof.
    intros E I M. apply in_map_iff in I. destruct I as [m [<- I]]. apply filter_In in I. destruct I as [I B].
    exists m. split; auto. apply legal_iff; auto. apply filter_In. split; auto.
    now rewrite movable_may in M.
  Qed.
  Lemma move_in_table l t m : ended n K (board_at l) = false -> legal_move n K m (board_at l) t ->
    In (entry_of m) move_table /\ movable l t (entry_of m) = true.
  Proof.
    intros E L. apply legal_iff in L; auto. apply filter_In in L. destruct L as [I M].
    pose proof (may_border _ _ _ M) as B. split; [| now rewrite movable_may].
    apply in_map, filter_In. auto.
  Qed.

  Lemma moved_wins p s l t t' m :
    wins_within R n K p s (board_at (moved l t (entry_of m))) t' <->
    wins_within R n K p s (after n m (board_at l) t) t'.
  Proof. rewrite moved_is. apply wins_listed. Qed.

  (* ---- a board in two other ways ---- *)
  Definition mirror_table : list nat := map (fun x => n * fst x + (n - 1 - snd x)) (squares n).
  Definition transpose_table : list nat := map (fun x => n * snd x + fst x) (squares n).
  Definition arranged (l : tile_list) (table : list nat) : tile_list := map (fun k => nth k l None) table.

  Lemma mirror_wins p s l t :
    wins_within R n K p s (board_at (arranged l mirror_table)) t <-> wins_within R n K p s (board_at l) t.
  Proof.
    rewrite <- (mirrored_wins R n K p s (board_at l)). rewrite <- (wins_listed R n K p s (mirrored n _)).
    unfold arranged, mirror_table, listed, mirrored, Solve.board_at. rewrite map_map. reflexivity.
  Qed.
  Lemma transpose_wins p s l t :
    wins_within R n K p s (board_at (arranged l transpose_table)) t <-> wins_within R n K p s (board_at l) t.
  Proof.
    rewrite <- (transposed_wins R n K p s (board_at l)). rewrite <- (wins_listed R n K p s (transposed _)).
    unfold arranged, transpose_table, listed, transposed, Solve.board_at. rewrite map_map. reflexivity.
  Qed.

  (* ---- the end of a game ---- *)
  Variable lines : list (list nat).
  Definition line_in (l : tile_list) (s : side) : bool := any (full l s) lines.
  Definition over_in (l : tile_list) : bool := if line_in l X then true else line_in l O.
  Definition won_in (s : side) (l : tile_list) (t : side) : bool :=
    if line_in l s then
      if line_in l (other s) then match R with MoverLoses => same_side s t | MoverWins => same_side s (other t) end
      else true
    else false.
  Hypothesis lines_are : lines = line_table.

  Lemma over_in_is l : over_in l = ended n K (board_at l).
  Proof. unfold over_in, ended, line_in. now rewrite lines_are, !line_table_is. Qed.
  Lemma won_in_iff s l t : won_in s l t = true <-> won R n K s (board_at l) t.
  Proof.
    rewrite <- wonb_iff. unfold won_in, wonb, line_in. rewrite lines_are, !line_table_is.
    destruct (quick_line n K (board_at l) s), (quick_line n K (board_at l) (other s)); cbn; tauto.
  Qed.
End Boards.
