// Names that a target's language keeps to itself, so that no function, module or entity can have them.
#pragma once

#include <string>

namespace hedgerow::circuit {

// What the name of a function in emitted text for `target` has to be and this one is not: `is no word
// of VHDL`. Empty: it can be called so.
std::string unfit_name(const std::string& name, const std::string& target);

}  // namespace hedgerow::circuit
