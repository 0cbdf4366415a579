(* What is claimed, and nothing else. Whoever trusts Rocq and agrees with the definitions of
   this file need read no other one: `Results.v` states each theorem in these words, and the
   rest is machinery. Numbers begin at 0, also those of players. *)
Require Import List Arith.
Import ListNotations.

(* ---- Tic-tac-toe on any board, with q players -------------------------------------- *)

(* A board has cells, and lines, each given by its cells. *)
Record board := { cell : Type; on_board : cell -> Prop; line : list cell -> Prop }.

(* The cube n^k. A cell has k coordinates, each below n. In a line each coordinate stays, rises
   from 0 to n-1 or falls from n-1 to 0, and at least one does not stay. *)
Inductive course := Stays (x : nat) | Rises | Falls.

Definition coordinate (n i : nat) (c : course) : nat :=
  match c with Stays x => x | Rises => i | Falls => n - 1 - i end.

Definition is_direction (n k : nat) (d : list course) : Prop :=
  length d = k /\ (forall x, In (Stays x) d -> x < n) /\ (In Rises d \/ In Falls d).

Definition cube (n k : nat) : board := {|
  cell := list nat;
  on_board c := length c = k /\ forall x, In x c -> x < n;
  line l := exists d, is_direction n k d /\
                      l = map (fun i => map (coordinate n i) d) (seq 0 n) |}.

Section Play.
  Variable B : board.
  Variable q : nat.

  (* A game so far: the cells that were marked, the latest first. Players take turns. *)
  Definition game := list (cell B).
  Definition turn (g : game) : nat := length g mod q.

  (* Player p marked the cell c: it was her turn, after the moves of `earlier`. *)
  Definition holds (g : game) (p : nat) (c : cell B) : Prop :=
    exists later earlier, g = later ++ c :: earlier /\ turn earlier = p.

  Definition completed (g : game) (p : nat) : Prop :=
    exists l, line B l /\ forall c, In c l -> holds g p c.

  (* Play ends with the first completed line, or when no cell is free. *)
  Definition legal (g : game) (c : cell B) : Prop :=
    on_board B c /\ ~ In c g /\ forall p, ~ completed g p.
  Definition finished (g : game) : Prop := forall c, ~ legal g c.

  Inductive played : game -> Prop :=
  | nothing_yet : played []
  | one_more : forall c g, played g -> legal g c -> played (c :: g).

  (* A strategy says what to do after each game so far. *)
  Definition strategy := game -> cell B.
  Definition follows (p : nat) (s : strategy) (g : game) : Prop :=
    forall later c earlier, g = later ++ c :: earlier -> turn earlier = p -> c = s earlier.
  Definition gives_legal_moves (p : nat) (s : strategy) : Prop :=
    forall g, played g -> follows p s g -> turn g = p -> ~ finished g -> legal g (s g).

  (* Whatever the others do, player p completes a line, and is the first to do so. *)
  Definition can_force_win (p : nat) : Prop :=
    exists s, gives_legal_moves p s /\
      forall g, played g -> follows p s g -> finished g -> completed g p.

  (* Whatever the others do, none of them completes a line. *)
  Definition can_avoid_losing (p : nat) : Prop :=
    exists s, gives_legal_moves p s /\
      forall g, played g -> follows p s g -> forall other, other <> p -> ~ completed g other.

  Definition nobody_can_force_win : Prop := forall p, p < q -> ~ can_force_win p.
  Definition nobody_can_avoid_losing : Prop := forall p, p < q -> ~ can_avoid_losing p.

  (* Some game ends with a full board and without a line. *)
  Definition can_be_drawn : Prop :=
    exists g, played g /\ finished g /\ forall p, ~ completed g p.
End Play.

(* ---- Quixo on n x n tiles with lines of K ------------------------------------------ *)

