// Every MAC of every cipher: chunks and copies must equal the one-shot call, and a batch must equal
// the messages one by one. OMAC-ACPKM and the MAC of GOST 28147-89 are compared with slow models.
//
// The suite turned red when MacChain swapped the masks of the last block, when OMAC-ACPKM counted
// its section from the first byte of the next one, and when imit did the last swap.
#include <set>

#include "models/slow_aead.hpp"

namespace hedgerow_test {
namespace {

std::vector<hedgerow_algorithm_info> macs() {
  std::vector<hedgerow_algorithm_info> r;
  for (const hedgerow_algorithm_info& o : hedgerow::list_algorithms()) {
    const std::string name = o.cipher;
    const bool one_set = name.find(':') == std::string::npos || name == "gost28147:user" ||
                         name == "gost28147:cryptopro-a";
    if (o.kind == HEDGEROW_MAC && one_set) r.push_back(o);
  }
  return r;
}

hedgerow::Mac make(const hedgerow_algorithm_info& o, const Bytes& key, std::uint64_t section = 0) {
  hedgerow::Options options = basic_options(o.cipher);
  options.section_bytes = section;
  return hedgerow::Mac(o.cipher, o.mode, key, options);
}

Bytes tag_of(hedgerow::Mac& m, const hedgerow_algorithm_info& o, const Bytes& iv,
             const Bytes& data) {
  Bytes tag(o.tag_bytes);
  if (o.properties & HEDGEROW_IV_MAC) m.set_iv(iv);
  m.update(data);
  m.final_tag(tag);
  return tag;
}

TEST(Macs, ChunksAndCopiesEqualOneShot) {
  for (const hedgerow_algorithm_info& o : macs()) {
    SCOPED_TRACE(std::string(o.cipher) + " " + o.mode);
    const bool sections = o.properties & HEDGEROW_HAS_SECTIONS;
    const Bytes key = random_bytes(o.key_bytes), iv = random_bytes(o.iv_bytes);
    for (std::size_t n : {1u, 64u, 65u, 333u, 2000u}) {
      hedgerow::Mac whole = make(o, key, sections ? 4 * o.block_bytes : 0), pieces = whole.copy();
      const Bytes data = random_bytes(n), expected = tag_of(whole, o, iv, data);
      for (std::size_t longest : {1u, 20u, 700u}) {
        if (o.properties & HEDGEROW_IV_MAC) pieces.set_iv(iv);
        for_random_pieces(n, longest, [&](std::size_t at, std::size_t bytes) {
          pieces.update({&data[at], bytes});
          pieces = pieces.copy();
        });
        pieces.final_check(expected);
      }
    }
  }
}

TEST(Macs, BatchEqualsOneByOne) {
  for (const hedgerow_algorithm_info& o : macs()) {
    SCOPED_TRACE(std::string(o.cipher) + " " + o.mode);
    const Bytes key = random_bytes(o.key_bytes);
    for (std::size_t count : {1u, 7u, 300u, 71u}) {
      // otherwise each has its own length
      const std::size_t alike = count == 71 ? 1 + random_below(600) : 0;
      hedgerow::Mac m = make(o, key);
      std::vector<Bytes> data, ivs, tags(count, Bytes(o.tag_bytes)), expected;
      std::vector<hedgerow_message> messages;
      for (std::size_t i = 0; i < count; i++) {
        data.push_back(random_bytes(alike ? alike : 1 + random_below(i % 11 == 0 ? 900 : 90)));
        ivs.push_back(random_bytes(o.iv_bytes));
        expected.push_back(tag_of(m, o, ivs[i], data[i]));
      }
      for (std::size_t i = 0; i < count; i++)
        messages.push_back({ivs[i].data(), ivs[i].size(), nullptr, 0, data[i].data(), nullptr,
                            data[i].size(), tags[i].data(), tags[i].size()});
      m.batch(messages);
      ASSERT_EQ(tags, expected);
    }
  }
}

TEST(OmacAcpkm, EqualsSlowModel) {
  for (const std::string cipher : {"kuznyechik", "magma"}) {
    const hedgerow_algorithm_info o = hedgerow::algorithm_info(cipher, "omac-acpkm");
    const Bytes key = random_bytes(32);
    const auto e = [&](const Bytes& k) { return slow::block_cipher(cipher, k); };
    for (std::size_t sections : {1u, 2u, 5u})
      for (std::size_t n = 0; n < 400; n += 7) {
        const std::size_t section = sections * o.block_bytes;
        hedgerow::Mac m = make(o, key, section);
        const Bytes data = random_bytes(n);
        ASSERT_EQ(tag_of(m, o, {}, data),
                  slow::omac_acpkm(e, key, data, section, o.master_section_bytes))
            << cipher << " " << section << " " << n;
      }
  }
}

TEST(OmacAcpkm, SectionsAreChecked) {
  const auto status = [](std::uint64_t section, std::uint64_t master) {
    hedgerow::Options o;
    o.section_bytes = section;
    o.master_section_bytes = master;
    return status_of([&] { hedgerow::Mac("kuznyechik", "omac-acpkm", o); });
  };
  EXPECT_EQ(status(16, 48), HEDGEROW_OK);
  EXPECT_EQ(status(17, 48), HEDGEROW_ERR_SECTION);
  EXPECT_EQ(status(16, 49), HEDGEROW_ERR_SECTION);
  EXPECT_EQ(status(16, 32), HEDGEROW_ERR_SECTION);
}

}  // namespace
}  // namespace hedgerow_test
