#!/bin/sh
# GNU parallel over ssh: the units of a folder, one at a time for each core of the machines in a file.
#   cluster/parallel.sh UNITS MACHINES
# A line of MACHINES is a machine for ssh, with its number of cores before it: `8/ada.example.org`; `:` is this one. Each unit is
# copied there and its result back. A unit whose worker dies is run again; the same command goes on where it was stopped.
exec parallel --sshloginfile "$2" --joblog "$1/parallel.log" --resume-failed --retries 3 --bar \
    --transferfile '{}' --return '{.}.result' --cleanup --termseq TERM,10000,KILL \
    "${MORPION:-morpion}" run '{}' ::: "$1"/*.unit
