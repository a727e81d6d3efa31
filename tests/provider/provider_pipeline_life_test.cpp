// Calls pipelines wrongly, and checks that each refusal gives a reason and no output.
//
// The suite turned red when the tags of a decryption were not compared, when a second update was
// accepted, when records got used nonces with a key, and when a pipeline began while a single
// message was in progress.
#include <stdexcept>

#include "provider_pipeline.hpp"

namespace hedgerow_test {
namespace {

const OSSL_ALGORITHM& provided(const std::string& name) {
  static const std::vector<OSSL_ALGORITHM> all = raw().algorithms(OSSL_OP_CIPHER);
  for (const OSSL_ALGORITHM& a : all)
    if (first_name(a) == name) return a;
  throw std::runtime_error("no " + name);
}

// Buffers for `n` records of 32 bytes.
struct Buffers {
  std::vector<Bytes> in, out;
  Arrays from, to;
  std::vector<std::size_t> done;
  explicit Buffers(std::size_t n)
      : in(n, Bytes(32, 1)), out(n, Bytes(64, 0xee)), from(in), to(out), done(n, 99) {}
  int update(Raw& c) {
    return c.update(in.size(), to.data.data(), done.data(), to.sizes.data(), from.inputs(),
                    from.sizes.data());
  }
  int final(Raw& c) { return c.final(in.size(), to.data.data(), done.data(), to.sizes.data()); }
  bool untouched() const { return out == std::vector<Bytes>(out.size(), Bytes(64, 0xee)); }
};

TEST(ProviderPipeline, BadCallsOfACipher) {
  using namespace hedgerow_provider;
  const Bytes key(32, 1);
  std::vector<Bytes> ivs(33, Bytes(16, 2));
  Arrays iv(ivs);
  Raw c(raw(), provided("kuznyechik-cbc"));
  Buffers b(3), other(2);
  EXPECT_EQ(b.update(c), 0);
  EXPECT_EQ(raw().reason(), kPipes);
  for (const std::size_t count : {std::size_t{0}, kMaxPipes + 1}) {
    EXPECT_EQ(c.init(true, &key, count, iv.inputs(), 16), 0);
    EXPECT_EQ(raw().reason(), kPipes);
  }
  EXPECT_EQ(c.init(true, &key, 3, iv.inputs(), 15), 0);
  EXPECT_EQ(raw().reason(), kIvLength);
  EXPECT_EQ(c.init(true, &key, 3, nullptr, 0), 1);
  EXPECT_EQ(b.update(c), 0);
  EXPECT_EQ(raw().reason(), kNoIv);
  ASSERT_EQ(c.init(true, nullptr, 3, iv.inputs(), 16), 1);
  EXPECT_EQ(other.update(c), 0);
  EXPECT_EQ(raw().reason(), kPipes);
  without_padding(c);
  b.to.sizes[1] = 31;
  EXPECT_EQ(b.update(c), 0);
  EXPECT_EQ(raw().reason(), kOutputRoom);
  EXPECT_TRUE(b.untouched());
  b.to.sizes[1] = 64;
  EXPECT_EQ(b.update(c), 1);
  EXPECT_EQ(b.update(c), 0);
  EXPECT_EQ(raw().reason(), kOneCall);
  EXPECT_EQ(b.final(c), 1);
  EXPECT_EQ(b.update(c), 0);
  EXPECT_EQ(raw().reason(), kMessageOver);
}

// If the padding of one record is wrong, all records fail and there is no output.
TEST(ProviderPipeline, WrongPadding) {
  const Bytes key(32, 1);
  std::vector<Bytes> ivs(2, Bytes(16, 2));
  Arrays iv(ivs);
  Raw c(raw(), provided("kuznyechik-cbc"));
  Buffers b(2), back(2);
  ASSERT_EQ(c.init(true, &key, 2, iv.inputs(), 16), 1);
  ASSERT_EQ(b.update(c), 1);
  EXPECT_EQ(b.done, std::vector<std::size_t>(2, 48));
  back.in = b.out;
  back.in[1][47] ^= 1;
  back.from = Arrays(back.in);
  back.from.sizes = {48, 48};
  ASSERT_EQ(c.init(false, nullptr, 2, nullptr, 0), 1);
  EXPECT_EQ(back.update(c), 0);
  EXPECT_EQ(raw().reason(), (std::uint32_t)HEDGEROW_ERR_PADDING);
  EXPECT_EQ(back.done, std::vector<std::size_t>(2, 0));
  EXPECT_EQ(Bytes(back.out[0].begin(), back.out[0].begin() + 32), Bytes(32, 0));
}

// An AEAD with two sealed records of 32 bytes, and the result of decrypting them.
class Sealed {
 public:
  explicit Sealed(const std::string& name)
      : c(raw(), provided(name)),
        algorithm(subject_of(provided(name).algorithm_description, name.c_str()).algorithm),
        key_(algorithm.key_bytes, 1),
        ivs_(2, Bytes(algorithm.iv_bytes, 2)),
        tags(2, Bytes(16)),
        iv_(ivs_),
        tag_(tags),
        params(tags_param(tag_.data, place_, 16)),
        b(2) {}
  int init(bool encrypts) { return c.init(encrypts, &key_, 2, iv_.inputs(), algorithm.iv_bytes); }
  int init_without_ivs() { return c.init(true, &key_, 2, nullptr, 0); }
  int begin_single() { return c.begin_single(key_, ivs_[0]); }
  // Opens with the tags in `tags`, or without tags.
  bool open(bool gives_tags, Buffers& back) {
    for (std::size_t i = 0; i < 2; i++) back.in[i].assign(b.out[i].begin(), b.out[i].begin() + 32);
    back.from = Arrays(back.in);
    if (init(false) != 1 || (gives_tags && c.set(params.data()) != 1)) return false;
    return back.update(c) == 1 && back.final(c) == 1;
  }

