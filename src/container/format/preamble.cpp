// Reads and encodes the preambles of all versions.
#include "container/format/preamble.hpp"

#include <algorithm>

#include "container/error.hpp"
#include "container/io/descriptor.hpp"

namespace hedgerow::container {
namespace {

// The longest copy of version 3 ends before the second one begins.
static_assert(kHeaderBytes + kMaxShortCopyBytes + kChecksumBytes <= kPageBytes);

bool all_zero(std::span<const std::uint8_t> bytes) {
  return std::all_of(bytes.begin(), bytes.end(), [](std::uint8_t b) { return b == 0; });
}

// The beginning of a container, which is read as far as it is needed.
class Beginning {
 public:
  // Reads the next bytes and returns their number, which is smaller only at the end.
  using Read = std::function<std::size_t(std::uint8_t* data, std::size_t bytes)>;

  // At least `ahead` bytes are read at once, which is for inputs that are read by position.
  Beginning(Read read, std::size_t ahead) : read_(std::move(read)), ahead_(ahead) {}

  // Returns the first `bytes` bytes, or fewer if the container is shorter.
  std::span<const std::uint8_t> first(std::size_t bytes) {
    const auto had = bytes_.size();
    if (had < bytes) {
      std::vector<std::uint8_t> next(std::max(bytes, ahead_) - had);
      const auto got = read_(next.data(), next.size());
      bytes_.insert(bytes_.end(), next.begin(), next.begin() + static_cast<long>(got));
    }
    return std::span(bytes_).first(std::min(bytes, bytes_.size()));
  }
  std::span<const std::uint8_t> part(std::size_t from, std::size_t bytes) {
    const auto there = first(from + bytes);
    return there.subspan(std::min(from, there.size()));
  }
  // The same, but throws kTruncatedHeader if the container is shorter.
  std::span<const std::uint8_t> whole_part(std::size_t from, std::size_t bytes) {
    const auto there = part(from, bytes);
    if (there.size() < bytes)
      throw Error(Status::kTruncatedHeader,
                  "the container is truncated inside its header or slots, after " +
                      std::to_string(from + there.size()) + " bytes");
    return there;
  }

