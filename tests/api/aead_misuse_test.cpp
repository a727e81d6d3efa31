// Misuse of every AEAD algorithm, in the manner of Wycheproof: the test changes or cuts tags,
// changes nonces or their length, changes data and AAD, calls functions in the wrong order, and
// exceeds limits. Each misuse must fail with its own status, and the output must be untouched or
// zero.
//
// The suite turned red when the comparison ignored one byte of the tag, when open_streamed or
// `judge` did not zero the output, when open_streamed decrypted before it compared the tag, when final
// did not check the announced lengths, and when check_lengths ignored max_data_bytes and limits_sum.
#include "support/algorithm_support.hpp"
#include "support/mode_support.hpp"

namespace hedgerow_test {
namespace {

class AeadMisuse : public AlgorithmTest {
 protected:
  hedgerow::Aead make() const { return hedgerow::Aead(cipher, mode, key, options()); }
  void SetUp() override {
    nonce = random_nonce(algorithm.iv_bytes);
    aad = random_bytes(has_aad() ? 40 : 0);
    plain = random_bytes(77);
    data.resize(plain.size());
    tag.resize(algorithm.tag_bytes);
    make().seal_with_nonce(nonce, aad, plain, data, tag);
  }
  // Opens in one call and in pieces, each with separate buffers and in place.
  void expect_refused(const Bytes& n, const Bytes& a, const Bytes& d, const Bytes& t,
                      hedgerow_status status = HEDGEROW_ERR_AUTH) const {
    const Bytes before = random_bytes(d.size()), zeros(d.size());
    hedgerow::Aead c = make();
    Bytes out = before, in_place = d;
    // hedgerow.h says for each mode whether the tag is checked first.
    const bool checks_first = mode == "gcm" || mode == "mgm" || status != HEDGEROW_ERR_AUTH;
    ASSERT_EQ(status_of([&] { c.open(n, a, d, out, t); }), status);
    ASSERT_EQ(out, checks_first ? before : zeros);
    ASSERT_EQ(status_of([&] { c.open(n, a, in_place, in_place, t); }), status);
    ASSERT_EQ(in_place, checks_first ? d : zeros);
    if (!streams() || status != HEDGEROW_ERR_AUTH) return;
    c.init_with_nonce(HEDGEROW_DECRYPT, n);
    c.set_tag_bytes(t.size());
    c.set_lengths(a.size(), d.size());
    c.aad(a);
    c.update(d, out);
    ASSERT_EQ(status_of([&] { c.final_check(t); }), status);
    ASSERT_EQ(status_of([&] { c.final_check(t); }), HEDGEROW_ERR_STATE);
  }
  static Bytes flipped(Bytes b, std::size_t i) {
    b[i] ^= (std::uint8_t)(1u << random_below(8));
    return b;
  }

