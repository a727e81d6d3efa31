// The byte shuffles of word slicing between blocks and their words. wordslice.hpp has the layout.
#pragma once

#include "cipher/gost28147/spec.hpp"
#include "isa/vec.hpp"

namespace hedgerow::HR_ISA {
namespace {

using namespace gost28147;
struct BlockShuffles {
  std::uint8_t gather[16], scatter[16];
};
template <Order kOrder>
consteval BlockShuffles make_shuffles() {
  BlockShuffles r{};
  for (int i = 0; i < 16; i++) {
    const int byte = i / 8 * 4 + i % 4, from = i / 4 % 2 * 8 + block_position<kOrder>(byte);
    r.gather[i] = (std::uint8_t)from;
    r.scatter[from] = (std::uint8_t)i;
  }
  return r;
}
template <Order kOrder>
constexpr BlockShuffles kShuffles = make_shuffles<kOrder>();

}  // namespace
}  // namespace hedgerow::HR_ISA
