// Crypto++'s Kalyna (table-driven, not constant time) as a peer: ECB both ways, CTR, one block, key
// set-up. Crypto++'s CTR counts big-endian from the IV itself, DSTU 7624's little-endian from the
// encrypted IV: the outputs differ, the work a block is the same.
#include <crypto++/config_ver.h>
#include <crypto++/cryptlib.h>
#include <crypto++/kalyna.h>
#include <crypto++/modes.h>

#include <cstdio>
#include <memory>

#include "peer.hpp"

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

// Crypto++ keys each direction by itself; like Hedgerow's, this set-up makes both.
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
Job job_of(const Request& r, const std::uint8_t* key, std::size_t key_bytes) {
  if (r.mode == "setup") return setup<Cipher>(key, key_bytes);
  if (r.mode == "ctr")
    return keyed<typename CryptoPP::CTR_Mode<Cipher>::Encryption>(key, key_bytes);
  if (r.mode != "ecb" && r.mode != "block") return {};
  if (r.direction == "enc")
    return keyed<typename CryptoPP::ECB_Mode<Cipher>::Encryption>(key, key_bytes);
  return keyed<typename CryptoPP::ECB_Mode<Cipher>::Decryption>(key, key_bytes);
}

Job make_with(const Request& r, const std::uint8_t* key) {
  if (r.cipher == "kalyna-128-128") return job_of<CryptoPP::Kalyna128>(r, key, 16);
  if (r.cipher == "kalyna-128-256") return job_of<CryptoPP::Kalyna128>(r, key, 32);
  if (r.cipher == "kalyna-256-256") return job_of<CryptoPP::Kalyna256>(r, key, 32);
  if (r.cipher == "kalyna-256-512") return job_of<CryptoPP::Kalyna256>(r, key, 64);
  if (r.cipher == "kalyna-512-512") return job_of<CryptoPP::Kalyna512>(r, key, 64);
  return {};
}

// The annex's encryption examples: key and plaintext together count 00 01 02 ...
bool reproduces(const char* cipher, std::size_t key_bytes, const char* ciphertext) {
  const auto want = from_hex(ciphertext);
  std::vector<std::uint8_t> key, plain;
  for (std::size_t i = 0; i < key_bytes; i++) key.push_back((std::uint8_t)i);
  for (std::size_t i = 0; i < want.size(); i++) plain.push_back((std::uint8_t)(key_bytes + i));
  const Job encrypt = make_with({cipher, "ecb", "enc"}, key.data());
  const Job decrypt = make_with({cipher, "ecb", "dec"}, key.data());
  return maps_to(encrypt, plain, want) && maps_to(decrypt, want, plain);
}

bool known_answer() {
  return reproduces("kalyna-128-128", 16, "81bf1c7d779bac20e1c9ea39b4d2ad06") &&
         reproduces("kalyna-128-256", 32, "58ec3e091000158a1148f7166f334f14") &&
         reproduces("kalyna-256-256", 32,
                    "f66e3d570ec92135aedae323dcbd2a8ca03963ec206a0d5a88385c24617fd92c") &&
         reproduces("kalyna-256-512", 64,
                    "606990e9e6b7b67a4bd6d893d72268b78e02c83c3cd7e102fd2e74a8fdfe5dd9") &&
         reproduces("kalyna-512-512", 64,
                    "4a26e31b811c356aa61dd6ca0596231a67ba8354aa47f3a13e1deec320eb56b8"
                    "95d0f417175bab662fd6f134bb15c86ccb906a26856efeb7c5bc6472940dd9d9");
}

std::string name() {
  const int version = CryptoPP::LibraryVersion();
  return "crypto++ " + std::to_string(version / 100) + "." + std::to_string(version / 10 % 10);
}

}  // namespace

int main() {
  return serve({name(), "same",
                "DSTU 7624:2014 annex, ECB encryption and decryption, all 5 variants", known_answer,
                [](const Request& r) { return make_with(r, kBenchKey); }});
}
