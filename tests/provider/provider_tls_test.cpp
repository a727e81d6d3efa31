// The padding and the MAC of records of TLS in CBC, for every length of the padding, also with wrong bytes in it. The
// expected results are those of a model that branches. clients_test.py runs whole connections.
//
// Records in GCM equal those of the library, and no two have the same nonce.
//
// The suite turned red when a padding byte at the far end was not compared, when the MAC was not rotated back, when the
// AAD had the length of the record, and when setting a key again restarted the nonces.
#include "../../provider/tls_cbc.hpp"

#include <set>

#include "../../provider/tls_cbc.cpp"
#include "models/slow_blocks.hpp"
#include "provider_support.hpp"

namespace hedgerow_test {
namespace {

using hedgerow_provider::tls_pad;
using hedgerow_provider::tls_unpad;
using hedgerow_provider::TlsCbc;
using slow::join, slow::part;

struct Unpadded {
  bool ok;
  std::size_t data;
  Bytes mac;
};
// If the padding is wrong, the record counts as one without padding, and all bits of the MAC are inverted.
Unpadded model(const Bytes& record, std::size_t mac_bytes) {
  const std::size_t padding = record.back();
  bool good = padding + 1 + mac_bytes <= record.size();
  for (std::size_t i = 0; good && i <= padding; i++)
    good = record[record.size() - 1 - i] == padding;
  const std::size_t end = record.size() - (good ? padding + 1 : 0);
  Bytes mac(record.begin() + (long)(end - mac_bytes), record.begin() + (long)end);
  for (std::uint8_t& byte : mac) byte = (std::uint8_t)(good ? byte : ~byte);
  return {good || mac_bytes != 0, end - mac_bytes, mac};
}

void check(const Bytes& record, std::size_t mac_bytes) {
  const Unpadded expected = model(record, mac_bytes);
  TlsCbc tls{0x303, mac_bytes, {}};
  std::size_t data = 0;
  ASSERT_EQ(tls_unpad(tls, record.data(), record.size(), &data), expected.ok);
  ASSERT_EQ(data, expected.data);
  ASSERT_EQ(Bytes(tls.mac, tls.mac + mac_bytes), expected.mac);
}

TEST(ProviderTls, UnpadsLikeTheModel) {
  for (const std::size_t mac_bytes : {0, 20, 32, 48})
    for (std::size_t size = 64; size <= 384; size += 64)
      for (std::size_t padding = 0; padding < 256; padding++) {
        Bytes record = random_bytes(size);
        for (std::size_t i = 0; i <= padding && i < size; i++)
          record[size - 1 - i] = (std::uint8_t)padding;
        ASSERT_NO_FATAL_FAILURE(check(record, mac_bytes));
        record[size - 1 - std::min(padding, size - 1)] ^= 1;
        ASSERT_NO_FATAL_FAILURE(check(record, mac_bytes));
        record[size - 1 - random_below(std::min(padding + 1, size))] ^= 0x80;
        ASSERT_NO_FATAL_FAILURE(check(record, mac_bytes));
      }
}

TEST(ProviderTls, PadsToWholeBlocks) {
  for (std::size_t bytes = 0; bytes < 64; bytes++) {
    Bytes record(bytes + 16);
    const std::size_t padded = tls_pad(record.data(), bytes);
    ASSERT_EQ(padded % 16, 0u);
    record.resize(padded);
    TlsCbc tls{0x303, 0, {}};
    std::size_t data = 0;
    ASSERT_TRUE(tls_unpad(tls, record.data(), padded, &data));
    ASSERT_EQ(data, bytes);
  }
}

TEST(ProviderTls, RefusesShortRecords) {
  TlsCbc tls{0x303, 32, {}};
  std::size_t data = 0;
  const Bytes record(32);
  EXPECT_FALSE(tls_unpad(tls, record.data(), record.size(), &data));
}

TEST(ProviderTls, GcmRecordsHaveDifferentNonces) {
  const CipherPtr cipher = whole_world().cipher("ARIA-256-GCM");
  const ContextPtr c = new_context();
  const Bytes key = random_bytes(32), fixed = random_bytes(4), data = random_bytes(100);
  hedgerow::Aead ours("aria-256", "gcm", key);
  std::set<Bytes> nonces;
  evp_init(c.get(), cipher.get(), true, nullptr, nullptr);
  for (int i = 0; i < 6; i++) {
    if (i % 3 == 0) {  // a caller may set the same key again
      evp_init(c.get(), nullptr, true, &key, nullptr);
      expect_ok(EVP_CIPHER_CTX_set_params(
          c.get(), Extra().octets(OSSL_CIPHER_PARAM_AEAD_TLS1_IV_FIXED, fixed).ended().data()));
    }
    Bytes aad = random_bytes(13);
    aad[11] = 0, aad[12] = 8 + 100;  // libssl counts the explicit nonce
    expect_ok(EVP_CIPHER_CTX_set_params(
        c.get(), Extra().octets(OSSL_CIPHER_PARAM_AEAD_TLS1_AAD, aad).ended().data()));
    Bytes record = join({Bytes(8), data, Bytes(16)});
    int n = 0;
    expect_ok(EVP_CipherUpdate(c.get(), record.data(), &n, record.data(), (int)record.size()));
    ASSERT_EQ((std::size_t)n, record.size());
    aad[12] = 100;
    const Bytes nonce = join({fixed, part(record, 0, 8)});
    Bytes sealed(100), tag(16);
    ours.seal_with_nonce(nonce, aad, data, sealed, tag);
    EXPECT_EQ(to_hex(part(record, 8, 116)), to_hex(join({sealed, tag})));
    EXPECT_TRUE(nonces.insert(nonce).second) << i;
  }
}

}  // namespace
}  // namespace hedgerow_test
