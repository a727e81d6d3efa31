// Block and stream modes as cipher functions of libcrypto, implemented with hedgerow_cipher.
#include <openssl/evp.h>

#include "algorithm_id.hpp"
#include "pipeline.hpp"
#include "tls_cbc.hpp"

namespace hedgerow_provider {

struct CipherContext : Context {
  hedgerow_cipher* cipher;
  std::uint8_t updated_iv[HEDGEROW_MAX_IV_BYTES];  // callers get a pointer to it
  std::uint8_t seed[AlgorithmId::kSeedBytes];      // of an AlgorithmIdentifier that was set
  Pipeline pipeline;
  TlsCbc tls;

  static const OSSL_PARAM kGettable[], kSettable[];
  int init(hedgerow_direction direction, const unsigned char* key, std::size_t key_bytes,
           const unsigned char* iv, std::size_t iv_bytes, const OSSL_PARAM params[]) noexcept;
  int update(unsigned char* out, std::size_t* out_bytes, std::size_t room, const unsigned char* in,
             std::size_t bytes) noexcept;
  int final(unsigned char* out, std::size_t* out_bytes, std::size_t room) noexcept;
  int one_shot(unsigned char* out, std::size_t* out_bytes, std::size_t room,
               const unsigned char* in, std::size_t bytes) noexcept;
  int get(OSSL_PARAM params[]) noexcept;
  int set(const OSSL_PARAM params[]) noexcept;
  int pipeline_begin(bool) noexcept { return 1; }
  int pipeline_update(const Records& records) noexcept;
  int pipeline_final(const Records& records) noexcept;

