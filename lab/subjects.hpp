// A subject is anything that the lab measures: a kernel on a message, or a part of a cipher or processor that a paper
// measured separately.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "base/kernel.hpp"

#include "filling.hpp"

namespace hedgerow::lab {

// A subject that works in place continues with the result of the previous call.
class Subject {
 public:
  virtual ~Subject() = default;
  virtual void call() = 0;
  // Returns the bytes that one call processes, or for instructions the number of executed instructions.
  virtual std::size_t bytes() const = 0;
};

// Returns null, with a sentence on standard error, if the subject cannot run here. The name of a kernel or a primitive
// may end with the suffix of a filling.
Subject* make_subject(const char* name, const char* direction, std::size_t bytes);

// Returns a kernel on a message with its own key. The direction "chain" is encryption in place, so that each call waits
// for the previous one.
Subject* make_kernel_subject(const KernelOps& ops, std::size_t block_bytes, const char* direction,
                             Filling filling, std::size_t bytes);
// Removes the suffix of a filling from a subject's name.
Filling split_filling(std::string& subject);

// As make_subject, for one kind of subject each. They return null if the name is not of that kind.
Subject* make_primitive(const char* name, Filling filling, std::size_t bytes);
Subject* make_instruction(const char* name);
Subject* make_sweep(const char* name, std::size_t bytes);
Subject* make_cached(const char* name, std::size_t bytes);

// Prints the JSON of every subject and returns 0.
int list_subjects();
void list_primitives();
void list_instructions();
void list_sweep();
void list_cached();

// Prints JSON about the encryption of a kernel: the start of its code relative to the program's image, the bytes of the
// prepared key, the bytes of stack, and the blocks of a batch. Returns 0, or 4 with a sentence if the kernel cannot run
// here.
int print_footprint(const char* id);

}  // namespace hedgerow::lab
