// Compares SIV, XTS and key wrap of ARIA, and XTS of Camellia-192, with Botan over random keys, nonces and lengths. The
// other peers do not have these.
//
// The suite turned red when XTS exchanged the last two tweaks, and when SIV left out the nonce.
#include <botan/aead.h>
#include <botan/block_cipher.h>
#include <botan/nist_keywrap.h>

#include "interop.hpp"

namespace hedgerow_test {
namespace {

constexpr int kRuns = 50;  // for each cipher

struct Peer {
  std::string cipher, name;
};
const std::vector<Peer> kAria = {
    {"aria-128", "ARIA-128"}, {"aria-192", "ARIA-192"}, {"aria-256", "ARIA-256"}};

template <class Body>
void for_peers(const std::vector<Peer>& peers, Body body) {
  for (const Peer& p : peers)
    for (int run = 0; run < kRuns; run++) ASSERT_NO_FATAL_FAILURE(body(p)) << p.cipher;
}

TEST(Botan, Siv) {
  for_peers(kAria, [](const Peer& p) {
    const Message m = random_message(p.cipher, "siv", 1 + random_below(128), 16);
    const auto mode = Botan::AEAD_Mode::create_or_throw(p.name + "/SIV", Botan::ENCRYPTION);
    mode->set_key(m.key.data(), m.key.size());
    mode->set_associated_data(m.aad.data(), m.aad.size());
    mode->start(m.nonce.data(), m.nonce.size());
    Botan::secure_vector<std::uint8_t> all(m.plain.begin(), m.plain.end());
    mode->finish(all);
    const auto cut = all.begin() + (std::ptrdiff_t)m.tag.size();  // the tag comes first
    expect_same(m, Bytes(cut, all.end()), Bytes(all.begin(), cut));
  });
}

TEST(Botan, Xts) {
  std::vector<Peer> peers = kAria;
  peers.push_back({"camellia-192", "Camellia-192"});
  for_peers(peers, [](const Peer& p) {
    const PlainMessage m = random_plain(p.cipher, "xts", 16, 1, 16);
    const auto mode = Botan::Cipher_Mode::create_or_throw(p.name + "/XTS", Botan::ENCRYPTION);
    mode->set_key(m.key.data(), m.key.size());
    mode->start(m.iv.data(), m.iv.size());
    Botan::secure_vector<std::uint8_t> data(m.plain.begin(), m.plain.end());
    mode->finish(data);
    ASSERT_EQ(Bytes(data.begin(), data.end()), m.data) << data.size();
  });
}

TEST(Botan, KeyWrap) {
  for_peers(kAria, [](const Peer& p) {
    const auto cipher = Botan::BlockCipher::create_or_throw(p.name);
    const Bytes key = random_bytes(cipher->maximum_keylength());
    const Bytes plain = random_bytes(8 * (2 + random_below(63)));
    Bytes wrapped(plain.size() + 8);
    hedgerow::Wrap(p.cipher, "kw", key).wrap(plain, wrapped);
    cipher->set_key(key.data(), key.size());
    ASSERT_EQ(wrapped, Botan::nist_key_wrap(plain.data(), plain.size(), *cipher));
  });
}

}  // namespace
}  // namespace hedgerow_test
