(* What an accepted certificate of kind `strategy` proves. *)
Require Import List Arith Lia Bool NArith FMapPositive.
Require Import Noughts.Statements Noughts.Games Noughts.Cube Noughts.Bits Noughts.Tables Noughts.Threats
  Noughts.Walk Noughts.Hold Noughts.Beat.
Import ListNotations.
Open Scope N_scope.

(* The tables of a board, if they are what they should be. *)
Definition sound_tables (n k : nat) : option tables :=
  let T := tables_of n k in
  if tables_good T then if no_empty_line T then Some T else None else None.

(* An entry is a position, as a set of cells for each sign, and the moves that it tells. *)
Definition walk_strategy (T : tables) (q p : nat) (entries : list (list N * list N))
    (starts : option (list position))
    (step : PositiveMap.t (list (list N * list N)) -> position -> option (list position)) : bool :=
  if (2 <=? q)%nat && (p <? q)%nat then
    match table_of entries, starts with
    | Some plans, Some l => walk_all T (step plans) l
    | _, _ => false
    end
  else false.

(* The same on any board, so that a program can look at the tables of each board once. *)
Definition check_no_win_on (T : option tables) (n q p : nat) (entries : list (list N * list N)) : bool :=
  match T with
  | None => false
  | Some T =>
      let listed := line_cells T in
      lines_long n listed && walk_strategy T q p entries (Hold.starts T q p) (fun plans => Hold.step T n q plans listed)
  end.
Definition check_loses_on (T : option tables) (q p : nat) (entries : list (list N * list N)) : bool :=
  match T with
  | None => false
  | Some T => walk_strategy T q p entries (Beat.starts T q p) (fun plans => Beat.step T q p plans)
  end.

(* The player p cannot force a win; the signs are hers and that of all others. *)
Definition check_no_win (n k q p : nat) (entries : list (list N * list N)) : bool :=
  check_no_win_on (sound_tables n k) n q p entries.
(* The player p cannot avoid losing; each player has a sign. *)
Definition check_loses (n k q p : nat) (entries : list (list N * list N)) : bool :=
  check_loses_on (sound_tables n k) q p entries.

Lemma sound_tables_parts n k T : sound_tables n k = Some T ->
  T = tables_of n k /\ tables_good T = true /\ no_empty_line T = true.
Proof.
  unfold sound_tables. destruct (tables_good (tables_of n k)) eqn:G; [| easy].
  destruct (no_empty_line (tables_of n k)) eqn:Ne; [| easy]. intros H. injection H as <-. auto.
Qed.

Lemma walk_strategy_parts T q p entries starts step : walk_strategy T q p entries starts step = true ->
  (2 <= q)%nat /\ (p < q)%nat /\ exists plans l, starts = Some l /\ walk_all T (step plans) l = true.
Proof.
  unfold walk_strategy. intros H. destruct (_ && _) eqn:E in H; [| easy].
  rewrite andb_true_iff, Nat.leb_le, Nat.ltb_lt in E. destruct E as [Q P].
  destruct (table_of entries) as [plans |]; [| easy]. destruct starts as [l |]; [| easy].
  repeat split; auto. now exists plans, l.
Qed.

Theorem check_no_win_sound n k q p entries :
  check_no_win n k q p entries = true -> ~ can_force_win (cube n k) q p.
Proof.
  unfold check_no_win, check_no_win_on. destruct (sound_tables n k) as [T |] eqn:E; [| easy].
  destruct (sound_tables_parts n k T E) as (-> & G & Ne). rewrite andb_true_iff. intros [Lo H].
  destruct (walk_strategy_parts _ _ _ _ _ _ H) as (Q & P & plans & l & St & W).
  apply held_no_win, (held_map (cube n k) (board_of (tables_of n k)) (number n) (cube_numbered n k)); [intros c [] |].
  exact (starts_held (tables_of n k) n q p plans _ G Ne Q P eq_refl Lo l St W).
Qed.

Theorem check_loses_sound n k q p entries :
  check_loses n k q p entries = true -> ~ can_avoid_losing (cube n k) q p.
Proof.
  unfold check_loses, check_loses_on. destruct (sound_tables n k) as [T |] eqn:E; [| easy].
  destruct (sound_tables_parts n k T E) as (-> & G & Ne). intros H.
  destruct (walk_strategy_parts _ _ _ _ _ _ H) as (Q & P & plans & l & St & W).
  apply reaches_loses, (reaches_map (cube n k) (board_of (tables_of n k)) (number n) (cube_numbered n k)); [intros c [] |].
  exact (starts_beaten (tables_of n k) q p plans G Ne Q P l St W).
Qed.
