// hedgerow_cipher and hedgerow_mac: lengths, order of calls, reading IV and counter back, copies,
// overlap, NULL and data limits.
//
// Seen to turn red: `used` left at 0 by get_counter; copy_from without the stream; the overlap
// check removed from ECB; charge() before the length check (a failing call must cost nothing).
#include "api_support.hpp"

namespace hedgerow_test {
namespace {

struct CipherCase {
  CipherCase(const char* name, hedgerow_mode mode, std::uint64_t limit_blocks = 0)
      : info(hedgerow::cipher_info(name)), key(info.key_bytes, 5), iv(info.ctr_iv_bytes, 6) {
    hedgerow_options o = default_options();
    o.limit_blocks = limit_blocks;
    EXPECT_EQ(hedgerow_cipher_new(context.slot(), name, mode, key.data(), key.size(), &o),
              HEDGEROW_OK);
  }
  hedgerow_status encrypt(const void* in, void* out, std::size_t n) {
    return hedgerow_cipher_encrypt(context, in, out, n);
  }
  hedgerow_status set_iv() { return hedgerow_cipher_set_iv(context, iv.data(), iv.size()); }

  hedgerow_cipher_info info;
  Bytes key, iv;
  OwnedCipher context;
};

TEST(Ecb, WholeBlocksOnly) {
  CipherCase c("kalyna-256-256", HEDGEROW_ECB);
  Bytes data(96, 1), out(96, 0xaa);
  EXPECT_EQ(c.encrypt(data.data(), out.data(), 95), HEDGEROW_ERR_DATA_LENGTH);
  EXPECT_EQ(out, Bytes(96, 0xaa));
  EXPECT_EQ(c.encrypt(data.data(), out.data(), 96), HEDGEROW_OK);
  EXPECT_EQ(hedgerow_cipher_decrypt(c.context, out.data(), out.data(), 96), HEDGEROW_OK);
  EXPECT_EQ(out, data);
  EXPECT_EQ(c.encrypt(nullptr, nullptr, 0), HEDGEROW_OK);
  EXPECT_EQ(c.set_iv(), HEDGEROW_ERR_MODE);
  EXPECT_EQ(hedgerow_cipher_get_iv(c.context, out.data(), out.size()), HEDGEROW_ERR_MODE);
  EXPECT_EQ(hedgerow_cipher_get_counter(c.context, out.data(), out.size(), nullptr),
            HEDGEROW_ERR_MODE);
}

TEST(Ctr, OrderAndLengths) {
  for (const char* name : kBothFamilies) {
    CipherCase c(name, HEDGEROW_CTR);
    Bytes data(40, 1), out(40, 0xaa);
    EXPECT_EQ(c.encrypt(data.data(), out.data(), 40), HEDGEROW_ERR_STATE);
    EXPECT_EQ(hedgerow_cipher_get_iv(c.context, out.data(), out.size()), HEDGEROW_ERR_STATE);
    EXPECT_EQ(hedgerow_cipher_get_counter(c.context, out.data(), 40, nullptr), HEDGEROW_ERR_STATE);
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

TEST(Ctr, IvAndCounterCanBeRead) {
  CipherCase c("kuznyechik", HEDGEROW_CTR);
  Bytes data(100), iv(8), counter(16);
  std::size_t used = 99;
  ASSERT_EQ(c.set_iv(), HEDGEROW_OK);
  EXPECT_EQ(hedgerow_cipher_get_iv(c.context, iv.data(), 7), HEDGEROW_ERR_BUFFER);
  EXPECT_EQ(hedgerow_cipher_get_iv(c.context, nullptr, 8), HEDGEROW_ERR_NULL);
  EXPECT_EQ(hedgerow_cipher_get_iv(c.context, iv.data(), 8), HEDGEROW_OK);
  EXPECT_EQ(iv, c.iv);
  EXPECT_EQ(hedgerow_cipher_get_counter(c.context, counter.data(), 15, &used), HEDGEROW_ERR_BUFFER);
  struct {
    std::size_t bytes, counter, used;
  } const steps[] = {{0, 0, 0}, {5, 1, 5}, {11, 1, 0}, {16, 2, 0}, {33, 5, 1}};
  for (const auto& step : steps) {
    ASSERT_EQ(c.encrypt(data.data(), data.data(), step.bytes), HEDGEROW_OK);
    ASSERT_EQ(hedgerow_cipher_get_counter(c.context, counter.data(), 16, &used), HEDGEROW_OK);
    EXPECT_EQ(counter[15], step.counter);
    EXPECT_EQ(used, step.used);
  }
  EXPECT_EQ(hedgerow_cipher_get_counter(c.context, counter.data(), 16, nullptr), HEDGEROW_OK);
}

TEST(Ctr, DstuCounterIsEncryptedIvPlusOne) {
  CipherCase c("kalyna-512-512", HEDGEROW_CTR), ecb("kalyna-512-512", HEDGEROW_ECB);
  Bytes counter(64), expected(64);
  ASSERT_EQ(c.set_iv(), HEDGEROW_OK);
  ASSERT_EQ(ecb.encrypt(c.iv.data(), expected.data(), 64), HEDGEROW_OK);
  for (std::uint8_t& digit : expected)
    if (++digit != 0) break;
  ASSERT_EQ(hedgerow_cipher_get_counter(c.context, counter.data(), 64, nullptr), HEDGEROW_OK);
  EXPECT_EQ(counter, expected);
}

TEST(Ctr, CopyContinuesTheSameStream) {
  CipherCase c("kalyna-128-128", HEDGEROW_CTR);
  Bytes data(77), a(77), b(77);
  OwnedCipher copy;
  ASSERT_EQ(c.set_iv(), HEDGEROW_OK);
  ASSERT_EQ(c.encrypt(data.data(), data.data(), 37), HEDGEROW_OK);
  ASSERT_EQ(hedgerow_cipher_copy(copy.slot(), c.context), HEDGEROW_OK);
  ASSERT_EQ(c.encrypt(data.data(), a.data(), 77), HEDGEROW_OK);
  ASSERT_EQ(hedgerow_cipher_decrypt(copy, data.data(), b.data(), 77), HEDGEROW_OK);
  EXPECT_EQ(a, b);
}

TEST(Cipher, OverlapIsRefused) {
  for (hedgerow_mode mode : {HEDGEROW_ECB, HEDGEROW_CTR}) {
    CipherCase c("kalyna-128-128", mode);
    Bytes data(200, 1);
    const Bytes before = data;
    ASSERT_EQ(c.set_iv(), mode == HEDGEROW_CTR ? HEDGEROW_OK : HEDGEROW_ERR_MODE);
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

// A limit of 4 blocks: what fails costs nothing, what a stream has begun is counted once, copies
// inherit what is left.
TEST(Cipher, DataLimit) {
  CipherCase ecb("kalyna-128-128", HEDGEROW_ECB, 4), ctr("kuznyechik", HEDGEROW_CTR, 4);
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
  ASSERT_EQ(hedgerow_mac_new(m.slot(), "kalyna-128-256", HEDGEROW_GMAC, key.data(), 32, &o),
            HEDGEROW_OK);
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

}  // namespace
}  // namespace hedgerow_test
