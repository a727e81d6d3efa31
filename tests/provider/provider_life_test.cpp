// The life of a context, and wrong input. A refused call puts the reason on the error queue and
// writes no output.
//
// The suite turned red when data was accepted after final, when outsize was ignored, when an IV of
// 16 bytes was accepted for a block of 32, when the nonce of an AEAD was accepted again, when the
// limits ignored the configuration, when an IV could have any length, and when the copy of an AEAD
// could not continue.
#include <sys/wait.h>

#include <thread>

#include "provider_life.hpp"
#include "provider_raw.hpp"

namespace hedgerow_test {
namespace {

TEST(ProviderLife, KeyOnlyIvOnlyAndAgain) {
  for (const char* name : {"kuznyechik-ctr", "kuznyechik-cbc", "LEA-128-OFB", "magma-mgm"}) {
    SCOPED_TRACE(name);
    const CipherPtr cipher = world().cipher(name);
    const Bytes key = random_bytes((std::size_t)EVP_CIPHER_get_key_length(cipher.get()));
    const Bytes iv = random_bytes((std::size_t)EVP_CIPHER_get_iv_length(cipher.get())),
                in = random_bytes(48);
    const ContextPtr a = new_context(), b = new_context(), d = new_context();
    expect_ok(EVP_EncryptInit_ex(a.get(), cipher.get(), nullptr, key.data(), iv.data()));
    const Bytes expected = evp_run(a.get(), in);
    expect_ok(EVP_EncryptInit_ex(b.get(), cipher.get(), nullptr, key.data(), nullptr));
    expect_ok(EVP_EncryptInit_ex(b.get(), nullptr, nullptr, nullptr, iv.data()));
    EXPECT_EQ(evp_run(b.get(), in), expected);
    expect_ok(EVP_EncryptInit_ex(d.get(), cipher.get(), nullptr, nullptr, iv.data()));
    expect_ok(EVP_EncryptInit_ex(d.get(), nullptr, nullptr, key.data(), nullptr));
    EXPECT_EQ(evp_run(d.get(), in), expected);
    expect_ok(EVP_EncryptInit_ex(d.get(), nullptr, nullptr, nullptr, iv.data()));
    EXPECT_EQ(evp_run(d.get(), in), expected);
  }
}

TEST(ProviderLife, CallsOutOfOrder) {
  const CipherPtr cipher = world().cipher("kuznyechik-ctr");
  const Bytes iv(8, 1), in(20, 2);
  Bytes out(64, 0xee);
  int n = 0;
  const ContextPtr c = new_context();
  expect_ok(EVP_EncryptInit_ex(c.get(), cipher.get(), nullptr, nullptr, nullptr));
  expect_refused(update(c.get(), out, in), "no key is set");
  expect_refused(EVP_EncryptFinal_ex(c.get(), out.data(), &n), "no key is set");
  expect_ok(EVP_EncryptInit_ex(c.get(), nullptr, nullptr, kKey.data(), nullptr));
  expect_refused(update(c.get(), out, in), "no IV or nonce is set");
  EXPECT_EQ(out, Bytes(64, 0xee));
  expect_ok(EVP_EncryptInit_ex(c.get(), nullptr, nullptr, nullptr, iv.data()));
  expect_ok(update(c.get(), out, in));
  expect_ok(EVP_EncryptFinal_ex(c.get(), out.data(), &n));
  expect_refused(update(c.get(), out, in), "the message is over");
}

TEST(ProviderLife, Parameters) {
  const CipherPtr cipher = world().cipher("kuznyechik-ctr");
  const Bytes iv(8, 1);
  const auto with = [&](const Extra& e) {
    const ContextPtr c = new_context();
    return EVP_EncryptInit_ex2(c.get(), cipher.get(), kKey.data(), iv.data(), e.ended().data());
  };
  EXPECT_EQ(with({}), 1);
  EXPECT_EQ(with(Extra().number("keylen", 32).number("ivlen", 8).number("padding", 0)), 1);
  expect_refused(with(Extra().number("ivlen", 7)), "wrong length of IV");
  expect_refused(with(Extra().number("no-such-thing", 7)), "no-such-thing");
  expect_refused(with(Extra().number("key-mesh", 1024)), "key-mesh");
  expect_refused(with(Extra().text("ivlen", "8")), "wrong type or value");
  const ContextPtr c = new_context();
  const CipherPtr acpkm = world().cipher("kuznyechik-ctr-acpkm");
  expect_refused(EVP_EncryptInit_ex2(c.get(), acpkm.get(), kKey.data(), iv.data(),
                                     Extra().number("key-mesh", 33).ended().data()),
                 "section");
}

// A block of 32 bytes does not fit into libcrypto's IV. The caller must therefore state that its
// buffer is that long.
TEST(ProviderLife, WideBlocksWantTheirLengthSaid) {
  std::size_t tried = 0;
  for_every_cipher(world(), [&](EVP_CIPHER* cipher, const Subject& s) {
    if (s.algorithm.iv_bytes <= 16) return;
    tried++;
    const Bytes key(HEDGEROW_MAX_KEY_BYTES, 1), iv(HEDGEROW_MAX_IV_BYTES, 2);
    const ContextPtr c = new_context();
    expect_refused(EVP_EncryptInit_ex(c.get(), cipher, nullptr, key.data(), iv.data()),
                   "set the parameter ivlen");
    std::size_t ivlen = s.algorithm.iv_bytes;
    OSSL_PARAM params[] = {OSSL_PARAM_construct_size_t("ivlen", &ivlen),
                           OSSL_PARAM_construct_end()};
    expect_ok(EVP_CIPHER_CTX_set_params(c.get(), params));
    EXPECT_EQ((std::size_t)EVP_CIPHER_CTX_get_iv_length(c.get()), ivlen);
    EXPECT_EQ(EVP_EncryptInit_ex(c.get(), nullptr, nullptr, key.data(), iv.data()), 1) << errors();
  });
  EXPECT_GT(tried, 10u);
}

TEST(ProviderLife, TagsAndNonces) {
  const CipherPtr cipher = world().cipher("kuznyechik-mgm");
  const Bytes iv(16, 1), in(50, 2);
  Bytes data(80), back(80, 0xee), tag(16);
  int n = 0;
  const ContextPtr c = new_context(), d = new_context();
  expect_ok(EVP_EncryptInit_ex(c.get(), cipher.get(), nullptr, kKey.data(), iv.data()));
  expect_ok(update(c.get(), data, in));
  expect_refused(EVP_CIPHER_CTX_ctrl(c.get(), EVP_CTRL_AEAD_GET_TAG, 16, tag.data()), "not over");
  expect_ok(EVP_EncryptFinal_ex(c.get(), data.data() + 50, &n));
  expect_refused(EVP_CIPHER_CTX_ctrl(c.get(), EVP_CTRL_AEAD_GET_TAG, 3, tag.data()),
                 "wrong length of tag");
  expect_ok(EVP_CIPHER_CTX_ctrl(c.get(), EVP_CTRL_AEAD_GET_TAG, 16, tag.data()));
  expect_ok(EVP_EncryptInit_ex(c.get(), nullptr, nullptr, nullptr, nullptr));
  expect_refused(update(c.get(), data, in), "no IV or nonce");  // the old one is used up
  for (const int wrong : {-1, 0, 1}) {  // no tag, the right tag, a wrong tag
    expect_ok(EVP_DecryptInit_ex(d.get(), cipher.get(), nullptr, kKey.data(), iv.data()));
    Bytes given = tag;
    given[5] ^= (std::uint8_t)(wrong == 1);
    expect_ok(EVP_DecryptInit_ex(d.get(), nullptr, nullptr, nullptr, iv.data()));
    if (wrong >= 0)
      expect_ok(EVP_CIPHER_CTX_ctrl(d.get(), EVP_CTRL_AEAD_SET_TAG, 16, given.data()));
    expect_ok(EVP_DecryptUpdate(d.get(), back.data(), &n, data.data(), 50));
    const int result = EVP_DecryptFinal_ex(d.get(), back.data() + 50, &n);
    if (wrong == 0)
      EXPECT_EQ(result, 1) << errors();
    else
      expect_refused(result, wrong < 0 ? "the tag is missing" : "The tag does not match");
    if (wrong < 0) EVP_CIPHER_CTX_reset(d.get());
  }
  expect_refused(EVP_CIPHER_CTX_ctrl(d.get(), EVP_CTRL_AEAD_GET_TAG, 16, tag.data()),
                 "a decryption gives no tag");
}

// There are no soft limits unless the configuration restores them.
TEST(ProviderLife, Limits) {
  const World limited("limit-blocks = 4");
  for (const World* w : {&world(), &limited}) {
    const CipherPtr cipher = w->cipher("magma-ctr");
    const Bytes iv(4, 1), in(40, 2);
    Bytes out(64, 0xee);
    const ContextPtr c = new_context();
    expect_ok(EVP_EncryptInit_ex(c.get(), cipher.get(), nullptr, kKey.data(), iv.data()));
    if (w == &world())
      EXPECT_EQ(update(c.get(), out, in), 1);
    else
      expect_refused(update(c.get(), out, in), "limit");
  }
}

TEST(ProviderLife, LengthsAndOutsizeAreHonoured) {
  const RawProvider raw;
  std::size_t tried = 0;
  for (const OSSL_ALGORITHM& a : raw.algorithms(OSSL_OP_CIPHER)) {
    const std::string name = a.algorithm_names;
    if (name.rfind("LEA-", 0) != 0 && name.rfind("kuznyechik", 0) != 0) continue;
    const auto find = [&](int id) { return RawProvider::find(a.implementation, id); };
    void* c = ((OSSL_FUNC_cipher_newctx_fn*)find(OSSL_FUNC_CIPHER_NEWCTX))(raw.context());
    ASSERT_TRUE(c);
    std::size_t lengths[2] = {};
    OSSL_PARAM wanted[] = {{"keylen", OSSL_PARAM_UNSIGNED_INTEGER, &lengths[0], sizeof *lengths, 0},
                           {"ivlen", OSSL_PARAM_UNSIGNED_INTEGER, &lengths[1], sizeof *lengths, 0},
                           {nullptr, 0, nullptr, 0, 0}};
    ((OSSL_FUNC_cipher_get_ctx_params_fn*)find(OSSL_FUNC_CIPHER_GET_CTX_PARAMS))(c, wanted);
    const Bytes key = random_bytes(lengths[0]), iv(lengths[1], 2), in(64, 3);
    const auto init = (OSSL_FUNC_cipher_encrypt_init_fn*)find(OSSL_FUNC_CIPHER_ENCRYPT_INIT);
    EXPECT_EQ(init(c, key.data(), key.size() - 1, nullptr, 0, nullptr), 0) << name;
    const std::size_t less = iv.empty() ? 0 : iv.size() - 1;
    EXPECT_EQ(init(c, key.data(), key.size(), iv.data(), less, nullptr), iv.empty()) << name;
    EXPECT_EQ(init(c, key.data(), key.size(), iv.data(), iv.size(), nullptr), 1) << name;
    Bytes out(128, 0xee);
    std::size_t n = 99;
    const auto run = (OSSL_FUNC_cipher_update_fn*)find(OSSL_FUNC_CIPHER_UPDATE);
    EXPECT_EQ(run(c, out.data(), &n, 63, in.data(), 64), 0) << name;
    EXPECT_EQ(n, 0u) << name;
    EXPECT_EQ(out, Bytes(128, 0xee)) << name;
    EXPECT_EQ(run(c, out.data(), &n, 128, in.data(), 64), 1) << name;
    ((OSSL_FUNC_cipher_freectx_fn*)find(OSSL_FUNC_CIPHER_FREECTX))(c);
    tried++;
  }
  EXPECT_GT(tried, 30u);
}

Bytes encrypt_some(std::uint8_t seed) {
  const CipherPtr cipher = world().cipher("KALYNA-128-256-CTR");
  const ContextPtr c = new_context();
  const Bytes iv(16, seed), in(5000, seed);
  Bytes out(5000);
  int n = 0;
  if (EVP_EncryptInit_ex(c.get(), cipher.get(), nullptr, kKey.data(), iv.data()) <= 0) return {};
  return EVP_EncryptUpdate(c.get(), out.data(), &n, in.data(), 5000) > 0 ? out : Bytes();
}

TEST(ProviderLife, ThreadsAndFork) {
  std::vector<Bytes> expected;
  for (int i = 0; i < 4; i++) expected.push_back(encrypt_some((std::uint8_t)i));
  std::vector<std::thread> threads;
  std::vector<int> good(4);
  for (int i = 0; i < 4; i++)
    threads.emplace_back([&, i] {
      for (int k = 0; k < 200; k++)
        good[(std::size_t)i] += encrypt_some((std::uint8_t)i) == expected[(std::size_t)i];
    });
  for (std::thread& t : threads) t.join();
  EXPECT_EQ(good, std::vector<int>(4, 200));
  const pid_t child = fork();
  if (child == 0) _exit(encrypt_some(3) == expected[3] ? 7 : 8);
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_EQ(WIFEXITED(status) ? WEXITSTATUS(status) : -1, 7);
}

// EVP promises that a copy can continue, even where the C ABI refuses a second message under one
// nonce.
TEST(ProviderLife, ACopyOfAnAeadGoesOnEncrypting) {
  const CipherPtr cipher = world().cipher("KUZNYECHIK-MGM");
  const Bytes iv(16, 1), in(100, 2);
  const ContextPtr one = new_context(), two = new_context();
  expect_ok(EVP_EncryptInit_ex(one.get(), cipher.get(), nullptr, kKey.data(), iv.data()));
  Bytes out(100), tag(16), results[2];
  int n = 0;
  expect_ok(EVP_EncryptUpdate(one.get(), out.data(), &n, in.data(), 40));
  expect_ok(EVP_CIPHER_CTX_copy(two.get(), one.get()));
  for (int i = 0; i < 2; i++) {
    EVP_CIPHER_CTX* c = (i ? two : one).get();
    expect_ok(EVP_EncryptUpdate(c, out.data(), &n, in.data(), 60));
    expect_ok(EVP_EncryptFinal_ex(c, out.data() + n, &n));
    expect_ok(EVP_CIPHER_CTX_ctrl(c, EVP_CTRL_AEAD_GET_TAG, 16, tag.data()));
    results[i] = out;
    results[i].insert(results[i].end(), tag.begin(), tag.end());
  }
  EXPECT_EQ(results[0], results[1]);
}

// Through libcrypto: load, encrypt, unload, and again in the same library context. A fetch takes
// libcrypto milliseconds, so only every tenth iteration encrypts.
TEST(ProviderLife, ReloadedAThousandTimes) {
  OSSL_LIB_CTX* const library = OSSL_LIB_CTX_new();
  const std::string module = HR_MODULE, folder = module.substr(0, module.rfind('/'));
  ASSERT_EQ(OSSL_PROVIDER_set_default_search_path(library, folder.c_str()), 1);
  const Bytes iv(8, 1), in(100, 2);
  Bytes first, out(100);
  for (int i = 0; i < 1000; i++) {
    OSSL_PROVIDER* const provider = OSSL_PROVIDER_load(library, "hedgerow");
    ASSERT_TRUE(provider) << errors();
    if (i % 10 == 0) {
      const CipherPtr cipher(EVP_CIPHER_fetch(library, "magma-cbc", nullptr), EVP_CIPHER_free);
      const ContextPtr c = new_context();
      ASSERT_EQ(EVP_EncryptInit_ex(c.get(), cipher.get(), nullptr, kKey.data(), iv.data()), 1)
          << errors();
      int n = 0;
      expect_ok(EVP_EncryptUpdate(c.get(), out.data(), &n, in.data(), (int)in.size()));
    }
    ASSERT_EQ(OSSL_PROVIDER_unload(provider), 1);
    if (i == 0) first = out;
    ASSERT_EQ(out, first);
  }
  OSSL_LIB_CTX_free(library);
}

TEST(ProviderLife, LoadedAThousandTimes) {
  for (int i = 0; i < 1000; i++) {
    const RawProvider raw;
    ASSERT_TRUE(raw.loaded());
    if (i % 100) continue;
    ASSERT_FALSE(raw.algorithms(OSSL_OP_MAC).empty());
    const World again;
    const ContextPtr c = new_context();
    const CipherPtr cipher = again.cipher("magma-cbc");
    const Bytes iv(8, 1);
    ASSERT_EQ(EVP_EncryptInit_ex(c.get(), cipher.get(), nullptr, kKey.data(), iv.data()), 1)
        << errors();
    EVP_CIPHER_CTX_reset(c.get());
  }
}

}  // namespace
}  // namespace hedgerow_test
