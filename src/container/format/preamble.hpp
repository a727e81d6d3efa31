// The preamble is everything before the first segment: the header and the slots.
//
//   version 1   header(144)
//   version 2   header(144) | zeros | second header and its hash(176) | slot area | slot area,
//               where each part after the zeros ends at a multiple of 4096
//   version 3   copy | body, or for two copies: copy | zeros up to 4096 | the same copy | body.
//               A copy is the header, the slot area and a checksum(8), all in their shorter form
//
// No key is needed to choose a copy, because readers with different keys must not use different
// headers, to which different keys and plaintexts could be bound.
//
//   version 2   the second header if its hash is right, otherwise the first
//   version 3   the first copy if its checksum is right, otherwise the one at 4096
#pragma once

#include <functional>
#include <vector>

#include "container/format/slot_area.hpp"

namespace hedgerow::container {

inline constexpr std::size_t kSecondHeader = kPageBytes - kHeaderHashBytes - kHeaderBytes;
inline constexpr std::size_t kChecksumBytes = 8;

using PageBytes = std::array<std::uint8_t, kPageBytes>;
// Returns the page before the slot area of version 2.
PageBytes encode_header_page(const Header& header);

// A preamble, where the parts of version 3 are expanded to those of version 2.
struct Preamble {
  Header header;
  std::array<CopyBytes, kSlotCopies> copies{};  // versions 2 and 3
  PageBytes header_page{};                      // version 2
  // False if one of two copies of the header, or in version 3 of all of it, is damaged. A header
  // without a second copy is whole.
  bool header_whole = true;
};

// Returns the preamble of a new container.
std::vector<std::uint8_t> encode_preamble(const Header& header, const SlotArea& area,
                                          const Secret& file_key);

// Reads from the descriptor's position on, up to the first segment. Throws the errors of
// parse_header and expand_copy, and kTruncatedHeader.
Preamble read_preamble(int in);
// Reads up to `bytes` bytes from `offset`, and fewer only at the end of the file.
using ReadAt =
    std::function<std::size_t(std::uint8_t* data, std::size_t bytes, std::uint64_t offset)>;
// Reads the preamble by position, from the start of a file.
Preamble read_preamble_at_start(const ReadAt& read);
Preamble read_preamble_at_start(int in);

// Returns the copy of the slot area to show to a user without a key: the well-formed one with the
// highest sequence number. Returns nullopt in version 1, and if all copies are damaged.
std::optional<SlotArea> unchecked_area(const Preamble& preamble);

}  // namespace hedgerow::container
