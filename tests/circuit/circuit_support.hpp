// Shared by the tests of the circuit compiler: a small box, temporary files, and messages of
// errors.
#pragma once

#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "circuit/core/error.hpp"
#include "circuit/read/netlist_file.hpp"
#include "circuit/search/search.hpp"
#include "support/seed.hpp"

namespace hedgerow::circuit {

inline const std::vector<unsigned> kPresent = {12, 5,  6,  11, 9, 0, 10, 13,
                                               3,  14, 15, 8,  4, 7, 1,  2};

inline Box present() { return make_box("present", {kPresent}, 4, true); }

template <class F>
std::string error_of(F&& f) {
  try {
    f();
  } catch (const Error& e) {
    return e.what();
  }
  return "no error";
}

struct TemporaryFile {
  std::filesystem::path path;
  explicit TemporaryFile(const std::string& text) {
    std::string name =
        (std::filesystem::temp_directory_path() / "hedgerow-circuit-XXXXXX").string();
    close(mkstemp(name.data()));
    path = name;
    std::ofstream(path) << text;
  }
  ~TemporaryFile() { std::filesystem::remove(path); }
};

struct TemporaryFolder {
  std::filesystem::path path;
  TemporaryFolder() {
    std::string name =
        (std::filesystem::temp_directory_path() / "hedgerow-circuit-XXXXXX").string();
    path = mkdtemp(name.data());
  }
  ~TemporaryFolder() { std::filesystem::remove_all(path); }
};

// Returns the only circuit of a text in the format of this tree.
inline NetlistFile parse(const std::string& text) {
  std::istringstream in(text);
  return from_gates(in, "f.gates").at(0);
}

inline SearchOptions quick(std::uint64_t runs) {
  SearchOptions o;
  o.effort = 1;
  o.runs = runs;
  return o;
}

inline Netlist small_circuit() { return search(present(), quick(1)); }

}  // namespace hedgerow::circuit
