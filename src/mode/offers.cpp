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

}  // namespace

List<Offer> offers() noexcept { return {kOffers, sizeof kOffers / sizeof *kOffers}; }

const Offer* find_offer(const Variant& variant, const char* mode) noexcept {
  for (const Offer& o : offers())
    if (&o.variant() == &variant && strcmp(o.mode->name, mode) == 0) return &o;
  return nullptr;
}

const Offer* first_aead(const Variant& variant) noexcept {
  for (const Offer& o : offers())
    if (&o.variant() == &variant && o.mode->aead) return &o;
  return nullptr;
}

}  // namespace hedgerow
