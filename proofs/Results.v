(* The theorems, each in the words of Statements.v. Those that take longer have files of their own. *)
Require Import List Arith.
Require Import Noughts.Statements Noughts.Monotone Noughts.Fortress Noughts.Claims Noughts.Filling Noughts.Strategies
  Noughts.Read Noughts.Entries.
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

(* Whoever owns the fortress does not lose, whatever stands elsewhere, with the other one to move. *)
Theorem the_fortress_holds : forall R n d b, 5 <= n ->
  (forall i j, in_fortress n i j -> b i j = Some d) -> does_not_lose R n n d b (other d).
Proof. intros R n d b big F. now apply fortress_holds. Qed.

(* ---- Tic-tac-toe on n^k ------------------------------------------------------------ *)

Theorem three_cubed_is_a_first_player_win : can_force_win (cube 3 3) 2 0.
Proof.
  apply (check_threats_sound 3 3 0 (threat_entries win_3_3)).
  vm_cast_no_check (eq_refl true).
Qed.

Theorem four_cubed_with_four_or_more : forall q, 4 <= q -> nobody_can_force_win (cube 4 3) q.
Proof. apply (check_potential_sound 4 3 4). vm_compute. reflexivity. Qed.

Theorem four_squared_is_not_won : nobody_can_force_win (cube 4 2) 2.
Proof. apply (check_potential_sound 4 2 2); [vm_compute; reflexivity | auto]. Qed.

(* By strategies of the others together. *)
Theorem three_cubed_with_four : nobody_can_force_win (cube 3 3) 4.
Proof.
  intros [| [| [| [| p]]]] H.
  - apply (check_no_win_sound 3 3 4 0 (strategy_entries 2 no_win_3_4_1)). vm_cast_no_check (eq_refl true).
  - apply (check_no_win_sound 3 3 4 1 (strategy_entries 2 no_win_3_4_2)). vm_cast_no_check (eq_refl true).
  - apply (check_no_win_sound 3 3 4 2 (strategy_entries 2 no_win_3_4_3)). vm_cast_no_check (eq_refl true).
  - apply (check_no_win_sound 3 3 4 3 nil). vm_cast_no_check (eq_refl true).
  - exfalso. now do 4 apply Nat.succ_lt_mono in H.
Qed.
Theorem three_cubed_third_of_three : ~ can_force_win (cube 3 3) 3 2.
Proof. apply (check_no_win_sound 3 3 3 2 (strategy_entries 2 no_win_3_3_3)). vm_cast_no_check (eq_refl true). Qed.
Theorem three_cubed_first_of_three_loses : ~ can_avoid_losing (cube 3 3) 3 0.
Proof. apply (check_loses_sound 3 3 3 0 (strategy_entries 3 loses_3_3_1)). vm_cast_no_check (eq_refl true). Qed.
Theorem three_cubed_second_of_three_loses : ~ can_avoid_losing (cube 3 3) 3 1.
Proof. apply (check_loses_sound 3 3 3 1 (strategy_entries 3 loses_3_3_2)). vm_cast_no_check (eq_refl true). Qed.

(* Games that end with a full board and without a line. *)
Theorem three_cubed_with_three_can_be_drawn : can_be_drawn (cube 3 3) 3.
Proof. apply (check_filling_sound 3 3 3 (filling_of drawn_3_3)). vm_compute. reflexivity. Qed.
Theorem four_cubed_can_be_drawn : can_be_drawn (cube 4 3) 2.
Proof. apply (check_filling_sound 4 3 2 (filling_of drawn_4_3)). vm_compute. reflexivity. Qed.
