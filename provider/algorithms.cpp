// The table of algorithms and the properties that libcrypto asks for. It is made once per process, in static storage,
// because libcrypto asks for the parameters of an algorithm without naming the instance of the provider.
#include "algorithms.hpp"

#include <openssl/evp.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include <initializer_list>
#include <utility>

#include "names.hpp"
#include "parameters.hpp"

namespace hedgerow_provider {

namespace {

constexpr std::size_t kListed = 0
#define ALGORITHM(...) +1
#include "lists/algorithm.inc"
    ;
constexpr std::size_t kSlots = kListed + kNamedCount;
constexpr std::size_t kMaxFunctions = 24;
constexpr int kSettings = 8;  // with and without research, wide blocks, and AES in SIV and GCM-SIV

struct Tables {
  std::size_t count = 0;
  Algorithm algorithm[kSlots];
  OSSL_DISPATCH functions[kSlots][kMaxFunctions];
  OSSL_ALGORITHM ciphers[kSettings][kSlots + 1];
  OSSL_ALGORITHM macs[kSettings][kSlots + 1];
};
Tables tables;
pthread_once_t once = PTHREAD_ONCE_INIT;

struct ModeNumber {
  const char* mode;
  unsigned number;
};
constexpr ModeNumber kModes[] = {
    {"ecb", EVP_CIPH_ECB_MODE}, {"cbc", EVP_CIPH_CBC_MODE}, {"cfb", EVP_CIPH_CFB_MODE},
    {"ofb", EVP_CIPH_OFB_MODE}, {"ctr", EVP_CIPH_CTR_MODE}, {"ctr-acpkm", EVP_CIPH_CTR_MODE},
    {"cnt", EVP_CIPH_OFB_MODE}, {"xts", EVP_CIPH_XTS_MODE}, {"xts-gb", EVP_CIPH_XTS_MODE},
    {"gcm", EVP_CIPH_GCM_MODE}, {"ccm", EVP_CIPH_CCM_MODE}, {"siv", EVP_CIPH_SIV_MODE},
};

bool in_range(std::size_t bytes, std::size_t min, std::size_t max, std::size_t step) noexcept {
  return bytes >= min && bytes <= max && (step == 0 || (bytes - min) % step == 0);
}

// libcrypto calls newctx and get_params without naming the algorithm, so each algorithm has its own functions.

void* new_context(void* provider, std::size_t slot) noexcept {
  const Provider& p = *(const Provider*)provider;
  const Algorithm& a = tables.algorithm[slot];
  switch (a.info.kind) {
    case HEDGEROW_AEAD:
      return new_aead(p, a);
    case HEDGEROW_MAC:
      return new_mac(p, a);
    case HEDGEROW_WRAP:
      return new_wrap(p, a);
    default:
      return new_cipher(p, a);
  }
}

int get_params(OSSL_PARAM params[], std::size_t slot) noexcept {
  const Algorithm& a = tables.algorithm[slot];
  const bool is_mac = a.info.kind == HEDGEROW_MAC;
  bool ok = set_number(locate(params, "keylen"), a.info.key_bytes);
  if (is_mac) {
    ok &= set_number(locate(params, "size"), a.info.tag_bytes);
    return ok & set_number(locate(params, "block-size"), a.info.block_bytes);
  }
  ok &= set_number(locate(params, "mode"), a.mode());
  ok &= set_number(locate(params, "blocksize"), a.reported_block());
  ok &= set_number(locate(params, "ivlen"), a.reported_iv());
  ok &= set_number(locate(params, "aead"), a.is_aead());
  ok &= set_number(locate(params, "custom-iv"), a.is_aead() || a.passes_through());
  for (const char* flag : {"cts", "tls-multi", "has-randkey", "encrypt-then-mac"})
    ok &= set_number(locate(params, flag), 0);
  return ok;
}

template <std::size_t kSlot>
void* new_context_of(void* provider) {
  return new_context(provider, kSlot);
}
template <std::size_t kSlot>
int get_params_of(OSSL_PARAM params[]) {
  return get_params(params, kSlot);
}

struct SlotFunctions {
  OSSL_FUNC_cipher_newctx_fn* new_context;
  OSSL_FUNC_cipher_get_params_fn* get_params;
};
template <std::size_t... kAll>
constexpr auto make_slots(std::index_sequence<kAll...>) {
  struct All {
    SlotFunctions slot[sizeof...(kAll)];
  };
  return All{{{new_context_of<kAll>, get_params_of<kAll>}...}};
}
constexpr auto kSlotFunctions = make_slots(std::make_index_sequence<kSlots>());

// Results of library calls that are the same for all rows.
struct Facts {
  std::size_t listed = 0, kernels = 0;
  hedgerow_algorithm_info info[kListed];
  // The kernels that this machine selects for long calls, which determine "hedgerow.impl" and "hedgerow.ct".
  hedgerow_kernel_info kernel[kListed];

