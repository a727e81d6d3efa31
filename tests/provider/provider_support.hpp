// The provider through libcrypto: a library context that contains it, and EVP calls as a program
// makes them.
#pragma once

#include <openssl/core_names.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/provider.h>
#include <unistd.h>

#include <memory>
#include <optional>
#include <stdexcept>

#include "support/mode_support.hpp"

namespace hedgerow_test {

using CipherPtr = std::unique_ptr<EVP_CIPHER, decltype(&EVP_CIPHER_free)>;
using ContextPtr = std::unique_ptr<EVP_CIPHER_CTX, decltype(&EVP_CIPHER_CTX_free)>;
using MacPtr = std::unique_ptr<EVP_MAC, decltype(&EVP_MAC_free)>;
using MacContextPtr = std::unique_ptr<EVP_MAC_CTX, decltype(&EVP_MAC_CTX_free)>;

inline ContextPtr new_context() { return {EVP_CIPHER_CTX_new(), EVP_CIPHER_CTX_free}; }

// Returns the texts on the error queue, and empties it.
inline std::string errors() {
  std::string r;
  const char* data = nullptr;
  for (int flags = 0;
       unsigned long e = ERR_get_error_all(nullptr, nullptr, nullptr, &data, &flags);) {
    char text[256];
    ERR_error_string_n(e, text, sizeof text);
    r += std::string(text) + " (" + (data ? data : "") + ")\n";
  }
  return r;
}

inline void expect_ok(int result) {
  if (result <= 0) throw std::runtime_error("libcrypto: " + errors());
}

// The call must fail, and the queue must contain `why`.
inline void expect_refused(int result, const std::string& why) {
  EXPECT_LE(result, 0) << why;
  const std::string said = errors();
  EXPECT_NE(said.find(why), std::string::npos) << said << "does not say: " << why;
}

// A separate library context. Its configuration activates the provider, `default`, and optionally
// others.
class World {
 public:
  explicit World(const std::string& settings = "", const std::string& provider = "",
                 const std::string& module = HR_MODULE)
      : context_(OSSL_LIB_CTX_new()) {
    char path[] = "provider_test_XXXXXX";
    const int file = mkstemp(path);
    std::string text =
        "openssl_conf = init\n[init]\nproviders = list\n[list]\ndefault = on\nhedgerow = ours\n";
    if (!provider.empty()) text += provider + " = on\n";
    text += "[on]\nactivate = 1\n[ours]\nmodule = " + module + "\nactivate = 1\n" + settings + "\n";
    const bool written = write(file, text.data(), text.size()) == (ssize_t)text.size();
    close(file);
    loaded_ = written && OSSL_LIB_CTX_load_config(context_, path) > 0 &&
              OSSL_PROVIDER_available(context_, "hedgerow");
    unlink(path);
  }
  ~World() { OSSL_LIB_CTX_free(context_); }
  World(const World&) = delete;
  World& operator=(const World&) = delete;

  bool loaded() const { return loaded_; }
  OSSL_LIB_CTX* get() const { return context_; }
  CipherPtr cipher(const std::string& name, const char* properties = "provider=hedgerow") const {
    return {EVP_CIPHER_fetch(context_, name.c_str(), properties), EVP_CIPHER_free};
  }
  MacPtr mac(const std::string& name, const char* properties = "provider=hedgerow") const {
    return {EVP_MAC_fetch(context_, name.c_str(), properties), EVP_MAC_free};
  }

