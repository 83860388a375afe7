#!/bin/sh
# Prints a line for a status bar: the number of overdue tasks, and the first of them.
#
#   sh examples/overdue.sh [STORE]
set -eu
list=$(memo -C "${1:-.}" list overdue)
[ -n "$list" ] || exit 0
printf '%s overdue: %s\n' "$(printf '%s\n' "$list" | wc -l | tr -d ' ')" \
  "$(printf '%s\n' "$list" | head -n 1)"
