// Operators of two nets as text, for generated source code and for the project's gate files.
#pragma once

namespace hedgerow::circuit {

// Index: the table, in which bit a + 2b is the value for A = a and B = b.
constexpr const char* kTwoInputs[16] = {
    "0",     "~(A | B)", "A & ~B", "~B",     "~A & B", "~A",     "A ^ B", "~(A & B)",
    "A & B", "~(A ^ B)", "A",      "A | ~B", "B",      "~A | B", "A | B", "~0"};

}  // namespace hedgerow::circuit