Module Quixo.
  Inductive side := X | O.
  Definition other (s : side) : side := match s with X => O | O => X end.

  (* A tile by row and column; None is a blank tile. Only rows and columns below n matter. *)
  Definition tiles := nat -> nat -> option side.
  Definition blank : tiles := fun _ _ => None.

  (* A move takes the tile in row r and column c, and pushes it in again, with the mover's
     sign, at the left or right end of its row or the top or bottom end of its column. *)
  Inductive end_ := Left | Right | Top | Bottom.

  Definition push (n : nat) (s : side) (r c : nat) (e : end_) (b : tiles) : tiles :=
    fun i j =>
      match e with
      | Left => if i =? r then (if j =? 0 then Some s else if j <=? c then b i (j - 1) else b i j)
                else b i j
      | Right => if i =? r then (if j =? n - 1 then Some s else if c <=? j then b i (j + 1) else b i j)
                 else b i j
      | Top => if j =? c then (if i =? 0 then Some s else if i <=? r then b (i - 1) j else b i j)
               else b i j
      | Bottom => if j =? c then (if i =? n - 1 then Some s else if r <=? i then b (i + 1) j else b i j)
                  else b i j
      end.

  (* The tile is on the border, blank or the mover's, and does not go in where it came from. *)
  Definition may_push (n : nat) (s : side) (r c : nat) (e : end_) (b : tiles) : Prop :=
    r < n /\ c < n /\ (r = 0 \/ r = n - 1 \/ c = 0 \/ c = n - 1) /\
    b r c <> Some (other s) /\
    match e with Left => c <> 0 | Right => c <> n - 1 | Top => r <> 0 | Bottom => r <> n - 1 end.

  (* K tiles side by side: a row, a column, a diagonal, the other diagonal. *)
  Definition has_line (n K : nat) (b : tiles) (s : side) : Prop :=
    exists r c, 
      (r < n /\ c + K <= n /\ forall i, i < K -> b r (c + i) = Some s) \/
      (r + K <= n /\ c < n /\ forall i, i < K -> b (r + i) c = Some s) \/
      (r + K <= n /\ c + K <= n /\ forall i, i < K -> b (r + i) (c + i) = Some s) \/
      (r + K <= n /\ c + K <= n /\ forall i, i < K -> b (r + i) (c + (K - 1 - i)) = Some s).

  (* Who completed lines of both sides with one move loses by one rule and wins by the other. *)
  Inductive rule := MoverLoses | MoverWins.

  Section Rules.
    Variable R : rule.
    Variables n K : nat.

    Definition over (b : tiles) : Prop := exists s, has_line n K b s.

    (* Side s has won: it has a line, and if both have, then who moved last decides. The other
       one than the side t that would move now moved last. *)
    Definition won (s : side) (b : tiles) (t : side) : Prop :=
      has_line n K b s /\
      (has_line n K b (other s) -> match R with MoverLoses => s = t | MoverWins => s = other t end).

    Definition after (m : nat * nat * end_) (b : tiles) (t : side) : tiles :=
      let '(r, c, e) := m in push n t r c e b.
    Definition legal_move (m : nat * nat * end_) (b : tiles) (t : side) : Prop :=
      ~ over b /\ let '(r, c, e) := m in may_push n t r c e b.

    (* Side s wins in at most so many plies, with t to move. Who has no move has not lost. *)
    Fixpoint wins_within (plies : nat) (s : side) (b : tiles) (t : side) : Prop :=
      won s b t \/
      match plies with
      | 0 => False
      | S plies =>
          (t = s /\ exists m, legal_move m b t /\ wins_within plies s (after m b t) (other t)) \/
          (t = other s /\ (exists m, legal_move m b t) /\
           forall m, legal_move m b t -> wins_within plies s (after m b t) (other t))
      end.
    Definition can_win (s : side) (b : tiles) (t : side) : Prop :=
      exists plies, wins_within plies s b t.

    (* Side s can play for ever without losing: some set of positions is never left, if s makes
       the right moves, and in none of them the other side has won. *)
    Definition does_not_lose (s : side) (b : tiles) (t : side) : Prop :=
      exists safe : tiles -> side -> Prop, safe b t /\
        forall b t, safe b t ->
          ~ won (other s) b t /\
          (t = s -> (exists m, legal_move m b t) ->
           exists m, legal_move m b t /\ safe (after m b t) (other t)) /\
          (t = other s -> forall m, legal_move m b t -> safe (after m b t) (other t)).
  End Rules.

  (* b' is b, but some blank tiles have become those of s. *)
  Definition more_tiles (n : nat) (s : side) (b b' : tiles) : Prop :=
    forall i j, i < n -> j < n -> b' i j = b i j \/ (b i j = None /\ b' i j = Some s).

  (* The 2n tiles of the fortress. *)
  Definition in_fortress (n i j : nat) : Prop :=
    (i = 0 /\ 1 <= j < n) \/ (j = 1 /\ i < n /\ i <> 2) \/
    (i = 1 /\ j = 0) \/ (i = 2 /\ j = 0) \/ (i = 2 /\ j = n - 1).
End Quixo.
