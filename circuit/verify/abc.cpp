// Runs ABC with a file of commands in a separate process and returns its output.
#include "circuit/verify/abc.hpp"

#include <unistd.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <sstream>

#include "circuit/core/error.hpp"

namespace hedgerow::circuit {

std::string find_abc(const std::string& wanted) {
  if (!wanted.empty()) return access(wanted.c_str(), X_OK) == 0 ? wanted : "";
  const char* path = std::getenv("PATH");
  for (const char* name : {"berkeley-abc", "yosys-abc", "abc"}) {
    std::istringstream folders(path ? path : "");
    for (std::string folder; std::getline(folders, folder, ':');)
      if (access((folder + "/" + name).c_str(), X_OK) == 0) return folder + "/" + name;
  }
  return "";
}

std::string run_abc(const std::string& tool, const std::string& script) {
  const std::string command = "'" + tool + "' -q '" + script + "' 2>&1";
  std::FILE* pipe = popen(command.c_str(), "r");
  if (!pipe) throw Error("cannot run " + tool);
  std::string said;
  std::array<char, 512> text;
  while (std::fgets(text.data(), (int)text.size(), pipe)) said += text.data();
  pclose(pipe);
  return said;
}

TemporaryFolder::TemporaryFolder() {
  std::string name = (std::filesystem::temp_directory_path() / "hedgerow-circuit-XXXXXX").string();
  if (!mkdtemp(name.data())) throw Error("cannot make a temporary folder");
  path = name;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path, ignored);
}

}  // namespace hedgerow::circuit
