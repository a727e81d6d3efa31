// The table of algorithms and what libcrypto is told of them. It is made once a process, in static storage: libcrypto
// asks for an algorithm's parameters without saying which instance of the provider it means.
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

constexpr std::size_t kOffers = 0
#define OFFER(...) +1
#include "lists/offer.inc"
    ;
constexpr std::size_t kSlots = kOffers + kNamedCount;
constexpr std::size_t kMaxFunctions = 24;
constexpr int kSettings = 4;  // research or not, wide blocks or not

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
    {"cnt", EVP_CIPH_OFB_MODE}, {"xts", EVP_CIPH_XTS_MODE}, {"gcm", EVP_CIPH_GCM_MODE},
    {"ccm", EVP_CIPH_CCM_MODE}, {"siv", EVP_CIPH_SIV_MODE},
};

bool in_range(std::size_t bytes, std::size_t min, std::size_t max, std::size_t step) noexcept {
  return bytes >= min && bytes <= max && (step == 0 || (bytes - min) % step == 0);
}

// ---- libcrypto calls newctx and get_params without saying of which algorithm: a function each --------------------

void* new_context(void* provider, std::size_t slot) noexcept {
  const Provider& p = *(const Provider*)provider;
  const Algorithm& a = tables.algorithm[slot];
  switch (a.offer.kind) {
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
  const bool is_mac = a.offer.kind == HEDGEROW_MAC;
  bool ok = set_number(locate(params, "keylen"), a.offer.key_bytes);
  if (is_mac) {
    ok &= set_number(locate(params, "size"), a.offer.tag_bytes);
    return ok & set_number(locate(params, "block-size"), a.offer.block_bytes);
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

// ---- the rows ------------------------------------------------------------------------------------------------------

// What is asked of the library once, not for every row.
struct Facts {
  std::size_t offers = 0, kernels = 0;
  hedgerow_offer_info offer[kOffers];
  // The kernels that this machine chooses for long calls: they say "hedgerow.impl" and "hedgerow.ct".
  hedgerow_kernel_info kernel[kOffers];

  void read() noexcept {
    for (std::size_t i = 0; i < hedgerow_offer_count() && offers < kOffers; i++) {
      offer[offers] = {};
      offer[offers].size = sizeof *offer;
      offers += hedgerow_offer_at(i, &offer[offers]) == HEDGEROW_OK;
    }
    for (std::size_t i = 0; i < hedgerow_kernel_count() && kernels < kOffers; i++) {
      kernel[kernels] = {};
      kernel[kernels].size = sizeof *kernel;
      kernels +=
          hedgerow_kernel_at(i, &kernel[kernels]) == HEDGEROW_OK && kernel[kernels].selected_bulk;
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
  const hedgerow_kernel_info kernel = chosen_kernel(a.offer.cipher);
  snprintf(a.properties, sizeof a.properties, "provider=hedgerow,hedgerow.ct=%s,hedgerow.impl=%s",
           kernel.isa && kernel.timing == HEDGEROW_TIMING_CT ? "yes" : "no",
           kernel.isa ? kernel.isa : "none");
  hedgerow_cipher_info cipher{};
  cipher.size = sizeof cipher;
  const bool found = hedgerow_cipher_find(a.offer.cipher, &cipher) == HEDGEROW_OK;
  const char* note = *a.offer.note ? a.offer.note : found ? cipher.note : "";
  snprintf(a.description, sizeof a.description, "Hedgerow %s %s, block %zu bits, key %zu bits%s%s",
           a.offer.cipher, a.offer.mode, 8 * a.offer.block_bytes, 8 * a.offer.key_bytes,
           *note ? ": " : "", note);
}

// libcrypto takes algorithms that share a name for one, so an OID goes to one: to the only offer that has it, or, as
// DSTU's name the block alone, to the one whose key is as long.
bool owns_oid(const hedgerow_offer_info& offer) noexcept {
  if (!*offer.oid) return false;
  int sharing = 0;
  for (std::size_t i = 0; i < facts.offers; i++)
    sharing += strcmp(facts.offer[i].oid, offer.oid) == 0;
  return sharing == 1 || offer.key_bytes == offer.block_bytes;
}

void add(const hedgerow_offer_info& offer, const Named* named) noexcept {
  if (tables.count == kSlots) return;
  Algorithm& a = tables.algorithm[tables.count++];
  a.offer = offer;
  const bool variant = named && named->section_bytes;
  a.section_bytes = variant ? named->section_bytes : 0;
  const bool narrow = offer.block_bytes <= kLibcryptoBytes;
  const bool needs_blocks = offer.kind == HEDGEROW_BLOCK || offer.kind == HEDGEROW_WRAP;
  a.tier = offer.standing == HEDGEROW_EXPERIMENTAL ? Tier::kResearch
           : needs_blocks && !narrow               ? Tier::kWide
                                                   : Tier::kAlways;
  if (variant)
    snprintf(a.names, sizeof a.names, "%s", named->names);
  else
    write_names(offer, named ? named->names : nullptr, a.names, sizeof a.names);
  if (!variant && owns_oid(offer)) {
    strncat(a.names, ":", sizeof a.names - strlen(a.names) - 1);
    strncat(a.names, offer.oid, sizeof a.names - strlen(a.names) - 1);
  }
  snprintf(a.name, sizeof a.name, "%.*s", (int)strcspn(a.names, ":"), a.names);
  describe(a);
}

void add_offer(const hedgerow_offer_info& offer) noexcept {
  const Named* same = nullptr;
  for (const Named& n : kNamed) {
    if (strcmp(n.cipher, offer.cipher) != 0 || strcmp(n.mode, offer.mode) != 0) continue;
    if (n.section_bytes)
      add(offer, &n);
    else
      same = &n;
  }
  add(offer, same);
}

void fill_functions(std::size_t slot) noexcept {
  const hedgerow_kind kind = tables.algorithm[slot].offer.kind;
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

int setting_index(bool research, bool wide) noexcept { return (research ? 1 : 0) + (wide ? 2 : 0); }

void fill_queries(bool research, bool wide) noexcept {
  const int index = setting_index(research, wide);
  OSSL_ALGORITHM *cipher = tables.ciphers[index], *mac = tables.macs[index];
  for (std::size_t i = 0; i < tables.count; i++) {
    const Algorithm& a = tables.algorithm[i];
    const bool wide_research =
        a.offer.block_bytes > kLibcryptoBytes && a.offer.kind == HEDGEROW_BLOCK;
    if (a.tier == Tier::kResearch && (!research || (wide_research && !wide))) continue;
    if (a.tier == Tier::kWide && !wide) continue;
    *(a.offer.kind == HEDGEROW_MAC ? mac : cipher)++ = {a.names, a.properties, tables.functions[i],
                                                        a.description};
  }
  *cipher = *mac = {nullptr, nullptr, nullptr, nullptr};
}

void fill() noexcept {
  facts.read();
  for (std::size_t i = 0; i < facts.offers; i++)
    if (!left_out(facts.offer[i])) add_offer(facts.offer[i]);
  for (std::size_t i = 0; i < tables.count; i++) fill_functions(i);
  for (const bool research : {false, true})
    for (const bool wide : {false, true}) fill_queries(research, wide);
}

}  // namespace

bool Algorithm::allows_iv(std::size_t bytes) const noexcept {
  return offer.max_iv_bytes &&
         in_range(bytes, offer.min_iv_bytes, offer.max_iv_bytes, offer.iv_step_bytes);
}

bool Algorithm::allows_tag(std::size_t bytes) const noexcept {
  return offer.max_tag_bytes &&
         in_range(bytes, offer.min_tag_bytes, offer.max_tag_bytes, offer.tag_step_bytes);
}

bool Algorithm::passes_through() const noexcept {
  if (has(HEDGEROW_STEALS)) return true;
  // What ends with an incomplete unit must be held back, which final can give out if libcrypto has room for it.
  if (has(HEDGEROW_TAIL_ENDS)) return offer.block_bytes > kLibcryptoBytes;
  return offer.kind == HEDGEROW_STREAM;
}

std::size_t Algorithm::reported_block() const noexcept {
  return is_aead() || passes_through() ? 1 : offer.block_bytes;
}

std::size_t Algorithm::reported_iv() const noexcept {
  return tier != Tier::kWide && offer.iv_bytes > kLibcryptoBytes ? kLibcryptoBytes : offer.iv_bytes;
}

unsigned Algorithm::mode() const noexcept {
  if (offer.kind == HEDGEROW_WRAP) return EVP_CIPH_WRAP_MODE;
  for (const ModeNumber& m : kModes)
    if (strcmp(m.mode, offer.mode) == 0) return m.number;
  return 0;
}

const Algorithm* algorithms(std::size_t* count) noexcept {
  pthread_once(&once, fill);
  *count = tables.count;
  return tables.algorithm;
}

const OSSL_ALGORITHM* query(int operation, const Settings& settings) noexcept {
  pthread_once(&once, fill);
  const int index = setting_index(settings.research, settings.wide_blocks);
  if (operation == OSSL_OP_CIPHER) return tables.ciphers[index];
  return operation == OSSL_OP_MAC ? tables.macs[index] : nullptr;
}

}  // namespace hedgerow_provider
