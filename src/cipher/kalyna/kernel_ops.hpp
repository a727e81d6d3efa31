// An entry of a Kalyna kernel's table of KernelOps. A kernel is a class template over the variant with the type Key,
// the functions of KernelOps as static members, batch_blocks() and, where it is not good for all calls, good_for().
#pragma once

#include "base/kernel.hpp"
#include "base/secret.hpp"
#include "cipher/kalyna/spec.hpp"

namespace hedgerow::HR_ISA {
namespace {

using namespace kalyna;

template <class K>
consteval BlockRange calls_of() {
  if constexpr (requires { K::good_for(); })
    return K::good_for();
  else
    return kAllCalls;
}

template <template <Variant> class Kernel, int kIndex>
consteval KernelOps make_ops() {
  using K = Kernel<kVariant[kIndex]>;
  return {sizeof(typename K::Key),
          (std::uint32_t)kVariant[kIndex].round_key_bytes(),
          K::batch_blocks(),
          calls_of<K>(),
          WipeStackAfter<K::schedule>::call,
          WipeStackAfter<K::prepare>::call,
          WipeStackAfter<K::encrypt>::call,
          WipeStackAfter<K::decrypt>::call,
          WipeStackAfter<K::ctr>::call};
}

}  // namespace
}  // namespace hedgerow::HR_ISA
