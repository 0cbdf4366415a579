(* The tables of n^k: lines, lines through each cell, automorphisms. Nothing is proved about the
   automorphisms here: `tables_good` looks at each of them. *)
Require Import List Arith Bool NArith FMapPositive.
Require Import Noughts.Statements Noughts.Games Noughts.Cube Noughts.Bits.
Import ListNotations.
Open Scope nat_scope.

Fixpoint insertions {A : Type} (x : A) (l : list A) : list (list A) :=
  match l with
  | [] => [[x]]
  | y :: r => (x :: l) :: map (cons y) (insertions x r)
  end.
Fixpoint permutations {A : Type} (l : list A) : list (list A) :=
  match l with [] => [[]] | x :: l => flat_map (insertions x) (permutations l) end.

(* Exchanges of values that commute with reversal, one of each two that differ by it. *)
Definition exchanges (n : nat) : list (list nat) :=
  let m := n / 2 in
  let flips := match m with 0 => [[]] | S m => map (cons false) (words [false; true] m) end in
  let value p f a := if nth a f false then n - 1 - nth a p 0 else nth a p 0 in
  flat_map (fun p => map (fun f =>
    map (fun a => if a <? m then value p f a
                  else if n - 1 - a <? m then n - 1 - value p f (n - 1 - a) else a) (seq 0 n))
    flips) (permutations (seq 0 m)).

(* Where each cell goes: its coordinates in another order, some reversed, values exchanged. *)
Definition images_of_cells (n k : nat) : list (list N) :=
  let all := words (seq 0 n) k in
  flat_map (fun order => flat_map (fun reversed => map (fun values =>
      map (fun c => number n (map (fun b : nat * bool =>
             let x := nth (nth (fst b) c 0) values 0 in if snd b then n - 1 - x else x)
           (combine order reversed))) all)
    (exchanges n)) (words [false; true] k)) (permutations (seq 0 k)).

Open Scope N_scope.
Definition inverse (t : list N) : list N :=
  let found := fst (fold_left (fun a c => (PositiveMap.add (N.succ_pos c) (snd a) (fst a), N.succ (snd a)))
                              t (PositiveMap.empty N, 0)) in
  map (fun i => match PositiveMap.find (N.succ_pos i) found with Some j => j | None => 0 end)
      (count_up (length t) 0).

Definition add_line (t : PositiveMap.t (list N)) (m : N) (c : N) : PositiveMap.t (list N) :=
  let key := N.succ_pos c in
  PositiveMap.add key (m :: match PositiveMap.find key t with Some l => l | None => [] end) t.

Definition tables_of (n k : nat) : tables := {|
  cells := size n k;
  lines := masks n k;
  through_table :=
    fold_left (fun t d => let l := map (number n) (points n d) in fold_left (fun t c => add_line t (mask l) c) l t)
              (rising n k) (PositiveMap.empty _);
  automorphisms := map (fun t => (t, inverse t)) (images_of_cells n k) |}.
