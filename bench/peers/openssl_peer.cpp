// OpenSSL's AES (AES-NI, VAES), SM4, Camellia and ARIA as two programs. `openssl` offers them in ECB, CTR, CBC, CFB,
// OFB, XTS, GCM and CMAC, for the same cipher. `openssl_scale` offers AES-256 in ECB, CTR or GCM for every other
// cipher. It gives a scale, because it shows the speed of hardware with its own instructions. Its `ready` line says
// so.
#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/params.h>

#include <cstring>

#include "answers.hpp"
#include "evp_job.hpp"

namespace {

using namespace hedgerow::bench;

constexpr std::size_t kNonceBytes = 12, kTagBytes = 16;

// Seals each message under the next nonce, as Hedgerow's seal is measured.
Job seal_job(const EVP_CIPHER* gcm, const std::uint8_t* key) {
  const EvpContext context = evp_keyed(gcm, nullptr, key, nullptr, true);
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

// Opens any input. The tag is computed in full, but the failed comparison is ignored.
Job open_job(const EVP_CIPHER* gcm, const std::uint8_t* key) {
  const EvpContext context = evp_keyed(gcm, nullptr, key, nullptr, false);
  return [=](const std::uint8_t* in, std::uint8_t* out, std::size_t bytes) {
    std::uint8_t nonce[kNonceBytes] = {}, tag[kTagBytes] = {};
    int written = 0;
    evp_check(EVP_DecryptInit_ex(context.get(), nullptr, nullptr, nullptr, nonce));
    evp_check(EVP_DecryptUpdate(context.get(), out, &written, in, (int)bytes));
    evp_check(EVP_CIPHER_CTX_ctrl(context.get(), EVP_CTRL_AEAD_SET_TAG, kTagBytes, tag));
    (void)EVP_DecryptFinal_ex(context.get(), out + written, &written);
  };
}

Job cmac_job(const std::string& cipher, const std::uint8_t* key, std::size_t key_bytes) {
  using Mac = std::shared_ptr<EVP_MAC_CTX>;
  EVP_MAC* const cmac = EVP_MAC_fetch(nullptr, "CMAC", nullptr);
  const Mac context(EVP_MAC_CTX_new(cmac), EVP_MAC_CTX_free);
  EVP_MAC_free(cmac);
  std::string name = cipher + "-cbc";
  const OSSL_PARAM params[] = {OSSL_PARAM_utf8_string("cipher", name.data(), 0), OSSL_PARAM_END};
  evp_check(EVP_MAC_init(context.get(), key, key_bytes, params));
  return [=](const std::uint8_t* in, std::uint8_t*, std::size_t bytes) {
    std::uint8_t tag[kTagBytes];
    std::size_t written = 0;
    evp_check(EVP_MAC_init(context.get(), nullptr, 0, nullptr));
    evp_check(EVP_MAC_update(context.get(), in, bytes));
    evp_check(EVP_MAC_final(context.get(), tag, &written, sizeof tag));
  };
}

struct Variant {
  const char* name;
  std::size_t key_bytes;
  const EVP_CIPHER *ecb, *ctr, *gcm;
};
const std::vector<Variant>& variants() {
  static const std::vector<Variant> all = {
      {"sm4", 16, EVP_sm4_ecb(), EVP_sm4_ctr(), nullptr},
      {"camellia-128", 16, EVP_camellia_128_ecb(), EVP_camellia_128_ctr(), nullptr},
      {"camellia-192", 24, EVP_camellia_192_ecb(), EVP_camellia_192_ctr(), nullptr},
      {"camellia-256", 32, EVP_camellia_256_ecb(), EVP_camellia_256_ctr(), nullptr},
      {"aria-128", 16, EVP_aria_128_ecb(), EVP_aria_128_ctr(), EVP_aria_128_gcm()},
      {"aria-192", 24, EVP_aria_192_ecb(), EVP_aria_192_ctr(), EVP_aria_192_gcm()},
      {"aria-256", 32, EVP_aria_256_ecb(), EVP_aria_256_ctr(), EVP_aria_256_gcm()},
      {"aes-128", 16, EVP_aes_128_ecb(), EVP_aes_128_ctr(), EVP_aes_128_gcm()},
      {"aes-192", 24, EVP_aes_192_ecb(), EVP_aes_192_ctr(), EVP_aes_192_gcm()},
      {"aes-256", 32, EVP_aes_256_ecb(), EVP_aes_256_ctr(), EVP_aes_256_gcm()}};
  return all;
}

Job gcm_job(const Variant& v, const Request& r, const std::uint8_t* key) {
  return r.direction == "enc" ? seal_job(v.gcm, key) : open_job(v.gcm, key);
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

// CBC, CFB, OFB and XTS. Returns an empty job if OpenSSL does not have the cipher.
Job chained_job(const Variant& v, const Request& r, const std::uint8_t* key) {
  static const std::uint8_t iv[16] = {};
  for (const char* mode : {"cbc", "cfb", "ofb", "xts"})
    if (r.mode == mode)
      if (const EVP_CIPHER* const c = EVP_get_cipherbyname((r.cipher + "-" + mode).c_str()))
        return evp_messages(evp_keyed(c, nullptr, key, iv, r.direction == "enc"), iv);
  return r.mode == "cmac" ? cmac_job(v.name, key, v.key_bytes) : Job{};
}

// The cipher itself. Returns an empty job for another cipher.
Job make_same(const Request& r, const std::uint8_t* key) {
  for (const Variant& v : variants()) {
    if (r.cipher != v.name) continue;
    if (r.aead) return r.mode == "gcm" && v.gcm ? gcm_job(v, r, key) : Job{};
    const Job job = make_with(v, r, key);
    return job ? job : chained_job(v, r, key);
  }
  return {};
}

// AES-256 instead of any other cipher, and its GCM instead of any AEAD.
Job make_scale(const Request& r) {
  if (r.aead) return gcm_job(variants().back(), r, kBenchKey);
  if (r.cipher.starts_with("aes-")) return {};
  return make_with(variants().back(), r, kBenchKey);
}

bool known_answer() {
  const auto make = [](const Request& r, const auto& key) { return make_same(r, key.data()); };
  for (const auto& answers : {aes_answers(), sm4_and_camellia_answers(), aria_answers()})
    for (const BlockAnswer& answer : answers)
      if (!reproduces(make, answer)) return false;
  return true;
}

}  // namespace

int main(int, char** argv) {
  const bool scale = std::string(argv[0]).ends_with("_scale");
  return serve({std::string("openssl ") + OpenSSL_version(OPENSSL_VERSION_STRING),
                scale ? "aes-256" : "same",
                std::string(kAesVector) + "; " + kSm4AndCamelliaVectors + "; " + kAriaVectors,
                known_answer,
                [=](const Request& r) { return scale ? make_scale(r) : make_same(r, kBenchKey); }});
}
