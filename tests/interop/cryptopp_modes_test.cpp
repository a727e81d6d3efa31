// Compares block and stream modes of Kalyna and LEA, and GCM, CCM and CMAC of LEA, with Crypto++
// over random keys, IVs and lengths of 0 to 4096 bytes. Its counter mode of Kalyna is not that of
// DSTU 7624, and its CFB differs for an incomplete last block.
//
// The suite turned red when every block of CBC was chained with the IV, and when the flags of CCM
// left out the tag length.
#include <crypto++/ccm.h>
#include <crypto++/cmac.h>
#include <crypto++/gcm.h>
#include <crypto++/kalyna.h>
#include <crypto++/lea.h>
#include <crypto++/modes.h>

#include "interop.hpp"

namespace hedgerow_test {
namespace {

constexpr int kRuns = 100;

template <class Mode>
void check(const std::string& cipher, const std::string& mode, std::size_t unit) {
  const std::size_t block = hedgerow::cipher_info(cipher).block_bytes;
  for (int run = 0; run < kRuns; run++) {
    const PlainMessage m = random_plain(cipher, mode, mode == "ecb" ? 0 : block, unit);
    typename Mode::Encryption e;
    if (mode == "ecb")
      e.SetKey(m.key.data(), m.key.size());
    else
      e.SetKeyWithIV(m.key.data(), m.key.size(), m.iv.data(), m.iv.size());
    Bytes out(m.plain.size());
    e.ProcessData(out.data(), m.plain.data(), m.plain.size());
    ASSERT_EQ(to_hex(out), to_hex(m.data)) << cipher << " " << mode << " " << m.plain.size();
  }
}

template <class Cipher>
void check_modes(const std::vector<std::string>& variants, bool dstu) {
  for (const std::string& name : variants) {
    const std::size_t block = hedgerow::cipher_info(name).block_bytes;
    ASSERT_NO_FATAL_FAILURE(check<CryptoPP::ECB_Mode<Cipher>>(name, "ecb", block));
    ASSERT_NO_FATAL_FAILURE(check<CryptoPP::CBC_Mode<Cipher>>(name, "cbc", block));
    ASSERT_NO_FATAL_FAILURE(check<CryptoPP::OFB_Mode<Cipher>>(name, "ofb", 1));
    ASSERT_NO_FATAL_FAILURE(check<CryptoPP::CFB_Mode<Cipher>>(name, "cfb", dstu ? block : 1));
    if (dstu) continue;
    ASSERT_NO_FATAL_FAILURE(check<CryptoPP::CTR_Mode<Cipher>>(name, "ctr", 1));
  }
}

TEST(CryptoPpModes, Kalyna) {
  check_modes<CryptoPP::Kalyna128>({"kalyna-128-128", "kalyna-128-256"}, true);
  check_modes<CryptoPP::Kalyna256>({"kalyna-256-256", "kalyna-256-512"}, true);
  check_modes<CryptoPP::Kalyna512>({"kalyna-512-512"}, true);
}

TEST(CryptoPpModes, Lea) { check_modes<CryptoPP::LEA>({"lea-128", "lea-192", "lea-256"}, false); }

void check(CryptoPP::AuthenticatedSymmetricCipher& peer, const Message& m) {
  Bytes data(m.plain.size()), tag(m.tag.size());
  peer.EncryptAndAuthenticate(data.data(), tag.data(), tag.size(), m.nonce.data(),
                              (int)m.nonce.size(), m.aad.data(), m.aad.size(), m.plain.data(),
                              m.plain.size());
  expect_same(m, data, tag);
}

TEST(CryptoPpModes, AeadsOfLea) {
  for (const char* name : {"lea-128", "lea-192", "lea-256"})
    for (int run = 0; run < kRuns; run++) {
      const Message g = random_message(name, "gcm", 1 + random_below(64), 16);
      const Message c = random_message(name, "ccm", 7 + random_below(7), 8);
      CryptoPP::GCM<CryptoPP::LEA>::Encryption gcm;
      CryptoPP::CCM<CryptoPP::LEA, 8>::Encryption ccm;
      gcm.SetKeyWithIV(g.key.data(), g.key.size(), g.nonce.data(), g.nonce.size());
      ccm.SetKeyWithIV(c.key.data(), c.key.size(), c.nonce.data(), c.nonce.size());
      ASSERT_NO_FATAL_FAILURE(check(gcm, g));
      ASSERT_NO_FATAL_FAILURE(check(ccm, c));
    }
}

TEST(CryptoPpModes, CmacOfLea) {
  for (const char* name : {"lea-128", "lea-192", "lea-256"})
    for (int run = 0; run < kRuns; run++) {
      const Bytes key = random_bytes(hedgerow::cipher_info(name).key_bytes);
      const Bytes data = random_bytes(random_below(kLongest + 1));
      Bytes ours(16), theirs(16);
      hedgerow::Mac c(name, "cmac", key);
      c.update(data);
      c.final_tag(ours);
      CryptoPP::CMAC<CryptoPP::LEA> peer(key.data(), key.size());
      peer.Update(data.data(), data.size());
      peer.Final(theirs.data());
      ASSERT_EQ(to_hex(ours), to_hex(theirs)) << name << " " << data.size();
    }
}

}  // namespace
}  // namespace hedgerow_test
