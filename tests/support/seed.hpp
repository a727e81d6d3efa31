// The seed of a test program's random data. Each run takes another one and prints it, so that the runs explore more
// inputs over time. HEDGEROW_TEST_SEED=N repeats the run that printed N.
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
