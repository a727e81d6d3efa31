// The command line -> the list of cases.
#pragma once

#include <string>
#include <vector>

#include "case.hpp"

namespace hedgerow::bench {

struct Options {
  std::vector<std::string> ciphers;     // empty: all
  std::vector<std::string> modes;       // ecb, ctr, aead, mgm, gcm, block, setup
  std::vector<std::string> directions;  // enc, dec
  std::vector<std::size_t> sizes;       // bytes of one call
  std::vector<std::string> kernels;     // forced ids; empty: as the library selects
  bool all_kernels = false;
  bool peers = false;
  bool json = false;
  unsigned threads = 1;
  double seconds = 0.5;
};

// Ends the program (help, a wrong argument) or returns what was asked for.
Options parse(int argc, char** argv);

// Throws std::runtime_error for a cipher or a kernel that does not exist.
std::vector<Case> plan(const Options& options);

}  // namespace hedgerow::bench
