// Crypto++ as a peer, with Kalyna and GOST 28147-89 (table-driven, not constant time), SPECK, SIMON,
// LEA, SM4, Camellia and ARIA: ECB, CBC, CFB and OFB in both directions, CTR, CMAC, one block, and key setup. CTR of
// Crypto++ counts big-endian from the IV itself. CTR of DSTU 7624 counts little-endian from the
// encrypted IV. The outputs differ, but the work per block is the same.
#include <crypto++/aria.h>
#include <crypto++/camellia.h>
#include <crypto++/cmac.h>
#include <crypto++/config_ver.h>
#include <crypto++/cryptlib.h>
#include <crypto++/gost.h>
#include <crypto++/kalyna.h>
#include <crypto++/lea.h>
#include <crypto++/modes.h>
#include <crypto++/simon.h>
#include <crypto++/sm4.h>
#include <crypto++/speck.h>

#include <memory>

#include "answers.hpp"

namespace {

using namespace hedgerow::bench;

template <class Mode>
Job keyed(const std::uint8_t* key, std::size_t key_bytes) {
  auto mode = std::make_shared<Mode>();
  if (mode->IsResynchronizable()) {
    const std::uint8_t iv[64] = {};
    mode->SetKeyWithIV(key, key_bytes, iv, mode->IVSize());
  } else {
    mode->SetKey(key, key_bytes);
  }
  return [mode](const std::uint8_t* in, std::uint8_t* out, std::size_t bytes) {
    mode->ProcessData(out, in, bytes);
  };
}

// Crypto++ sets a separate key for each direction. Like Hedgerow's, this setup makes both.
template <class Cipher>
Job setup(const std::uint8_t* key, std::size_t key_bytes) {
  auto forward = std::make_shared<typename Cipher::Encryption>();
  auto backward = std::make_shared<typename Cipher::Decryption>();
  return [=](const std::uint8_t*, std::uint8_t*, std::size_t) {
    forward->SetKey(key, key_bytes);
    backward->SetKey(key, key_bytes);
  };
}

template <class Cipher>
Job cmac(const std::uint8_t* key, std::size_t key_bytes) {
  auto mac = std::make_shared<CryptoPP::CMAC<Cipher>>(key, key_bytes);
  return [mac](const std::uint8_t* in, std::uint8_t*, std::size_t bytes) {
    std::uint8_t tag[64];
    mac->CalculateDigest(tag, in, bytes);
  };
}

// A mode in either direction.
template <class Mode>
Job either(const Request& r, const std::uint8_t* key, std::size_t key_bytes) {
  return r.direction == "enc" ? keyed<typename Mode::Encryption>(key, key_bytes)
                              : keyed<typename Mode::Decryption>(key, key_bytes);
}

template <class Cipher>
Job job_of(const Request& r, const std::uint8_t* key, std::size_t key_bytes) {
  if (r.mode == "setup") return setup<Cipher>(key, key_bytes);
  if (r.mode == "ctr")
    return keyed<typename CryptoPP::CTR_Mode<Cipher>::Encryption>(key, key_bytes);
  if (r.mode == "cbc") return either<CryptoPP::CBC_Mode<Cipher>>(r, key, key_bytes);
  if (r.mode == "cfb") return either<CryptoPP::CFB_Mode<Cipher>>(r, key, key_bytes);
  if (r.mode == "ofb") return either<CryptoPP::OFB_Mode<Cipher>>(r, key, key_bytes);
  if (r.mode == "cmac") return cmac<Cipher>(key, key_bytes);
  if (r.mode != "ecb" && r.mode != "block") return {};
  return either<CryptoPP::ECB_Mode<Cipher>>(r, key, key_bytes);
}

// A cipher with the answer of its standard. The key of the answer determines the key length.
struct Algorithm {
  BlockAnswer answer;
  Job (*make)(const Request&, const std::uint8_t* key, std::size_t key_bytes);
};

std::string counting(std::size_t first, std::size_t n) {
  std::string hex;
  for (std::size_t i = first; i < first + n; i++)
    hex += {"0123456789abcdef"[i / 16], "0123456789abcdef"[i % 16]};
  return hex;
}

// The vectors of DSTU 7624:2014, where key and plaintext together count 00 01 02 ...
template <class Cipher>
Algorithm kalyna(const char* name, std::size_t key_bytes, const std::string& ciphertext) {
  return {{name, counting(0, key_bytes), counting(key_bytes, ciphertext.size() / 2), ciphertext},
          job_of<Cipher>};
}

// DSTU 7624:2014 annex, ePrint 2013/404 appendices B and C, KS X 3246, and the answer of bc-java
// with the test S-boxes of GOST R 34.11-94, which Crypto++ uses.
const std::vector<Algorithm> kOwnAnswers = {
    kalyna<CryptoPP::Kalyna128>("kalyna-128-128", 16, "81bf1c7d779bac20e1c9ea39b4d2ad06"),
    kalyna<CryptoPP::Kalyna128>("kalyna-128-256", 32, "58ec3e091000158a1148f7166f334f14"),
    kalyna<CryptoPP::Kalyna256>("kalyna-256-256", 32,
                                "f66e3d570ec92135aedae323dcbd2a8ca03963ec206a0d5a88385c24617fd92c"),
    kalyna<CryptoPP::Kalyna256>("kalyna-256-512", 64,
                                "606990e9e6b7b67a4bd6d893d72268b78e02c83c3cd7e102fd2e74a8fdfe5dd9"),
    kalyna<CryptoPP::Kalyna512>("kalyna-512-512", 64,
                                "4a26e31b811c356aa61dd6ca0596231a67ba8354aa47f3a13e1deec320eb56b8"
                                "95d0f417175bab662fd6f134bb15c86ccb906a26856efeb7c5bc6472940dd9d9"),
    {{"speck-64-96", "0001020308090a0b10111213", "65616e7320466174", "6c947541ec52799f"},
     job_of<CryptoPP::SPECK64>},
    {{"speck-64-128", "0001020308090a0b1011121318191a1b", "2d4375747465723b", "8b024e4548a56f8c"},
     job_of<CryptoPP::SPECK64>},
    {{"speck-128-128", "000102030405060708090a0b0c0d0e0f", "206d616465206974206571756976616c",
      "180d575cdffe60786532787951985da6"},
     job_of<CryptoPP::SPECK128>},
    {{"speck-128-192", "000102030405060708090a0b0c0d0e0f1011121314151617",
      "656e7420746f20436869656620486172", "86183ce05d18bcf9665513133acfe41b"},
     job_of<CryptoPP::SPECK128>},
    {{"speck-128-256", "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
      "706f6f6e65722e20496e2074686f7365", "438f189c8db4ee4e3ef5c00504010941"},
     job_of<CryptoPP::SPECK128>},
    {{"simon-64-96", "0001020308090a0b10111213", "636c696e6720726f", "c88f1a117fe2a25c"},
     job_of<CryptoPP::SIMON64>},
    {{"simon-64-128", "0001020308090a0b1011121318191a1b", "756e64206c696b65", "7aa0dfb920fcc844"},
     job_of<CryptoPP::SIMON64>},
    {{"simon-128-128", "000102030405060708090a0b0c0d0e0f", "2074726176656c6c6572732064657363",
      "bc0b4ef82a83aa653ffe541e1e1b6849"},
     job_of<CryptoPP::SIMON128>},
    {{"simon-128-192", "000102030405060708090a0b0c0d0e0f1011121314151617",
      "72696265207768656e20746865726520", "5bb897256e8d9c6c4f0ddcfcef61acc4"},
     job_of<CryptoPP::SIMON128>},
    {{"simon-128-256", "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
      "697320612073696d6f6f6d20696e2074", "68b8e7ef872af73ba0a3c8af79552b8d"},
     job_of<CryptoPP::SIMON128>},
    {{"lea-128", "0f1e2d3c4b5a69788796a5b4c3d2e1f0", "101112131415161718191a1b1c1d1e1f",
      "9fc84e3528c6c6185532c7a704648bfd"},
     job_of<CryptoPP::LEA>},
    {{"lea-192", "0f1e2d3c4b5a69788796a5b4c3d2e1f0f0e1d2c3b4a59687",
      "202122232425262728292a2b2c2d2e2f", "6fb95e325aad1b878cdcf5357674c6f2"},
     job_of<CryptoPP::LEA>},
    {{"lea-256", "0f1e2d3c4b5a69788796a5b4c3d2e1f0f0e1d2c3b4a5968778695a4b3c2d1e0f",
      "303132333435363738393a3b3c3d3e3f", "d651aff647b189c13a8900ca27f9e197"},
     job_of<CryptoPP::LEA>},
    {{"gost28147:r3411-94-test", "546d203368656c326973652073736e62206167796967747473656865202c3d73",
      "1234567890abcdef", "b587f7a0814c911d"},
     job_of<CryptoPP::GOST>},
};

// These, and the ciphers whose answers all peers share.
std::vector<Algorithm> algorithms() {
  std::vector<Algorithm> all = kOwnAnswers;
  for (const BlockAnswer& answer : sm4_and_camellia_answers())
    all.push_back(
        {answer, answer.cipher == "sm4" ? job_of<CryptoPP::SM4> : job_of<CryptoPP::Camellia>});
  for (const BlockAnswer& answer : aria_answers()) all.push_back({answer, job_of<CryptoPP::ARIA>});
  return all;
}
const std::vector<Algorithm> kAlgorithms = algorithms();

Job make_with(const Request& r, const std::uint8_t* key) {
  for (const Algorithm& o : kAlgorithms)
    if (o.answer.cipher == r.cipher) return o.make(r, key, o.answer.key.size() / 2);
  return {};
}

bool known_answer() {
  const auto make = [](const Request& r, const auto& key) { return make_with(r, key.data()); };
  for (const Algorithm& o : kAlgorithms)
    if (!reproduces(make, o.answer)) return false;
  return true;
}

std::string name() {
  const int version = CryptoPP::LibraryVersion();
  return "crypto++ " + std::to_string(version / 100) + "." + std::to_string(version / 10 % 10);
}

}  // namespace

int main() {
  return serve({name(), "same",
                "each standard's example, ECB encryption and decryption, all " +
                    std::to_string(kAlgorithms.size()) + " variants",
                known_answer, [](const Request& r) { return make_with(r, kBenchKey); }});
}
