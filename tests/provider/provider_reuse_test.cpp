// Contexts that are used again, and options that come late. A nonce or a keystream must not serve two
// messages, and no call may drop AAD or an IV without a failure.
//
// The suite turned red when an init call without an IV kept a used nonce if it had a key, if no
// final call came before it, or if it followed a decryption; when it began CTR again; when an option
// began a message with AAD again; and when SM4-KW ignored the IV of its init call.
#include <tuple>

#include "provider_life.hpp"

namespace hedgerow_test {
namespace {

// A nonce serves one encryption, whatever comes before the init call without an IV.
TEST(ProviderReuse, UsedNonces) {
  for (const char* name : {"kuznyechik-mgm", "LEA-128-GCM", "LEA-128-CCM"}) {
    const CipherPtr cipher = world().cipher(name);
    const Bytes key = random_bytes((std::size_t)EVP_CIPHER_get_key_length(cipher.get())), in(50, 2);
    const Bytes iv(16, 1);
    Bytes data(80);
    for (const char* before : {"the key", "no final", "a decryption", "only a decryption"}) {
      SCOPED_TRACE(std::string(name) + ", " + before);
      const std::string what = before;
      int n = 0;
      const ContextPtr c = new_context();
      expect_ok(EVP_CipherInit_ex(c.get(), cipher.get(), nullptr, key.data(), iv.data(),
                                  what != "only a decryption"));
      if (what == "only a decryption")
        expect_ok(EVP_CIPHER_CTX_ctrl(c.get(), EVP_CTRL_AEAD_SET_TAG, 16, data.data()));
      EVP_CipherUpdate(c.get(), data.data(), &n, in.data(), 50);
      if (what != "no final") EVP_CipherFinal_ex(c.get(), data.data(), &n);
      if (what == "a decryption")
        expect_ok(EVP_DecryptInit_ex(c.get(), nullptr, nullptr, nullptr, nullptr));
      expect_ok(EVP_EncryptInit_ex(c.get(), nullptr, nullptr,
                                   what == "the key" ? key.data() : nullptr, nullptr));
      errors();
      expect_refused(update(c.get(), data, in), "no IV or nonce");
      expect_ok(EVP_EncryptInit_ex(c.get(), nullptr, nullptr, nullptr, iv.data()));
      expect_ok(update(c.get(), data, in));
    }
  }
}

TEST(ProviderReuse, CtrWithoutAnotherIv) {
  const Bytes key(32, 7), iv(16, 0xff), in(40, 2);
  Bytes ours(40), theirs(40);
  for (const char* name : {"SM4-CTR", "ARIA-256-CTR", "CAMELLIA-256-CTR"})
    for (const std::size_t first : {16u, 7u, 40u}) {  // libcrypto continues with the next block
      SCOPED_TRACE(name + std::to_string(first));
      const ContextPtr c = new_context(), d = new_context();
      const CipherPtr mine = world().cipher(name), other = world().cipher(name, "provider=default");
      for (const auto& [context, cipher, out] :
           {std::tuple(c.get(), mine.get(), &ours), std::tuple(d.get(), other.get(), &theirs)}) {
        int n = 0;
        expect_ok(EVP_EncryptInit_ex(context, cipher, nullptr, key.data(), iv.data()));
        expect_ok(EVP_EncryptUpdate(context, out->data(), &n, in.data(), (int)first));
        expect_ok(EVP_EncryptInit_ex(context, nullptr, nullptr, nullptr, nullptr));
        expect_ok(EVP_EncryptUpdate(context, out->data(), &n, in.data(), 40));
      }
      EXPECT_EQ(ours, theirs);
    }
  for (const char* name : {"kuznyechik-ctr", "magma-ctr-acpkm", "KALYNA-128-256-CTR"}) {
    SCOPED_TRACE(name);
    const ContextPtr c = new_context();
    const CipherPtr cipher = world().cipher(name);
    Bytes back(40);
    int n = 0;
    expect_ok(EVP_EncryptInit_ex(c.get(), cipher.get(), nullptr, key.data(), iv.data()));
    expect_ok(EVP_EncryptUpdate(c.get(), ours.data(), &n, in.data(), 40));
    expect_ok(EVP_DecryptInit_ex(c.get(), nullptr, nullptr, nullptr, nullptr));
    expect_ok(EVP_DecryptUpdate(c.get(), back.data(), &n, ours.data(), 40));
    EXPECT_EQ(back, in);
    expect_ok(EVP_EncryptInit_ex(c.get(), nullptr, nullptr, nullptr, nullptr));
    expect_refused(EVP_EncryptUpdate(c.get(), ours.data(), &n, in.data(), 40), "no IV or nonce");
  }
}

// A new option would begin the message again, without its AAD.
TEST(ProviderReuse, OptionsAfterAad) {
  for (const auto& [name, option] : {std::pair("KALYNA-128-256-GCM", "padded-length"),
                                     std::pair("KALYNA-128-256-CCM", "zero-fill")}) {
    SCOPED_TRACE(name);
    const Bytes iv(16, 1), aad(20, 3), in(50, 2);
    Bytes tags[2], data(80);
    for (Bytes& tag : tags) {
      const CipherPtr cipher = world().cipher(name);
      const ContextPtr c = new_context();
      int n = 0, one = 1;
      const OSSL_PARAM params[] = {OSSL_PARAM_construct_int(option, &one), OSSL_PARAM_END};
      expect_ok(EVP_EncryptInit_ex(c.get(), cipher.get(), nullptr, kKey.data(), iv.data()));
      expect_ok(EVP_EncryptUpdate(c.get(), nullptr, &n, aad.data(), (int)aad.size()));
      if (&tag == tags) expect_refused(EVP_CIPHER_CTX_set_params(c.get(), params), "too late");
      expect_ok(update(c.get(), data, in));
      expect_ok(EVP_EncryptFinal_ex(c.get(), data.data(), &n));
      tag.resize(16);
      expect_ok(EVP_CIPHER_CTX_ctrl(c.get(), EVP_CTRL_AEAD_GET_TAG, 16, tag.data()));
      expect_ok(EVP_EncryptInit_ex(c.get(), nullptr, nullptr, nullptr, iv.data()));
      expect_ok(EVP_CIPHER_CTX_set_params(c.get(), params));  // before the AAD
    }
    EXPECT_EQ(tags[0], tags[1]);
  }
}

// The IV of RFC 3394 is the value that an unwrap checks.
TEST(ProviderReuse, IvOfAWrap) {
  const CipherPtr cipher = world().cipher("SM4-KW");
  const Bytes iv(8, 0x5a), other(8, 0x5b), key(32, 4);
  EXPECT_EQ(EVP_CIPHER_get_iv_length(cipher.get()), 8);
  const Bytes wrapping_key(kKey.data(), kKey.data() + 16);
  for (const bool with_iv : {true, false}) {
    const ContextPtr c = new_context();
    EVP_CIPHER_CTX_set_flags(c.get(), EVP_CIPHER_CTX_FLAG_WRAP_ALLOW);
    hedgerow::Wrap wrap("sm4", "kw", wrapping_key);
    Bytes expected(key.size() + 8), out(key.size() + 8), back(64);
    int n = 0;
    expect_ok(EVP_EncryptInit_ex(c.get(), cipher.get(), nullptr, kKey.data(),
                                 with_iv ? iv.data() : nullptr));
    expect_ok(EVP_EncryptUpdate(c.get(), out.data(), &n, key.data(), (int)key.size()));
    if (with_iv) wrap.set_iv(iv);
    wrap.wrap(key, expected);
    EXPECT_EQ(out, expected);
    expect_ok(EVP_DecryptInit_ex(c.get(), nullptr, nullptr, nullptr, other.data()));
    EXPECT_LE(EVP_DecryptUpdate(c.get(), back.data(), &n, out.data(), (int)out.size()), 0);
    errors();
  }
}

}  // namespace
}  // namespace hedgerow_test
