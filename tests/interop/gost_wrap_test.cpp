// Compares KExp15 and the key wraps of RFC 4357 with gost-engine over random keys and IVs.
//
// The suite turned red when the OMAC of KExp15 left out the IV, and when the two sums of RFC 4357
// were exchanged.
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

// The inner key wrap of the engine. Its functions are exported, but its context type is not, so
// this buffer is larger than the context.
struct InnerWrap {
  using Init = void(void*, const void*);
  using Wrap = int(void*, const unsigned char*, const unsigned char*, const unsigned char*,
                   unsigned char*);
  using Key = void(void*, const unsigned char*);
  using Ecb = void(void*, const unsigned char*, unsigned char*, int);
  using Mac = int(void*, int, const unsigned char*, const unsigned char*, unsigned, unsigned char*);
  Init* const init = gost_function<Init>("gost_init");
  Wrap* const cryptopro = gost_function<Wrap>("keyWrapCryptoPro");
  Key* const set_key = gost_function<Key>("gost_key");
  Ecb* const ecb = gost_function<Ecb>("gost_enc");
  Mac* const mac = gost_function<Mac>("gost_mac_iv");
  alignas(64) unsigned char context[16384] = {};

  bool usable() const { return init && cryptopro && set_key && ecb && mac; }
  void start(const char* sbox) {
    init(context, (const void*)gost_function<void()>((std::string("Gost28147_") + sbox).c_str()));
  }
  // RFC 4357 sections 6.3 and 6.1, built from the parts of the engine. Returns UKM, key, MAC.
  Bytes diversified(const Bytes& key, const Bytes& ukm, const Bytes& plain) {
    Bytes r(44);
    EXPECT_EQ(cryptopro(context, key.data(), ukm.data(), plain.data(), r.data()), 1);
    return r;
  }
  Bytes simple(const Bytes& key, const Bytes& ukm, const Bytes& plain) {
    Bytes r = ukm;
    r.resize(44);
    set_key(context, key.data());
    ecb(context, plain.data(), &r[8], 4);
    EXPECT_EQ(mac(context, 32, ukm.data(), plain.data(), 32, &r[40]), 1);
    return r;
  }
};

void check_wrap(const char* cipher, const char* mode, const Bytes& key, const Bytes& ukm,
                const Bytes& plain, const Bytes& expected) {
  Bytes wrapped(36), back(32);
  hedgerow::Wrap c(cipher, mode, key);
  c.set_iv(ukm);
  c.wrap(plain, wrapped);
  ASSERT_EQ(to_hex(wrapped), to_hex(Bytes(expected.begin() + 8, expected.end()))) << cipher << mode;
  ASSERT_EQ(c.unwrap(wrapped, back), 32u);
  ASSERT_EQ(back, plain);
}

TEST(GostEngine, Rfc4357KeyWrap) {
  HR_NEED_GOST_ENGINE();
  InnerWrap engine;
  if (!engine.usable()) GTEST_SKIP() << "this engine does not export its key wrap";
  const std::pair<const char*, const char*> sets[] = {
      {"CryptoProParamSetA", "gost28147:cryptopro-a"},
      {"CryptoProParamSetB", "gost28147:cryptopro-b"},
      {"CryptoProParamSetC", "gost28147:cryptopro-c"},
      {"CryptoProParamSetD", "gost28147:cryptopro-d"},
      {"TC26ParamSetZ", "gost28147:tc26-z"},
      {"TestParamSet", "gost28147:test"}};
  for (const auto& [sbox, cipher] : sets) {
    engine.start(sbox);
    for (int run = 0; run < 100; run++) {
      const Bytes key = random_bytes(32), ukm = random_bytes(8), plain = random_bytes(32);
      ASSERT_NO_FATAL_FAILURE(
          check_wrap(cipher, "kw-cryptopro", key, ukm, plain, engine.diversified(key, ukm, plain)));
      ASSERT_NO_FATAL_FAILURE(
          check_wrap(cipher, "kw-gost", key, ukm, plain, engine.simple(key, ukm, plain)));
    }
  }
}

}  // namespace
}  // namespace hedgerow_test
