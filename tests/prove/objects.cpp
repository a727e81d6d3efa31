// Proofs of the library's objects: the machine runs their instructions, and nothing replaces functions of kernels.
#include "operations.hpp"

#include "model_operation.hpp"

namespace hedgerow::proof {

Operations::Operations() = default;
Operations::~Operations() = default;
void Operations::attach(Machine&) const {}
std::size_t Operations::check() const { return 0; }

}  // namespace hedgerow::proof
