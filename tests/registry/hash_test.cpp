// Streebog-256, HMAC and key derivation against the vectors of their RFCs. Any split must equal one
// call. tests/interop compares them with gost-engine and libgcrypt over random lengths.
//
// The suite turned red when the bit count ignored fill_, when derive() dropped the zero byte of the
// separator, when keyed_outer_ was made with 0x36, when the sum of the blocks dropped its carry,
// and when a key derivation did not wipe the stack.
#include "hash/kdf.hpp"

#include "kernels/private_stack.hpp"
#include "kernels/residue.hpp"
#include "support/mode_support.hpp"
#include "support/vector_support.hpp"

namespace hedgerow_test {
namespace {

using hedgerow::HmacStreebog256;
using hedgerow::Streebog256;

Bytes hash_of(const Bytes& message) {
  Streebog256 hash;
  Bytes digest(Streebog256::kDigestBytes);
  hash.update(message.data(), message.size());
  hash.digest(digest.data());
  return digest;
}

Bytes hmac_of(HmacStreebog256& hmac, const Bytes& message) {
  Bytes tag(HmacStreebog256::kTagBytes);
  hmac.update(message.data(), message.size());
  hmac.tag(tag.data());
  return tag;
}

TEST(Streebog, Vectors) {
  for (const auto& v : vector_file("streebog.json", "hash"))
    EXPECT_EQ(to_hex(hash_of(from_hex(v.at("message")))), v.at("digest").get<std::string>());
}

TEST(Streebog, SplitsAndCopiesEqualOneCall) {
  const Bytes message = random_bytes(1000);
  const Bytes expected = hash_of(message);
  for (std::size_t longest : {1u, 63u, 64u, 65u, 200u}) {
    Streebog256 hash, copy;
    for_random_pieces(message.size(), longest, [&](std::size_t at, std::size_t n) {
      copy = hash;
      copy.update(&message[at], n);
      hash = copy;
    });
    Bytes digest(expected.size());
    hash.digest(digest.data());
    EXPECT_EQ(digest, expected) << longest;
  }
}

TEST(Streebog, StartsAgain) {
  Streebog256 hash;
  Bytes digest(32);
  hash.update(digest.data(), 32);
  hash.digest(digest.data());
  hash.start();
  hash.digest(digest.data());
  EXPECT_EQ(digest, hash_of({}));
}

TEST(Hmac, Vectors) {
  for (const auto& v : vector_file("streebog.json", "hmac")) {
    const Bytes key = from_hex(v.at("key")), message = from_hex(v.at("message"));
    HmacStreebog256 hmac(key.data(), key.size());
    for (int again = 0; again < 2; again++)
      EXPECT_EQ(to_hex(hmac_of(hmac, message)), v.at("tag").get<std::string>());
  }
}

TEST(Hmac, LongKeysAreHashed) {
  const Bytes key = random_bytes(65), message = random_bytes(100), short_key = hash_of(key);
  HmacStreebog256 a(key.data(), key.size()), b(short_key.data(), short_key.size());
  EXPECT_EQ(hmac_of(a, message), hmac_of(b, message));
}

TEST(Kdf, Vectors) {
  for (const char* kind : {"kdf", "kdf_tree"})
    for (const auto& v : vector_file("streebog.json", kind)) {
      const Bytes key = from_hex(v.at("key")), label = from_hex(v.at("label")),
                  seed = from_hex(v.at("seed"));
      const hedgerow::KdfContext context{label.data(), seed.data(), label.size(), seed.size()};
      Bytes out(v.at("out").get<std::string>().size() / 2);
      hedgerow::kdf_tree_gostr3411_2012_256(key.data(), context, out.data(), out.size());
      EXPECT_EQ(to_hex(out), v.at("out").get<std::string>());
    }
}

// The last state and round key of a compression reveal the chaining value. No byte that depends on
// the key may therefore stay on the stack.
TEST(KdfTree, LeavesNothingOfTheKeyOnTheStack) {
  using namespace hedgerow::ledger;
  if (!private_stack_usable()) GTEST_SKIP() << "a sanitizer owns the stack";
  ASSERT_TRUE(residue_check_sees());
  const Bytes label = from_hex("26bdb878"), seed = from_hex("af21434145656378");
  Bytes key(32), out(96), stack[2];
  for (int i = 0; i < 2; i++) {
    key.assign(32, (std::uint8_t)(0x5a ^ 0xff * i));
    stack[i] = run_on_private_stack([&] {
      hedgerow::kdf_tree_gostr3411_2012_256(key.data(),
                                            {label.data(), seed.data(), label.size(), seed.size()},
                                            out.data(), out.size());
    });
  }
  EXPECT_GT(stack[0].size(), 0u);
  EXPECT_EQ(count_differing(stack[0], stack[1]), 0u);
}

}  // namespace
}  // namespace hedgerow_test
