(* noughts-check FILE...: what the proved checkers say about certificates of n^k.
   noughts-check --list: the same for the files named on standard input.

   What is proved is in checker.ml, which Rocq wrote. This file reads the text: its form and its
   checksum (docs/reference/certificates.md), and which claim is asked for.
   Exit code 0: all hold; 1: some are refused; 2: some are of a kind without a proof, or too large. *)
open Checker

exception Refused of string
exception Unproved of string

let demand condition why = if not condition then raise (Refused why)

let rec nat_of n = if n <= 0 then O else S (nat_of (n - 1))
let rec positive_of n =
  if n = 1 then XH else if n land 1 = 0 then XO (positive_of (n / 2)) else XI (positive_of (n / 2))
let n_of n = if n = 0 then N0 else Npos (positive_of n)

let fnv text length =
  let hash = ref 0xCBF29CE484222325L in
  for i = 0 to length - 1 do
    hash := Int64.mul (Int64.logxor !hash (Int64.of_int (Char.code text.[i]))) 0x100000001B3L
  done;
  Printf.sprintf "%016Lx" !hash

let number word =
  let digits = String.length word in
  demand (digits >= 1 && digits <= 10 && (digits = 1 || word.[0] <> '0')) "a number is malformed";
  String.iter (fun c -> demand (c >= '0' && c <= '9') "a number is malformed") word;
  int_of_string ("0u" ^ word)

let rec power base exponent most =
  if exponent = 0 then 1
  else
    let rest = power base (exponent - 1) most in
    if rest > most then most + 1 else min (base * rest) (most + 1)

let field name line =
  let start = name ^ " " in
  let n = String.length start in
  demand (String.length line > n && String.sub line 0 n = start) "the head is not that of a certificate";
  String.sub line n (String.length line - n)

let sign_value c =
  match c with
  | 'A' .. 'Z' -> Char.code c - 65
  | 'a' .. 'z' -> Char.code c - 71
  | '0' .. '9' -> Char.code c + 4
  | '+' -> 62
  | '/' -> 63
  | _ -> raise (Refused "an entry is malformed")

let word_cells cells word =
  demand (word <> "") "an entry is malformed";
  List.map
    (fun c ->
      let cell = sign_value c in
      demand (cell < cells) "no such cell";
      n_of cell)
    (List.of_seq (String.to_seq word))

(* The cells that have this sign. *)
let cells_of sign marks =
  let rec from cell =
    if cell = String.length marks then N0
    else
      match (from (cell + 1), marks.[cell] = sign) with
      | N0, false -> N0
      | N0, true -> Npos XH
      | Npos p, false -> Npos (XO p)
      | Npos p, true -> Npos (XI p)
  in
  from 0

(* A position, a set of cells for each of so many signs, and the moves there. *)
let strategy_entry cells signs line =
  match String.split_on_char ' ' line with
  | marks :: (_ :: _ as moves) ->
      demand (String.length marks = cells) "an entry is malformed";
      String.iter (fun c -> demand (c = '.' || (c >= '1' && Char.code c <= 48 + signs)) "an entry is malformed") marks;
      let move word =
        let cell = number word in
        demand (cell < cells) "a move is not on the board";
        n_of cell
      in
      (List.init signs (fun i -> cells_of (Char.chr (49 + i)) marks), List.map move moves)
  | _ -> raise (Refused "an entry is malformed")

(* The tables of each board that was asked for, made once. *)
let tables = Hashtbl.create 8

let tables_of n k side dims =
  match Hashtbl.find_opt tables (side, dims) with
  | Some made -> made
  | None ->
      let made = sound_tables n k in
      Hashtbl.add tables (side, dims) made;
      made

let claims = [ "win"; "no-win"; "loses"; "drawn" ]

