// Runs single instructions on the processor, with chosen registers.
#pragma once

#include <setjmp.h>
#include <signal.h>
#include <sys/mman.h>

#include <cstdint>
#include <cstring>
#include <initializer_list>

#include "word.hpp"

namespace hedgerow::proof {

inline sigjmp_buf after_fault;
inline volatile sig_atomic_t runs_instruction;
// A fault of the check itself ends the program.
inline void on_fault(int number) {
  if (runs_instruction) siglongjmp(after_fault, number);
  signal(number, SIG_DFL);
}

// The registers that an instruction reads and changes.
struct State {
  std::uint64_t general[16], flags, masks[8];
  std::uint8_t vectors[32][64];
  std::uint8_t taken;  // a branch
};

// Executable memory with a function that loads the state, runs one instruction, and stores the state.
class Frame {
 public:
  Frame() {
    void* const p = mmap(nullptr, kBytes, PROT_READ | PROT_WRITE | PROT_EXEC,
                         MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (p == MAP_FAILED) throw ProofError("no executable memory");
    code_ = (std::uint8_t*)p;
    state = (State*)(code_ + 4096);
    host_ = code_ + 4096 + sizeof(State);
    const bool wide = __builtin_cpu_supports("avx512bw");
    for (int pass : {0, 1}) {  // load and store
      if (!pass) {
        put({0x53, 0x55, 0x41, 0x54, 0x41, 0x55, 0x41, 0x56, 0x41, 0x57});  // push rbx .. r15
        put({0x48, 0x89, 0x25}, host_);                                     // mov [host], rsp
      } else {
        general(0x89);
        put({0x48, 0x8b, 0x25}, host_);          // mov rsp, [host]
        put({0x9c, 0x8f, 0x05}, &state->flags);  // pushfq; pop [flags]
      }
      for (unsigned k = 0; k < (wide ? 32 : 16); k++) {
        if (wide)  // vmovdqu64 zmm, [..], or back
          put({0x62, (std::uint8_t)(0xf1 ^ (k & 8) << 4 ^ (k & 16)), 0xfe, 0x48,
               (std::uint8_t)(pass ? 0x7f : 0x6f), (std::uint8_t)(5 | (k & 7) << 3)},
              state->vectors[k]);
        else  // vmovups ymm, [..], or back
          put({0xc5, (std::uint8_t)(0xfc ^ (k & 8) << 4), (std::uint8_t)(0x10 + pass),
               (std::uint8_t)(5 | (k & 7) << 3)},
              state->vectors[k]);
      }
      for (unsigned k = 0; k < 8 && wide; k++)  // kmovq
        put({0xc4, 0xe1, 0xf8, (std::uint8_t)(pass ? 0x91 : 0x90), (std::uint8_t)(5 | k << 3)},
            &state->masks[k]);
      if (!pass) {
        put({0xff, 0x35}, &state->flags);  // push [flags]; popfq
        put({0x9d});
        general(0x8b);
        slot = at_;
        at_ += 24;  // an instruction and a jump
        taken = at_;
        put({0xc6, 0x05}, &state->taken, 1);  // mov byte [taken], 1
        put({1});
        back_ = at_;
      }
    }
    put({0xfc, 0x41, 0x5f, 0x41, 0x5e, 0x41, 0x5d, 0x41, 0x5c, 0x5d, 0x5b, 0xc3});
  }
  ~Frame() { munmap(code_, kBytes); }
  Frame(const Frame&) = delete;
  Frame& operator=(const Frame&) = delete;

  std::uint8_t* slot = nullptr;  // of the instruction
  std::uint8_t* taken = nullptr;
  State* state;

  void place(const std::uint8_t* instruction, std::size_t length) {
    std::memcpy(code_ + (slot - code_), instruction, length);
    at_ = slot + length;
    put({0xe9}, back_);
  }
  // Runs the instruction. Returns the signal that it raised, or 0.
  int run() const {
    const int number = sigsetjmp(after_fault, 1);
    runs_instruction = number == 0;
    if (number) return number;
    ((void (*)())code_)();
    runs_instruction = 0;
    return 0;
  }

 private:
  static constexpr std::size_t kBytes = 4096 + 8192;
  void put(std::initializer_list<std::uint8_t> bytes) {
    for (std::uint8_t b : bytes) *at() = b, at_++;
  }
  // The same and the distance of an address from the end of the instruction.
  void put(std::initializer_list<std::uint8_t> bytes, const void* address, int more = 0) {
    put(bytes);
    const std::int32_t distance = (std::int32_t)((const std::uint8_t*)address - (at() + 4 + more));
    std::memcpy(at(), &distance, 4);
    at_ += 4;
  }
  // Moves all general registers. rsp is the last.
  void general(std::uint8_t opcode) {
    for (unsigned k = 0; k < 17; k++)
      if (const unsigned r = k == 16 ? 4 : k; k == 16 || r != 4)
        put({(std::uint8_t)(0x48 | (r & 8) >> 1), opcode, (std::uint8_t)(5 | (r & 7) << 3)},
            &state->general[r]);
  }
  std::uint8_t* at() {
    if (!at_) at_ = code_;
    return at_;
  }

  std::uint8_t *code_, *host_, *at_ = nullptr, *back_ = nullptr;
};

}  // namespace hedgerow::proof
