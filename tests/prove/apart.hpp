// Parts of a proof in processes of their own.
#pragma once

#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <exception>
#include <string>

#include "run.hpp"

namespace hedgerow::proof {

struct Outcome {
  std::string failure, part;  // `part`: what is missing in a proof of a part
  double seconds = 0;
};

// Runs something in a process of its own, so that its terms do not stay in the memory of this process.
template <class F>
Outcome apart(F run) {
  std::FILE* const lines = std::tmpfile();
  std::fflush(nullptr);
  const pid_t pid = lines ? fork() : -1;
  if (pid < 0) throw ProofError("no new process");
  if (pid == 0) {
    Outcome o;
    try {
      o = run();
    } catch (const std::exception& e) {
      o.failure = e.what();
    }
    std::fprintf(lines, "%.3f\n%s\n%s\n", seconds(), o.failure.c_str(), o.part.c_str());
    std::fflush(lines);
    std::_Exit(0);
  }
  waitpid(pid, nullptr, 0);
  std::rewind(lines);
  Outcome o{"the process ended", ""};
  char text[3][512];
  if (std::fgets(text[0], 512, lines) && std::fgets(text[1], 512, lines) &&
      std::fgets(text[2], 512, lines)) {
    for (auto& t : text) t[std::strcspn(t, "\n")] = 0;
    o = {text[1], text[2], std::strtod(text[0], nullptr)};
  }
  std::fclose(lines);
  return o;
}

}  // namespace hedgerow::proof
