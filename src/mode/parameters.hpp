// The options of a mode that a caller can set in addition to key, IV and data. 0 selects the default of the mode.
#pragma once

#include <cstddef>
#include <cstdint>

namespace hedgerow {

constexpr std::size_t kMaxIvBytes = 256;  // shift registers of GOST R 34.13-2015
constexpr std::size_t kMaxTagBytes = 64;

enum class ParameterStatus : std::uint8_t { kOk, kFeedback, kSection, kLengthField, kGamma };

struct Parameters {
  std::uint32_t tag_bytes = 0;       // of the message in progress; may change between messages
  std::uint32_t feedback_bytes = 0;  // CFB: bytes per unit (s in the standards)
  std::uint32_t length_bytes = 0;    // CCM of DSTU 7624: bytes of a length field (Nb)
  std::uint32_t gamma_bytes = 0;     // CTR, OFB: leading bytes of a gamma block that are used
  bool padded_length = false;        // GCM, GMAC of DSTU 7624: the lengths count padded blocks
  bool zero_fill = false;            // CCM of DSTU 7624: pad as Bouncy Castle does
  bool two_blocks = false;           // MAC of GOST 28147-89: a message has at least two blocks
  std::uint64_t section_bytes = 0;   // number of bytes under one key before it is transformed
  std::uint64_t master_section_bytes = 0;  // OMAC-ACPKM: number of bytes under one master key (T*)
  std::uint64_t aad_bytes = 0;  // lengths announced in advance, for modes that need them first
  std::uint64_t data_bytes = 0;
};

}  // namespace hedgerow
