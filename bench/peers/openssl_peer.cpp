// OpenSSL's AES-256 (AES-NI, VAES) for scale: what hardware with instructions of its own reaches.
// It answers for every cipher, with AES-256 in ECB, CTR or GCM; `ready` says so.
#include <openssl/crypto.h>

#include <cstring>

#include "evp_job.hpp"

namespace {

using namespace hedgerow::bench;

constexpr std::size_t kNonceBytes = 12, kTagBytes = 16;

// Each message under the next nonce, as Hedgerow's own seal is measured.
Job seal_job(const std::uint8_t* key) {
  const EvpContext context = evp_keyed(EVP_aes_256_gcm(), nullptr, key, nullptr, true);
  auto counter = std::make_shared<std::uint64_t>(0);
  return [=](const std::uint8_t* in, std::uint8_t* out, std::size_t bytes) {
    std::uint8_t nonce[kNonceBytes] = {}, tag[kTagBytes];
    int written = 0;
    ++*counter;
    memcpy(nonce, counter.get(), sizeof *counter);
    evp_check(EVP_EncryptInit_ex(context.get(), nullptr, nullptr, nullptr, nonce));
    evp_check(EVP_EncryptUpdate(context.get(), out, &written, in, (int)bytes));
    evp_check(EVP_EncryptFinal_ex(context.get(), out + written, &written));
    evp_check(EVP_CIPHER_CTX_ctrl(context.get(), EVP_CTRL_AEAD_GET_TAG, kTagBytes, tag));
  };
}

// Opens whatever it is given: the tag is computed in full, its comparison fails and is not heeded.
Job open_job(const std::uint8_t* key) {
  const EvpContext context = evp_keyed(EVP_aes_256_gcm(), nullptr, key, nullptr, false);
  return [=](const std::uint8_t* in, std::uint8_t* out, std::size_t bytes) {
    std::uint8_t nonce[kNonceBytes] = {}, tag[kTagBytes] = {};
    int written = 0;
    evp_check(EVP_DecryptInit_ex(context.get(), nullptr, nullptr, nullptr, nonce));
    evp_check(EVP_DecryptUpdate(context.get(), out, &written, in, (int)bytes));
    evp_check(EVP_CIPHER_CTX_ctrl(context.get(), EVP_CTRL_AEAD_SET_TAG, kTagBytes, tag));
    (void)EVP_DecryptFinal_ex(context.get(), out + written, &written);
  };
}

Job make_with(const Request& r, const std::uint8_t* key) {
  static const std::uint8_t iv[16] = {};
  const bool encrypt = r.direction == "enc";
  if (r.mode == "aead") return encrypt ? seal_job(key) : open_job(key);
  if (r.mode == "ctr") return evp_stream(evp_keyed(EVP_aes_256_ctr(), nullptr, key, iv, encrypt));
  if (r.mode == "ecb" || r.mode == "block")
    return evp_stream(evp_keyed(EVP_aes_256_ecb(), nullptr, key, nullptr, encrypt));
  if (r.mode == "setup") return evp_setup(EVP_aes_256_ecb(), nullptr, key);
  return {};
}

bool known_answer() {
  const auto key = from_hex("000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f");
  const auto plain = from_hex("00112233445566778899aabbccddeeff");
  const auto want = from_hex("8ea2b7ca516745bfeafc49904b496089");
  return maps_to(make_with({"aes-256", "ecb", "enc"}, key.data()), plain, want) &&
         maps_to(make_with({"aes-256", "ecb", "dec"}, key.data()), want, plain);
}

}  // namespace

int main() {
  return serve({std::string("openssl ") + OpenSSL_version(OPENSSL_VERSION_STRING), "aes-256",
                "FIPS 197 appendix C.3, ECB encryption and decryption", known_answer,
                [](const Request& r) { return make_with(r, kBenchKey); }});
}
