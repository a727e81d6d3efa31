// Argon2id [RFC 9106]: what a passphrase costs, and how much of it a file may ask for.
//
// A container is data that anybody can have made, and its costs are spent before anything in it can
// be authenticated. So there are two bounds: the format's own (kMaxPasses, kMaxMemoryKib), and a
// KdfLimit, by default what the dearest setting that encrypt writes needs.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <string>

#include "container/key/secret.hpp"

namespace hedgerow::container {

inline constexpr std::size_t kKdfSaltBytes = 16;
inline constexpr std::size_t kKdfOutputBytes = 64;
inline constexpr std::uint32_t kMaxPasses = 16;
inline constexpr std::uint32_t kMinMemoryKib = 8;
inline constexpr std::uint32_t kMaxMemoryKib = 1u << 20;

struct KdfCost {
  std::uint32_t passes = 0;
  std::uint32_t memory_kib = 0;
  bool operator==(const KdfCost&) const = default;
};

// A file's cost and salt, one for all of its passphrases.
struct Kdf {
  KdfCost cost;
  std::array<std::uint8_t, kKdfSaltBytes> salt{};
  bool operator==(const Kdf&) const = default;
};

struct KdfSetting {
  const char* name;
  KdfCost cost;
};
inline constexpr KdfSetting kKdfSettings[] = {
    {"interactive", {2, 32u << 10}}, {"default", {3, 64u << 10}}, {"sensitive", {4, 256u << 10}}};
inline constexpr KdfCost kLeastKdfCost = kKdfSettings[0].cost;
inline constexpr KdfCost kDefaultKdfCost = kKdfSettings[1].cost;

// Whether `cost` takes less memory than `least`, or less passes times memory.
constexpr bool is_below(KdfCost cost, KdfCost least) {
  return cost.memory_kib < least.memory_kib || std::uint64_t{cost.passes} * cost.memory_kib <
                                                   std::uint64_t{least.passes} * least.memory_kib;
}

// The most that opening a file may take: memory at a time, and passes times memory, which is what
// the time grows with.
struct KdfLimit {
  std::uint32_t memory_kib;
  std::uint64_t passes_times_kib;

  constexpr bool allows(KdfCost cost) const {
    return cost.memory_kib <= memory_kib &&
           std::uint64_t{cost.passes} * cost.memory_kib <= passes_times_kib;
  }
};

constexpr KdfLimit limit_of(KdfCost cost) {
  return {cost.memory_kib, std::uint64_t{cost.passes} * cost.memory_kib};
}

// The smallest limit that allows every setting above.
inline constexpr KdfLimit kDefaultKdfLimit = [] {
  KdfLimit limit{0, 0};
  for (const auto& setting : kKdfSettings) {
    const auto needed = limit_of(setting.cost);
    limit.memory_kib = std::max(limit.memory_kib, needed.memory_kib);
    limit.passes_times_kib = std::max(limit.passes_times_kib, needed.passes_times_kib);
  }
  return limit;
}();

// The cost that kKdfSettings names. Throws kArgument and lists the names.
KdfCost find_kdf_setting(const std::string& name);

// "PASSESxMEMORY", such as 16x1G: the limit that allows just this cost. Memory is a number of bytes
// with K, M or G behind it. Throws kArgument for other texts and for costs that the format does not
// have.
KdfLimit parse_kdf_limit(const std::string& text);

// Whether the format has this cost: 1 to 16 passes over 8 KiB to 1 GiB.
bool is_kdf_cost(KdfCost cost);

// "3 passes over 64 MiB".
std::string text_of(KdfCost cost);

// Throws kArgument for a cost that the format lacks or that kDefaultKdfLimit refuses: what is
// written opens by default.
void require_writable(KdfCost cost);

// A cost with a fresh salt. Throws as require_writable.
Kdf make_kdf(KdfCost cost);

// kKdfOutputBytes bytes. Throws kKdfCost beyond `limit`, before any memory is taken, and kMemory.
Secret derive_from_passphrase(const Kdf& kdf, std::span<const std::uint8_t> passphrase,
                              KdfLimit limit);

}  // namespace hedgerow::container
