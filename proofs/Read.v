(* Entries of certificates as text. Nothing here needs to be right: what is read is checked. *)
Require Import List NArith String Ascii.
Import ListNotations.
Open Scope N_scope.

Fixpoint split_at (separator : ascii) (s : string) : list string :=
  match s with
  | EmptyString => [EmptyString]
  | String a s =>
      let rest := split_at separator s in
      if Ascii.eqb a separator then EmptyString :: rest
      else match rest with [] => [] | r :: rest => String a r :: rest end
  end.

(* A to Z, a to z, 0 to 9, + and / for the cells 0 to 63. *)
Definition cell_of_sign (a : ascii) : N :=
  let v := N_of_ascii a in
  if v =? 43 then 62 else if v =? 47 then 63 else
  if v <? 58 then v + 4 else if v <? 91 then v - 65 else v - 71.
Fixpoint cells_of_word (s : string) : list N :=
  match s with EmptyString => [] | String a s => cell_of_sign a :: cells_of_word s end.

Definition threat_entry (s : string) : list N * list (list N) :=
  match map cells_of_word (split_at " " s) with [] => ([], []) | w :: l => (w, l) end.
Definition threat_entries (l : list string) : list (list N * list (list N)) := map threat_entry l.

(* Decimal numbers. *)
Fixpoint decimal (s : string) (n : N) : N :=
  match s with EmptyString => n | String a s => decimal s (10 * n + (N_of_ascii a - 48)) end.
Definition numbers_of_line (s : string) : list N := map (fun w => decimal w 0) (split_at " " s).

(* A board, `.` or the digit of a player for each cell. *)
Definition sign_of (a : ascii) : N := if Ascii.eqb a "." then 0 else N_of_ascii a - 48.
Fixpoint signs_of (s : string) : list N :=
  match s with EmptyString => [] | String a s => sign_of a :: signs_of s end.
Definition filling_of (l : list string) : list N := match l with [s] => signs_of s | _ => [] end.

(* Two cells a line. *)
Definition pairs_of (l : list string) : list (N * N) :=
  map (fun s => match numbers_of_line s with a :: b :: _ => (a, b) | _ => (0, 0) end) l.

(* A board and the moves on it: the cells of each sign from 1 on, of so many, and the moves. *)
Fixpoint cells_of_sign (sign : ascii) (s : string) : N :=
  match s with
  | EmptyString => 0
  | String a s => if Ascii.eqb a sign then N.succ_double (cells_of_sign sign s) else N.double (cells_of_sign sign s)
  end.
Definition strategy_entries (signs : nat) (l : list string) : list (list N * list N) :=
  map (fun s => match split_at " " s with
                | [] => ([], [])
                | marks :: moves => (map (fun i => cells_of_sign (ascii_of_nat (48 + i)) marks) (seq 1 signs),
                                     map (fun w => decimal w 0) moves)
                end) l.
