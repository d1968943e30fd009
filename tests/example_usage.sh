#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# usage: tests/example_usage.sh EXECUTABLE
# An example prints its usage for --help and, with exit code 2, for arguments that it does not know.
set -u
name="$(basename "$1")"
faults=0

expect() { # CODE ARGUMENT...
  local code="$1" text got=0
  shift
  text="$("$example" "$@" 2>&1)" || got=$?
  [[ $got == "$code" && $text == "usage: $name"* ]] && return
  printf '%s %s: exit code %s, wanted %s and a usage line; printed:\n%s\n' \
    "$name" "$*" "$got" "$code" "$text"
  faults=1
}

example="$1"
expect 0 --help
expect 2 --nonsense
expect 2 a b c d
if [[ $name == fashion_mlp ]]; then
  for epochs in abc 0 -3 99999999999 3x ''; do expect 2 . "$epochs"; done
fi
if [[ " autograd_trace custom_layer optimizers " == *" $name "* ]] &&
    (cd /proc && "$example") > /dev/null 2>&1; then
  echo "$name: its file cannot have been written in /proc, and it did not say so"
  faults=1
fi
exit $faults
