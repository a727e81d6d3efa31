// OpenSSL's AES (AES-NI, VAES), as two programs. `openssl` answers for AES in ECB and CTR, with the
// same cipher. `openssl_scale` answers for everything else with AES-256 in ECB, CTR or GCM, for
// scale: what hardware with instructions of its own reaches; `ready` says so.
#include <openssl/crypto.h>

#include <cstring>

#include "aes_answers.hpp"
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
};
const std::vector<Variant>& variants() {
  static const std::vector<Variant> all = {{"aes-128", EVP_aes_128_ecb(), EVP_aes_128_ctr()},
                                           {"aes-192", EVP_aes_192_ecb(), EVP_aes_192_ctr()},
                                           {"aes-256", EVP_aes_256_ecb(), EVP_aes_256_ctr()}};
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

// AES itself; nothing for another cipher.
Job make_aes(const Request& r, const std::uint8_t* key) {
  for (const Variant& v : variants())
    if (r.cipher == v.name) return make_with(v, r, key);
  return {};
}

// AES-256 in place of any other cipher, and AEADs of all.
Job make_scale(const Request& r) {
  if (r.mode == "aead") return r.direction == "enc" ? seal_job(kBenchKey) : open_job(kBenchKey);
  if (r.cipher.starts_with("aes-")) return {};
  return make_with(variants().back(), r, kBenchKey);
}

bool known_answer() {
  const auto make = [](const Request& r, const auto& key) { return make_aes(r, key.data()); };
  for (const BlockAnswer& answer : aes_answers())
    if (!reproduces(make, answer)) return false;
  return true;
}

}  // namespace

int main(int, char** argv) {
  const bool scale = std::string(argv[0]).ends_with("_scale");
  return serve({std::string("openssl ") + OpenSSL_version(OPENSSL_VERSION_STRING),
                scale ? "aes-256" : "same", kAesVector, known_answer,
                [=](const Request& r) { return scale ? make_scale(r) : make_aes(r, kBenchKey); }});
}
