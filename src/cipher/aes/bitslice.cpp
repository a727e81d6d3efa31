// AES over bit planes, for CPUs without AES instructions. bitslice_vectors.hpp and
// bitslice_words.hpp have the layouts and the rounds.
#include "cipher/aes/schedule.hpp"
#include "isa/vec.hpp"
#ifdef HR_VEC_SCALAR
#include "cipher/aes/bitslice_words.hpp"
#else
#include "cipher/aes/bitslice_vectors.hpp"
#endif

#define HR_KERNEL_OPS(identifier)                                                             \
  KernelOps(sizeof(Key), (std::uint32_t)kVariant[identifier].round_key_bytes(), kBatchBlocks, \
            kAllCalls, schedule_portable<identifier>, prepare<identifier>, encrypt, decrypt, ctr)
#include "cipher/common/export_kernel.inc"
