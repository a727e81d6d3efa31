# The meaning of `gcc=` in a KERNEL line: named sets of flags that only gcc gets, because Clang has no such options.
#
# keep-source-order: gcc normally moves an operation to the place where its result is used (-ftree-ter), and reorders
#   sums (-ftree-reassoc). In a round of a few hundred operations over 16 or 32 registers, values then live longer and
#   are spilled. For example, the round of Kalyna over AVX2 and GFNI stores 105 registers to the stack, and only 15 with
#   this set. Some kernels are faster in gcc's order. A line uses the set if its kernel then gains at least 3 % in one
#   of both directions and CTR, and loses at most 3 % in another one. The figure is the fastest of many calls of 16 KiB
#   on Intel with gcc 12.2. You can check it with `hedgerow bench --kernel ID --mode ecb,ctr --size 16K` on builds with
#   and without the set.
# unscheduled: after register allocation, gcc reorders operations for a processor that starts four per cycle
#   (-fschedule-insns2). On Zen 4, operations on 64 bytes occupy their port for two cycles. Some kernels that are
#   declared only for Zen 4 are faster in the order of the source. On Intel this holds for one block of CLEFIA, because
#   its order was found by a search.
# scalar: gcc moves a part of the rounds to vectors and back. With this set it leaves them in 64-bit registers.
set(HR_GCC_keep-source-order -fno-tree-ter -fno-tree-reassoc)
set(HR_GCC_unscheduled -fno-schedule-insns2)
set(HR_GCC_scalar -fno-tree-vectorize)
