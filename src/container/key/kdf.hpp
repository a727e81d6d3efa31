// Argon2id [RFC 9106]: the cost of a passphrase, and the limit on the cost that a file may ask for.
//
// Anybody can make a container, and its cost must be paid before any part of it can be
// authenticated. Therefore there are two limits: the format's own (kMaxPasses, kMaxMemoryKib), and
// a KdfLimit. By default the KdfLimit is the most expensive setting that encrypt writes.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

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

// The cost and salt of a file, which all of its passphrases share.
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

// Returns true if `cost` needs less memory than `least`, or less passes times memory.
constexpr bool is_below(KdfCost cost, KdfCost least) {
  return cost.memory_kib < least.memory_kib || std::uint64_t{cost.passes} * cost.memory_kib <
                                                   std::uint64_t{least.passes} * least.memory_kib;
}

// The largest cost that opening a file may have: the memory, and passes times memory, which
// determines the time.
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

// Returns the cost with this name in kKdfSettings, or throws kArgument with a list of the names.
KdfCost find_kdf_setting(const std::string& name);

// Parses "PASSESxMEMORY", for example 16x1G, and returns that cost.
// Memory is a number of bytes with K, M or G after it. Throws kArgument for other texts and for
// costs that the format does not have.
KdfCost parse_kdf_limit(const std::string& text);

// Returns true if the format has this cost: 1 to 16 passes over 8 KiB to 1 GiB.
bool is_kdf_cost(KdfCost cost);

// Returns for example "3 passes over 64 MiB".
std::string text_of(KdfCost cost);

// Throws kArgument for a cost that the format does not have or that exceeds kDefaultKdfLimit.
// Therefore every new container opens with the default limit.
void require_writable(KdfCost cost);

// Returns a cost with a fresh salt, or throws the errors of require_writable.
Kdf make_kdf(KdfCost cost);

// Returns kKdfOutputBytes bytes. Throws kKdfCost if the cost exceeds `limit`, before it allocates
// memory, and kMemory.
Secret derive_from_passphrase(const Kdf& kdf, std::span<const std::uint8_t> passphrase,
                              KdfLimit limit);

// The last results of Argon2id for one passphrase, in locked memory, so that files with the same salt
// and cost take one run. Several threads may use it. Only one of them computes at a time, which also
// bounds the memory.
class KdfCache {
 public:
  // Does the same as derive_from_passphrase for the passphrase of this cache.
  std::shared_ptr<const Secret> derive(const Kdf& kdf, std::span<const std::uint8_t> passphrase,
                                       KdfLimit limit);
  // Returns this cost with a random salt, which is the same in each call with this cost.
  Kdf shared_kdf(KdfCost cost);

 private:
  struct Result {
    Kdf kdf;
    std::shared_ptr<const Secret> output;
  };
  std::mutex mutex_;
  std::vector<Result> results_;  // the last used one at the end
  std::optional<Kdf> shared_;
};

}  // namespace hedgerow::container
