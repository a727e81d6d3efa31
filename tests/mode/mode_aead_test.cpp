// Compares CMAC and GMAC with the slow models, and MGM where its two counters carry.
// aead_slow_test.cpp compares messages of all lengths, and aead_misuse_test.cpp tampers with them.
//
// The suite turned red when z was counted in all 16 bytes instead of 8.
#include "models/slow_algorithm.hpp"

namespace hedgerow_test {
namespace {

// Y counts in its right half and Z in its left half, each modulo 2^64. The nonces are chosen so
// that one of them wraps.
TEST(Mgm, CountersWrap) {
  const Bytes key = random_bytes(32), plain = random_bytes(16 * 300), aad = random_bytes(16 * 40);
  const slow::BlockCipher model = slow::block_cipher("kuznyechik", key);
  for (bool z : {false, true})
    for (std::size_t carry : {1, 4, 8}) {
      Bytes nonce;
      do {
        Bytes counter = random_bytes(16);
        for (std::size_t i = 0; i < carry; i++) counter[(z ? 7 : 15) - i] = 0xff;
        counter[z ? 7 : 15] = 0x80;
        nonce = model.decrypt(counter);
      } while ((nonce[0] >> 7) != z);
      nonce[0] &= 0x7f;
      const auto [data, tag] = slow::mgm(model, nonce, aad, plain);
      for_every_kernel("kuznyechik", [&](const hedgerow::Options& options) {
        hedgerow::Aead c("kuznyechik", "mgm", key, options);
        Bytes out(plain.size()), out_tag(16);
        c.seal_with_nonce(nonce, aad, plain, out, out_tag);
        ASSERT_EQ(out, data) << (z ? "Z" : "Y") << " carries out of " << carry << " bytes";
        ASSERT_EQ(out_tag, tag) << (z ? "Z" : "Y") << " carries out of " << carry << " bytes";
      });
    }
}

class MacTest : public testing::TestWithParam<std::string> {
 protected:
  const std::string name = GetParam();
  const Bytes key = random_bytes(hedgerow::cipher_info(name).key_bytes);
  const slow::BlockCipher model = slow::block_cipher(name, key);
};

TEST_P(MacTest, EqualsTheModel) {
  const bool dstu = name.find("kalyna") == 0;
  for_every_kernel(name, [&](const hedgerow::Options& options) {
    for (const std::string mode : {"cmac", "gmac"}) {
      if (mode == "gmac" && !dstu) continue;
      hedgerow::Mac c(name, mode, key, options);
      for (std::size_t n = mode == "gmac"; n < 200; n += 3) {
        const Bytes data = random_bytes(n);
        const Bytes expected = mode == "gmac" ? slow::gmac_dstu(model, data, false)
                               : dstu         ? slow::cmac_dstu(model, data)
                                              : slow::omac(model, data);
        for_random_pieces(n, 90, [&](std::size_t at, std::size_t m) { c.update({&data[at], m}); });
        Bytes tag(model.block);
        c.final_tag(tag);
        ASSERT_EQ(tag, expected) << n;
        c.update(data);
        tag[random_below(tag.size())] ^= 0x10;
        ASSERT_EQ(status_of([&] { c.final_check(tag); }), HEDGEROW_ERR_AUTH);
        c.update(data);
        c.final_check(expected);
      }
    }
  });
}

INSTANTIATE_TEST_SUITE_P(Ciphers, MacTest, testing::ValuesIn(ciphers_with("cmac")), test_name);

}  // namespace
}  // namespace hedgerow_test
