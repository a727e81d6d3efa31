// What the lab measures: a kernel on a message, or a piece of a cipher or processor that a paper measured by itself.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "base/kernel.hpp"

#include "filling.hpp"

namespace hedgerow::lab {

// A call works on what the one before it left where that is in place.
class Subject {
 public:
  virtual ~Subject() = default;
  virtual void call() = 0;
  // That one call handles; of instructions: how many were executed.
  virtual std::size_t bytes() const = 0;
};

// Null, with a sentence on standard error, where it cannot run here. A kernel's or a primitive's name may have
// a filling's suffix.
Subject* make_subject(const char* name, const char* direction, std::size_t bytes);

// A kernel on a message, with a key of its own. Direction chain: encryption in place, so that each call waits for the
// one before it.
Subject* make_kernel_subject(const KernelOps& ops, std::size_t block_bytes, const char* direction,
                             Filling filling, std::size_t bytes);
// Takes a filling's suffix off a subject's name.
Filling split_filling(std::string& subject);

// As make_subject, each for its own kind; null where the name is not of that kind.
Subject* make_primitive(const char* name, Filling filling, std::size_t bytes);
Subject* make_instruction(const char* name);
Subject* make_sweep(const char* name, std::size_t bytes);
Subject* make_cached(const char* name, std::size_t bytes);

// Prints the JSON of every subject; 0.
int list_subjects();
void list_primitives();
void list_instructions();
void list_sweep();
void list_cached();

// Prints the JSON of what a kernel's encryption takes: where its code begins, from the start of the program's image;
// bytes of the prepared key; bytes of stack; blocks of a batch. 0, or 4 with a sentence where it cannot run here.
int print_footprint(const char* id);

}  // namespace hedgerow::lab
