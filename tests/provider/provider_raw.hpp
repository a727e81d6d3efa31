// The module without libcrypto, through the tables that it exports. It is loaded from HR_MODULE, or
// linked if that is not defined.
#pragma once

#include <dlfcn.h>
#include <openssl/core.h>
#include <openssl/core_dispatch.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <map>
#include <string>
#include <vector>

namespace hedgerow_test {

// A loaded instance with a configuration section from the test.
class RawProvider {
 public:
  explicit RawProvider(std::map<std::string, std::string> settings = {})
      : settings_(std::move(settings)) {
#ifdef HR_MODULE
    module_ = dlopen(HR_MODULE, RTLD_NOW);
    const auto init =
        module_ ? (OSSL_provider_init_fn*)dlsym(module_, "OSSL_provider_init") : nullptr;
#else
    const auto init = OSSL_provider_init;
#endif
    const OSSL_DISPATCH upcalls[] = {{OSSL_FUNC_CORE_GET_PARAMS, (void (*)(void))get_params},
                                     {OSSL_FUNC_CORE_NEW_ERROR, (void (*)(void))new_error},
                                     {OSSL_FUNC_CORE_VSET_ERROR, (void (*)(void))set_error},
                                     {0, nullptr}};
    loaded_ = init && init((const OSSL_CORE_HANDLE*)this, upcalls, &functions_, &context_);
  }
  ~RawProvider() {
    if (loaded_)
      if (auto* f = function(OSSL_FUNC_PROVIDER_TEARDOWN)) ((void (*)(void*))f)(context_);
    if (module_) dlclose(module_);
  }
  RawProvider(const RawProvider&) = delete;
  RawProvider& operator=(const RawProvider&) = delete;

  bool loaded() const { return loaded_; }
  // Of the last error that was put on the queue.
  std::uint32_t reason() const { return reason_; }
  void* context() const { return context_; }
  static void (*find(const OSSL_DISPATCH* table, int id))(void) {
    for (; table->function_id; table++)
      if (table->function_id == id) return table->function;
    return nullptr;
  }
  void (*function(int id) const)(void) { return find(functions_, id); }
  std::vector<OSSL_ALGORITHM> algorithms(int operation) const {
    int no_cache = 0;
    auto* query =
        (OSSL_FUNC_provider_query_operation_fn*)function(OSSL_FUNC_PROVIDER_QUERY_OPERATION);
    std::vector<OSSL_ALGORITHM> r;
    for (const OSSL_ALGORITHM* a = query(context_, operation, &no_cache); a && a->algorithm_names;
         a++)
      r.push_back(*a);
    return r;
  }

 private:
  static int get_params(const OSSL_CORE_HANDLE* handle, OSSL_PARAM params[]) {
    const auto& settings = ((const RawProvider*)handle)->settings_;
    for (; params->key; params++) {
      const auto found = settings.find(params->key);
      if (found != settings.end()) *(const char**)params->data = found->second.c_str();
    }
    return 1;
  }

  static void new_error(const OSSL_CORE_HANDLE*) {}
  static void set_error(const OSSL_CORE_HANDLE* handle, std::uint32_t reason, const char* format,
                        va_list arguments) {
    char text[300];
    ((RawProvider*)handle)->reason_ = reason;
    if (format) vsnprintf(text, sizeof text, format, arguments);
  }

  std::map<std::string, std::string> settings_;
  void* module_ = nullptr;
  void* context_ = nullptr;
  const OSSL_DISPATCH* functions_ = nullptr;
  bool loaded_ = false;
  std::uint32_t reason_ = 0;
};

}  // namespace hedgerow_test
