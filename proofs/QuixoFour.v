(* 4x4 Quixo: the first player wins in at most 21 plies, if who completes lines of both sides
   with one move loses. *)
Require Import List NArith String.
Require Import Noughts.Statements Noughts.Replay Noughts.Read Noughts.QuixoEntries.
Import Quixo.

(* Each move by its place in the table of moves. *)
Definition moves_of (l : list string) : list nat := flat_map (fun s => map N.to_nat (cells_of_word s)) l.

Theorem four_by_four_in_21 : wins_within MoverLoses 4 4 21 X blank X.
Proof. apply (check_wins_within_sound _ _ _ _ (moves_of quixo_win)). vm_cast_no_check (eq_refl true). Qed.
