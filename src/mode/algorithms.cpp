// The lists of modes and algorithms as constant tables, made from the files that tools/lists.py writes.
#include "mode/algorithms.hpp"

#include <string.h>

namespace hedgerow {

#define MODE(id, type, kind, name, keys) extern const type hedgerow_mode_##id;
#include "lists/mode.inc"

namespace {

struct Tables {
  const CipherMode* cipher = nullptr;
  const AeadMode* aead = nullptr;
  const MacMode* mac = nullptr;
  const WrapMode* wrap = nullptr;
  constexpr explicit Tables(const CipherMode* t) : cipher(t) {}
  constexpr explicit Tables(const AeadMode* t) : aead(t) {}
  constexpr explicit Tables(const MacMode* t) : mac(t) {}
  constexpr explicit Tables(const WrapMode* t) : wrap(t) {}
};

constexpr Mode make_mode(const char* name, ModeKind kind, std::uint32_t keys, Tables t) {
  return {name, kind, keys, t.cipher, t.aead, t.mac, t.wrap};
}

// Positions of modes and variants in their lists, by identifier.
enum ModeIndex : std::size_t {
#define MODE(id, type, kind, name, keys) kMode_##id,
#include "lists/mode.inc"
};
enum VariantIndex : std::size_t {
#define CIPHER(family, identifier, ...) kVariant_##identifier,
#include "lists/cipher.inc"
  kVariants
};

constexpr Mode kModes[] = {
#define MODE(id, type, kind, name, keys) \
  make_mode(name, ModeKind::kind, keys, Tables(&hedgerow_mode_##id)),
#include "lists/mode.inc"
};

constexpr Algorithm kAlgorithms[] = {
#define ALGORITHM(cipher, mode, ...) {kVariant_##cipher, kModes + kMode_##mode, __VA_ARGS__},
#include "lists/algorithm.inc"
};
constexpr std::size_t kAlgorithmCount = sizeof kAlgorithms / sizeof *kAlgorithms;

// The first algorithm of each variant, because the algorithms are sorted in the order of the variants.
struct FirstAlgorithms {
  std::uint16_t of[kVariants + 1];
};
consteval FirstAlgorithms make_first_algorithms() {
  FirstAlgorithms r{};
  std::size_t n = 0;
  for (std::size_t v = 0; v <= kVariants; v++) {
    r.of[v] = (std::uint16_t)n;
    while (n < kAlgorithmCount && kAlgorithms[n].variant_index == v) n++;
  }
  return r;
}
constexpr FirstAlgorithms kFirstAlgorithms = make_first_algorithms();
static_assert(kFirstAlgorithms.of[kVariants] == kAlgorithmCount,
              "algorithms are not in the order of variants");

// Returns the first algorithm of a variant for which serves(mode) is true, or null.
const Algorithm* first_algorithm(const Variant& variant, auto serves) noexcept {
  const std::uint16_t* first = &kFirstAlgorithms.of[&variant - variants().items];
  for (std::size_t n = first[0]; n < first[1]; n++)
    if (serves(*kAlgorithms[n].mode)) return &kAlgorithms[n];
  return nullptr;
}

}  // namespace

List<Algorithm> algorithms() noexcept { return {kAlgorithms, kAlgorithmCount}; }

const Algorithm* find_algorithm(const Variant& variant, const char* mode) noexcept {
  return first_algorithm(variant, [&](const Mode& m) { return strcmp(m.name, mode) == 0; });
}

const Algorithm* first_aead(const Variant& variant) noexcept {
  return first_algorithm(variant, [](const Mode& m) { return m.aead != nullptr; });
}

}  // namespace hedgerow
