# Kernels for which gcc is told to keep the source's order of operations.
#
# gcc moves an operation to where its result is used (-ftree-ter) and reorders sums (-ftree-reassoc). In a round of a few
# hundred operations over 16 or 32 registers that lengthens lives: the round of Kalyna over AVX2 and GFNI stores 105 registers
# a time to the stack, 15 without. Not for every kernel: where the order of the source is not one that a processor takes well, gcc's
# is better. Here stand those that are at least 3 % quicker so in one of both directions and CTR, and at most 3 % slower in another.
# Measured: the quickest of many calls of 16 KiB, on Intel, gcc 12.2; `hedgerow bench --kernel ID --mode ecb,ctr --size 16K` of
# builds with and without a line shows it again. Clang has no such options.
set(HR_GCC_ORDER_FLAGS -fno-tree-ter -fno-tree-reassoc)
set(HR_GCC_ORDER_KERNELS
  aes_bitslice_scalar
  clefia_bitslice_scalar
  clefia_byteslice_avx2_gfni
  clefia_byteslice_avx512_gfni
  gost28147_bitslice_avx512
  gost28147_bitslice_sse
  gost28147_wordslice_avx512_gfni
  kalyna_byteslice_avx2
  kalyna_byteslice_avx2_gfni
  kalyna_byteslice_avx512_gfni
  kalyna_byteslice_sse
  kuznyechik_bitslice_avx2
  kuznyechik_bitslice_avx512
  kuznyechik_bitslice_sse
  kuznyechik_byteslice_avx2_gfni
  rectangle_bitslice_scalar
  simon_bitslice_scalar
  simon_bitslice_sse
  speck_arx_avx2)
# And which it must leave in 64-bit registers: it takes a part of the rounds to vectors and back.
set(HR_GCC_SCALAR_KERNELS aes_bitslice_scalar)
