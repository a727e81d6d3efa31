// The S-boxes that are known by name: those of the tree's ciphers, from their spec.hpp, those of AES and SM4, computed,
// and the well-known ones of five bits.
#pragma once

#include <string>
#include <vector>

namespace hedgerow::circuit {

// Empty when there is no box of this name.
std::vector<unsigned> named_table(const std::string& name);

// The names of the boxes of at most five bits that are no box XORed onto another nibble.
std::vector<std::string> small_boxes();

}  // namespace hedgerow::circuit
