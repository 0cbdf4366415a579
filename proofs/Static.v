(* Nobody can force a win: by a pair of cells on each line, and by potential. *)
Require Import List Arith Lia Bool.
Require Import Noughts.Statements Noughts.Games.
Import ListNotations.

Section Static.
  Variable B : board.
  Variable q p : nat.
  Hypothesis q_two : 2 <= q.
  Hypothesis p_player : p < q.
  Variable eq_dec : forall c d : cell B, {c = d} + {c <> d}.
  Notation game := (game B).
  Notation turn := (turn B q).
  Notation holds := (holds B q).
  Notation completed := (completed B q).
  Notation legal := (legal B q).
  Notation played := (played B q).

  Lemma played_twice g c : played (c :: g) -> ~ In c g.
  Proof. intros Pl. inversion Pl as [| x h Ph L]. apply L. Qed.

  Lemma turn_next (g : game) c : turn (c :: g) = if S (turn g) =? q then 0 else S (turn g).
  Proof.
    unfold Statements.turn. cbn [length]. set (a := length g).
    assert (U : a mod q < q) by (apply Nat.mod_upper_bound; lia).
    replace (S a) with (a + 1) by lia. rewrite Nat.add_mod by lia. rewrite (Nat.mod_small 1 q) by lia.
    destruct (Nat.eqb_spec (S (a mod q)) q).
    - replace (a mod q + 1) with q by lia. apply Nat.mod_same. lia.
    - rewrite Nat.mod_small; lia.
  Qed.

  Lemma turn_below (g : game) : turn g < q.
  Proof. apply Nat.mod_upper_bound. lia. Qed.

  Lemma turn_after_own (g : game) c : turn g = p -> turn (c :: g) <> p.
  Proof. intros E. rewrite turn_next. destruct (Nat.eqb_spec (S (turn g)) q); lia. Qed.

  (* ---- pairs -------------------------------------------------------------------------- *)

  Variable bound : nat.
  Hypothesis bounded : forall g, played g -> length g <= bound.

  Section Pairs.
    Variable paired : cell B -> cell B -> Prop.
    Hypothesis pair_sym : forall a b, paired a b -> paired b a.
    Hypothesis pair_one : forall a b c, paired a b -> paired a c -> b = c.
    Hypothesis pair_two : forall a, ~ paired a a.
    Hypothesis pair_on : forall a b, paired a b -> on_board B b.
    Hypothesis line_pair : forall l, line B l -> exists a b, In a l /\ In b l /\ paired a b.

    (* She never has both; and if she has one, the other is taken, unless she just took it. *)
    Definition answered (g : game) : Prop := forall a b, paired a b -> holds g p a ->
      ~ holds g p b /\ (In b g \/ exists h, g = a :: h /\ turn h = p).

    Theorem pairs_no_win : ~ can_force_win B q p.
    Proof.
      apply promise_no_win with (bound := bound) (P := answered); auto.
      - intros a b _ H. now apply holds_nil in H.
      - intros g _ A [l [Ll H]]. destruct (line_pair l Ll) as (a & b & Ha & Hb & E).
        destruct (A a b E (H a Ha)) as [N _]. apply N. auto.
      - intros g c Pl A T L a b E H.
        assert (Old : forall a b, paired a b -> holds g p a -> In b g).
        { intros x y Exy Hx. destruct (A x y Exy Hx) as [_ [I | [h [-> Th]]]]; auto.
          exfalso. now apply (turn_after_own h x Th). }
        apply holds_cons in H. destruct H as [[-> _] | H].
        + split; [| right; now exists g]. intros Hb. apply holds_cons in Hb.
          destruct Hb as [[-> _] | Hb]; [now apply (pair_two c) |].
          apply (Old b c) in Hb; auto. now apply L.
        + split; [| left; right; eauto]. intros Hb. apply holds_cons in Hb.
          destruct Hb as [[-> _] | Hb].
          * apply (Old a c) in H; auto. now apply L.
          * now apply (A a b E H).
      - intros g c Pl A T L No.
        assert (Any : forall d, legal g d ->
                  (forall a b h, paired a b -> g = a :: h -> turn h = p -> ~ In b g -> d = b) ->
                  answered (d :: g)).
        { intros d Ld Sp a b E H. apply holds_cons in H. destruct H as [[_ H] | H]; [easy |].
          destruct (A a b E H) as [N D]. split.
          - intros Hb. apply holds_cons in Hb. destruct Hb as [[_ Hb] | Hb]; easy.
          - left. destruct D as [D | [h [E2 Th]]]; [now right |].
            destruct (in_dec eq_dec b g) as [I | I]; [now right | left].
            now apply (Sp a b h E E2 Th I). }
        assert (Case : ~ exists a b h, paired a b /\ g = a :: h /\ turn h = p /\ ~ In b g).
        { intros (a & b & h & E & Eg & Th & Nb).
          assert (Lb : legal g b) by (split; [eapply pair_on; eauto | split; [auto | apply L]]).
          apply (No b Lb), Any; auto. intros a' b' h' E' Eg' _ _. rewrite Eg in Eg'.
          injection Eg' as <- _. eapply pair_one; eauto. }
        apply (No c L), Any; auto. intros a b h E Eg Th Nb. exfalso. apply Case. now exists a, b, h.
    Qed.
  End Pairs.

  (* ---- potential ---------------------------------------------------------------------- *)

  Section Potential.
    Variable n : nat.                        (* cells of a line *)
    Variable ls : list (list (cell B)).      (* the lines *)
    Hypothesis lines_listed : forall l, line B l -> exists k, In k ls /\ forall c, In c k -> In c l.
    Hypothesis lines_long : forall l, In l ls -> NoDup l /\ length l = n.
    Variable all : list (cell B).
    Hypothesis all_cells : forall c, on_board B c <-> In c all.

    Fixpoint own (g : game) (c : cell B) : bool :=
      match g with [] => false | x :: g => if eq_dec c x then turn g =? p else own g c end.
    Fixpoint others (g : game) (c : cell B) : bool :=
      match g with [] => false | x :: g => if eq_dec c x then negb (turn g =? p) else others g c end.
    Definition on (c : cell B) (l : list (cell B)) : bool := if in_dec eq_dec c l then true else false.

    Fixpoint grown (g : game) (l : list (cell B)) : nat :=
      match l with [] => 1 | c :: l => if own g c then q * grown g l else grown g l end.
    Definition weight (g : game) (l : list (cell B)) : nat := if existsb (others g) l then 0 else grown g l.
    Fixpoint total (f : list (cell B) -> nat) (ls : list (list (cell B))) : nat :=
      match ls with [] => 0 | l :: ls => f l + total f ls end.
    Definition potential (g : game) : nat := total (weight g) ls.
    Definition through (g : game) (x : cell B) : nat := total (fun l => if on x l then weight g l else 0) ls.

    Lemma untouched g c : ~ In c g -> own g c = false /\ others g c = false.
    Proof.
      induction g as [| x g IH]; intros N; cbn; auto.
      destruct (eq_dec c x) as [-> |]; [exfalso; apply N; now left |]. apply IH. intros I. apply N. now right.
    Qed.

    Lemma holds_own g c : played g -> holds g p c -> own g c = true /\ others g c = false.
    Proof.
      induction g as [| x g IH]; intros Pl H; [now apply holds_nil in H |].
      pose proof (played_twice g x Pl) as N. inversion Pl as [| ? ? Pg _]; subst. cbn.
      apply holds_cons in H. destruct (eq_dec c x) as [-> | E].
      - destruct H as [[_ T] | H]; [| now apply holds_in in H]. rewrite T, Nat.eqb_refl. auto.
      - destruct H as [[-> _] | H]; [easy |]. auto.
    Qed.

    Lemma grown_same g h l : (forall c, In c l -> own g c = own h c) -> grown g l = grown h l.
    Proof.
      induction l as [| c l IH]; intros H; cbn; auto. rewrite H by (now left). rewrite IH; auto.
      intros d Hd. apply H. now right.
    Qed.

    Lemma existsb_same (f h : cell B -> bool) l : (forall c, In c l -> f c = h c) -> existsb f l = existsb h l.
    Proof.
      induction l as [| c l IH]; intros H; cbn; auto. rewrite H by (now left). rewrite IH; auto.
      intros d Hd. apply H. now right.
    Qed.

    Lemma weight_own g x l : NoDup l -> ~ In x g -> turn g = p ->
      weight (x :: g) l = if on x l then q * weight g l else weight g l.
    Proof.
      intros D N T. destruct (untouched g x N) as [O1 O2].
      assert (Ot : forall c, others (x :: g) c = others g c).
      { intros c. cbn. destruct (eq_dec c x) as [-> |]; auto. now rewrite T, Nat.eqb_refl, O2. }
      unfold weight. rewrite (existsb_same _ (others g) l) by auto.
      destruct (existsb (others g) l); [destruct (on x l); lia |].
      unfold on. destruct (in_dec eq_dec x l) as [I | I].
      - induction D as [| c l Nc D IH]; [easy |]. destruct I as [-> | I].
        + cbn [grown own]. destruct (eq_dec x x); [| easy]. rewrite T, Nat.eqb_refl, O1.
          f_equal. apply grown_same. intros c Hc. cbn. destruct (eq_dec c x) as [-> |]; easy.
        + cbn [grown own]. destruct (eq_dec c x) as [-> |]; [easy |].
          rewrite IH by auto. destruct (own g c); lia.
      - apply grown_same. intros c Hc. cbn. destruct (eq_dec c x) as [-> |]; easy.
    Qed.

    Lemma weight_other g x l : ~ In x g -> turn g <> p ->
      weight (x :: g) l = if on x l then 0 else weight g l.
    Proof.
      intros N T. unfold weight, on. destruct (in_dec eq_dec x l) as [I | I].
      - assert (E : existsb (others (x :: g)) l = true).
        { apply existsb_exists. exists x. split; auto. cbn. destruct (eq_dec x x); [| easy].
          apply negb_true_iff, Nat.eqb_neq. auto. }
        now rewrite E.
      - rewrite (existsb_same _ (others g) l).
        + destruct (existsb (others g) l); auto. apply grown_same. intros c Hc. cbn.
          destruct (eq_dec c x) as [-> |]; easy.
        + intros c Hc. cbn. destruct (eq_dec c x) as [-> |]; easy.
    Qed.

    Lemma potential_own g x : ~ In x g -> turn g = p ->
      potential (x :: g) = potential g + (q - 1) * through g x.
    Proof.
      intros N T. unfold potential, through.
      assert (D : forall l, In l ls -> NoDup l) by (intros l Hl; now apply lines_long).
      clear lines_long lines_listed. induction ls as [| l r IH]; cbn; [lia |].
      rewrite IH by (intros; apply D; now right). rewrite weight_own by (auto; apply D; now left).
      destruct (on x l); nia.
    Qed.

    Lemma potential_other g x : ~ In x g -> turn g <> p ->
      potential (x :: g) + through g x = potential g.
    Proof.
      intros N T. unfold potential, through. clear lines_long lines_listed.
      induction ls as [| l r IH]; cbn; [lia |]. rewrite weight_other by auto. destruct (on x l); lia.
    Qed.

    Lemma through_other g x y : ~ In x g -> turn g <> p -> through (x :: g) y <= through g y.
    Proof.
      intros N T. unfold through. clear lines_long lines_listed.
      induction ls as [| l r IH]; cbn; [lia |]. rewrite weight_other by auto.
      destruct (on y l), (on x l); lia.
    Qed.

    Lemma potential_line g l : In l ls -> (forall c, In c l -> own g c = true /\ others g c = false) ->
      q ^ n <= potential g.
    Proof.
      intros I H. destruct (lines_long l I) as [_ <-]. unfold potential. clear lines_long lines_listed.
      assert (W : weight g l = q ^ length l).
      { unfold weight. assert (E : existsb (others g) l = false).
        { apply not_true_iff_false. intros E. apply existsb_exists in E. destruct E as [c [Hc E]].
          destruct (H c Hc). congruence. }
        rewrite E. clear E I. induction l as [| c l IH]; auto. cbn [grown length Nat.pow].
        rewrite (proj1 (H c (or_introl eq_refl))), IH; auto. intros d Hd. apply H. now right. }
      induction ls as [| k r IH]; [easy |]. cbn. destruct I as [-> | I]; [lia |]. specialize (IH I). lia.
    Qed.

    (* How many of the others have moved since her turn. *)
    Definition since (g : game) : nat :=
      if turn g <=? p then turn g + q - 1 - p else turn g - p - 1.

    Lemma since_nothing : since [] = q - 1 - p.
    Proof.
      unfold since, Statements.turn. cbn [length]. rewrite Nat.mod_0_l by lia. cbn [Nat.leb]. lia.
    Qed.

    Lemma since_own g c : turn g = p -> since g = q - 1 /\ since (c :: g) = 0.
    Proof.
      intros T. unfold since. rewrite turn_next, T.
      destruct (Nat.eqb_spec (S p) q); repeat match goal with |- context [?x <=? ?y] => destruct (Nat.leb_spec x y) end; lia.
    Qed.

    Lemma since_other g c : turn g <> p -> since (c :: g) = S (since g).
    Proof.
      intros T. pose proof (turn_below g). unfold since. rewrite turn_next.
      destruct (Nat.eqb_spec (S (turn g)) q); repeat match goal with |- context [?x <=? ?y] => destruct (Nat.leb_spec x y) end; lia.
    Qed.

    Lemma heaviest (f : cell B -> nat) l : l <> [] -> exists x, In x l /\ forall y, In y l -> f y <= f x.
    Proof.
      induction l as [| a l IH]; [easy |]. intros _. destruct l as [| b l].
      - exists a. split; [now left |]. intros y [<- | []]. lia.
      - destruct IH as [x [Hx M]]; [easy |]. destruct (le_lt_dec (f a) (f x)).
        + exists x. split; [now right |]. intros y [<- | Hy]; auto.
        + exists a. split; [now left |]. intros y [<- | Hy]; auto. specialize (M y Hy). lia.
    Qed.

    Definition small (g : game) : Prop := potential g < q ^ n /\
      forall x, on_board B x -> ~ In x g -> potential g + since g * through g x < q ^ n.

    Lemma small_incomplete g : played g -> small g -> ~ completed g p.
    Proof.
      intros Pl [S _] [l [Ll H]]. destruct (lines_listed l Ll) as [k [Hk E]].
      assert (q ^ n <= potential g); [| lia]. apply potential_line with k; auto.
      intros c Hc. apply holds_own; auto.
    Qed.

    Lemma small_own g c : small g -> turn g = p -> legal g c -> small (c :: g).
    Proof.
      intros [S1 S2] T L. destruct (since_own g c T) as [E1 E2].
      specialize (S2 c (proj1 L) (proj1 (proj2 L))). rewrite E1 in S2.
      unfold small. rewrite potential_own, E2 by (auto; apply L). split; [lia |]. intros x _ _. lia.
    Qed.

    (* The cell that weighs most. *)
    Lemma small_other g c : small g -> turn g <> p -> legal g c -> exists d, legal g d /\ small (d :: g).
    Proof.
      intros [S1 S2] T L.
      set (free := filter (fun d => if in_dec eq_dec d g then false else true) all).
      assert (Fr : forall d, In d free <-> on_board B d /\ ~ In d g).
      { intros d. unfold free. rewrite filter_In, all_cells. destruct (in_dec eq_dec d g); intuition easy. }
      destruct (heaviest (through g) free) as [x [Hx M]].
      { intros E. assert (I : In c free) by (apply Fr; split; apply L). now rewrite E in I. }
      apply Fr in Hx. destruct Hx as [Ox Nx].
      exists x. split. { split; [exact Ox | split; [exact Nx | apply L]]. }
      pose proof (potential_other g x Nx T) as E. specialize (S2 x Ox Nx) as S3.
      split; [lia |]. intros y Oy Ny. rewrite since_other by auto.
      assert (Ny' : ~ In y g) by (intros I; apply Ny; now right).
      assert (My : through g y <= through g x) by (apply M, Fr; auto).
      pose proof (through_other g x y Nx T). nia.
    Qed.

    Hypothesis at_first : forall x, on_board B x -> potential [] + since [] * through [] x < q ^ n.
    Hypothesis at_first_all : potential [] < q ^ n.

    Theorem potential_no_win : ~ can_force_win B q p.
    Proof.
      apply promise_no_win with (bound := bound) (P := small); auto.
      - split; auto.
      - intros g Pl. now apply small_incomplete.
      - intros g c _ S. now apply small_own.
      - intros g c _ S T L No. destruct (small_other g c S T L) as [d [Ld Sd]]. exact (No d Ld Sd).
    Qed.
  End Potential.
End Static.
