// Compares MGM, GCM, GMAC and CMAC with the slow models: lengths, splits, carries of the two
// counters of MGM, and tampering.
//
// The suite turned red when pad() between AAD and data was missing, when z was counted in all 16
// bytes instead of 8, when equal_ct compared one byte less, and when open called compare_tag after
// it had decrypted (the output must stay untouched).
#include "models/slow_algorithm.hpp"

namespace hedgerow_test {
namespace {

// Returns the ciphers with MGM, or GCM of DSTU 7624.
std::vector<std::string> sum_aead_names() {
  std::vector<std::string> r = ciphers_with("mgm");
  for (const std::string& name : ciphers_with("gcm"))
    if (name.find("kalyna") == 0) r.push_back(name);
  return r;
}

struct Sealed {
  Bytes nonce, aad, data, tag;
};

class AeadTest : public testing::TestWithParam<std::string> {
 protected:
  Bytes random_nonce() const {
    Bytes nonce = random_bytes(info.iv_bytes);
    nonce[0] &= 0x7f;
    return nonce;
  }
  Sealed slow_seal(const Bytes& nonce, const Bytes& aad, const Bytes& plain) {
    const slow::Sealed r = slow::seal({name, aead, key, nonce, aad, plain, info.tag_bytes});
    return {nonce, aad, r.data, r.tag};
  }
  void expect_seal(hedgerow::Aead& c, const Sealed& expected, const Bytes& plain) {
    Bytes out(plain.size()), tag(expected.tag.size());
    c.seal_with_nonce(expected.nonce, expected.aad, plain, out, tag);
    ASSERT_EQ(to_hex(tag), to_hex(expected.tag));
    ASSERT_EQ(out, expected.data);
    c.open(expected.nonce, expected.aad, out, out, tag);
    ASSERT_EQ(out, plain);
  }

