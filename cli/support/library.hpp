// The C ABI's queries as containers.
#pragma once

#include <string>
#include <vector>

#include "container/error.hpp"
#include "container/format/header.hpp"
#include "hedgerow/hedgerow.h"

namespace hedgerow::cli {

template <class Info>
std::vector<Info> collect(std::size_t count, hedgerow_status (*at)(std::size_t, Info*)) {
  std::vector<Info> all(count);
  for (std::size_t i = 0; i < count; i++) {
    all[i].size = sizeof(Info);
    container::check_library(at(i, &all[i]), "the library's lists cannot be read");
  }
  return all;
}

inline std::vector<hedgerow_cipher_info> all_ciphers() {
  return collect(hedgerow_cipher_count(), hedgerow_cipher_at);
}

// The names of those that a container may use.
inline std::vector<std::string> container_ciphers() {
  std::vector<std::string> names;
  for (const auto& cipher : all_ciphers()) try {
      names.push_back(container::find_container_cipher(cipher.name).name);
    } catch (const container::Error&) {
    }
  return names;
}

inline std::vector<hedgerow_kernel_info> all_kernels() {
  return collect(hedgerow_kernel_count(), hedgerow_kernel_at);
}

}  // namespace hedgerow::cli
