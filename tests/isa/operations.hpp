// The results of all operations of one vec_<isa>.hpp, or of its model, on the same bytes.
#pragma once

#include <cstddef>
#include <cstdint>

namespace hedgerow {

constexpr std::size_t kOperandBytes = 64, kMemoryBytes = 512;
struct Operands {
  std::uint8_t a[kOperandBytes], b[kOperandBytes], c[kOperandBytes];
  std::uint8_t memory[kMemoryBytes];
};

// Receives the result of one operation: n is its template argument, or 0.
struct Sink {
  void* context;
  void (*take)(void* context, const char* name, int n, const std::uint8_t* result,
               std::size_t bytes);
};

using RunOperations = void(const Operands& operands, const Sink& sink);

}  // namespace hedgerow
