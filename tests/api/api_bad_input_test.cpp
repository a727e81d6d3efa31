// Uses the modes wrongly: lengths, padding, order of calls, hard limits and batches. Each error has
// its own status, so that a caller can react to it. The outputs stay as they were, or are zeroed
// where hedgerow.h says so.
//
// The suite turned red when unpad_pkcs7 looked only at the last byte, when unpad_bit accepted a
// block of zeros, when ctr_gost used the period of a whole block, and when check_batch did not
// charge the data limit.
#include <algorithm>

#include "api/api_support.hpp"

namespace hedgerow_test {
namespace {

hedgerow_status new_with(const char* cipher, const char* mode, const hedgerow_options& o) {
  OwnedCipher c;
  return hedgerow_cipher_new(c.slot(), cipher, mode, &o);
}

struct Ready {
  Ready(const char* name, const char* mode, hedgerow_options o = default_options())
      : info(hedgerow::algorithm_info(name, mode)), iv(info.iv_bytes, 3) {
    Bytes key(info.key_bytes, 1);
    if (std::string(info.mode).rfind("xts", 0) == 0)
      key[0] = 2;  // because the second key must differ
    EXPECT_EQ(new_keyed(c, name, mode, key, &o), HEDGEROW_OK);
    if (info.iv_bytes == 0) return;
    EXPECT_EQ(hedgerow_cipher_set_iv(c, iv.data(), iv.size()), HEDGEROW_OK);
  }
  hedgerow_status set_iv() { return hedgerow_cipher_set_iv(c, iv.data(), iv.size()); }
  // Begins a message, processes all of `in`, and ends it. `out` receives the output.
  hedgerow_status whole(hedgerow_direction direction, const Bytes& in, Bytes& out) {
    std::size_t n = 0, rest = 0;
    EXPECT_EQ(hedgerow_cipher_begin(c, direction), HEDGEROW_OK);
    out.assign(in.size() + 128, 0xaa);
    EXPECT_EQ(hedgerow_cipher_update(c, in.data(), in.size(), out.data(), out.size(), &n),
              HEDGEROW_OK);
    const hedgerow_status s = hedgerow_cipher_final(c, out.data() + n, out.size() - n, &rest);
    out.resize(n + rest);
    return s;
  }
  hedgerow_algorithm_info info;
  Bytes iv;
  OwnedCipher c;
};

TEST(BadInput, IvLengths) {
  for (const hedgerow_algorithm_info& o : hedgerow::list_algorithms()) {
    if (o.kind != HEDGEROW_BLOCK && o.kind != HEDGEROW_STREAM) continue;
    if (std::string(o.cipher).find(':') != std::string::npos) continue;
    Ready r(o.cipher, o.mode);
    const Bytes iv(300, 1);
    for (std::size_t n = 0; n <= 300; n++) {
      const bool good =
          n >= o.min_iv_bytes && n <= o.max_iv_bytes && (n - o.min_iv_bytes) % o.iv_step_bytes == 0;
      const hedgerow_status expected = !o.max_iv_bytes ? HEDGEROW_ERR_MODE
                                       : good          ? HEDGEROW_OK
                                                       : HEDGEROW_ERR_NONCE_LENGTH;
      ASSERT_EQ(hedgerow_cipher_set_iv(r.c, iv.data(), n), expected) << o.cipher << o.mode << n;
    }
  }
}

TEST(BadInput, FeedbackAndSections) {
  hedgerow_options o = default_options();
  for (const auto& [cipher, block] : {std::pair{"magma", 8u}, {"kalyna-256-256", 32u}})
    for (std::uint32_t s = 1; s < 70; s++) {
      o.feedback_bytes = s;
      EXPECT_EQ(new_with(cipher, "cfb", o), s <= block ? HEDGEROW_OK : HEDGEROW_ERR_FEEDBACK);
    }
  o = default_options();
  for (const auto& [cipher, block] : {std::pair{"magma", 8u}, {"kuznyechik", 16u}})
    for (std::uint32_t s = 0; s < 70; s++)
      for (const char* mode : {"ctr", "ofb"}) {
        o.gamma_bytes = s;
        EXPECT_EQ(new_with(cipher, mode, o), s <= block ? HEDGEROW_OK : HEDGEROW_ERR_GAMMA);
      }
  EXPECT_EQ(new_with("kalyna-128-128", "ctr", o), HEDGEROW_ERR_OPTIONS);
  o = default_options();
  for (std::uint64_t n = 1; n < 70; n++) {
    o.section_bytes = n;
    EXPECT_EQ(new_with("kuznyechik", "ctr-acpkm", o), n % 16 ? HEDGEROW_ERR_SECTION : HEDGEROW_OK);
    EXPECT_EQ(new_with("gost28147:eac", "cnt", o), n % 8 ? HEDGEROW_ERR_SECTION : HEDGEROW_OK);
  }
  o.section_bytes = 1024;
  o.feedback_bytes = 3;
  EXPECT_EQ(new_with("gost28147:eac", "cfb", o), HEDGEROW_ERR_FEEDBACK) << "meshing in a unit";
}

TEST(BadInput, LengthsOfBlockModes) {
  Bytes data(100, 5), out;
  Ready cbc("kuznyechik", "cbc"), xts("kalyna-256-256", "xts");
  EXPECT_EQ(hedgerow_cipher_encrypt(cbc.c, data.data(), data.data(), 33), HEDGEROW_ERR_DATA_LENGTH);
  EXPECT_EQ(cbc.whole(HEDGEROW_ENCRYPT, Bytes(33), out), HEDGEROW_ERR_DATA_LENGTH);
  EXPECT_EQ(xts.whole(HEDGEROW_ENCRYPT, Bytes(31), out), HEDGEROW_ERR_TOO_SHORT);
  EXPECT_EQ(hedgerow_cipher_encrypt(xts.c, data.data(), data.data(), 31), HEDGEROW_ERR_STATE);
  ASSERT_EQ(xts.set_iv(), HEDGEROW_OK);
  EXPECT_EQ(hedgerow_cipher_encrypt(xts.c, data.data(), data.data(), 31), HEDGEROW_ERR_TOO_SHORT);
  EXPECT_EQ(data, Bytes(100, 5));
  EXPECT_EQ(hedgerow_cipher_encrypt(xts.c, data.data(), data.data(), 33), HEDGEROW_OK);
  EXPECT_EQ(hedgerow_cipher_encrypt(xts.c, data.data(), data.data(), 32), HEDGEROW_ERR_STATE)
      << "an incomplete block ended the message";
  ASSERT_EQ(cbc.set_iv(), HEDGEROW_OK);
  EXPECT_EQ(hedgerow_cipher_encrypt(cbc.c, data.data(), data.data(), 16), HEDGEROW_OK);
  EXPECT_EQ(hedgerow_cipher_decrypt(cbc.c, data.data(), data.data(), 16), HEDGEROW_ERR_STATE)
      << "a message goes one way";
}

TEST(BadInput, OrderOfBufferedCalls) {
  Ready c("kalyna-128-128", "cbc");
  Bytes data(64), out(64);
  std::size_t n = 99;
  const auto update = [&](std::size_t bytes, std::size_t room) {
    return hedgerow_cipher_update(c.c, data.data(), bytes, out.data(), room, &n);
  };
  EXPECT_EQ(update(16, 16), HEDGEROW_ERR_STATE);
  EXPECT_EQ(hedgerow_cipher_final(c.c, out.data(), 64, &n), HEDGEROW_ERR_STATE);
  ASSERT_EQ(hedgerow_cipher_begin(c.c, HEDGEROW_ENCRYPT), HEDGEROW_OK);
  EXPECT_EQ(update(20, 15), HEDGEROW_ERR_BUFFER);
  EXPECT_EQ(update(20, 16), HEDGEROW_OK) << "nothing was taken before";
  EXPECT_EQ(n, 16u);
  EXPECT_EQ(hedgerow_cipher_encrypt(c.c, data.data(), out.data(), 16), HEDGEROW_ERR_STATE);
  EXPECT_EQ(hedgerow_cipher_update(c.c, &data[0], 32, &data[1], 60, &n), HEDGEROW_ERR_OVERLAP);
  EXPECT_EQ(hedgerow_cipher_begin(c.c, (hedgerow_direction)2), HEDGEROW_ERR_MODE);
  OwnedCipher keyless;
  ASSERT_EQ(hedgerow_cipher_new(keyless.slot(), "kalyna-128-128", "ecb", nullptr), HEDGEROW_OK);
  EXPECT_EQ(hedgerow_cipher_encrypt(keyless, data.data(), out.data(), 16), HEDGEROW_ERR_STATE);
  EXPECT_EQ(hedgerow_cipher_begin(keyless, HEDGEROW_ENCRYPT), HEDGEROW_ERR_STATE);
  ASSERT_EQ(hedgerow_cipher_reset(c.c), HEDGEROW_OK);
  EXPECT_EQ(hedgerow_cipher_begin(c.c, HEDGEROW_ENCRYPT), HEDGEROW_ERR_STATE) << "no key";
}

// A block that ends in a valid padding, or in one that is slightly wrong.
Bytes end_of_message(hedgerow_padding padding, std::size_t block, int trial) {
  Bytes last = random_bytes(block);
  const std::size_t length = random_below(block + 3);
  if (padding == HEDGEROW_PADDING_PKCS7) {
    for (std::size_t i = 0; i < length && i < block; i++)
      last[block - 1 - i] = (std::uint8_t)length;
    if (trial % 3 == 0) last[random_below(block)] ^= 1;
    return last;
  }
  for (std::size_t i = 0; i < length && i < block; i++) last[block - 1 - i] = 0;
  if (length < block && trial % 3) last[block - 1 - length] = 0x80;
  return last;
}

bool is_padded(hedgerow_padding padding, const Bytes& last) {
  if (padding == HEDGEROW_PADDING_PKCS7) {
    const std::size_t n = last.back();
    return n >= 1 && n <= last.size() && std::count(last.end() - (long)n, last.end(), n) == (long)n;
  }
  std::size_t i = last.size();
  while (i && last[i - 1] == 0) i--;
  return i && last[i - 1] == 0x80;
}

TEST(Padding, RoundTripsAndEveryWrongOne) {
  for (hedgerow_padding padding : {HEDGEROW_PADDING_PKCS7, HEDGEROW_PADDING_BIT})
    for (const char* cipher : {"magma", "kuznyechik", "kalyna-512-512"}) {
      hedgerow_options o = default_options();
      o.padding = padding;
      Ready c(cipher, "cbc", o), plain_cbc(cipher, "cbc");
      const std::size_t block = c.info.block_bytes;
      for (std::size_t n = 0; n <= 2 * block + 1; n++) {
        const Bytes data = random_bytes(n);
        Bytes sealed, opened;
        ASSERT_EQ(c.whole(HEDGEROW_ENCRYPT, data, sealed), HEDGEROW_OK);
        ASSERT_EQ(sealed.size(), (n / block + 1) * block);
        ASSERT_EQ(c.whole(HEDGEROW_DECRYPT, sealed, opened), HEDGEROW_OK);
        ASSERT_EQ(opened, data);
      }
      const auto opens = [&](const Bytes& last) {
        Bytes sealed, opened;
        EXPECT_EQ(plain_cbc.whole(HEDGEROW_ENCRYPT, last, sealed), HEDGEROW_OK);
        const hedgerow_status s = c.whole(HEDGEROW_DECRYPT, sealed, opened);
        EXPECT_TRUE(s == HEDGEROW_OK || opened.empty());
        return s;
      };
      for (int trial = 0; trial < 300; trial++) {
        const Bytes last = end_of_message(padding, block, trial);
        const bool good = is_padded(padding, last);
        ASSERT_EQ(opens(last), good ? HEDGEROW_OK : HEDGEROW_ERR_PADDING) << to_hex(last);
      }
      Bytes opened;
      EXPECT_EQ(c.whole(HEDGEROW_DECRYPT, {}, opened), HEDGEROW_ERR_DATA_LENGTH);
      EXPECT_EQ(c.whole(HEDGEROW_DECRYPT, Bytes(block + 1), opened), HEDGEROW_ERR_DATA_LENGTH);
    }
}

TEST(Padding, ThatCannotBeUndone) {
  hedgerow_options o = default_options();
  Bytes sealed, opened;
  for (hedgerow_padding padding : {HEDGEROW_PADDING_ZERO, HEDGEROW_PADDING_BIT_IF_PARTIAL}) {
    o.padding = padding;
    Ready c("kuznyechik", "ecb", o);
    ASSERT_EQ(c.whole(HEDGEROW_ENCRYPT, Bytes(16, 7), sealed), HEDGEROW_OK);
    EXPECT_EQ(sealed.size(), 16u);
    ASSERT_EQ(c.whole(HEDGEROW_ENCRYPT, Bytes(17, 7), sealed), HEDGEROW_OK);
    ASSERT_EQ(c.whole(HEDGEROW_DECRYPT, sealed, opened), HEDGEROW_OK);
    Bytes expected(17, 7);
    expected.resize(32);
    if (padding != HEDGEROW_PADDING_ZERO) expected[17] = 0x80;
    EXPECT_EQ(opened, expected);
  }
}

// A counter never passes its period, whatever limit the options allow.
TEST(HardLimits, CounterPeriods) {
  hedgerow_options o = default_options();
  o.limit_blocks = HEDGEROW_NO_LIMIT;
  const std::pair<const char*, std::uint64_t> kPeriods[] = {
      {"speck-32-64", 1ull << 32}, {"magma", 1ull << 32}, {"speck-48-96", 1ull << 48}};
  for (const auto& [name, period] : kPeriods) {
    Ready c(name, "ctr", o);
    const std::size_t block = c.info.block_bytes;
    Bytes data(2 * block);
    EXPECT_EQ(c.info.message_bytes, period * block);
    ASSERT_EQ(hedgerow_cipher_seek(c.c, period - 1), HEDGEROW_OK);
    EXPECT_EQ(hedgerow_cipher_encrypt(c.c, data.data(), data.data(), block + 1),
              HEDGEROW_ERR_LIMIT);
    EXPECT_EQ(data, Bytes(2 * block));
    EXPECT_EQ(hedgerow_cipher_encrypt(c.c, data.data(), data.data(), block), HEDGEROW_OK);
    EXPECT_EQ(hedgerow_cipher_encrypt(c.c, data.data(), data.data(), 1), HEDGEROW_ERR_LIMIT);
    EXPECT_EQ(hedgerow_cipher_seek(c.c, period + 1), HEDGEROW_ERR_LIMIT);
    ASSERT_EQ(c.set_iv(), HEDGEROW_OK);
    EXPECT_EQ(hedgerow_cipher_encrypt(c.c, data.data(), data.data(), 1), HEDGEROW_OK);
  }
}

// A gamma of s bytes shortens the period in bytes, because each block counts for the limit of the
// key.
TEST(HardLimits, ShorterGamma) {
  hedgerow_options o = default_options();
  o.limit_blocks = HEDGEROW_NO_LIMIT;
  o.gamma_bytes = 3;
  Ready c("magma", "ctr", o);
  Bytes data(16);
  ASSERT_EQ(hedgerow_cipher_seek(c.c, (1ull << 32) - 1), HEDGEROW_OK);
  EXPECT_EQ(hedgerow_cipher_encrypt(c.c, data.data(), data.data(), 4), HEDGEROW_ERR_LIMIT);
  EXPECT_EQ(data, Bytes(16));
  EXPECT_EQ(hedgerow_cipher_encrypt(c.c, data.data(), data.data(), 3), HEDGEROW_OK);
  EXPECT_EQ(hedgerow_cipher_seek(c.c, (1ull << 32) + 1), HEDGEROW_ERR_LIMIT);
  o.limit_blocks = 3;
  for (const char* mode : {"ctr", "ofb"}) {
    Ready limited("kuznyechik", mode, o);
    EXPECT_EQ(hedgerow_cipher_encrypt(limited.c, data.data(), data.data(), 10), HEDGEROW_ERR_LIMIT);
    EXPECT_EQ(hedgerow_cipher_encrypt(limited.c, data.data(), data.data(), 9), HEDGEROW_OK);
  }
  o.gamma_bytes = 0;
  o.feedback_bytes = 1;
  Ready cfb("kuznyechik", "cfb", o);
  EXPECT_EQ(hedgerow_cipher_encrypt(cfb.c, data.data(), data.data(), 4), HEDGEROW_ERR_LIMIT);
  EXPECT_EQ(hedgerow_cipher_encrypt(cfb.c, data.data(), data.data(), 3), HEDGEROW_OK);
}

TEST(HardLimits, LengthsNearTheEndOfMemory) {
  if (sizeof(std::size_t) < 8) GTEST_SKIP() << "no length of 32 bits is beyond 2^61 - 1";
  hedgerow_options o = default_options();
  o.limit_blocks = HEDGEROW_NO_LIMIT;
  Bytes data(64);
  for (const char* mode : {"ecb", "ctr", "cbc", "cfb", "ofb", "xts"}) {
    Ready c("kalyna-256-256", mode, o);
    for (std::size_t bytes : {SIZE_MAX - 31, SIZE_MAX / 2 + 1, SIZE_MAX / 8 + 1}) {
      const hedgerow_status s = hedgerow_cipher_encrypt(c.c, data.data(), data.data(), bytes);
      EXPECT_EQ(s, HEDGEROW_ERR_LIMIT) << mode << " " << bytes;
    }
    std::size_t n;
    ASSERT_EQ(hedgerow_cipher_begin(c.c, HEDGEROW_ENCRYPT), HEDGEROW_OK);
    EXPECT_EQ(hedgerow_cipher_update(c.c, data.data(), SIZE_MAX - 31, data.data(), SIZE_MAX, &n),
              HEDGEROW_ERR_LIMIT);
  }
}

// Sums of such a length and a block overflow, also on machines of 32 bits.
TEST(HardLimits, SumsOfLengthsDoNotOverflow) {
  hedgerow_options o = default_options();
  o.limit_blocks = HEDGEROW_NO_LIMIT;
  Ready c("kalyna-256-256", "ecb", o);
  Bytes data(64);
  std::size_t n;
  ASSERT_EQ(hedgerow_cipher_begin(c.c, HEDGEROW_ENCRYPT), HEDGEROW_OK);
  ASSERT_EQ(hedgerow_cipher_update(c.c, data.data(), 5, data.data(), 64, &n), HEDGEROW_OK);
  EXPECT_EQ(hedgerow_cipher_update(c.c, data.data(), SIZE_MAX - 2, data.data(), 64, &n),
            HEDGEROW_ERR_LIMIT);
  OwnedWrap wrap;
  ASSERT_EQ(hedgerow_wrap_new(wrap.slot(), "kalyna-128-128", "kw", nullptr), HEDGEROW_OK);
  EXPECT_EQ(hedgerow_wrap_length(wrap, SIZE_MAX - 14, &n), HEDGEROW_ERR_LIMIT);
  EXPECT_EQ(n, 0u);
}

TEST(Batch, IsCheckedWholeBeforeAnythingIsDone) {
  hedgerow_options o = default_options();
  o.limit_blocks = 5;
  Ready c("kalyna-128-128", "cbc", o);
  Bytes a(32, 1), b(48, 2);
  const Bytes iv(16);
  std::vector<hedgerow_message> m = {
      {iv.data(), 16, nullptr, 0, a.data(), a.data(), 32, nullptr, 0},
      {iv.data(), 16, nullptr, 0, b.data(), b.data(), 47, nullptr, 0}};
  const auto run = [&] { return hedgerow_cipher_batch(c.c, HEDGEROW_ENCRYPT, m.data(), 2); };
  EXPECT_EQ(run(), HEDGEROW_ERR_DATA_LENGTH);
  m[1].bytes = 48;
  m[1].iv_bytes = 15;
  EXPECT_EQ(run(), HEDGEROW_ERR_NONCE_LENGTH);
  m[1].iv_bytes = 16;
  m[1].in = nullptr;
  EXPECT_EQ(run(), HEDGEROW_ERR_NULL);
  m[1].in = b.data() + 1;
  EXPECT_EQ(run(), HEDGEROW_ERR_OVERLAP);
  m[1].in = b.data();
  // The second message now has the lengths of the first, which shortens its checks.
  m[1].bytes = 32;
  m[1].out = b.data() + 1;
  EXPECT_EQ(run(), HEDGEROW_ERR_OVERLAP);
  m[1].in = b.data() + 1;
  m[1].out = b.data();
  EXPECT_EQ(run(), HEDGEROW_ERR_OVERLAP);
  m[1] = {iv.data(), 16, nullptr, 0, b.data(), b.data(), 48, nullptr, 0};
  EXPECT_EQ(a, Bytes(32, 1));
  EXPECT_EQ(run(), HEDGEROW_OK);
  EXPECT_EQ(run(), HEDGEROW_ERR_LIMIT);
}

}  // namespace
}  // namespace hedgerow_test
