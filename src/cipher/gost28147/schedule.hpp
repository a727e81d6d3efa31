// The key schedule, which is constant in time because it only moves bytes.
//
// canonical round keys, 192 bytes:  | 32 round keys of 4 bytes in order | packed S-boxes (spec.hpp) |
//
// Round keys are in the byte order of the standard: most significant byte first for Magma, least
// significant first for GOST 28147-89.
#pragma once

#include "cipher/gost28147/spec.hpp"

namespace hedgerow::gost28147 {

// One function for each variant. The user key has 32 bytes, and for schedule_user 64 bytes of
// packed S-boxes follow it.
#define ENTRY(order, set) \
  void schedule_##set(const std::uint8_t* user_key, std::uint8_t* round_keys) noexcept;
#include "cipher/gost28147/entries.inc"

// Returns true if every row of packed S-boxes contains each value once. Constant in time.
bool boxes_are_permutations(const std::uint8_t* boxes) noexcept;

// The variants of cipher.def, and a check that every one has its entry.
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
