// The slot area of version 2 has up to 16 slots and is stored twice, where each copy is one page:
//
//    at  bytes
//     0     32  MAC
//    32      8  "HEDGSLOT"
//    40      8  sequence number
//    48      4  passes of Argon2id
//    52      4  its memory, KiB
//    56      8  zero
//    64     16  salt of Argon2id
//    80     48  zero
//   128   3968  16 slots of 248 bytes
//
// The MAC is BLAKE2b of the rest of the page, with a key that is derived from the file key. The
// current copy is the one with the highest sequence number among those with a valid MAC. A copy is
// used completely or not at all.
//
// Version 3 stores a page with sequence number 1 in a shorter form, from which expand_copy makes the
// page:
//
//   MAC(32) | number of slots(1) | passes(1) | if passes is not 0: memory, KiB(4), salt(16) | slots
#pragma once

#include <vector>

#include "container/format/slot.hpp"

namespace hedgerow::container {

inline constexpr std::size_t kMaxSlots = 16;
inline constexpr std::size_t kMaxShortCopyBytes = 54 + kMaxSlots * kMaxShortSlotBytes;

using CopyBytes = std::array<std::uint8_t, kPageBytes>;

struct SlotArea {
  std::uint64_t sequence = 1;
  std::optional<Kdf> kdf;        // if there is a passphrase
  std::vector<SlotBytes> slots;  // 1 to 16 slots; no slot is empty

  bool has(SlotKind kind) const;
};

CopyBytes encode_copy(const SlotArea& area, const Header& header, const Secret& file_key);

// Returns nullopt if any byte has an impossible value. No key is needed, therefore an attacker can
// have chosen every value.
std::optional<SlotArea> parse_copy(const CopyBytes& bytes, std::uint8_t version);

// The stored form of a page of version 3. expand_copy throws kSlots for a number of slots that is not
// allowed, and the errors of expand_slot; parse_copy checks the rest.
CopyBytes expand_copy(const Take& take);
void shorten_copy(const CopyBytes& bytes, std::vector<std::uint8_t>& out);

bool is_authentic(const CopyBytes& bytes, const Header& header, const Secret& file_key);

}  // namespace hedgerow::container
