// Known answers of AEADs, checked on a device.
#pragma once

#include "device/device_aead_support.hpp"
#include "support/vector_support.hpp"

namespace hedgerow::test {

struct KnownAnswer {
  std::string cipher, mode;
  Bytes key;
  Sealed message;
};

// Known answers of the standards: DSTU 7624, RFC 9058, and every 25th answer of NIST's for SP
// 800-38D.
inline std::vector<KnownAnswer> known_answers() {
  using hedgerow_test::Vector, hedgerow_test::vector_file;
  std::vector<KnownAnswer> all;
  const auto add = [&](const std::string& cipher, const char* mode, const Vector& v) {
    const auto hex = [&](const char* field) { return from_hex(v.at(field)); };
    all.push_back({cipher,
                   mode,
                   hex("key"),
                   {hex("nonce"), hex("aad"), hex("plaintext"), hex("ciphertext"), hex("tag")}});
  };
  for (const Vector& v : vector_file("kalyna_modes.json"))
    if (v.at("mode") == "GCM") add(hedgerow_test::kalyna_name(v), "gcm", v);
  for (const Vector& v : vector_file("mgm.json"))
    add(v.at("cipher") == "Magma" ? "magma" : "kuznyechik", "mgm", v);
  std::size_t index = 0;
  for (const Vector& v : vector_file("aes_gcm.json"))
    if (index++ % 4 == 0)
      add("aes-" + std::to_string(4 * v.at("key").get<std::string>().size()), "gcm", v);
  return all;
}

// Checks the answers of ciphers that begin with one of `names`, with kernels that compile quickly.
inline void expect_known_answers(const Device& device, const std::string& backend,
                                 const std::vector<std::string>& names) {
  for (const KnownAnswer& answer : known_answers()) {
    SCOPED_TRACE(answer.cipher + " in " + answer.mode);
    if (std::none_of(names.begin(), names.end(),
                     [&](const std::string& name) { return answer.cipher.starts_with(name); }))
      continue;
    DeviceCipherOptions options;
    const char* const technique = answer.cipher.starts_with("kalyna") ? "lookup"
                                  : answer.cipher.starts_with("aes")  ? "turned"
                                                                      : "bitslice";
    options.kernel = answer.cipher + "." + technique + "." + backend;
    DeviceAead aead(device, answer.cipher, answer.mode, answer.key, options, true);
    expect_in_device_memory(device, aead, answer.message, 0, false);
    expect_in_host_memory(std::span(&aead, 1), answer.message);
  }
}

}  // namespace hedgerow::test
