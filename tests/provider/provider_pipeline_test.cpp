// Pipelines: records of random lengths side by side, each compared with the C ABI, for every cipher
// and AEAD. The test uses the dispatch tables, which works with every libcrypto, and
// EVP_CipherPipelineUpdate if libcrypto has it (3.5).
//
// The suite turned red when the IV of the first record was used for all, and when the AAD of an
// earlier message was kept.
#include "provider_pipeline.hpp"

namespace hedgerow_test {
namespace {

// The records of a pipeline, and the output of the C ABI for each.
struct Records {
  Bytes key;
  std::vector<Bytes> ivs, aads, plain, data, tags;
  std::size_t count() const { return plain.size(); }
};

std::vector<Bytes> with_room(const std::vector<Bytes>& buffers, std::size_t more) {
  std::vector<Bytes> r = buffers;
  for (Bytes& b : r) b.resize(b.size() + more);
  return r;
}

std::size_t length_for(const hedgerow_algorithm_info& o, bool pads) {
  std::size_t n = random_below(400);
  if (o.properties & HEDGEROW_STEALS) n += o.block_bytes;
  if (o.kind == HEDGEROW_BLOCK && !pads && !(o.properties & HEDGEROW_STEALS))
    n -= n % o.block_bytes;
  if (o.properties & HEDGEROW_NO_EMPTY) n++;
  return n;
}

Records make_records(const Subject& s, bool pads) {
  const hedgerow_algorithm_info& o = s.algorithm;
  Records r;
  r.key = random_bytes(o.key_bytes);
  hedgerow::Options options;
  options.section_bytes = s.section_bytes;
  options.limit_blocks = HEDGEROW_NO_LIMIT;
  options.mask_nonce = o.properties & HEDGEROW_NONCE_TOP_BIT;
  if (pads) options.padding = HEDGEROW_PADDING_PKCS7;
  const std::size_t count = 1 + random_below(random_below(2) ? 6 : kMaxPipes);
  for (std::size_t i = 0; i < count; i++) {
    r.ivs.push_back(random_bytes(o.iv_bytes));
    r.plain.push_back(random_bytes(length_for(o, pads)));
    const std::size_t aad = o.properties & HEDGEROW_NO_AAD ? 0 : 1 + random_below(60);
    r.aads.push_back(random_bytes(o.kind == HEDGEROW_AEAD ? aad : 0));
    r.data.push_back(Bytes(r.plain[i].size() + o.block_bytes));
    r.tags.push_back(Bytes(o.tag_bytes));
    if (o.kind == HEDGEROW_AEAD) {
      r.data[i].resize(r.plain[i].size());
      hedgerow::Aead ours(o.cipher, o.mode, options);
      ours.set_key(r.key);
      ours.seal_with_nonce(r.ivs[i], r.aads[i], r.plain[i], r.data[i], r.tags[i]);
      continue;
    }
    hedgerow::Cipher ours(o.cipher, o.mode, r.key, options);
    if (o.iv_bytes) ours.set_iv(r.ivs[i]);
    ours.begin(HEDGEROW_ENCRYPT);
    Bytes out(r.plain[i].size() + 2 * o.block_bytes);
    std::size_t n = ours.update(r.plain[i], out);
    n += ours.final({out.data() + n, out.size() - n});
    out.resize(n);
    r.data[i] = out;
  }
  return r;
}

// Reads the tags back.
template <class Context>
void check_tags(Context& c, const Records& r, std::size_t tag_bytes) {
  std::vector<Bytes> tags(r.count(), Bytes(tag_bytes));
  Arrays tag(tags);
  unsigned char** place = nullptr;
  std::vector<OSSL_PARAM> params = tags_param(tag.data, place, tag_bytes);
  ASSERT_EQ(c.get(params.data()), 1) << errors();
  for (std::size_t i = 0; i < r.count(); i++) EXPECT_EQ(to_hex(tags[i]), to_hex(r.tags[i]));
}

// Processes all records in one direction, and checks that the output is `expected`. Tags are set
// before or after the data.
template <class Context>
void run(Context& c, const Subject& s, Records& r, bool encrypts, bool in_place, bool tags_last) {
  const std::size_t block = s.algorithm.block_bytes, n = r.count();
  std::vector<Bytes> in = encrypts ? r.plain : r.data, tags = r.tags;
  const std::vector<Bytes>& expected = encrypts ? r.data : r.plain;
  std::vector<Bytes> out = with_room(in, 2 * block);
  if (in_place) in = out;  // in has the length of out; `lengths` has the true lengths
  Arrays aads(r.aads), to(out), from(in_place ? out : in), tag(tags);
  std::vector<std::size_t> lengths, done(n, 99), rest(n, 99);
  for (const Bytes& b : encrypts ? r.plain : r.data) lengths.push_back(b.size());
  unsigned char** place = nullptr;
  const std::vector<OSSL_PARAM> params = tags_param(tag.data, place, s.algorithm.tag_bytes);
  const bool is_aead = s.algorithm.kind == HEDGEROW_AEAD;
  const bool gives_tags = is_aead && !encrypts;
  if (gives_tags && !tags_last) {
    ASSERT_EQ(c.set(params.data()), 1) << errors();
  }
  if (is_aead && !r.aads[0].empty()) {
    ASSERT_EQ(c.update(n, nullptr, done.data(), nullptr, aads.inputs(), aads.sizes.data()), 1)
        << errors();
  }
  ASSERT_EQ(
      c.update(n, to.data.data(), done.data(), to.sizes.data(), from.inputs(), lengths.data()), 1)
      << errors();
  if (gives_tags && tags_last) {
    ASSERT_EQ(c.set(params.data()), 1) << errors();
  }
  std::vector<unsigned char*> ends;
  std::vector<std::size_t> rooms;
  for (std::size_t i = 0; i < n; i++)
    ends.push_back(out[i].data() + done[i]), rooms.push_back(out[i].size() - done[i]);
  ASSERT_EQ(c.final(n, ends.data(), rest.data(), rooms.data()), 1) << errors();
  for (std::size_t i = 0; i < n; i++) {
    out[i].resize(done[i] + rest[i]);
    EXPECT_EQ(to_hex(out[i]), to_hex(expected[i])) << "record " << i << " of " << n;
  }
  if (!is_aead || !encrypts) return;
  check_tags(c, r, s.algorithm.tag_bytes);
}

template <class Context>
int start(Context& c, const Subject& s, Records& r, bool encrypts, const Bytes* key) {
  Arrays ivs(r.ivs);
  return c.init(encrypts, key, r.count(), s.algorithm.iv_bytes ? ivs.inputs() : nullptr,
                s.algorithm.iv_bytes);
}

// Encrypts and decrypts. Then repeats this with new IVs under the same key in a copy.
template <class Context>
void check(Context& c, const Subject& s) {
  const bool can_pad = s.algorithm.properties & HEDGEROW_HAS_PADDING;
  const bool at_once = s.algorithm.properties & (HEDGEROW_ONE_CALL | HEDGEROW_LENGTHS_FIRST);
  for (const bool pads : {true, false}) {
    if (pads && !can_pad) continue;
    Records r = make_records(s, pads);
    for (const bool encrypts : {true, false}) {
      ASSERT_EQ(start(c, s, r, encrypts, &r.key), 1) << errors();
      if (can_pad && !pads) without_padding(c);
      Context copy(c);
      run(c, s, r, encrypts, false, !at_once);
      run(copy, s, r, encrypts, !encrypts && false, false);
      if (!s.algorithm.iv_bytes) continue;
      ASSERT_EQ(start(c, s, r, encrypts, nullptr), 1) << errors();
      run(c, s, r, encrypts, true, false);
    }
  }
}

TEST(ProviderPipeline, EveryCipherAndAead) {
  std::size_t tried = 0;
  for (const OSSL_ALGORITHM& a : raw().algorithms(OSSL_OP_CIPHER)) {
    SCOPED_TRACE(a.algorithm_names);
    const bool gost89 = std::string(a.algorithm_names).find("gost89:") == 0;
    const Subject s = subject_of(a.algorithm_description, gost89 ? "gost89" : a.algorithm_names);
    EXPECT_EQ(Raw::can(a), s.algorithm.kind != HEDGEROW_WRAP);
    if (!Raw::can(a)) continue;
    Raw c(raw(), a);
    check(c, s);
    tried++;
  }
  EXPECT_GT(tried, 250u);
}

TEST(ProviderPipeline, ThroughEvp) {
#if OPENSSL_VERSION_PREREQ(3, 5)
  for_every_cipher(whole_world(), [](EVP_CIPHER* cipher, const Subject& s) {
    const bool can = s.algorithm.kind != HEDGEROW_WRAP;
    EXPECT_EQ(EVP_CIPHER_can_pipeline(cipher, 1) && EVP_CIPHER_can_pipeline(cipher, 0), can);
    if (!can) return;
    Evp c(cipher);
    check(c, s);
  });
#else
  GTEST_SKIP()
      << "libcrypto has pipelines from 3.5 on; ./dev test --full runs this under 3.5 and 4.0";
#endif
}

}  // namespace
}  // namespace hedgerow_test
