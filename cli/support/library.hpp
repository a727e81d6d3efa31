// Returns the lists of the C ABI as vectors.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "hedgerow/hedgerow.h"
#include "support/error.hpp"
#include "support/suggestion.hpp"

namespace hedgerow::cli {

template <class Info>
std::vector<Info> collect(std::size_t count, hedgerow_status (*at)(std::size_t, Info*)) {
  std::vector<Info> all(count);
  for (std::size_t i = 0; i < count; i++) {
    all[i].size = sizeof(Info);
    check_library(at(i, &all[i]), "the library's lists cannot be read");
  }
  return all;
}

inline std::vector<hedgerow_cipher_info> all_ciphers() {
  return collect(hedgerow_cipher_count(), hedgerow_cipher_at);
}

inline std::vector<std::string> cipher_names() {
  std::vector<std::string> names;
  for (const auto& cipher : all_ciphers()) names.push_back(cipher.name);
  return names;
}

// Returns the sentence for a cipher that does not exist.
inline std::string unknown_cipher(const std::string& name) {
  const auto meant = suggestion(name, cipher_names());
  return "there is no cipher '" + name + "'" +
         (meant.empty() ? "; `hedgerow list` shows the ciphers" : meant);
}

// Returns the names of the ciphers that a container may use.
inline std::vector<std::string> container_ciphers() {
  std::vector<std::string> names;
  for (const auto& cipher : all_ciphers()) try {
      names.push_back(container_algorithm(cipher.name).cipher);
    } catch (const Error&) {
    }
  return names;
}

// Returns the names of all AEAD modes that a container may use, without duplicates.
inline std::vector<std::string> container_modes() {
  std::vector<std::string> names;
  for (const auto& algorithm : list_algorithms()) try {
      if (std::ranges::count(names, algorithm.mode) == 0)
        names.push_back(container_algorithm(algorithm.cipher, algorithm.mode).mode);
    } catch (const Error&) {
    }
  return names;
}

inline std::vector<hedgerow_kernel_info> all_kernels() {
  return collect(hedgerow_kernel_count(), hedgerow_kernel_at);
}

}  // namespace hedgerow::cli
