// The S-boxes that are known by name: those of the tree's ciphers, from their spec.hpp, and those
// of AES and SM4, computed.
#pragma once

#include <string>
#include <vector>

namespace hedgerow::circuit {

// Empty when there is no box of this name.
std::vector<unsigned> named_table(const std::string& name);

}  // namespace hedgerow::circuit
