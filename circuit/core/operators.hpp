// Functions of two nets as text, which source code and the netlists of the tree share.
#pragma once

namespace hedgerow::circuit {

// By the table: bit a + 2b is the value of A = a, B = b.
constexpr const char* kTwoInputs[16] = {
    "0",     "~(A | B)", "A & ~B", "~B",     "~A & B", "~A",     "A ^ B", "~(A & B)",
    "A & B", "~(A ^ B)", "A",      "A | ~B", "B",      "~A | B", "A | B", "~0"};

}  // namespace hedgerow::circuit
