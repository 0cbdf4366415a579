(* The theorems, each in the words of Statements.v. That of Qubic is in Qubic.v. *)
Require Import List Arith.
Require Import Noughts.Statements Noughts.Monotone Noughts.Claims Noughts.Read Noughts.Entries.
Import Quixo.

(* ---- Quixo, for every n and K and both rules about two lines ----------------------- *)

(* Turn blank tiles into those of side d, or the other way round. Whoever is to move: *)
Theorem a_tile_more_wins_no_later : forall R n K d b b' t plies,
  more_tiles n d b b' -> wins_within R n K plies d b t -> wins_within R n K plies d b' t.
Proof. intros. eapply more_wins; eauto. Qed.

Theorem a_tile_more_does_not_lose : forall R n K d b b' t,
  more_tiles n d b b' -> does_not_lose R n K d b t -> does_not_lose R n K d b' t.
Proof. intros. eapply more_does_not_lose; eauto. Qed.

Theorem a_tile_more_loses_no_sooner : forall R n K d b b' t plies,
  more_tiles n d b b' -> wins_within R n K plies (other d) b' t -> wins_within R n K plies (other d) b t.
Proof. intros. eapply fewer_wins; eauto. Qed.

Theorem the_second_player_cannot_win : forall R n K, 1 <= K -> ~ can_win R n K O blank X.
Proof. exact second_cannot_win. Qed.

(* ---- Tic-tac-toe on n^k ------------------------------------------------------------ *)

Theorem three_cubed_is_a_first_player_win : can_force_win (cube 3 3) 2 0.
Proof.
  apply (check_threats_sound 3 3 0 (threat_entries win_3_3)).
  vm_cast_no_check (eq_refl true).
Qed.
