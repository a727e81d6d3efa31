// hedgerow_cipher and hedgerow_mac: lengths, order of calls, reading the IV back, copies, overlap,
// NULL and data limits.
//
// The suite turned red when copy_from did not copy the stream, when ECB did not check for overlap,
// when charge() came before the length check (a failing call must cost no blocks), when a call took
// one block in the middle of a message, when XTS accepted two equal keys, and when a NULL key of
// length 0 was reported as NULL instead of as a wrong length.
#include "api/api_support.hpp"

namespace hedgerow_test {
namespace {

struct CipherCase {
  CipherCase(const char* name, const char* mode, std::uint64_t limit_blocks = 0)
      : info(hedgerow::algorithm_info(name, mode)), key(info.key_bytes, 5), iv(info.iv_bytes, 6) {
    hedgerow_options o = default_options();
    o.limit_blocks = limit_blocks;
    EXPECT_EQ(new_keyed(context, name, mode, key, &o), HEDGEROW_OK);
  }
  hedgerow_status encrypt(const void* in, void* out, std::size_t n) {
    return hedgerow_cipher_encrypt(context, in, out, n);
  }
  hedgerow_status set_iv() { return hedgerow_cipher_set_iv(context, iv.data(), iv.size()); }

  hedgerow_algorithm_info info;
  Bytes key, iv;
  OwnedCipher context;
};

TEST(Ecb, WholeBlocksOnly) {
  CipherCase c("kalyna-256-256", "ecb");
  Bytes data(96, 1), out(96, 0xaa);
  EXPECT_EQ(c.encrypt(data.data(), out.data(), 95), HEDGEROW_ERR_DATA_LENGTH);
  EXPECT_EQ(out, Bytes(96, 0xaa));
  EXPECT_EQ(c.encrypt(data.data(), out.data(), 96), HEDGEROW_OK);
  EXPECT_EQ(hedgerow_cipher_decrypt(c.context, out.data(), out.data(), 96), HEDGEROW_OK);
  EXPECT_EQ(out, data);
  EXPECT_EQ(c.encrypt(nullptr, nullptr, 0), HEDGEROW_OK);
  EXPECT_EQ(c.set_iv(), HEDGEROW_ERR_MODE);
  EXPECT_EQ(hedgerow_cipher_get_iv(c.context, out.data(), out.size()), HEDGEROW_ERR_MODE);
  EXPECT_EQ(hedgerow_cipher_seek(c.context, 1), HEDGEROW_ERR_MODE);
}

TEST(Ctr, OneBlockWritesOneBlock) {
  for (const std::string& name : ciphers_with("ctr")) {
    const hedgerow_algorithm_info info = hedgerow::algorithm_info(name, "ctr");
    hedgerow::Cipher c(name, "ctr", Bytes(info.key_bytes), basic_options(name));
    c.set_iv(Bytes(info.iv_bytes));
    const std::size_t block = hedgerow::cipher_info(name).block_bytes;
    Bytes in(2 * 64), out(2 * 64, 0xaa);
    c.encrypt(std::span(in).first(block), std::span(out).first(block));
    EXPECT_EQ(Bytes(out.begin() + block, out.end()), Bytes(out.size() - block, 0xaa)) << name;
  }
}

// A call of one block takes a short path through the API. This path must refuse the same arguments
// as the others.
TEST(Ecb, OneBlock) {
  CipherCase c("speck-64-128", "ecb", 4);
  Bytes data(24, 1);
  const Bytes before = data;
  std::uint8_t* const p = data.data();
  std::size_t n;
  EXPECT_EQ(hedgerow_cipher_encrypt(nullptr, p, p, 8), HEDGEROW_ERR_NULL);
  EXPECT_EQ(c.encrypt(nullptr, p, 8), HEDGEROW_ERR_NULL);
  EXPECT_EQ(c.encrypt(p, nullptr, 8), HEDGEROW_ERR_NULL);
  EXPECT_EQ(c.encrypt(p, p + 7, 8), HEDGEROW_ERR_OVERLAP);
  EXPECT_EQ(c.encrypt(p + 7, p, 8), HEDGEROW_ERR_OVERLAP);
  ASSERT_EQ(hedgerow_cipher_begin(c.context, HEDGEROW_ENCRYPT), HEDGEROW_OK);
  EXPECT_EQ(c.encrypt(p, p, 8), HEDGEROW_ERR_STATE);
  ASSERT_EQ(hedgerow_cipher_final(c.context, p, 8, &n), HEDGEROW_OK);
  EXPECT_EQ(data, before);
  EXPECT_EQ(c.encrypt(p, p + 8, 8), HEDGEROW_OK);
  EXPECT_EQ(c.encrypt(p, p, 8), HEDGEROW_OK);
  EXPECT_EQ(Bytes(p, p + 8), Bytes(p + 8, p + 16));
  EXPECT_EQ(hedgerow_cipher_decrypt(c.context, p, p, 8), HEDGEROW_OK);
  EXPECT_EQ(hedgerow_cipher_decrypt(c.context, p + 8, p + 16, 8), HEDGEROW_OK);
  EXPECT_EQ(Bytes(p, p + 8), Bytes(before.begin(), before.begin() + 8));
  EXPECT_EQ(Bytes(p + 16, p + 24), Bytes(p, p + 8));
  EXPECT_EQ(c.encrypt(p, p, 8), HEDGEROW_ERR_LIMIT);
  ASSERT_EQ(hedgerow_cipher_set_key(c.context, c.key.data(), c.key.size()), HEDGEROW_OK);
  EXPECT_EQ(c.encrypt(p, p, 8), HEDGEROW_OK);
  ASSERT_EQ(hedgerow_cipher_reset(c.context), HEDGEROW_OK);
  for (const std::size_t bytes : {0u, 8u}) EXPECT_EQ(c.encrypt(p, p, bytes), HEDGEROW_ERR_STATE);
}

// Two keys that differ in one bit are accepted. If two equal keys are refused, the previous key
// stays.
TEST(Xts, EqualKeysAreRefused) {
  std::size_t algorithms = 0;
  for (const hedgerow_algorithm_info& o : hedgerow::list_algorithms()) {
    const std::size_t one = hedgerow::cipher_info(o.cipher).key_bytes;
    if (std::string(o.mode).rfind("xts", 0) != 0 || o.key_bytes == one) continue;
    SCOPED_TRACE(o.cipher);
    const Bytes right = random_bytes(o.key_bytes), iv(o.iv_bytes), data = random_bytes(150);
    Bytes equal = right, before(150), after(150);
    std::copy(right.begin(), right.begin() + (long)one, equal.begin() + (long)one);
    hedgerow::Cipher c(o.cipher, o.mode);
    EXPECT_EQ(status_of([&] { c.set_key(equal); }), HEDGEROW_ERR_KEY_VALUE);
    EXPECT_EQ(c.query().has_key, 0);
    c.set_key(right);
    c.set_iv(iv);
    c.encrypt(data, before);
    EXPECT_EQ(status_of([&] { c.set_key(equal); }), HEDGEROW_ERR_KEY_VALUE);
    c.set_iv(iv);
    c.encrypt(data, after);
    EXPECT_EQ(after, before);
    for (std::size_t i = 0; i < one; i++) {
      Bytes other = equal;
      other[one + i] ^= (std::uint8_t)(1u << random_below(8));
      c.set_key(other);
    }
    algorithms++;
  }
  EXPECT_GT(algorithms, 20u);
}

// A key or an IV of length 0 has a wrong length, with or without a pointer. A NULL pointer with
// another length is reported as NULL.
template <class Owned, class SetKey, class SetIv>
void expect_lengths(Owned& c, SetKey set_key, SetIv set_iv, std::size_t key_bytes,
                    std::size_t iv_bytes) {
  const std::uint8_t none = 0;
  for (const std::uint8_t* at : {(const std::uint8_t*)nullptr, &none}) {
    EXPECT_EQ(set_key(c, at, 0), HEDGEROW_ERR_KEY_LENGTH);
    EXPECT_EQ(set_iv(c, at, 0), HEDGEROW_ERR_NONCE_LENGTH);
  }
  EXPECT_EQ(set_key(c, nullptr, key_bytes), HEDGEROW_ERR_NULL);
  EXPECT_EQ(set_iv(c, nullptr, iv_bytes), HEDGEROW_ERR_NULL);
}

TEST(Keys, OfNoBytes) {
  OwnedCipher c;
  OwnedAead a;
  OwnedMac m;
  OwnedWrap w;
  ASSERT_EQ(hedgerow_cipher_new(c.slot(), "kuznyechik", "ctr", nullptr), HEDGEROW_OK);
  ASSERT_EQ(hedgerow_aead_new(a.slot(), "kuznyechik", "mgm", nullptr), HEDGEROW_OK);
  ASSERT_EQ(hedgerow_mac_new(m.slot(), "lea-256", "gmac", nullptr), HEDGEROW_OK);
  ASSERT_EQ(hedgerow_wrap_new(w.slot(), "magma", "kexp15", nullptr), HEDGEROW_OK);
  expect_lengths(c, hedgerow_cipher_set_key, hedgerow_cipher_set_iv, 32, 8);
  expect_lengths(
      a, hedgerow_aead_set_key,
      [](hedgerow_aead* aead, const void* nonce, std::size_t bytes) {
        EXPECT_EQ(hedgerow_aead_set_key(aead, Bytes(32).data(), 32), HEDGEROW_OK);
        return hedgerow_aead_init_with_nonce(aead, HEDGEROW_ENCRYPT, nonce, bytes);
      },
      32, 16);
  expect_lengths(m, hedgerow_mac_set_key, hedgerow_mac_set_iv, 32, 12);
  expect_lengths(w, hedgerow_wrap_set_key, hedgerow_wrap_set_iv, 64, 4);
}

TEST(Ctr, OrderAndLengths) {
  for (const char* name : kBothFamilies) {
    CipherCase c(name, "ctr");
    Bytes data(40, 1), out(40, 0xaa);
    EXPECT_EQ(c.encrypt(data.data(), out.data(), 40), HEDGEROW_ERR_STATE);
    EXPECT_EQ(hedgerow_cipher_get_iv(c.context, out.data(), out.size()), HEDGEROW_ERR_STATE);
    EXPECT_EQ(hedgerow_cipher_get_updated_iv(c.context, out.data(), 40), HEDGEROW_ERR_STATE);
    EXPECT_EQ(hedgerow_cipher_seek(c.context, 1), HEDGEROW_ERR_STATE);
    EXPECT_EQ(hedgerow_cipher_set_iv(c.context, c.iv.data(), c.iv.size() - 1),
              HEDGEROW_ERR_NONCE_LENGTH);
    EXPECT_EQ(hedgerow_cipher_set_iv(c.context, nullptr, c.iv.size()), HEDGEROW_ERR_NULL);
    EXPECT_EQ(c.set_iv(), HEDGEROW_OK);
    EXPECT_EQ(c.encrypt(nullptr, out.data(), 40), HEDGEROW_ERR_NULL);
    EXPECT_EQ(c.encrypt(data.data(), nullptr, 40), HEDGEROW_ERR_NULL);
    EXPECT_EQ(hedgerow_cipher_encrypt(nullptr, data.data(), out.data(), 40), HEDGEROW_ERR_NULL);
    EXPECT_EQ(out, Bytes(40, 0xaa));
    EXPECT_EQ(c.encrypt(data.data(), out.data(), 40), HEDGEROW_OK);
  }
}

TEST(Ctr, IvCanBeRead) {
  CipherCase c("kuznyechik", "ctr");
  Bytes iv(8);
  ASSERT_EQ(c.set_iv(), HEDGEROW_OK);
  EXPECT_EQ(hedgerow_cipher_get_iv(c.context, iv.data(), 7), HEDGEROW_ERR_BUFFER);
  EXPECT_EQ(hedgerow_cipher_get_iv(c.context, nullptr, 8), HEDGEROW_ERR_NULL);
  EXPECT_EQ(hedgerow_cipher_get_iv(c.context, iv.data(), 8), HEDGEROW_OK);
  EXPECT_EQ(iv, c.iv);
}

TEST(Ctr, CopyContinuesTheSameStream) {
  CipherCase c("kalyna-128-128", "ctr");
  Bytes data(77), a(77), b(77);
  OwnedCipher copy;
  ASSERT_EQ(c.set_iv(), HEDGEROW_OK);
  ASSERT_EQ(c.encrypt(data.data(), data.data(), 37), HEDGEROW_OK);
  ASSERT_EQ(hedgerow_cipher_copy(copy.slot(), c.context), HEDGEROW_OK);
  ASSERT_EQ(c.encrypt(data.data(), a.data(), 77), HEDGEROW_OK);
  ASSERT_EQ(hedgerow_cipher_encrypt(copy, data.data(), b.data(), 77), HEDGEROW_OK);
  EXPECT_EQ(a, b);
}

TEST(Cipher, OverlapIsRefused) {
  for (const std::string mode : {"ecb", "ctr"}) {
    CipherCase c("kalyna-128-128", mode.c_str());
    Bytes data(200, 1);
    const Bytes before = data;
    ASSERT_EQ(c.set_iv(), mode == "ctr" ? HEDGEROW_OK : HEDGEROW_ERR_MODE);
    for (std::size_t shift : {1u, 16u, 63u}) {
      EXPECT_EQ(c.encrypt(&data[0], &data[shift], 64), HEDGEROW_ERR_OVERLAP);
      EXPECT_EQ(c.encrypt(&data[shift], &data[0], 64), HEDGEROW_ERR_OVERLAP);
    }
    EXPECT_EQ(data, before);
    EXPECT_EQ(c.encrypt(&data[0], &data[64], 64), HEDGEROW_OK);
    EXPECT_EQ(c.encrypt(&data[64], &data[0], 64), HEDGEROW_OK);
    EXPECT_EQ(c.encrypt(&data[1], &data[1], 64), HEDGEROW_OK);
  }
}

// The limit is 4 blocks: a failing call costs no blocks, a stream counts each block that it has
// begun only once, and a copy inherits the remaining blocks.
TEST(Cipher, DataLimit) {
  CipherCase ecb("kalyna-128-128", "ecb", 4), ctr("kuznyechik", "ctr", 4);
  Bytes data(200);
  std::uint8_t* p = data.data();
  EXPECT_EQ(ecb.encrypt(p, p, 80), HEDGEROW_ERR_LIMIT);
  EXPECT_EQ(ecb.encrypt(p, p, 63), HEDGEROW_ERR_DATA_LENGTH);
  EXPECT_EQ(ecb.encrypt(p, p, 48), HEDGEROW_OK);
  OwnedCipher copy;
  ASSERT_EQ(hedgerow_cipher_copy(copy.slot(), ecb.context), HEDGEROW_OK);
  for (hedgerow_cipher* c : {(hedgerow_cipher*)ecb.context, (hedgerow_cipher*)copy}) {
    EXPECT_EQ(hedgerow_cipher_decrypt(c, p, p, 32), HEDGEROW_ERR_LIMIT);
    EXPECT_EQ(hedgerow_cipher_decrypt(c, p, p, 16), HEDGEROW_OK);
    EXPECT_EQ(hedgerow_cipher_encrypt(c, p, p, 16), HEDGEROW_ERR_LIMIT);
  }
  ASSERT_EQ(ctr.set_iv(), HEDGEROW_OK);
  for (int i = 0; i < 33; i++) EXPECT_EQ(ctr.encrypt(p, p, 1), HEDGEROW_OK);
  ASSERT_EQ(ctr.set_iv(), HEDGEROW_OK);
  EXPECT_EQ(ctr.encrypt(p, p, 17), HEDGEROW_ERR_LIMIT);
  EXPECT_EQ(ctr.encrypt(p, p, 16), HEDGEROW_OK);
  EXPECT_EQ(ctr.encrypt(p, p, 1), HEDGEROW_ERR_LIMIT);
  EXPECT_EQ(ctr.encrypt(p, p, SIZE_MAX / 2), HEDGEROW_ERR_LIMIT);
}

TEST(Mac, CallsAndCopies) {
  const Bytes key(32, 1), data(100, 2);
  OwnedMac m, copy;
  hedgerow_options o = default_options();
  o.limit_blocks = 14;
  ASSERT_EQ(new_keyed(m, "kalyna-128-256", "gmac", key, &o), HEDGEROW_OK);
  Bytes tag(16), same(16);
  EXPECT_EQ(hedgerow_mac_update(nullptr, data.data(), 1), HEDGEROW_ERR_NULL);
  EXPECT_EQ(hedgerow_mac_update(m, nullptr, 1), HEDGEROW_ERR_NULL);
  EXPECT_EQ(hedgerow_mac_final(m, tag.data(), 16), HEDGEROW_ERR_DATA_LENGTH);
  EXPECT_EQ(hedgerow_mac_update(m, data.data(), 50), HEDGEROW_OK);
  ASSERT_EQ(hedgerow_mac_copy(copy.slot(), m), HEDGEROW_OK);
  EXPECT_EQ(hedgerow_mac_update(m, data.data(), 50), HEDGEROW_OK);
  EXPECT_EQ(hedgerow_mac_final(m, nullptr, 16), HEDGEROW_ERR_NULL);
  EXPECT_EQ(hedgerow_mac_final(m, tag.data(), 16), HEDGEROW_OK);
  EXPECT_EQ(hedgerow_mac_update(copy, data.data(), 50), HEDGEROW_OK);
  EXPECT_EQ(hedgerow_mac_check(copy, tag.data(), 16), HEDGEROW_OK);
  EXPECT_EQ(hedgerow_mac_update(m, data.data(), 100), HEDGEROW_OK);
  EXPECT_EQ(hedgerow_mac_final(m, same.data(), 16), HEDGEROW_OK);
  EXPECT_EQ(tag, same);
  EXPECT_EQ(hedgerow_mac_update(m, data.data(), 1), HEDGEROW_ERR_LIMIT);
}

// Its tag would be zeros under every key.
TEST(Mac, OfAnEmptyMessageOfGost28147) {
  OwnedMac m;
  ASSERT_EQ(new_keyed(m, "gost28147:cryptopro-a", "imit", Bytes(32, 1)), HEDGEROW_OK);
  Bytes tag(4);
  EXPECT_EQ(hedgerow_mac_final(m, tag.data(), 4), HEDGEROW_ERR_DATA_LENGTH);
  EXPECT_EQ(hedgerow_mac_check(m, tag.data(), 4), HEDGEROW_ERR_DATA_LENGTH);
}

}  // namespace
}  // namespace hedgerow_test
