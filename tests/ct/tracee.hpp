// A traced process: started without address space randomisation, stopped and resumed with ptrace.
// Starting a program takes longer than most cases. A case is therefore started and warmed up once,
// and each secret gets a copy of that process, made by fork. Errors are TraceError, because a
// tracer that lost its target must never report a verdict.
#pragma once

#include <sys/types.h>

#include <array>
#include <cstdint>
#include <stdexcept>
#include <string>

namespace hedgerow::tracing {

struct TraceError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// The general registers in the order of their encoding (RAX RCX RDX RBX RSP RBP RSI RDI R8..R15),
// then the segment bases, then a constant zero.
constexpr int kRax = 0, kRcx = 1, kRdx = 2, kRsp = 4, kRbp = 5, kFsBase = 16, kGsBase = 17,
              kZero = 18, kRegisterCount = 19;
struct Registers {
  std::array<std::uint64_t, kRegisterCount> value;
  std::uint64_t pc, flags;
};

class Tracee {
 public:
  // Starts `program case` and runs it to the place where it can be copied.
  Tracee(const std::string& program, const std::string& name);
  // Copies a target that is ready, and runs the copy to the begin of the traced part under this
  // seed.
  Tracee(Tracee& ready, std::uint32_t seed);
  ~Tracee();
  Tracee(const Tracee&) = delete;
  Tracee& operator=(const Tracee&) = delete;

  // Runs to the next int3 of the program and stops after it.
  void run_to_marker();
  // Runs to a place, and throws TraceError if the target stops anywhere else.
  void run_to(std::uint64_t pc);
  // Executes one instruction in hardware.
  void step();
  // Continues after the int3 at the current pc.
  void skip_marker();

  const Registers& registers() const { return registers_; }
  // Reads up to n bytes, and returns the number of bytes that were read.
  std::size_t read(std::uint64_t address, void* to, std::size_t n) const;
  // Returns the 64 bytes of vector register 0..31, with zeros for parts that the CPU lacks.
  std::array<std::uint64_t, 8> vector_register(int id) const;
  // k0..k7.
  std::uint64_t opmask_register(int id) const;
  // The text of /proc/PID/maps.
  std::string maps() const;

 private:
  explicit Tracee(pid_t stopped);
  pid_t copy(std::uint32_t seed);
  void resume(int request);
  void load_registers();
  void set_pc(std::uint64_t pc);
  void write_byte(std::uint64_t address, std::uint8_t byte);

  pid_t pid_;
  int memory_ = -1;
  Registers registers_{};
};

}  // namespace hedgerow::tracing
