// The functions of container.h for ciphers, modes and costs.
#include <cstdio>
#include <iterator>

#include "container/abi/boundary.hpp"

namespace hedgerow::container::abi {
namespace {

void write_cost(KdfCost cost, std::uint32_t* passes, std::uint32_t* memory_kib) {
  *passes = cost.passes;
  *memory_kib = cost.memory_kib;
}

}  // namespace
}  // namespace hedgerow::container::abi

using namespace hedgerow::container;
using namespace hedgerow::container::abi;

extern "C" {

hedgerow_container_status hedgerow_container_algorithm(const char* cipher, const char* mode,
                                                       hedgerow_algorithm_info* algorithm,
                                                       hedgerow_container_error* error) {
  return guarded(error, [&] {
    require(cipher, "cipher");
    const auto found = find_container_algorithm(cipher, mode ? mode : "");
    if (algorithm && hedgerow::write_versioned(found, algorithm) != HEDGEROW_OK)
      throw Error(Status::kArgument, "algorithm: its size is not sizeof(hedgerow_algorithm_info)");
  });
}

const char* hedgerow_container_kdf_name(size_t index) {
  return index < std::size(kKdfSettings) ? kKdfSettings[index].name : nullptr;
}

hedgerow_container_status hedgerow_container_kdf_cost(const char* name, uint32_t* passes,
                                                      uint32_t* memory_kib,
                                                      hedgerow_container_error* error) {
  return guarded(error, [&] {
    require(name, "name");
    require(passes, "passes");
    require(memory_kib, "memory_kib");
    write_cost(find_kdf_setting(name), passes, memory_kib);
  });
}

hedgerow_container_status hedgerow_container_parse_kdf_limit(const char* text, uint32_t* passes,
                                                             uint32_t* memory_kib,
                                                             hedgerow_container_error* error) {
  return guarded(error, [&] {
    require(text, "text");
    require(passes, "passes");
    require(memory_kib, "memory_kib");
    write_cost(parse_kdf_limit(text), passes, memory_kib);
  });
}

void hedgerow_container_kdf_text(uint32_t passes, uint32_t memory_kib, char* text) {
  if (!text) return;
  text[0] = 0;
  try {
    const auto written = text_of(KdfCost{passes, memory_kib});
    std::snprintf(text, HEDGEROW_CONTAINER_KDF_TEXT_BYTES, "%s", written.c_str());
  } catch (...) {  // not enough memory
  }
}

}  // extern "C"
