// hedgerow_aead: arguments, order of calls, nonces, limits, overlap and copies. aead_slow_test.cpp
// tests the cryptography.
//
// The suite turned red when init did not remember that a message was sealed, when copy_from kept
// the counter active, when next_nonce reused the last explicit nonce, and when the overlap check of
// the tag was removed.
#include <cstring>

#include "api/api_support.hpp"

namespace hedgerow_test {
namespace {

class ApiAead : public testing::TestWithParam<std::string> {
 protected:
  AeadCase c{GetParam().c_str()};
  const bool mgm = GetParam() == "kuznyechik";
};

TEST_P(ApiAead, RoundTripInPlaceAndApart) {
  ASSERT_EQ(c.seal(), HEDGEROW_OK);
  ASSERT_EQ(c.open(), HEDGEROW_OK);
  EXPECT_EQ(c.opened, c.in);
  ASSERT_EQ(hedgerow_aead_open(c.context, c.nonce.data(), c.nonce.size(), c.aad.data(), 20,
                               c.out.data(), c.out.data(), 100, c.tag.data(), c.tag.size()),
            HEDGEROW_OK);
  EXPECT_EQ(c.out, c.in);
}

TEST_P(ApiAead, LengthsAndNull) {
  const Bytes before = c.out;
  const auto seal = [&](std::size_t nonce, std::size_t tag, const void* aad, const void* in,
                        void* out, void* tag_at) {
    return hedgerow_aead_seal_with_nonce(c.context, c.nonce.data(), nonce, aad, 20, in, out, 100,
                                         tag_at, tag);
  };
  std::uint8_t *out = c.out.data(), *tag = c.tag.data();
  EXPECT_EQ(seal(15, 16, c.aad.data(), c.in.data(), out, tag), HEDGEROW_ERR_NONCE_LENGTH);
  EXPECT_EQ(seal(0, 16, c.aad.data(), c.in.data(), out, tag), HEDGEROW_ERR_NONCE_LENGTH);
  EXPECT_EQ(seal(16, 17, c.aad.data(), c.in.data(), out, tag), HEDGEROW_ERR_TAG_LENGTH);
  EXPECT_EQ(seal(16, 3, c.aad.data(), c.in.data(), out, tag), HEDGEROW_ERR_TAG_LENGTH);
  EXPECT_EQ(seal(16, 16, nullptr, c.in.data(), out, tag), HEDGEROW_ERR_NULL);
  EXPECT_EQ(seal(16, 16, c.aad.data(), nullptr, out, tag), HEDGEROW_ERR_NULL);
  EXPECT_EQ(seal(16, 16, c.aad.data(), c.in.data(), nullptr, tag), HEDGEROW_ERR_NULL);
  EXPECT_EQ(seal(16, 16, c.aad.data(), c.in.data(), out, nullptr), HEDGEROW_ERR_NULL);
  EXPECT_EQ(hedgerow_aead_seal_with_nonce(nullptr, c.nonce.data(), 16, nullptr, 0, c.in.data(), out,
                                          100, tag, 16),
            HEDGEROW_ERR_NULL);
  EXPECT_EQ(hedgerow_aead_seal_with_nonce(c.context, c.nonce.data(), 16, nullptr, 0, nullptr,
                                          nullptr, 0, tag, 16),
            HEDGEROW_ERR_DATA_LENGTH);
  EXPECT_EQ(c.out, before);
  EXPECT_EQ(hedgerow_aead_seal_with_nonce(c.context, c.nonce.data(), 16, c.aad.data(), 1, nullptr,
                                          nullptr, 0, tag, 16),
            HEDGEROW_OK);
  c.nonce[0] = 0x80;
  EXPECT_EQ(c.seal(), mgm ? HEDGEROW_ERR_NONCE_LENGTH : HEDGEROW_OK);
  EXPECT_EQ(c.init(), mgm ? HEDGEROW_ERR_NONCE_LENGTH : HEDGEROW_ERR_NONCE_REUSE);
}

// Tests every pair of buffers that contains an output. Only in and out may be the same buffer.
TEST_P(ApiAead, OverlapIsRefused) {
  Bytes arena(1000, 1);
  const auto seal = [&](int nonce, int aad, int in, int out, int tag) {
    return hedgerow_aead_seal_with_nonce(c.context, &arena[(unsigned)nonce], 16,
                                         &arena[(unsigned)aad], 20, &arena[(unsigned)in],
                                         &arena[(unsigned)out], 100, &arena[(unsigned)tag], 16);
  };
  const Bytes before = arena;
  EXPECT_EQ(seal(0, 100, 200, 201, 400), HEDGEROW_ERR_OVERLAP);
  EXPECT_EQ(seal(0, 100, 299, 200, 400), HEDGEROW_ERR_OVERLAP);
  EXPECT_EQ(seal(0, 210, 500, 200, 400), HEDGEROW_ERR_OVERLAP);
  EXPECT_EQ(seal(299, 0, 500, 200, 400), HEDGEROW_ERR_OVERLAP);
  EXPECT_EQ(seal(0, 100, 500, 200, 299), HEDGEROW_ERR_OVERLAP);
  EXPECT_EQ(seal(0, 100, 500, 200, 185), HEDGEROW_ERR_OVERLAP);
  EXPECT_EQ(seal(0, 100, 500, 200, 599), HEDGEROW_ERR_OVERLAP);
  EXPECT_EQ(seal(0, 100, 500, 200, 119), HEDGEROW_ERR_OVERLAP);
  EXPECT_EQ(seal(0, 100, 500, 200, 15), HEDGEROW_ERR_OVERLAP);
  EXPECT_EQ(arena, before);
  EXPECT_EQ(seal(0, 0, 200, 200, 300), HEDGEROW_OK) << "inputs may overlap, buffers may touch";
  EXPECT_EQ(hedgerow_aead_open(c.context, &arena[0], 16, nullptr, 0, &arena[200], &arena[300], 100,
                               &arena[300], 16),
            HEDGEROW_ERR_OVERLAP);
  ASSERT_EQ(hedgerow_aead_init_with_nonce(c.context, HEDGEROW_DECRYPT, &arena[0], 16), HEDGEROW_OK);
  EXPECT_EQ(hedgerow_aead_update(c.context, &arena[0], &arena[1], 16), HEDGEROW_ERR_OVERLAP);
}

TEST_P(ApiAead, OrderOfCalls) {
  std::uint8_t data[16] = {}, tag[16];
  const auto aad = [&] { return hedgerow_aead_aad(c.context, data, 16); };
  const auto update = [&](std::size_t n) { return hedgerow_aead_update(c.context, data, data, n); };
  const auto final_tag = [&] { return hedgerow_aead_final_tag(c.context, tag, 16); };
  const auto final_check = [&] { return hedgerow_aead_final_check(c.context, tag, 16); };
  EXPECT_EQ(aad(), HEDGEROW_ERR_STATE);
  EXPECT_EQ(update(16), HEDGEROW_ERR_STATE);
  EXPECT_EQ(final_tag(), HEDGEROW_ERR_STATE);
  EXPECT_EQ(final_check(), HEDGEROW_ERR_STATE);
  EXPECT_EQ(c.init((hedgerow_direction)2), HEDGEROW_ERR_MODE);
  ASSERT_EQ(c.init(), HEDGEROW_OK);
  EXPECT_EQ(c.seal(), HEDGEROW_ERR_STATE) << "one-shot calls wait for the message's end";
  EXPECT_EQ(c.open(), HEDGEROW_ERR_STATE);
  EXPECT_EQ(final_check(), HEDGEROW_ERR_STATE) << "an encrypted message ends with its tag";
  EXPECT_EQ(final_tag(), HEDGEROW_ERR_DATA_LENGTH);
  EXPECT_EQ(aad(), HEDGEROW_OK);
  EXPECT_EQ(update(0), HEDGEROW_OK);
  EXPECT_EQ(aad(), HEDGEROW_ERR_STATE) << "AAD after data";
  EXPECT_EQ(update(16), HEDGEROW_OK);
  EXPECT_EQ(hedgerow_aead_final_tag(c.context, tag, 17), HEDGEROW_ERR_TAG_LENGTH);
  EXPECT_EQ(final_tag(), HEDGEROW_OK);
  EXPECT_EQ(final_tag(), HEDGEROW_ERR_STATE);
  ASSERT_EQ(c.init(HEDGEROW_DECRYPT), HEDGEROW_OK);
  EXPECT_EQ(final_tag(), HEDGEROW_ERR_STATE);
  ASSERT_EQ(c.init(HEDGEROW_DECRYPT), HEDGEROW_OK) << "init drops a message in progress";
  std::memset(data, 0, 16);
  EXPECT_EQ(aad(), HEDGEROW_OK);
  EXPECT_EQ(final_check(), HEDGEROW_ERR_AUTH);
  EXPECT_EQ(final_check(), HEDGEROW_ERR_STATE);
}

TEST_P(ApiAead, LastNonceIsRefused) {
  Bytes got(16), first = c.nonce;
  EXPECT_EQ(hedgerow_aead_get_nonce(c.context, got.data(), 16), HEDGEROW_ERR_STATE);
  EXPECT_EQ(c.seal(), HEDGEROW_OK);
  EXPECT_EQ(hedgerow_aead_get_nonce(c.context, got.data(), 15), HEDGEROW_ERR_BUFFER);
  EXPECT_EQ(hedgerow_aead_get_nonce(c.context, nullptr, 16), HEDGEROW_ERR_NULL);
  EXPECT_EQ(hedgerow_aead_get_nonce(c.context, got.data(), 16), HEDGEROW_OK);
  EXPECT_EQ(got, first);
  EXPECT_EQ(c.seal(), HEDGEROW_ERR_NONCE_REUSE);
  EXPECT_EQ(c.init(), HEDGEROW_ERR_NONCE_REUSE);
  EXPECT_EQ(c.open(), HEDGEROW_OK) << "opening may repeat a nonce";
  OwnedAead copy;
  ASSERT_EQ(hedgerow_aead_copy(copy.slot(), c.context), HEDGEROW_OK);
  EXPECT_EQ(hedgerow_aead_init_with_nonce(copy, HEDGEROW_ENCRYPT, first.data(), 16),
            HEDGEROW_ERR_NONCE_REUSE);
  c.nonce[5]++;
  EXPECT_EQ(c.init(), HEDGEROW_OK);
  EXPECT_EQ(hedgerow_aead_get_nonce(c.context, got.data(), 16), HEDGEROW_OK);
  EXPECT_EQ(got, c.nonce);
  EXPECT_EQ(c.init(), HEDGEROW_ERR_NONCE_REUSE) << "init counts as use";
}

TEST_P(ApiAead, NonceCounter) {
  const Bytes prefix(8, 0x11);
  const auto set = [&](std::size_t n, std::uint64_t start) {
    return hedgerow_aead_set_nonce_counter(c.context, prefix.data(), n, start);
  };
  EXPECT_EQ(set(7, 0), HEDGEROW_ERR_NONCE_LENGTH);
  EXPECT_EQ(hedgerow_aead_set_nonce_counter(c.context, nullptr, 8, 0), HEDGEROW_ERR_NULL);
  ASSERT_EQ(set(8, 0x0102), HEDGEROW_OK);
  Bytes expected(16, 0x11);
  for (std::size_t i = 0; i < 8; i++) expected[mgm ? 15 - i : i] = i == 0 ? 2 : i == 1 ? 1 : 0;
  ASSERT_EQ(c.seal_next(), HEDGEROW_OK);
  EXPECT_EQ(c.nonce, expected);
  EXPECT_EQ(c.open(), HEDGEROW_OK);
  EXPECT_EQ(c.opened, c.in);
  c.aad.clear(), c.in.clear(), c.out.clear();
  EXPECT_EQ(c.seal_next(), HEDGEROW_ERR_DATA_LENGTH) << "a failure does not use the nonce up";
  EXPECT_EQ(c.nonce, expected);
  c.aad.resize(1);
  ASSERT_EQ(c.seal_next(), HEDGEROW_OK);
  expected[mgm ? 15 : 0] = 3;
  EXPECT_EQ(c.nonce, expected);
  EXPECT_EQ(set(8, 0x0103), HEDGEROW_ERR_NONCE_REUSE);
  EXPECT_EQ(set(8, 0x0104), HEDGEROW_OK);
  expected[mgm ? 15 : 0] = 4;
  c.nonce = expected;
  ASSERT_EQ(c.seal(), HEDGEROW_OK);
  ASSERT_EQ(c.seal_next(), HEDGEROW_OK);
  expected[mgm ? 15 : 0] = 5;
  EXPECT_EQ(c.nonce, expected) << "the nonce just used by seal is passed over";
}

TEST_P(ApiAead, NonceCounterEndsAndIsNotCopied) {
  const Bytes prefix(8, 0x80);
  const auto set = [&](hedgerow_aead* a, std::uint8_t first, std::uint64_t start) {
    Bytes p = prefix;
    p[0] = first;
    return hedgerow_aead_set_nonce_counter(a, p.data(), 8, start);
  };
  EXPECT_EQ(set(c.context, 0x80, 0), mgm ? HEDGEROW_ERR_NONCE_LENGTH : HEDGEROW_OK);
  ASSERT_EQ(set(c.context, 0x7f, UINT64_MAX - 1), HEDGEROW_OK);
  ASSERT_EQ(c.seal_next(), HEDGEROW_OK);
  EXPECT_EQ(c.seal_next(), HEDGEROW_ERR_NONCE_REUSE);
  OwnedAead copy;
  std::uint8_t nonce[16], tag[16];
  const auto copy_next = [&] {
    return hedgerow_aead_seal(copy, nonce, 16, prefix.data(), 8, nullptr, nullptr, 0, tag, 16);
  };
  ASSERT_EQ(hedgerow_aead_copy(copy.slot(), c.context), HEDGEROW_OK);
  EXPECT_EQ(set(copy, 0, 5), HEDGEROW_ERR_NONCE_REUSE);
  EXPECT_EQ(copy_next(), HEDGEROW_OK) << "it draws a nonce of its own";
  EXPECT_NE(Bytes(nonce, nonce + 16), c.nonce);
  AeadCase fresh(GetParam().c_str());
  ASSERT_EQ(hedgerow_aead_copy(copy.slot(), fresh.context), HEDGEROW_OK);
  EXPECT_EQ(set(copy, 0, 5), HEDGEROW_OK);
  EXPECT_EQ(copy_next(), HEDGEROW_OK);
}

// The library makes the nonces here, because each context draws a random one and then increments
// it.
TEST_P(ApiAead, NoncesAreMade) {
  ASSERT_EQ(c.seal_next(), HEDGEROW_OK);
  const Bytes first = c.nonce;
  EXPECT_NE(first, Bytes(16, 1));
  EXPECT_EQ(c.open(), HEDGEROW_OK);
  ASSERT_EQ(c.seal_next(), HEDGEROW_OK);
  EXPECT_NE(c.nonce, first);
  Bytes next = first;
  for (std::size_t i = 0; i < 8; i++)
    if (++next[mgm ? 15 - i : i] != 0) break;
  EXPECT_EQ(c.nonce, next);
  AeadCase other(GetParam().c_str());
  ASSERT_EQ(other.seal_next(), HEDGEROW_OK);
  EXPECT_NE(other.nonce, first);
  EXPECT_TRUE(!mgm || first[0] < 0x80);
  Bytes nonce(15);
  EXPECT_EQ(hedgerow_aead_init(c.context, nonce.data(), 15), HEDGEROW_ERR_NONCE_LENGTH);
  nonce.resize(16);
  EXPECT_EQ(hedgerow_aead_init(c.context, nonce.data(), 16), HEDGEROW_OK);
  EXPECT_NE(nonce, c.nonce);
}

// The options permit a repeated nonce, and the first bit that MGM masks.
TEST_P(ApiAead, RepeatedAndMaskedNonces) {
  hedgerow_options o = default_options();
  o.flags = HEDGEROW_REPEAT_NONCE;
  AeadCase again(GetParam().c_str(), o);
  ASSERT_EQ(again.seal(), HEDGEROW_OK);
  const Bytes tag = again.tag;
  ASSERT_EQ(again.seal(), HEDGEROW_OK);
  EXPECT_EQ(again.tag, tag);
  o.flags = HEDGEROW_MASK_NONCE;
  OwnedAead a;
  const hedgerow_status made = new_keyed(a, c.name.c_str(), c.info.mode, c.key, &o);
  EXPECT_EQ(made, mgm ? HEDGEROW_OK : HEDGEROW_ERR_OPTIONS);
  if (!mgm) return;
  AeadCase masks(GetParam().c_str(), o);
  masks.nonce[0] |= 0x80;
  ASSERT_EQ(masks.seal(), HEDGEROW_OK);
  EXPECT_EQ(masks.tag, tag);
  EXPECT_EQ(masks.seal(), HEDGEROW_ERR_NONCE_REUSE);
  masks.nonce[0] &= 0x7f;
  EXPECT_EQ(masks.seal(), HEDGEROW_ERR_NONCE_REUSE) << "the two are one nonce";
}

// The tag of the last message can be read at any allowed length. A decryption never reveals the tag
// that it expected, because this would help a forger.
TEST_P(ApiAead, TagCanBeReadBack) {
  Bytes tag(16);
  EXPECT_EQ(hedgerow_aead_get_tag(c.context, tag.data(), 16), HEDGEROW_ERR_STATE);
  ASSERT_EQ(c.seal(), HEDGEROW_OK);
  ASSERT_EQ(hedgerow_aead_get_tag(c.context, tag.data(), 16), HEDGEROW_OK);
  EXPECT_EQ(tag, c.tag);
  Bytes shorter(9);
  ASSERT_EQ(hedgerow_aead_get_tag(c.context, shorter.data(), 9), HEDGEROW_OK);
  EXPECT_EQ(shorter, Bytes(tag.begin(), tag.begin() + 9));
  ASSERT_EQ(c.open(), HEDGEROW_OK);
  EXPECT_EQ(hedgerow_aead_get_tag(c.context, tag.data(), 16), HEDGEROW_ERR_STATE);
  ASSERT_EQ(c.init(HEDGEROW_DECRYPT), HEDGEROW_OK);
  EXPECT_EQ(hedgerow_aead_get_tag(c.context, tag.data(), 16), HEDGEROW_ERR_STATE);
}

// 100 bytes of data are 7 blocks and 20 bytes of AAD are 2 blocks.
TEST_P(ApiAead, DataLimit) {
  hedgerow_options o = default_options();
  o.limit_blocks = 19;
  AeadCase small(GetParam().c_str(), o);
  EXPECT_EQ(small.seal(), HEDGEROW_OK);
  EXPECT_EQ(small.open(), HEDGEROW_OK);
  small.nonce[1]++;
  EXPECT_EQ(small.seal(), HEDGEROW_ERR_LIMIT);
  ASSERT_EQ(small.init(), HEDGEROW_OK) << "the refused message did not use its nonce";
  std::uint8_t data[32] = {}, tag[16];
  EXPECT_EQ(hedgerow_aead_update(small.context, data, data, 32), HEDGEROW_ERR_LIMIT);
  EXPECT_EQ(hedgerow_aead_update(small.context, data, data, 5), HEDGEROW_OK);
  EXPECT_EQ(hedgerow_aead_update(small.context, data, data, 11), HEDGEROW_OK);
  EXPECT_EQ(hedgerow_aead_update(small.context, data, data, 1), HEDGEROW_ERR_LIMIT);
  EXPECT_EQ(hedgerow_aead_final_tag(small.context, tag, 16), HEDGEROW_OK);
}

// Copies a context that is decrypting, and one that is encrypting where the caller may repeat a
// nonce.
TEST_P(ApiAead, CopyInTheMiddleOfAMessage) {
  hedgerow_options o = default_options();
  o.flags = HEDGEROW_REPEAT_NONCE;
  AeadCase repeats(GetParam().c_str(), o);
  std::uint8_t data[100] = {}, tags[2][16];
  ASSERT_EQ(repeats.init(), HEDGEROW_OK);
  ASSERT_EQ(hedgerow_aead_aad(repeats.context, data, 33), HEDGEROW_OK);
  ASSERT_EQ(hedgerow_aead_update(repeats.context, data, data, 50), HEDGEROW_OK);
  OwnedAead copy;
  ASSERT_EQ(hedgerow_aead_copy(copy.slot(), repeats.context), HEDGEROW_OK);
  Bytes outs[2] = {Bytes(100), Bytes(100)};
  hedgerow_aead* both[] = {repeats.context, copy};
  for (int i = 0; i < 2; i++) {
    ASSERT_EQ(hedgerow_aead_update(both[i], data, outs[i].data(), 100), HEDGEROW_OK);
    ASSERT_EQ(hedgerow_aead_final_tag(both[i], tags[i], 16), HEDGEROW_OK);
  }
  EXPECT_EQ(outs[0], outs[1]);
  EXPECT_EQ(0, std::memcmp(tags[0], tags[1], 16));

  ASSERT_EQ(c.seal(), HEDGEROW_OK);
  ASSERT_EQ(c.init(HEDGEROW_DECRYPT), HEDGEROW_OK);
  ASSERT_EQ(hedgerow_aead_aad(c.context, c.aad.data(), c.aad.size()), HEDGEROW_OK);
  ASSERT_EQ(hedgerow_aead_copy(copy.slot(), c.context), HEDGEROW_OK);
  for (hedgerow_aead* a : {(hedgerow_aead*)c.context, (hedgerow_aead*)copy}) {
    Bytes out(100);
    ASSERT_EQ(hedgerow_aead_update(a, c.out.data(), out.data(), 100), HEDGEROW_OK);
    EXPECT_EQ(out, c.in);
    EXPECT_EQ(hedgerow_aead_final_check(a, c.tag.data(), 16), HEDGEROW_OK);
  }
}

// A copy cannot continue an encryption because it could encrypt other data under the same nonce.
TEST_P(ApiAead, ACopyDoesNotGoOnEncrypting) {
  for (bool make_nonce : {false, true}) {
    SCOPED_TRACE(make_nonce);
    hedgerow_options o = default_options();
    o.flags = make_nonce ? HEDGEROW_REPEAT_NONCE : 0;  // only the caller's nonce may be repeated
    AeadCase one(GetParam().c_str(), o);
    std::uint8_t data[20] = {};
    Bytes out(20, 0xee), tag(16, 0xee);
    ASSERT_EQ(make_nonce ? hedgerow_aead_init(one.context, one.nonce.data(), 16) : one.init(),
              HEDGEROW_OK);
    OwnedAead copy;
    ASSERT_EQ(hedgerow_aead_copy(copy.slot(), one.context), HEDGEROW_OK);
    EXPECT_EQ(hedgerow_aead_aad(copy, data, 20), HEDGEROW_ERR_NONCE_REUSE);
    EXPECT_EQ(hedgerow_aead_update(copy, data, out.data(), 20), HEDGEROW_ERR_NONCE_REUSE);
    EXPECT_EQ(hedgerow_aead_final_tag(copy, tag.data(), 16), HEDGEROW_ERR_NONCE_REUSE);
    EXPECT_EQ(out, Bytes(20, 0xee));
    EXPECT_EQ(tag, Bytes(16, 0xee));
    EXPECT_EQ(hedgerow_aead_update(one.context, data, data, 20), HEDGEROW_OK);
    EXPECT_EQ(hedgerow_aead_final_tag(one.context, tag.data(), 16), HEDGEROW_OK);
    EXPECT_EQ(hedgerow_aead_init(copy, one.nonce.data(), 16), HEDGEROW_OK);
    EXPECT_EQ(hedgerow_aead_update(copy, data, data, 20), HEDGEROW_OK);
    EXPECT_EQ(hedgerow_aead_final_tag(copy, tag.data(), 16), HEDGEROW_OK);
  }
}

INSTANTIATE_TEST_SUITE_P(Families, ApiAead, testing::Values("kuznyechik", "kalyna-128-256"),
                         [](const auto& p) { return p.index == 0 ? "Mgm" : "Gcm"; });

}  // namespace
}  // namespace hedgerow_test
