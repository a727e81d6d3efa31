// One function of the portable model, with the tables that calls with known values have given.
#pragma once

#include <array>
#include <cstring>
#include <map>
#include <string>
#include <vector>

#include "machine.hpp"

namespace hedgerow::proof {

using Bytes = std::array<std::uint8_t, 2048>;

constexpr int kMostBytes = 64;  // of a vector

struct ModelOperation {
  std::uint64_t address;
  std::string isa, name, arguments,
      signature;  // for example "avx2", "rotl32", "<5>" and "(Vec const&)"
  int number = 0, width = 0, object = 0;
  mutable std::vector<std::uint16_t> labels;  // the sources of bytes, plus 1
  mutable std::map<std::uint64_t, std::vector<std::uint8_t>> tables;

  int vectors() const {
    int n = 0;
    for (std::size_t p = signature.find("Vec const&"); p != std::string::npos;
         p = signature.find("Vec const&", p + 1))
      n++;
    return n;
  }
  // Calls the model, and returns the bytes of its result.
  Bytes native(std::uint64_t a, std::uint64_t b = 0, std::uint64_t c = 0,
               std::uint64_t d = 0) const {
    struct Two {
      std::uint64_t lo, hi;
    };
    Bytes r{};
    if (width == 16) {
      const Two two =
          ((Two(*)(std::uint64_t, std::uint64_t, std::uint64_t, std::uint64_t))address)(a, b, c, d);
      std::memcpy(r.data(), &two, 16);
    } else {
      ((void (*)(void*, std::uint64_t, std::uint64_t, std::uint64_t, std::uint64_t))address)(
          r.data(), a, b, c, d);
    }
    return r;
  }
  bool run(Machine& m) const;
  bool is_replaced() const;  // by a handler
  // Whether an index of a shuffle from 16 to 127 has a meaning: on x86, its low four bits are the index.
  bool takes_any_index() const { return !isa.starts_with("neon"); }
  bool keeps_zeros() const;  // the result is 0 if all arguments are
};

}  // namespace hedgerow::proof
