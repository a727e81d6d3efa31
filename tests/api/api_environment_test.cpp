// HEDGEROW_KERNEL forces a kernel for its own cipher and does not affect other ciphers. It is
// ignored if it does not name a kernel of the cipher. The library reads it once, at first use, so
// every case runs in its own process. We use a death test in the style that starts the program
// again.
//
// The suite turned red when choose() preferred the environment to the options.
#include <cstdlib>

#include "api/api_support.hpp"
#include "isa/cpu.hpp"
#include "registry/registry.hpp"

namespace hedgerow_test {
namespace {

std::string kernel_of(const std::string& cipher, hedgerow::Options options = {}) {
  const hedgerow::Options basic = basic_options(cipher);
  options.sbox = basic.sbox;
  return hedgerow::Cipher(cipher, "ecb", options).kernel();
}

hedgerow_kernel_info info(const std::string& id) {
  for (const hedgerow_kernel_info& k : hedgerow::list_kernels())
    if (k.id == id) return k;
  std::fprintf(stderr, "no kernel %s\n", id.c_str());
  std::exit(2);
}

void require(bool condition, const char* what) {
  if (condition) return;
  std::fprintf(stderr, "not true: %s\n", what);
  std::exit(1);
}
#define REQUIRE(condition) require(condition, #condition)

constexpr const char* kSlow = "kalyna-128-128.bitslice.scalar";
constexpr const char* kTable = "kalyna-128-128.table.scalar";

class Environment : public testing::Test {
 protected:
  void SetUp() override { GTEST_FLAG_SET(death_test_style, "threadsafe"); }
  // Runs body() in a fresh process, because the library selects a kernel only once.
  template <class Body>
  static void with(const std::string& id, Body&& body) {
    EXPECT_EXIT((setenv("HEDGEROW_KERNEL", id.c_str(), 1), body(), std::exit(0)),
                testing::ExitedWithCode(0), "")
        << id;
  }
};

TEST_F(Environment, ForcesOneCipherOnly) {
  with(kSlow, [] {
    REQUIRE(kernel_of("kalyna-128-128") == kSlow);
    REQUIRE(kernel_of("kalyna-256-256").find("kalyna-256-256.") == 0);
    REQUIRE(info(kSlow).reason == std::string("forced by HEDGEROW_KERNEL"));
    REQUIRE(info(kSlow).from_blocks == 0 && info(kSlow).up_to_blocks == SIZE_MAX);
    REQUIRE(info(kernel_of("kalyna-256-256")).up_to_blocks == SIZE_MAX);
  });
}

TEST_F(Environment, OptionsWin) {
  with(kTable, [] {
    hedgerow::Options o;
    o.kernel = kSlow;
    REQUIRE(kernel_of("kalyna-128-128", o) == kSlow);
  });
}

// These tests link the lab's build of the library, which has the table kernels. libhedgerow does
// not have them, as tests/cli shows.
TEST_F(Environment, ForcesAKernelOfTheLab) {
  with(kTable, [] {
    REQUIRE(kernel_of("kalyna-128-128") == kTable);
    REQUIRE(info(kTable).up_to_blocks && !info(kSlow).up_to_blocks);
    REQUIRE(info(kTable).timing == HEDGEROW_TIMING_UNKNOWN);
    REQUIRE(info(kTable).reason == std::string("forced by HEDGEROW_KERNEL"));
  });
}

TEST_F(Environment, UnknownIdsAreIgnored) {
  for (const char* id : {"kalyna-128-128.fastest.cpu", "", "nonsense"})
    with(id, [] {
      REQUIRE(info(kernel_of("kalyna-128-128")).up_to_blocks == SIZE_MAX);
      REQUIRE(info(kernel_of("kuznyechik")).up_to_blocks == SIZE_MAX);
      const std::string reason = info(kernel_of("kuznyechik")).reason;
      const bool named = *getenv("HEDGEROW_KERNEL") != 0;
      REQUIRE((reason.find("names no kernel: ignored") != std::string::npos) == named);
    });
}

TEST_F(Environment, IsReadOnce) {
  with(kSlow, [] {
    REQUIRE(kernel_of("kalyna-128-128") == kSlow);
    setenv("HEDGEROW_KERNEL", kTable, 1);
    REQUIRE(kernel_of("kalyna-128-128") == kSlow);
    unsetenv("HEDGEROW_KERNEL");
    REQUIRE(kernel_of("kalyna-128-128") == kSlow);
  });
}

TEST_F(Environment, UnavailableIsAnError) {
  for (const hedgerow::Kernel& k : hedgerow::kernels()) {  // the list of the ABI reads the variable
    if (available(k, hedgerow::cpu_features()) || k.variant->name != std::string("kuznyechik"))
      continue;
    with(k.id,
         [] { REQUIRE(status_of([] { kernel_of("kuznyechik"); }) == HEDGEROW_ERR_UNAVAILABLE); });
  }
}

}  // namespace
}  // namespace hedgerow_test
