// A form compiled as C (hr_native of src/device/text/native.inc), compared with the CPU's
// references.
#pragma once

#include <cstdint>

#include "device/form.hpp"

namespace hedgerow::device {

// `native` is the function hr_native of the form. Prints the differences, and returns true if there
// are none.
bool check_form(const Form& form, void* native, std::uint64_t seed);
bool check_hash_form(const HashForm& form, void* native, std::uint64_t seed);

}  // namespace hedgerow::device
