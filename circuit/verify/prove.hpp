// Proves with another program that a circuit computes its box. ABC's command cec compares the circuit with the table of
// the box as BLIF. In the same run, ABC must refute a mutant, because that shows that the comparison works.
#pragma once

#include <string>
#include <vector>

#include "circuit/read/netlist_file.hpp"

namespace hedgerow::circuit {

enum class Proof { kProven, kWrong, kNoTool };
struct ProofResult {
  Proof proof;
  std::string detail;  // the tool and its output
};

struct Claim {
  NetlistFile file;
  Box box;
};

// Returns the results in the order of the claims. All claims are checked in one run of the tool, because starting it
// takes longer than comparing a small box. `tool` is a path, or empty for the first of berkeley-abc, yosys-abc and abc
// on PATH.
std::vector<ProofResult> prove(const std::vector<Claim>& claims, const std::string& tool,
                               std::uint64_t seed);
ProofResult prove(const NetlistFile& file, const Box& box, const std::string& tool,
                  std::uint64_t seed);

// Returns the circuit with a changed table of one gate, so that it no longer computes `box`.
Netlist mutant(const Netlist& n, const Box& box, std::uint64_t seed);

// Returns the box itself as BLIF: one .names block per output, with one row per input.
std::string table_blif(const Box& box);

}  // namespace hedgerow::circuit
