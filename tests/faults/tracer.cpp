// The ptrace loop. Every thread stops at the begin and the end of a system call. If only some calls
// matter, a filter of seccomp lets the others pass, because a stop takes longer than most calls.
#include "tracer.hpp"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>

namespace hedgerow::faults {
namespace {

constexpr int kCannotStart = 127;
constexpr std::uint64_t kBreakpoint = 0xcc;

using SyscallInfo = __ptrace_syscall_info;

volatile sig_atomic_t ticks;
void count_tick(int) { ticks = ticks + 1; }

// Ten signals per second interrupt waitpid. One signal alone could arrive just before the wait and
// be lost.
void start_clock() {
  struct sigaction action{};
  action.sa_handler = count_tick;
  sigaction(SIGALRM, &action, nullptr);
  const itimerval tenth{{0, 100000}, {0, 100000}};
  setitimer(ITIMER_REAL, &tenth, nullptr);
  ticks = 0;
}

// Makes a filter that stops only at the calls that faults name.
std::vector<sock_filter> filter_of(const std::vector<Fault>& faults) {
  std::vector<sock_filter> program = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr))};
  for (const Fault& fault : faults) {
    program.push_back(
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, static_cast<std::uint32_t>(fault.number), 0, 1));
    program.push_back(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_TRACE));
  }
  program.push_back(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW));
  return program;
}

// Waits until it is traced, then executes the program in its own process group. With an empty
// filter every call stops.
[[noreturn]] void become_program(char** command, int gate, std::vector<sock_filter>& filter) {
  char go;
  setpgid(0, 0);
  if (read(gate, &go, 1) != 1) _exit(kCannotStart);
  close(gate);
  const sock_fprog program{static_cast<unsigned short>(filter.size()), filter.data()};
  if (!filter.empty() && (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 ||
                          prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0))
    _exit(kCannotStart);
  execvp(command[0], command);
  _exit(kCannotStart);
}

class Trace {
 public:
  Trace(char** command, std::vector<Fault>& faults, bool every_call)
      : faults_(faults), every_call_(every_call) {
    start(command);
  }
  ~Trace() {
    kill(-pid_, SIGKILL);
    while (waitpid(-1, nullptr, __WALL) > 0 || errno == EINTR) continue;
  }
  Outcome run(unsigned seconds);

 private:
  void start(char** command);
  void on_stop(pid_t thread, int status);
  void on_entry(pid_t thread, long number, const std::uint64_t* arguments);
  void strike(pid_t thread, const std::uint64_t* arguments, const Fault& fault);
  void on_exit(pid_t thread);
  void on_breakpoint(pid_t thread);
  void set_breakpoint();

  std::vector<Fault>& faults_;
  const bool every_call_;
  pid_t pid_ = -1;
  bool executed_ = false, loading_ = true;
  std::uint64_t entry_ = 0;
  long entry_word_ = 0;
  std::set<pid_t> others_;         // processes of other programs, which have one thread each
  std::map<pid_t, long> results_;  // the value that the current call of a thread shall return
  Outcome outcome_;
};

void Trace::start(char** command) {
  std::vector<sock_filter> filter;
  if (!every_call_) filter = filter_of(faults_);
  int gate[2];
  if (pipe2(gate, O_CLOEXEC) != 0) throw TracerError("no pipe");
  pid_ = fork();
  if (pid_ < 0) throw TracerError("fork failed");
  if (pid_ == 0) {
    close(gate[1]);
    become_program(command, gate[0], filter);
  }
  setpgid(pid_, pid_);
  close(gate[0]);
  constexpr long options = PTRACE_O_EXITKILL | PTRACE_O_TRACESYSGOOD | PTRACE_O_TRACECLONE |
                           PTRACE_O_TRACEFORK | PTRACE_O_TRACEVFORK | PTRACE_O_TRACEEXEC |
                           PTRACE_O_TRACESECCOMP;
  if (ptrace(PTRACE_SEIZE, pid_, 0, options) != 0 || ptrace(PTRACE_INTERRUPT, pid_, 0, 0) != 0)
    throw TracerError(std::string("ptrace is not allowed here: ") + strerror(errno));
  if (write(gate[1], "", 1) != 1) throw TracerError("no start");
  close(gate[1]);
}

// The loader jumps to the entry point after it has loaded and initialised all libraries.
void Trace::set_breakpoint() {
  std::ifstream file("/proc/" + std::to_string(pid_) + "/auxv", std::ios::binary);
  std::uint64_t pair[2];
  while (file.read(reinterpret_cast<char*>(pair), sizeof pair))
    if (pair[0] == AT_ENTRY) entry_ = pair[1];
  errno = 0;
  entry_word_ = ptrace(PTRACE_PEEKTEXT, pid_, entry_, 0);
  const long word = (entry_word_ & ~0xffL) | static_cast<long>(kBreakpoint);
  if (errno != 0 || ptrace(PTRACE_POKETEXT, pid_, entry_, word) != 0)
    throw TracerError("no breakpoint at the entry point");
}

