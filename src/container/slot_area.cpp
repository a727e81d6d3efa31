// Encoding, parsing and checking of the slot area's copies, and reading of all before the body.
#include "container/slot_area.hpp"

#include <sodium.h>

#include <algorithm>
#include <cstring>

#include "base/bytes.hpp"
#include "container/descriptor.hpp"
#include "container/error.hpp"

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

// False when the settings of Argon2id are not those of the slots that are there.
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

// `read(data, bytes)` gives the next bytes and returns how many there were.
template <class Read>
Preamble read_preamble_with(Read read) {
  HeaderBytes header;
  Preamble preamble{parse_header({header.data(), read(header.data(), header.size())}), {}};
  if (preamble.header.version == 1) return preamble;
  std::array<std::uint8_t, kPageBytes - kHeaderBytes> padding;
  auto bytes = read(padding.data(), padding.size());
  for (auto& copy : preamble.copies) bytes += read(copy.data(), copy.size());
  if (kHeaderBytes + bytes != kBodyOffset)
    throw Error(Status::kTruncatedHeader, "the container is truncated inside its slot area: " +
                                              std::to_string(kHeaderBytes + bytes) + " bytes of " +
                                              std::to_string(kBodyOffset) + " are there");
  if (!all_zero(padding))
    throw Error(Status::kHeaderField, "reserved bytes behind the header are in use");
  return preamble;
}

}  // namespace

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
