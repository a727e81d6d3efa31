// Runs every vector of the modes through EVP for encryption and decryption, in pieces, with AAD and
// tag if there are any. If a vector of a file does not run, the test of the file fails.
//
// The suite turned red when the IV of init was not kept, and when modes that take a message in one
// call dropped the AAD.
#include "provider_support.hpp"
#include "support/vector_support.hpp"

namespace hedgerow_test {
namespace {

Bytes field(const Vector& v, const char* name) {
  return v.contains(name) ? from_hex(v.at(name)) : Bytes();
}

// Returns the library's name for a cipher in a mode. It is at least an alias of its OpenSSL name.
std::string evp_name(std::string cipher, const std::string& mode) {
  if (cipher == "sm4" && mode == "xts") return "SM4-XTS-IEEE";
  for (char& c : cipher) c = c == ':' ? '-' : c;
  return cipher + "-" + mode;
}

struct Case {
  std::string cipher, mode;
  Extra extra;
};

Extra extra_of(const Vector& v) {
  Extra e;
  if (v.contains("padding")) e.text("padding-scheme", "bit-if-partial");
  for (const char* name : {"q_bytes", "s_bytes"})
    if (v.contains(name)) e.number("feedback", v.at(name));
  if (v.contains("Nb")) e.number("length-bytes", v.at("Nb"));
  const bool master_stream = v.contains("T_bytes") && !v.contains("section_bytes");
  if (v.contains("section_bytes")) e.number("key-mesh", v.at("section_bytes"));
  if (v.contains("T_bytes"))
    e.number(master_stream ? "key-mesh" : "cipher-key-mesh", v.at("T_bytes"));
  return e;
}

std::string mode_name(const Vector& v) {
  static const std::map<std::string, std::string> kNames = {
      {"MAC", "cmac"}, {"ACPKM-Master(keystream)", "ctr-acpkm"}};
  std::string r = v.at("mode");
  if (kNames.count(r)) return kNames.at(r);
  for (char& c : r) c = (char)std::tolower(c);
  return r;
}

void check_mac(const Case& s, const Vector& v) {
  const MacPtr mac = whole_world().mac(evp_name(s.cipher, s.mode));
  ASSERT_TRUE(mac) << errors();
  const Bytes key = field(v, "key"), in = field(v, "plaintext"), expected = field(v, "tag"),
              iv = field(v, "nonce");
  Extra e = extra_of(v);
  e.number(OSSL_MAC_PARAM_SIZE, expected.size());
  if (!iv.empty()) e.octets(OSSL_MAC_PARAM_IV, iv);
  const MacContextPtr c(EVP_MAC_CTX_new(mac.get()), EVP_MAC_CTX_free);
  expect_ok(EVP_MAC_init(c.get(), key.data(), key.size(), e.ended().data()));
  for_random_pieces(in.size(), 40, [&](std::size_t at, std::size_t n) {
    expect_ok(EVP_MAC_update(c.get(), in.data() + at, n));
  });
  Bytes tag(64);
  std::size_t n = 0;
  expect_ok(EVP_MAC_final(c.get(), tag.data(), &n, tag.size()));
  tag.resize(n);
  EXPECT_EQ(to_hex(tag), to_hex(expected));
}

void check_aead(const Case& s, const Vector& v) {
  const CipherPtr cipher = whole_world().cipher(evp_name(s.cipher, s.mode));
  ASSERT_TRUE(cipher) << errors();
  const Bytes plain = field(v, "plaintext"), aad = field(v, "aad"), key = field(v, "key");
  Bytes nonce = field(v, "nonce"), data = field(v, "ciphertext"), tag = field(v, "tag");
  if (data.size() > plain.size()) {  // CCM of DSTU 7624: the encrypted tag follows the data
    tag.assign(data.begin() + (long)plain.size(), data.end());
    data.resize(plain.size());
  }
  for (const bool encrypts : {true, false}) {
    const ContextPtr c = new_context();
    Extra e = extra_of(v);
    if (!nonce.empty()) e.number(OSSL_CIPHER_PARAM_IVLEN, nonce.size());
    evp_init(c.get(), cipher.get(), encrypts, &key, &nonce, e);
    Bytes out(plain.size() + 64), made(tag.size());
    int n = 0;
    expect_ok(EVP_CIPHER_CTX_ctrl(c.get(), EVP_CTRL_AEAD_SET_TAG, (int)tag.size(),
                                  encrypts ? nullptr : tag.data()));
    if (!aad.empty())
      expect_ok(EVP_CipherUpdate(c.get(), nullptr, &n, aad.data(), (int)aad.size()));
    const Bytes& in = encrypts ? plain : data;
    n = 0;
    if (!in.empty())
      expect_ok(EVP_CipherUpdate(c.get(), out.data(), &n, in.data(), (int)in.size()));
    out.resize((std::size_t)n);
    EXPECT_EQ(to_hex(out), to_hex(encrypts ? data : plain));
    expect_ok(EVP_CipherFinal_ex(c.get(), made.data(), &n));
    if (!encrypts) continue;
    expect_ok(EVP_CIPHER_CTX_ctrl(c.get(), EVP_CTRL_AEAD_GET_TAG, (int)made.size(), made.data()));
    EXPECT_EQ(to_hex(made), to_hex(tag));
  }
}

void check_cipher(const Case& s, const Vector& v) {
  const CipherPtr cipher = whole_world().cipher(evp_name(s.cipher, s.mode));
  ASSERT_TRUE(cipher) << errors();
  const hedgerow_algorithm_info algorithm = hedgerow::algorithm_info(s.cipher, s.mode);
  const bool wraps = algorithm.kind == HEDGEROW_WRAP,
             whole = wraps || algorithm.properties & HEDGEROW_STEALS;
  const Bytes plain = field(v, "plaintext"), data = field(v, "ciphertext"), iv = field(v, "iv");
  Bytes key = field(v, v.contains("mac_key") ? "mac_key" : "key");
  const Bytes second = field(v, "enc_key");
  key.insert(key.end(), second.begin(), second.end());
  // The wrap of partial blocks in DSTU 7624 is longer than libcrypto expects.
  const bool too_long = wraps && data.size() > plain.size() + algorithm.block_bytes;
  for (const bool encrypts : {true, false}) {
    const ContextPtr c = new_context();
    Extra e = extra_of(v);
    if (!iv.empty()) e.number(OSSL_CIPHER_PARAM_IVLEN, iv.size());
    evp_init(c.get(), cipher.get(), encrypts, &key, &iv, e);
    if (!v.contains("padding")) expect_ok(EVP_CIPHER_CTX_set_padding(c.get(), 0));
    const Bytes& in = encrypts ? plain : data;
    if (too_long && encrypts) {
      Bytes room(data.size() + 64);
      int n = 0;
      EXPECT_EQ(EVP_CipherUpdate(c.get(), room.data(), &n, in.data(), (int)in.size()), 0);
      EXPECT_NE(errors().find("too small"), std::string::npos);
      continue;
    }
    const bool wide_tail = algorithm.properties & HEDGEROW_TAIL_ENDS && algorithm.block_bytes > 16;
    Bytes out = evp_run(c.get(), in, whole || wide_tail ? in.size() + 1 : 40,
                        whole || wide_tail ? in.size() + 1 : 1);
    if (!encrypts) out.resize(plain.size());  // padding that cannot be removed stays
    EXPECT_EQ(to_hex(out), to_hex(encrypts ? data : plain));
  }
}

void check(const Case& s, const Vector& v) {
  SCOPED_TRACE(s.cipher + " " + s.mode + " " + v.dump().substr(0, 300));
  try {
    const hedgerow_kind kind = hedgerow::algorithm_info(s.cipher, s.mode).kind;
    kind == HEDGEROW_MAC    ? check_mac(s, v)
    : kind == HEDGEROW_AEAD ? check_aead(s, v)
                            : check_cipher(s, v);
  } catch (const std::exception& e) {
    ADD_FAILURE() << e.what();
  }
}

template <class CipherOf>
void run_file(const char* file, std::size_t vectors, CipherOf cipher_of) {
  std::size_t ran = 0;
  for (const Vector& v : vector_file(file)) {
    const std::string cipher = cipher_of(v);
    if (v.contains("derived") || cipher.rfind("aes-", 0) == 0)
      continue;  // only keys, which are not exported
    check({cipher, mode_name(v), {}}, v);
    ran++;
  }
  EXPECT_EQ(ran, vectors);
}

std::string gost_name(const Vector& v) {
  const std::string cipher = v.at("cipher");
  return cipher == "Kuznyechik" ? "kuznyechik" : cipher == "Magma" ? "magma" : cipher;
}

TEST(ProviderVectors, Kalyna) { run_file("kalyna_modes.json", 66, kalyna_name); }
TEST(ProviderVectors, Mgm) { run_file("mgm.json", 2, gost_name); }
TEST(ProviderVectors, Gost3413) { run_file("gost3413_modes.json", 12, gost_name); }
TEST(ProviderVectors, Acpkm) { run_file("acpkm.json", 8, gost_name); }
TEST(ProviderVectors, Gost28147) { run_file("gost28147_modes.json", 8, sbox_name); }
TEST(ProviderVectors, GostEngine) { run_file("gost_engine_modes.json", 15, sbox_name); }
TEST(ProviderVectors, Kexp15) {
  for (Vector v : vector_file("kexp15.json")) check({v.at("cipher"), "kexp15", {}}, v);
}
TEST(ProviderVectors, Aead) {
  std::size_t ran = 0;
  for (const Vector& v : vector_file("aead.json")) {
    if (v.at("mode") == "ccm") continue;  // of AES, which is not offered
    check({v.at("cipher"), v.at("mode"), {}}, v);
    ran++;
  }
  EXPECT_GE(ran, 8u);
}
TEST(ProviderVectors, OfRfcs) {
  for (const Vector& v : vector_file("rfc_modes.json"))
    check({v.at("cipher"), v.at("mode"), {}}, v);
}

// The vectors of the ciphers themselves, in ECB.
TEST(ProviderVectors, Ecb) {
  std::size_t ran = 0;
#define ECB(cipher, key, plain, data)                                                             \
  if (std::string(cipher).rfind("aes-", 0) != 0 && std::string(cipher) != "gost28147:user") {     \
    check({cipher, "ecb", {}}, Vector{{"key", key}, {"plaintext", plain}, {"ciphertext", data}}); \
    ran++;                                                                                        \
  }
#include "api/selftest_ecb.def"
#undef ECB
  EXPECT_GT(ran, 60u);
}

}  // namespace
}  // namespace hedgerow_test
