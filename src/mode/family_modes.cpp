// The table of modes per family; the first line that names the variant or its family counts.
#include "mode/family_modes.hpp"

#include "cipher/gost28147/schedule.hpp"

namespace hedgerow {

namespace {

constexpr FamilyModes kFamilyModes[] = {
    {"kuznyechik", start_gost_ctr, 2, &kMgmScheme, gost_cmac_masks, nullptr, 4},
    {"kalyna", start_dstu_ctr, 1, &kGcmScheme, dstu_cmac_masks, &kGcmScheme, 8},
    {"speck", start_block_ctr, 1, nullptr, nullptr, nullptr, 4},
    {"magma", start_gost_ctr, 2, nullptr, gost_cmac_masks, nullptr, 4},
    {"gost28147:user", start_block_ctr, 1, nullptr, gost_cmac_masks, nullptr, 4,
     gost28147::kBoxBytes, gost28147::boxes_are_permutations},
    {"rectangle", start_block_ctr, 1, nullptr, gost_cmac_masks, nullptr, 4},
    {"gost28147", start_block_ctr, 1, nullptr, gost_cmac_masks, nullptr, 4},
    {"clefia", start_block_ctr, 1, nullptr, gost_cmac_masks, nullptr, 4},
    {"aes", start_block_ctr, 1, nullptr, gost_cmac_masks, nullptr, 4},
    {"simon", start_block_ctr, 1, nullptr, nullptr, nullptr, 4},
    {"sparx", start_block_ctr, 1, nullptr, nullptr, nullptr, 4},
    {"cypress", start_block_ctr, 1, nullptr, nullptr, nullptr, 4},
    {"lea", start_block_ctr, 1, nullptr, gost_cmac_masks, nullptr, 4},
};

constexpr bool same(const char* a, const char* b) {
  while (*a && *a == *b) a++, b++;
  return *a == *b;
}

constexpr const FamilyModes* find(const char* family, const char* variant) {
  for (const FamilyModes& m : kFamilyModes)
    if (same(m.cipher, variant) || same(m.cipher, family)) return &m;
  return nullptr;
}

#define FAMILY(family, standing, note) \
  static_assert(find(#family, ""), "a FAMILY line of cipher.def has none in kFamilyModes");
#include "lists/family.inc"

}  // namespace

const FamilyModes& family_modes(const Variant& variant) noexcept {
  return *find(variant.family, variant.name);
}

}  // namespace hedgerow
