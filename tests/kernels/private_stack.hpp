// Runs a call on a stack of its own, filled with a pattern, and shows what the call left there.
#pragma once

#include <type_traits>

#include "random.hpp"

namespace hedgerow::ledger {

// False under sanitizers, which own the stack.
bool private_stack_usable();

namespace detail {
Bytes run_on_private_stack(void (*call)(void*), void* context);
}

// The part of the stack that `call` touched; its last byte is the top of the stack.
template <class F>
Bytes run_on_private_stack(F&& call) {
  return detail::run_on_private_stack(
      [](void* f) { (*static_cast<std::remove_reference_t<F>*>(f))(); }, &call);
}

}  // namespace hedgerow::ledger