 private:
  OSSL_LIB_CTX* context_;
  bool loaded_ = false;
};

// With all algorithms: experimental ciphers and block modes of wide blocks.
inline const World& whole_world() {
  static const World world("research = yes\nwide-blocks = yes\naes = siv");
  return world;
}

// An algorithm and its default section, derived from its description, for example "Hedgerow magma
// cbc, block 64 bits, key 256 bits".
struct Subject {
  hedgerow_algorithm_info algorithm{};
  std::uint64_t section_bytes = 0;
};
inline Subject subject_of(const char* description, const char* name) {
  const std::string text = description ? description : "";
  const std::size_t from = text.find(' ') + 1, middle = text.find(' ', from), to = text.find(',');
  Subject s;
  s.algorithm = hedgerow::algorithm_info(text.substr(from, middle - from),
                                         text.substr(middle + 1, to - middle - 1));
  const bool meshed =
      std::string(name).rfind("gost", 0) == 0 && s.algorithm.properties & HEDGEROW_HAS_SECTIONS;
  if (meshed) s.section_bytes = 1024;
  return s;
}

// Calls body(algorithm, subject) for each algorithm of the provider.
template <class Body>
void for_every_cipher(const World& world, Body body) {
  std::vector<EVP_CIPHER*> all;
  EVP_CIPHER_do_all_provided(
      world.get(),
      [](EVP_CIPHER* c, void* list) {
        if (std::string(OSSL_PROVIDER_get0_name(EVP_CIPHER_get0_provider(c))) != "hedgerow") return;
        EVP_CIPHER_up_ref(c);
        ((std::vector<EVP_CIPHER*>*)list)->push_back(c);
      },
      &all);
  for (EVP_CIPHER* c : all) {
    const char* name = EVP_CIPHER_get0_name(c);
    // An algorithm may have several names. The name of gost-engine shows which section is the
    // default.
    SCOPED_TRACE(std::string(name) + ": " + EVP_CIPHER_get0_description(c));
    body(c, subject_of(EVP_CIPHER_get0_description(c),
                       EVP_CIPHER_is_a(c, "gost89") ? "gost89" : name));
    EVP_CIPHER_free(c);
  }
  EXPECT_GT(all.size(), 250u);
}
template <class Body>
void for_every_mac(const World& world, Body body) {
  std::vector<EVP_MAC*> all;
  EVP_MAC_do_all_provided(
      world.get(),
      [](EVP_MAC* m, void* list) {
        if (std::string(OSSL_PROVIDER_get0_name(EVP_MAC_get0_provider(m))) != "hedgerow") return;
        EVP_MAC_up_ref(m);
        ((std::vector<EVP_MAC*>*)list)->push_back(m);
      },
      &all);
  for (EVP_MAC* m : all) {
    SCOPED_TRACE(EVP_MAC_get0_description(m));
    const bool gost = EVP_MAC_is_a(m, "gost-mac") || EVP_MAC_is_a(m, "gost-mac-12");
    body(m, subject_of(EVP_MAC_get0_description(m), gost ? "gost-mac" : ""));
    EVP_MAC_free(m);
  }
  EXPECT_GT(all.size(), 50u);
}

// Further arguments of init.
struct Extra {
  std::vector<OSSL_PARAM> params;
  std::vector<std::unique_ptr<std::size_t>> numbers;
  Extra& number(const char* key, std::size_t value) {
    numbers.push_back(std::make_unique<std::size_t>(value));
    params.push_back(OSSL_PARAM_construct_size_t(key, numbers.back().get()));
    return *this;
  }
  Extra& text(const char* key, const char* value) {
    params.push_back(OSSL_PARAM_construct_utf8_string(key, (char*)value, 0));
    return *this;
  }
  Extra& octets(const char* key, const Bytes& value) {
    params.push_back(OSSL_PARAM_construct_octet_string(key, (void*)value.data(), value.size()));
    return *this;
  }
  std::vector<OSSL_PARAM> ended() const {
    std::vector<OSSL_PARAM> r = params;
    r.push_back(OSSL_PARAM_construct_end());
    return r;
  }
};

inline void evp_init(EVP_CIPHER_CTX* c, EVP_CIPHER* cipher, bool encrypts, const Bytes* key,
                     const Bytes* iv, const Extra& extra = {}) {
  EVP_CIPHER_CTX_set_flags(c, EVP_CIPHER_CTX_FLAG_WRAP_ALLOW);
  const std::vector<OSSL_PARAM> params = extra.ended();
  if (cipher) expect_ok(EVP_CipherInit_ex2(c, cipher, nullptr, nullptr, encrypts, params.data()));
  expect_ok(EVP_CipherInit_ex2(c, nullptr, key ? key->data() : nullptr,
                               iv && !iv->empty() ? iv->data() : nullptr, encrypts, nullptr));
}

// Processes data in pieces of random length, and final. If a mode needs whole units, a piece is a
// multiple of `step` bytes.
inline Bytes evp_run(EVP_CIPHER_CTX* c, const Bytes& in, std::size_t longest = 200,
                     std::size_t step = 1) {
  Bytes out(in.size() + 256);
  std::size_t done = 0;
  int n = 0;
  for (std::size_t from = 0; from < in.size();) {
    std::size_t piece = std::min(in.size() - from, (1 + random_below(longest)) * step);
    expect_ok(EVP_CipherUpdate(c, out.data() + done, &n, in.data() + from, (int)piece));
    done += (std::size_t)n;
    from += piece;
  }
  expect_ok(EVP_CipherFinal_ex(c, out.data() + done, &n));
  out.resize(done + (std::size_t)n);
  return out;
}

// Returns a tag over data in pieces of random length. With `copies`, a copy made in the middle
// continues.
inline Bytes evp_mac(EVP_MAC* mac, const Bytes& key, const Bytes& in, const Extra& extra,
                     bool copies) {
  MacContextPtr c(EVP_MAC_CTX_new(mac), EVP_MAC_CTX_free);
  expect_ok(EVP_MAC_init(c.get(), key.data(), key.size(), extra.ended().data()));
  for_random_pieces(in.size(), 100, [&](std::size_t at, std::size_t n) {
    expect_ok(EVP_MAC_update(c.get(), in.data() + at, n));
    if (!copies) return;
    MacContextPtr copy(EVP_MAC_CTX_dup(c.get()), EVP_MAC_CTX_free);
    if (!copy) throw std::runtime_error(errors());
    c.swap(copy);
    expect_ok(EVP_MAC_update(copy.get(), in.data(), 1));  // the original continues differently
  });
  Bytes tag(64);
  std::size_t n = 0;
  expect_ok(EVP_MAC_final(c.get(), tag.data(), &n, tag.size()));
  tag.resize(n);
  return tag;
}

}  // namespace hedgerow_test
