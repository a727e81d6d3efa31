// A round as C++: one statement per instruction, over the ops of src/isa/in_order.hpp.
#pragma once

#include <string>

#include "circuit/schedule/round.hpp"

namespace hedgerow::circuit {

// The header of a round in this order. The order is in it, so that `order_in` finds it again.
std::string listing(const Round& round, const Order& order);
Order order_in(const std::string& listing);

}  // namespace hedgerow::circuit
