// The provider takes the strings of SIV [RFC 5297] from the same calls as OpenSSL's own AES-SIV,
// alone and in pipelines. It must also handle AAD that is NULL.
//
// The suite turned red when an empty AAD was not a string, when an IV was left out, when a context
// was copied without its strings, and when `check_aad` did not check for NULL (a segmentation
// fault) or for the number of strings.
#include <stdexcept>

#include "models/slow_algorithm.hpp"
#include "provider_pipeline.hpp"

namespace hedgerow_test {
namespace {

constexpr std::size_t kTag = 16;

struct Sealed {
  Bytes data, tag;
};

std::vector<Bytes> random_strings(std::size_t count) {
  std::vector<Bytes> r;
  for (std::size_t i = 0; i < count; i++) r.push_back(random_bytes(random_below(3) * 10));
  return r;
}

const unsigned char* place(const Bytes& b) {
  static const unsigned char none = 0;
  return b.empty() ? &none : b.data();
}

void give(EVP_CIPHER_CTX* c, const std::vector<Bytes>& strings) {
  int n = 0;
  for (const Bytes& s : strings)
    expect_ok(EVP_CipherUpdate(c, nullptr, &n, place(s), (int)s.size()));
}

// Each string has a separate call, and if contexts of the cipher can be copied, the copy continues.
Sealed seal(EVP_CIPHER* cipher, const Bytes& key, const std::vector<Bytes>& strings,
            const Bytes& plain, const Bytes* iv = nullptr, bool copies = false) {
  ContextPtr c = new_context();
  evp_init(c.get(), cipher, true, &key, iv);
  give(c.get(), strings);
  if (copies) {
    ContextPtr copy = new_context();
    expect_ok(EVP_CIPHER_CTX_copy(copy.get(), c.get()));
    give(c.get(), {{1, 2, 3}});
    c.swap(copy);
  }
  Sealed r{evp_run(c.get(), plain, 1, plain.size()), Bytes(kTag)};
  expect_ok(EVP_CIPHER_CTX_ctrl(c.get(), EVP_CTRL_AEAD_GET_TAG, (int)kTag, r.tag.data()));
  return r;
}

Sealed expected(const std::string& cipher, const Bytes& key, const std::vector<Bytes>& strings,
                const Bytes& plain) {
  const slow::Sealed r =
      slow::siv(slow::block_cipher(cipher, slow::part(key, 0, 16)),
                slow::block_cipher(cipher, slow::part(key, 16, 16)), strings, plain);
  return {r.data, r.tag};
}

void expect_same(const Sealed& a, const Sealed& b) {
  EXPECT_EQ(to_hex(a.tag), to_hex(b.tag));
  EXPECT_EQ(to_hex(a.data), to_hex(b.data));
}

TEST(ProviderSiv, CallsAreStringsAsInOpenSsl) {
  const CipherPtr ours = whole_world().cipher("LEA-128-SIV");
  const CipherPtr theirs = whole_world().cipher("AES-128-SIV", "provider=default");
  ASSERT_TRUE(ours && theirs) << errors();
  for (const std::size_t count : {0u, 0u, 1u, 1u, 1u, 1u, 2u, 2u, 3u, 5u, 30u}) {
    SCOPED_TRACE(count);
    const Bytes key = random_bytes(32), plain = random_bytes(1 + random_below(60));
    const std::vector<Bytes> strings = random_strings(count);
    expect_same(seal(theirs.get(), key, strings, plain), expected("aes-128", key, strings, plain));
    const Sealed sealed = seal(ours.get(), key, strings, plain, nullptr, true);
    expect_same(sealed, expected("lea-128", key, strings, plain));
    const ContextPtr c = new_context();
    evp_init(c.get(), ours.get(), false, &key, nullptr);
    Bytes tag = sealed.tag;
    expect_ok(EVP_CIPHER_CTX_ctrl(c.get(), EVP_CTRL_AEAD_SET_TAG, (int)kTag, tag.data()));
    give(c.get(), strings);
    EXPECT_EQ(evp_run(c.get(), sealed.data, 1, plain.size()), plain);
  }
}

TEST(ProviderSiv, AnIvIsTheLastString) {
  const CipherPtr cipher = whole_world().cipher("LEA-128-SIV");
  const Bytes key = random_bytes(32), iv = random_bytes(16), plain = random_bytes(50);
  for (const std::size_t count : {0u, 1u, 3u}) {
    std::vector<Bytes> strings = random_strings(count);
    const Sealed sealed = seal(cipher.get(), key, strings, plain, &iv);
    strings.push_back(iv);
    expect_same(sealed, seal(cipher.get(), key, strings, plain));
  }
}

TEST(ProviderSiv, HasAsManyStringsAsTheRfc) {
  const CipherPtr cipher = whole_world().cipher("LEA-128-SIV");
  const Bytes key = random_bytes(32), iv = random_bytes(16), plain = random_bytes(50);
  std::vector<Bytes> strings = random_strings(126);
  expect_same(seal(cipher.get(), key, strings, plain), expected("lea-128", key, strings, plain));
  EXPECT_THROW(seal(cipher.get(), key, strings, plain, &iv), std::runtime_error);
  const ContextPtr c = new_context();
  evp_init(c.get(), cipher.get(), true, &key, nullptr);
  give(c.get(), strings);
  EXPECT_THROW(give(c.get(), {iv}), std::runtime_error);
}

// NULL with a length is not AAD. For CCM it announces the length of the data, and for SIV it is not
// a string either, as in OpenSSL.
TEST(ProviderSiv, NullIsNotAad) {
  for (const char* name : {"LEA-256-SIV", "LEA-256-GCM-SIV-LIKE", "LEA-256-GCM", "kuznyechik-mgm",
                           "kalyna-128-256-gcm", "LEA-256-CCM"}) {
    SCOPED_TRACE(name);
    const CipherPtr cipher = whole_world().cipher(name);
    ASSERT_TRUE(cipher) << errors();
    const Bytes key = random_bytes((std::size_t)EVP_CIPHER_get_key_length(cipher.get()));
    const Bytes iv = Bytes(16, 1);
    const ContextPtr c = new_context();
    evp_init(c.get(), cipher.get(), true, &key, &iv);
    const bool announces = std::string(name) == "LEA-256-CCM";
    int n = 0;
    EXPECT_EQ(EVP_EncryptUpdate(c.get(), nullptr, &n, nullptr, 64), announces);
    if (!announces) {
      EXPECT_NE(errors().find("NULL"), std::string::npos);
    }
    if (std::string(name) == "LEA-256-SIV") {
      EXPECT_EQ(EVP_EncryptUpdate(c.get(), nullptr, &n, nullptr, 0), 0);
    }
  }
}

// A pipeline of two records of 40 and 7 bytes, in which each call gives a string to both.
std::vector<Sealed> seal_pipeline(const OSSL_ALGORITHM& algorithm, const Bytes& key,
                                  std::vector<Bytes> ivs,
                                  const std::vector<std::vector<Bytes>>& calls,
                                  std::vector<Bytes> plain) {
  std::vector<Bytes> out = plain, tags(2, Bytes(kTag));
  std::vector<std::size_t> done(2);
  Arrays iv(ivs), in(plain), to(out), tag(tags);
  Raw c(raw(), algorithm);
  EXPECT_EQ(c.init(true, &key, 2, ivs.empty() ? nullptr : iv.inputs(), 16), 1);
  for (std::vector<Bytes> call : calls) {
    const unsigned char* strings[] = {place(call[0]), place(call[1])};
    const std::size_t sizes[] = {call[0].size(), call[1].size()};
    EXPECT_EQ(c.update(2, nullptr, done.data(), nullptr, strings, sizes), 1);
  }
  EXPECT_EQ(c.update(2, to.data.data(), done.data(), to.sizes.data(), in.inputs(), in.sizes.data()),
            1);
  EXPECT_EQ(c.final(2, to.data.data(), done.data(), to.sizes.data()), 1);
  unsigned char** at = nullptr;
  std::vector<OSSL_PARAM> params = tags_param(tag.data, at, kTag);
  EXPECT_EQ(c.get(params.data()), 1);
  return {{out[0], tags[0]}, {out[1], tags[1]}};
}

TEST(ProviderSiv, PipelinesTakeTheSameStrings) {
  for (const OSSL_ALGORITHM& a : raw().algorithms(OSSL_OP_CIPHER)) {
    if (first_name(a) != "LEA-128-SIV") continue;
    const Bytes key = random_bytes(32);
    for (const std::size_t count : {0u, 1u, 2u, 7u})
      for (const bool has_ivs : {false, true}) {
        SCOPED_TRACE(std::to_string(count) + " strings");
        const std::vector<Bytes> plain = {random_bytes(40), random_bytes(7)};
        const std::vector<Bytes> ivs = {random_bytes(16), random_bytes(16)};
        std::vector<std::vector<Bytes>> calls, strings(2);
        for (std::size_t i = 0; i < count; i++) calls.push_back(random_strings(2));
        for (std::size_t r = 0; r < 2; r++) {
          for (const auto& call : calls) strings[r].push_back(call[r]);
          if (has_ivs) strings[r].push_back(ivs[r]);
        }
        const std::vector<Sealed> sealed =
            seal_pipeline(a, key, has_ivs ? ivs : std::vector<Bytes>(), calls, plain);
        for (std::size_t r = 0; r < 2; r++)
          expect_same(sealed[r], expected("lea-128", key, strings[r], plain[r]));
      }
    return;
  }
  FAIL() << "no LEA-128-SIV";
}

}  // namespace
}  // namespace hedgerow_test
