// HEDGEROW_KERNEL: forces a kernel of its own cipher, leaves other ciphers alone, and gives its
// error when a context is made. The variable is read at every *_new, so one process tries all.
//
// Seen to turn red: choose() with forced_may_differ false (other ciphers fail), and with the
// environment asked first (options no longer win).
#include <cstdlib>

#include "api_support.hpp"

namespace hedgerow_test {
namespace {

class Environment : public testing::Test {
 protected:
  static void force(const std::string& id) { setenv("HEDGEROW_KERNEL", id.c_str(), 1); }
  void SetUp() override { unsetenv("HEDGEROW_KERNEL"); }
  void TearDown() override { unsetenv("HEDGEROW_KERNEL"); }

  static std::string kernel_of(const std::string& cipher, const hedgerow::Options& options = {}) {
    return hedgerow::Cipher(cipher, HEDGEROW_ECB, Bytes(hedgerow::cipher_info(cipher).key_bytes),
                            options)
        .kernel();
  }
  static hedgerow_kernel_info info(const std::string& id) {
    for (const hedgerow_kernel_info& k : hedgerow::list_kernels())
      if (k.id == id) return k;
    ADD_FAILURE() << "no kernel " << id;
    return {};
  }
};

constexpr const char* kSlow = "kalyna-128-128.bitslice.scalar";

TEST_F(Environment, ForcesOneCipherOnly) {
  const std::string best = kernel_of("kalyna-256-256");
  force(kSlow);
  EXPECT_EQ(kernel_of("kalyna-128-128"), kSlow);
  EXPECT_EQ(kernel_of("kalyna-256-256"), best);
  EXPECT_STREQ(info(kSlow).reason, "forced by HEDGEROW_KERNEL");
  EXPECT_TRUE(info(kSlow).selected_bulk && info(kSlow).selected_narrow);
  EXPECT_TRUE(info(best).selected_bulk);
}

TEST_F(Environment, OptionsWin) {
  force("kalyna-128-128.table.scalar");
  EXPECT_EQ(kernel_of("kalyna-128-128", {kSlow, false, 0, 0}), kSlow);
}

TEST_F(Environment, VartimeNeedsTheFlag) {
  const std::string table = "kalyna-128-128.table.scalar";
  force(table);
  EXPECT_EQ(status_of([&] { kernel_of("kalyna-128-128"); }), HEDGEROW_ERR_VARTIME);
  EXPECT_EQ(kernel_of("kalyna-128-128", {"", true, 0, 0}), table);
  EXPECT_FALSE(info(table).selected_bulk || info(kSlow).selected_bulk);
  EXPECT_STREQ(info(table).reason,
               "named by HEDGEROW_KERNEL, but vartime: refused without HEDGEROW_ALLOW_VARTIME");
}

TEST_F(Environment, UnknownAndUnavailable) {
  force("kalyna-128-128.fastest.cpu");
  EXPECT_EQ(status_of([] { kernel_of("kalyna-128-128"); }), HEDGEROW_ERR_KERNEL);
  EXPECT_EQ(status_of([] { kernel_of("kuznyechik"); }), HEDGEROW_ERR_KERNEL);
  EXPECT_STREQ(info(kSlow).reason, "HEDGEROW_KERNEL names no kernel that exists");
  for (const hedgerow_kernel_info& k : hedgerow::list_kernels()) {
    if (k.available) continue;
    force(k.id);
    EXPECT_EQ(status_of([&] { kernel_of(k.cipher, basic_options(k.cipher)); }),
              HEDGEROW_ERR_UNAVAILABLE)
        << k.id;
  }
  force("");
  EXPECT_EQ(status_of([] { kernel_of("kuznyechik"); }), HEDGEROW_OK);
}

}  // namespace
}  // namespace hedgerow_test
