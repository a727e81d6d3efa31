// The key schedule, constant in time: it moves bytes.
//
// Canonical round keys, 192 bytes: the 32 round keys of 4 bytes in order, as the standard's bytes
// (Magma: most significant first, GOST 28147-89: least), then the packed S-boxes (spec.hpp).
#pragma once

#include "cipher/gost28147/spec.hpp"

namespace hedgerow::gost28147 {

// One function per variant. 32 bytes of key; schedule_user: 32 bytes of key, 64 of packed S-boxes.
#define ENTRY(order, set) \
  void schedule_##set(const std::uint8_t* user_key, std::uint8_t* round_keys) noexcept;
#include "cipher/gost28147/entries.inc"

// Whether every row of packed S-boxes takes each value once; in constant time.
bool boxes_are_permutations(const std::uint8_t* boxes) noexcept;

// The variants of cipher.def, and that every one has its entry.
enum : int {
#define CIPHER(family, identifier, ...) identifier,
#include "lists/gost28147.inc"
  kVariants
};
struct Variant {
  Order order;
  void (*schedule)(const std::uint8_t* user_key, std::uint8_t* round_keys) noexcept;
};
constexpr Variant kVariant[] = {
#define ENTRY(order, set) {order, schedule_##set},
#include "cipher/gost28147/entries.inc"
};
static_assert(sizeof kVariant / sizeof *kVariant == kVariants);

}  // namespace hedgerow::gost28147
