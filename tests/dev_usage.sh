#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# ./dev prints its help when asked, and refuses what it does not know before it builds anything.
set -u
cd "$(dirname "${BASH_SOURCE[0]}")/.."
faults=0

expect() { # CODE TEXT ARGUMENT... : the exit code, and a text in what is printed
  local code="$1" text="$2" printed got=0
  shift 2
  printed="$(THALWEG_NO_INSTALL=1 ./dev "$@" 2>&1)" || got=$?
  [[ $got == "$code" && $printed == *"$text"* && $printed != *"== building"* ]] && return
  printf './dev %s: exit code %s, wanted %s and "%s"; printed:\n%s\n' \
    "$*" "$got" "$code" "$text" "$printed"
  faults=1
}

expect 0 "usage: ./dev COMMAND"
for asked in help -h --help; do expect 0 "usage: ./dev COMMAND" "$asked"; done
expect 1 "no such command: nonsense" nonsense
expect 1 "usage: ./dev example NAME [ARGUMENT...]; there are: autograd_trace" example
expect 1 "usage: ./dev example NAME [ARGUMENT...]; there are: autograd_trace" example nonsense
for seconds in abc 0 -1 1.5; do expect 1 "usage: ./dev fuzz [SECONDS]" fuzz "$seconds"; done
exit $faults
