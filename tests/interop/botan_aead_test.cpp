// Compares GCM, CCM, SIV, XTS and key wrap of SM4, ARIA and Camellia with Botan over random keys, nonces and lengths.
//
// The suite turned red when XTS exchanged the last two tweaks, and when SIV left out the nonce.
#include <botan/aead.h>
#include <botan/block_cipher.h>
#include <botan/nist_keywrap.h>

#include "interop.hpp"

namespace hedgerow_test {
namespace {

constexpr int kRuns = 350;  // the ciphers in turn

struct Peer {
  std::string cipher, name;
};
const Peer kPeers[] = {{"sm4", "SM4"},
                       {"aria-128", "ARIA-128"},
                       {"aria-192", "ARIA-192"},
                       {"aria-256", "ARIA-256"},
                       {"camellia-128", "Camellia-128"},
                       {"camellia-192", "Camellia-192"},
                       {"camellia-256", "Camellia-256"}};

template <class Body>
void for_peers(Body body) {
  for (int run = 0; run < kRuns && !testing::Test::HasFatalFailure(); run++)
    body(kPeers[(std::size_t)run % std::size(kPeers)]);
}

// SIV has its tag before the ciphertext.
void check(const std::string& name, const Message& m, bool tag_first = false) {
  const auto mode = Botan::AEAD_Mode::create_or_throw(name, Botan::ENCRYPTION);
  mode->set_key(m.key.data(), m.key.size());
  mode->set_associated_data(m.aad.data(), m.aad.size());
  mode->start(m.nonce.data(), m.nonce.size());
  Botan::secure_vector<std::uint8_t> all(m.plain.begin(), m.plain.end());
  mode->finish(all);
  const auto cut = all.begin() + (std::ptrdiff_t)(tag_first ? m.tag.size() : m.plain.size());
  const Bytes first(all.begin(), cut), second(cut, all.end());
  expect_same(m, tag_first ? second : first, tag_first ? first : second);
}

TEST(Botan, Gcm) {
  for_peers([](const Peer& p) {
    check(p.name + "/GCM", random_message(p.cipher, "gcm", 1 + random_below(128), 16));
  });
}

TEST(Botan, Ccm) {
  for_peers([](const Peer& p) {
    const std::size_t nonce = 7 + random_below(7), tag = 4 + 2 * random_below(7);
    check(p.name + "/CCM(" + std::to_string(tag) + "," + std::to_string(15 - nonce) + ")",
          random_message(p.cipher, "ccm", nonce, tag));
  });
}

TEST(Botan, Siv) {
  for_peers([](const Peer& p) {
    check(p.name + "/SIV", random_message(p.cipher, "siv", 1 + random_below(128), 16), true);
  });
}

TEST(Botan, Xts) {
  for_peers([](const Peer& p) {
    const PlainMessage m = random_plain(p.cipher, "xts", 16, 1, 16);
    const auto mode = Botan::Cipher_Mode::create_or_throw(p.name + "/XTS", Botan::ENCRYPTION);
    mode->set_key(m.key.data(), m.key.size());
    mode->start(m.iv.data(), m.iv.size());
    Botan::secure_vector<std::uint8_t> data(m.plain.begin(), m.plain.end());
    mode->finish(data);
    ASSERT_EQ(Bytes(data.begin(), data.end()), m.data) << p.cipher << " " << data.size();
  });
}

TEST(Botan, KeyWrap) {
  for_peers([](const Peer& p) {
    const auto cipher = Botan::BlockCipher::create_or_throw(p.name);
    const Bytes key = random_bytes(cipher->maximum_keylength());
    const Bytes plain = random_bytes(8 * (2 + random_below(63)));
    Bytes wrapped(plain.size() + 8);
    hedgerow::Wrap(p.cipher, "kw", key).wrap(plain, wrapped);
    cipher->set_key(key.data(), key.size());
    ASSERT_EQ(wrapped, Botan::nist_key_wrap(plain.data(), plain.size(), *cipher)) << p.cipher;
  });
}

}  // namespace
}  // namespace hedgerow_test
