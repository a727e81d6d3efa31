// The entry point of the module, OSSL_provider_init, and the functions that concern the provider as a whole.
#include "provider.hpp"

#include <openssl/core_names.h>
#include <stdlib.h>
#include <string.h>

#include "algorithms.hpp"
#include "parameters.hpp"

namespace hedgerow_provider {

namespace {

void teardown(void* provider) { free(provider); }

constexpr OSSL_PARAM kGettable[] = {
    pointer_entry(OSSL_PROV_PARAM_NAME), pointer_entry(OSSL_PROV_PARAM_VERSION),
    pointer_entry(OSSL_PROV_PARAM_BUILDINFO), number_entry(OSSL_PROV_PARAM_STATUS), kEndOfParams};
const OSSL_PARAM* gettable_params(void*) { return kGettable; }

int get_provider_params(void*, OSSL_PARAM params[]) {
  return set_text(locate(params, OSSL_PROV_PARAM_NAME), "Hedgerow") &&
         set_text(locate(params, OSSL_PROV_PARAM_VERSION), hedgerow_version()) &&
         set_text(locate(params, OSSL_PROV_PARAM_BUILDINFO), HR_BUILD_INFO) &&
         set_number(locate(params, OSSL_PROV_PARAM_STATUS), 1);
}

const OSSL_ALGORITHM* query_operation(void* provider, int operation, int* no_cache) {
  *no_cache = 0;
  return query(operation, ((const Provider*)provider)->settings);
}

const OSSL_ITEM* get_reason_strings(void*) { return reasons(); }

int self_test(void* provider) {
  return check(*(const Provider*)provider, hedgerow_selftest(), "self-test");
}

template <class Function>
constexpr OSSL_DISPATCH entry(int id, Function* function) {
  return {id, (void (*)(void))function};
}

const OSSL_DISPATCH kFunctions[] = {
    entry(OSSL_FUNC_PROVIDER_TEARDOWN, teardown),
    entry(OSSL_FUNC_PROVIDER_GETTABLE_PARAMS, gettable_params),
    entry(OSSL_FUNC_PROVIDER_GET_PARAMS, get_provider_params),
    entry(OSSL_FUNC_PROVIDER_QUERY_OPERATION, query_operation),
    entry(OSSL_FUNC_PROVIDER_GET_REASON_STRINGS, get_reason_strings),
    entry(OSSL_FUNC_PROVIDER_SELF_TEST, self_test),
    {0, nullptr},
};

void take_upcalls(Provider& provider, const OSSL_DISPATCH* in) noexcept {
  for (; in->function_id; in++) {
    if (in->function_id == OSSL_FUNC_CORE_GET_PARAMS)
      provider.get_params = OSSL_FUNC_core_get_params(in);
    if (in->function_id == OSSL_FUNC_CORE_NEW_ERROR)
      provider.new_error = OSSL_FUNC_core_new_error(in);
    if (in->function_id == OSSL_FUNC_CORE_SET_ERROR_DEBUG)
      provider.set_error_debug = OSSL_FUNC_core_set_error_debug(in);
    if (in->function_id == OSSL_FUNC_CORE_VSET_ERROR)
      provider.set_error = OSSL_FUNC_core_vset_error(in);
  }
}

}  // namespace

}  // namespace hedgerow_provider

extern "C" __attribute__((visibility("default"))) int OSSL_provider_init(
    const OSSL_CORE_HANDLE* handle, const OSSL_DISPATCH* in, const OSSL_DISPATCH** out,
    void** context) {
  using namespace hedgerow_provider;
  Provider* provider = (Provider*)calloc(1, sizeof(Provider));
  if (!provider) return 0;
  *provider = Provider{};
  provider->core = handle;
  take_upcalls(*provider, in);
  if (!read_settings(*provider)) {
    free(provider);
    return 0;
  }
  *out = kFunctions;
  *context = provider;
  return 1;
}
