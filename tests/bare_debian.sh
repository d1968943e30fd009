#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Proves that the README's two commands work on a bare Debian 12: makes one with debootstrap in a
# folder, copies a clean clone of the last commit into it, and runs ./dev demo and ./dev test there.
# Packages come from the mirrors this machine uses. Needs root and debootstrap.
#
# usage: tests/bare_debian.sh [FOLDER [COMMAND...]]     FOLDER is kept and may be used again
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
root="$(realpath -m "${1:-build/bare_debian}")"

first_mirror() { # the first URI in this machine's package sources, in either format
  { sed -nE 's/^URIs: *([^ ]+).*/\1/p' /etc/apt/sources.list.d/*.sources
    sed -nE 's/^deb (\[[^]]*\] )?([^ ]+) bookworm .*/\2/p' /etc/apt/sources.list
  } 2> /dev/null | head -n 1
}

if [[ ! -e "$root/etc/debian_version" ]]; then
  debootstrap --variant=minbase bookworm "$root" "$(first_mirror)"
fi
# The way this machine reaches its mirrors, and nothing else of it.
apt-config dump | grep -E '^Acquire::(http|https|Check)' > "$root/etc/apt/apt.conf.d/99mirror" || true
cp /etc/resolv.conf "$root/etc/resolv.conf"

rm -rf "$root/thalweg"
git clone --quiet --no-hardlinks . "$root/thalweg"
mountpoint -q "$root/proc" || mount -t proc proc "$root/proc"
trap 'umount "$root/proc"' EXIT

commands=("${@:2}")
((${#commands[@]})) || commands=(demo test)
for command in "${commands[@]}"; do
  start=$SECONDS
  env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root \
    chroot "$root" bash -c "cd /thalweg && ./dev $command"
  echo "bare Debian: ./dev $command took $((SECONDS - start)) s"
done
