#!/usr/bin/awk -f
# Writes the name of each certificate of a theorem file, a tab, and the sentence that program/checked must print of it (main.ml).
#
#   sentences.awk positions=NUMBER THEOREM     how many positions the list has, for theorems of lists
function sides(word) {
    if (word == "top") return "1,0,0,0"; if (word == "right") return "0,1,0,0"
    if (word == "bottom") return "0,0,1,0"; if (word == "left") return "0,0,0,1"
    if (word == "top-right") return "1,1,0,0"; if (word == "right-bottom") return "0,1,1,0"
    if (word == "bottom-left") return "0,0,1,1"; if (word == "top-left") return "1,0,0,1"
    return "?"
}
$1 == "objects" {
    kind = $2; sub(/s$/, "", kind); sub(/^symmetric-/, "point-symmetric ", kind)
}
$1 == "box" && $3 == "at-most" { print $NF "\tno " kind " whose bounding box is " $2 " has more than " $4 " moves" }
$1 == "box" && $3 == "empty" { print $NF "\tno " kind " has the bounding box " $2 }
$1 == "box" && $3 == "all-of" {
    print $NF "\tevery " kind " of " $4 " or more moves whose bounding box is " $2 " ends, up to symmetry, in one of the " positions " positions"
}
$1 == "arrival" { print $NF "\tno game\047s last move made its bounding box " $2 " by growing " sides($3) }
