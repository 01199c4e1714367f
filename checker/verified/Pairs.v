(** Point-symmetric games: their moves can be taken away in pairs ([a_pair_less]), so their boxes grow by pairs, and a list of
    statements can be enough for all of them ([covers_symmetric_sound]).

    paper/certificate.md, section 7, "Symmetric objects". *)

From Coq Require Import ZArith List Bool Lia.
From Morpion Require Import Game Record Graph Boxes Symmetry HalfTurn Coverage.
Import ListNotations.
Open Scope Z_scope.

Local Arguments Z.add : simpl never.
Local Arguments Z.sub : simpl never.
Local Arguments Z.opp : simpl never.

(** ** The last move and its image can be taken away *)

(** What is legal is so without a move whose dot its line does not need. *)
Lemma leave_out_legal l1 x l2 m : legal (l1 ++ x :: l2) m -> ~ In (dot x) (line m) -> legal (l1 ++ l2) m.
Proof.
  intros (P & D & C & M) L.
  assert (I : incl (l1 ++ l2) (l1 ++ x :: l2)) by (intros z H; apply in_app_or in H; apply in_or_app; cbn; tauto).
  repeat split; [exact P | | | intros z Hz; apply M; now apply I].
  - intros H. apply D. unfold dots in *. apply in_app_or in H as [H | H]; apply in_or_app; [left | now right].
    apply in_map_iff in H as (z & <- & H). now apply in_map, I.
  - intros c Hc. destruct (C c Hc) as [? | H]; [now left | right].
    unfold dots in *. apply in_app_or in H as [H | H]; apply in_or_app; [left | now right].
    apply in_map_iff in H as (z & Ez & H). apply in_app_or in H as [H | [-> | H]].
    + apply in_map_iff. exists z. split; [exact Ez | apply in_or_app; now left].
    + destruct L. now rewrite Ez.
    + apply in_map_iff. exists z. split; [exact Ez | apply in_or_app; now right].
Qed.

(** A move whose dot lies on no line that was drawn later can be left out. *)
Lemma leave_out l1 x l2 : game (l1 ++ x :: l2) -> (forall y, In y l1 -> ~ In (dot x) (line y)) -> game (l1 ++ l2).
Proof.
  induction l1 as [| y l1 IH]; cbn [app]; intros G L; inversion G as [| ? ? G' M]; subst; [exact G' |].
  constructor; [apply IH; [exact G' | intros z Hz; apply L; now right] |].
  apply (leave_out_legal l1 x); [exact M | apply L; now left].
Qed.

(** Box of more moves, by side. *)
Lemma distance_cons m g k : distance (box_of (m :: g)) k = Z.max (distance (box_of g) k) (beyond k (dot m)).
Proof. cbn [box_of fold_right]. fold (box_of g). apply distance_extend. Qed.

Lemma distance_middle l1 x l2 k :
  distance (box_of (l1 ++ x :: l2)) k = Z.max (distance (box_of (l1 ++ l2)) k) (beyond k (dot x)).
Proof. induction l1 as [| y l1 IH]; cbn [app]; rewrite !distance_cons; [reflexivity |]. rewrite IH. lia. Qed.

Lemma box_ext B B' : (forall k, distance B k = distance B' k) -> B = B'.
Proof.
  intros H. pose proof (H Top). pose proof (H Right). pose proof (H Bottom). pose proof (H Left).
  destruct B, B'. cbn in *. congruence.
Qed.

Theorem a_pair_less g : game g -> symmetric g -> g <> [] ->
  exists g', game g' /\ symmetric g' /\ (length g' < length g)%nat /\
    (box_of g = box_of g' \/ exists A, In A pairs /\ box_of g = grow (box_of g') A).
