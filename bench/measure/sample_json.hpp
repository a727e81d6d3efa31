// Prints a sample as a line of JSON, because some programs have no JSON library.
#pragma once

#include <string>

#include "measure/sample.hpp"

namespace hedgerow::bench {

// Returns a text as JSON with quotation marks, but without the characters that need escaping.
std::string json_text(const std::string& text);

// Prints {"calls": ..., "bytes": ..., "ns": ..., "tsc": ..., "core": ..., "on_cpu": ..., "alone":
// ...}. `bytes` is the size of a call. The line is flushed, because readers of a long run want each
// line immediately.
void print_sample(const Sample& sample, std::size_t calls, std::size_t bytes);

}  // namespace hedgerow::bench
