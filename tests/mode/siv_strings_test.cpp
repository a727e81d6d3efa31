// SIV [RFC 5297] with any number of strings: the vector of the RFC with three strings, every SIV
// algorithm against the slow model, the ordinary calls expressed as strings, and each status.
//
// The suite turned red when seal, open or a batch left out an empty AAD, when a nonce of 0 bytes
// counted as a string, and when the overlap of the strings with the tag was not checked.
#include "models/slow_algorithm.hpp"
#include "support/algorithm_support.hpp"

namespace hedgerow_test {
namespace {

std::vector<hedgerow_string> views(const std::vector<Bytes>& strings) {
  std::vector<hedgerow_string> r;
  for (const Bytes& s : strings) r.push_back({s.data(), s.size()});
  return r;
}

// Seals under strings, and opens again in place and with separate buffers.
slow::Sealed seal(hedgerow::Aead& c, const std::vector<Bytes>& strings, const Bytes& plain) {
  slow::Sealed r{Bytes(plain.size()), Bytes(16)};
  c.seal_strings(views(strings), plain, r.data, r.tag);
  Bytes apart(plain.size()), in_place = r.data;
  c.open_strings(views(strings), r.data, apart, r.tag);
  c.open_strings(views(strings), in_place, in_place, r.tag);
  EXPECT_EQ(apart, plain);
  EXPECT_EQ(in_place, plain);
  return r;
}

// Seals by the ordinary call, and checks that a batch gives the same result.
slow::Sealed seal(hedgerow::Aead& c, const Bytes& nonce, const Bytes& aad, const Bytes& plain) {
  slow::Sealed r{Bytes(plain.size()), Bytes(16)}, batch = r;
  c.seal_with_nonce(nonce, aad, plain, r.data, r.tag);
  c.seal_batch(std::vector<hedgerow_message>{{nonce.data(), nonce.size(), aad.data(), aad.size(),
                                              plain.data(), batch.data.data(), plain.size(),
                                              batch.tag.data(), 16}});
  EXPECT_EQ(to_hex(batch.tag), to_hex(r.tag));
  EXPECT_EQ(batch.data, r.data);
  Bytes back(plain.size());
  c.open(nonce, aad, r.data, back, r.tag);
  EXPECT_EQ(back, plain);
  return r;
}

TEST(SivStrings, Rfc5297AppendixA2) {
  hedgerow::Aead c("aes-128", "siv",
                   from_hex("7f7e7d7c7b7a79787776757473727170404142434445464748494a4b4c4d4e4f"));
  const std::vector<Bytes> strings = {
      from_hex("00112233445566778899aabbccddeeffdeaddadadeaddadaffeeddccbbaa99887766554433221100"),
      from_hex("102030405060708090a0"), from_hex("09f911029d74e35bd84156c5635688c0")};
  const slow::Sealed sealed =
      seal(c, strings,
           from_hex("7468697320697320736f6d6520706c61696e7465787420746f20656e637279707420757369"
                    "6e67205349562d414553"));
  EXPECT_EQ(to_hex(sealed.tag), "7bdb6e3b432667eb06f4d14bff2fbd0f");
  EXPECT_EQ(to_hex(sealed.data),
            "cb900f2fddbe404326601965c889bf17dba77ceb094fa663b7a3f748ba8af829ea64ad544a272e9c485b"
            "62a3fd5c0d");
}

class SivAlgorithm : public AlgorithmTest {
 protected:
  hedgerow::Options repeating() const {
    hedgerow::Options o = options();
    o.repeat_nonce = true;
    return o;
  }
  slow::Sealed expected(const std::vector<Bytes>& strings, const Bytes& plain) const {
    const std::size_t half = key.size() / 2;
    return slow::siv(slow::block_cipher(cipher, slow::part(key, 0, half)),
                     slow::block_cipher(cipher, slow::part(key, half, half)), strings, plain);
  }
  void expect_same(const slow::Sealed& a, const slow::Sealed& b) const {
    EXPECT_EQ(to_hex(a.tag), to_hex(b.tag));
    EXPECT_EQ(to_hex(a.data), to_hex(b.data));
  }
};

TEST_P(SivAlgorithm, EqualsTheModel) {
  for_every_kernel(cipher, [&](const hedgerow::Options& o) {
    hedgerow::Aead c(cipher, mode, key, o);
    for (const std::size_t count : {0u, 1u, 2u, 3u, 5u, 126u}) {
      std::vector<Bytes> strings;
      for (std::size_t i = 0; i < count; i++)
        strings.push_back(random_bytes(random_below(3) ? random_below(40) : 0));
      for (const std::size_t n : {0, 1, 15, 16, 17, 200}) {
        const Bytes plain = random_bytes(n);
        SCOPED_TRACE(std::to_string(count) + " strings, " + std::to_string(n) + " bytes");
        expect_same(seal(c, strings, plain), expected(strings, plain));
      }
    }
  });
}

// The AAD is a string even if it is empty. The nonce is a string only if it is not empty.
TEST_P(SivAlgorithm, OrdinaryCallsAreStrings) {
  hedgerow::Aead c(cipher, mode, key, repeating());
  const Bytes x = random_bytes(20), none;
  for (const std::size_t n : {0u, 5u, 100u}) {
    const Bytes plain = random_bytes(n);
    expect_same(seal(c, none, none, plain), expected({none}, plain));
    expect_same(seal(c, none, x, plain), expected({x}, plain));
    expect_same(seal(c, x, none, plain), expected({none, x}, plain));
    expect_same(seal(c, x, x, plain), expected({x, x}, plain));
    EXPECT_NE(seal(c, x, none, plain).tag, seal(c, none, x, plain).tag);
    EXPECT_NE(seal(c, none, none, plain).tag, seal(c, {}, plain).tag);
  }
}

TEST_P(SivAlgorithm, OtherStringsAreNotAuthentic) {
  hedgerow::Aead c(cipher, mode, key, options());
  const Bytes plain = random_bytes(50), a = random_bytes(3), b = random_bytes(4), none;
  const slow::Sealed sealed = seal(c, {a, b}, plain);
  for (const std::vector<Bytes>& other :
       std::vector<std::vector<Bytes>>{{}, {a}, {b, a}, {slow::join({a, b})}, {a, b, none}}) {
    Bytes out = random_bytes(50);
    EXPECT_EQ(status_of([&] { c.open_strings(views(other), sealed.data, out, sealed.tag); }),
              HEDGEROW_ERR_AUTH);
    EXPECT_EQ(out, Bytes(50));
  }
}

INSTANTIATE_TEST_SUITE_P(All, SivAlgorithm, testing::ValuesIn([] {
                           std::vector<std::string> r;
                           for (const std::string& o : algorithms_of(HEDGEROW_AEAD))
                             if (o.substr(o.find('/')) == "/siv") r.push_back(o);
                           return r;
                         }()),
                         test_name);

class Statuses : public testing::Test {
 protected:
  hedgerow::Aead c{"aes-128", "siv", Bytes(32)};
  Bytes in = Bytes(40, 1), out = Bytes(40, 2), tag = Bytes(16, 3);
  std::vector<hedgerow_string> strings = {{in.data(), 8}};
  hedgerow_status seal_one(hedgerow::Aead& aead) {
    return hedgerow_aead_seal_strings(aead.get(), strings.data(), strings.size(), in.data(),
                                      out.data(), 40, tag.data(), tag.size());
  }
  hedgerow_status open_one(hedgerow::Aead& aead) {
    return hedgerow_aead_open_strings(aead.get(), strings.data(), strings.size(), in.data(),
                                      out.data(), 40, tag.data(), tag.size());
  }
  void expect(hedgerow_status status) {
    const Bytes out_before = out, tag_before = tag;
    EXPECT_EQ(seal_one(c), status);
    EXPECT_EQ(open_one(c), status);
    EXPECT_EQ(out, out_before);
    EXPECT_EQ(tag, tag_before);
  }
};

TEST_F(Statuses, OfArguments) {
  EXPECT_EQ(hedgerow_aead_seal_strings(nullptr, nullptr, 0, nullptr, nullptr, 0, tag.data(), 16),
            HEDGEROW_ERR_NULL);
  strings[0].data = nullptr;
  expect(HEDGEROW_ERR_NULL);
  strings.assign(127, {in.data(), 1});
  expect(HEDGEROW_ERR_LIMIT);
  if (sizeof(std::size_t) == 8) {  // such strings do not fit in a smaller address space
    strings.assign(3, {in.data(), SIZE_MAX / 8 - 8});
    expect(HEDGEROW_ERR_LIMIT);
  }
  strings.assign(1, {in.data(), 1});
  tag.resize(15);
  expect(HEDGEROW_ERR_TAG_LENGTH);
  tag.resize(16);
  EXPECT_EQ(hedgerow_aead_seal_strings(c.get(), nullptr, 1, nullptr, nullptr, 0, tag.data(), 16),
            HEDGEROW_ERR_NULL);
  c.reset();
  expect(HEDGEROW_ERR_STATE);
}

TEST_F(Statuses, OfOverlap) {
  strings[0].data = out.data() + 39;
  expect(HEDGEROW_ERR_OVERLAP);
  strings[0] = {tag.data() + 15, 1};
  EXPECT_EQ(seal_one(c), HEDGEROW_ERR_OVERLAP);
  EXPECT_EQ(open_one(c), HEDGEROW_ERR_AUTH);  // because opening reads the tag
}

// Two strings of 1 byte and 40 bytes of data are 5 blocks of 16 bytes.
TEST_F(Statuses, OfTheDataLimit) {
  strings.assign(2, {in.data(), 1});
  hedgerow::Options o;
  o.limit_blocks = 5;
  hedgerow::Aead limited("aes-128", "siv", Bytes(32), o);
  EXPECT_EQ(seal_one(limited), HEDGEROW_OK);
  EXPECT_EQ(limited.query().blocks_left, 0u);
  EXPECT_EQ(open_one(limited), HEDGEROW_ERR_LIMIT);
}

TEST_F(Statuses, TheTagIsKept) {
  Bytes kept(16);
  EXPECT_EQ(seal_one(c), HEDGEROW_OK);
  EXPECT_EQ(hedgerow_aead_get_tag(c.get(), kept.data(), 16), HEDGEROW_OK);
  EXPECT_EQ(kept, tag);
}

TEST_F(Statuses, OfOtherModes) {
  std::size_t count = 0;
  for (const std::string& name : algorithms_of(HEDGEROW_AEAD)) {
    const std::string cipher = name.substr(0, name.find('/')),
                      mode = name.substr(cipher.size() + 1);
    if (mode == "siv") continue;
    hedgerow::Aead other(cipher, mode, Bytes(hedgerow::algorithm_info(cipher, mode).key_bytes));
    EXPECT_EQ(seal_one(other), HEDGEROW_ERR_MODE) << name;
    EXPECT_EQ(open_one(other), HEDGEROW_ERR_MODE) << name;
    count++;
  }
  EXPECT_GT(count, 50u);
}

}  // namespace
}  // namespace hedgerow_test
