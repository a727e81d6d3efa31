#!/usr/bin/env bash
# Follows CONTRIBUTING.md's recipe for a new cipher: toy_cipher.patch adds XTEA to a copy of the tree in build/recipe.
# usage: tests/recipe/toy_cipher_test.sh BUILD      BUILD has hedgerow-circuit, which gen.py needs
#        tests/recipe/toy_cipher_test.sh --renew BUILD   writes the patch again from the copy of a failed run
set -euo pipefail
cd "$(dirname "$(readlink -f "$0")")/../.."
renew=
[ "${1:-}" = --renew ] && renew=yes && shift
build=$(readlink -f "${1:?a build folder with hedgerow-circuit}")
patch=$PWD/tests/recipe/toy_cipher.patch
work=$PWD/build/recipe
copy=$work/tree
export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_SYSTEM=/dev/null
git_copy() { git -C "$copy" -c user.name=recipe -c user.email=recipe@localhost -c core.excludesFile=/dev/null "$@"; }

fail() {
  printf 'FAILED: %s\n' "$*" >&2
  exit 1
}

if [ -n "$renew" ]; then
  git_copy add --all
  git_copy diff --cached -U1 base >"$patch"
  exit
fi

# The recipe allows only these changes: the folder of the family, added lines in the lists, and the vectors.
allowed='^(src/cipher/xtea/[A-Za-z_]+\.(hpp|cpp|md)|tests/vectors/xtea\.json|src/cipher/cipher\.def|src/registry/kernels\.def|src/mode/modes\.def)$'
while read -r added removed file; do
  [[ $file =~ $allowed ]] || fail "the patch touches $file, which is neither the cipher's folder, nor a list, nor vectors"
  [ "$removed" = 0 ] || fail "the patch takes $removed lines out of $file; a new cipher adds ($added here), and changes nothing"
done < <(git apply --numstat "$patch")

rm -rf "$work/tree"
mkdir -p "$copy"
{ git ls-files -z 2>/dev/null || find . -path ./build -prune -o -type f -print0; } | tar --create --null --files-from=- --file=- |
  tar --extract --directory "$copy" --file=-
git_copy init --quiet
git_copy add --all
git_copy commit --quiet --message base
git_copy tag base
git_copy apply --3way "$patch" 2>"$work/apply.log" || cat "$work/apply.log" >&2
[ -z "$(git_copy ls-files --unmerged)" ] && [ -d "$copy/src/cipher/xtea" ] || fail "the patch does not apply: mend $copy and call this script with --renew"

python3 "$copy/tools/gen.py" --circuit "$build/bin/hedgerow-circuit"
cmake -S "$copy" -B "$work/build" -G Ninja -DHEDGEROW_ISAS=scalar -DHEDGEROW_LAB_KERNELS=xtea \
  -DCMAKE_C_COMPILER=gcc-12 -DCMAKE_CXX_COMPILER=g++-12 -DCMAKE_BUILD_TYPE=Debug -DCMAKE_CXX_FLAGS_DEBUG=-O1 \
  >"$work/cmake.log" || { cat "$work/cmake.log"; fail "cmake"; }
cmake --build "$work/build" --target hedgerow_static kernel_ledger | tail -n 1

gcc-12 -I "$copy/include" tests/recipe/toy_cipher_test.c "$work/build/libhedgerow.a" -o "$work/toy_cipher_test"
"$work/toy_cipher_test" || fail "the C ABI does not know XTEA"
for kernel in xtea.arx.scalar xtea.reference.scalar; do
  "$work/build/bin/kernel_ledger" --how native --kernel "$kernel" || fail "the ledger of $kernel"
done
grep -q '^ECB("xtea"' "$copy/src/api/selftest_ecb.def" || fail "gen.py wrote no self-test of XTEA"
grep -q '^| xtea ' "$copy/docs/kernels.md" || fail "gen.py wrote no line of XTEA into docs/kernels.md"
echo "XTEA came to the library, the ledger, the self-test and the docs by its folder, its lines and its vectors"
