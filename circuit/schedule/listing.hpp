// Writes a round as C++ with one statement per instruction, over the operations of src/isa/pinned.hpp.
#pragma once

#include <string>

#include "circuit/schedule/round.hpp"

namespace hedgerow::circuit {

// Returns the header of a round in this order. A comment in it contains the order, and order_in() reads it again.
std::string listing(const Round& round, const Order& order);
Order order_in(const std::string& listing);

}  // namespace hedgerow::circuit
