// KExp15 beside gost-engine over random keys and IVs.
//
// Seen to turn red: the IV left out of the OMAC.
#include "gost_engine.hpp"

namespace hedgerow_test {
namespace {

// The engine wraps keys of 32 bytes.
TEST(GostEngine, Kexp15) {
  HR_NEED_GOST_ENGINE();
  using Kexp15 = int(const unsigned char*, int, int, const unsigned char*, int,
                     const unsigned char*, const unsigned char*, size_t, unsigned char*, int*);
  Kexp15* const kexp15 = gost_function<Kexp15>("gost_kexp15");
  if (!kexp15) GTEST_SKIP() << "this engine does not export gost_kexp15";
  for (const char* cipher : {"magma", "kuznyechik"})
    for (int run = 0; run < 300; run++) {
      const std::size_t block = hedgerow::cipher_info(cipher).block_bytes;
      const Bytes key = random_bytes(64), iv = random_bytes(block / 2), plain = random_bytes(32);
      Bytes wrapped(32 + block), expected(wrapped.size()), back(32);
      hedgerow::Wrap c(cipher, "kexp15", key);
      c.set_iv(iv);
      c.wrap(plain, wrapped);
      ASSERT_EQ(c.unwrap(wrapped, back), 32u);
      ASSERT_EQ(back, plain);
      int length = (int)expected.size();
      const std::string name = cipher;
      ASSERT_EQ(kexp15(plain.data(), 32, OBJ_sn2nid((name + "-ctr").c_str()), key.data() + 32,
                       OBJ_sn2nid((name + "-mac").c_str()), key.data(), iv.data(), iv.size(),
                       expected.data(), &length),
                1);
      ASSERT_EQ(wrapped, expected) << cipher;
    }
}

}  // namespace
}  // namespace hedgerow_test
