// gost-engine's Kuznyechik and Magma (table-driven, not constant time) through OpenSSL's ENGINE
// interface, because the engine offers no other one. It has CTR of GOST R 34.13-2015 and CTR-ACPKM
// for both ciphers; ECB in both directions, one block and key setup for Kuznyechik; and CBC, CFB
// and OFB if the engine supports them.
#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/engine.h>
#include <openssl/objects.h>

#include <stdexcept>

#include "evp_job.hpp"

namespace {

using namespace hedgerow::bench;

ENGINE* engine() {
  static ENGINE* const loaded = [] {
    ENGINE_load_builtin_engines();
    ENGINE* e = ENGINE_by_id("gost");
    return e && ENGINE_init(e) ? e : nullptr;
  }();
  if (!loaded) throw std::runtime_error("OpenSSL finds no engine `gost`");
  return loaded;
}

// Returns null if this build of the engine does not support it.
const EVP_CIPHER* find(const std::string& name) {
  const int id = OBJ_sn2nid(name.c_str());
  return id == NID_undef ? nullptr : ENGINE_get_cipher(engine(), id);
}

const EVP_CIPHER* cipher(const char* name) {
  const EVP_CIPHER* found = find(name);
  if (!found) throw std::runtime_error(std::string("the engine has no ") + name);
  return found;
}

// The engine has Magma only in CTR. Without ECB, its blocks cannot be timed.
Job make_with(const Request& r, const std::uint8_t* key, const std::uint8_t* iv) {
  if (r.cipher != "kuznyechik" && r.cipher != "magma") return {};
  const bool encrypt = r.direction == "enc";
  if (r.mode == "ctr")
    return evp_stream(evp_keyed(cipher((r.cipher + "-ctr").c_str()), engine(), key, iv, encrypt));
  for (const char* mode : {"ctr-acpkm", "cbc", "cfb", "ofb"})
    if (r.mode == mode)
      if (const EVP_CIPHER* const c = find(r.cipher + "-" + mode))
        return evp_messages(evp_keyed(c, engine(), key, iv, encrypt), iv);
  if (r.cipher == "magma") return {};
  if (r.mode == "ecb" || r.mode == "block")
    return evp_stream(evp_keyed(cipher("kuznyechik-ecb"), engine(), key, nullptr, encrypt));
  if (r.mode == "setup") return evp_setup(cipher("kuznyechik-ecb"), engine(), key);
  return {};
}

bool kuznyechik_answer() {
  const auto key = from_hex("8899aabbccddeeff0011223344556677fedcba98765432100123456789abcdef");
  const auto iv = from_hex("1234567890abcef0");
  const auto plain = from_hex("1122334455667700ffeeddccbbaa998800112233445566778899aabbcceeff0a");
  const auto ecb = from_hex("7f679d90bebc24305a468d42b9d4edcdb429912c6e0032f9285452d76718d08b");
  const auto ctr = from_hex("f195d8bec10ed1dbd57b5fa240bda1b885eee733f6a13e5df33ce4b33c45dee4");
  const auto job = [&](const char* mode, const char* direction) {
    return make_with({"kuznyechik", mode, direction}, key.data(), iv.data());
  };
  return maps_to(job("ecb", "enc"), plain, ecb) && maps_to(job("ecb", "dec"), ecb, plain) &&
         maps_to(job("ctr", "enc"), plain, ctr);
}

bool magma_answer() {
  const auto key = from_hex("ffeeddccbbaa99887766554433221100f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff");
  const auto iv = from_hex("12345678");
  const auto plain = from_hex("92def06b3c130a59db54c704f8189d204a98fb2e67a8024c8912409b17b57e41");
  const auto ctr = from_hex("4e98110c97b7b93c3e250d93d6e85d69136d868807b2dbef568eb680ab52a12d");
  return maps_to(make_with({"magma", "ctr", "enc"}, key.data(), iv.data()), plain, ctr);
}

bool known_answer() { return kuznyechik_answer() && magma_answer(); }

}  // namespace

int main() {
  static const std::uint8_t iv[16] = {};
  return serve({"gost-engine " HR_PEER_GOST_VERSION, "same",
                "GOST R 34.13-2015 A.1, ECB and CTR, A.2, CTR", known_answer,
                [](const Request& r) { return make_with(r, kBenchKey, iv); }});
}
