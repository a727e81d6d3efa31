// The table of KernelOps, one entry per variant, of a kernel whose functions serve all of them: its
// prepared key knows the rounds. Included inside a kernel's anonymous namespace, after schedule<v>
// and prepare<v>, for v in 0 .. kVariants - 1, and Key, encrypt, decrypt and ctr.
#pragma once

template <int kIndex>
consteval KernelOps make_ops() {
  return {sizeof(Key),     (std::uint32_t)kVariant[kIndex].round_key_bytes(),
          0,               schedule<kIndex>,
          prepare<kIndex>, encrypt,
          decrypt,         ctr};
}

#define HR_AES_KERNEL(symbol)              \
  extern const KernelOps symbol[kVariants]; \
  const KernelOps symbol[kVariants] = {make_ops<0>(), make_ops<1>(), make_ops<2>()}
