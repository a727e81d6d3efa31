// Sums over GF(2): a binary matrix as a program of xors of two or of three values.
#pragma once

#include <bitset>
#include <cstdint>
#include <string>
#include <vector>

namespace hedgerow::circuit {

constexpr std::size_t kMaxSums = 64;

// columns[i]: the outputs that input i is a term of.
struct Matrix {
  int outputs = 0;
  std::vector<std::bitset<kMaxSums>> columns;
};
// Each step xors two or three values: the inputs, then the steps before.
struct LinearProgram {
  int inputs = 0;
  std::vector<std::vector<int>> steps;
  std::vector<int> outputs;
};

// Common terms first (Paar's greedy, over pairs and, for a fan-in of three, triples), ties drawn;
// the best of `tries`. Ordered so that an output follows what it alone needs. Deterministic.
LinearProgram linear_program(const Matrix& m, int fan_in, int tries, std::uint64_t seed);

// Kalyna's MixColumns (or its inverse) of the rows 0..3: input 8 r + b is bit b of row r, output
// likewise; with `addends`, input 64 + i is added to output i.
Matrix kalyna_mix(bool inverse, bool addends);

// C++ over the ops of src/isa: HR_INLINE void sum_<name>(const Vec* x, key, Vec* y), where key(i)
// is the addend of output i.
std::string emit_sums(const LinearProgram& p, const std::string& name, int addends_from);

}  // namespace hedgerow::circuit
