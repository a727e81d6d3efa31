// What a box is made of, found from its table alone; one file each.
#pragma once

#include <array>
#include <atomic>

#include "circuit/core/netlist.hpp"
#include "circuit/core/random.hpp"

namespace hedgerow::circuit {

// Of a box that is out(1 / in(x)) in GF(2^8) between affine maps: `in`, into the field of AES.
bool recognise_inversion(const Box& box, std::array<std::uint8_t, 256>* in);
// A circuit of steps in place, y_i ^= y_j or y_i ^= y_j . y_k, where a search of `width` finds one.
bool recognise_steps(const Box& box, Random& random, std::size_t width,
                     const std::atomic<bool>& stop, Netlist* result);

// Of eight bits: a circuit of boxes of four bits and sums of their values, where some halves of the input and of the
// output are joined by f1(x) ^ f2(x') = g1(y) ^ g2(y'), as in layers of small boxes, Feistel networks and bridges.
bool recognise_halves(const Box& box, Random& random, Netlist* result);

// Whether the circuit is the box.
bool is_box(const Netlist& n, const Box& box);

}  // namespace hedgerow::circuit
