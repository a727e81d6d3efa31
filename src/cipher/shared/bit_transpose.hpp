// Bytes <-> bit planes over vectors. Included inside a kernel's anonymous namespace, after `using
// namespace` of the ISA and shared/bit_planes.hpp outside of it.
//
// Eight vectors of bytes become eight planes of one bit, or back; at each byte position alone:
//
//     r[i] = bytes of group i   <-->   r[b], bit i of a byte = bit b of group i's byte there
#pragma once

HR_INLINE void transpose_bits(Vec* r) {
  hedgerow::transpose_bits(r, [](std::uint64_t mask) HR_LAMBDA { return splat64(mask); });
}
