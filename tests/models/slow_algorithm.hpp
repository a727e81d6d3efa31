// Selects the slow model of slow_aead.hpp by the name of an algorithm.
#pragma once

#include <stdexcept>

#include "hash/kdf.hpp"
#include "models/slow_aead.hpp"

namespace hedgerow_test::slow {

// A message under an AEAD algorithm.
struct AeadCase {
  std::string cipher, mode;
  Bytes key, nonce, aad, plain;
  std::size_t tag_bytes;
  bool padded_length = false;  // GCM of DSTU 7624: its second reading
  bool zero_fill = false;      // CCM of DSTU 7624: its second reading
};

inline Sealed seal(const AeadCase& c) {
  const std::string& mode = c.mode;
  const std::size_t half = c.key.size() / 2;
  const auto key = [&](const Bytes& k) { return block_cipher(c.cipher, k); };
  Sealed r;
  if (mode == "siv") {
    std::vector<Bytes> strings = {c.aad};
    if (!c.nonce.empty()) strings.push_back(c.nonce);
    return siv(key(part(c.key, 0, half)), key(part(c.key, half, half)), strings, c.plain);
  }
  if (mode.rfind("gcm-siv", 0) == 0) return gcm_siv(key, c.key, c.nonce, c.aad, c.plain);
  if (mode == "ctr-acpkm-omac") {
    const std::size_t iv = c.nonce.size() - 8;
    const Bytes label = {'k', 'd', 'f', ' ', 't', 'r', 'e', 'e'};
    Bytes keys(64);
    hedgerow::kdf_tree_gostr3411_2012_256(c.key.data(), {label.data(), &c.nonce[iv], 8, 8},
                                          keys.data(), keys.size());
    return ctr_acpkm_omac(key, keys, part(c.nonce, 0, iv), c.plain, iv == 4 ? 8192 : 262144);
  }
  const BlockCipher e = key(c.key);
  const bool dstu = c.cipher.rfind("kalyna", 0) == 0;
  if (mode == "mgm") r = mgm(e, c.nonce, c.aad, c.plain);
  if (mode == "gcm" && dstu) r = gcm_dstu(e, c.nonce, c.aad, c.plain, c.padded_length);
  if (mode == "gcm" && !dstu) r = gcm(e, c.nonce, c.aad, c.plain);
  if (mode == "ccm" && dstu) r = ccm_dstu(e, c.nonce, c.aad, c.plain, c.tag_bytes, 4, c.zero_fill);
  if (mode == "ccm" && !dstu) r = ccm(e, c.nonce, c.aad, c.plain, c.tag_bytes);
  if (r.tag.empty()) throw std::runtime_error("no slow model of " + mode);
  r.tag.resize(c.tag_bytes);
  return r;
}

}  // namespace hedgerow_test::slow
