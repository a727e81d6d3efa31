// The names of ciphers and modes for options and messages.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "hedgerow/hedgerow.hpp"
#include "support/error.hpp"
#include "support/suggestion.hpp"

namespace hedgerow::cli {

inline std::vector<std::string> cipher_names() {
  std::vector<std::string> names;
  for (const auto& cipher : list_ciphers()) names.push_back(cipher.name);
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
  for (const auto& cipher : list_ciphers()) try {
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

}  // namespace hedgerow::cli
