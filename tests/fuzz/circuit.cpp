// Files of circuits, boxes and cell libraries in every format that `hedgerow circuit` reads.
//
//   input   the file; the format is recognised by its content. Seeds: corpus/circuit, src/circuit
//           and circuit/search/boxes
//
// Properties: only Error is thrown. Gates come after their fan-ins. A circuit that is written in
// any format and read again computes the same function, and in this project's format it is the same
// text. A box is the same after its definition was read.
//
// It found that a truth table with the suffix :des and a line of tabs in BLIF were read beyond their
// end, and that AIGER without outputs was accepted.
#include <cmath>
#include <sstream>

#include "circuit/core/cells.hpp"
#include "circuit/core/error.hpp"
#include "circuit/core/matrix.hpp"
#include "circuit/core/table_file.hpp"
#include "circuit/read/blif.hpp"
#include "circuit/read/foreign.hpp"
#include "circuit/read/netlist_file.hpp"
#include "fuzz.hpp"

using namespace hedgerow::circuit;
using namespace hedgerow_fuzz;

namespace {

template <class Work>
bool succeeds(Work work) {
  try {
    work();
    return true;
  } catch (const Error& e) {
    check(*e.what() != 0, "an error has a sentence");
    return false;
  }
}

void check_valid(const Netlist& n) {
  check(n.inputs >= 1 && n.inputs <= 1024 && n.nets() <= 60001, "a circuit has a possible size");
  check(!n.outputs.empty(), "a circuit has an output");
  for (int net = n.inputs; net < n.nets(); net++)
    for (const Net in : n.gate(net).in)
      check(in < net || n.gate(net).fan_in == 0, "a gate comes after its fan-ins");
  for (const Output& o : n.outputs) check(o.net < n.nets(), "an output is a net");
}

bool same_function(const Netlist& a, const Netlist& b) {
  if (a.inputs != b.inputs || a.outputs.size() != b.outputs.size()) return false;
  if (a.inputs > 8) return true;
  const auto values = simulate(a), others = simulate(b);
  for (std::size_t i = 0; i < a.outputs.size(); i++) {
    const Output x = a.outputs[i], y = b.outputs[i];
    for (unsigned at = 0; at < 1u << a.inputs; at++)
      if ((values[x.net].at(at) != x.inverted) != (others[y.net].at(at) != y.inverted))
        return false;
  }
  return true;
}

void write_and_read(const NetlistFile& read) {
  check_valid(read.netlist);
  NetlistFile file;
  file.netlist = without_dead_gates(read.netlist);
  file.netlist.provenance = {"search", 7, 0.25, "a tool"};
  file.basis = "lut3";
  const auto text = to_gates({file});
  std::istringstream gates(text);
  const auto again = from_gates(gates, "gates");
  check(again.size() == 1 && to_gates(again) == text, "a gate file is read as it was written");
  check(same_function(again[0].netlist, file.netlist), "a gate file keeps the function");
  std::istringstream blif(to_blif(file));
  check(same_function(from_blif(blif, "blif").netlist, file.netlist), "BLIF keeps the function");
  // These formats and their readers have no constant outputs.
  succeeds([&] {
    const auto aiger = to_aiger(file.netlist);
    check(same_function(from_aiger(aiger, "aiger").netlist, file.netlist),
          "AIGER keeps the function");
  });
  succeeds([&] {
    const auto bristol = to_bristol(file.netlist);
    check(same_function(from_bristol(bristol, "bristol").netlist, file.netlist),
          "Bristol keeps the function");
  });
}

void read_box(const std::string& path) {
  succeeds([&] {
    const Box box = read_box_file(path);
    if (box.linear()) {
      check(box.rows.size() <= 1024 && (int)box.rows[0].size() == box.inputs, "rows have a length");
      check(transposed(transposed(box.rows)) == box.rows, "a matrix can be transposed");
      return;
    }
    check(box.inputs >= 3 && box.inputs <= 8 && box.width >= 1 && box.width <= 8,
          "a box has a size");
    check(digest(box_of_definition(box.name, box.definition)) == digest(box),
          "a definition is its box");
  });
}

void read_cells_of(const std::string& text) {
  for (const auto& parse : {parse_cells, parse_liberty})
    succeeds([&] {
      const auto cells = parse(text, "cells");
      for (const auto& [kind, area] : cells.area)
        check(std::isfinite(area) && area > 0, "a cell has an area");
      for (const Basis& basis : bases()) succeeds([&] { with_cells(basis, cells); });
    });
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const MemoryFile file({data, size});
  const auto path = file.path();
  std::vector<NetlistFile> circuits;
  succeeds([&] { circuits = read_netlists(path); });
  for (const auto& circuit : circuits) write_and_read(circuit);
  for (const char* shape : {"", ":des", ":4x4", ":8x8", ":3x1", ":9x9"}) read_box(path + shape);
  read_cells_of(text_of({data, size}));
  succeeds([&] {
    for (const auto& row : read_tab_rows(path, 2))
      check(row.fields.size() == 2, "a row has its fields");
  });
  return 0;
}
