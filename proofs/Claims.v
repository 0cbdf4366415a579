(* What an accepted certificate about n^k proves. *)
Require Import List Arith Lia Bool NArith.
Require Import Noughts.Statements Noughts.Games Noughts.Cube Noughts.Bits Noughts.Tables Noughts.Threats.
Import ListNotations.
Open Scope N_scope.

Definition check_threats (n k player : nat) (entries : list (list N * list (list N))) : bool :=
  let T := tables_of n k in
  no_single_line T && (0 <? cells T) && check_walk T player entries.

Theorem check_threats_sound n k player entries :
  check_threats n k player entries = true -> can_force_win (cube n k) 2 player.
Proof.
  unfold check_threats. rewrite !andb_true_iff, N.ltb_lt. intros [[S P] H].
  apply cube_can_force_win; [lia |].
  apply (reaches_map (cube n k) (board_of (tables_of n k)) (number n) (cube_numbered n k) 2 _ []); [intros c [] |].
  exact (check_walk_sound (tables_of n k) player entries H S P).
Qed.
