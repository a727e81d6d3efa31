// The seed of the random data of a test program. Each run takes another seed and prints it, so that
// the tests explore more inputs over time. You repeat a run with its seed: HEDGEROW_TEST_SEED=N.
#pragma once

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <random>

inline std::uint64_t test_seed() {
  static const std::uint64_t kSeed = [] {
    const char* text = std::getenv("HEDGEROW_TEST_SEED");
    const std::uint64_t seed = text ? std::strtoull(text, nullptr, 0) : std::random_device{}();
    std::printf("HEDGEROW_TEST_SEED=%llu\n", (unsigned long long)seed);
    return seed;
  }();
  return kSeed;
}
