// AES over bit planes, for CPUs without AES instructions: bitslice_vectors.hpp and bitslice_words.hpp have the layouts
// and the rounds.
#include "cipher/aes/schedule.hpp"
#include "isa/vec.hpp"
#ifdef HR_VEC_SCALAR
#include "cipher/aes/bitslice_words.hpp"
#else
#include "cipher/aes/bitslice_vectors.hpp"
#endif

namespace hedgerow {

using namespace HR_ISA;

extern const KernelOps HR_KERNEL_SYMBOL[kVariants];
const KernelOps HR_KERNEL_SYMBOL[kVariants] = {
#define CIPHER(family, identifier, ...)                   \
  {sizeof(Key),                                           \
   (std::uint32_t)kVariant[identifier].round_key_bytes(), \
   0,                                                     \
   schedule_portable<identifier>,                         \
   prepare<identifier>,                                   \
   encrypt,                                               \
   decrypt,                                               \
   ctr},
#include "lists/aes.inc"
};

}  // namespace hedgerow
