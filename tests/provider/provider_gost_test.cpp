// Loads our provider and gost-engine's together. For everything that both support, they must give
// the same bytes in random lengths and pieces, and names must have the same meaning. `?provider=`
// chooses between them. TLSTREE is compared with the function of the engine's object.
//
// The suite turned red when key meshing was left out where gost-engine meshes, and when the
// sequence number was added to the front of the IV.
#define OPENSSL_SUPPRESS_DEPRECATED
#include <dlfcn.h>
#include <openssl/engine.h>

#include <set>

#include "provider_support.hpp"

namespace hedgerow_test {
namespace {

const World* both() {
  static const World world("", "gostprov");
  return OSSL_PROVIDER_available(world.get(), "gostprov") ? &world : nullptr;
}

constexpr const char* kTheirs =
    "provider!=hedgerow";  // gostprov gives its algorithms no properties

#define HR_NEED_GOSTPROV() \
  if (!both()) GTEST_SKIP() << "libengine-gost-openssl's provider is not installed: " << errors()

constexpr const char* kCiphers[] = {
    "gost89",         "gost89-cnt",     "gost89-cnt-12",  "gost89-cbc",     "kuznyechik-ecb",
    "kuznyechik-cbc", "kuznyechik-cfb", "kuznyechik-ofb", "kuznyechik-ctr", "kuznyechik-ctr-acpkm",
    "magma-cbc",      "magma-ctr",      "magma-ctr-acpkm"};
constexpr const char* kMacs[] = {"gost-mac", "gost-mac-12", "magma-mac", "kuznyechik-mac",
                                 "kuznyechik-ctr-acpkm-omac"};

Bytes run(EVP_CIPHER* cipher, bool encrypts, const Bytes& key, const Bytes& iv, const Bytes& in) {
  const ContextPtr c = new_context();
  expect_ok(EVP_CipherInit_ex(c.get(), cipher, nullptr, key.data(),
                              iv.empty() ? nullptr : iv.data(), encrypts));
  return evp_run(c.get(), in, 300);
}

TEST(ProviderGost, Ciphers) {
  HR_NEED_GOSTPROV();
  for (const char* name : kCiphers) {
    SCOPED_TRACE(name);
    const CipherPtr ours = both()->cipher(name), theirs = both()->cipher(name, kTheirs);
    ASSERT_TRUE(ours && theirs) << errors();
    EXPECT_EQ(EVP_CIPHER_get_key_length(ours.get()), EVP_CIPHER_get_key_length(theirs.get()));
    EXPECT_EQ(EVP_CIPHER_get_iv_length(ours.get()), EVP_CIPHER_get_iv_length(theirs.get()));
    EXPECT_EQ(EVP_CIPHER_get_block_size(ours.get()), EVP_CIPHER_get_block_size(theirs.get()));
    for (int i = 0; i < 6; i++) {
      const Bytes key = random_bytes(32),
                  iv = random_bytes((std::size_t)EVP_CIPHER_get_iv_length(ours.get()));
      const Bytes plain = random_bytes(random_below(i < 3 ? 100 : 20000));
      const Bytes data = run(theirs.get(), true, key, iv, plain);
      ASSERT_EQ(run(ours.get(), true, key, iv, plain), data) << plain.size();
      ASSERT_EQ(run(ours.get(), false, key, iv, data), plain) << plain.size();
    }
  }
}

// Their context reads the parameters of an AlgorithmIdentifier that ours wrote, and decrypts the data. The data ends
// before the first change of key in CTR-ACPKM, because gostprov 3.0.1 encrypts with sections of 256 KiB or 8 KiB then,
// but decrypts with those of the mode. The other direction is in command_test.py, because it writes the bytes of a
// pointer.
TEST(ProviderGost, AlgorithmIdentifiers) {
  HR_NEED_GOSTPROV();
  for (const char* name : {"gost89", "gost89-cnt", "gost89-cnt-12", "gost89-cbc", "kuznyechik-ctr",
                           "kuznyechik-ctr-acpkm", "magma-ctr", "magma-ctr-acpkm"}) {
    SCOPED_TRACE(name);
    const CipherPtr ours = both()->cipher(name), theirs = both()->cipher(name, kTheirs);
    ASSERT_TRUE(ours && theirs) << errors();
    const Bytes key = random_bytes(32), plain = random_bytes(1000);
    const Bytes iv = random_bytes((std::size_t)EVP_CIPHER_get_iv_length(ours.get()));
    Bytes der(64);
    OSSL_PARAM wanted[] = {
        OSSL_PARAM_construct_octet_string("alg_id_param", der.data(), der.size()),
        OSSL_PARAM_construct_end()};
    const ContextPtr writer = new_context(), reader = new_context();
    expect_ok(EVP_CipherInit_ex(writer.get(), ours.get(), nullptr, key.data(), iv.data(), 1));
    expect_ok(EVP_CIPHER_CTX_get_params(writer.get(), wanted));
    der.resize(wanted[0].return_size);
    const Bytes data = evp_run(writer.get(), plain, 5000);
    expect_ok(EVP_CipherInit_ex(reader.get(), theirs.get(), nullptr, nullptr, nullptr, 0));
    const std::vector<OSSL_PARAM> given = Extra().octets("alg_id_param", der).ended();
    expect_ok(EVP_CIPHER_CTX_set_params(reader.get(), given.data()));
    expect_ok(EVP_CipherInit_ex(reader.get(), nullptr, nullptr, key.data(), nullptr, 0));
    EXPECT_TRUE(evp_run(reader.get(), data, 5000) == plain);
  }
}

// Tags of GOST 28147-89 of more than 4 bytes, which only gost-engine and we have.
TEST(ProviderGost, LongTags) {
  HR_NEED_GOSTPROV();
  OSSL_PROVIDER* const global[] = {OSSL_PROVIDER_load(nullptr, "gostprov"),
                                   OSSL_PROVIDER_load(nullptr, "default")};
  for (const char* name : {"gost-mac", "gost-mac-12"})
    for (std::size_t bytes = 1; bytes <= 8; bytes++) {
      const Bytes key = random_bytes(32), in = random_bytes(9 + random_below(3000));
      const Extra size = std::move(Extra().number("size", bytes));
      const MacPtr ours = both()->mac(name), theirs = both()->mac(name, kTheirs);
      EXPECT_EQ(to_hex(evp_mac(ours.get(), key, in, size, false)),
                to_hex(evp_mac(theirs.get(), key, in, size, false)))
          << name << " " << bytes;
    }
  for (OSSL_PROVIDER* p : global) OSSL_PROVIDER_unload(p);
}

TEST(ProviderGost, Macs) {
  HR_NEED_GOSTPROV();
  // Its MACs look for their ciphers in the default library context.
  OSSL_PROVIDER* const global[] = {OSSL_PROVIDER_load(nullptr, "gostprov"),
                                   OSSL_PROVIDER_load(nullptr, "default")};
  for (const char* name : kMacs) {
    SCOPED_TRACE(name);
    const MacPtr ours = both()->mac(name), theirs = both()->mac(name, kTheirs);
    ASSERT_TRUE(ours && theirs) << errors();
    for (int i = 0; i < 12; i++) {
      const Bytes key = random_bytes(32), in = random_bytes(1 + random_below(i < 4 ? 17 : 5000));
      Bytes tags[2];
      for (int side = 0; side < 2; side++) {
        const MacContextPtr c(EVP_MAC_CTX_new(side ? theirs.get() : ours.get()), EVP_MAC_CTX_free);
        expect_ok(EVP_MAC_init(c.get(), key.data(), key.size(), nullptr));
        // gost-engine leaves its block of zeros out if 8 bytes come in pieces, so it gets one piece.
        if (side)
          expect_ok(EVP_MAC_update(c.get(), in.data(), in.size()));
        else
          for_random_pieces(in.size(), 500, [&](std::size_t at, std::size_t n) {
            if (n) expect_ok(EVP_MAC_update(c.get(), in.data() + at, n));
          });
        tags[side].resize(16);
        std::size_t n = 16;
        expect_ok(EVP_MAC_final(c.get(), tags[side].data(), &n, 16));
        tags[side].resize(n);
      }
      // If the default lengths differ, the shorter tag must be the front of the longer one.
      const std::size_t common = std::min(tags[0].size(), tags[1].size());
      for (Bytes& t : tags) t.resize(common);
      ASSERT_EQ(to_hex(tags[0]), to_hex(tags[1])) << in.size();
      ASSERT_GE(common, 4u);
    }
  }
  for (OSSL_PROVIDER* p : global) OSSL_PROVIDER_unload(p);
}

// Checks that the comparison covers all algorithms of gostprov. Its AEADs are an exception, because
// they draw their seed themselves and show it only to CMS. tests/interop/ compares the library with
// the engine, and provider_abi_test compares the provider with the library.
TEST(ProviderGost, NothingThatBothHaveIsLeftOut) {
  HR_NEED_GOSTPROV();
  std::set<std::string> left;
  EVP_CIPHER_do_all_provided(
      both()->get(),
      [](EVP_CIPHER* c, void* all) {
        if (std::string(OSSL_PROVIDER_get0_name(EVP_CIPHER_get0_provider(c))) != "gostprov") return;
        for (const char* name : kCiphers)
          if (EVP_CIPHER_is_a(c, name)) return;
        ((std::set<std::string>*)all)->insert(EVP_CIPHER_get0_name(c));
      },
      &left);
  EVP_MAC_do_all_provided(
      both()->get(),
      [](EVP_MAC* m, void* all) {
        if (std::string(OSSL_PROVIDER_get0_name(EVP_MAC_get0_provider(m))) != "gostprov") return;
        for (const char* name : kMacs)
          if (EVP_MAC_is_a(m, name)) return;
        ((std::set<std::string>*)all)->insert(EVP_MAC_get0_name(m));
      },
      &left);
  for (const char* name : {"kuznyechik-ctr-acpkm-omac", "magma-ctr-acpkm-omac"}) left.erase(name);
  EXPECT_TRUE(left.empty()) << *left.begin() << " is not compared";
}

TEST(ProviderGost, QueriesChoose) {
  HR_NEED_GOSTPROV();
  for (const char* wanted : {"hedgerow", "gostprov"}) {
    const CipherPtr c =
        both()->cipher("kuznyechik-ctr", ("?provider=" + std::string(wanted)).c_str());
    ASSERT_TRUE(c);
    EXPECT_STREQ(OSSL_PROVIDER_get0_name(EVP_CIPHER_get0_provider(c.get())), wanted);
  }
  const CipherPtr only = both()->cipher("LEA-256-CTR", "?provider=gostprov");
  ASSERT_TRUE(only);
  EXPECT_STREQ(OSSL_PROVIDER_get0_name(EVP_CIPHER_get0_provider(only.get())), "hedgerow");
}

using TlstreeFunction = int(int nid, const unsigned char* in, unsigned char* out,
                            const unsigned char* sequence);

// Also needs the engine, because this function looks for its digest there.
TlstreeFunction* tlstree_of_engine() {
  ENGINE_load_builtin_engines();
  ENGINE* engine = ENGINE_by_id("gost");
  if (!engine || !ENGINE_init(engine) || !ENGINE_set_default(engine, ENGINE_METHOD_ALL))
    return nullptr;
  const std::string directory = OpenSSL_version(OPENSSL_ENGINES_DIR);  // ENGINESDIR: "..."
  const std::size_t from = directory.find('"') + 1;
  const std::string path = directory.substr(from, directory.rfind('"') - from) + "/gost.so";
  void* object = dlopen(path.c_str(), RTLD_NOW);
  return object ? (TlstreeFunction*)dlsym(object, "gost_tlstree") : nullptr;
}

// The data of a record is plain CTR under the key of the record. The IV is increased by the
// sequence number.
TEST(ProviderGost, Tlstree) {
  HR_NEED_GOSTPROV();
  TlstreeFunction* derive = tlstree_of_engine();
  if (!derive) GTEST_SKIP() << "the engine's object has no gost_tlstree";
  for (const char* name : {"kuznyechik-ctr", "magma-ctr"}) {
    const CipherPtr cipher = both()->cipher(name);
    const int nid = *name == 'k' ? NID_grasshopper_cbc : NID_magma_cbc;
    const std::size_t iv_bytes = (std::size_t)EVP_CIPHER_get_iv_length(cipher.get());
    const Bytes master = random_bytes(32), plain = random_bytes(1000);
    const Bytes iv(iv_bytes, 0xff);
    const ContextPtr records = new_context();
    evp_init(records.get(), cipher.get(), true, &master, &iv);
    for (std::uint64_t record : {0ull, 1ull, 63ull, 64ull, 4096ull, 1ull << 40}) {
      Bytes sequence(8), key(32), record_iv = iv;
      for (int i = 0; i < 8; i++) sequence[7 - (std::size_t)i] = (std::uint8_t)(record >> 8 * i);
      ASSERT_EQ(derive(nid, master.data(), key.data(), sequence.data()), 1);
      unsigned carry = 0;
      for (std::size_t i = 0; i < iv_bytes; i++) {
        carry += iv[iv_bytes - 1 - i] + sequence[7 - i];
        record_iv[iv_bytes - 1 - i] = (std::uint8_t)carry;
        carry >>= 8;
      }
      const std::vector<OSSL_PARAM> params = Extra().octets("tlstree", sequence).ended();
      expect_ok(EVP_CIPHER_CTX_set_params(records.get(), params.data()));
      Bytes out(plain.size());
      int n = 0;
      expect_ok(EVP_CipherUpdate(records.get(), out.data(), &n, plain.data(), (int)plain.size()));
      EXPECT_EQ(out, run(cipher.get(), true, key, record_iv, plain)) << name << " " << record;
    }
    OSSL_PARAM empty[] = {OSSL_PARAM_construct_octet_string("tlstree", (void*)master.data(), 0),
                          OSSL_PARAM_construct_end()};
    EXPECT_EQ(EVP_CIPHER_CTX_set_params(records.get(), empty), 0);
    EXPECT_NE(errors().find("tlstree"), std::string::npos);
  }
}

}  // namespace
}  // namespace hedgerow_test
