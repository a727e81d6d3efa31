// The entries of a kernel's table of KernelOps, in the order of cipher.def. Included between its
// braces, with ENTRY(order, set) defined.
ENTRY(Order::kMagma, magma)
#define SBOXES(set, rows) ENTRY(Order::kGost28147, set)
#include "cipher/gost28147/sboxes.def"
#undef SBOXES
ENTRY(Order::kGost28147, user)
#undef ENTRY
