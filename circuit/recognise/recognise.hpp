// Finds the structure of a box from its table alone. Each function has its own file.
#pragma once

#include <array>
#include <atomic>

#include "circuit/core/netlist.hpp"
#include "circuit/core/random.hpp"

namespace hedgerow::circuit {

// Recognises a box of the form out(1 / in(x)) in GF(2^8) with affine maps. `in` receives the map into the field of AES.
bool recognise_inversion(const Box& box, std::array<std::uint8_t, 256>* in);
// Searches for a circuit of steps in place, y_i ^= y_j or y_i ^= y_j . y_k, by a beam search of the given width.
bool recognise_steps(const Box& box, Random& random, std::size_t width,
                     const std::atomic<bool>& stop, Netlist* result);

// Recognises a box of eight bits that consists of boxes of four bits and sums of their values. The condition is that
// some halves x, x' of the input and y, y' of the output satisfy f1(x) ^ f2(x') = g1(y) ^ g2(y'). This holds for layers
// of small boxes, Feistel networks and bridges.
bool recognise_halves(const Box& box, Random& random, Netlist* result);

// Says whether the circuit computes the box.
bool is_box(const Netlist& n, const Box& box);

}  // namespace hedgerow::circuit
