// Encodes, parses and checks the copies of the slot area, and reads all data before the body.
#include "container/format/slot_area.hpp"

#include <sodium.h>

#include <algorithm>
#include <cstring>

#include "base/bytes.hpp"
#include "container/error.hpp"
#include "container/io/descriptor.hpp"

namespace hedgerow::container {
namespace {

constexpr char kAreaMagic[] = "HEDGSLOT";
constexpr std::size_t kAreaMagicBytes = 8;
constexpr std::size_t kMacBytes = 32;

enum Offset : std::size_t {
  kAtMagic = kMacBytes,
  kAtSequence = 40,
  kAtPasses = 48,
  kAtMemory = 52,
  kAtReserved = 56,
  kAtKdfSalt = 64,
  kAtReservedToo = 80,
  kAtSlots = 128,
};
static_assert(kAtSlots + kMaxSlots * kSlotBytes == kPageBytes);

bool all_zero(std::span<const std::uint8_t> bytes) {
  return std::all_of(bytes.begin(), bytes.end(), [](std::uint8_t b) { return b == 0; });
}

std::array<std::uint8_t, kMacBytes> mac_of(const CopyBytes& bytes, const Header& header,
                                           const Secret& file_key) {
  std::array<std::uint8_t, kMacBytes> mac;
  derive(derive_slot_area_key(header, file_key, "MAC").view(), std::span(bytes).subspan(kMacBytes),
         "MAC", header.version, mac);
  return mac;
}

// Returns false if the settings of Argon2id do not fit the existing slots.
bool parse_area_kdf(const CopyBytes& bytes, SlotArea& area) {
  Kdf kdf{{load_le32(&bytes[kAtPasses]), load_le32(&bytes[kAtMemory])}, {}};
  std::copy_n(&bytes[kAtKdfSalt], kKdfSaltBytes, kdf.salt.begin());
  if (!area.has(SlotKind::kPassphrase)) return kdf == Kdf{};
  area.kdf = kdf;
  return is_kdf_cost(kdf.cost);
}

bool parse_slots(const CopyBytes& bytes, SlotArea& area) {
  bool ended = false;
  for (std::size_t i = 0; i < kMaxSlots; i++) {
    SlotBytes slot;
    std::copy_n(&bytes[kAtSlots + i * kSlotBytes], kSlotBytes, slot.begin());
    const bool empty = kind_of(slot) == SlotKind::kEmpty;
    if (!is_well_formed(slot) || (ended && !empty)) return false;
    ended = empty;
    if (!empty) area.slots.push_back(slot);
  }
  return !area.slots.empty();
}

std::span<const std::uint8_t> second_header(const PageBytes& page) {
  return std::span(page).subspan(kSecondHeader);
}

std::optional<Header> parse_second_header(const PageBytes& page) {
  try {
    const auto header = parse_header(second_header(page).first(kHeaderBytes));
    const auto hash = hash_header(header);
    if (header.version != 1 &&
        std::equal(hash.begin(), hash.end(), &page[kSecondHeader + kHeaderBytes]))
      return header;
  } catch (const Error&) {
    // The second copy does not exist or is damaged.
  }
  return {};
}

// `read(data, bytes)` reads the next bytes and returns their number.
template <class Read>
Preamble read_preamble_with(Read read) {
  Preamble preamble;
  auto& page = preamble.header_page;
  auto bytes = read(page.data(), kHeaderBytes);
  std::optional<Error> failure;
  try {
    preamble.header = parse_header({page.data(), bytes});
    if (preamble.header.version == 1) return preamble;
  } catch (const Error& e) {
    if (bytes < kHeaderBytes) throw;
    failure = e;
  }
  bytes += read(page.data() + bytes, page.size() - bytes);
  if (const auto second = parse_second_header(page))
    preamble.header = *second;
  else if (failure)
    throw *failure;
  for (auto& copy : preamble.copies) bytes += read(copy.data(), copy.size());
  if (bytes != kBodyOffset)
    throw Error(Status::kTruncatedHeader,
                "the container is truncated inside its slot area: " + std::to_string(bytes) +
                    " bytes of " + std::to_string(kBodyOffset) + " are there");
  return preamble;
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

bool Preamble::is_header_whole() const {
  const auto right = encode_header_page(header);
  const auto stored = second_header(header_page), expected = second_header(right);
  return std::equal(right.begin(), right.begin() + kHeaderBytes, header_page.begin()) &&
         (all_zero(stored) || std::equal(expected.begin(), expected.end(), stored.begin()));
}

std::vector<std::uint8_t> encode_preamble(const Header& header, const SlotArea& area,
                                          const Secret& file_key) {
  const auto page = encode_header_page(header);
  std::vector<std::uint8_t> bytes(page.begin(), page.end());
  const auto copy = encode_copy(area, header, file_key);
  for (std::size_t i = 0; i < kSlotCopies; i++) bytes.insert(bytes.end(), copy.begin(), copy.end());
  return bytes;
}

bool SlotArea::has(SlotKind kind) const {
  return std::any_of(slots.begin(), slots.end(),
                     [kind](const SlotBytes& slot) { return kind_of(slot) == kind; });
}

CopyBytes encode_copy(const SlotArea& area, const Header& header, const Secret& file_key) {
  CopyBytes bytes{};
  std::copy_n(kAreaMagic, kAreaMagicBytes, &bytes[kAtMagic]);
  store_le64(&bytes[kAtSequence], area.sequence);
  if (area.kdf) {
    store_le32(&bytes[kAtPasses], area.kdf->cost.passes);
    store_le32(&bytes[kAtMemory], area.kdf->cost.memory_kib);
    std::copy(area.kdf->salt.begin(), area.kdf->salt.end(), &bytes[kAtKdfSalt]);
  }
  for (std::size_t i = 0; i < area.slots.size(); i++)
    std::copy(area.slots[i].begin(), area.slots[i].end(), &bytes[kAtSlots + i * kSlotBytes]);
  const auto mac = mac_of(bytes, header, file_key);
  std::copy(mac.begin(), mac.end(), bytes.begin());
  return bytes;
}

std::optional<SlotArea> parse_copy(const CopyBytes& bytes) {
  SlotArea area;
  const std::span<const std::uint8_t> all(bytes);
  if (std::memcmp(&bytes[kAtMagic], kAreaMagic, kAreaMagicBytes) != 0 ||
      !all_zero(all.subspan(kAtReserved, kAtKdfSalt - kAtReserved)) ||
      !all_zero(all.subspan(kAtReservedToo, kAtSlots - kAtReservedToo)) ||
      !parse_slots(bytes, area) || !parse_area_kdf(bytes, area))
    return {};
  area.sequence = load_le64(&bytes[kAtSequence]);
  return area;
}

bool is_authentic(const CopyBytes& bytes, const Header& header, const Secret& file_key) {
  const auto mac = mac_of(bytes, header, file_key);
  return sodium_memcmp(mac.data(), bytes.data(), kMacBytes) == 0;
}

Preamble read_preamble(int in) {
  return read_preamble_with(
      [in](std::uint8_t* data, std::size_t bytes) { return read_up_to(in, data, bytes); });
}

Preamble read_preamble_at_start(const ReadAt& read) {
  return read_preamble_with(
      [&read, at = std::uint64_t{0}](std::uint8_t* data, std::size_t bytes) mutable {
        const auto got = read(data, bytes, at);
        at += got;
        return got;
      });
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
    auto area = parse_copy(copy);
    if (area && (!best || area->sequence > best->sequence)) best = std::move(area);
  }
  return best;
}

}  // namespace hedgerow::container
