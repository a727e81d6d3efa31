#include "measure/sample_json.hpp"

#include <cstdio>

namespace hedgerow::bench {

std::string json_text(const std::string& text) {
  std::string made = "\"";
  for (const char c : text)
    if (c != '"' && c != '\\' && c >= ' ') made += c;
  return made + '"';
}

void print_sample(const Sample& s, std::size_t calls, std::size_t bytes) {
  std::printf(
      "{\"calls\": %zu, \"bytes\": %zu, \"ns\": %.0f, \"tsc\": %.0f, \"core\": %.0f, \"on_cpu\": "
      "%.4f, \"alone\": %.4f}\n",
      calls, bytes, s.ns, s.tsc, s.core, s.on_cpu, s.alone);
  std::fflush(stdout);
}

}  // namespace hedgerow::bench