  Raw c;
  hedgerow_algorithm_info algorithm;

 private:
  Bytes key_;
  std::vector<Bytes> ivs_;

 public:
  std::vector<Bytes> tags;

 private:
  Arrays iv_, tag_;
  unsigned char** place_ = nullptr;

 public:
  std::vector<OSSL_PARAM> params;
  Buffers b;
};

const std::vector<std::string> kAeads = {"kuznyechik-mgm", "LEA-256-CCM", "LEA-128-SIV"};

TEST(ProviderPipeline, TagsOfAnEncryption) {
  using namespace hedgerow_provider;
  for (const std::string& name : kAeads) {
    SCOPED_TRACE(name);
    Sealed s(name);
    ASSERT_EQ(s.init(true), 1);
    EXPECT_EQ(s.c.get(s.params.data()), 0);
    EXPECT_EQ(raw().reason(), kNoTag);
    ASSERT_EQ(s.b.update(s.c), 1);
    ASSERT_EQ(s.b.final(s.c), 1);
    ASSERT_EQ(s.c.get(s.params.data()), 1);
    ASSERT_EQ(s.c.init(true, nullptr, 2, nullptr, 0), 1);  // because those nonces are used up
    if (s.algorithm.min_iv_bytes == 0) continue;
    EXPECT_EQ(s.b.update(s.c), 0);
    EXPECT_EQ(raw().reason(), kNoIv);
    // Also with the key, because it is the old one.
    ASSERT_EQ(s.init(true), 1);
    ASSERT_EQ(s.b.update(s.c), 1);
    ASSERT_EQ(s.init_without_ivs(), 1);
    EXPECT_EQ(s.b.update(s.c), 0);
    EXPECT_EQ(raw().reason(), kNoIv);
  }
}

// The init call of a pipeline ends a single message in progress.
TEST(ProviderPipeline, AfterASingleMessage) {
  for (const std::string& name : kAeads) {
    SCOPED_TRACE(name);
    Sealed s(name);
    ASSERT_EQ(s.begin_single(), 1);
    ASSERT_EQ(s.init(true), 1);
    EXPECT_EQ(s.b.update(s.c), 1);
  }
}

TEST(ProviderPipeline, TagsMissingOrWrong) {
  for (const std::string& name : kAeads) {
    SCOPED_TRACE(name);
    Sealed s(name);
    ASSERT_TRUE(s.init(true) == 1 && s.b.update(s.c) == 1 && s.b.final(s.c) == 1);
    ASSERT_EQ(s.c.get(s.params.data()), 1);
    const auto text_of = [](const Buffers& b, std::size_t i) {
      return Bytes(b.out[i].begin(), b.out[i].begin() + 32);
    };
    Buffers none(2), right(2), wrong(2);
    EXPECT_FALSE(s.open(false, none));
    EXPECT_EQ(raw().reason(), hedgerow_provider::kNoTag);
    EXPECT_TRUE(s.open(true, right));
    EXPECT_EQ(text_of(right, 1), s.b.in[1]);
    s.tags[1][5] ^= 1;
    EXPECT_FALSE(s.open(true, wrong));
    EXPECT_EQ(raw().reason(), (std::uint32_t)HEDGEROW_ERR_AUTH);
    if (s.algorithm.properties & (HEDGEROW_ONE_CALL | HEDGEROW_LENGTHS_FIRST)) {
      EXPECT_EQ(text_of(wrong, 0), Bytes(32, 0));
    }
  }
}

}  // namespace
}  // namespace hedgerow_test
