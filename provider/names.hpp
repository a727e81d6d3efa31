// The names of an algorithm, from the algorithm's own and names.def.
#pragma once

#include <cstddef>
#include <cstdint>

#include "hedgerow/hedgerow.h"

namespace hedgerow_provider {

// A line NAMED of names.def.
struct Named {
  const char *cipher, *mode;
  std::uint64_t section_bytes;
  const char* names;
};

constexpr Named kNamed[] = {
#define SPELLING(begins, printed, alias)
#define LEFT_OUT(begins)
#define NAMED(cipher, mode, section, names) {cipher, mode, section, names},
#include "names.def"
};
constexpr std::size_t kNamedCount = sizeof kNamed / sizeof *kNamed;

// Whether the algorithm is one that libcrypto's own providers have, or that needs S-boxes, for which EVP has no place.
bool left_out(const hedgerow_algorithm_info& info) noexcept;

// Writes "KALYNA-128-256-CTR:DSTU7624-128-256-CTR"; in front of them `more`, names separated by ':', unless it is null.
void write_names(const hedgerow_algorithm_info& info, const char* more, char* out,
                 std::size_t room) noexcept;

}  // namespace hedgerow_provider
