// Botan's SM4, Camellia and ARIA as a peer: ECB, CTR, one block and GCM. Their S-boxes are tables.
#include <botan/aead.h>
#include <botan/block_cipher.h>
#include <botan/stream_cipher.h>
#include <botan/version.h>

#include "answers.hpp"

namespace {

using namespace hedgerow::bench;

// Returns Botan's name of the cipher, or an empty name.
std::string name_of(const std::string& cipher) {
  const std::string size = cipher.substr(cipher.find('-') + 1);
  if (cipher == "sm4") return "SM4";
  if (cipher.starts_with("camellia-")) return "Camellia-" + size;
  if (cipher.starts_with("aria-")) return "ARIA-" + size;
  return {};
}

Job gcm_job(const std::string& name, const std::uint8_t* key, bool encrypt) {
  const std::shared_ptr<Botan::AEAD_Mode> gcm = Botan::AEAD_Mode::create_or_throw(
      name + "/GCM", encrypt ? Botan::ENCRYPTION : Botan::DECRYPTION);
  gcm->set_key(key, gcm->maximum_keylength());
  auto counter = std::make_shared<std::uint64_t>(0);
  return [=](const std::uint8_t* in, std::uint8_t* out, std::size_t bytes) {
    std::uint8_t nonce[12] = {};
    ++*counter;
    __builtin_memcpy(nonce, counter.get(), sizeof *counter);
    __builtin_memcpy(out, in, bytes);
    gcm->start(nonce, sizeof nonce);
    gcm->process(out, bytes / gcm->update_granularity() * gcm->update_granularity());
    if (!encrypt) return gcm->reset();
    Botan::secure_vector<std::uint8_t> tag;
    gcm->finish(tag);
  };
}

Job make_with(const Request& r, const std::uint8_t* key) {
  const std::string name = name_of(r.cipher);
  if (name.empty()) return {};
  if (r.aead) return r.mode == "gcm" ? gcm_job(name, key, r.direction == "enc") : Job{};
  if (r.mode == "ctr") {
    const std::shared_ptr<Botan::StreamCipher> ctr =
        Botan::StreamCipher::create_or_throw("CTR-BE(" + name + ")");
    const std::uint8_t iv[16] = {};
    ctr->set_key(key, ctr->maximum_keylength());
    ctr->set_iv(iv, sizeof iv);
    return [=](const std::uint8_t* in, std::uint8_t* out, std::size_t bytes) {
      ctr->cipher(in, out, bytes);
    };
  }
  if (r.mode != "ecb" && r.mode != "block") return {};
  const std::shared_ptr<Botan::BlockCipher> cipher = Botan::BlockCipher::create_or_throw(name);
  cipher->set_key(key, cipher->maximum_keylength());
  const bool encrypt = r.direction == "enc";
  return [=](const std::uint8_t* in, std::uint8_t* out, std::size_t bytes) {
    encrypt ? cipher->encrypt_n(in, out, bytes / 16) : cipher->decrypt_n(in, out, bytes / 16);
  };
}

bool known_answer() {
  const auto make = [](const Request& r, const auto& key) { return make_with(r, key.data()); };
  for (const auto& answers : {sm4_and_camellia_answers(), aria_answers()})
    for (const BlockAnswer& answer : answers)
      if (!reproduces(make, answer)) return false;
  return true;
}

}  // namespace

int main() {
  return serve({"botan " + Botan::short_version_string(), "same",
                std::string(kSm4AndCamelliaVectors) + "; " + kAriaVectors, known_answer,
                [](const Request& r) { return make_with(r, kBenchKey); }});
}
