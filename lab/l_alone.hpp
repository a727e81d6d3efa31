#pragma once

#include <cstddef>
#include <cstdint>

namespace hedgerow::lab {

constexpr std::size_t kLAloneBatch = 512;  // bytes
void l_alone(const std::uint8_t* in, std::uint8_t* out, std::size_t batches);

}  // namespace hedgerow::lab