let check text =
  let length = String.length text in
  demand (length > 21 && text.[length - 1] = '\n') "the last line is not 'end' and a checksum";
  let body = length - 21 in
  demand (String.sub text body 4 = "end ") "the last line is not 'end' and a checksum";
  demand (String.sub text (body + 4) 16 = fnv text body) "the checksum does not fit";
  demand (text.[body - 1] = '\n') "the last entry is not a line";
  match String.split_on_char '\n' (String.sub text 0 (body - 1)) with
  | "noughts-certificate hyper 1" :: kind :: board :: players :: player :: claim :: count :: entries ->
      let kind = field "kind" kind in
      let side, dims =
        match String.split_on_char ' ' (field "board" board) with
        | [ n; k ] -> (number n, number k)
        | _ -> raise (Refused "the head is not that of a certificate")
      in
      let players, or_more =
        match String.split_on_char ' ' (field "players" players) with
        | [ q ] -> (number q, false)
        | [ q; "or-more" ] -> (number q, true)
        | _ -> raise (Refused "the head is not that of a certificate")
      in
      let player = number (field "player" player) in
      let claim = field "claim" claim in
      demand (List.mem claim claims) "the head is not that of a certificate";
      demand (2 <= players && players <= 8 && 1 <= player && player <= players) "there is no such player";
      demand (number (field "entries" count) = List.length entries) "the number of entries is wrong";
      let most = 1 lsl 20 in
      demand (side >= 2 && dims >= 1 && dims <= 20) "no such board";
      let cells = power side dims most in
      demand (cells <= most) "no such board";
      demand ((power (side + 2) dims (1 lsl 40) - cells) / 2 * side <= 1 lsl 23) "too many lines";
      let n = nat_of side and k = nat_of dims and q = nat_of players in
      let game = Printf.sprintf "on %d^%d with %d%s players" side dims players (if or_more then " or more" else "") in
      let holds accepted sentence = demand accepted "the proved checker refuses it"; sentence in
      (match (kind, claim) with
      | "threats", "win" ->
          demand (players = 2 && not or_more) "not with so many players";
          demand (side >= 3 && dims >= 2 && cells <= 64) "no board for strategies";
          let entry line =
            match List.map (word_cells cells) (String.split_on_char ' ' line) with
            | moves :: sequences -> (moves, sequences)
            | [] -> raise (Refused "an entry is malformed")
          in
          holds (check_threats n k (nat_of (player - 1)) (List.map entry entries))
            (Printf.sprintf "player %d can force a win %s" player game)
      | "pairing", "no-win" ->
          demand (player = 1 && not or_more) "the claim is about nobody alone";
          let entry line =
            match List.map number (String.split_on_char ' ' line) with
            | [ a; b ] -> (n_of a, n_of b)
            | _ -> raise (Refused "an entry is malformed")
          in
          holds (check_pairing n k q (List.map entry entries)) ("nobody can force a win " ^ game)
      | "potential", "no-win" ->
          demand (player = 1 && entries = []) "a potential has no entries";
          if side > 4096 then raise (Unproved "too large a board");
          holds (check_potential n k q) ("nobody can force a win " ^ game)
      | "filling", "drawn" ->
          demand (player = 1 && not or_more) "the claim is about nobody alone";
          let marks = match entries with [ marks ] -> marks | _ -> raise (Refused "a filling is one full board") in
          demand (String.length marks = cells) "a filling is one full board";
          String.iter (fun c -> demand (c >= '1' && c <= '8') "an entry is malformed") marks;
          holds
            (check_filling n k q (List.map (fun c -> n_of (Char.code c - 48)) (List.of_seq (String.to_seq marks))))
            ("a full board without a line " ^ game)
      | "strategy", ("no-win" | "loses") ->
          demand ((players > 2 || claim = "no-win") && not or_more) "not with so many players";
          demand (side >= 3 && dims >= 2 && cells <= 64) "no board for strategies";
          let entries = List.map (strategy_entry cells (if claim = "no-win" then 2 else players)) entries in
          let made = tables_of n k side dims and p = nat_of (player - 1) in
          if claim = "no-win" then
            holds (check_no_win_on made n q p entries) (Printf.sprintf "player %d cannot force a win %s" player game)
          else holds (check_loses_on made q p entries) (Printf.sprintf "player %d cannot avoid losing %s" player game)
      | "replies", "no-win" -> raise (Unproved "kind replies has no proof")
      | _ -> raise (Refused "no such kind proves such a claim"))
  | _ -> raise (Refused "the head is not that of a certificate")

let read name =
  let channel = open_in_bin name in
  Fun.protect
    ~finally:(fun () -> close_in channel)
    (fun () -> really_input_string channel (in_channel_length channel))

let () =
  let rec lines () = match input_line stdin with line -> line :: lines () | exception End_of_file -> [] in
  let names =
    match List.tl (Array.to_list Sys.argv) with
    | [ "--list" ] -> lines ()
    | [] -> prerr_endline "noughts-check: name certificate files, or --list"; exit 2
    | names when (List.hd names).[0] <> '-' -> names
    | option :: _ -> prerr_endline ("noughts-check: no option " ^ option ^ "; name certificate files, or --list"); exit 2
  in
  let result name =
    match check (read name) with
    | sentence -> Printf.printf "%s: holds: %s\n" name sentence; 0
    | exception Refused why -> Printf.printf "%s: refused: %s\n" name why; 1
    | exception Unproved why -> Printf.printf "%s: not checked: %s\n" name why; 2
    | exception Stack_overflow -> Printf.printf "%s: not checked: too large a board\n" name; 2
    | exception Sys_error why -> Printf.eprintf "noughts-check: %s\n" why; 3
  in
  exit (List.fold_left (fun worst name -> max worst (result name)) 0 names)
