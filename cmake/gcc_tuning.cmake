# What `gcc=` of a KERNEL line means: flags for gcc alone, by name. Clang has no such options.
#
# keep-source-order: gcc moves an operation to where its result is used (-ftree-ter) and reorders sums
#   (-ftree-reassoc). In a round
#   of a few hundred operations over 16 or 32 registers that lengthens lives: the round of Kalyna over AVX2 and GFNI
#   stores 105 registers a time to the stack, 15 without. Not for every kernel: where the order of the source is not one
#   that a processor takes well, gcc's is better. Lines have it whose kernels are at least 3 % quicker so in one of both
#   directions and CTR, and at most 3 % slower in another: the quickest of many calls of 16 KiB, on Intel, gcc 12.2.
#   `hedgerow bench --kernel ID --mode ecb,ctr --size 16K` of builds with and without shows it again.
# unscheduled: gcc orders operations anew for a processor that begins four in a cycle once registers are given
#   (-fschedule-insns2). On Zen 4, whose operations of 64 bytes take two cycles of their port, some kernels that stand
#   there alone are quicker in the order of the source; on Intel one block of CLEFIA is, whose order was searched for.
# scalar: gcc takes a part of the rounds to vectors and back; it must leave them in 64-bit registers.
set(HR_GCC_keep-source-order -fno-tree-ter -fno-tree-reassoc)
set(HR_GCC_unscheduled -fno-schedule-insns2)
set(HR_GCC_scalar -fno-tree-vectorize)
