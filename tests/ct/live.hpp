// Live instructions are those that cannot be observed from the general registers alone.
#pragma once

#include <functional>

#include "instruction.hpp"

namespace hedgerow::tracing {

// True for gathers, scatters, masked vector accesses, and instructions that take a time depending
// on operand values: integer and floating-point division and square root, and PDEP and PEXT
// (microcode on some CPUs).
bool is_live(const Decoded& d);

// Reports all observations of a live instruction while the target is stopped before it: its
// address, the addresses of its active lanes, its mask, and the values of its operands.
using Sink = std::function<void(Kind, std::uint64_t value)>;
void observe_live(const Decoded& d, const Tracee& tracee, const Sink& sink);

}  // namespace hedgerow::tracing
