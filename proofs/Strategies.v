(* What an accepted certificate of kind `strategy` proves. *)
Require Import List Arith Lia Bool NArith FMapPositive.
Require Import Noughts.Statements Noughts.Games Noughts.Cube Noughts.Bits Noughts.Tables Noughts.Threats
  Noughts.Walk Noughts.Hold Noughts.Beat.
Import ListNotations.
Open Scope N_scope.

(* An entry is a position, as a set of cells for each sign, and the moves that it tells. *)
Definition check_strategy (n k q p : nat) (entries : list (list N * list N))
    (starts : tables -> option (list position))
    (step : tables -> PositiveMap.t (list (list N * list N)) -> position -> option (list position)) : bool :=
  let T := tables_of n k in
  if (2 <=? q)%nat && (p <? q)%nat && tables_good T && no_empty_line T then
    match table_of entries, starts T with
    | Some plans, Some l => walk_all T (step T plans) l
    | _, _ => false
    end
  else false.

(* The player p cannot force a win; the signs are hers and that of all others. *)
Definition check_no_win (n k q p : nat) (entries : list (list N * list N)) : bool :=
  let listed := line_cells (tables_of n k) in
  lines_long n listed &&
  check_strategy n k q p entries (fun T => Hold.starts T q p) (fun T plans => Hold.step T n q plans listed).

(* The player p cannot avoid losing; each player has a sign. *)
Definition check_loses (n k q p : nat) (entries : list (list N * list N)) : bool :=
  check_strategy n k q p entries (fun T => Beat.starts T q p) (fun T plans => Beat.step T q p plans).

Lemma check_strategy_parts n k q p entries starts step :
  check_strategy n k q p entries starts step = true ->
  (2 <= q)%nat /\ (p < q)%nat /\ tables_good (tables_of n k) = true /\ no_empty_line (tables_of n k) = true /\
  exists plans l, starts (tables_of n k) = Some l /\ walk_all (tables_of n k) (step (tables_of n k) plans) l = true.
Proof.
  unfold check_strategy. intros H. destruct (_ && _) eqn:E in H; [| easy].
  rewrite !andb_true_iff, Nat.leb_le, Nat.ltb_lt in E. destruct E as [[[Q P] G] Ne].
  destruct (table_of entries) as [plans |]; [| easy].
  destruct (starts (tables_of n k)) as [l |]; [| easy]. repeat split; auto. now exists plans, l.
Qed.

Theorem check_no_win_sound n k q p entries :
  check_no_win n k q p entries = true -> ~ can_force_win (cube n k) q p.
Proof.
  unfold check_no_win. rewrite andb_true_iff. intros [Lo H].
  destruct (check_strategy_parts _ _ _ _ _ _ _ H) as (Q & P & G & Ne & plans & l & St & W).
  apply held_no_win, (held_map (cube n k) (board_of (tables_of n k)) (number n) (cube_numbered n k)); [intros c [] |].
  exact (starts_held (tables_of n k) n q p plans _ G Ne Q P eq_refl Lo l St W).
Qed.

Theorem check_loses_sound n k q p entries :
  check_loses n k q p entries = true -> ~ can_avoid_losing (cube n k) q p.
Proof.
  unfold check_loses. intros H.
  destruct (check_strategy_parts _ _ _ _ _ _ _ H) as (Q & P & G & Ne & plans & l & St & W).
  apply reaches_loses, (reaches_map (cube n k) (board_of (tables_of n k)) (number n) (cube_numbered n k)); [intros c [] |].
  exact (starts_beaten (tables_of n k) q p plans G Ne Q P l St W).
Qed.
