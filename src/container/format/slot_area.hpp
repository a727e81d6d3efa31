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
#pragma once

#include <functional>
#include <vector>

#include "container/format/slot.hpp"

namespace hedgerow::container {

inline constexpr std::size_t kMaxSlots = 16;

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
std::optional<SlotArea> parse_copy(const CopyBytes& bytes);

bool is_authentic(const CopyBytes& bytes, const Header& header, const Secret& file_key);

// The page before the slot area, in version 2:
//
//    at  bytes
//     0    144  header
//   144   3776  zeros, which are never read
//  3920    144  the header's second copy
//  4064     32  hash_header of the second copy
//
// A reader uses the second copy if its hash is right, and the first copy otherwise. Therefore
// damage to one of the two can be repaired. The choice needs no key, because readers with different
// keys must not use different headers, to which different keys and plaintexts could be bound.
inline constexpr std::size_t kSecondHeader = kPageBytes - kHeaderHashBytes - kHeaderBytes;

using PageBytes = std::array<std::uint8_t, kPageBytes>;
PageBytes encode_header_page(const Header& header);

// The beginning of a container: its header and, in version 2, both copies of its slot area.
struct Preamble {
  Header header;
  std::array<CopyBytes, kSlotCopies> copies{};
  PageBytes header_page{};  // version 2

  // Returns true if both copies are equal, or if there is no second copy, as in files of Hedgerow
  // 0.2.
  bool is_header_whole() const;
};

// Returns these bytes for a new container, from its header up to its first segment.
std::vector<std::uint8_t> encode_preamble(const Header& header, const SlotArea& area,
                                          const Secret& file_key);

// Reads from the descriptor's position on, up to the first segment. Throws the errors of
// parse_header, and kTruncatedHeader.
Preamble read_preamble(int in);
// Reads up to `bytes` bytes from `offset`, and fewer only at the end of the file.
using ReadAt =
    std::function<std::size_t(std::uint8_t* data, std::size_t bytes, std::uint64_t offset)>;
// Reads the preamble by position, from the start of a file.
Preamble read_preamble_at_start(const ReadAt& read);
Preamble read_preamble_at_start(int in);

// Returns the copy to show to a user without a key: the well-formed one with the highest sequence
// number. Returns nullopt in version 1, and if both copies are damaged.
std::optional<SlotArea> unchecked_area(const Preamble& preamble);

}  // namespace hedgerow::container
