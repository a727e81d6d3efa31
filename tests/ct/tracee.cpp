// Tracee: fork, ptrace, /proc/PID/mem, and the XSAVE image for vector registers.
#include "tracee.hpp"

#include <cpuid.h>
#include <elf.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/personality.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/uio.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>
#include <sstream>
#include <vector>

namespace hedgerow::tracing {
namespace {

constexpr int kCannotTrace = 126, kCannotStart = 127;
constexpr rlim_t kCpuSeconds = 300;  // ends a target that does not stop

// Runs between vfork and exec, so it makes only system calls: memory and locks are those of the parent.
[[noreturn]] void become_target(char** arguments) {
  char* environment[] = {nullptr};
  const rlimit limit{kCpuSeconds, kCpuSeconds};
  setrlimit(RLIMIT_CPU, &limit);
  if (personality(ADDR_NO_RANDOMIZE) < 0 || ptrace(PTRACE_TRACEME, 0, 0, 0) < 0)
    _exit(kCannotTrace);
  execve(arguments[0], arguments, environment);
  _exit(kCannotStart);
}

std::string describe(int status) {
  if (WIFEXITED(status)) return "the target exited with " + std::to_string(WEXITSTATUS(status));
  const int signal = WIFSIGNALED(status) ? WTERMSIG(status) : WSTOPSIG(status);
  return std::string("the target was stopped by ") + strsignal(signal);
}

// Starts `program case`, stopped at its first instruction.
pid_t start(const std::string& program, const std::string& name) {
  std::string path = program, argument = name;
  char* arguments[] = {path.data(), argument.data(), nullptr};
  const pid_t pid = vfork();  // a fork would copy the page tables of all decoded code
  if (pid < 0) throw TraceError("fork failed");
  if (pid == 0) become_target(arguments);
  int status;
  waitpid(pid, &status, 0);
  if (!WIFSTOPPED(status)) throw TraceError("cannot start " + program + ": " + describe(status));
  ptrace(PTRACE_SETOPTIONS, pid, 0, PTRACE_O_EXITKILL | PTRACE_O_TRACECLONE | PTRACE_O_TRACEFORK);
  return pid;
}

// Components of the XSAVE image in the standard format. CPUID gives the offset of each component.
enum Component { kYmmHigh = 2, kOpmask = 5, kZmmHigh = 6, kHighZmm = 7 };
unsigned component_offset(Component component) {
  unsigned size, offset, c, d;
  __cpuid_count(0xd, component, size, offset, c, d);
  return size ? offset : 0;
}

std::vector<std::uint8_t> xsave_image(pid_t pid) {
  std::vector<std::uint8_t> image(1 << 15);
  iovec v{image.data(), image.size()};
  if (ptrace(PTRACE_GETREGSET, pid, NT_X86_XSTATE, &v) < 0)
    throw TraceError("cannot read the vector registers");
  return image;
}

}  // namespace

Tracee::Tracee(pid_t stopped) : pid_(stopped) {
  const std::string file = "/proc/" + std::to_string(pid_) + "/mem";
  memory_ = open(file.c_str(), O_RDWR | O_CLOEXEC);
  if (memory_ < 0) throw TraceError("cannot open " + file);
}

Tracee::Tracee(const std::string& program, const std::string& name) : Tracee(start(program, name)) {
  run_to_marker();
}

Tracee::Tracee(Tracee& ready, std::uint32_t seed) : Tracee(ready.copy(seed)) { run_to_marker(); }

// Starts at the int3 where the target is ready. The target forks and takes the seed from RAX, and
// the copy runs to that int3 again.
pid_t Tracee::copy(std::uint32_t seed) {
  if (ptrace(PTRACE_POKEUSER, pid_, offsetof(user, regs.rax), (unsigned long)seed) < 0)
    throw TraceError("cannot hand the seed to the target");
  ptrace(PTRACE_CONT, pid_, 0, 0);
  int status;
  waitpid(pid_, &status, 0);
  if (status >> 8 != (SIGTRAP | PTRACE_EVENT_FORK << 8))
    throw TraceError("no copy of the target: " + describe(status));
  unsigned long made = 0;
  ptrace(PTRACE_GETEVENTMSG, pid_, 0, &made);
  waitpid((pid_t)made, &status, __WALL);
  if (!WIFSTOPPED(status)) throw TraceError("a copy does not stop: " + describe(status));
  run_to_marker();
  return (pid_t)made;
}

Tracee::~Tracee() {
  if (memory_ >= 0) close(memory_);
  kill(pid_, SIGKILL);
  waitpid(pid_, nullptr, 0);
}

void Tracee::resume(int request) {
  ptrace((__ptrace_request)request, pid_, 0, 0);
  int status;
  waitpid(pid_, &status, 0);
  if (!WIFSTOPPED(status) || WSTOPSIG(status) != SIGTRAP) throw TraceError(describe(status));
  if (status >> 16) throw TraceError("the target made a thread or a process");
  load_registers();
}

void Tracee::load_registers() {
  user_regs_struct r;
  if (ptrace(PTRACE_GETREGS, pid_, 0, &r) < 0) throw TraceError("cannot read the registers");
  registers_ = {{r.rax, r.rcx, r.rdx, r.rbx, r.rsp, r.rbp, r.rsi, r.rdi, r.r8, r.r9, r.r10, r.r11,
                 r.r12, r.r13, r.r14, r.r15, r.fs_base, r.gs_base, 0},
                r.rip,
                r.eflags};
}

void Tracee::set_pc(std::uint64_t pc) {
  if (ptrace(PTRACE_POKEUSER, pid_, offsetof(user, regs.rip), pc) < 0)
    throw TraceError("cannot set the program counter");
  registers_.pc = pc;
}

void Tracee::write_byte(std::uint64_t address, std::uint8_t byte) {
  if (pwrite(memory_, &byte, 1, (off_t)address) != 1) throw TraceError("cannot set a breakpoint");
}

void Tracee::run_to_marker() { resume(PTRACE_CONT); }

void Tracee::step() { resume(PTRACE_SINGLESTEP); }

void Tracee::skip_marker() { set_pc(registers_.pc + 1); }

void Tracee::run_to(std::uint64_t pc) {
  std::uint8_t original;
  if (read(pc, &original, 1) != 1) throw TraceError("cannot read the target's code");
  write_byte(pc, 0xcc);
  resume(PTRACE_CONT);
  write_byte(pc, original);
  if (registers_.pc != pc + 1)
    throw TraceError("the target stopped at a place that was not foreseen");
  set_pc(pc);
}

std::size_t Tracee::read(std::uint64_t address, void* to, std::size_t n) const {
  const ssize_t got = pread(memory_, to, n, (off_t)address);
  return got < 0 ? 0 : (std::size_t)got;
}

std::array<std::uint64_t, 8> Tracee::vector_register(int id) const {
  static const unsigned ymm_high = component_offset(kYmmHigh);
  static const unsigned zmm_high = component_offset(kZmmHigh);
  static const unsigned high_zmm = component_offset(kHighZmm);
  constexpr unsigned kXmm = 160;  // in the legacy area
  const std::vector<std::uint8_t> image = xsave_image(pid_);
  std::array<std::uint64_t, 8> r{};
  if (id >= 16) {
    memcpy(r.data(), &image[high_zmm + 64 * (id - 16)], 64);
    return r;
  }
  memcpy(r.data(), &image[kXmm + 16 * id], 16);
  if (ymm_high) memcpy(r.data() + 2, &image[ymm_high + 16 * id], 16);
  if (zmm_high) memcpy(r.data() + 4, &image[zmm_high + 32 * id], 32);
  return r;
}

std::uint64_t Tracee::opmask_register(int id) const {
  static const unsigned opmask = component_offset(kOpmask);
  std::uint64_t r;
  memcpy(&r, &xsave_image(pid_)[opmask + 8 * id], 8);
  return r;
}

std::string Tracee::maps() const {
  std::ostringstream text;
  text << std::ifstream("/proc/" + std::to_string(pid_) + "/maps").rdbuf();
  return text.str();
}

}  // namespace hedgerow::tracing
