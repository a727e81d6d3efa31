// What a box is made of, found from its table alone; one file each.
#pragma once

#include <array>

#include "box.hpp"

namespace hedgerow::circuit {

// Of a box that is out(1 / in(x)) in GF(2^8) between affine maps: `in`, into the field of AES.
bool recognise_inversion(const Box& box, std::array<std::uint8_t, 256>* in);

}  // namespace hedgerow::circuit
