// The names of an algorithm, which come from its name in the library and from names.def.
#pragma once

#include <cstddef>
#include <cstdint>

#include "hedgerow/hedgerow.h"

namespace hedgerow_provider {

// A NAMED, RENAMED or CHOSEN line of names.def.
struct Named {
  const char *cipher, *mode;
  std::uint64_t section_bytes;
  const char* names;
  bool follows_environment;  // CHOSEN
  bool is_only;              // RENAMED

  bool is_separate() const noexcept { return section_bytes != 0 || follows_environment; }
};

constexpr Named kNamed[] = {
#define SPELLING(begins, printed, alias)
#define LEFT_OUT(begins)
#define ON_REQUEST(begins, mode)
#define NAMED(cipher, mode, section, names) {cipher, mode, section, names, false, false},
#define RENAMED(cipher, mode, names) {cipher, mode, 0, names, false, true},
#define CHOSEN(cipher, mode, section, names) {cipher, mode, section, names, true, false},
#include "names.def"
};
constexpr std::size_t kNamedCount = sizeof kNamed / sizeof *kNamed;

// Tells if the algorithm is offered only with the setting `aes = siv`.
bool on_request(const hedgerow_algorithm_info& info) noexcept;

// Tells if the algorithm is not offered, because libcrypto's own providers have it or it needs S-boxes, which EVP
// cannot pass.
bool left_out(const hedgerow_algorithm_info& info) noexcept;

// Writes names such as "KALYNA-128-256-CTR:DSTU7624-128-256-CTR". `more`, if not null, has names for the front,
// separated by ':'.
void write_names(const hedgerow_algorithm_info& info, const char* more, char* out,
                 std::size_t room) noexcept;

}  // namespace hedgerow_provider
