// Compares every algorithm of the provider with the C ABI: random keys, nonces, lengths and pieces,
// in place, a copy in the middle that continues separately, and CMAC of libcrypto over our CBC.
//
// The suite turned red when a copy had a new context of the library instead of a copied one.
#include <stdexcept>

#include "provider_support.hpp"

namespace hedgerow_test {
namespace {

hedgerow::Options options_of(const Subject& s) {
  hedgerow::Options o;
  o.section_bytes = s.section_bytes;
  o.limit_blocks = HEDGEROW_NO_LIMIT;
  if (s.algorithm.properties & HEDGEROW_HAS_PADDING) o.padding = HEDGEROW_PADDING_PKCS7;
  o.two_blocks = s.algorithm.properties & HEDGEROW_HAS_TWO_BLOCKS;
  return o;
}

// Returns the length that must be set for the IV, if the algorithm reports another one.
Extra iv_length(EVP_CIPHER* c, const Bytes& iv) {
  Extra e;
  if (!iv.empty() && iv.size() != (std::size_t)EVP_CIPHER_get_iv_length(c))
    e.number(OSSL_CIPHER_PARAM_IVLEN, iv.size());
  return e;
}

// Returns how data may be cut, because XTS needs whole units, and so do modes where libcrypto
// cannot hold back data.
std::size_t unit_of(const hedgerow_algorithm_info& o) {
  const bool wide_tail = o.properties & HEDGEROW_TAIL_ENDS && o.block_bytes > 16;
  return o.properties & HEDGEROW_STEALS || wide_tail ? o.block_bytes : 1;
}

void check_cipher(EVP_CIPHER* cipher, const Subject& s, std::size_t bytes) {
  const hedgerow_algorithm_info& o = s.algorithm;
  if (o.properties & HEDGEROW_STEALS && bytes < o.block_bytes) bytes += o.block_bytes;
  const Bytes key = random_bytes(o.key_bytes), iv = random_bytes(o.iv_bytes),
              plain = random_bytes(bytes);
  hedgerow::Cipher ours(o.cipher, o.mode, key, options_of(s));
  if (!iv.empty()) ours.set_iv(iv);
  ours.begin(HEDGEROW_ENCRYPT);
  Bytes expected(bytes + 128);
  std::size_t n = ours.update(plain, expected);
  n += ours.final({expected.data() + n, expected.size() - n});
  expected.resize(n);
  const ContextPtr c = new_context();
  // A short message with stealing is one piece.
  const std::size_t unit = unit_of(o), longest = unit > 1 ? bytes + 1 : 100;
  evp_init(c.get(), cipher, true, &key, &iv, iv_length(cipher, iv));
  EXPECT_EQ(to_hex(evp_run(c.get(), plain, longest, unit > 1 ? bytes + 1 : 1)), to_hex(expected))
      << bytes;
  evp_init(c.get(), cipher, false, &key, &iv, iv_length(cipher, iv));
  EXPECT_EQ(to_hex(evp_run(c.get(), expected, longest, unit > 1 ? bytes + 1 : 1)), to_hex(plain))
      << bytes;
}

// Copies the context after some data and continues with both, first with separate buffers and then
// in place.
void check_copy(EVP_CIPHER* cipher, const Subject& s) {
  const hedgerow_algorithm_info& o = s.algorithm;
  const std::size_t head = 3 * o.block_bytes, unit = unit_of(o);
  const Bytes key = random_bytes(o.key_bytes), iv = random_bytes(o.iv_bytes),
              plain = random_bytes(10 * o.block_bytes);
  const Bytes first(plain.begin(), plain.begin() + (long)head),
      rest(plain.begin() + (long)head, plain.end());
  const ContextPtr one = new_context(), two = new_context(), whole = new_context();
  evp_init(one.get(), cipher, true, &key, &iv, iv_length(cipher, iv));
  Bytes start(head + 64);
  int n = 0;
  expect_ok(EVP_CipherUpdate(one.get(), start.data(), &n, first.data(), (int)head));
  expect_ok(EVP_CIPHER_CTX_copy(two.get(), one.get()));
  const Bytes a = evp_run(one.get(), rest, 50, unit), b = evp_run(two.get(), rest, 50, unit);
  EXPECT_EQ(a, b);
  evp_init(whole.get(), cipher, true, &key, &iv, iv_length(cipher, iv));
  Bytes in_place = plain;
  in_place.resize(plain.size() + 64);
  int m = 0;
  expect_ok(EVP_CipherUpdate(whole.get(), in_place.data(), &m, in_place.data(), (int)plain.size()));
  start.resize((std::size_t)n);
  start.insert(start.end(), a.begin(), a.end());
  EXPECT_EQ(Bytes(in_place.begin(), in_place.begin() + m), Bytes(start.begin(), start.begin() + m));
}

void check_aead(EVP_CIPHER* cipher, const Subject& s, std::size_t aad_bytes, std::size_t bytes) {
  const hedgerow_algorithm_info& o = s.algorithm;
  if (o.properties & HEDGEROW_NO_AAD) aad_bytes = 0;
  if (o.properties & HEDGEROW_NO_EMPTY && aad_bytes + bytes == 0) bytes = 1;
  const bool at_once = o.properties & (HEDGEROW_ONE_CALL | HEDGEROW_LENGTHS_FIRST);
  const Bytes key = random_bytes(o.key_bytes), aad = random_bytes(aad_bytes),
              plain = random_bytes(bytes);
  Bytes nonce = random_bytes(o.iv_bytes), expected(bytes), tag(o.tag_bytes), made(o.tag_bytes);
  const Bytes given = nonce;
  if (o.properties & HEDGEROW_NONCE_TOP_BIT) nonce[0] &= 0x7f;  // the provider masks it
  hedgerow::Aead ours(o.cipher, o.mode, options_of(s));
  ours.set_key(key);
  ours.seal_with_nonce(nonce, aad, plain, expected, tag);
  for (const bool encrypts : {true, false}) {
    const ContextPtr c = new_context();
    evp_init(c.get(), cipher, encrypts, &key, &given, iv_length(cipher, given));
    int n = 0;
    if (!encrypts)
      expect_ok(EVP_CIPHER_CTX_ctrl(c.get(), EVP_CTRL_AEAD_SET_TAG, (int)tag.size(), tag.data()));
    const auto give_aad = [&](std::size_t at, std::size_t piece) {
      expect_ok(EVP_CipherUpdate(c.get(), nullptr, &n, aad.data() + at, (int)piece));
    };
    if (!at_once)
      for_random_pieces(aad.size(), 30, give_aad);
    else if (!aad.empty())
      give_aad(0, aad.size());
    else if (std::string(o.mode) == "siv")  // also a string
      expect_ok(EVP_CipherUpdate(c.get(), nullptr, &n, key.data(), 0));
    Bytes out = evp_run(c.get(), encrypts ? plain : expected, at_once ? bytes + 1 : 60,
                        at_once ? bytes + 1 : 1);
    ASSERT_EQ(to_hex(out), to_hex(encrypts ? expected : plain));
    if (!encrypts) continue;
    expect_ok(EVP_CIPHER_CTX_ctrl(c.get(), EVP_CTRL_AEAD_GET_TAG, (int)made.size(), made.data()));
    ASSERT_EQ(to_hex(made), to_hex(tag));
  }
}

void check_wrap(EVP_CIPHER* cipher, const Subject& s) {
  const hedgerow_algorithm_info& o = s.algorithm;
  const Bytes key = random_bytes(o.key_bytes), iv = random_bytes(o.iv_bytes),
              secret = random_bytes(32 + 32 * (o.block_bytes > 16));
  hedgerow::Wrap ours(o.cipher, o.mode, key, options_of(s));
  if (!iv.empty()) ours.set_iv(iv);
  Bytes expected(ours.length(secret.size()));
  ours.wrap(secret, expected);
  const ContextPtr c = new_context();
  evp_init(c.get(), cipher, true, &key, &iv);
  EXPECT_EQ(to_hex(evp_run(c.get(), secret, 1, 1000)), to_hex(expected));
  evp_init(c.get(), cipher, false, &key, &iv);
  EXPECT_EQ(to_hex(evp_run(c.get(), expected, 1, 1000)), to_hex(secret));
  expected[3] ^= 1;
  evp_init(c.get(), cipher, false, &key, &iv);
  EXPECT_THROW(evp_run(c.get(), expected, 1, 1000), std::runtime_error);
}

TEST(ProviderAbi, CiphersAeadsWraps) {
  for_every_cipher(whole_world(), [](EVP_CIPHER* c, const Subject& s) {
    try {
      if (s.algorithm.kind == HEDGEROW_WRAP) return check_wrap(c, s);
      if (s.algorithm.kind == HEDGEROW_AEAD) {
        check_aead(c, s, 0, random_below(300));
        check_aead(c, s, 1 + random_below(200), random_below(4096));
        return check_aead(c, s, 1 + random_below(60), 0);
      }
      check_cipher(c, s, random_below(3000));
      check_cipher(c, s, random_below(5) * s.algorithm.block_bytes);
      check_copy(c, s);
    } catch (const std::exception& e) {
      ADD_FAILURE() << e.what();
    }
  });
}

TEST(ProviderAbi, Macs) {
  for_every_mac(whole_world(), [](EVP_MAC* m, const Subject& s) {
    const hedgerow_algorithm_info& o = s.algorithm;
    const Bytes key = random_bytes(o.key_bytes),
                in = random_bytes(1 + random_below(random_below(2) ? 5000 : 17)),
                iv = random_bytes(o.iv_bytes);
    Extra e;
    if (!iv.empty()) e.octets(OSSL_MAC_PARAM_IV, iv);
    Bytes expected(o.tag_bytes);
    hedgerow::Mac ours(o.cipher, o.mode, key, options_of(s));
    if (!iv.empty()) ours.set_iv(iv);
    ours.update(in);
    ours.final_tag(expected);
    try {
      EXPECT_EQ(to_hex(evp_mac(m, key, in, e, true)), to_hex(expected));
      if (o.max_tag_bytes == o.min_tag_bytes) return;
      e.number(OSSL_MAC_PARAM_SIZE, o.min_tag_bytes);
      expected.resize(o.min_tag_bytes);
      EXPECT_EQ(to_hex(evp_mac(m, key, in, e, false)), to_hex(expected));
    } catch (const std::exception& x) {
      ADD_FAILURE() << x.what();
    }
  });
}

// CMAC of libcrypto uses any CBC, so if the block fits, both must give the same tag.
TEST(ProviderAbi, CmacOfLibcryptoOverOurCbc) {
  const MacPtr cmac = whole_world().mac("CMAC", "provider=default");
  for (const char* cipher : {"LEA-256", "kuznyechik", "SPECK64-128", "CLEFIA-192", "magma"}) {
    const Bytes in = random_bytes(random_below(300));
    Extra e;
    const std::string cbc = cipher + std::string("-CBC");
    e.text(OSSL_MAC_PARAM_CIPHER, cbc.c_str());
    const MacPtr ours = whole_world().mac(cipher + std::string("-CMAC"));
    ASSERT_TRUE(ours && whole_world().cipher(cbc));
    const Bytes key =
        random_bytes((std::size_t)EVP_CIPHER_get_key_length(whole_world().cipher(cbc).get()));
    EXPECT_EQ(to_hex(evp_mac(cmac.get(), key, in, e, false)),
              to_hex(evp_mac(ours.get(), key, in, {}, false)));
  }
}

// EVP_Cipher processes whole blocks, so the output is CBC without padding, whatever the padding
// option is.
TEST(ProviderAbi, OneShot) {
  for (const char* name : {"kuznyechik-cbc", "magma-ecb", "LEA-256-CTR"}) {
    const CipherPtr cipher = whole_world().cipher(name);
    const Bytes key = random_bytes(32), iv = random_bytes(16), plain = random_bytes(96);
    const ContextPtr one = new_context(), pieces = new_context();
    evp_init(one.get(), cipher.get(), true, &key, &iv);
    evp_init(pieces.get(), cipher.get(), true, &key, &iv);
    expect_ok(EVP_CIPHER_CTX_set_padding(pieces.get(), 0));
    Bytes out(96);
    for (std::size_t at : {0u, 48u})
      EXPECT_EQ(EVP_Cipher(one.get(), out.data() + at, plain.data() + at, 48), 48) << name;
    EXPECT_EQ(out, evp_run(pieces.get(), plain)) << name;
  }
}

}  // namespace
}  // namespace hedgerow_test
