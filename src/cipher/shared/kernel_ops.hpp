// The table of KernelOps, one entry per variant, of a kernel whose functions serve the three variants
// of its family alike: its prepared key knows the rounds. Included inside a kernel's anonymous
// namespace, after schedule<v> and prepare<v>, v = 0 .. kVariants - 1, and Key, encrypt, decrypt and
// ctr. A narrow kernel defines HR_NARROW_UP_TO before.
#pragma once

#ifndef HR_NARROW_UP_TO
#define HR_NARROW_UP_TO 0
#endif

template <int kIndex>
consteval KernelOps make_ops() {
  return {sizeof(Key),     (std::uint32_t)kVariant[kIndex].round_key_bytes(),
          HR_NARROW_UP_TO, schedule<kIndex>,
          prepare<kIndex>, encrypt,
          decrypt,         ctr};
}

#define HR_VARIANT_KERNEL(symbol)           \
  extern const KernelOps symbol[kVariants]; \
  const KernelOps symbol[kVariants] = {make_ops<0>(), make_ops<1>(), make_ops<2>()}
