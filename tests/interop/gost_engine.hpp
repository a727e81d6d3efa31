// gost-engine (Debian's libengine-gost-openssl) for the interop tests: its ciphers and digests
// through OpenSSL's ENGINE interface, and the functions that its shared object exports.
#pragma once

#define OPENSSL_SUPPRESS_DEPRECATED
#include <dlfcn.h>
#include <openssl/engine.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/objects.h>

#include <memory>
#include <stdexcept>

#include "support/mode_support.hpp"

namespace hedgerow_test {

// Returns null if OpenSSL finds no engine `gost`.
inline ENGINE* gost_engine() {
  static ENGINE* const loaded = [] {
    ENGINE_load_builtin_engines();
    ENGINE* e = ENGINE_by_id("gost");
    if (!e || !ENGINE_init(e)) return (ENGINE*)nullptr;
    ENGINE_set_default(e, ENGINE_METHOD_ALL);  // its ciphers look up its digests
    return e;
  }();
  return loaded;
}

// Returns a function of the engine's shared object, or null.
template <class Function>
Function* gost_function(const char* name) {
  const std::string directory = OpenSSL_version(OPENSSL_ENGINES_DIR);  // ENGINESDIR: "..."
  const std::size_t from = directory.find('"') + 1;
  const std::string path = directory.substr(from, directory.rfind('"') - from) + "/gost.so";
  void* object = dlopen(path.c_str(), RTLD_NOW);
  return object ? (Function*)dlsym(object, name) : nullptr;
}

inline void expect_ok(int result) {
  if (result <= 0) throw std::runtime_error("OpenSSL or gost-engine refused a call");
}

inline const EVP_CIPHER* gost_cipher(const char* name) {
  const EVP_CIPHER* found = ENGINE_get_cipher(gost_engine(), OBJ_sn2nid(name));
  if (!found) throw std::runtime_error(std::string("the engine has no cipher ") + name);
  return found;
}
inline const EVP_MD* gost_digest(const char* name) {
  const EVP_MD* found = ENGINE_get_digest(gost_engine(), OBJ_sn2nid(name));
  if (!found) throw std::runtime_error(std::string("the engine has no digest ") + name);
  return found;
}

// Every test that needs the engine begins with this.
#define HR_NEED_GOST_ENGINE() \
  if (!gost_engine()) GTEST_SKIP() << "libengine-gost-openssl is not installed"

}  // namespace hedgerow_test
