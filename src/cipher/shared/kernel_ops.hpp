// The table of KernelOps, one entry per variant, of a kernel whose functions serve the three
// variants of its family alike: its prepared key knows the rounds. Included inside a kernel's
// anonymous namespace, after schedule<v> and prepare<v>, v = 0 .. kVariants - 1, and Key, encrypt,
// decrypt and ctr; the macros are used outside of it.
#pragma once

template <int kIndex, std::uint32_t kUpTo>
consteval KernelOps make_ops() {
  return {sizeof(Key),     (std::uint32_t)kVariant[kIndex].round_key_bytes(),
          kUpTo,           schedule<kIndex>,
          prepare<kIndex>, encrypt,
          decrypt,         ctr};
}

#define HR_VARIANT_NARROW_KERNEL(symbol, up_to)                                    \
  extern const KernelOps symbol[kVariants];                                        \
  const KernelOps symbol[kVariants] = {make_ops<0, up_to>(), make_ops<1, up_to>(), \
                                       make_ops<2, up_to>()}
#define HR_VARIANT_KERNEL(symbol) HR_VARIANT_NARROW_KERNEL(symbol, 0)
