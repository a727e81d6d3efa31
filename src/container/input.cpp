// Reads the preamble, unlocks the keys, and prepares the segments.
#include "container/input.hpp"

#include "container/io/descriptor.hpp"

namespace hedgerow::container {

Input::Input(int in, Credentials credentials, const DecryptOptions& options)
    // input_extent rejects directories with a clear message
    : preamble((input_extent(in), read_preamble(in))),
      unlocked(unlock(preamble, credentials, options.kdf_limit)),
      cipher(preamble.header, derive_cipher_key(preamble.header, unlocked.file_secret),
             options.aead),
      source(open_source(in, preamble.header.stride())) {}

Verification Input::verification(std::uint64_t plaintext_bytes) const {
  const auto& header = preamble.header;
  Verification result{header, plaintext_bytes, {}, unlocked.copies_whole};
  if (header.version != 1)
    result.opened_with =
        open_label(header, unlocked.file_secret, unlocked.area.slots[unlocked.slot]);
  return result;
}

}  // namespace hedgerow::container
