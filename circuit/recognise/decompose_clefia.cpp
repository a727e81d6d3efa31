// Builds CLEFIA's S0 from its 4-bit boxes and the linear map between them.
#include "cipher/clefia/spec.hpp"
#include "circuit/core/compose.hpp"
#include "circuit/core/error.hpp"
#include "circuit/core/normalise.hpp"
#include "circuit/recognise/decompose.hpp"

namespace hedgerow::circuit {
namespace {

constexpr std::uint8_t kImage[8] = {clefia::mix_nibbles(0x01), clefia::mix_nibbles(0x02),
                                    clefia::mix_nibbles(0x04), clefia::mix_nibbles(0x08),
                                    clefia::mix_nibbles(0x10), clefia::mix_nibbles(0x20),
                                    clefia::mix_nibbles(0x40), clefia::mix_nibbles(0x80)};

Nets box_pair(Composer& c, Random& random, int upper, int lower, const Nets& in) {
  const auto table = [](int box) {
    return std::vector<unsigned>(clefia::kSmallBox[box], clefia::kSmallBox[box] + 16);
  };
  Nets r = c.instance(nibble_circuit(table(lower), 4, random), {in.begin(), in.begin() + 4});
  for (const Net net :
       c.instance(nibble_circuit(table(upper), 4, random), {in.begin() + 4, in.end()}))
    r.push_back(net);
  return r;
}

}  // namespace

Netlist decompose_clefia(const Box& box, std::uint64_t seed) {
  if (box.bytes != find_box("clefia:s0").bytes) throw Error("method clefia: only for clefia:s0");
  Random random(seed);
  Composer c(8);
  const Nets t = box_pair(c, random, 0, 1, c.inputs());
  std::vector<std::uint32_t> rows(8);
  for (int j = 0; j < 8; j++)
    for (std::size_t i = 0; i < 8; i++) rows[i] |= (std::uint32_t)(kImage[j] >> i & 1) << j;
  const Netlist n = normalise(c.netlist(box_pair(c, random, 2, 3, c.linear(rows, t, random))));
  verify(n, box);
  return n;
}

}  // namespace hedgerow::circuit
