// ABC, the tool of logic synthesis that proofs and baselines call.
#pragma once

#include <filesystem>
#include <string>

namespace hedgerow::circuit {

constexpr const char* kNoAbc = "no ABC (Debian: berkeley-abc)";

// `wanted` where it can be run, or the first of berkeley-abc, yosys-abc and abc on PATH where it is
// empty; else empty.
std::string find_abc(const std::string& wanted);

// What it says to a script; file names in it have no quotes or blanks.
std::string run_abc(const std::string& tool, const std::string& script);

struct TemporaryFolder {  // a fresh one, removed at the end
  std::filesystem::path path;
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
};

}  // namespace hedgerow::circuit
