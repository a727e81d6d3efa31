// Runs every published vector of the modes through the public API: with each kernel of the cipher
// that this machine can run (those of the lab included), and with the default selection. No vector is
// skipped, because the test counts the vectors of each file as they run, and each file in
// tests/vectors must have a reader.
//
// The suite turned red after each of these breaks:
// * GCM and GMAC multiplied after the length block of gcm_dstu.hpp;
// * set_key_dstu of cmac.cpp swapped the masks;
// * start_dstu did not increment the counter before its first use;
// * make_hash_blocks used kBigEndian instead of kBigEndianLeft;
// * cfb_dstu took the tail from the front of gamma;
// * xts_dstu did not double the first tweak;
// * OMAC-ACPKM doubled the mask for a full block;
// * the last bytes of gamma were used instead of the leading ones;
// * GHASH counted the length of the data in bytes;
// * CCM of DSTU 7624 left out the flag of AAD;
// * SIV left out d for short data;
// * KW counted its steps from 0.
#include <filesystem>
#include <set>

#include "mode/engine/acpkm.hpp"
#include "support/mode_support.hpp"
#include "support/vector_support.hpp"

namespace hedgerow_test {
namespace {

Bytes field(const Vector& v, const char* name) { return from_hex(v.at(name)); }
Bytes field_or_empty(const Vector& v, const char* name) {
  return v.contains(name) ? field(v, name) : Bytes();
}

// The subject of a vector, in the names of the API.
struct Subject {
  std::string cipher, mode;
  hedgerow::Options options;
};

void check_cipher(const Subject& s, const Vector& v) {
  hedgerow::Cipher c(s.cipher, s.mode, field(v, "key"), s.options);
  const Bytes plain = field(v, "plaintext"), iv = field_or_empty(v, "iv");
  const Bytes expected = field(v, "ciphertext");
  const auto run = [&](hedgerow_direction direction, const Bytes& in) {
    Bytes out(in.size() + 128);
    if (!iv.empty()) c.set_iv(iv);
    c.begin(direction);
    std::size_t n = c.update(in, out);
    n += c.final({out.data() + n, out.size() - n});
    out.resize(n);
    return out;
  };
  EXPECT_EQ(run(HEDGEROW_ENCRYPT, plain), expected);
  Bytes back = run(HEDGEROW_DECRYPT, expected);
  back.resize(plain.size());  // padding that cannot be removed stays
  EXPECT_EQ(back, plain);
}

// In the CCM vectors of DSTU 7624, the encrypted tag follows the ciphertext, and then the tag as
// computed.
void check_aead(const Subject& s, const Vector& v) {
  const Bytes plain = field(v, "plaintext"), nonce = field(v, "nonce"),
              aad = field_or_empty(v, "aad");
  Bytes expected = field(v, "ciphertext"), expected_tag = field(v, "tag");
  if (expected.size() > plain.size()) {
    expected_tag.assign(expected.begin() + (long)plain.size(), expected.end());
    expected.resize(plain.size());
  }
  hedgerow::Aead c(s.cipher, s.mode, field(v, "key"), s.options);
  Bytes out(plain.size()), tag(expected_tag.size()), back(plain.size());
  c.seal_with_nonce(nonce, aad, plain, out, tag);
  EXPECT_EQ(out, expected);
  EXPECT_EQ(tag, expected_tag);
  c.open(nonce, aad, out, back, tag);
  EXPECT_EQ(back, plain);
}

void check_mac(const Subject& s, const Vector& v) {
  const Bytes expected = field(v, "tag"), iv = field_or_empty(v, "nonce");
  hedgerow::Mac c(s.cipher, s.mode, field(v, "key"), s.options);
  Bytes tag(expected.size());
  if (!iv.empty()) c.set_iv(iv);
  c.update(field(v, "plaintext"));
  c.final_tag(tag);
  EXPECT_EQ(tag, expected);
  if (!iv.empty()) c.set_iv(iv);
  c.update(field(v, "plaintext"));
  c.final_check(expected);
}

void check_wrap(const Subject& s, const Vector& v) {
  const Bytes plain = field(v, "plaintext"), expected = field(v, "ciphertext");
  Bytes key = field(v, v.contains("mac_key") ? "mac_key" : "key");
  const Bytes second = field_or_empty(v, "enc_key");
  key.insert(key.end(), second.begin(), second.end());
  hedgerow::Wrap c(s.cipher, s.mode, key, s.options);
  if (v.contains("iv")) c.set_iv(field(v, "iv"));
  Bytes out(c.length(plain.size())), back(expected.size());
  c.wrap(plain, out);
  EXPECT_EQ(out, expected);
  back.resize(c.unwrap(out, back));
  EXPECT_EQ(back, plain);
}

void check_vector(const Subject& s, const Vector& v) {
  switch (hedgerow::algorithm_info(s.cipher, s.mode).kind) {
    case HEDGEROW_AEAD:
      return check_aead(s, v);
    case HEDGEROW_MAC:
      return check_mac(s, v);
    case HEDGEROW_WRAP:
      return check_wrap(s, v);
    default:
      return check_cipher(s, v);
  }
}

// Sets the options that the fields of a vector require.
void add_options(const Vector& v, hedgerow::Options& o) {
  if (v.contains("padding")) o.padding = HEDGEROW_PADDING_BIT_IF_PARTIAL;
  for (const char* name : {"q_bytes", "s_bytes"})
    if (v.contains(name)) o.feedback_bytes = v.at(name);
  if (v.contains("Nb")) o.length_bytes = v.at("Nb");
  if (v.contains("section_bytes")) o.section_bytes = v.at("section_bytes");
  if (v.contains("T_bytes")) o.master_section_bytes = v.at("T_bytes");
  if (v.contains("T_bytes") && !v.contains("section_bytes")) {  // ACPKM-Master is CTR-ACPKM
    o.section_bytes = o.master_section_bytes;
    o.master_section_bytes = 0;
  }
}

// The mode of a vector under its name in the API.
std::string mode_name(const Vector& v) {
  static const std::map<std::string, std::string> kNames = {
      {"MAC", "cmac"}, {"ACPKM-Master(keystream)", "ctr-acpkm"}};
  if (v.contains("mac_key")) return "kexp15";
  const std::string name = v.at("mode");
  if (kNames.count(name)) return kNames.at(name);
  std::string r = name;
  for (char& c : r) c = (char)std::tolower(c);
  return r;
}

std::string gost_name(const Vector& v) {
  return v.at("cipher") == "Kuznyechik" ? "kuznyechik" : "magma";
}

std::string aes_name(const Vector& v) {
  std::size_t bytes = field(v, "key").size();
  if (v.at("mode") == "XTS") bytes /= 2;
  return "aes-" + std::to_string(8 * bytes);
}

std::string own_name(const Vector& v) { return v.at("cipher"); }

struct File {
  const char* name;
  std::size_t vectors;  // expected number, so that a shortened file fails
  std::string (*cipher_of)(const Vector&);
};

constexpr File kFiles[] = {
    {"kalyna_modes", 66, kalyna_name},
    {"mgm", 2, gost_name},
    {"gost3413_modes", 12, gost_name},
    {"acpkm", 9, gost_name},
    {"gost28147_modes", 8, sbox_name},
    {"gost_engine_modes", 15, sbox_name},
    {"aes_modes", 51, aes_name},
    {"aes_xts", 40, aes_name},
    {"aes_gcm", 88, aes_name},
    {"aes_kw", 4, aes_name},
    {"aead", 11, own_name},
    {"kexp15", 1, own_name},
    {"rfc_modes", 15, own_name},
};

// These vectors have only keys, which are the concatenated section keys of RFC 8645.
void check_derived_keys(const std::string& cipher, const Vector& v) {
  hedgerow::CipherKey key;
  hedgerow::Selection selection;
  const hedgerow::Variant* variant = hedgerow::find_variant(cipher.c_str());
  ASSERT_EQ(hedgerow::select_kernels(*variant, hedgerow::this_machine(), nullptr, true, &selection),
            hedgerow::SelectStatus::kOk);
  ASSERT_TRUE(key.bind(selection));
  key.set(field(v, "key").data());
  const Bytes zero(variant->block_bytes);
  ASSERT_GE(v.at("derived").size(), 3u);
  for (const std::string expected : v.at("derived")) {
    hedgerow::CipherKey other;
    ASSERT_TRUE(other.bind(selection));
    other.set(from_hex(expected).data());
    hedgerow::acpkm(key, key);
    Bytes a(zero.size()), b(zero.size());
    key.encrypt(zero.data(), a.data(), 1);
    other.encrypt(zero.data(), b.data(), 1);
    EXPECT_EQ(a, b);
  }
}

// Runs one vector with every kernel, and returns true if at least one kernel ran it.
bool ran(const File& file, const Vector& v) {
  const std::string cipher = file.cipher_of(v);
  if (v.contains("derived")) return check_derived_keys(cipher, v), true;
  const std::string mode = mode_name(v);
  SCOPED_TRACE(cipher + " " + mode);
  std::size_t runs = 0;
  for_every_kernel(cipher, [&](hedgerow::Options options) {
    add_options(v, options);
    try {
      check_vector({cipher, mode, options}, v);
    } catch (const hedgerow::error& e) {
      ADD_FAILURE() << e.what();
    }
    runs++;
  });
  return runs != 0;
}

class ModeVectors : public testing::TestWithParam<File> {};

TEST_P(ModeVectors, Run) {
  const File& file = GetParam();
  std::size_t runs = 0;
  for (const Vector& v : vector_file(file.name + std::string(".json"))) runs += ran(file, v);
  EXPECT_EQ(runs, file.vectors);
}

INSTANTIATE_TEST_SUITE_P(All, ModeVectors, testing::ValuesIn(kFiles),
                         [](const auto& param) { return std::string(param.param.name); });

// A vector file without a reader is a failure. Each file belongs to a cipher (the kernel ledger
// reads it), to the table above, or to another suite.
TEST(VectorFiles, EachHasAReader) {
  std::set<std::string> read = {"streebog",           // hash_test
                                "gost28147_sboxes"};  // gost28147_test
  for (const hedgerow_cipher_info& c : hedgerow::list_ciphers()) read.insert(c.family);
  for (const File& file : kFiles) read.insert(file.name);
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(HR_VECTORS_DIR)) {
    if (entry.path().extension() != ".json") continue;
    EXPECT_TRUE(read.count(entry.path().stem().string())) << entry.path();
    files++;
  }
  EXPECT_EQ(files, read.size());
}

// GB/T 32907-2016 example 2: a million encryptions of a block.
TEST(Sm4, AMillionIterations) {
  Bytes block = from_hex("0123456789abcdeffedcba9876543210");
  hedgerow::Cipher c("sm4", "ecb", block);
  for (int i = 0; i < 1000000; i++) c.encrypt(block, block);
  EXPECT_EQ(to_hex(block), "595298c7c6fd271f0402f804c33d3f66");
}

// GOST R 34.13-2015 sections 5.2 and 5.3 with s shorter than a block: T_s of each block of gamma.
// We compute the gamma from the examples of the standard as ciphertext xor plaintext, so the
// expected value is independent of this library.
TEST(ShorterGamma, IsTheFrontOfThePublishedGamma) {
  std::size_t vectors = 0;
  for (const Vector& v : vector_file("gost3413_modes.json")) {
    const std::string mode = mode_name(v), cipher = gost_name(v);
    if (mode != "ctr" && mode != "ofb") continue;
    const std::size_t block = hedgerow::cipher_info(cipher).block_bytes;
    const Bytes plain = field(v, "plaintext"), sealed = field(v, "ciphertext");
    for (std::size_t s = 1; s <= block; s++) {
      Bytes expected;
      for (std::size_t i = 0; i < plain.size(); i++)
        if (i % block < s) expected.push_back((std::uint8_t)(plain[i] ^ sealed[i]));
      for_every_kernel(cipher, [&](hedgerow::Options options) {
        options.gamma_bytes = (std::uint32_t)s;
        hedgerow::Cipher c(cipher, mode, field(v, "key"), options);
        c.set_iv(field(v, "iv"));
        Bytes gamma(expected.size());
        c.encrypt(gamma, gamma);
        ASSERT_EQ(to_hex(gamma), to_hex(expected)) << mode << " s=" << s;
      });
    }
    vectors++;
  }
  EXPECT_EQ(vectors, 4u);
}

}  // namespace
}  // namespace hedgerow_test
