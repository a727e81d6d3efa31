// Searches for orders of gates (gate_search.hpp) for the bit slices of Kuznyechik and CLEFIA over
// AVX2, and writes them as a header to standard output. CLEFIA has two functions, and each search
// takes SECONDS. Because time ends the search, the same command may give another order.
//
//   g++ -std=c++20 -O3 -Isrc -Iinclude -IBUILD -DHR_ISA=scalar tools/gate_order.cpp -o gate_order
//   ./gate_order kuznyechik-encrypt SEED SECONDS > src/cipher/kuznyechik/two_steps_encrypt.hpp
//   ./gate_order kuznyechik-decrypt SEED SECONDS > src/cipher/kuznyechik/two_steps_decrypt.hpp
//   ./gate_order clefia SEED SECONDS > src/cipher/clefia/planes_orders.hpp
//
// BUILD is a build folder, which has the generated lists.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "cipher/clefia/planes_elements.hpp"
#include "cipher/kuznyechik/two_steps.hpp"
#include "gate_search.hpp"

using namespace hedgerow;

namespace {

struct Words {
  const char *what, *seed, *seconds;
};
struct Found {
  std::string figures, table;
};

std::string table_of(const Order& order) {
  std::string table = "{\n", line;
  for (std::int16_t i : order) {
    const std::string word = std::to_string(i) + ",";
    if (line.size() + word.size() > 118) table += line + "\n", line = "";
    line += word;
  }
  line.pop_back();
  return table + line + "}";
}
template <int kRegisters, int kMost>
Found search_for(const Elements<kMost>& elements, const GateSetting& setting, const Words& words) {
  Search<kMost, kRegisters> search(elements, setting, (unsigned)std::atoi(words.seed));
  std::fprintf(stderr, "%s\n", search.figures().c_str());
  search.run(std::atof(words.seconds));
  std::fprintf(stderr, "%s\n", search.figures().c_str());
  return {search.figures(), table_of(search.order())};
}
void write(const Words& words, const char* family, const std::string& head,
           const std::string& orders) {
  std::printf(
      "// Written by tools/gate_order.cpp %s %s %s: %s#pragma once\n\n#include <cstdint>\n\n"
      "namespace hedgerow::%s {\n\n// clang-format off\nconstexpr std::int16_t %s;\n"
      "// clang-format on\n\n}  // namespace hedgerow::%s\n",
      words.what, words.seed, words.seconds, head.c_str(), family, orders.c_str(), family);
}

// Interleaves the elements of both bytes of L, the second byte a little later. The other elements
// follow:
//
//   byte 0:  e0 e1 e2 e3 ...
//   byte 1:        f0 f1 f2 ...   then the rest
template <int kMost>
Order bytes_beside_each_other(const Elements<kMost>& e) {
  const auto last = [&](int i) { return i + 1 == e.count || e.of[i + 1].value != e.of[i].value; };
  int half = 0;  // the first element of the second byte
  for (int values = 0; values < 8; half++) values += e.output[e.of[half].value] >= 0 && last(half);
  Order wish;
  for (int i = 0; i < half + 50; i++) {
    if (i < half) wish.push_back((std::int16_t)i);
    if (i >= 50) wish.push_back((std::int16_t)(half + i - 50));
  }
  for (int i = 2 * half; i < e.count; i++) wish.push_back((std::int16_t)i);
  return wish;
}
template <class Pi>
void search_two_steps(Pi pi, const char* direction, const Words& words) {
  using namespace kuznyechik;
  const auto elements = make_two_steps(pi);
  // The two bytes that a pass adds are the last two bytes of the window of the next pass.
  const GateSetting setting = {bytes_beside_each_other(elements), kWindowPlanes, kKeepFor,
                               kWindowPlanes - kStepPlanes, kStepPlanes};
  const Found found = search_for<kStepRegisters>(elements, setting, words);
  write(words, "kuznyechik",
        "the order of two_steps.hpp's elements.\n// " + found.figures + ", over " +
            std::to_string(kStepRegisters) + " registers.\n",
        std::string("kOrderTo_") + direction + "[] = " + found.table);
}

void search_functions(const Words& words) {
  using namespace clefia;
  std::string head = "the orders of planes_elements.hpp's elements.\n", tables;
  int most = 0;
  for (int f = 0; f < 2; f++) {
    const auto elements = make_function(f);
    GateSetting setting = {{}, 2 * kWordPlanes, kKeepFor};
    for (int i = 0; i < elements.count; i++) setting.wish.push_back((std::int16_t)i);
    // The number is the same as in planes_program.hpp, which needs vectors to compile.
    const Found found = search_for<16>(elements, setting, words);
    head += "// F" + std::to_string(f) + ": " + found.figures + ".\n";
    tables += (f ? "," : "") + found.table;
    most = std::max(most, elements.count);
  }
  write(words, "clefia", head,
        "kFunctionOrder[2][" + std::to_string(most) + "] = {" + tables + "}");
}

}  // namespace

int main(int count, char** given) {
  const Words words = count == 4 ? Words{given[1], given[2], given[3]} : Words{"", "", ""};
  const std::string what = words.what;
  if (what == "kuznyechik-encrypt")
    search_two_steps(kuznyechik::PiOfNets{}, "encrypt", words);
  else if (what == "kuznyechik-decrypt")
    search_two_steps(kuznyechik::InversePiOfNets{}, "decrypt", words);
  else if (what == "clefia")
    search_functions(words);
  else
    return std::fputs("gate_order kuznyechik-encrypt|kuznyechik-decrypt|clefia SEED SECONDS\n",
                      stderr),
           2;
}
