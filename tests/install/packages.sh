#!/bin/sh
# packages.sh SOURCE SCRATCH: tools/setup on a machine that has nothing, where installing is only
# said. For each purpose it wants the packages of its sections in packages.txt, and no others.
set -eu
source=$1
rm -rf "$2"
mkdir -p "$2"
cd "$2"
printf '#!/bin/sh\nexit 1\n' >dpkg-query
# shellcheck disable=SC2016
printf '#!/bin/sh\n[ "$1" != install ] || { shift 4; printf "%%s\\n" "$@" >installed; }\n' >apt-get
printf '#!/bin/sh\nexec "$@"\n' >sudo
chmod +x dpkg-query apt-get sudo
for tool in sh dirname id cat env; do ln -s "$(command -v "$tool")" "$tool"; done

section() { sed -n "/^\[$1\]$/,/^$/s/^\([a-z0-9][^ ]*\).*/\1/p" "$source/packages.txt"; }
expect() { # PURPOSE SECTION...
  purpose=$1
  shift
  cp "$source/packages.txt" packages.txt
  mkdir -p tools && cp "$source/tools/setup" tools/setup
  PATH=. tools/setup "$purpose" >/dev/null
  for name in "$@"; do
    [ -n "$(section "$name")" ] || { echo "packages.txt lists nothing under [$name]"; exit 1; }
    section "$name"
  done | sort -u >wanted
  sort -u installed >found
  cmp wanted found || { echo "setup $purpose"; diff wanted found; exit 1; }
}
expect run run
expect test run test
expect python run python
expect site run site docs
expect docs docs
expect paper paper
expect package run python package
expect check run test python check
expect torture run test torture
expect cluster cluster
expect proofs proofs
[ "$(grep -c '^\[' packages.txt)" = 11 ] || { echo "a section that no purpose wants"; exit 1; }
! PATH=. tools/setup nothing 2>complaint
grep -q '^setup: .* not nothing$' complaint
