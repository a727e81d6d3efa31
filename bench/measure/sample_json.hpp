// A sample as a line of JSON, for programs that need no library for it.
#pragma once

#include <string>

#include "measure/sample.hpp"

namespace hedgerow::bench {

// A text as JSON, with its quotation marks; characters that would have to be escaped are left out.
std::string json_text(const std::string& text);

// Prints {"calls": ..., "bytes": ..., "ns": ..., "tsc": ..., "core": ..., "on_cpu": ..., "alone": ...}; `bytes` of a
// call. Flushed, since whoever reads a long run wants each line when it comes.
void print_sample(const Sample& sample, std::size_t calls, std::size_t bytes);

}  // namespace hedgerow::bench
