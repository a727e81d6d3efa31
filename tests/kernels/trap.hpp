// Runs a check so that a fault in a kernel (guard page, missing instruction) becomes a failed cell
// of the ledger instead of the end of the program.
#pragma once

#include <type_traits>

#include "outcome.hpp"

namespace hedgerow::ledger {

namespace detail {
Outcome run_trapped(const char* doing, Outcome (*check)(void*), void* context);
}

// `doing` is read when a fault happens, so the check must keep it up to date.
template <class F>
Outcome run_trapped(const char* doing, F&& check) {
  return detail::run_trapped(
      doing, [](void* f) { return (*static_cast<std::remove_reference_t<F>*>(f))(); }, &check);
}

}  // namespace hedgerow::ledger
