// Every operation of every vec_<isa>.hpp that this processor can run gives the bytes that the
// meaning in src/isa/operations.def gives, on random bytes and on corner cases. The meaning itself
// is checked by the ledger of kernels over the model.
//
// The test turned red when unpack_hi16 was unpacklo, when rotations by bytes turned the other way,
// when the pinned shr16 shifted dwords, when store_lanes12 joined lanes at byte 8, when choose in
// operations.def took c for b, and when above8 of AVX-512 took ties alone.
#include "isa/operations.hpp"

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "isa/cpu.hpp"
#include "kernels/random.hpp"
#include "support/seed.hpp"

namespace hedgerow {

// OPERATIONS(name, features)
#define OPERATIONS(name, features)    \
  RunOperations operations_of_##name; \
  RunOperations model_of_##name;
#include "operations_built.inc"
#undef OPERATIONS

namespace {

struct Header {
  const char* name;
  std::uint64_t features;
  RunOperations *native, *model;
};
constexpr Header kHeaders[] = {
#define OPERATIONS(name, features) {#name, features, operations_of_##name, model_of_##name},
#include "operations_built.inc"
#undef OPERATIONS
};

using Key = std::pair<std::string, int>;
using Results = std::map<Key, std::vector<std::vector<std::uint8_t>>>;

Results results(RunOperations* run, const Operands& operands) {
  Results r;
  run(operands,
      {&r, [](void* to, const char* name, int n, const std::uint8_t* bytes, std::size_t size) {
         (*(Results*)to)[{name, n}].emplace_back(bytes, bytes + size);
       }});
  return r;
}

// Case 0 has only zeros, case 1 only ones, and cases 2 to 9 have bytes at the limits of signed and
// unsigned numbers. The others are random.
Operands make_operands(int number, ledger::Random& random) {
  static constexpr std::uint8_t kCorners[] = {0x00, 0xff, 0x80, 0x7f, 0x01, 0xfe, 0x81, 0x40};
  Operands r;
  std::uint8_t* const bytes = (std::uint8_t*)&r;
  for (std::size_t i = 0; i < sizeof r; i++) {
    const auto x = (std::uint8_t)random.next();
    bytes[i] = number == 0 ? 0x00 : number == 1 ? 0xff : number < 10 ? kCorners[x % 8] : x;
  }
  return r;
}

TEST(Operations, GiveTheMeaningOfTheTable) {
  ledger::Random random(test_seed());
  int compared = 0;
  for (const Header& header : kHeaders) {
    if ((cpu_detect() & header.features) != header.features) {
      std::printf("SKIPPED operations of %s: this CPU lacks it\n", header.name);
      continue;
    }
    compared++;
    for (int number = 0; number < 200; number++) {
      const Operands operands = make_operands(number, random);
      const Results found = results(header.native, operands);
      Results wanted = results(header.model, operands);
      EXPECT_GE(found.size(), 90u) << header.name;
      for (const auto& [key, bytes] : found)
        ASSERT_EQ(bytes, wanted[key])
            << header.name << ": " << key.first << "<" << key.second << ">, case " << number;
    }
  }
  EXPECT_GE(compared, 1);
}

}  // namespace
}  // namespace hedgerow
