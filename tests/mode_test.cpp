// Every published vector of the modes, through the public API, with every kernel of the cipher that
// this machine can run (vartime ones too) and with the default choice.
//
// Seen to turn red: gcm.cpp's length block multiplied in (GCM, GMAC); dstu_cmac_masks with the
// masks swapped; the increment before first use dropped from start_dstu_ctr; kBigEndianLeft changed
// to kBigEndian in make_hash_blocks.
#include <map>

#include "mode_support.hpp"

namespace hedgerow_test {
namespace {

using Vector = nlohmann::json;

Bytes field(const Vector& v, const char* name) { return from_hex(v.at(name)); }

hedgerow::Options with_tag(hedgerow::Options options, std::size_t tag_bytes) {
  options.tag_bytes = (std::uint32_t)tag_bytes;
  return options;
}

void check_cipher(const std::string& name, hedgerow_mode mode, const Vector& v,
                  const hedgerow::Options& options) {
  hedgerow::Cipher c(name, mode, field(v, "key"), options);
  const Bytes plain = field(v, "plaintext");
  Bytes out(plain.size());
  if (mode == HEDGEROW_CTR) c.set_iv(field(v, "iv"));
  c.encrypt(plain, out);
  EXPECT_EQ(out, field(v, "ciphertext"));
  if (mode == HEDGEROW_CTR) c.set_iv(field(v, "iv"));
  c.decrypt(out, out);
  EXPECT_EQ(out, plain);
}

void check_aead(const std::string& name, const Vector& v, const hedgerow::Options& options) {
  const Bytes expected = field(v, "tag"), plain = field(v, "plaintext"), nonce = field(v, "nonce"),
              aad = field(v, "aad");
  hedgerow::Aead c(name, field(v, "key"), with_tag(options, expected.size()));
  Bytes out(plain.size()), tag(expected.size());
  c.seal(nonce, aad, plain, out, tag);
  EXPECT_EQ(out, field(v, "ciphertext"));
  EXPECT_EQ(tag, expected);
  c.open(nonce, aad, out, out, tag);
  EXPECT_EQ(out, plain);
}

void check_mac(const std::string& name, hedgerow_mac_kind kind, const Vector& v,
               const hedgerow::Options& options) {
  const Bytes expected = field(v, "tag");
  hedgerow::Mac c(name, kind, field(v, "key"), with_tag(options, expected.size()));
  Bytes tag(expected.size());
  c.update(field(v, "plaintext"));
  c.final_tag(tag);
  EXPECT_EQ(tag, expected);
  c.update(field(v, "plaintext"));
  c.final_check(expected);
}

// Returns false for a mode that this version does not have.
bool check_vector(const std::string& name, const Vector& v, const hedgerow::Options& options) {
  const std::string mode = v.at("mode");
  if (mode == "ECB")
    check_cipher(name, HEDGEROW_ECB, v, options);
  else if (mode == "CTR")
    check_cipher(name, HEDGEROW_CTR, v, options);
  else if (mode == "GCM" || mode == "MGM")
    check_aead(name, v, options);
  else if (mode == "CMAC" || mode == "MAC")
    check_mac(name, HEDGEROW_CMAC, v, options);
  else if (mode == "GMAC")
    check_mac(name, HEDGEROW_GMAC, v, options);
  else
    return false;
  return true;
}

// Runs the vectors that `name_of` gives a cipher name for; returns how many ran.
template <class NameOf>
int run_file(const char* file, NameOf&& name_of) {
  std::map<std::string, int> out_of_scope;
  int ran = 0;
  for (const Vector& v : vector_file(file)) {
    const std::string name = name_of(v), mode = v.at("mode");
    bool known = !name.empty();
    if (known)
      for_every_kernel(name, [&](const hedgerow::Options& options) {
        SCOPED_TRACE(mode);
        known = check_vector(name, v, options) && known;
      });
    if (known)
      ran++;
    else
      out_of_scope[v.value("cipher", "Kalyna") + " " + mode]++;
  }
  for (const auto& [what, count] : out_of_scope)
    std::printf("OUT OF SCOPE in %s: %d vectors of %s\n", file, count, what.c_str());
  return ran;
}

std::string gost_name(const Vector& v) {
  return v.at("cipher") == "Kuznyechik" ? "kuznyechik" : "magma";
}
std::string kuznyechik_only(const Vector& v) {
  return v.at("cipher") == "Kuznyechik" ? "kuznyechik" : "";
}

TEST(ModeVectors, Kalyna) { EXPECT_EQ(run_file("kalyna_modes.json", kalyna_name), 15); }
TEST(ModeVectors, Mgm) { EXPECT_EQ(run_file("mgm.json", kuznyechik_only), 1); }
TEST(ModeVectors, Gost3413) { EXPECT_EQ(run_file("gost3413_modes.json", gost_name), 6); }

}  // namespace
}  // namespace hedgerow_test
