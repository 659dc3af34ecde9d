#!/bin/sh
# Grades one task of a reference and keeps the result: graded.sh KEPT GRADER WORD... writes KEPT.json, and what the grader prints to
# KEPT.txt too. gates_test.py reads them.
set -u
kept=$1
shift
mkdir -p "${kept%/*}" && rm -f "$kept.json" || exit 99
"$@" --json "$kept.json" >"$kept.txt"
status=$?
cat "$kept.txt"
exit $status