Proof.
  intros G T N. inversion G as [| m played Gp L]; subst; [congruence |]. clear N.
  pose proof (game_graph _ G) as Gr. pose proof (game_graph _ Gp) as Gp'. pose proof L as (Pm & Dm & _ & _).
  (* the image of the last move was made before *)
  assert (Ht : In (turn m) played).
  { destruct (T m (or_introl eq_refl)) as [E | H]; [| exact H]. destruct (turn_moves (dot m)). now rewrite E at 2. }
  (* no earlier line has the last dot, so no other line has its image *)
  assert (Late : forall y, In y played -> ~ In (dot m) (line y)) by (intros y Hy Hc; apply Dm; exact (lines_dotted played Gp' y _ Hy Hc)).
  assert (Loose : forall y, In y (m :: played) -> In (dot (turn m)) (line y) -> y = turn m).
  { intros y Hy Hc.
    assert (Hc' : In (dot m) (line (turn y))).
    { rewrite <- (turn_cell_twice (dot m)). apply turn_line; [exact (on_its_line _ Gr y Hy) | exact Hc]. }
    destruct (T y Hy) as [E | H]; [| destruct (Late _ H Hc')]. rewrite <- (turn_twice y), <- E. reflexivity. }
  apply in_split in Ht as (l1 & l2 & ->). set (g' := l1 ++ l2).
  assert (I : forall y, In y g' -> In y (l1 ++ turn m :: l2)) by (intros y H; apply in_app_or in H; apply in_or_app; cbn; tauto).
  assert (Nt : ~ In (turn m) g').
  { apply NoDup_remove_2. apply (NoDup_map_inv dot). exact (placed_once _ Gp'). }
  assert (Nm : forall y, In y (l1 ++ turn m :: l2) -> y <> m).
  { intros y Hy ->. apply Dm. now apply in_dots. }
  exists g'. split; [| split; [| split]].
  - apply (leave_out l1 (turn m) l2 Gp). intros y Hy Hc.
    assert (Hy' : In y g') by (apply in_or_app; now left).
    apply Nt. rewrite <- (Loose y); [exact Hy' | right; now apply I | exact Hc].
  - intros y Hy. destruct (T y (or_intror (I y Hy))) as [E | H].
    + destruct Nt. assert (turn m = y) as -> by (rewrite E; apply turn_twice). exact Hy.
    + apply in_app_or in H as [H | [E | H]]; [apply in_or_app; now left | | apply in_or_app; now right].
      destruct (Nm y (I y Hy)). rewrite <- (turn_twice y), <- E. apply turn_twice.
  - unfold g'. cbn [length]. rewrite !app_length. cbn [length]. lia.
  - assert (Sg : symmetric g').
    { intros y Hy. destruct (T y (or_intror (I y Hy))) as [E | H].
      - destruct Nt. assert (turn m = y) as -> by (rewrite E; apply turn_twice). exact Hy.
      - apply in_app_or in H as [H | [E | H]]; [apply in_or_app; now left | | apply in_or_app; now right].
        destruct (Nm y (I y Hy)). rewrite <- (turn_twice y), <- E. apply turn_twice. }
    assert (Lm : legal g' m).
    { apply (leave_out_legal l1 (turn m) l2 m L). intros Hc. apply (Nm (turn m)); [apply in_or_app; cbn; tauto |].
      symmetry. now apply Loose; [left |]. }
    assert (D : forall k, distance (box_of (m :: l1 ++ turn m :: l2)) k
                = Z.max (distance (box_of (m :: g')) k) (distance (box_of (m :: g')) (opposite k))).
    { intros k. rewrite !distance_cons, distance_middle. fold g'. rewrite (symmetric_box g' k Sg).
      assert (beyond k (dot (turn m)) = beyond (opposite k) (dot m)) as -> by apply beyond_turned. lia. }
    destruct (lemma_1 g' m Lm) as [E | (A & HA & E)]; [left | right].
    + apply box_ext. intros k. rewrite D, E, (symmetric_box g' k Sg). lia.
    + assert (exists A', In A' pairs /\ forall k, distance A' k = Z.max (distance A k) (distance A (opposite k))) as (A' & HA' & EA).
      { cbn in HA. destruct HA as [<- | [<- | [<- | [<- | [<- | [<- | [<- | [<- | []]]]]]]]];
          [exists (Box 1 0 1 0) | exists (Box 0 1 0 1) | exists (Box 1 0 1 0) | exists (Box 0 1 0 1) | exists (Box 1 1 1 1) ..];
          (split; [cbn; tauto | intros []; reflexivity]). }
      exists A'. split; [exact HA' |]. apply box_ext. intros k. rewrite D, E, !distance_grow, (symmetric_box g' k Sg), EA. lia.
Qed.

(** ** Coverage *)

Definition lists (N : Z) (l : list statement) (B : box) : bool := existsb (lists_box SymmetricGames N B) l.

(** Whether the box of the cross is listed, and with each box that is listed with a bound those to which a pair leads, up to symmetry. *)
Definition covers_symmetric (N : Z) (l : list statement) : bool :=
  lists N l no_box &&
  forallb (fun S => match S with
                    | AtMost _ C M | AllBut _ C M _ => negb (M <=? N) ||
                      forallb (fun A => existsb (fun s => lists N l (on_box s (grow C A))) symmetries) pairs
                    | _ => true
                    end) l.

Theorem covers_symmetric_sound N l :
  covers_symmetric N l = true -> (forall S, In S l -> true_statement S) ->
  forall g, game g -> symmetric g -> Z.of_nat (length g) <= N \/ ends_in (excepted l) g.
Proof.
  intros Hc T. apply andb_true_iff in Hc as (H0 & Hl). rewrite forallb_forall in Hl.
  (* some image of the box of every symmetric game is listed *)
  assert (R : forall n g, (length g <= n)%nat -> game g -> symmetric g ->
    exists s, In s symmetries /\ lists N l (on_box s (box_of g)) = true).
  { assert (Id : In identity symmetries) by now left. induction n as [| n IH]; intros g Ln G Sg.
    - destruct g; [| cbn in Ln; lia]. now exists identity.
    - destruct g as [| m g0] eqn:Eg; [now exists identity |]. rewrite <- Eg in *.
      destruct (a_pair_less g G Sg) as (g' & G' & S' & L' & E); [rewrite Eg; discriminate |].
      destruct (IH g' ltac:(lia) G' S') as (s & Hs & F).
      destruct E as [-> | (A & HA & ->)]; [now exists s |].
      apply existsb_exists in F as (S0 & HS & F). specialize (T S0 HS). specialize (Hl S0 HS).
      assert (Ways : forall C M, C = on_box s (box_of g') -> (M <=? N) = true ->
        negb (M <=? N) || forallb (fun A => existsb (fun t => lists N l (on_box t (grow C A))) symmetries) pairs = true ->
        exists u, In u symmetries /\ lists N l (on_box u (grow (box_of g') A)) = true).
      { intros C M -> LM Hm. rewrite LM in Hm. cbn [negb orb] in Hm.
        rewrite forallb_forall in Hm. specialize (Hm _ (pair_to_pair s (all_steady s Hs) A HA)).
        apply existsb_exists in Hm as (t & Ht & Hm). destruct (symmetries_closed s t Hs Ht) as (u & Hu & _ & Eu).
        exists u. split; [exact Hu |]. now rewrite Eu, grow_to_grow. }
      destruct S0 as [o B M | o B M ps | o B | B A']; cbn [lists_box] in F; [| | | discriminate]; rewrite !andb_true_iff in F.
      + destruct F as ((_ & F) & LM). apply box_eqb_eq in F. exact (Ways B M (eq_sym F) LM Hl).
      + destruct F as ((_ & F) & LM). apply box_eqb_eq in F. exact (Ways B M (eq_sym F) LM Hl).
      + destruct F as (O & F). apply box_eqb_eq in F. exfalso. apply (T (map (on_move s) g')).
        * apply (serves_object o SymmetricGames _ O). apply image_object; [now apply all_steady | now split].
        * now rewrite image_box. }
  intros g G Sg. destruct (R (length g) g (Nat.le_refl _) G Sg) as (s & Hs & F).
  apply existsb_exists in F as (S0 & HS & F).
  assert (Gs : is_object SymmetricGames (map (on_move s) g)) by (apply image_object; [now apply all_steady | now split]).
  destruct (lists_box_says SymmetricGames N _ S0 l _ HS (T S0 HS) F Gs (image_box s g)) as [L | L].
  - left. now rewrite map_length in L.
  - right. now apply (image_ends_in s).
Qed.
