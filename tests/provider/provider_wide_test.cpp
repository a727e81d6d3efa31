// Shows why the provider never reports more than 16 bytes. With `wide-blocks = yes`, a CBC of
// 64-byte blocks can be given to libcrypto's CMAC, which has room for 32 bytes. Only a sanitizer
// build detects the overflow, so the test proves there that the danger is real. A user must change
// a setting to meet it. A libcrypto that checks the size refuses the cipher instead.
//
// The test aborted when the provider reported wide blocks whatever the setting was.
#include <sys/wait.h>

#include "provider_support.hpp"

namespace hedgerow_test {
namespace {

#ifdef HR_ADDRESS_SANITIZER
constexpr bool kSanitized = true;
#else
constexpr bool kSanitized = false;
#endif

// CMAC of libcrypto over the CBC, called like in a program. Returns 0 if a call refuses.
int cmac(const World& world, const char* cbc) {
  const MacPtr mac = world.mac("CMAC", "provider=default");
  const MacContextPtr c(EVP_MAC_CTX_new(mac.get()), EVP_MAC_CTX_free);
  const Bytes key(64, 1), in(1000, 2);
  Extra e;
  e.text(OSSL_MAC_PARAM_CIPHER, cbc);
  Bytes tag(256);
  std::size_t n = 0;
  return EVP_MAC_init(c.get(), key.data(), key.size(), e.ended().data()) > 0 &&
         EVP_MAC_update(c.get(), in.data(), in.size()) > 0 &&
         EVP_MAC_final(c.get(), tag.data(), &n, tag.size()) > 0;
}

TEST(ProviderWide, CmacOfLibcryptoIsOutOfReachByDefault) {
  const World world;
  EXPECT_EQ(cmac(world, "KALYNA-512-512-CBC"), 0);
  EXPECT_NE(errors(), "");
}

TEST(ProviderWide, WhatHappensOtherwise) {
  if (!kSanitized) GTEST_SKIP() << "only a build with AddressSanitizer sees it";
  char path[] = "provider_wide_XXXXXX";
  const int file = mkstemp(path);
  ASSERT_GE(file, 0);
  const pid_t child = fork();
  if (child == 0) {
    if (dup2(file, 2) != 2) _exit(8);  // standard error, which has the expected report
    const World world("wide-blocks = yes");
    _exit(cmac(world, "KALYNA-512-512-CBC") ? 7 : 0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  std::string report(20000, 0);
  report.resize((std::size_t)std::max<ssize_t>(0, pread(file, report.data(), report.size(), 0)));
  close(file);
  unlink(path);
  const bool refused = WIFEXITED(status) && WEXITSTATUS(status) == 0;
  // A write beyond an object, or over the pointers within it.
  EXPECT_TRUE(refused || report.find("ERROR: AddressSanitizer") != std::string::npos)
      << "libcrypto has room for this block after all: " << status << " " << report;
#if !OPENSSL_VERSION_PREREQ(3, 1)
  EXPECT_FALSE(refused) << "OpenSSL 3.0 does not look";
#endif
}

}  // namespace
}  // namespace hedgerow_test
