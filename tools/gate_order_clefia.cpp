// Writes src/cipher/clefia/planes_orders.hpp: orders of the gates of both functions (gate_search.hpp).
//
//   g++ -std=c++20 -O3 -Itools -Isrc -Iinclude -IBUILD -DHR_ISA=scalar -DHR_FAMILY_LIST='"lists/clefia.inc"'
//     tools/gate_order_clefia.cpp -o gate_order_clefia && ./gate_order_clefia SEED SECONDS
#include <cstdio>
#include <cstdlib>
#include <string>

#include "cipher/clefia/planes_elements.hpp"
#include "gate_search.hpp"

using namespace hedgerow;
using namespace hedgerow::clefia;

int main(int count, char** words) {
  if (count != 3) return std::fputs("gate_order_clefia SEED SECONDS\n", stderr), 2;
  std::string comment, table;
  int most = 0;
  for (int f = 0; f < 2; f++) {
    const auto elements = make_function(f);
    Search<kMostGates> search(elements, 2 * kWordPlanes, kKeepFor, (unsigned)std::atoi(words[1]));
    search.run(std::atof(words[2]));
    comment += "// F" + std::to_string(f) + ": " + search.figures() + ".\n";
    std::string line = "{";
    for (std::int16_t i : search.order()) {
      const std::string word = std::to_string(i) + ",";
      if (line.size() + word.size() > 118) table += line + "\n", line = "";
      line += word;
    }
    line.pop_back();
    table += line + (f ? "}};\n" : "},\n");
    most = std::max(most, elements.count);
  }
  std::printf(
      "// Written by tools/gate_order_clefia.cpp %s %s: the orders of planes_elements.hpp's "
      "elements.\n%s"
      "#pragma once\n\n#include <cstdint>\n\nnamespace hedgerow::clefia {\n\n// clang-format off\n"
      "constexpr std::int16_t kFunctionOrder[2][%d] = {\n%s// clang-format on\n\n}  // namespace "
      "hedgerow::clefia\n",
      words[1], words[2], comment.c_str(), most, table.c_str());
}
