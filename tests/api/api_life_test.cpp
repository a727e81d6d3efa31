// The life of a context: key and IV in either order and set again, reset, the limit of a key, and
// the self-tests.
//
// The suite turned red when a batch of MACs charged its messages twice or only once for equal lengths,
// when set_key did not reset the data limit, when open, open_strings, the
// check of a MAC and unwrap charged for a forgery, and when blocks were refunded although update
// had already returned the plaintext.
#include "api/api_support.hpp"

namespace hedgerow_test {
namespace {

// The key and the IV can be set in either order, and again. For example, the IV stays when a new
// key is set.
TEST(Life, KeyAndIvInAnyOrder) {
  const Bytes first(32, 1), second(32, 2), iv(8, 3), data(40, 4);
  const auto expected = [&](const Bytes& key) {
    hedgerow::Cipher c("kuznyechik", "ctr", key);
    Bytes out(40);
    c.set_iv(iv);
    c.encrypt(data, out);
    return out;
  };
  hedgerow::Cipher c("kuznyechik", "ctr");
  Bytes out(40);
  EXPECT_FALSE(c.query().has_key || c.query().has_iv);
  c.set_iv(iv);
  EXPECT_EQ(status_of([&] { c.encrypt(data, out); }), HEDGEROW_ERR_STATE);
  c.set_key(first);
  c.encrypt(data, out);
  EXPECT_EQ(out, expected(first));
  EXPECT_EQ(c.query().message_bytes, 40u);
  c.set_key(second);
  c.encrypt(data, out);
  EXPECT_EQ(out, expected(second)) << "the IV stays";
  c.reset();
  EXPECT_EQ(status_of([&] { c.encrypt(data, out); }), HEDGEROW_ERR_STATE);
  c.set_key(first);
  c.set_iv(iv);
  c.encrypt(data, out);
  EXPECT_EQ(out, expected(first));
}

// A new key starts a new data limit, and the query reports it.
TEST(Life, LimitIsTheKeys) {
  hedgerow::Options o;
  o.limit_blocks = 4;
  hedgerow::Cipher c("kuznyechik", "ecb", Bytes(32), o);
  Bytes data(48);
  c.encrypt(data, data);
  EXPECT_EQ(c.query().blocks_left, 1u);
  EXPECT_EQ(status_of([&] { c.encrypt(data, data); }), HEDGEROW_ERR_LIMIT);
  c.set_key(Bytes(32, 1));
  EXPECT_EQ(c.query().blocks_left, 4u);
  c.encrypt(data, data);
}

hedgerow_options limited(std::uint64_t blocks) {
  hedgerow_options o = default_options();
  o.limit_blocks = blocks;
  return o;
}

template <class T>
std::uint64_t left_by(hedgerow_status (*query)(const T*, hedgerow_context_info*),
                      const T* context) {
  hedgerow_context_info info{};
  info.size = sizeof info;
  EXPECT_EQ(query(context, &info), HEDGEROW_OK);
  return info.blocks_left;
}
std::uint64_t left(const hedgerow_cipher* c) { return left_by(hedgerow_cipher_query, c); }
std::uint64_t left(const hedgerow_aead* c) { return left_by(hedgerow_aead_query, c); }
std::uint64_t left(const hedgerow_mac* c) { return left_by(hedgerow_mac_query, c); }
std::uint64_t left(const hedgerow_wrap* c) { return left_by(hedgerow_wrap_query, c); }

// The query says whether a message is in progress: after the first byte of a stream, and no more after
// the end of a message.
TEST(Life, OneByteBeginsAMessage) {
  hedgerow::Cipher c("kuznyechik", "ctr", Bytes(32));
  c.set_iv(Bytes(8));
  EXPECT_FALSE(c.query().in_message);
  Bytes byte(1);
  c.encrypt(byte, byte);
  EXPECT_TRUE(c.query().in_message);
  c.set_iv(Bytes(8));
  EXPECT_FALSE(c.query().in_message);
}

// A batch costs as much as its messages alone, and it fails without a trace if the limit is lower
// by one block. `run` processes the messages.
template <class Context, class Run>
void expect_batch_costs(const char* mode, std::size_t key_bytes, std::size_t iv_bytes, Run run) {
  SCOPED_TRACE(mode);
  constexpr std::uint64_t kMuch = 1000;
  const Bytes in(64, 3);
  std::vector<Bytes> ivs, outs, tags;
  std::vector<hedgerow_message> messages;
  for (const std::size_t n : {48u, 48u, 48u, 48u, 16u, 64u, 64u, 16u, 16u, 16u}) {
    ivs.emplace_back(iv_bytes, static_cast<std::uint8_t>(ivs.size()));
    outs.emplace_back(n, 0xee);
    tags.emplace_back(16, 0xee);
    messages.push_back({ivs.back().data(), iv_bytes, nullptr, 0, in.data(), outs.back().data(), n,
                        tags.back().data(), 16});
  }
  hedgerow_options o = limited(kMuch);
  Context one, batch, poor;
  ASSERT_EQ(new_keyed(one, "aes-128", mode, Bytes(key_bytes, 7), &o), HEDGEROW_OK);
  ASSERT_EQ(new_keyed(batch, "aes-128", mode, Bytes(key_bytes, 7), &o), HEDGEROW_OK);
  for (const auto& m : messages) ASSERT_EQ(run(one, &m, 1), HEDGEROW_OK);
  const std::uint64_t cost = kMuch - left(one);
  EXPECT_GE(cost, 24u);
  ASSERT_EQ(run(batch, messages.data(), messages.size()), HEDGEROW_OK);
  EXPECT_EQ(kMuch - left(batch), cost);
  o = limited(cost - 1);
  ASSERT_EQ(new_keyed(poor, "aes-128", mode, Bytes(key_bytes, 7), &o), HEDGEROW_OK);
  for (auto& out : outs) std::fill(out.begin(), out.end(), 0xee);
  EXPECT_EQ(run(poor, messages.data(), messages.size()), HEDGEROW_ERR_LIMIT);
  EXPECT_EQ(left(poor), cost - 1);
  for (const auto& out : outs) EXPECT_EQ(out, Bytes(out.size(), 0xee));
}

TEST(Life, ABatchCostsWhatItsMessagesCost) {
  for (const char* mode : {"ecb", "cbc", "cfb", "ctr"})
    expect_batch_costs<OwnedCipher>(
        mode, 16, mode[0] == 'e' ? 0 : 16,
        [](auto& c, auto* m, auto n) { return hedgerow_cipher_batch(c, HEDGEROW_ENCRYPT, m, n); });
  for (const char* mode : {"gcm", "ccm", "siv"})
    expect_batch_costs<OwnedAead>(mode, mode[0] == 's' ? 32 : 16, 12, [](auto& c, auto* m, auto n) {
      return hedgerow_aead_seal_batch(c, m, n);
    });
  expect_batch_costs<OwnedMac>(
      "cmac", 16, 0, [](auto& c, auto* m, auto n) { return hedgerow_mac_batch(c, m, n); });
}

// More forgeries arrive than the limit has blocks, and the true message must still open. GCM checks
// the tag first, CCM decrypts first, and SIV reads a message twice.
TEST(Life, ForgedMessagesCostNoLimit) {
  for (const char* mode : {"gcm", "ccm", "siv"}) {
    SCOPED_TRACE(mode);
    const hedgerow_algorithm_info info = hedgerow::algorithm_info("aes-128", mode);
    const hedgerow_options o = limited(9);  // 4 blocks to seal, 4 to open
    OwnedAead a;
    ASSERT_EQ(new_keyed(a, "aes-128", mode, Bytes(info.key_bytes, 7), &o), HEDGEROW_OK);
    const Bytes nonce(info.iv_bytes ? info.iv_bytes : 12, 1), in(40, 3), aad(16, 4);
    Bytes out(40), opened(40), tag(16);
    ASSERT_EQ(hedgerow_aead_seal_with_nonce(a, nonce.data(), nonce.size(), aad.data(), 16,
                                            in.data(), out.data(), 40, tag.data(), 16),
              HEDGEROW_OK);
    EXPECT_EQ(left(a), 5u);
    const auto open = [&] {
      return hedgerow_aead_open(a, nonce.data(), nonce.size(), aad.data(), 16, out.data(),
                                opened.data(), 40, tag.data(), 16);
    };
    tag[3] ^= 1;
    for (int i = 0; i < 5; i++) ASSERT_EQ(open(), HEDGEROW_ERR_AUTH) << i;
    EXPECT_EQ(left(a), 5u);
    tag[3] ^= 1;
    EXPECT_EQ(open(), HEDGEROW_OK);
    EXPECT_EQ(opened, in);
    EXPECT_EQ(left(a), 1u);
  }
}

TEST(Life, ForgedStringsCostNoLimit) {
  const hedgerow_options o = limited(5);
  OwnedAead a;
  ASSERT_EQ(new_keyed(a, "aes-128", "siv", Bytes(32, 7), &o), HEDGEROW_OK);
  const std::uint8_t data[16] = {}, noise[16] = {};
  std::uint8_t out[16];
  const hedgerow_string string = {data, 16};
  for (int i = 0; i < 5; i++)
    ASSERT_EQ(hedgerow_aead_open_strings(a, &string, 1, data, out, 16, noise, 16),
              HEDGEROW_ERR_AUTH);
  EXPECT_EQ(left(a), 5u);
}

// These blocks are charged because update has already returned the plaintext.
TEST(Life, ForgedMessagesInPiecesCost) {
  const hedgerow_options o = limited(5);
  AeadCase c("aes-128", o);
  std::uint8_t data[48] = {}, tag[16] = {};
  ASSERT_EQ(c.init(HEDGEROW_DECRYPT), HEDGEROW_OK);
  ASSERT_EQ(hedgerow_aead_update(c.context, data, data, 48), HEDGEROW_OK);
  ASSERT_EQ(hedgerow_aead_final_check(c.context, tag, 16), HEDGEROW_ERR_AUTH);
  EXPECT_EQ(left(c.context), 2u);
}

TEST(Life, ForgedMacsAndWrappedKeysCostNoLimit) {
  const hedgerow_options o = limited(5), none = limited(HEDGEROW_NO_LIMIT);
  for (const hedgerow_options* options : {&o, &none}) {
    const std::uint64_t whole = options->limit_blocks;
    std::uint8_t data[40] = {}, tag[16] = {};
    OwnedMac mac;
    ASSERT_EQ(new_keyed(mac, "aes-128", "cmac", Bytes(16, 7), options), HEDGEROW_OK);
    for (int i = 0; i < 3; i++) {
      ASSERT_EQ(hedgerow_mac_update(mac, data, 7), HEDGEROW_OK);
      ASSERT_EQ(hedgerow_mac_update(mac, data, 33), HEDGEROW_OK);
      ASSERT_EQ(hedgerow_mac_check(mac, tag, 16), HEDGEROW_ERR_AUTH);
    }
    EXPECT_EQ(left(mac), whole);
    OwnedWrap wrap;
    ASSERT_EQ(hedgerow_wrap_new(wrap.slot(), "aes-128", "kw", options), HEDGEROW_OK);
    ASSERT_EQ(hedgerow_wrap_set_key(wrap, tag, 16), HEDGEROW_OK);
    std::size_t bytes = 0;
    for (int i = 0; i < 3; i++)
      ASSERT_EQ(hedgerow_wrap_unwrap(wrap, data, 40, data, 40, &bytes), HEDGEROW_ERR_INTEGRITY);
    EXPECT_EQ(left(wrap), whole);
  }
}

TEST(Selftest, Passes) { EXPECT_EQ(hedgerow_selftest(), HEDGEROW_OK); }

TEST(Selftest, EveryKernelPassesItsOwnAnswers) {
  for (std::size_t i = 0; i < hedgerow_kernel_count(); i++) {
    hedgerow_kernel_info info{};
    info.size = sizeof info;
    ASSERT_EQ(hedgerow_kernel_at(i, &info), HEDGEROW_OK);
    unsigned passed = 77, failed = 77;
    const auto status = hedgerow_selftest_kernel(info.id, &passed, &failed);
    if (info.available == 0) {
      EXPECT_EQ(status, HEDGEROW_ERR_UNAVAILABLE) << info.id;
      EXPECT_EQ(passed + failed, 154u) << info.id;
      continue;
    }
    EXPECT_EQ(status, HEDGEROW_OK) << info.id;
    EXPECT_GT(passed, 0u) << info.id;
    EXPECT_EQ(failed, 0u) << info.id;
    EXPECT_EQ(hedgerow_selftest_kernel(info.id, nullptr, nullptr), HEDGEROW_OK) << info.id;
  }
  EXPECT_EQ(hedgerow_selftest_kernel("kalyna-128-128.none.scalar", nullptr, nullptr),
            HEDGEROW_ERR_KERNEL);
  EXPECT_EQ(hedgerow_selftest_kernel(nullptr, nullptr, nullptr), HEDGEROW_ERR_NULL);
}

}  // namespace
}  // namespace hedgerow_test