  Bytes nonce, aad, plain, data, tag;
};

TEST_P(AeadMisuse, ChangedTagDataAndAad) {
  for (std::size_t i = 0; i < tag.size(); i++)
    ASSERT_NO_FATAL_FAILURE(expect_refused(nonce, aad, data, flipped(tag, i))) << i;
  for (std::size_t i = 0; i < data.size(); i++)
    ASSERT_NO_FATAL_FAILURE(expect_refused(nonce, aad, flipped(data, i), tag)) << i;
  for (std::size_t i = 0; i < aad.size(); i++)
    ASSERT_NO_FATAL_FAILURE(expect_refused(nonce, flipped(aad, i), data, tag)) << i;
  Bytes shorter = data, longer = data;
  shorter.pop_back();
  longer.push_back(0);
  expect_refused(nonce, aad, shorter, tag);
  expect_refused(nonce, aad, longer, tag);
  expect_refused(nonce, aad, data, Bytes(tag.size()));
}

TEST_P(AeadMisuse, MovedBorderAndPaddedAad) {
  if (!has_aad()) return;
  Bytes shorter_aad(aad.begin(), aad.end() - 1), moved(data.begin(), data.end() - 1);
  moved.insert(moved.begin(), aad.back());
  expect_refused(nonce, shorter_aad, moved, tag);
  Bytes longer_aad = aad;
  longer_aad.push_back(0);  // the zero that padding would add
  expect_refused(nonce, longer_aad, data, tag);
}

TEST_P(AeadMisuse, OtherKey) {
  key = random_bytes(key.size());
  expect_refused(nonce, aad, data, tag);
}

TEST_P(AeadMisuse, ChangedNonce) {
  for (std::size_t i = 0; i < nonce.size(); i++) {
    Bytes other = nonce;
    other[i] ^= 1;
    if (algorithm.properties & HEDGEROW_TAG_WITHOUT_NONCE) {  // allowed by the header
      Bytes out(plain.size());
      make().open(other, aad, data, out, tag);
      ASSERT_NE(out, plain);
    } else {
      ASSERT_NO_FATAL_FAILURE(expect_refused(other, aad, data, tag)) << i;
    }
  }
}

TEST_P(AeadMisuse, WrongLengthsOfTagAndNonce) {
  Bytes cut = tag, longer(algorithm.max_tag_bytes + 1);
  cut.resize(algorithm.min_tag_bytes - 1);
  for (const Bytes& t : {cut, Bytes(), longer})
    ASSERT_NO_FATAL_FAILURE(expect_refused(nonce, aad, data, t, HEDGEROW_ERR_TAG_LENGTH));
  Bytes long_nonce(algorithm.max_iv_bytes + 1), out(plain.size()), out_tag(tag.size());
  std::vector<Bytes> bad = {long_nonce};
  if (algorithm.min_iv_bytes != 0) bad.push_back(Bytes(algorithm.min_iv_bytes - 1));
  for (const Bytes& n : bad) {
    ASSERT_NO_FATAL_FAILURE(expect_refused(n, aad, data, tag, HEDGEROW_ERR_NONCE_LENGTH));
    hedgerow::Aead c = make();
    ASSERT_EQ(status_of([&] { c.seal_with_nonce(n, aad, plain, out, out_tag); }),
              HEDGEROW_ERR_NONCE_LENGTH);
  }
  EXPECT_EQ(out, Bytes(plain.size()));
}

// A mode such as CCM binds the tag to its length, so a tag of 16 bytes cut to 8 is not a valid tag.
TEST_P(AeadMisuse, CutTag) {
  if (algorithm.min_tag_bytes == algorithm.max_tag_bytes) return;
  Bytes cut = tag;
  cut.resize(algorithm.min_tag_bytes);
  if (algorithm.properties & HEDGEROW_LENGTHS_FIRST) expect_refused(nonce, aad, data, cut);
  hedgerow::Options fixed = options();
  fixed.tag_bytes = (std::uint32_t)tag.size();
  hedgerow::Aead c(cipher, mode, key, fixed);
  Bytes out(data.size());
  EXPECT_EQ(status_of([&] { c.open(nonce, aad, data, out, cut); }), HEDGEROW_ERR_TAG_LENGTH);
}

TEST_P(AeadMisuse, NonceReuseAndKeyLimit) {
  hedgerow::Options limited = options();
  limited.limit_blocks = 20;
  hedgerow::Aead c(cipher, mode, key, limited);
  Bytes out(algorithm.block_bytes), t(tag.size()), last = out;
  const Bytes block(algorithm.block_bytes);
  for (int i = 0; i < 20; i++) {
    nonce.back() ^= (std::uint8_t)(i + 1);
    c.seal_with_nonce(nonce, {}, block, out, t);
    ASSERT_EQ(status_of([&] { c.seal_with_nonce(nonce, {}, block, out, t); }),
              HEDGEROW_ERR_NONCE_REUSE);
  }
  nonce.back() ^= 0x55;
  last = out;
  EXPECT_EQ(status_of([&] { c.seal_with_nonce(nonce, {}, block, out, t); }), HEDGEROW_ERR_LIMIT);
  EXPECT_EQ(out, last);
}

TEST_P(AeadMisuse, CallsOutOfOrder) {
  hedgerow::Aead keyless(cipher, mode, options());
  Bytes out(plain.size()), t(tag.size());
  EXPECT_EQ(status_of([&] { keyless.seal_with_nonce(nonce, aad, plain, out, t); }),
            HEDGEROW_ERR_STATE);
  if (!streams()) return;
  hedgerow::Aead c = make();
  EXPECT_EQ(status_of([&] { c.update(plain, out); }), HEDGEROW_ERR_STATE);
  EXPECT_EQ(status_of([&] { c.final_tag(t); }), HEDGEROW_ERR_STATE);
  c.init_with_nonce(HEDGEROW_ENCRYPT, nonce);
  c.set_lengths(aad.size(), plain.size());
  EXPECT_EQ(status_of([&] { c.final_check(t); }), HEDGEROW_ERR_STATE);
  EXPECT_EQ(status_of([&] { c.final_tag(t); }), HEDGEROW_ERR_ANNOUNCED);
  if (has_aad()) c.aad(aad);
  c.update(plain, out);
  EXPECT_EQ(status_of([&] { c.aad(random_bytes(1)); }), HEDGEROW_ERR_STATE);
  EXPECT_EQ(status_of([&] { c.update(random_bytes(1), {out.data(), 1}); }), HEDGEROW_ERR_ANNOUNCED);
  c.final_tag(t);
  EXPECT_EQ(out, data);
}

TEST_P(AeadMisuse, LengthsMustComeFirstWhereTheyMust) {
  if (!(algorithm.properties & HEDGEROW_LENGTHS_FIRST)) return;
  hedgerow::Aead c = make();
  Bytes out(plain.size());
  c.init_with_nonce(HEDGEROW_ENCRYPT, nonce);
  EXPECT_EQ(status_of([&] { c.update(plain, out); }), HEDGEROW_ERR_ANNOUNCED);
  EXPECT_EQ(out, Bytes(plain.size()));
}

TEST_P(AeadMisuse, NoAadWhereThereIsNone) {
  if (has_aad()) return;
  Bytes out(plain.size()), t(tag.size());
  EXPECT_EQ(status_of([&] { make().seal_with_nonce(nonce, nonce, plain, out, t); }),
            HEDGEROW_ERR_LIMIT);
}

INSTANTIATE_TEST_SUITE_P(Algorithms, AeadMisuse, testing::ValuesIn(algorithms_of(HEDGEROW_AEAD)),
                         test_name);

// CCM with a nonce of 13 bytes has a length field of two bytes. MGM limits the sum: |A| + |P| <
// 2^(n / 2) bits [RFC 9058 section 3].
TEST(MgmLimits, AadAndDataTogether) {
  const struct {
    const char* cipher;
    std::uint64_t half;  // bytes of AAD and of data; one of them must be less
  } cases[] = {{"magma", 1ull << 28}, {"kuznyechik", 1ull << 60}};
  for (const auto& [cipher, half] : cases) {
    const auto algorithm = hedgerow::algorithm_info(cipher, "mgm");
    EXPECT_EQ(algorithm.message_bytes, 2 * half - 1) << cipher;
    hedgerow::Aead c(cipher, "mgm", Bytes(32, 7));
    const Bytes nonce(algorithm.iv_bytes, 1);
    const auto lengths = [&](std::uint64_t aad, std::uint64_t data) {
      c.init_with_nonce(HEDGEROW_DECRYPT, nonce);
      return status_of([&] { c.set_lengths(aad, data); });
    };
    EXPECT_EQ(lengths(half, half), HEDGEROW_ERR_LIMIT) << cipher;
    EXPECT_EQ(lengths(1, 2 * half - 1), HEDGEROW_ERR_LIMIT) << cipher;
    EXPECT_EQ(lengths(2 * half, 0), HEDGEROW_ERR_LIMIT) << cipher;
    EXPECT_EQ(lengths(half, half - 1), HEDGEROW_OK) << cipher;
    EXPECT_EQ(lengths(0, 2 * half - 1), HEDGEROW_OK) << cipher;
    EXPECT_EQ(lengths(2 * half - 1, 0), HEDGEROW_OK) << cipher;
  }
}

TEST(CcmLimits, DataFitsItsLengthField) {
  const Bytes key = random_bytes(16);
  Bytes data(65536), tag(16);
  hedgerow::Aead c("aes-128", "ccm", key);
  EXPECT_EQ(status_of([&] { c.seal_with_nonce(random_bytes(13), {}, data, data, tag); }),
            HEDGEROW_ERR_LIMIT);
  EXPECT_EQ(data, Bytes(65536));
  c.seal_with_nonce(random_bytes(12), {}, data, data, tag);
  data.resize(65535);
  c.seal_with_nonce(random_bytes(13), {}, data, data, tag);
}

TEST(CcmLimits, LengthBytesOfDstu) {
  const Bytes key = random_bytes(16);
  hedgerow::Options o;
  o.length_bytes = 9;
  EXPECT_EQ(status_of([&] { hedgerow::Aead("kalyna-128-128", "ccm", key, o); }),
            HEDGEROW_ERR_LENGTH_FIELD);
  o.length_bytes = 1;
  EXPECT_EQ(status_of([&] { hedgerow::Aead("aes-128", "ccm", key, o); }), HEDGEROW_ERR_OPTIONS);
  hedgerow::Aead c("kalyna-128-128", "ccm", key, o);
  Bytes data(256), tag(16);
  EXPECT_EQ(status_of([&] { c.seal_with_nonce(random_bytes(16), {}, data, data, tag); }),
            HEDGEROW_ERR_LIMIT);
  EXPECT_EQ(status_of([&] { c.seal_with_nonce(random_bytes(16), data, {}, {}, tag); }),
            HEDGEROW_ERR_LIMIT);
  data.resize(255);
  c.seal_with_nonce(random_bytes(16), data, {}, {}, tag);
  c.seal_with_nonce(random_bytes(16), {}, data, data, tag);
}

}  // namespace
}  // namespace hedgerow_test
