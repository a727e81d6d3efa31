// OpenSSL's AES (AES-NI, VAES), as two programs. `openssl` answers for AES in ECB and CTR, with the
// same cipher. `openssl_scale` answers for everything else with AES-256 in ECB, CTR or GCM, for
// scale: what hardware with instructions of its own reaches; `ready` says so.
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

struct Variant {
  const char* name;
  const EVP_CIPHER *ecb, *ctr;
  const char* answer;  // of FIPS 197 appendix C
};
const std::vector<Variant>& variants() {
  static const std::vector<Variant> all = {
      {"aes-128", EVP_aes_128_ecb(), EVP_aes_128_ctr(), "69c4e0d86a7b0430d8cdb78070b4c55a"},
      {"aes-192", EVP_aes_192_ecb(), EVP_aes_192_ctr(), "dda97ca4864cdfe06eaf70a0ec0d7191"},
      {"aes-256", EVP_aes_256_ecb(), EVP_aes_256_ctr(), "8ea2b7ca516745bfeafc49904b496089"}};
  return all;
}

Job make_with(const Variant& v, const Request& r, const std::uint8_t* key) {
  static const std::uint8_t iv[16] = {};
  const bool encrypt = r.direction == "enc";
  if (r.mode == "ctr") return evp_stream(evp_keyed(v.ctr, nullptr, key, iv, encrypt));
  if (r.mode == "ecb" || r.mode == "block")
    return evp_stream(evp_keyed(v.ecb, nullptr, key, nullptr, encrypt));
  if (r.mode == "setup") return evp_setup(v.ecb, nullptr, key);
  return {};
}

Job make(const Request& r, bool scale) {
  if (scale && r.mode == "aead")
    return r.direction == "enc" ? seal_job(kBenchKey) : open_job(kBenchKey);
  for (const Variant& v : variants())
    if (r.cipher == v.name) return scale ? Job{} : make_with(v, r, kBenchKey);
  return scale ? make_with(variants().back(), r, kBenchKey) : Job{};
}

bool known_answer() {
  const auto key = from_hex("000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f");
  const auto plain = from_hex("00112233445566778899aabbccddeeff");
  for (const Variant& v : variants())
    if (!maps_to(make_with(v, {v.name, "ecb", "enc"}, key.data()), plain, from_hex(v.answer)) ||
        !maps_to(make_with(v, {v.name, "ecb", "dec"}, key.data()), from_hex(v.answer), plain))
      return false;
  return true;
}

}  // namespace

int main(int, char** argv) {
  const bool scale = std::string(argv[0]).ends_with("_scale");
  return serve({std::string("openssl ") + OpenSSL_version(OPENSSL_VERSION_STRING),
                scale ? "aes-256" : "same",
                "FIPS 197 appendix C, ECB encryption and decryption, all 3 variants", known_answer,
                [=](const Request& r) { return make(r, scale); }});
}
