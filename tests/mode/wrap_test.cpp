// Every key wrap: slow models (RFC 3394, KW of DSTU 7624, KExp15), every length, and in place. For
// RFC 4357, gost-engine and Bouncy Castle take the role of the model. Wrong input must fail with
// the right status and a result of zeros.
//
// The suite turned red when KW of DSTU 7624 refused no keys (and then unwrapped to fewer bytes),
// when the refusal looked at the text without its padding, when impossible lengths gave
// ERR_TOO_SHORT, when KW of DSTU 7624 padded a key that ends half a block before a whole one, and
// when unwrap did not zero its output.

#include <set>

#include "models/slow_algorithm.hpp"
#include "support/algorithm_support.hpp"

namespace hedgerow_test {
namespace {

using slow::BlockCipher;
using slow::join;
using slow::part;
using slow::xored;

// Key wrap of RFC 3394 section 2.2.1, in its variant by indexing.
Bytes slow_kw(const BlockCipher& e, Bytes a, Bytes r) {
  for (std::uint64_t t = 1; t <= 6 * (r.size() / 8); t++) {
    const std::size_t at = (t - 1) * 8 % r.size();
    const Bytes b = e.encrypt(join({a, part(r, at, 8)}));
    a = xored(part(b, 0, 8), slow::big(t, 8));
    std::copy(b.begin() + 8, b.end(), r.begin() + (long)at);
  }
  return join({a, r});
}

// DSTU 7624 pads a key that is not whole blocks, and puts its length into the last blocks.
Bytes slow_padded(const Bytes& key, std::size_t n) {
  if (key.size() % n == 0) return key;
  const Bytes text = join({key, slow::little(8 * key.size(), n / 2)});
  return text.size() % n == 0 ? text : slow::bit_padded(text, n);
}

// The half blocks form a queue.
Bytes slow_kw_dstu(const BlockCipher& e, const Bytes& key) {
  const std::size_t n = e.block, half = n / 2;
  const Bytes text = join({slow_padded(key, n), Bytes(n)});
  Bytes b = part(text, 0, half);
  std::vector<Bytes> queue;
  for (std::size_t i = half; i < text.size(); i += half) queue.push_back(part(text, i, half));
  const std::size_t steps = 6 * queue.size();
  for (std::size_t j = 1; j <= steps; j++) {
    const Bytes x = e.encrypt(join({b, queue.front()}));
    b = xored(part(x, half, half), slow::little(j, half));
    queue.erase(queue.begin());
    queue.push_back(part(x, 0, half));
  }
  for (const Bytes& r : queue) b = join({b, r});
  return b;
}

Bytes slow_kexp15(const BlockCipher& mac, const BlockCipher& e, const Bytes& iv, const Bytes& key) {
  Bytes counter = iv;
  counter.resize(e.block);
  return slow::counted(e, counter, join({key, slow::omac(mac, join({iv, key}))}), 0, e.block, true);
}

class WrapAlgorithm : public AlgorithmTest {
 protected:
  const Bytes iv = random_bytes(algorithm.iv_bytes);
  hedgerow::Wrap make() const {
    hedgerow::Wrap c(cipher, mode, key, options());
    if (!iv.empty()) c.set_iv(iv);
    return c;
  }
  // True if the standard of the mode allows a key of this length.
  bool takes(std::size_t n) const {
    if (mode == "kw-gost" || mode == "kw-cryptopro") return n == 32;
    if (mode == "kw" && cipher.rfind("kalyna", 0) != 0) return n >= 16 && n % 8 == 0;
    return n != 0;
  }
  Bytes slow_wrap(const Bytes& plain) const {
    const std::size_t half = key.size() / 2;
    const auto with = [&](const Bytes& k) { return slow::block_cipher(cipher, k); };
    if (mode == "kexp15")
      return slow_kexp15(with(part(key, 0, half)), with(part(key, half, half)), iv, plain);
    if (mode != "kw") return {};
    return cipher.rfind("kalyna", 0) == 0
               ? slow_kw_dstu(with(key), plain)
               : slow_kw(with(key), iv.empty() ? Bytes(8, 0xa6) : iv, plain);
  }
  void expect_bad(hedgerow::Wrap& c, const Bytes& wrapped) const {
    Bytes out(wrapped.size(), 1), in_place = wrapped;
    ASSERT_EQ(status_of([&] { c.unwrap(wrapped, out); }), HEDGEROW_ERR_INTEGRITY);
    std::size_t written = 0;
    while (written < out.size() && out[written] == 0) written++;
    ASSERT_GE(written, 16u);  // zeros first, then the untouched rest
    for (std::size_t i = written; i < out.size(); i++) ASSERT_EQ(out[i], 1);
    ASSERT_EQ(status_of([&] { c.unwrap(in_place, in_place); }), HEDGEROW_ERR_INTEGRITY);
    for (std::size_t i = 0; i < written; i++) ASSERT_EQ(in_place[i], 0);
  }
};

TEST_P(WrapAlgorithm, EveryLength) {
  hedgerow::Wrap c = make();
  for (std::size_t n = 0; n <= 3 * algorithm.block_bytes + 1; n++) {
    const Bytes plain = random_bytes(n);
    if (!takes(n)) {
      ASSERT_EQ(status_of([&] { c.length(n); }), HEDGEROW_ERR_DATA_LENGTH) << n;
      continue;
    }
    Bytes wrapped(c.length(n)), back(wrapped.size());
    ASSERT_EQ(c.wrap(plain, wrapped), wrapped.size()) << n;
    const Bytes expected = slow_wrap(plain);
    if (!expected.empty()) {
      ASSERT_EQ(to_hex(wrapped), to_hex(expected)) << n;
    }
    ASSERT_EQ(c.unwrap(wrapped, back), n);
    ASSERT_EQ(part(back, 0, n), plain);
    back = plain;
    back.resize(wrapped.size());
    ASSERT_EQ(c.wrap({back.data(), n}, back), wrapped.size());
    ASSERT_EQ(back, wrapped) << "in place, " << n;
    ASSERT_EQ(c.unwrap(back, back), n);
    ASSERT_EQ(part(back, 0, n), plain);
  }
}

TEST_P(WrapAlgorithm, EveryFlippedByteIsFound) {
  const Bytes plain = random_bytes(32);
  hedgerow::Wrap c = make();
  Bytes wrapped(c.length(32));
  c.wrap(plain, wrapped);
  for (std::size_t i = 0; i < wrapped.size(); i++) {
    Bytes bad = wrapped;
    bad[i] ^= (std::uint8_t)(1u << random_below(8));
    ASSERT_NO_FATAL_FAILURE(expect_bad(c, bad)) << i;
  }
  hedgerow::Wrap other(cipher, mode, random_bytes(key.size()), options());
  if (!iv.empty()) {
    other.set_iv(iv);
    Bytes other_iv = iv;
    other_iv[0] ^= 1;
    hedgerow::Wrap moved = make();
    moved.set_iv(other_iv);
    expect_bad(moved, wrapped);
  }
  expect_bad(other, wrapped);
}

TEST_P(WrapAlgorithm, LengthsRoomAndOrder) {
  // The buffer must also hold the padding, so it is a whole number of blocks.
  const std::size_t n = std::max<std::size_t>(32, mode == "kw" ? algorithm.block_bytes : 0);
  const Bytes plain = random_bytes(n);
  hedgerow::Wrap c = make(), keyless(cipher, mode, options());
  Bytes wrapped(c.length(n)), out(200, 1), small(wrapped.size() - 1, 1);
  c.wrap(plain, wrapped);
  EXPECT_EQ(status_of([&] { keyless.wrap(plain, out); }), HEDGEROW_ERR_STATE);
  EXPECT_EQ(status_of([&] { c.wrap(plain, small); }), HEDGEROW_ERR_BUFFER);
  EXPECT_EQ(small, Bytes(small.size(), 1));
  std::set<std::size_t> possible;
  for (std::size_t bytes = 1; bytes <= 100; bytes++)
    if (takes(bytes)) possible.insert(c.length(bytes));
  for (std::size_t bytes = 0; bytes <= 100; bytes++) {
    wrapped.resize(std::max(wrapped.size(), bytes));
    if (!possible.count(bytes)) {
      EXPECT_EQ(status_of([&] { c.unwrap({wrapped.data(), bytes}, out); }),
                HEDGEROW_ERR_DATA_LENGTH)
          << bytes;
    }
  }
  wrapped.resize(c.length(n));
  EXPECT_EQ(out, Bytes(200, 1));
  Bytes exact(n);
  EXPECT_EQ(c.unwrap(wrapped, exact), n);
  EXPECT_EQ(exact, plain);
  if (algorithm.min_iv_bytes != 0) {
    hedgerow::Wrap without(cipher, mode, key, options());
    EXPECT_EQ(status_of([&] { without.wrap(plain, wrapped); }), HEDGEROW_ERR_STATE);
  }
}

// A size_t of 32 bits ends before most limits.
TEST_P(WrapAlgorithm, TakesMessageBytesAndNoMore) {
  if (algorithm.message_bytes > SIZE_MAX / 8) return;
  const hedgerow::Wrap c = make();
  const auto longest = (std::size_t)algorithm.message_bytes;
  EXPECT_GT(c.length(longest), longest);
  for (std::size_t more = 1; more <= 64; more++)
    EXPECT_NE(status_of([&] { (void)c.length(longest + more); }), HEDGEROW_OK) << more;
}

// KW of DSTU 7624 must unwrap every text that it wraps to the same text. The test takes texts of
// every length that end in the length and padding of each shorter key, exactly or with one bit
// changed. For example, a text may look like the padded form of a key that is one byte shorter. A
// text that is the padded form of a shorter key must be refused.
TEST_P(WrapAlgorithm, NoTextIsUnwrappedAsAShorterOne) {
  if (mode != "kw" || cipher.rfind("kalyna", 0) != 0) return;
  const std::size_t block = algorithm.block_bytes, half = block / 2;
  hedgerow::Wrap c = make();
  std::size_t refused = 0;
  const auto check = [&](const Bytes& text) {
    bool ambiguous = false;
    for (std::size_t n = 1; n < text.size(); n++)
      ambiguous |= text.size() % block == 0 && n % block != 0 &&
                   slow_padded(part(text, 0, n), block) == text;
    Bytes wrapped(c.length(text.size()), 1), back(wrapped.size());
    if (ambiguous) {
      refused++;
      EXPECT_EQ(status_of([&] { c.wrap(text, wrapped); }), HEDGEROW_ERR_KEY_VALUE);
      EXPECT_EQ(wrapped, Bytes(wrapped.size(), 1));
      return;
    }
    c.wrap(text, wrapped);
    ASSERT_EQ(c.unwrap(wrapped, back), text.size()) << to_hex(text);
    ASSERT_EQ(part(back, 0, text.size()), text);
  };
  for (std::size_t n = 1; n <= 3 * block; n++)
    for (std::size_t shorter = 1; shorter + 8 <= n; shorter++) {
      // saves time, because all of these are accepted
      if (n % block != 0 && random_below(16)) continue;
      Bytes text = join({random_bytes(shorter), slow::little(8 * shorter, half), {0x80}});
      text.resize(n);
      ASSERT_NO_FATAL_FAILURE(check(text)) << n << ", " << shorter;
      text[shorter + random_below(n - shorter)] ^= (std::uint8_t)(1u << random_below(8));
      ASSERT_NO_FATAL_FAILURE(check(text)) << n << ", " << shorter;
    }
  EXPECT_GE(refused, 3 * (block - 1) - half);
}

INSTANTIATE_TEST_SUITE_P(Algorithms, WrapAlgorithm, testing::ValuesIn(algorithms_of(HEDGEROW_WRAP)),
                         test_name);

// The counter of CTR has half a block, and a longer key would reach the IV.
TEST(KExp15, EndsAtThePeriodOfItsCounter) {
  if (sizeof(std::size_t) < 8) GTEST_SKIP() << "no length reaches it here";
  hedgerow::Options options;
  options.limit_blocks = HEDGEROW_NO_LIMIT;
  const hedgerow::Wrap c("magma", "kexp15", options);
  const std::uint64_t period = 8ull << 32;
  EXPECT_EQ(c.length((std::size_t)(period - 8)), period);
  EXPECT_EQ(status_of([&] { (void)c.length((std::size_t)(period - 7)); }),
            HEDGEROW_ERR_DATA_LENGTH);
}

}  // namespace
}  // namespace hedgerow_test