 private:
  Read read_;
  std::size_t ahead_;
  std::vector<std::uint8_t> bytes_;
};

// The exit code of failures that say nothing about the container.
constexpr int kInputFailed = 3;

using Checksum = std::array<std::uint8_t, kChecksumBytes>;

Checksum checksum_of(std::span<const std::uint8_t> bytes) {
  std::array<std::uint8_t, 16> hash;
  derive({}, bytes, "CHK", kCompactVersion, hash);
  Checksum checksum;
  std::copy_n(hash.begin(), checksum.size(), checksum.begin());
  return checksum;
}

// One copy of version 3 with its length.
struct Compact {
  Header header;
  CopyBytes area;
  std::size_t bytes;
};

Compact read_compact(Beginning& beginning, std::size_t from) {
  if (version_of(beginning.part(from, kHeaderBytes)) != kCompactVersion)
    throw Error(Status::kVersion, "the second copy is not of version 3");
  auto at = from;
  const auto take = [&](std::size_t bytes) {
    const auto part = beginning.whole_part(at, bytes);
    at += bytes;
    return part;
  };
  Compact compact{expand_header(take), expand_copy(take), 0};
  const auto checksum = checksum_of(beginning.part(from, at - from));
  const auto stored = take(kChecksumBytes);
  if (!std::equal(checksum.begin(), checksum.end(), stored.begin()))
    throw Error(Status::kHeaderField,
                "the header or the slots are damaged: their checksum is wrong");
  compact.bytes = at - from;
  return compact;
}

Preamble preamble_of(Compact compact, std::size_t body_offset, bool whole) {
  Preamble preamble;
  preamble.header = std::move(compact.header);
  preamble.header.preamble_bytes = body_offset;
  preamble.copies.fill(compact.area);
  preamble.header_whole = whole;
  return preamble;
}

Preamble read_compact_preamble(Beginning& beginning) {
  auto first = read_compact(beginning, 0);
  const auto bytes = first.bytes;
  if (first.header.copies == 1) return preamble_of(std::move(first), bytes, true);
  beginning.whole_part(kPageBytes, bytes);
  const auto both = beginning.first(kPageBytes + bytes);
  const bool same = std::equal(both.begin(), both.begin() + bytes, both.end() - bytes);
  return preamble_of(std::move(first), kPageBytes + bytes, same);
}

// Returns the preamble from the second copy of version 3, if there is one.
std::optional<Preamble> read_second_compact(Beginning& beginning) {
  try {
    auto second = read_compact(beginning, kPageBytes);
    const auto bytes = second.bytes;
    if (second.header.copies == 2) return preamble_of(std::move(second), kPageBytes + bytes, false);
  } catch (const Error& e) {
    // There is no second copy, or it is damaged.
    if (exit_code(e.status()) == kInputFailed) throw;
  }
  return {};
}

std::span<const std::uint8_t> second_header(const PageBytes& page) {
  return std::span(page).subspan(kSecondHeader);
}

std::optional<Header> parse_second_header(const PageBytes& page) {
  try {
    const auto header = parse_header(second_header(page).first(kHeaderBytes));
    const auto hash = hash_header(header);
    if (header.version == kReservedVersion &&
        std::equal(hash.begin(), hash.end(), &page[kSecondHeader + kHeaderBytes]))
      return header;
  } catch (const Error&) {
    // The second copy does not exist or is damaged.
  }
  return {};
}

bool is_page_whole(const PageBytes& page, const Header& header) {
  const auto right = encode_header_page(header);
  const auto stored = second_header(page), expected = second_header(right);
  return std::equal(right.begin(), right.begin() + kHeaderBytes, page.begin()) &&
         (all_zero(stored) || std::equal(expected.begin(), expected.end(), stored.begin()));
}

// Reads version 2, where `first` is the first header, or nullopt if that is damaged.
Preamble read_reserved_preamble(Beginning& beginning, std::optional<Header> first) {
  Preamble preamble;
  std::ranges::copy(beginning.first(kPageBytes), preamble.header_page.begin());
  const auto second = parse_second_header(preamble.header_page);
  preamble.header = second ? *second : first.value();
  preamble.header_whole = is_page_whole(preamble.header_page, preamble.header);
  const auto all = beginning.first(kBodyOffset);
  if (all.size() != kBodyOffset)
    throw Error(Status::kTruncatedHeader,
                "the container is truncated inside its slot area: " + std::to_string(all.size()) +
                    " bytes of " + std::to_string(kBodyOffset) + " are there");
  for (std::size_t i = 0; i < kSlotCopies; i++)
    std::ranges::copy(all.subspan(kPageBytes * (1 + i), kPageBytes), preamble.copies[i].begin());
  return preamble;
}

bool has_second_header(Beginning& beginning) {
  PageBytes page{};
  std::ranges::copy(beginning.first(kPageBytes), page.begin());
  return parse_second_header(page).has_value();
}

Preamble read_from(Beginning beginning) {
  const auto start = beginning.first(kHeaderBytes);
  try {
    if (version_of(start) == kCompactVersion) return read_compact_preamble(beginning);
    auto header = parse_header(start);
    if (header.version == kReservedVersion)
      return read_reserved_preamble(beginning, std::move(header));
    Preamble preamble;
    preamble.header = std::move(header);
    return preamble;
  } catch (const Error& e) {
    if (e.status() == Status::kTruncatedHeader || exit_code(e.status()) == kInputFailed ||
        start.size() < kHeaderBytes)
      throw;
    if (has_second_header(beginning)) return read_reserved_preamble(beginning, {});
    if (auto preamble = read_second_compact(beginning)) return std::move(*preamble);
    throw;
  }
}

std::vector<std::uint8_t> encode_compact_preamble(const Header& header, const CopyBytes& area) {
  std::vector<std::uint8_t> copy;
  shorten_header(header, copy);
  shorten_copy(area, copy);
  const auto checksum = checksum_of(copy);
  copy.insert(copy.end(), checksum.begin(), checksum.end());
  if (header.copies == 1) return copy;
  auto bytes = copy;
  bytes.resize(kPageBytes);
  bytes.insert(bytes.end(), copy.begin(), copy.end());
  return bytes;
}

}  // namespace

PageBytes encode_header_page(const Header& header) {
  PageBytes page{};
  std::copy(header.bytes.begin(), header.bytes.end(), page.begin());
  std::copy(header.bytes.begin(), header.bytes.end(), &page[kSecondHeader]);
  const auto hash = hash_header(header);
  std::copy(hash.begin(), hash.end(), &page[kSecondHeader + kHeaderBytes]);
  return page;
}

std::vector<std::uint8_t> encode_preamble(const Header& header, const SlotArea& area,
                                          const Secret& file_key) {
  auto first = area;
  first.sequence = 1;
  const auto copy = encode_copy(first, header, file_key);
  if (header.version == kCompactVersion) return encode_compact_preamble(header, copy);
  std::vector<std::uint8_t> bytes(kBodyOffset);
  auto at = std::ranges::copy(encode_header_page(header), bytes.begin()).out;
  for (std::size_t i = 0; i < kSlotCopies; i++) at = std::ranges::copy(copy, at).out;
  return bytes;
}

Preamble read_preamble(int in) {
  return read_from(Beginning(
      [in](std::uint8_t* data, std::size_t bytes) { return read_up_to(in, data, bytes); }, 0));
}

Preamble read_preamble_at_start(const ReadAt& read) {
  return read_from(Beginning(
      [&read, at = std::uint64_t{0}](std::uint8_t* data, std::size_t bytes) mutable {
        const auto got = read(data, bytes, at);
        at += got;
        return got;
      },
      kPageBytes));
}

Preamble read_preamble_at_start(int in) {
  return read_preamble_at_start([in](std::uint8_t* data, std::size_t bytes, std::uint64_t offset) {
    return pread_up_to(in, data, bytes, offset);
  });
}

std::optional<SlotArea> unchecked_area(const Preamble& preamble) {
  std::optional<SlotArea> best;
  if (preamble.header.version == 1) return best;
  for (const auto& copy : preamble.copies) {
    auto area = parse_copy(copy, preamble.header.version);
    if (area && (!best || area->sequence > best->sequence)) best = std::move(area);
  }
  return best;
}

}  // namespace hedgerow::container