  void read() noexcept {
    for (std::size_t i = 0; i < hedgerow_algorithm_count() && listed < kListed; i++) {
      info[listed] = {};
      info[listed].size = sizeof *info;
      listed += hedgerow_algorithm_at(i, &info[listed]) == HEDGEROW_OK;
    }
    for (std::size_t i = 0; i < hedgerow_kernel_count() && kernels < kListed; i++) {
      kernel[kernels] = {};
      kernel[kernels].size = sizeof *kernel;
      kernels += hedgerow_kernel_at(i, &kernel[kernels]) == HEDGEROW_OK &&
                 kernel[kernels].up_to_blocks == SIZE_MAX;
    }
  }
};
Facts facts;

hedgerow_kernel_info chosen_kernel(const char* cipher) noexcept {
  for (std::size_t i = 0; i < facts.kernels; i++)
    if (strcmp(facts.kernel[i].cipher, cipher) == 0) return facts.kernel[i];
  return {};
}

void describe(Algorithm& a) noexcept {
  const hedgerow_kernel_info kernel = chosen_kernel(a.info.cipher);
  snprintf(a.properties, sizeof a.properties, "provider=hedgerow,hedgerow.ct=%s,hedgerow.impl=%s",
           kernel.isa && kernel.timing == HEDGEROW_TIMING_CT ? "yes" : "no",
           kernel.isa ? kernel.isa : "none");
  hedgerow_cipher_info cipher{};
  cipher.size = sizeof cipher;
  const bool found = hedgerow_cipher_find(a.info.cipher, &cipher) == HEDGEROW_OK;
  const char* note = *a.info.note ? a.info.note : found ? cipher.note : "";
  snprintf(a.description, sizeof a.description, "Hedgerow %s %s, block %zu bits, key %zu bits%s%s",
           a.info.cipher, a.info.mode, 8 * a.info.block_bytes, 8 * a.info.key_bytes,
           *note ? ": " : "", note);
}

// libcrypto treats algorithms that share a name as one algorithm, so an OID must belong to only one. If several
// algorithms have it (the OIDs of DSTU name only the block size), it belongs to the variant with a key
// as long as its block.
bool owns_oid(const hedgerow_algorithm_info& info) noexcept {
  if (!*info.oid) return false;
  int sharing = 0;
  for (std::size_t i = 0; i < facts.listed; i++)
    sharing += strcmp(facts.info[i].oid, info.oid) == 0;
  return sharing == 1 || info.key_bytes == info.block_bytes;
}

void add(const hedgerow_algorithm_info& info, const Named* named) noexcept {
  if (tables.count == kSlots) return;
  Algorithm& a = tables.algorithm[tables.count++];
  a.info = info;
  const bool variant = named && named->is_separate();
  a.section_bytes = variant ? named->section_bytes : 0;
  a.follows_environment = variant && named->follows_environment;
  const bool narrow = info.block_bytes <= kLibcryptoBytes;
  const bool needs_blocks = info.kind == HEDGEROW_BLOCK || info.kind == HEDGEROW_WRAP;
  a.tier = on_request(info)                         ? Tier::kAesSiv
           : info.maturity == HEDGEROW_EXPERIMENTAL ? Tier::kResearch
           : needs_blocks && !narrow                ? Tier::kWide
                                                    : Tier::kAlways;
  if (variant || (named && named->is_only))
    snprintf(a.names, sizeof a.names, "%s", named->names);
  else
    write_names(info, named ? named->names : nullptr, a.names, sizeof a.names);
  if (!variant && owns_oid(info)) {
    strncat(a.names, ":", sizeof a.names - strlen(a.names) - 1);
    strncat(a.names, info.oid, sizeof a.names - strlen(a.names) - 1);
  }
  snprintf(a.name, sizeof a.name, "%.*s", (int)strcspn(a.names, ":"), a.names);
  describe(a);
}

void add_info(const hedgerow_algorithm_info& info) noexcept {
  const Named* same = nullptr;
  for (const Named& n : kNamed) {
    if (strcmp(n.cipher, info.cipher) != 0 || strcmp(n.mode, info.mode) != 0) continue;
    if (n.is_separate())
      add(info, &n);
    else
      same = &n;
  }
  add(info, same);
}

void fill_functions(std::size_t slot) noexcept {
  const hedgerow_kind kind = tables.algorithm[slot].info.kind;
  const OSSL_DISPATCH* shared = kind == HEDGEROW_AEAD   ? aead_functions()
                                : kind == HEDGEROW_MAC  ? mac_functions()
                                : kind == HEDGEROW_WRAP ? wrap_functions()
                                                        : cipher_functions();
  OSSL_DISPATCH* out = tables.functions[slot];
  const auto generic = [](auto* f) { return (void (*)(void))f; };
  const bool is_mac = kind == HEDGEROW_MAC;
  *out++ = {is_mac ? OSSL_FUNC_MAC_NEWCTX : OSSL_FUNC_CIPHER_NEWCTX,
            generic(kSlotFunctions.slot[slot].new_context)};
  *out++ = {is_mac ? OSSL_FUNC_MAC_GET_PARAMS : OSSL_FUNC_CIPHER_GET_PARAMS,
            generic(kSlotFunctions.slot[slot].get_params)};
  const OSSL_DISPATCH* const end = tables.functions[slot] + kMaxFunctions - 1;
  const OSSL_DISPATCH* const pipelines = kind == HEDGEROW_AEAD ? aead_pipeline_functions()
                                         : is_mac || kind == HEDGEROW_WRAP
                                             ? nullptr
                                             : cipher_pipeline_functions();
  for (const OSSL_DISPATCH* from : {shared, pipelines})
    for (; from && from->function_id && out < end; from++) *out++ = *from;
  *out = {0, nullptr};
}

int setting_index(const Settings& s) noexcept {
  return (s.research ? 1 : 0) + (s.wide_blocks ? 2 : 0) + (s.aes_siv ? 4 : 0);
}

void fill_queries(const Settings& settings) noexcept {
  const int index = setting_index(settings);
  const bool research = settings.research, wide = settings.wide_blocks;
  OSSL_ALGORITHM *cipher = tables.ciphers[index], *mac = tables.macs[index];
  for (std::size_t i = 0; i < tables.count; i++) {
    const Algorithm& a = tables.algorithm[i];
    const bool wide_research =
        a.info.block_bytes > kLibcryptoBytes && a.info.kind == HEDGEROW_BLOCK;
    if (a.tier == Tier::kResearch && (!research || (wide_research && !wide))) continue;
    if (a.tier == Tier::kWide && !wide) continue;
    if (a.tier == Tier::kAesSiv && !settings.aes_siv) continue;
    *(a.info.kind == HEDGEROW_MAC ? mac : cipher)++ = {a.names, a.properties, tables.functions[i],
                                                       a.description};
  }
  *cipher = *mac = {nullptr, nullptr, nullptr, nullptr};
}

void fill() noexcept {
  facts.read();
  for (std::size_t i = 0; i < facts.listed; i++)
    if (!left_out(facts.info[i])) add_info(facts.info[i]);
  for (std::size_t i = 0; i < tables.count; i++) fill_functions(i);
  for (const bool research : {false, true})
    for (const bool wide : {false, true})
      for (const bool aes : {false, true})
        fill_queries({.research = research, .wide_blocks = wide, .aes_siv = aes});
}

}  // namespace

bool Algorithm::allows_iv(std::size_t bytes) const noexcept {
  return info.max_iv_bytes &&
         in_range(bytes, info.min_iv_bytes, info.max_iv_bytes, info.iv_step_bytes);
}

bool Algorithm::allows_tag(std::size_t bytes) const noexcept {
  return info.max_tag_bytes &&
         in_range(bytes, info.min_tag_bytes, info.max_tag_bytes, info.tag_step_bytes);
}

bool Algorithm::passes_through() const noexcept {
  if (has(HEDGEROW_STEALS)) return true;
  // A mode that ends at an incomplete unit must hold data back until `final`, if libcrypto has room for it there.
  if (has(HEDGEROW_TAIL_ENDS)) return info.block_bytes > kLibcryptoBytes;
  return info.kind == HEDGEROW_STREAM;
}

std::size_t Algorithm::reported_block() const noexcept {
  return is_aead() || passes_through() ? 1 : info.block_bytes;
}

std::size_t Algorithm::reported_iv() const noexcept {
  // The IV of RFC 3394 is optional. libcrypto would pass one of 0 bytes if this were the usual length.
  const std::size_t iv = info.kind == HEDGEROW_WRAP ? info.max_iv_bytes : info.iv_bytes;
  return tier != Tier::kWide && iv > kLibcryptoBytes ? kLibcryptoBytes : iv;
}

unsigned Algorithm::mode() const noexcept {
  if (info.kind == HEDGEROW_WRAP) return EVP_CIPH_WRAP_MODE;
  for (const ModeNumber& m : kModes)
    if (strcmp(m.mode, info.mode) == 0) return m.number;
  return 0;
}

const Algorithm* algorithms(std::size_t* count) noexcept {
  pthread_once(&once, fill);
  *count = tables.count;
  return tables.algorithm;
}

const OSSL_ALGORITHM* query(int operation, const Settings& settings) noexcept {
  pthread_once(&once, fill);
  const int index = setting_index(settings);
  if (operation == OSSL_OP_CIPHER) return tables.ciphers[index];
  return operation == OSSL_OP_MAC ? tables.macs[index] : nullptr;
}

}  // namespace hedgerow_provider
