// The kernels of the 2018 study of graphics processors: what each is compiled from, its
// tables, and what it must compute.
//
// All handle arrays of 16 bytes, out[i] = f(in[i]), or f(in[i], in[arrays + i]) with two arrays; their texts stand in
// text/, one for CUDA and OpenCL.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "device/contract.hpp"
#include "device/form.hpp"
#include "tables.hpp"

namespace hedgerow::lab {

struct StudyKernel {
  std::string name;                  // "sbox_8bit.shared_x32"
  std::string texts;                 // names of text/, behind study.h
  std::vector<std::string> options;  // of the compiler: numbers of the texts
  std::uint32_t group_threads, arrays_per_thread, local_words;
  std::vector<std::uint8_t> (*tables)();  // what `tables` points to; null: nothing
  Oracle expect;
  bool two_arrays = false;
  int rounds = 0;  // of XOR, AND, OR
};

const std::vector<StudyKernel>& study_kernels();
// Null where there is none of that name.
const StudyKernel* find_study_kernel(const std::string& name);
device::Source source_of(const StudyKernel& kernel, device::Language language);

}  // namespace hedgerow::lab
