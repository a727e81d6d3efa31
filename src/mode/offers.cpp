// The lists of modes and offers, as tools/lists.py wrote them, as constant tables.
#include "mode/offers.hpp"

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

// A mode's and a variant's place in their lists, by identifier.
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

constexpr Offer kOffers[] = {
#define OFFER(cipher, mode, ...) {kVariant_##cipher, kModes + kMode_##mode, __VA_ARGS__},
#include "lists/offer.inc"
};
constexpr std::size_t kOfferCount = sizeof kOffers / sizeof *kOffers;

// Where the offers of each variant begin: they stand one behind the other, in the order of the variants.
struct FirstOffers {
  std::uint16_t of[kVariants + 1];
};
consteval FirstOffers make_first_offers() {
  FirstOffers r{};
  std::size_t n = 0;
  for (std::size_t v = 0; v <= kVariants; v++) {
    r.of[v] = (std::uint16_t)n;
    while (n < kOfferCount && kOffers[n].variant_index == v) n++;
  }
  return r;
}
constexpr FirstOffers kFirstOffers = make_first_offers();
static_assert(kFirstOffers.of[kVariants] == kOfferCount, "offers are not in the order of variants");

// The first offer of a variant for which serves(its mode) holds, or null.
const Offer* first_offer(const Variant& variant, auto serves) noexcept {
  const std::uint16_t* first = &kFirstOffers.of[&variant - variants().items];
  for (std::size_t n = first[0]; n < first[1]; n++)
    if (serves(*kOffers[n].mode)) return &kOffers[n];
  return nullptr;
}

}  // namespace

List<Offer> offers() noexcept { return {kOffers, kOfferCount}; }

const Offer* find_offer(const Variant& variant, const char* mode) noexcept {
  return first_offer(variant, [&](const Mode& m) { return strcmp(m.name, mode) == 0; });
}

const Offer* first_aead(const Variant& variant) noexcept {
  return first_offer(variant, [](const Mode& m) { return m.aead != nullptr; });
}

}  // namespace hedgerow
