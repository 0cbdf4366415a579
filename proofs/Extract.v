(* The proved checkers as OCaml: with check.ml they are the program noughts-check. *)
Require Import Noughts.Claims Noughts.Filling Noughts.Strategies Extraction ExtrOcamlBasic.
Extraction "checker.ml" check_threats check_pairing check_potential check_filling
  sound_tables check_no_win_on check_loses_on.
