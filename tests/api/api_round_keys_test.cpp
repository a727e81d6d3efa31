// hedgerow_round_keys: the lengths and refusals of every cipher, and round keys printed in the
// standards.
//
// The suite turned red when a buffer could be one byte too short, and when a key could be too long.
#include <algorithm>

#include "api/api_support.hpp"

namespace hedgerow_test {
namespace {

Bytes round_keys(const char* cipher, const Bytes& key) {
  Bytes keys(HEDGEROW_MAX_ROUND_KEY_BYTES);
  std::size_t bytes = 0;
  EXPECT_EQ(hedgerow_round_keys(cipher, nullptr, key.data(), key.size(), keys.data(), keys.size(),
                                &bytes),
            HEDGEROW_OK);
  keys.resize(bytes);
  return keys;
}

// The key is K_1 and K_2; RFC 7801 prints K_3 [section 5.4].
TEST(RoundKeys, OfKuznyechikAreThoseOfItsStandard) {
  const Bytes key = from_hex("8899aabbccddeeff0011223344556677fedcba98765432100123456789abcdef");
  const Bytes keys = round_keys("kuznyechik", key);
  ASSERT_EQ(keys.size(), 160u);
  EXPECT_TRUE(std::equal(key.begin(), key.end(), keys.begin()));
  const Bytes third = from_hex("db31485315694343228d6aef8cc78c44");
  EXPECT_TRUE(std::equal(third.begin(), third.end(), keys.begin() + 32));
}

// FIPS 197 prints w[4..7] [appendix A.1].
TEST(RoundKeys, OfAesAreThoseOfItsStandard) {
  const Bytes keys = round_keys("aes-128", from_hex("2b7e151628aed2a6abf7158809cf4f3c"));
  ASSERT_EQ(keys.size(), 176u);
  const Bytes second = from_hex("a0fafe1788542cb123a339392a6c7605");
  EXPECT_TRUE(std::equal(second.begin(), second.end(), keys.begin() + 16));
}

TEST(RoundKeys, OfEveryCipherFitAndAreRefusedWithoutRoom) {
  for (const auto& cipher : hedgerow::list_ciphers()) {
    const Bytes key(cipher.key_bytes + 1, 7);
    Bytes sbox, room(HEDGEROW_MAX_ROUND_KEY_BYTES + 1, 0x11);
    for (std::size_t i = 0; i < cipher.sbox_bytes; i++)
      sbox.push_back((unsigned char)(2 * (i % 8) | (2 * (i % 8) + 1) << 4));
    hedgerow_options options = default_options();
    options.sbox = sbox.empty() ? nullptr : sbox.data();
    options.sbox_bytes = sbox.size();
    std::size_t bytes = 0;
    const auto call = [&](std::size_t key_bytes, std::size_t room_bytes) {
      return hedgerow_round_keys(cipher.name, &options, key.data(), key_bytes, room.data(),
                                 room_bytes, &bytes);
    };
    EXPECT_EQ(call(cipher.key_bytes, 0), HEDGEROW_ERR_BUFFER) << cipher.name;
    const std::size_t needed = bytes;
    EXPECT_EQ(call(cipher.key_bytes, needed - 1), HEDGEROW_ERR_BUFFER) << cipher.name;
    EXPECT_EQ(room, Bytes(room.size(), 0x11)) << cipher.name;
    EXPECT_EQ(call(cipher.key_bytes + 1, room.size()), HEDGEROW_ERR_KEY_LENGTH) << cipher.name;
    EXPECT_EQ(bytes, 0u) << cipher.name;
    EXPECT_EQ(call(cipher.key_bytes, needed), HEDGEROW_OK) << cipher.name;
    EXPECT_EQ(room[needed], 0x11) << cipher.name;
  }
  Bytes key(32), room(512);
  std::size_t bytes = 0;
  EXPECT_EQ(hedgerow_round_keys("nonesuch", nullptr, key.data(), 32, room.data(), 512, &bytes),
            HEDGEROW_ERR_CIPHER);
  EXPECT_EQ(hedgerow_round_keys("magma", nullptr, &room[5], 32, room.data(), 400, &bytes),
            HEDGEROW_ERR_OVERLAP);
  EXPECT_EQ(hedgerow_round_keys("magma", nullptr, key.data(), 32, nullptr, 512, &bytes),
            HEDGEROW_ERR_NULL);
  EXPECT_EQ(
      hedgerow_round_keys("gost28147:user", nullptr, key.data(), 32, room.data(), 512, &bytes),
      HEDGEROW_ERR_SBOX);
}

}  // namespace
}  // namespace hedgerow_test
