(* 4x4 Quixo: the first player wins in 21 plies and no faster, if who completes lines of both sides
   with one move loses. *)
Require Import List NArith String Ascii.
Require Import Noughts.Statements Noughts.Boards Noughts.Replay Noughts.Defence Noughts.Read Noughts.QuixoEntries.
Import Quixo.

(* Each move by its place in the table of moves. *)
Definition moves_of (l : list string) : list nat := flat_map (fun s => map N.to_nat (cells_of_word s)) l.

Theorem four_by_four_in_21 : wins_within MoverLoses 4 4 21 X blank X.
Proof. apply (check_wins_within_sound _ _ _ _ (moves_of quixo_win)). vm_cast_no_check (eq_refl true). Qed.

(* Half a number of plies as a letter, and the tiles. *)
Definition tile_of (sign : N) : option side :=
  match sign with 0%N => None | 1%N => Some X | _ => Some O end.
Definition defence_of (l : list string) : list (nat * tile_list) :=
  flat_map (fun s => match s with
                     | EmptyString => nil
                     | String half tiles => cons (N.to_nat (cell_of_sign half), map tile_of (signs_of tiles)) nil
                     end) l.

Theorem four_by_four_no_faster : ~ wins_within MoverLoses 4 4 20 X blank X.
Proof. apply (check_holds_out_sound _ _ _ 10 (defence_of quixo_defence)). vm_cast_no_check (eq_refl true). Qed.
