// Nonces that the library makes, at their limits, and the state that a context reports after a
// message. Each case is a former defect that gave a nonce twice, processed half of a batch, or
// reported a state that contradicts the header.
//
// Every test was red before its defect was fixed.
#include <set>

#include "api/api_support.hpp"

namespace hedgerow_test {
namespace {

hedgerow_status seal_under(AeadCase& c, Bytes& nonce) {
  return hedgerow_aead_seal(c.context, nonce.data(), nonce.size(), nullptr, 0, c.in.data(),
                            c.out.data(), c.in.size(), c.tag.data(), c.tag.size());
}

TEST(Nonces, AShortCountEndsBeforeItRepeats) {
  AeadCase c("aes-128");
  std::set<std::uint8_t> seen;
  Bytes nonce(1);
  hedgerow_status status = HEDGEROW_OK;
  while ((status = seal_under(c, nonce)) == HEDGEROW_OK)
    ASSERT_TRUE(seen.insert(nonce[0]).second) << "after " << seen.size();
  EXPECT_EQ(status, HEDGEROW_ERR_NONCE_REUSE);
  EXPECT_FALSE(seen.empty());
}

// A second counter of another length would forget which nonces were used.
TEST(Nonces, OfAKeyHaveOneLength) {
  AeadCase c("aes-128");
  Bytes nonce(12), other(13), tag(3);
  EXPECT_EQ(hedgerow_aead_seal(c.context, other.data(), 13, nullptr, 0, nullptr, nullptr, 0,
                               tag.data(), 3),
            HEDGEROW_ERR_TAG_LENGTH);
  ASSERT_EQ(seal_under(c, nonce), HEDGEROW_OK) << "a call that failed used no nonce";
  const Bytes first = nonce;
  EXPECT_EQ(seal_under(c, other), HEDGEROW_ERR_NONCE_LENGTH);
  EXPECT_EQ(hedgerow_aead_init(c.context, other.data(), 13), HEDGEROW_ERR_NONCE_LENGTH);
  EXPECT_EQ(other, Bytes(13));
  ASSERT_EQ(seal_under(c, nonce), HEDGEROW_OK);
  EXPECT_EQ(Bytes(nonce.begin(), nonce.begin() + 4), Bytes(first.begin(), first.begin() + 4));
  ASSERT_EQ(hedgerow_aead_set_key(c.context, c.key.data(), c.key.size()), HEDGEROW_OK);
  EXPECT_EQ(seal_under(c, other), HEDGEROW_OK);
}

TEST(Nonces, EightBytesCountLikeTwelve) {
  for (const std::size_t bytes : {8u, 12u}) {
    AeadCase c("aes-128");
    std::set<Bytes> seen;
    Bytes nonce(bytes);
    for (int i = 0; i < 3; i++) {
      ASSERT_EQ(seal_under(c, nonce), HEDGEROW_OK) << bytes;
      EXPECT_TRUE(seen.insert(nonce).second) << bytes;
    }
  }
}

TEST(Nonces, TheTopBitIsNoPartOfTheCount) {
  AeadCase c("magma");
  Bytes nonce(8);
  EXPECT_EQ(hedgerow_aead_set_nonce_counter(nullptr, nullptr, 0, 0), HEDGEROW_ERR_NULL);
  EXPECT_EQ(hedgerow_aead_set_nonce_counter(c.context, nullptr, 1, 0), HEDGEROW_ERR_NULL);
  ASSERT_EQ(hedgerow_aead_set_nonce_counter(c.context, nullptr, 0, 0), HEDGEROW_OK);
  ASSERT_EQ(seal_under(c, nonce), HEDGEROW_OK);
  const Bytes first = nonce;
  if (hedgerow_aead_set_nonce_counter(c.context, nullptr, 0, (1ull << 63) - 1) != HEDGEROW_OK)
    return;
  while (seal_under(c, nonce) == HEDGEROW_OK) ASSERT_NE(nonce, first);
}

TEST(Nonces, RepeatingIsTheCallersAlone) {
  hedgerow_options options = default_options();
  options.flags = HEDGEROW_REPEAT_NONCE;
  AeadCase c("aes-128", options);
  const Bytes prefix(4);
  ASSERT_EQ(hedgerow_aead_set_nonce_counter(c.context, prefix.data(), 4, 5), HEDGEROW_OK);
  c.nonce.assign(12, 0);
  c.nonce[11] = 5;
  ASSERT_EQ(c.seal(), HEDGEROW_OK);
  Bytes made(12);
  ASSERT_EQ(seal_under(c, made), HEDGEROW_OK);
  EXPECT_NE(made, c.nonce);
}

TEST(Nonces, ABatchSeesWhatMaskingMakesOfThem) {
  hedgerow_options options = default_options();
  options.flags = HEDGEROW_MASK_NONCE;
  AeadCase c("magma", options);
  const Bytes one = {0x80, 1, 0, 0, 0, 0, 0, 0}, same = {0, 1, 0, 0, 0, 0, 0, 0}, in(16, 3);
  Bytes out[2] = {Bytes(16), Bytes(16)}, tag[2] = {Bytes(8), Bytes(8)};
  const hedgerow_message messages[] = {
      {one.data(), 8, nullptr, 0, in.data(), out[0].data(), 16, tag[0].data(), 8},
      {same.data(), 8, nullptr, 0, in.data(), out[1].data(), 16, tag[1].data(), 8}};
  EXPECT_EQ(hedgerow_aead_seal_batch(c.context, messages, 2), HEDGEROW_ERR_NONCE_REUSE);
  for (const Bytes& b : {out[0], out[1]}) EXPECT_EQ(b, Bytes(16));
  for (const Bytes& b : {tag[0], tag[1]}) EXPECT_EQ(b, Bytes(8));
}

TEST(AfterFinal, EcbMayTurnAndNoMessageIsInProgress) {
  const Bytes key(16, 1), data(16, 2);
  Bytes out(64);
  hedgerow::Cipher c("aes-128", "ecb", key);
  c.begin(HEDGEROW_ENCRYPT);
  std::size_t n = 0;
  ASSERT_EQ(hedgerow_cipher_update(c.get(), data.data(), 16, out.data(), 64, &n), HEDGEROW_OK);
  ASSERT_EQ(hedgerow_cipher_final(c.get(), out.data() + n, 64 - n, &n), HEDGEROW_OK);
  EXPECT_FALSE(c.query().in_message);
  Bytes block(16);
  EXPECT_EQ(status_of([&] { c.decrypt(data, block); }), HEDGEROW_OK);
}

// A unit that is incomplete ends the message, so the IV is that after the unit before it.
TEST(UpdatedIv, IsThatOfTheLastWholeUnit) {
  for (const auto& [cipher, feedback] : {std::pair{"kalyna-128-128", 16u},
                                         {"kalyna-128-128", 6u},
                                         {"aes-128", 16u},
                                         {"kuznyechik", 16u}}) {
    const hedgerow_algorithm_info info = hedgerow::algorithm_info(cipher, "cfb");
    const Bytes key(info.key_bytes, 1), iv(info.iv_bytes, 2), data(3 * feedback + 4, 3);
    for (const bool encrypts : {true, false}) {
      Bytes updated[2] = {Bytes(iv.size()), Bytes(iv.size())}, out(data.size());
      for (const bool whole : {false, true}) {
        hedgerow::Options options;
        options.feedback_bytes = feedback;
        hedgerow::Cipher c(cipher, "cfb", key, options);
        c.set_iv(iv);
        const std::size_t bytes = whole ? 3 * feedback : data.size();
        const auto in = std::span(data).first(bytes);
        const auto to = std::span(out).first(bytes);
        encrypts ? c.encrypt(in, to) : c.decrypt(in, to);
        ASSERT_EQ(hedgerow_cipher_get_updated_iv(c.get(), updated[whole].data(), iv.size()),
                  HEDGEROW_OK);
      }
      EXPECT_EQ(updated[0], updated[1]) << cipher << " " << feedback << " " << encrypts;
    }
  }
}

TEST(AFailedCall, LeavesTheMessageAndTheContext) {
  hedgerow::Aead ccm("aes-128", "ccm", Bytes(16, 1));
  const Bytes nonce(12), data(10);
  Bytes out(10), more(11), tag(8);
  ccm.init_with_nonce(HEDGEROW_ENCRYPT, nonce);
  ccm.set_lengths(0, 10);
  EXPECT_EQ(status_of([&] { ccm.aad(Bytes(5)); }), HEDGEROW_ERR_ANNOUNCED);
  EXPECT_EQ(status_of([&] { ccm.update(Bytes(11), more); }), HEDGEROW_ERR_ANNOUNCED);
  ccm.set_tag_bytes(8);
  ccm.update(data, out);
  ccm.final_tag(tag);

  hedgerow::Options options;
  options.limit_blocks = 1;
  hedgerow::Aead gcm("aes-128", "gcm", Bytes(16, 1), options);
  Bytes whole(16);
  gcm.init_with_nonce(HEDGEROW_ENCRYPT, nonce);
  gcm.update(data, out);
  gcm.final_tag(whole);
  const Bytes other(12, 9);
  EXPECT_EQ(status_of([&] { gcm.seal_with_nonce(other, {}, data, out, whole); }),
            HEDGEROW_ERR_LIMIT);
  EXPECT_EQ(gcm.query().message_bytes, 10u);
}

TEST(UpdatedIv, ContinuesCfbOfGost28147AndFailsWithoutATrace) {
  const Bytes key(32, 1), iv(8, 2), data(64, 3);
  hedgerow::Cipher whole("gost28147:cryptopro-a", "cfb", key),
      head("gost28147:cryptopro-a", "cfb", key), tail("gost28147:cryptopro-a", "cfb", key);
  Bytes expected(64), got(64), updated(8);
  whole.set_iv(iv);
  whole.encrypt(data, expected);
  head.set_iv(iv);
  head.encrypt(std::span(data).first(32), std::span(got).first(32));
  ASSERT_EQ(hedgerow_cipher_get_updated_iv(head.get(), updated.data(), 8), HEDGEROW_OK);
  tail.set_iv(updated);
  tail.encrypt(std::span(data).last(32), std::span(got).last(32));
  EXPECT_EQ(got, expected);

  hedgerow::Cipher keyless("aes-128", "cbc");
  keyless.set_iv(Bytes(16, 9));
  Bytes untouched(16);
  EXPECT_EQ(hedgerow_cipher_get_updated_iv(keyless.get(), untouched.data(), 16),
            HEDGEROW_ERR_STATE);
  EXPECT_EQ(untouched, Bytes(16));
}

}  // namespace
}  // namespace hedgerow_test
