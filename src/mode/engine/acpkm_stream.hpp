// CTR-ACPKM [RFC 8645 section 6.2.2]: the CTR mode of GOST R 34.13, but the key is transformed after every section. The
// counter is not reset at a section, so it runs on through the whole message.
#pragma once

#include <string.h>

#include "mode/engine/acpkm.hpp"
#include "mode/engine/ctr_stream.hpp"

namespace hedgerow {

// Uses two key slots: slot `first` holds the key that the caller set, slot `first + 1` the key of the present section.
class AcpkmStream {
 public:
  // A section has whole blocks.
  static ParameterStatus check(const Variant& v, const Parameters& p) noexcept {
    const bool whole = p.section_bytes != 0 && p.section_bytes % v.block_bytes == 0;
    return whole ? ParameterStatus::kOk : ParameterStatus::kSection;
  }

  void start(ModeContext& c, std::size_t first, std::uint64_t section_bytes, const std::uint8_t* iv,
             std::size_t iv_bytes) noexcept {
    memset(initial_, 0, sizeof initial_);
    memcpy(initial_, iv, iv_bytes);
    stream_.start({0, c.block(), CounterOrder::kBigEndian}, initial_, c.block());
    first_ = slot_ = first;
    section_ = 0;
    section_bytes_ = section_left_ = section_bytes;
  }

  void crypt(ModeContext& c, const std::uint8_t* in, std::uint8_t* out,
             std::size_t bytes) noexcept {
    while (bytes != 0) {
      if (section_left_ == 0) next_section(c);
      const std::size_t n = bytes < section_left_ ? bytes : (std::size_t)section_left_;
      stream_.crypt(c.key(slot_), in, out, n);
      section_left_ -= n;
      in += n;
      out += n;
      bytes -= n;
    }
  }

  void seek(ModeContext& c, std::uint64_t block) noexcept {
    const std::uint64_t section_blocks = section_bytes_ / c.block();
    const std::uint64_t section = block / section_blocks;
    if (section < section_) {
      slot_ = first_;
      section_ = 0;
    }
    while (section_ < section) next_section(c);
    stream_.seek(c.key(slot_), initial_, block);
    section_left_ = section_bytes_ - block % section_blocks * c.block();
  }

  void clear() noexcept { stream_.clear(); }

 private:
  void next_section(ModeContext& c) noexcept {
    acpkm(c.key(slot_), c.key(first_ + 1));
    slot_ = first_ + 1;
    section_++;
    section_left_ = section_bytes_;
  }

  CtrStream stream_;
  std::uint8_t initial_[kMaxBlockBytes] = {};  // the first counter
  std::size_t first_ = 0, slot_ = 0;
  std::uint64_t section_ = 0, section_bytes_ = 0, section_left_ = 0;
};

}  // namespace hedgerow