  const std::string name = GetParam();
  const std::string aead = hedgerow::cipher_info(name).aead;
  const hedgerow_algorithm_info info = hedgerow::algorithm_info(name, aead);
  const Bytes key = random_bytes(info.key_bytes);
};

TEST_P(AeadTest, LengthsEqualTheModel) {
  std::vector<std::pair<Sealed, Bytes>> cases;
  for (std::size_t n : {0, 1, 15, 16, 17, 63, 64, 65, 112, 127, 128, 129, 500, 2047, 9000})
    for (std::size_t a : {0, 1, 16, 40, 130}) {
      if (n + a == 0) continue;
      const Bytes plain = random_bytes(n);
      cases.emplace_back(slow_seal(random_nonce(), random_bytes(a), plain), plain);
    }
  for_every_kernel(name, [&](const hedgerow::Options& options) {
    hedgerow::Aead c(name, aead, key, options);
    for (const auto& [sealed, plain] : cases) {
      SCOPED_TRACE(std::to_string(sealed.aad.size()) + "+" + std::to_string(plain.size()));
      ASSERT_NO_FATAL_FAILURE(expect_seal(c, sealed, plain));
    }
  });
}

TEST_P(AeadTest, SplitsEqualOneShot) {
  const Bytes plain = random_bytes(30000), aad = random_bytes(700);
  const Sealed sealed = slow_seal(random_nonce(), aad, plain);
  for_every_kernel(name, [&](const hedgerow::Options& options) {
    hedgerow::Aead c(name, aead, key, options);
    for (std::size_t longest : {7u, 70u, 700u, 20000u})
      for (hedgerow_direction direction : {HEDGEROW_ENCRYPT, HEDGEROW_DECRYPT}) {
        hedgerow::Aead stream = c.copy();  // a new context, because it has no last nonce
        Bytes data = direction == HEDGEROW_ENCRYPT ? plain : sealed.data, tag(sealed.tag.size());
        stream.init_with_nonce(direction, sealed.nonce);
        for_random_pieces(aad.size(), longest,
                          [&](std::size_t at, std::size_t n) { stream.aad({&aad[at], n}); });
        for_random_pieces(data.size(), longest, [&](std::size_t at, std::size_t n) {
          stream.update({&data[at], n}, {&data[at], n});
        });
        if (direction == HEDGEROW_ENCRYPT) {
          stream.final_tag(tag);
          ASSERT_EQ(tag, sealed.tag);
          ASSERT_EQ(data, sealed.data);
        } else {
          stream.final_check(sealed.tag);
          ASSERT_EQ(data, plain);
        }
      }
  });
}

// Flips one random bit in every byte of every input. The tag must not match, and no output may be
// written.
TEST_P(AeadTest, TamperingIsFound) {
  const Bytes plain = random_bytes(150), untouched = random_bytes(150);
  const Sealed sealed = slow_seal(random_nonce(), random_bytes(70), plain);
  hedgerow::Aead c(name, aead, key);
  const auto expect_refused = [&](const Sealed& s) {
    Bytes out = untouched;
    ASSERT_EQ(status_of([&] { c.open(s.nonce, s.aad, s.data, out, s.tag); }), HEDGEROW_ERR_AUTH);
    ASSERT_EQ(out, untouched);
    Bytes in_place = s.data;
    ASSERT_EQ(status_of([&] { c.open(s.nonce, s.aad, in_place, in_place, s.tag); }),
              HEDGEROW_ERR_AUTH);
    ASSERT_EQ(in_place, s.data);
    c.init_with_nonce(HEDGEROW_DECRYPT, s.nonce);
    c.aad(s.aad);
    c.update(s.data, out);
    ASSERT_EQ(status_of([&] { c.final_check(s.tag); }), HEDGEROW_ERR_AUTH);
  };
  for (Bytes Sealed::* part : {&Sealed::aad, &Sealed::data, &Sealed::tag})
    for (std::size_t i = 0; i < (sealed.*part).size(); i++) {
      Sealed bad = sealed;
      (bad.*part)[i] ^= (std::uint8_t)(1u << random_below(8));
      ASSERT_NO_FATAL_FAILURE(expect_refused(bad)) << i;
    }
  Sealed moved = sealed;  // moves the border between AAD and data
  moved.data.insert(moved.data.begin(), moved.aad.back());
  moved.data.pop_back();
  moved.aad.pop_back();
  expect_refused(moved);
  Sealed extended = sealed;  // appends the zero that padding would add
  extended.aad.push_back(0);
  expect_refused(extended);
  hedgerow::Aead other(name, aead, random_bytes(info.key_bytes));
  Bytes out = untouched;
  EXPECT_EQ(status_of([&] { other.open(sealed.nonce, sealed.aad, sealed.data, out, sealed.tag); }),
            HEDGEROW_ERR_AUTH);
  EXPECT_EQ(out, untouched);
}

// MGM authenticates the nonce, but GCM of DSTU 7624 does not, as hedgerow.h says.
TEST_P(AeadTest, NonceIsCoveredByMgmOnly) {
  const Bytes plain = random_bytes(100);
  const Sealed sealed = slow_seal(random_nonce(), random_bytes(10), plain);
  hedgerow::Aead c(name, aead, key);
  for (std::size_t i = 0; i < sealed.nonce.size(); i++) {
    Bytes nonce = sealed.nonce, out(plain.size());
    nonce[i] ^= 0x01;
    const hedgerow_status status =
        status_of([&] { c.open(nonce, sealed.aad, sealed.data, out, sealed.tag); });
    ASSERT_EQ(status, aead == "mgm" ? HEDGEROW_ERR_AUTH : HEDGEROW_OK);
    ASSERT_NE(out, plain);
  }
}

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

INSTANTIATE_TEST_SUITE_P(Ciphers, AeadTest, testing::ValuesIn(sum_aead_names()), test_name);
INSTANTIATE_TEST_SUITE_P(Ciphers, MacTest, testing::ValuesIn(ciphers_with("cmac")), test_name);

}  // namespace
}  // namespace hedgerow_test
