// Tests of the environment. The test program starts itself again with variables set, runs only the
// test Child.<name>, and reads its answer. In the parent, Child.<name> returns immediately.
#pragma once

#include <gtest/gtest.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <string>
#include <vector>

namespace hedgerow {

inline bool is_child(const char* name) {
  const char* value = getenv("HEDGEROW_TEST_CHILD");
  return value && std::string(value) == name;
}

constexpr const char* kAnswerMark = "answer: ";

// The child's test calls this once.
inline void answer(const std::string& text) { printf("%s%s\n", kAnswerMark, text.c_str()); }

// Returns the answer of the child, or "" if it gave no answer.
inline std::string run_child(const char* name, const std::vector<std::string>& variables) {
  int ends[2];
  if (pipe(ends)) return "";
  const pid_t pid = fork();
  if (pid == 0) {
    dup2(ends[1], STDOUT_FILENO);
    setenv("HEDGEROW_TEST_CHILD", name, 1);
    unsetenv("HEDGEROW_CPU_DISABLE");
    unsetenv("HEDGEROW_CPU_CLASS");
    unsetenv("HEDGEROW_KERNEL");
    for (const std::string& v : variables) {
      const size_t equals = v.find('=');
      setenv(v.substr(0, equals).c_str(), v.substr(equals + 1).c_str(), 1);
    }
    const std::string filter = std::string("--gtest_filter=Child.") + name;
    execl("/proc/self/exe", "child", filter.c_str(), (char*)nullptr);
    _exit(127);
  }
  close(ends[1]);
  std::string output;
  char chunk[512];
  for (ssize_t n; (n = read(ends[0], chunk, sizeof chunk)) > 0;) output.append(chunk, (size_t)n);
  close(ends[0]);
  waitpid(pid, nullptr, 0);
  const size_t at = output.find(kAnswerMark);
  if (at == std::string::npos) return "";
  const size_t start = at + std::string(kAnswerMark).size();
  return output.substr(start, output.find('\n', start) - start);
}

}  // namespace hedgerow
