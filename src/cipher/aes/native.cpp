// AES by the instructions of AES-NI, VAES or Armv8: native.hpp has the lanes and the rounds.
#include "cipher/aes/native.hpp"

namespace hedgerow {

using namespace HR_ISA;

extern const KernelOps HR_KERNEL_SYMBOL[kVariants];
const KernelOps HR_KERNEL_SYMBOL[kVariants] = {
#define CIPHER(family, identifier, ...)                   \
  {sizeof(Key),                                           \
   (std::uint32_t)kVariant[identifier].round_key_bytes(), \
   0,                                                     \
   schedule<identifier>,                                  \
   prepare<identifier>,                                   \
   encrypt,                                               \
   decrypt,                                               \
   ctr},
#include "lists/aes.inc"
};

}  // namespace hedgerow
