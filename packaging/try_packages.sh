#!/usr/bin/env bash
# Installs, uses and removes the packages of a folder in a fresh root of Debian, which has no compiler at first.
# The commands of README under 'Install' and of docs/install.md under 'Python' run unchanged in it. Needs root. Without
# a mirror of Debian and without a saved root it ends with code 77, which means skipped.
# usage: packaging/try_packages.sh SUITE FOLDER [--prepare]
#   SUITE      bookworm or trixie
#   --prepare  only saves the root, so that later runs need no network
# The root is saved in HEDGEROW_ROOTS, by default ~/.cache/hedgerow/roots. It has the packages of Debian that the run
# downloads.
# A libhedgerow-dev that does not depend on libsodium-dev turned it red, because the static libraries need libsodium.
set -euo pipefail
suite=$1 packages=$(realpath "$2") sources=$(realpath "$(dirname "$0")/..")
saved=${HEDGEROW_ROOTS:-${XDG_CACHE_HOME:-$HOME/.cache}/hedgerow/roots}/$suite.tar
needed="ca-certificates libsodium23 libsodium-dev openssl gcc libc6-dev pkg-config python3-venv"

[ "$(id -u)" -eq 0 ] || { echo "SKIPPED packages: only root can make a root of Debian"; exit 77; }
work=$(mktemp -d)
root=$work/root
trap '! mountpoint -q "$root/proc" || umount "$root/proc"; rm -rf --one-file-system "$work"' EXIT

inside() { chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/try LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive "$@"; }

if [ ! -f "$saved" ]; then
  mkdir -p "$(dirname "$saved")"
  if ! debootstrap --variant=minbase "$suite" "$root" >"$work/log" 2>&1; then
    tail -n 3 "$work/log"
    echo "SKIPPED packages: no root of $suite could be made, because no mirror answers"
    exit 77
  fi
  # Downloads without installing, so that the root stays fresh and later runs need no network. README's command also
  # installs what packages recommend.
  inside apt-get install -q -y --download-only $needed >"$work/log" 2>&1 ||
    { tail -n 3 "$work/log"; echo "SKIPPED packages: the mirror does not have every package"; exit 77; }
  tar -C "$root" -cf "$saved.$$" . && mv "$saved.$$" "$saved"
else
  mkdir "$root"
  tar -C "$root" -xf "$saved"
fi
[ "${3:-}" != --prepare ] || exit 0

mkdir "$root/try"
mount -t proc proc "$root/proc" # hedgerow finds hedgerow-circuit by it
cp "$packages"/*.deb "$root/try/"
cp "$packages"/*.whl "$root/try/" 2>/dev/null || true
! inside sh -c 'command -v cc || command -v gcc' || { echo "the fresh root has a compiler"; exit 1; }
find "$root" -xdev -path "$root/try" -prune -o -path "$root/var" -prune -o -name '*hedgerow*' -print >"$work/before"

# FILE TITLE BLOCK WORDS: prints the code of the block that begins with ```BLOCK, between this title and the next one.
# It must contain WORDS.
commands() {
  sed -n "/^## $2/,/^## /p" "$sources/$1" | sed -n "/^\`\`\`$3\$/,/^\`\`\`\$/p" | sed '1d;$d' >"$work/block"
  grep -q "$4" "$work/block" || { echo "$1 has no command '$4' under '$2'" >&2; return 1; }
  cat "$work/block"
}
install=$(commands README.md Install "sh packages" "apt-get install")
cat >"$root/try/try.sh" <<'SCRIPT'
set -eux
cd /try
hedgerow keygen -o backup.key
echo "Dear reader" >letter.txt
hedgerow encrypt letter.txt --key-file backup.key
hedgerow decrypt letter.txt.hedgerow --key-file backup.key -o copy.txt
cmp letter.txt copy.txt
hedgerow selftest >/dev/null
! command -v /usr/libexec/hedgerow/hedgerow-circuit || hedgerow circuit list --box aes | grep -q " /usr/share/hedgerow/circuit/"
printf 0123456789abcdef0123456789abcdef >pass
openssl enc -kuznyechik-ctr -pbkdf2 -pass file:pass -in letter.txt -out letter.enc -provider hedgerow -provider default
openssl enc -d -kuznyechik-ctr -pbkdf2 -pass file:pass -in letter.enc -provider hedgerow -provider default | cmp letter.txt
OPENSSL_CONF=/usr/share/doc/hedgerow/openssl-hedgerow.cnf openssl list -providers | grep -q 'status: active'
cat >main.c <<'C'
#include <hedgerow/container.h>
#include <hedgerow/hedgerow.h>
#include <stdio.h>
int main(void) {
  printf("%s %s\n", hedgerow_version(), hedgerow_container_version());
  return hedgerow_selftest();
}
C
cc main.c -o main $(pkg-config --cflags --libs hedgerow-container hedgerow)
./main
# gcc alone has no libstdc++.so, so the library itself is named.
cc main.c -o main $(pkg-config --cflags --static --libs hedgerow-container hedgerow | sed 's/-lstdc++/-l:libstdc++.so.6/')
./main
SCRIPT
inside sh -eux -c "cd /try; $install" || { echo "FAILED: README's commands"; exit 1; }
inside apt-get install -q -y --no-install-recommends gcc libc6-dev pkg-config >/dev/null
inside sh /try/try.sh

if ls "$root"/try/*.whl >/dev/null 2>&1; then
  # The first recipe of docs/python.md.
  sed -n '/^```python$/,/^```$/p' "$sources/docs/python.md" | sed '1d;/^```$/,$d' >"$root/try/recipe.py"
  inside apt-get install -q -y --no-install-recommends python3-venv >/dev/null
  install=$(commands docs/install.md Python sh "pip install")
  inside sh -eux -c "cd /try; $install
python recipe.py"
else
  echo "SKIPPED the wheel: no wheel is in the folder"
fi

inside apt-get purge -q -y 'hedgerow*' 'libhedgerow*' >/dev/null
find "$root" -xdev -path "$root/try" -prune -o -path "$root/var" -prune -o -name '*hedgerow*' -print | diff "$work/before" - ||
  { echo "files are left after the removal"; exit 1; }
echo "$suite: packages installed, used and removed"
