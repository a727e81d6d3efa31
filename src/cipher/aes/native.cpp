// AES by the instructions of AES-NI, VAES or Armv8: native.hpp has the lanes and the rounds.
#include "cipher/aes/native.hpp"

#define HR_KERNEL_OPS(identifier)                                                  \
  KernelOps(sizeof(Key), (std::uint32_t)kVariant[identifier].round_key_bytes(), 0, \
            schedule<identifier>, prepare<identifier>, encrypt, decrypt, ctr)
#include "cipher/skeleton/table.inc"
