// The costs of Argon2id, their texts, and its computation with libsodium.
#include "container/key/kdf.hpp"

#include <sodium.h>

#include <charconv>

#include "container/error.hpp"

namespace hedgerow::container {
namespace {

static_assert(kKdfSaltBytes == crypto_pwhash_SALTBYTES);

struct Unit {
  const char* letter;
  const char* name;
  std::uint64_t kib;
};
constexpr Unit kUnits[] = {{"G", "GiB", 1u << 20}, {"M", "MiB", 1u << 10}, {"K", "KiB", 1}};

const Unit& unit_for(std::uint64_t kib) {
  const Unit* unit = kUnits;
  while (kib % unit->kib != 0) unit++;  // ends at KiB at the latest
  return *unit;
}

std::string memory_text(std::uint64_t kib) {
  const auto& unit = unit_for(kib);
  return std::to_string(kib / unit.kib) + " " + unit.name;
}

// The text that parse_kdf_limit reads.
std::string option_text(KdfCost cost) {
  const auto& unit = unit_for(cost.memory_kib);
  return std::to_string(cost.passes) + "x" + std::to_string(cost.memory_kib / unit.kib) +
         unit.letter;
}

std::string limit_text(KdfLimit limit) {
  return memory_text(limit.memory_kib) + " of memory, and " + memory_text(limit.passes_times_kib) +
         " for passes times memory";
}

[[noreturn]] void refuse_limit(const std::string& text) {
  throw Error(Status::kArgument, "the limit '" + text +
                                     "' is not PASSESxMEMORY: allowed are 1 to 16 passes and 8K to "
                                     "1G of memory, such as 4x256M");
}

void require_allowed(KdfCost cost, KdfLimit limit) {
  if (limit.allows(cost)) return;
  throw Error(Status::kKdfCost,
              "the container asks for Argon2id with " + text_of(cost) + " (" +
                  memory_text(std::uint64_t{cost.passes} * cost.memory_kib) +
                  " for passes times memory); the limit is " + limit_text(limit),
              Remedy::kRaiseKdfLimit, option_text(cost));
}

}  // namespace

KdfCost find_kdf_setting(const std::string& name) {
  std::string names;
  for (const auto& setting : kKdfSettings) {
    if (name == setting.name) return setting.cost;
    names += (names.empty() ? "" : ", ") + std::string(setting.name);
  }
  throw Error(Status::kArgument, "the setting '" + name + "' is unknown: allowed are " + names);
}

KdfCost parse_kdf_limit(const std::string& text) {
  const auto end = text.data() + text.size();
  std::uint32_t passes = 0, amount = 0;
  const auto times = std::from_chars(text.data(), end, passes);
  if (times.ec != std::errc{} || times.ptr == end || *times.ptr != 'x') refuse_limit(text);
  const auto memory = std::from_chars(times.ptr + 1, end, amount);
  if (memory.ec != std::errc{} || memory.ptr + 1 != end) refuse_limit(text);
  for (const auto& unit : kUnits) {
    if (*memory.ptr != *unit.letter && *memory.ptr != *unit.letter + ('a' - 'A')) continue;
    const auto kib = amount * unit.kib;
    const KdfCost cost{passes, static_cast<std::uint32_t>(kib)};
    if (kib > kMaxMemoryKib || !is_kdf_cost(cost)) refuse_limit(text);
    return cost;
  }
  refuse_limit(text);
}

bool is_kdf_cost(KdfCost cost) {
  return cost.passes >= 1 && cost.passes <= kMaxPasses && cost.memory_kib >= kMinMemoryKib &&
         cost.memory_kib <= kMaxMemoryKib;
}

std::string text_of(KdfCost cost) {
  return std::to_string(cost.passes) + (cost.passes == 1 ? " pass over " : " passes over ") +
         memory_text(cost.memory_kib);
}

void require_writable(KdfCost cost) {
  if (!is_kdf_cost(cost))
    throw Error(Status::kArgument, "Argon2id with " + text_of(cost) +
                                       ": allowed are 1 to 16 passes over 8 KiB to 1 GiB");
  if (!kDefaultKdfLimit.allows(cost))
    throw Error(Status::kArgument, "Argon2id with " + text_of(cost) + ": allowed is at most " +
                                       limit_text(kDefaultKdfLimit) +
                                       ", so that every reader opens it without a higher limit");
}

Kdf make_kdf(KdfCost cost) {
  require_writable(cost);
  require_sodium();
  Kdf kdf{cost, {}};
  randombytes_buf(kdf.salt.data(), kdf.salt.size());
  return kdf;
}

Secret derive_from_passphrase(const Kdf& kdf, std::span<const std::uint8_t> passphrase,
                              KdfLimit limit) {
  require_allowed(kdf.cost, limit);
  Secret output(kKdfOutputBytes);
  const int failed =
      crypto_pwhash(output.data(), output.size(), reinterpret_cast<const char*>(passphrase.data()),
                    passphrase.size(), kdf.salt.data(), kdf.cost.passes,
                    std::size_t{kdf.cost.memory_kib} * 1024, crypto_pwhash_ALG_ARGON2ID13);
  if (failed != 0)
    throw Error(Status::kMemory, "there is no memory for Argon2id with " + text_of(kdf.cost));
  return output;
}

std::shared_ptr<const Secret> KdfCache::derive(const Kdf& kdf,
                                               std::span<const std::uint8_t> passphrase,
                                               KdfLimit limit) {
  constexpr std::size_t kResults = 16;
  require_allowed(kdf.cost, limit);
  const std::lock_guard lock(mutex_);
  const auto known = std::ranges::find(results_, kdf, &Result::kdf);
  if (known != results_.end()) {
    std::rotate(known, known + 1, results_.end());
  } else {
    const auto output =
        std::make_shared<const Secret>(derive_from_passphrase(kdf, passphrase, limit));
    if (results_.size() == kResults) results_.erase(results_.begin());
    results_.push_back({kdf, output});
  }
  return results_.back().output;
}

Kdf KdfCache::shared_kdf(KdfCost cost) {
  const std::lock_guard lock(mutex_);
  if (!shared_ || !(shared_->cost == cost)) shared_ = make_kdf(cost);
  return *shared_;
}

}  // namespace hedgerow::container
