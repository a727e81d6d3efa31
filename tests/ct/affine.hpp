// What is known about the general registers inside a segment: each is an entry register plus a
// constant, or unknown. Keeps pointer increments, pushes and copies from ending segments.
#pragma once

#include <array>
#include <optional>

#include "segment.hpp"

namespace hedgerow::tracing {

class AffineState {
 public:
  AffineState();
  // Rewrites a probe over the current registers into one over the entry registers; nothing when a
  // register of it is unknown.
  std::optional<Probe> at_entry(Probe probe) const;
  // Executes an instruction that is no control transfer.
  void apply(const Decoded& d);

 private:
  struct Value {
    bool known;
    std::uint8_t base;  // an entry register
    std::uint64_t offset;
    Value operator+(std::uint64_t n) const { return {known, base, offset + n}; }
  };
  struct Effect {
    int target;
    Value value;
  };
  std::optional<Effect> effect(const Decoded& d) const;
  std::optional<Effect> arithmetic(const Decoded& d, int target) const;

  std::array<Value, kRegisterCount> value_;
};

}  // namespace hedgerow::tracing