  void release() noexcept {
    hedgerow_cipher_free(cipher);
    pipeline.release();
  }
  bool copy_owned(const CipherContext& from) noexcept {
    cipher = nullptr;
    return pipeline.copy(from.pipeline) &&
           (!from.cipher || hedgerow_cipher_copy(&cipher, from.cipher) == HEDGEROW_OK);
  }
};

namespace {

// Makes a new library context with the present options, and sets the key if there is one.
int renew(CipherContext& c) noexcept {
  if (!c.stale) return 1;
  hedgerow_cipher* made = nullptr;
  if (!c.check(hedgerow_cipher_new(&made, c.info().cipher, c.info().mode, &c.options))) return 0;
  hedgerow_cipher_free(c.cipher);
  c.cipher = made;
  c.stale = false;
  return !c.has_key || c.check(hedgerow_cipher_set_key(c.cipher, c.key, c.info().key_bytes));
}

// Starts a message if everything it needs is set.
int start(CipherContext& c) noexcept {
  c.phase = Phase::kWaiting;
  if (!c.has_key || (c.takes_iv() && !c.has_iv)) return 1;
  if (c.takes_iv() && !c.check(hedgerow_cipher_set_iv(c.cipher, c.iv, c.iv_bytes))) return 0;
  if (!c.algorithm->passes_through() && !c.check(hedgerow_cipher_begin(c.cipher, c.direction)))
    return 0;
  c.phase = Phase::kReady;
  return 1;
}

// Prepares an init call without an IV after data in CTR. libcrypto's own CTR then continues with the next block, while
// CBC, CFB and OFB begin again. If the IV is not the counter, as in Kalyna, Kuznyechik and Magma, another encryption
// needs an IV, because it would repeat the keystream.
int leave_used_iv(CipherContext& c, hedgerow_direction next) noexcept {
  if (c.algorithm->mode() != EVP_CIPH_CTR_MODE) return 1;
  if (c.pipeline.phase == Phase::kMessage || c.pipeline.phase == Phase::kOver)
    c.pipeline.has_ivs = false;
  if (!c.iv_used || !c.has_iv) return 1;
  std::uint8_t iv[HEDGEROW_MAX_IV_BYTES], counter[HEDGEROW_MAX_IV_BYTES];
  if (!c.check(hedgerow_cipher_get_iv(c.cipher, iv, sizeof iv)) ||
      !c.check(hedgerow_cipher_get_updated_iv(c.cipher, counter, sizeof counter)))
    return 0;
  if (memcmp(counter, iv, c.iv_bytes) != 0) {
    memcpy(c.iv, counter, c.iv_bytes);
    c.iv_used = false;
  } else if (next == HEDGEROW_ENCRYPT) {
    c.has_iv = false;
  }
  return 1;
}

// Uses the key and IV of the record from here on. The master key is kept for the next record.
int set_tlstree(CipherContext& c, const OSSL_PARAM& p) noexcept {
  std::uint8_t key[HEDGEROW_MAX_KEY_BYTES], iv[HEDGEROW_MAX_IV_BYTES];
  if (!c.has_iv) return fail(*c.provider, kNoIv, "%s: tlstree", c.name());
  int ok = tlstree(c, p, key, iv) && renew(c);
  ok = ok && c.check(hedgerow_cipher_set_key(c.cipher, key, c.info().key_bytes)) &&
       c.check(hedgerow_cipher_set_iv(c.cipher, iv, c.iv_bytes));
  explicit_bzero(key, sizeof key);
  if (ok) c.phase = Phase::kReady;
  return ok;
}

// libcrypto 3.4 renamed the parameter, and its old name still works.
constexpr const char* kAlgorithmId[] = {"alg_id_param", "algorithm-id-params"};

// The parameters of an AlgorithmIdentifier do not contain the section, so both writing and reading them set the section
// that goes with them.
void set_implied_section(CipherContext& c, const AlgorithmId& id) noexcept {
  if (!id.section_bytes || c.options.section_bytes == id.section_bytes) return;
  c.options.section_bytes = id.section_bytes;
  c.stale = true;
}

// Takes the IV, the S-boxes and the section from the parameters of an AlgorithmIdentifier.
int set_algorithm_id(CipherContext& c, const OSSL_PARAM& p) noexcept {
  const std::uint8_t* der;
  std::size_t bytes;
  if (c.phase == Phase::kMessage) return fail(*c.provider, kTooLate, "%s: %s", c.name(), p.key);
  if (c.iv_bytes > AlgorithmId::kMaxIvBytes) return refuse_parameter(c, p, kParameterValue);
  AlgorithmId id = empty_id(*c.algorithm, c.iv_bytes);
  if (!get_octets(p, &der, &bytes) || !der || !read_id(id, der, bytes))
    return refuse_parameter(c, p, kParameterValue);
  if (c.algorithm != id.algorithm) c.stale = true;
  c.algorithm = id.algorithm;
  memcpy(c.seed, id.seed, sizeof c.seed);
  if (c.takes_iv() && !keep_iv(c, id.iv, id.iv_bytes)) return 0;
  set_implied_section(c, id);
  c.phase = Phase::kWaiting;
  return !c.has_key || (renew(c) && start(c));
}

bool get_algorithm_id(CipherContext& c, OSSL_PARAM* p) noexcept {
  if (!p) return true;
  if (p->data_type != OSSL_PARAM_OCTET_STRING) return false;  // a pointer would be to a local array
  if (c.iv_bytes > AlgorithmId::kMaxIvBytes || (c.takes_iv() && !c.has_iv)) return false;
  AlgorithmId id = empty_id(*c.algorithm, c.iv_bytes);
  memcpy(id.iv, c.iv, id.iv_bytes);
  memcpy(id.seed, c.seed, sizeof id.seed);
  std::uint8_t der[AlgorithmId::kMaxBytes];
  if (!set_octets(p, der, write_id(id, der))) return false;
  if (c.phase == Phase::kMessage) return true;
  set_implied_section(c, id);
  return !c.stale || !c.has_key || (renew(c) && start(c));
}

int set_one(CipherContext& c, const OSSL_PARAM& p) noexcept {
  const int shared = set_shared(c, p);
  if (shared >= 0) return shared;
  for (const char* key : kAlgorithmId)
    if (strcmp(p.key, key) == 0) return set_algorithm_id(c, p);
  if (strcmp(p.key, "tlstree") == 0) return set_tlstree(c, p);
  std::uint64_t number;
  if (strcmp(c.info().mode, "cbc") == 0 && c.info().block_bytes == 16) {
    if (strcmp(p.key, OSSL_CIPHER_PARAM_TLS_VERSION) == 0 && get_number(p, &number))
      return c.tls.version = number, 1;
    if (strcmp(p.key, OSSL_CIPHER_PARAM_TLS_MAC_SIZE) == 0 && get_number(p, &number) &&
        number <= sizeof c.tls.mac)
      return c.tls.mac_bytes = number, 1;
  }
  // This is libcrypto's position within a block, which is ignored because the library keeps the position itself.
  if (strcmp(p.key, OSSL_CIPHER_PARAM_NUM) == 0 && get_number(p, &number) && number == 0) return 1;
  return refuse_parameter(c, p, kParameter);
}

int run_direct(CipherContext& c, unsigned char* out, std::size_t* out_bytes, std::size_t room,
               const unsigned char* in, std::size_t bytes) noexcept {
  if (bytes > room)
    return fail(*c.provider, kOutputRoom, "%s: %zu bytes, not %zu", c.name(), bytes, room);
  const auto run =
      c.direction == HEDGEROW_ENCRYPT ? hedgerow_cipher_encrypt : hedgerow_cipher_decrypt;
  const hedgerow_status status = run(c.cipher, in, out, bytes);
  if (status != HEDGEROW_OK) return c.check(status);
  *out_bytes = bytes;
  return 1;
}

// Leaves `begin`, because direct calls neither pad nor hold data back.
int begin_direct(CipherContext& c) noexcept {
  if (c.phase != Phase::kMessage && !check_ready(c)) return 0;
  if (c.phase == Phase::kReady) {
    if (c.takes_iv() ? !c.check(hedgerow_cipher_set_iv(c.cipher, c.iv, c.iv_bytes))
                     : !c.check(hedgerow_cipher_set_key(c.cipher, c.key, c.info().key_bytes)))
      return 0;
    c.phase = Phase::kMessage;
  }
  return 1;
}

// Processes a record of TLS. Its data follows the explicit IV, which libssl skips.
int run_tls_record(CipherContext& c, unsigned char* out, std::size_t* out_bytes, std::size_t room,
                   const unsigned char* in, std::size_t bytes) noexcept {
  if (!begin_direct(c)) return 0;
  if (!in || !out) return c.check(HEDGEROW_ERR_NULL);
  const std::size_t block = c.info().block_bytes;
  if (c.direction == HEDGEROW_ENCRYPT) {
    if (bytes + block - bytes % block > room)
      return fail(*c.provider, kOutputRoom, "%s: a record of %zu bytes, room for %zu", c.name(),
                  bytes, room);
    memmove(out, in, bytes);
    return run_direct(c, out, out_bytes, room, out, tls_pad(out, bytes));
  }
  const std::size_t before = c.tls.has_explicit_iv() ? block : 0;
  if (!run_direct(c, out, out_bytes, room, in, bytes)) return 0;
  *out_bytes = 0;
  if (bytes < before + block || !tls_unpad(c.tls, out + before, bytes - before, out_bytes))
    return fail(*c.provider, kParameterValue, "%s: a record of TLS", c.name());
  return 1;
}

bool get_updated_iv(CipherContext& c, OSSL_PARAM* p) noexcept {
  if (!p) return true;
  const bool running = c.cipher && c.has_key && c.has_iv && !c.stale;
  if (running &&
      hedgerow_cipher_get_updated_iv(c.cipher, c.updated_iv, sizeof c.updated_iv) == HEDGEROW_OK)
    return set_octets(p, c.updated_iv, c.iv_bytes);
  return set_octets(p, c.iv, c.iv_bytes);
}

// Pipelines. The data of every record comes in one update.

// Processes all records with shared kernel calls.
int run_batch(CipherContext& c, const Records& r) noexcept {
  hedgerow_message messages[kMaxPipes] = {};
  for (std::size_t i = 0; i < r.count; i++) {
    hedgerow_message& m = messages[i];
    m.in = r.in[i], m.out = r.out[i], m.bytes = r.in_bytes[i];
    if (c.takes_iv()) m.iv = c.pipeline.pipe[i].iv, m.iv_bytes = c.iv_bytes;
    if (m.bytes > r.room(i))
      return fail(*c.provider, kOutputRoom, "%s: record %zu: %zu bytes, not %zu", c.name(), i,
                  m.bytes, r.room(i));
  }
  if (!c.check(hedgerow_cipher_batch(c.cipher, c.direction, messages, r.count))) return 0;
  for (std::size_t i = 0; i < r.count; i++) r.out_bytes[i] = messages[i].bytes;
  return 1;
}

hedgerow_status run_padded(CipherContext& c, const Records& r, std::size_t i) noexcept {
  std::size_t begun = 0, rest = 0;
  hedgerow_status s = HEDGEROW_OK;
  if (c.takes_iv()) s = hedgerow_cipher_set_iv(c.cipher, c.pipeline.pipe[i].iv, c.iv_bytes);
  if (s == HEDGEROW_OK) s = hedgerow_cipher_begin(c.cipher, c.direction);
  if (s == HEDGEROW_OK && r.in)
    s = hedgerow_cipher_update(c.cipher, r.in[i], r.in_bytes[i], r.out[i], r.room(i), &begun);
  if (s == HEDGEROW_OK)
    s = hedgerow_cipher_final(c.cipher, r.out[i] + begun, r.room(i) - begun, &rest);
  r.out_bytes[i] = begun + (s == HEDGEROW_OK ? rest : 0);
  return s;
}

// Only the buffered calls of the library pad, so this function processes one record after the other. If a record fails,
// all of them fail.
int run_all_padded(CipherContext& c, const Records& r) noexcept {
  hedgerow_status status = HEDGEROW_OK;
  std::size_t done = 0;
  for (; done < r.count && status == HEDGEROW_OK; done++) status = run_padded(c, r, done);
  if (status == HEDGEROW_OK) return 1;
  r.drop(done);
  return c.check(status);
}

bool pads(const CipherContext& c) noexcept { return c.options.padding != HEDGEROW_PADDING_NONE; }

}  // namespace

const OSSL_PARAM CipherContext::kGettable[] = {number_entry(OSSL_CIPHER_PARAM_KEYLEN),
                                               number_entry(OSSL_CIPHER_PARAM_IVLEN),
                                               number_entry(OSSL_CIPHER_PARAM_PADDING),
                                               number_entry(OSSL_CIPHER_PARAM_NUM),
                                               number_entry("key-mesh"),
                                               octets_entry(OSSL_CIPHER_PARAM_IV),
                                               octets_entry(OSSL_CIPHER_PARAM_UPDATED_IV),
                                               place_entry(OSSL_CIPHER_PARAM_TLS_MAC),
                                               octets_entry(kAlgorithmId[0]),
                                               octets_entry(kAlgorithmId[1]),
                                               kEndOfParams};
const OSSL_PARAM CipherContext::kSettable[] = {number_entry(OSSL_CIPHER_PARAM_KEYLEN),
                                               number_entry(OSSL_CIPHER_PARAM_IVLEN),
                                               number_entry(OSSL_CIPHER_PARAM_PADDING),
                                               number_entry(OSSL_CIPHER_PARAM_NUM),
                                               text_entry("padding-scheme"),
                                               number_entry("key-mesh"),
                                               number_entry("feedback"),
                                               number_entry("gamma-bytes"),
                                               octets_entry("tlstree"),
                                               number_entry(OSSL_CIPHER_PARAM_TLS_VERSION),
                                               number_entry(OSSL_CIPHER_PARAM_TLS_MAC_SIZE),
                                               octets_entry(kAlgorithmId[0]),
                                               octets_entry(kAlgorithmId[1]),
                                               kEndOfParams};

// A message that has not begun yet uses the new options.
int CipherContext::set(const OSSL_PARAM params[]) noexcept {
  if (!set_each(*this, params, set_one)) return 0;
  if (!stale || phase != Phase::kReady) return 1;
  return renew(*this) && start(*this);
}

int CipherContext::init(hedgerow_direction new_direction, const unsigned char* new_key,
                        std::size_t key_bytes, const unsigned char* new_iv,
                        std::size_t new_iv_bytes, const OSSL_PARAM params[]) noexcept {
  if (!new_iv && !leave_used_iv(*this, new_direction)) return 0;
  phase = pipeline.phase = Phase::kWaiting;
  if (!set_each(*this, params, set_one) || !keep_key(*this, new_key, key_bytes) ||
      !keep_iv(*this, new_iv, new_iv_bytes))
    return 0;
  direction = new_direction;
  const bool was_stale = stale;
  if (!renew(*this)) return 0;
  if (new_key && !was_stale && !check(hedgerow_cipher_set_key(cipher, key, key_bytes))) return 0;
  return start(*this);
}

int CipherContext::update(unsigned char* out, std::size_t* out_bytes, std::size_t room,
                          const unsigned char* in, std::size_t bytes) noexcept {
  if (tls.version) return run_tls_record(*this, out, out_bytes, room, in, bytes);
  if (phase != Phase::kMessage) {
    if (!check_ready(*this)) return 0;
    phase = Phase::kMessage;
  }
  if (bytes == 0) return 1;
  iv_used = true;
  if (algorithm->passes_through()) return run_direct(*this, out, out_bytes, room, in, bytes);
  return check(hedgerow_cipher_update(cipher, in, bytes, out, room, out_bytes));
}

int CipherContext::final(unsigned char* out, std::size_t* out_bytes, std::size_t room) noexcept {
  if (phase != Phase::kMessage && !check_ready(*this)) return 0;
  if (algorithm->passes_through()) {
    phase = Phase::kOver;
    return 1;
  }
  const hedgerow_status status = hedgerow_cipher_final(cipher, out, room, out_bytes);
  if (status != HEDGEROW_ERR_BUFFER) phase = Phase::kOver;
  if (status != HEDGEROW_OK) *out_bytes = 0;
  return check(status);
}

// EVP_Cipher processes whole blocks directly, without padding or a buffer.
int CipherContext::one_shot(unsigned char* out, std::size_t* out_bytes, std::size_t room,
                            const unsigned char* in, std::size_t bytes) noexcept {
  if (!in) return final(out, out_bytes, room);
  if (algorithm->passes_through()) return update(out, out_bytes, room, in, bytes);
  if (tls.version) return run_tls_record(*this, out, out_bytes, room, in, bytes);
  if (!begin_direct(*this)) return 0;
  return run_direct(*this, out, out_bytes, room, in, bytes);
}

int CipherContext::get(OSSL_PARAM params[]) noexcept {
  bool ok = set_number(locate(params, OSSL_CIPHER_PARAM_KEYLEN), info().key_bytes);
  ok &= set_number(locate(params, OSSL_CIPHER_PARAM_IVLEN), iv_bytes);
  ok &= set_number(locate(params, OSSL_CIPHER_PARAM_NUM), 0);
  ok &= set_number(locate(params, OSSL_CIPHER_PARAM_PADDING),
                   options.padding != HEDGEROW_PADDING_NONE);
  ok &= set_number(locate(params, "key-mesh"),
                   options.section_bytes ? options.section_bytes : info().section_bytes);
  ok &= set_octets(locate(params, OSSL_CIPHER_PARAM_IV), iv, iv_bytes);
  ok &= set_octets(locate(params, OSSL_CIPHER_PARAM_TLS_MAC), tls.mac, tls.mac_bytes);
  ok &= get_updated_iv(*this, locate(params, OSSL_CIPHER_PARAM_UPDATED_IV));
  for (const char* id : kAlgorithmId) ok &= get_algorithm_id(*this, locate(params, id));
  return ok ? 1 : fail(*provider, kParameterValue, "%s", name());
}

int CipherContext::pipeline_update(const Records& records) noexcept {
  if (!records.out) return fail(*provider, kOutputRoom, "%s: no output", name());
  if (!records.in || !records.in_bytes) return check(HEDGEROW_ERR_NULL);
  if (pipeline.phase == Phase::kMessage) return fail(*provider, kOneCall, "%s", name());
  if (!renew(*this) || !(pads(*this) ? run_all_padded : run_batch)(*this, records)) return 0;
  pipeline.phase = Phase::kMessage;
  return 1;
}

// Only the padding of records without data is left to do.
int CipherContext::pipeline_final(const Records& records) noexcept {
  if (pipeline.phase == Phase::kReady && pads(*this)) {
    if (!records.out) return fail(*provider, kOutputRoom, "%s: no output", name());
    if (!renew(*this) || !run_all_padded(*this, records)) return 0;
  }
  pipeline.phase = Phase::kOver;
  return 1;
}

const OSSL_DISPATCH* cipher_functions() noexcept { return CipherFunctions<CipherContext>::kTable; }
const OSSL_DISPATCH* cipher_pipeline_functions() noexcept {
  return PipelineFunctions<CipherContext>::kTable;
}

void* new_cipher(const Provider& provider, const Algorithm& algorithm) noexcept {
  const Algorithm* chosen = follow_environment(provider, algorithm);
  CipherContext* c = chosen ? make_context<CipherContext>(provider, algorithm) : nullptr;
  if (c) c->algorithm = chosen;  // with the section of the name
  return c;
}

}  // namespace hedgerow_provider
