(** What is proven of the longest game: none has more than 144 moves; where the checker has accepted hints, whatever they are, none
    has more than 82; and there is a game of 82.

    [statements], [lists_82] and [lists_68] are made from the theorem files when this is compiled. *)

From Coq Require Import ZArith List Lia.
From Morpion Require Import Game Record Sums Graph Bound Boxes Symmetry HalfTurn Coverage Pairs Census Program Sound Statements.
Open Scope Z_scope.

(** With no condition, by the simplest multipliers: each of the 36 dots of the cross has four slots, and each move uses five and
    brings four. *)
Theorem no_game_of_145 : no_game_has_more_than 144.
Proof.
  intros g G. pose proof (weights 1 (fun _ _ => 1) (fun _ => 0) nil g (game_graph g G) ltac:(lia)) as W.
  assert (sum (weight 1 (fun _ _ => 1) (fun _ => 0) nil) g = 0 * Z.of_nat (length g)) as E
    by (rewrite <- sum_const; apply sum_ext; reflexivity).
  rewrite E in W. change (sum (earned (fun _ _ => 1)) cross) with 144 in W. change (sum snd nil) with 0 in W.
  enough (1 * Z.of_nat (length g) <= 144) by lia. transitivity (144 + 0 * Z.of_nat (length g) - 0); [apply W | lia].
  - now apply sum_nonneg.
  - intros D [].
Qed.

(** The checker's word: it need only have said it of one list, read from one source. *)
Theorem no_game_of_83 source next l from : prove source next 82 l from = true -> no_game_has_more_than 82.
Proof. intros T g G. pose proof (prove_sound source next 82 l from T g G). lia. Qed.

(** The same of games that the half turn maps to themselves; [symmetric] is defined in HalfTurn.v. *)
Theorem no_symmetric_game_of_69 source next l from : prove_symmetric source next 68 l from = true ->
  forall g, game g -> symmetric g -> (length g <= 68)%nat.
Proof. intros T g G S. pose proof (prove_symmetric_sound source next 68 l from T g G S). lia. Qed.

Corollary longest_game source next l from :
  prove source next 82 l from = true -> no_game_has_more_than 82 /\ exists g, game g /\ length g = 82%nat.
Proof. intros T. split; [exact (no_game_of_83 source next l from T) | exact (ex_intro _ rosin_82 a_game_of_82_moves)]. Qed.

(** The checker's word with exceptions: every long game ends, up to one of the eight symmetries of the cross, in one of the positions.
    [ends_in] and [same_moves] are defined in Coverage.v. *)
Theorem every_game_of_82 source next ps l from : prove_but source next 81 ps l from = true ->
  forall g, game g -> (82 <= length g)%nat -> exists s p, In s symmetries /\ In p ps /\ same_moves (map (on_move s) g) p.
Proof. intros T g G L. destruct (prove_but_sound source next 81 ps l from T g G) as [H | H]; [lia | exact H]. Qed.

Theorem every_symmetric_game_of_68 source next ps l from : prove_symmetric_but source next 67 ps l from = true ->
  forall g, game g -> symmetric g -> (68 <= length g)%nat -> exists s p, In s symmetries /\ In p ps /\ same_moves (map (on_move s) g) p.
Proof. intros T g G S L. destruct (prove_symmetric_but_sound source next 67 ps l from T g G S) as [H | H]; [lia | exact H]. Qed.

(** All long games end in these positions, up to symmetry; each of them is one; and no two are images of each other. So the long games
    end in exactly so many positions up to symmetry. *)
Definition exactly_these_of_82 (ps : list (list move)) : Prop :=
  (forall g, game g -> (82 <= length g)%nat -> exists s p, In s symmetries /\ In p ps /\ same_moves (map (on_move s) g) p) /\
  (forall p, In p ps -> game p /\ (82 <= length p)%nat) /\
  ForallOrdPairs (fun p q => forall s, In s symmetries -> ~ same_moves (map (on_move s) p) q) ps.

Lemma exactly_if_all ps : census Games 81 ps = true ->
  (forall g, game g -> Z.of_nat (length g) <= 81 \/ ends_in ps g) -> exactly_these_of_82 ps.
Proof.
  intros K T. apply census_sound in K as (G & A). split; [| split].
  - intros g X L. destruct (T g X) as [H | H]; [lia | exact H].
  - intros p Hp. destruct (G p Hp) as (X & L). split; [exact X | lia].
  - clear T. induction A as [| p ps F A IH]; [constructor |]. constructor.
    + rewrite Forall_forall in F |- *. intros q Hq s Hs E. apply (F q Hq). now exists s.
    + apply IH. intros q Hq. apply G. now right.
Qed.

Theorem exactly_these source next ps l from :
  prove_but source next 81 ps l from = true -> census Games 81 ps = true -> exactly_these_of_82 ps.
Proof. intros T K. exact (exactly_if_all ps K (prove_but_sound source next 81 ps l from T)). Qed.

(** The same of certificates, whoever checks them: those of [statements] are enough, no box and no arrival is missing. *)
Lemma statements_cover : covers 82 statements = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

Lemma statements_list_nothing : excepted statements = nil.
Proof. reflexivity. Qed.

Theorem longest_game_if_certificates_hold :
  (forall S, In S statements -> true_statement S) ->
  no_game_has_more_than 82 /\ exists g, game g /\ length g = 82%nat.
Proof.
  intros H. split; [| exact (ex_intro _ rosin_82 a_game_of_82_moves)].
  intros g G. destruct (covers_sound 82 statements statements_cover H g G) as [L | L]; [lia |].
  rewrite statements_list_nothing in L. destruct (ends_in_nothing g L).
Qed.

(** And of lists, whatever positions [ps] they have: those of [lists_82] are enough for all games, those of [lists_68] for all
    symmetric ones. *)
Lemma lists_82_cover ps : covers 81 (map (with_positions ps) lists_82) = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

Lemma lists_68_cover ps : covers_symmetric 67 (map (with_positions ps) lists_68) = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

Lemma with_positions_hold ps l :
  (forall S, In S l -> true_statement (with_positions ps S)) -> forall S, In S (map (with_positions ps) l) -> true_statement S.
Proof. intros H S HS. apply in_map_iff in HS as (S' & <- & HS). exact (H S' HS). Qed.

Theorem exactly_these_if_certificates_hold ps :
  (forall S, In S lists_82 -> true_statement (with_positions ps S)) -> census Games 81 ps = true -> exactly_these_of_82 ps.
Proof.
  intros H K. apply (exactly_if_all ps K). intros g G.
  destruct (covers_sound 81 _ (lists_82_cover ps) (with_positions_hold ps _ H) g G) as [L | L]; [now left |].
  right. exact (ends_in_more _ ps g (excepted_with ps lists_82) L).
Qed.

Theorem every_symmetric_game_of_68_if_certificates_hold ps :
  (forall S, In S lists_68 -> true_statement (with_positions ps S)) ->
  forall g, game g -> symmetric g -> (68 <= length g)%nat -> exists s p, In s symmetries /\ In p ps /\ same_moves (map (on_move s) g) p.
Proof.
  intros H g G S N.
  destruct (covers_symmetric_sound 67 _ (lists_68_cover ps) (with_positions_hold ps _ H) g G S) as [L | L]; [lia |].
  exact (ends_in_more _ ps g (excepted_with ps lists_68) L).
Qed.
