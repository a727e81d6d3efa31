// The settings in the provider's section of openssl.cnf.
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "parameters.hpp"
#include "provider.hpp"

namespace hedgerow_provider {

namespace {

constexpr const char kResearch[] = "research", kWideBlocks[] = "wide-blocks",
                     kLimitBlocks[] = "limit-blocks", kAes[] = "aes";
constexpr const char* kSettings[] = {kResearch, kWideBlocks, kLimitBlocks, kAes};

constexpr const char *kYes[] = {"yes", "1", "on", "true"}, *kNo[] = {"no", "0", "off", "false"};

bool read_switch(const Provider& provider, const char* key, const char* value,
                 bool* result) noexcept {
  if (!value) return true;
  for (const char* yes : kYes)
    if (strcasecmp(value, yes) == 0) return *result = true;
  for (const char* no : kNo)
    if (strcasecmp(value, no) == 0) return !(*result = false);
  return fail(provider, kParameterValue,
              "%s = %s is not allowed: use yes, true, on or 1, or no, false, off or 0", key, value);
}

bool read_aes(const Provider& provider, const char* value, bool* siv) noexcept {
  if (!value) return true;
  if (strcasecmp(value, "siv") == 0) return *siv = true;
  for (const char* no : kNo)
    if (strcasecmp(value, no) == 0) return true;
  return fail(provider, kParameterValue, "aes = %s is not allowed: use siv or no", value);
}

bool read_limit(const Provider& provider, const char* value, std::uint64_t* limit) noexcept {
  if (!value) return true;
  // "1" is a switch elsewhere, but a limit of one block here.
  for (const char* no : kNo)
    if (strcasecmp(value, no) == 0) return true;
  for (const char* yes : kYes)
    if (strcasecmp(value, yes) == 0 && *yes != '1') {
      *limit = 0;  // the default of the library
      return true;
    }
  char* end = nullptr;
  errno = 0;
  *limit = strtoull(value, &end, 10);
  if (*value >= '1' && *value <= '9' && !*end && errno == 0) return true;
  return fail(provider, kParameterValue,
              "limit-blocks = %s is not allowed: use no, yes or a number of blocks", value);
}

// libcrypto gives a module only the settings that the module asks for by name, so a misspelled one would be ignored in
// silence. The module therefore asks for every name that differs from a setting in one character (one that is changed,
// added or left out) and refuses it.
constexpr std::size_t kNameBytes = 20;
struct Misspelling {
  char name[kNameBytes];
  const char *setting, *value;
};

// Calls visit(name) for each misspelling. `name` is only valid during the call.
template <class Visit>
void visit_misspellings(const char* setting, Visit&& visit) noexcept {
  constexpr char kCharacters[] =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.";
  const std::size_t length = strlen(setting);
  char name[kNameBytes];
  for (std::size_t at = 0; at <= length; at++) {
    const char* const rest = setting + at;
    memcpy(name, setting, at);
    for (const char* c = kCharacters; *c; c++) {
      name[at] = *c;
      strcpy(name + at + 1, rest);
      visit(name);
      if (!*rest || *c == *rest) continue;
      strcpy(name + at + 1, rest + 1);
      visit(name);
    }
    if (!*rest) break;
    strcpy(name + at, rest + 1);
    visit(name);
  }
}

bool ask_for(const Provider& provider, Misspelling* all, OSSL_PARAM* params) noexcept {
  std::size_t count = 0;
  for (const char* setting : kSettings)
    visit_misspellings(setting, [&](const char* name) {
      Misspelling& m = all[count];
      strcpy(m.name, name);
      m.setting = setting;
      params[count++] = {m.name, OSSL_PARAM_UTF8_PTR, &m.value, 0, 0};
    });
  params[count] = kEndOfParams;
  if (!provider.get_params(provider.core, params)) return false;
  for (const Misspelling* m = all; m < all + count; m++)
    if (m->value)
      return fail(provider, kParameter, "there is no setting %s; do you mean %s?", m->name,
                  m->setting);
  return true;
}

// Returns false and puts the name on the queue if the configuration has a misspelled setting.
bool refuse_misspellings(const Provider& provider) noexcept {
  std::size_t count = 0;
  for (const char* setting : kSettings) visit_misspellings(setting, [&](const char*) { count++; });
  auto* const all = (Misspelling*)calloc(count, sizeof(Misspelling));
  auto* const params = (OSSL_PARAM*)calloc(count + 1, sizeof(OSSL_PARAM));
  const bool ok = all && params ? ask_for(provider, all, params)
                                : check(provider, HEDGEROW_ERR_MEMORY, "settings");
  free(all);
  free(params);
  return ok;
}

}  // namespace

bool read_settings(Provider& provider) noexcept {
  if (!provider.get_params) return true;
  const char *research = nullptr, *wide = nullptr, *limit = nullptr, *aes = nullptr;
  OSSL_PARAM params[] = {{kResearch, OSSL_PARAM_UTF8_PTR, &research, 0, 0},
                         {kWideBlocks, OSSL_PARAM_UTF8_PTR, &wide, 0, 0},
                         {kLimitBlocks, OSSL_PARAM_UTF8_PTR, &limit, 0, 0},
                         {kAes, OSSL_PARAM_UTF8_PTR, &aes, 0, 0},
                         kEndOfParams};
  return provider.get_params(provider.core, params) && refuse_misspellings(provider) &&
         read_switch(provider, kResearch, research, &provider.settings.research) &&
         read_switch(provider, kWideBlocks, wide, &provider.settings.wide_blocks) &&
         read_aes(provider, aes, &provider.settings.aes_siv) &&
         read_limit(provider, limit, &provider.settings.limit_blocks);
}

}  // namespace hedgerow_provider
