(** What the checker of Program.v shows is true ([prove_sound]). *)

From Coq Require Import ZArith List Bool FinFun Uint63 PArray Lia.
From Morpion Require Import Game Record Graph Boxes Symmetry HalfTurn Coverage Pairs Useful Rules Program Keys Known Operations.
Import ListNotations.
Open Scope Z_scope.

Local Notation "x == y" := (Uint63.eqb x y) (at level 70).
Local Notation "t .[ i ]" := (PArray.get t i) (at level 2, left associativity, format "t .[ i ]").
Local Notation "t .[ i <- a ]" := (PArray.set t i a) (at level 2, left associativity, format "t .[ i <- a ]").

Local Arguments Z.add : simpl never.
Local Arguments Z.sub : simpl never.
Local Arguments Z.opp : simpl never.
Local Arguments Z.mul : simpl never.
Local Arguments Z.leb : simpl never.

Section Claim.

  Context {claim : statement} {small : in_small_box claim}.

  Local Notation B := (size_of claim).
  Local Notation b := (make_board claim).
  Local Notation key := (key B).
  Local Notation sat := (sat claim).
  Local Notation counterexample := (counterexample claim).

  (** ** Mirror images *)

  Lemma counterexample_image s g : In s symmetries ->
    box_eqb (on_box s B) B && match arrival_of claim with Some A => box_eqb (on_box s A) A | None => true end = true ->
    counterexample g -> counterexample (map (on_move s) g).
  Proof.
    intros Hs T C. apply andb_true_iff in T as (EB & EA). apply box_eqb_eq in EB. split.
    2:{ intros U. apply image_useful; [exact Hs | exact EB | exact (on_its_line g (g_graph (C := C))) | exact (proj2 C U)]. }
    pose proof (all_steady s Hs) as St. generalize (proj1 C : denied claim g). revert EB EA. clear C. unfold denied.
    destruct claim as [o B' N | o B' N ps | o B' | B' A]; cbn [size_of arrival_of]; intros EB EA.
    - intros (G & E & L). repeat split; [now apply image_object | now rewrite image_box, E | now rewrite map_length].
    - intros (G & E & L & X). repeat split; [now apply image_object | now rewrite image_box, E | now rewrite map_length |].
      intros Y. apply X. now apply (image_ends_in s).
    - intros (G & E). split; [now apply image_object | now rewrite image_box, E].
    - intros H. apply box_eqb_eq in EA. rewrite <- EB, <- EA at 1. now apply image_arrives.
  Qed.

  Lemma image_placed s v g : placed v g -> placed (on_cell s v) (map (on_move s) g).
  Proof.
    unfold placed. rewrite map_map, !in_map_iff. intros (m & <- & H). exists m. now rewrite dot_to_dot.
  Qed.

  Lemma reflect_sat st o first second :
    (forall g, counterexample g -> sat st g) -> reflect_at claim st o = Some (first, second) ->
    (forall g, counterexample g -> ~ sat first g) -> forall g, counterexample g -> sat second g.
  Proof.
    intros H. destruct o; try discriminate. cbn [reflect_at]. cbv zeta.
    destruct (nth_error symmetries (Z.to_nat (to_Z h))) as [s |] eqn:Es; [| discriminate]. apply nth_error_In in Es.
    destruct (find (fun c => key c == i) (outside B)) as [c |] eqn:Ec; [| discriminate].
    apply find_some in Ec as (Hc & Ec). apply Uint63.eqb_correct in Ec.
    match goal with |- (if ?k && ?o then _ else _) = _ -> _ =>
      destruct k eqn:K; cbn [andb]; [| discriminate]; destruct o eqn:O; [| discriminate] end.
    intros X. apply some_pair_inj in X as ([] & []). intros F g C.
    destruct (on_spec (on_cell s c) (outside B)) as [O' |]; [| discriminate].
    assert (N : forall g, counterexample g -> ~ placed c g).
    { intros h' C' P. apply (F h' C'). apply sat_present; [now apply H |].
      apply in_map_iff in P as (m & Em & Hm). exists m. now rewrite Em. }
    assert (N' : ~ placed (on_cell s c) g).
    { intros P. assert (Cs : forall g, counterexample g -> counterexample (map (on_move s) g))
        by (intros g'; now apply (counterexample_image s)).
      apply (N (map (on_move s) (map (on_move s) (map (on_move s) g)))); [now do 3 apply Cs |].
      rewrite <- (four_images s Es c). now do 3 apply image_placed. }
    apply sat_kill; [apply sat_kill; [now apply H |] |].
    - intros m Hm E. apply (N g C). apply in_map_iff. exists m. split; [| exact Hm].
      apply key_inj; [now apply (g_dot (g := g)) | now apply outside_contained | congruence].
    - intros m Hm E. apply N'. apply in_map_iff. exists m. split; [| exact Hm].
      apply key_inj; [now apply (g_dot (g := g)) | now apply outside_contained | exact E].
  Qed.

  (** ** The walk

      If no counterexample satisfies the first state, then it is so with the rest; and if none satisfies any, there is none. Where
      none is lost on the way to a state, each satisfies it. *)

  Fixpoint good (w : walk) : Prop :=
    match w with
    | [] => forall g, ~ counterexample g
    | (st, whole) :: w =>
      (whole = true -> forall g, counterexample g -> sat st g) /\
      ((forall g, counterexample g -> ~ sat st g) -> good w)
    end.

  Lemma good_first : good [(first_state claim b, true)].
  Proof.
    split.
    - intros _ g C. now apply first_sat.
    - intros N g C. apply (N g C). now apply first_sat.
  Qed.

  Theorem advance_good w o w' : good w -> advance claim b w o = Some w' -> good w'.
  Proof.
    destruct w as [| [st whole] w]; [discriminate |]. intros (R & N).
    assert (Closed : forall w', closes b st o = true -> Some w = Some w' -> good w').
    { intros w0 T X. apply some_inj in X as []. apply N. intros g C H. exact (closes_false st o H T). }
    assert (Cases : forall first second w', split b st o = Some (first, second) ->
      Some ((first, false) :: (second, false) :: w) = Some w' -> good w').
    { intros first second w0 E X. apply some_inj in X as []. split; [discriminate |]. intros N1. split; [discriminate |].
      intros N2. apply N. intros g C H. destruct (split_sat st o first second H E) as [H1 | H2].
      - exact (N1 g C H1).
      - exact (N2 g C H2). }
    assert (Facts : forall st' w', deduce b st o = Some st' -> Some ((st', whole) :: w) = Some w' -> good w').
    { intros st' w0 E X. apply some_inj in X as []. split.
      - intros W g C. apply (deduce_sat st o st'); [now apply R | exact E].
      - intros N1. apply N. intros g C H. apply (N1 g C). now apply (deduce_sat st o st'). }
    destruct o; cbn [advance];
      try (match goal with |- match deduce b st ?o with _ => _ end = _ -> _ => destruct (deduce b st o) eqn:E; [| discriminate] end;
           intros X; eapply Facts; [reflexivity | exact X]);
      try (match goal with |- (if closes b st ?o then _ else _) = _ -> _ => destruct (closes b st o) eqn:E; [| discriminate] end;
           intros X; now apply Closed);
      try (match goal with |- match split b st ?o with _ => _ end = _ -> _ => destruct (split b st o) as [[first second] |] eqn:E; [| discriminate] end;
           intros X; eapply Cases; [reflexivity | exact X]).
    destruct whole; [| discriminate].
    destruct (reflect_at claim st (Mirror h i)) as [[first second] |] eqn:E; [| discriminate].
    intros X. apply some_inj in X as []. split; [discriminate |]. intros N1.
    assert (All : forall g, counterexample g -> sat second g)
      by (apply (reflect_sat st (Mirror h i) first second); [now apply R | exact E | exact N1]).
    split; [intros _; exact All |]. intros N2. apply N. intros g C _. exact (N2 g C (All g C)).
  Qed.

  Theorem good_end : good [] -> true_statement claim.
  Proof.
    cbn [good]. intros H. assert (D : forall g, ~ denied claim g).
    { intros g D. apply without_useless_dots in D as (g' & C). exact (H g' C). }
    revert D. clear H small. unfold denied. destruct claim as [o B' N | o B' N ps | o B' | B' A]; intros H.
    - intros g G E. destruct (Z.leb_spec (Z.of_nat (List.length g)) N) as [L | L]; [exact L | exfalso].
      apply (H g). repeat split; [exact G | exact E | lia].
    - intros g G E. destruct (Z.leb_spec (Z.of_nat (List.length g)) N) as [L | L]; [now left | right].
      destruct (ends_in_or_not ps g) as [X | X]; [exact X | exfalso]. apply (H g). repeat split; [exact G | exact E | lia | exact X].
    - intros g G E. exact (H g (conj G E)).
    - exact H.
  Qed.

End Claim.

Arguments good claim w : clear implicits.

(** ** The program *)

Section Source.

  Variable source : Type.
  Variable next : source -> option (op * source).

  Lemma once_good claim (small : in_small_box claim) w from :
    good claim w ->
    match once source next claim (make_board claim) w from with
    | Going _ w _ => good claim w
    | Shown _ _ => true_statement claim
    | Refused _ => True
    end.
  Proof.
    intros H. unfold once. destruct (next from) as [[o from'] |]; [| exact I].
    destruct (advance claim (make_board claim) w o) as [w' |] eqn:E; [| exact I].
    apply (advance_good w o w' H) in E. destruct w'; [now apply good_end | exact E].
  Qed.

  Lemma many_good claim (small : in_small_box claim) n : forall w from,
    good claim w ->
    match many source next n claim (make_board claim) w from with
    | Going _ w _ => good claim w
    | Shown _ _ => true_statement claim
    | Refused _ => True
    end.
  Proof.
    induction n as [| n IH]; intros w from H; cbn [many]; [now apply once_good |].
    specialize (IH w from H) as IH1. destruct (many source next n claim (make_board claim) w from) as [w' from' | from' |]; try assumption.
    now apply IH.
  Qed.

  Theorem check_sound claim from rest : check source next claim from = Some rest -> true_statement claim.
  Proof.
    unfold check. destruct (is_small (size_of claim)) eqn:E; [| discriminate]. assert (small : in_small_box claim) by exact E.
    cbv zeta.
    pose proof (many_good claim small fuel_for_2_to_the_60 [(first_state claim (make_board claim), true)] from good_first) as H.
    destruct (many source next fuel_for_2_to_the_60 claim (make_board claim) _ from); try discriminate. intros _. exact H.
  Qed.

  Theorem check_all_sound l : forall from, check_all source next l from = true -> forall claim, In claim l -> true_statement claim.
  Proof.
    induction l as [| claim l IH]; intros from T s Hs; [contradiction |]. cbn [check_all] in T.
    destruct (check source next claim from) as [rest |] eqn:E; [| discriminate].
    destruct Hs as [<- | Hs]; [now apply check_sound in E | now apply (IH rest)].
  Qed.

  (** What is shown with exceptions, for all games, and for those that the half turn maps to themselves. *)
  Theorem prove_but_sound N ps l from : prove_but source next N ps l from = true ->
    forall g, game g -> Z.of_nat (List.length g) <= N \/ ends_in ps g.
  Proof.
    intros T g G. apply andb_true_iff in T as (Co & T).
    destruct (covers_sound N _ Co (check_all_sound _ from T) g G) as [L | L]; [now left | right].
    exact (ends_in_more _ ps g (excepted_with ps l) L).
  Qed.

  Theorem prove_symmetric_but_sound N ps l from : prove_symmetric_but source next N ps l from = true ->
    forall g, game g -> symmetric g -> Z.of_nat (List.length g) <= N \/ ends_in ps g.
  Proof.
    intros T g G S. apply andb_true_iff in T as (Co & T).
    destruct (covers_symmetric_sound N _ Co (check_all_sound _ from T) g G S) as [L | L]; [now left | right].
    exact (ends_in_more _ ps g (excepted_with ps l) L).
  Qed.

  Theorem prove_sound N l from : prove source next N l from = true ->
    forall g, game g -> Z.of_nat (List.length g) <= N.
  Proof. intros T g G. destruct (prove_but_sound N [] l from T g G) as [L | L]; [exact L | destruct (ends_in_nothing g L)]. Qed.

  Theorem prove_symmetric_sound N l from : prove_symmetric source next N l from = true ->
    forall g, game g -> symmetric g -> Z.of_nat (List.length g) <= N.
  Proof. intros T g G S. destruct (prove_symmetric_but_sound N [] l from T g G S) as [L | L]; [exact L | destruct (ends_in_nothing g L)]. Qed.

  Theorem prove_within_sound o N W l from : prove_within source next o N W l from = true ->
    forall g, is_object o g -> keeps_within W g -> Z.of_nat (List.length g) <= N.
  Proof.
    intros T g G K. apply andb_true_iff in T as (Co & T).
    destruct (covers_within_sound o N W _ Co (check_all_sound _ from T) g G K) as [L | L]; [exact L |].
    destruct (ends_in_nothing g). exact (ends_in_more _ [] g (excepted_with [] l) L).
  Qed.

End Source.
