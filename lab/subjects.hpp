// What the lab measures: a kernel on a message, or a piece of a cipher or processor that a paper measured by itself.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "base/kernel.hpp"

namespace hedgerow::lab {

// What a subject works on: random bytes, runs of 100 equal ones, or one value; a call works on what the one
// before it left where that is in place.
enum class Input { kRandom, kGrouped, kConstant };
void fill(std::uint8_t* data, std::size_t bytes, Input input);

class Subject {
 public:
  virtual ~Subject() = default;
  virtual void call() = 0;
  // That one call handles; of instructions: how many were executed.
  virtual std::size_t bytes() const = 0;
};

// Null, with a sentence on standard error, where it cannot run here. ":grouped" or ":constant" behind a kernel's or a
// primitive's name says what its input is; without it it is random.
Subject* make_subject(const char* name, const char* direction, std::size_t bytes);

// A kernel on a message, with a key of its own. Direction chain: encryption in place, so that each call waits for the
// one before it.
Subject* make_kernel_subject(const KernelOps& ops, std::size_t block_bytes, const char* direction,
                             Input input, std::size_t bytes);
// Takes the input's name off a subject's.
Input split_input(std::string& subject);

// As make_subject, each for its own kind; null where the name is not of that kind.
Subject* make_primitive(const char* name, Input input, std::size_t bytes);
Subject* make_instruction(const char* name);
Subject* make_sweep(const char* name, std::size_t bytes);

// Prints the JSON of every subject; 0.
int list_subjects();
void list_primitives();
void list_instructions();
void list_sweep();

// Prints the JSON of what a kernel's encryption takes: where its code begins, from the start of the program's image;
// bytes of the prepared key; bytes of stack. 0, or 4 with a sentence where it cannot run here.
int print_footprint(const char* id);

}  // namespace hedgerow::lab
