// Runs a call on a separate stack that is filled with a pattern, and returns the stack as the call
// left it.
#pragma once

#include <type_traits>

#include "random.hpp"

namespace hedgerow::ledger {

// False under sanitizers, because they manage the stack themselves.
bool private_stack_usable();

namespace detail {
Bytes run_on_private_stack(void (*call)(void*), void* context);
}

// Returns the part of the stack that `call` touched. Its last byte is the top of the stack.
template <class F>
Bytes run_on_private_stack(F&& call) {
  return detail::run_on_private_stack(
      [](void* f) { (*static_cast<std::remove_reference_t<F>*>(f))(); }, &call);
}

}  // namespace hedgerow::ledger
