// The kernels of the 2018 study of graphics processors, with the source, the tables and the oracle of each.
//
// All kernels process arrays of 16 bytes: out[i] = f(in[i]), or f(in[i], in[arrays + i]) with two arrays. The sources
// are in source/, and each is valid in CUDA and in OpenCL.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "device/contract.hpp"
#include "device/kernel_info.hpp"
#include "tables.hpp"

namespace hedgerow::lab {

struct StudyKernel {
  std::string name;                  // for example "sbox_8bit.shared_x32"
  std::string sources;               // names of source/ that follow study.h
  std::vector<std::string> options;  // of the compiler: numbers of the sources
  std::uint32_t group_threads, arrays_per_thread, local_words;
  std::vector<std::uint8_t> (*tables)();  // contents of `tables`; null: empty
  Oracle expect;
  bool two_arrays = false;
  int rounds = 0;  // of XOR, AND, OR
};

const std::vector<StudyKernel>& study_kernels();
// Returns null for an unknown name.
const StudyKernel* find_study_kernel(const std::string& name);
device::Source source_of(const StudyKernel& kernel, device::Language language);

}  // namespace hedgerow::lab
