// Makes letters from random bytes of libsodium.
#include "crypt/generated_passphrase.hpp"

#include <sodium.h>

namespace hedgerow::cli {
namespace {

constexpr char kAlphabet[] = "0123456789abcdefghjkmnpqrstvwxyz";
static_assert(sizeof kAlphabet == 32 + 1);

// Returns kAlphabet[value] by arithmetic, because a secret must not become an address. Each step skips an omitted
// letter.
constexpr char character_of(unsigned value) {
  unsigned c = '0' + value;
  const auto step = [&](unsigned limit, unsigned by) {
    c += by & (0u - ((limit - value) >> 31));  // adds if value > limit
  };
  step(9, 'a' - '9' - 1);
  step('h' - 'a' + 10, 1);
  step('k' - 'a' + 10 - 1, 1);
  step('n' - 'a' + 10 - 2, 1);
  step('t' - 'a' + 10 - 3, 1);
  return static_cast<char>(c);
}
static_assert([] {
  for (unsigned value = 0; value < 32; value++)
    if (character_of(value) != kAlphabet[value]) return false;
  return true;
}());

}  // namespace

Secret generate_passphrase() {
  constexpr auto kGroup = kPassphraseGroupCharacters;
  constexpr auto kBytes = kPassphraseGroups * (kGroup + 1) - 1;
  Secret text(kBytes);
  randombytes_buf(text.data(), text.size());
  for (std::size_t i = 0; i < kBytes; i++)
    text.data()[i] = i % (kGroup + 1) == kGroup
                         ? '-'
                         : static_cast<std::uint8_t>(character_of(text.data()[i] % 32));
  return text;
}

}  // namespace hedgerow::cli
