// ABC is a program for logic synthesis. Proofs and baselines call it.
#pragma once

#include <filesystem>
#include <string>

namespace hedgerow::circuit {

constexpr const char* kNoAbc = "no ABC (Debian: berkeley-abc)";

// Returns `wanted` if it can be run. If it is empty, returns the first of berkeley-abc, yosys-abc and abc on PATH.
// Returns an empty string if there is no such program.
std::string find_abc(const std::string& wanted);

// Returns the output of ABC for a script. File names in the script must not contain quotes or spaces.
std::string run_abc(const std::string& tool, const std::string& script);

struct TemporaryFolder {  // a new folder that the destructor removes
  std::filesystem::path path;
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
};

}  // namespace hedgerow::circuit
