#!/bin/sh
# HyperQueue: one task for each unit of a folder that all workers see. Start `hq server` and workers first (see README.md).
#   cluster/hyperqueue.sh UNITS
# A unit whose worker is lost is run again; what has stopped or failed is done by submitting again. hq ends with 0 even if units have
# failed; `morpion join` says what is missing.
find "$(cd "$1" && pwd)" -name '*.unit' | sort >"$1/units.txt"
exec hq submit --each-line "$1/units.txt" --cpus 1 --resource mem=200 --crash-limit 5 --stdout none --progress \
    sh -c 'exec "${MORPION:-morpion}" run "$HQ_ENTRY"'
