// Compiles a CUDA text as C99 into a shared object with `cc`. NVRTC's standin does this
// immediately. The driver's standin does it for "PTX", which is the text itself after a first line
// with its options.
#pragma once

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

namespace standin {

inline constexpr char kPtxHead[] = "//standin-ptx";

struct Compiled {
  bool good = false;
  std::string image, log;
};

inline std::string content(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

// `options`: -DNAME=VALUE ..., each after a space.
inline Compiled compile(const std::string& text, const std::string& options) {
  char name[] = P_tmpdir "/standin-XXXXXX";
  if (!mkdtemp(name)) return {};
  const std::filesystem::path folder(name);
  std::ofstream(folder / "text.c") << text;
  const std::string command = "cc -std=gnu11 -w -O1 -shared -fPIC" + options + " -o " +
                              (folder / "image").string() + " " + (folder / "text.c").string() +
                              " >" + (folder / "log").string() + " 2>&1";
  const int status = std::system(command.c_str());
  const Compiled made{status == 0, content(folder / "image"), content(folder / "log")};
  std::filesystem::remove_all(folder);
  return made;
}

}  // namespace standin
