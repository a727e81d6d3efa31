// Names that a language reserves, so that a function, module or entity cannot have them.
#pragma once

#include <string>

namespace hedgerow::circuit {

// Says why `name` cannot be the name of a function in text for `target`, for example `must not be a word of VHDL`.
// Returns an empty string if it can.
std::string unfit_name(const std::string& name, const std::string& target);

}  // namespace hedgerow::circuit
