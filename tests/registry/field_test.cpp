// The selection of field multiplication, and the oracle against which the ledger checks it. The
// oracle must obey the laws of a field and reproduce known products, because it judges all kernels.
//
// The suite turned red when 0x425 was changed to 0x427, and when the last step of a reduction was
// dropped.
#include <gtest/gtest.h>

#include "isa/cpu.hpp"
#include "models/field_oracle.hpp"
#include "registry/registry.hpp"
#include "support/seed.hpp"

namespace hedgerow {
namespace {

using ledger::Bytes;
using ledger::FieldOracle;
using ledger::Random;

constexpr std::size_t kBlocks[] = {16, 32, 64};

Bytes power_of_x(std::size_t bytes, std::size_t exponent) {
  Bytes r(bytes);
  r[exponent / 8] = (std::uint8_t)(1u << (exponent % 8));
  return r;
}

Bytes sum(Bytes a, const Bytes& b) {
  FieldOracle::add(&a, b.data());
  return a;
}

TEST(FieldOracle, XTimesTheTopPowerIsTheTailOfThePolynomial) {
  const std::vector<std::vector<std::size_t>> tails = {{7, 2, 1, 0}, {10, 5, 2, 0}, {8, 5, 2, 0}};
  for (int i = 0; i < 3; i++) {
    const std::size_t n = kBlocks[i];
    Bytes tail(n);
    for (std::size_t exponent : tails[(std::size_t)i]) tail = sum(tail, power_of_x(n, exponent));
    EXPECT_EQ(FieldOracle(n).multiply(power_of_x(n, 1), power_of_x(n, 8 * n - 1)), tail);
  }
}

TEST(FieldOracle, LawsOfAField) {
  Random random(test_seed());
  for (std::size_t n : kBlocks) {
    const FieldOracle f(n);
    const Bytes a = random.bytes(n), b = random.bytes(n), c = random.bytes(n);
    EXPECT_EQ(f.multiply(a, power_of_x(n, 0)), a);
    EXPECT_EQ(f.multiply(a, b), f.multiply(b, a));
    EXPECT_EQ(f.multiply(f.multiply(a, b), c), f.multiply(a, f.multiply(b, c)));
    EXPECT_EQ(f.multiply(a, sum(b, c)), sum(f.multiply(a, b), f.multiply(a, c)));
  }
}

// a^(2^n) = a holds for every element exactly if the order of the multiplicative group divides 2^n
// - 1. A mistyped polynomial that is reducible therefore fails this test.
TEST(FieldOracle, Frobenius) {
  Random random(test_seed());
  for (std::size_t n : kBlocks) {
    const FieldOracle f(n);
    const Bytes a = random.bytes(n);
    Bytes power = a;
    for (std::size_t i = 0; i < 8 * n; i++) power = f.multiply(power, power);
    EXPECT_EQ(power, a) << n;
  }
}

TEST(FieldSelection, BestFirstAndScalarAlways) {
  for (std::size_t n : kBlocks) {
    const auto block = (std::uint32_t)n;
    EXPECT_STREQ(select_field(block, 0)->isa->name, "scalar");
    const Field* best = select_field(block, cpu_detect());
    for (const Field& f : fields())
      EXPECT_TRUE(!available(f, cpu_detect()) || f.ops->block_bytes != block || best <= &f);
  }
  EXPECT_EQ(select_field(24, cpu_detect()), nullptr);
}

}  // namespace
}  // namespace hedgerow
