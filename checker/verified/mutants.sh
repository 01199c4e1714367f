#!/bin/sh
# Whether the fuzz test (program/fuzz.ml) has teeth: it must find no fault in the checker, and find those that are planted here, one
# at a time, in copies of the program in Coq or of what stands in for Coq's integers and arrays. Each is one sed command, which must
# change its file. Of what it does not find it is said why no game can be lost by it.
#
#   checker/verified/mutants.sh [NAME]     all of them, or those whose description has this word
set -eu
cd "$(dirname "$0")"
only=${1:-}
games=$(realpath ../../results/5D/certificates)
turned=$(realpath ../../results/5D-symmetric/certificates)
games="$games/1-0-0-0.games.moves $games/1-1-1-1.games.moves $games/2-2-2-1.games.moves $games/4-3-1-2.games.moves $games/2-1-1-1.graphs.moves
$turned/1-1-1-1.games.moves $turned/2-2-2-2.games.moves $turned/1-1-1-1.graphs.moves"
place=$(mktemp -d)
trap 'rm -r "$place"' EXIT
mkdir "$place/shipped" "$place/shipped/program"
cp ./*.vo Program.v Extract.v "$place/shipped"
cp program/*.ml program/*.mli "$place/shipped/program"
steps=60000
caught=0
harmless=0

# build FOLDER: the fuzz test for what lies there; from Coq on, if that was changed.
build() (
    cd "$1"
    if [ Program.v -nt Program.vo ]; then coqc -Q . Morpion Program.v || exit 1; fi
    if [ Program.v -nt Program.vo ] || [ Extract.v -nt program/checker.ml ] || [ Program.vo -nt program/checker.ml ]; then coqc -Q . Morpion Extract.v || exit 1; fi
    cd program || exit 1
    ocamlfind ocamlopt -w -a -inline 200 whole.ml uint63.ml persistent.ml checker.mli checker.ml fuzz.ml -o fuzz
)

# plant caught|harmless FILE SED DESCRIPTION
plant() {
    case $4 in *"$only"*) ;; *) return 0 ;; esac
    rm -rf "$place/mutant"
    cp -rp "$place/shipped" "$place/mutant"
    sed -i "$3" "$place/mutant/$2"
    if cmp -s "$place/shipped/$2" "$place/mutant/$2"; then echo "mutants: nothing changed by: $3" >&2; exit 1; fi
    build "$place/mutant" >"$place/log" 2>&1 || { cat "$place/log" >&2; echo "mutants: does not compile: $4" >&2; exit 1; }
    code=0
    # shellcheck disable=SC2086 # these are several files
    said=$(timeout 120 "$place/mutant/program/fuzz" $steps $games 2>&1) || code=$?
    case $1$code in
    caught1) caught=$((caught + 1)) ;;
    harmless0) harmless=$((harmless + 1)) ;;
    *) echo "mutants: should be $1: $4: $said" >&2; failed=1 ;;
    esac
    echo "$4: $said"
}
failed=0

build "$place/shipped"
# shellcheck disable=SC2086
if [ -z "$only" ]; then "$place/shipped/program/fuzz" $((3 * steps)) $games; fi

# The rules.
plant caught Program.v 's/ && dead st c then Some (forbid/ then Some (forbid/' "DEAD without a dead cell"
plant caught Program.v 's/if among c (line_keys i s) && negb (crossed/if negb (crossed/' "DEAD by a cell off the line"
plant caught Program.v 's/if (present st).\[i\] \&\& (((allowed st).\[i\] land others s)%uint63 == 0%uint63)/if (present st).[i]/' "FORCED with other moves left"
plant caught Program.v 's/if (present st).\[i\] \&\& (((allowed st)/if (((allowed st)/' "FORCED without a dot"
plant caught Program.v 's/if among c cells \&\& negb/if negb/' "HERE off the line"
plant caught Program.v 's/if among c cells \&\& negb (crossed b).\[c\]/if among c cells/' "HERE on the cross"
plant caught Program.v 's/existsb (fun x => among x cells) line \&\&/true \&\&/' "PARALLEL far away"
plant caught Program.v 's/if dir_eqb (sdir s) d \&\& existsb/if existsb/' "PARALLEL in another direction"
plant caught Program.v 's/(negb (hd 0%uint63 line == hd 0%uint63 cells) ||/(true ||/' "PARALLEL to itself"
plant caught Program.v 's/forallb (fun c => (c == i) || dead st c) side/among i side/' "LAST of several"
plant caught Program.v 's/((w == i) || held b st set w)/true/' "ORDER without need"
plant caught Program.v 's/if ordered b \&\& /if /' "order among graphs"
plant caught Program.v 's/negb (crossed b).\[w\] \&\& held b st set w/negb (crossed b).[w]/' "REACH of cells within reach"
plant caught Program.v 's/if negb (i == c) \&\& (present st).\[i\] \&\& existsb/if negb (i == c) \&\& existsb/' "ALONE without a dot"
plant caught Program.v 's/number_of (sdir s) (4 - splace s)/number_of (sdir s) (splace s)/' "TURNED: the image of a mark has its place"
plant caught Program.v 's/twins := if turned_in claim/twins := if true/' "TURNED where objects need not be symmetric"
# The bound.
plant caught Program.v 's/if 0 <=? u then fill/if true then fill/' "negative prices"
plant caught Program.v 's/    if 0 <=? l then match/    if true then match/' "negative prices of sides"
plant caught Program.v 's/excess e <? summand - snd w/excess e <=? summand - snd w/' "FIX forbids what is just good enough"
plant caught Program.v 's/t.\[(first + x)%uint63\]/t.[(first - x)%uint63]/' "a line costs what its mirror image costs"
plant caught Program.v 's/Z.max p (snd w)) weights least/p + snd w) weights 0/' "FIX takes all moves of a dot for one"
plant caught Program.v 's/(excess e <? profit) in/(excess e <=? profit) in/' "FIX demands what is just not needed"
plant caught Program.v 's/excess e <? 0 | None/excess e <? 1 | None/' "CLOSE at the target"
plant caught Program.v 's/sum (earned_at u) (cross_keys b) + sum/sum/' "the cross earns nothing"
plant caught Program.v 's/earned_at u i + (paid u).\[i\]/earned_at u i/' "sides that pay nothing"
plant caught Program.v 's/Z.max (moves b) (count_present b st)/(moves b + count_present b st)/' "a target too high"
plant caught Program.v 's/if present then profit else Z.max 0 profit/if present then Z.max 0 profit else profit/' "a free cell that must be good"
plant caught Program.v 's/excess e <? loses s + loses. s./excess e <? loses s + loses s/' "FIX of a pair counts one loss twice"
plant caught Program.v 's/(excess e <? summand + summand.) in/(excess e <? summand + summand + summand'"'"') in/' "FIX of a pair demands what is not needed"
plant caught Program.v 's/Z.even N then N + 2/Z.even N then N + 3/' "symmetric objects need a move too many"
plant caught Program.v 's/- 2 \* r.\[i\]/- 3 * r.[i]/' "dots should be of use twice"
plant caught Program.v 's/(filter (inner B) (outside B)) else/(outside B) else/' "dots of sides should be of use"
plant caught Program.v 's/  | AtMost _ _ _ | AllBut _ _ _ _ => false$/  | AtMost _ _ _ | AllBut _ _ _ _ => true/' "useless dots do not count as moves"
# Ends and cases.
plant caught Program.v 's/Contradiction i => (present st).\[i\] \&\& dead/Contradiction i => dead/' "CONTRADICTION of an absent cell"
plant caught Program.v 's/(Z.of_nat (List.length p) <=? Z.max (moves b) (count_present b st)) \&\&/true \&\&/' "LISTED of a position with a move more"
plant caught Program.v 's/forallb (fun m => existsb (move_eqb (on_move s m)) p) (moves_left b st c)/true/' "LISTED with other moves left"
plant caught Program.v "s/existsb (move_eqb (on_move s m)) p) (moves_left/existsb (fun m' => cell_eqb (dot (on_move s m)) (dot m')) p) (moves_left/" "LISTED of a position with the same dots"
plant caught Program.v 's/(keys b) <? moves b)/(keys b) <=? moves b)/' "FEW of just enough"
plant caught Program.v 's/%uint63) i, forbid st i s)/%uint63) i, kill st i)/' "MARK: the second state has none"
plant caught Program.v 's/let keeps := box_eqb (on_box s B) B \&\&/let keeps :=/' "MIRROR of a box without that symmetry"
plant caught Program.v 's/then Some (with_present st i, kill (kill st i)/then Some (with_present st i, kill (kill st (i + 1)%uint63)/' "MIRROR: the wrong cell is absent"
plant caught Program.v 's/if whole then/if true then/' "MIRROR after a case was left behind"
plant caught Program.v 's/0 <? distance B k/0 <=? distance B k/' "sides that are not there"
plant caught Program.v 's/existsb (fun c. => on_side B k c. \&\& negb (cell_eqb c. c)) line/existsb (on_side B k) line/' "the first state lets no last move be"
# Integers and arrays.
plant caught program/whole.ml 's/if (a lxor s) land (b lxor s) < 0 then raise Overflow else s/s/' "additions wrap around"
plant caught program/persistent.ml 's/t := Differs (i, old, front);//' "an old array is lost"
plant caught program/persistent.ml 's/^      entries.(i) <- a;$//' "an old array has new entries"
plant caught Extract.v 's/if a < b then b else a)"/if a < b then a else b)"/' "Z.max is the lesser"
plant caught Extract.v 's/Constant Z.ltb => "(fun (a : int) b -> a < b)"/Constant Z.ltb => "(fun (a : int) b -> a <= b)"/' "Z.ltb allows equals"
plant caught Extract.v 's/Constant Uint63.land => "(land)"/Constant Uint63.land => "(lxor)"/' "land is lxor"
plant caught Extract.v 's/Constant Uint63.eqb => "(fun (a : int) b -> a = b)"/Constant Uint63.eqb => "(fun (a : int) b -> a lsr 1 = b lsr 1)"/' "eqb overlooks a bit"

# These lose nothing.
plant harmless program/whole.ml 's/if small a \&\& small b then a \* b else raise Overflow/a * b/' "products wrap around: one that is large says of a number of moves that no box has that it is not reached"
plant harmless program/whole.ml 's/if (a lxor b) land (a lxor s) < 0 then raise Overflow else s/s/' "subtractions wrap around: no difference of a price is above the greatest integer, and one below the least becomes a bound that is too high"
plant harmless program/whole.ml 's/let neg (a : int) = .*/let neg (a : int) = -a/' "the least integer negated: nothing is negated but places of moves and cells"
plant harmless Program.v 's/if (i <? PArray.length t)%uint63 then pay_side/if true then pay_side/' "a side may have cells out of range: it has none"
plant harmless program/uint63.ml 's/let lt (a : int) b = .*/let lt (a : int) b = a < b/' "lt with signs: it only says which cells of a side are in range, see above"
plant harmless program/uint63.ml 's/let l_sl a n = .*/let l_sl a n = a lsl n/' "shifts by 63 and more: only numbers of moves below 20 are shifted by"

echo "$caught planted bugs caught, $harmless harmless ones not"
[ "$failed" = 0 ]
