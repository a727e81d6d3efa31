// Table256 of the instruction sets that read 256 entries in plain order, and of the model.
#pragma once

#include "base/inline.hpp"

namespace hedgerow::HR_ISA {

struct alignas(64) Table256 {
  std::uint8_t t[256];
};
consteval Table256 make_table256(const std::uint8_t (&box)[256]) {
  Table256 r{};
  for (int i = 0; i < 256; i++) r.t[i] = box[i];
  return r;
}

}  // namespace hedgerow::HR_ISA