void Trace::on_breakpoint(pid_t thread) {
  loading_ = false;
  ptrace(PTRACE_POKETEXT, thread, entry_, entry_word_);
  ptrace(PTRACE_POKEUSER, thread, offsetof(user, regs.rip), entry_);
}

void Trace::strike(pid_t thread, const std::uint64_t* arguments, const Fault& fault) {
  constexpr std::size_t kArguments[] = {offsetof(user, regs.rdi), offsetof(user, regs.rsi),
                                        offsetof(user, regs.rdx), offsetof(user, regs.r10),
                                        offsetof(user, regs.r8),  offsetof(user, regs.r9)};
  if (outcome_.struck++ == 0) outcome_.struck_loading = loading_;
  const bool writes = fault.number == SYS_write || fault.number == SYS_writev;
  outcome_.struck_stderr |= writes && arguments[0] == STDERR_FILENO;
  switch (fault.effect) {
    case Effect::kKill:
      kill(others_.contains(thread) ? thread : pid_, SIGKILL);
      break;
    case Effect::kShort:
      ptrace(PTRACE_POKEUSER, thread, kArguments[fault.value], (arguments[fault.value] + 1) / 2);
      break;
    case Effect::kError:
      ptrace(PTRACE_POKEUSER, thread, offsetof(user, regs.orig_rax), -1L);
      [[fallthrough]];
    case Effect::kAfter:
      results_[thread] = fault.value;
  }
}

void Trace::on_entry(pid_t thread, long number, const std::uint64_t* arguments) {
  const bool other = others_.contains(thread);
  outcome_.calls.push_back({number, other, loading_});
  for (auto& fault : faults_) {
    const bool matches =
        fault.number == number && fault.other == other &&
        (fault.argument < 0 || (arguments[fault.argument] & fault.mask) == fault.mask);
    if (!matches) continue;
    fault.met++;
    if (fault.met == fault.occurrence || (fault.on && fault.met > fault.occurrence))
      return strike(thread, arguments, fault);
  }
}

void Trace::on_exit(pid_t thread) {
  const auto result = results_.find(thread);
  if (result == results_.end()) return;
  ptrace(PTRACE_POKEUSER, thread, offsetof(user, regs.rax), result->second);
  results_.erase(result);
}

void Trace::on_stop(pid_t thread, int status) {
  const int signal_number = WSTOPSIG(status), event = status >> 16;
  int delivered = 0;
  if (signal_number == (SIGTRAP | 0x80) || event == PTRACE_EVENT_SECCOMP) {
    SyscallInfo info;
    if (ptrace(PTRACE_GET_SYSCALL_INFO, thread, sizeof info, &info) > 0 && executed_) {
      if (info.op == PTRACE_SYSCALL_INFO_ENTRY)
        on_entry(thread, static_cast<long>(info.entry.nr), info.entry.args);
      if (info.op == PTRACE_SYSCALL_INFO_SECCOMP)
        on_entry(thread, static_cast<long>(info.seccomp.nr), info.seccomp.args);
      if (info.op == PTRACE_SYSCALL_INFO_EXIT) on_exit(thread);
    }
  } else if (event == PTRACE_EVENT_EXEC) {
    if (thread != pid_)
      others_.insert(thread);
    else if (!executed_)
      set_breakpoint();
    executed_ = true;
  } else if (event == 0) {
    if (signal_number == SIGTRAP && executed_ && loading_)
      on_breakpoint(thread);
    else
      delivered = signal_number;
  }
  // Continues to the end of the current call if its result is to change, otherwise to the next
  // call.
  const bool next = every_call_ || results_.contains(thread);
  ptrace(next ? PTRACE_SYSCALL : PTRACE_CONT, thread, 0, delivered);
}

Outcome Trace::run(unsigned seconds) {
  start_clock();
  for (;;) {
    int status;
    const pid_t thread = waitpid(-1, &status, __WALL);
    if (thread < 0 && errno == ECHILD) break;
    if (!outcome_.timed_out && ticks >= static_cast<int>(10 * seconds)) {
      outcome_.timed_out = true;
      kill(-pid_, SIGKILL);
    }
    if (thread < 0) continue;
    if (WIFSTOPPED(status)) {
      on_stop(thread, status);
    } else if (thread == pid_) {
      if (WIFEXITED(status)) outcome_.exit_code = WEXITSTATUS(status);
      if (WIFSIGNALED(status)) outcome_.signal = WTERMSIG(status);
    }
  }
  if (!executed_) throw TracerError("the program could not be started");
  return std::move(outcome_);
}

}  // namespace

Outcome trace(char** command, std::vector<Fault> faults, bool every_call, unsigned seconds) {
  return Trace(command, faults, every_call).run(seconds);
}

}  // namespace hedgerow::faults
