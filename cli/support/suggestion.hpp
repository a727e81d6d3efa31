// Finds the name that the user probably meant, for messages about unknown names.
#pragma once

#include <string>
#include <vector>

namespace hedgerow::cli {

// Returns `text` with the letters A to Z in lower case.
std::string lower_case(std::string text);

// Returns "; did you mean NAME?", or "" if no allowed name is near to `typed`. Upper and lower case do not matter. A
// name is near if it begins with `typed` (of several names the last one is returned, for example aes-256 for "aes"), or
// if at most two characters differ.
std::string suggestion(const std::string& typed, const std::vector<std::string>& allowed);

}  // namespace hedgerow::cli
