// Circuits in files: the format of this tree and BLIF with every kind of fault, round trips between
// them, replacement by a better circuit, and the committed netlists.
//
// The suite turned red when a gate in a committed netlist was changed, when the bits of tables were
// in the other order, when the loop check of the BLIF reader, the check of the header's figures or
// the check for unneeded gates was left out, when output NOTs were not written, when the other
// circuits of a file were lost, when a better circuit was replaced, when a separator of gates
// without a blank was accepted, and when lines of gates were not wrapped. It also turned red when a
// circuit of another name or of another shape was replaced, when a wrong circuit was kept, and
// when FILE.new was overwritten.
#include <gtest/gtest.h>

#include <set>
#include <tuple>

#include "circuit/circuit_support.hpp"
#include "circuit/core/table_file.hpp"
#include "circuit/read/blif.hpp"
#include "circuit/verify/prove.hpp"

namespace hedgerow::circuit {
namespace {

NetlistFile parse_blif(const std::string& text) {
  std::istringstream in(text);
  return from_blif(in, "f.blif");
}

const std::string kSha256(64, 'a');

// Three inputs, and a gate of every function of up to three nets. All gates are outputs, and every
// second output is inverted.
Netlist every_gate() {
  Netlist n;
  n.inputs = 3;
  const auto add = [&](int fan_in, unsigned table) {
    Gate g{{1, 1, 1}, (std::uint8_t)fan_in, (std::uint8_t)table};
    for (int i = 0; i < fan_in; i++) g.in[i] = (Net)(2 - i);
    n.gates.push_back(g);
    n.outputs.push_back({(Net)(n.nets() - 1), n.gates.size() % 2 != 0});
  };
  for (const unsigned t : {0x00u, 0xffu}) add(0, t);
  for (unsigned t = 0; t < 4; t++) add(1, t * 0x55);
  for (unsigned t = 0; t < 16; t++) add(2, t * 0x11);
  for (unsigned t = 0; t < 256; t++) add(3, t);
  return n;
}

TEST(CircuitGates, EveryFunctionIsReadAsItWasWritten) {
  Netlist n = every_gate();
  n.provenance = {"construct", ~std::uint64_t{0}, 1.5, "another tool 2.0"};
  const std::string text = to_gates({{"a box: of three, 1", kSha256, "lut3", n}});
  const NetlistFile back = parse(text);
  EXPECT_TRUE(back.netlist.same_circuit(n));
  EXPECT_EQ(back.netlist.provenance, n.provenance);
  EXPECT_EQ(back.box, "a box: of three, 1");
  EXPECT_EQ(back.box_sha256, kSha256);
  EXPECT_EQ(back.basis, "lut3");
  EXPECT_EQ(to_gates({back}), text);
}

// The meaning of the text, worked out by hand. x0 is the low bit of the input.
TEST(CircuitGates, FormsMeanWhatTheySay) {
  const auto value = [](const std::string& form) {
    const Netlist n = parse("inputs 3\nt0 = " + form + "\noutputs t0\n").netlist;
    return simulate(n)[3].w[0] & 0xff;
  };
  EXPECT_EQ(value("x0 & x1"), 0x88u);
  EXPECT_EQ(value("x0 | x2"), 0xfau);
  EXPECT_EQ(value("x2 ^ x1"), 0x3cu);
  EXPECT_EQ(value("x0 & ~x1"), 0x22u);
  EXPECT_EQ(value("~x0 | x1"), 0xddu);
  EXPECT_EQ(value("~(x0 ^ x1)"), 0x99u);
  EXPECT_EQ(value("~x1"), 0x33u);
  EXPECT_EQ(value("1"), 0xffu);
  EXPECT_EQ(value("0xca(x2, x1, x0)"), 0xcau);  // like vpternlog: x2 ? x1 : x0
  EXPECT_EQ(value("0x2(x0, x1)"), 0x44u);       // only x1
}

const std::string kOrder = "box, sha256, table, basis, found, inputs, the gates, outputs";
const std::string kForms =
    "a gate is x0 & x1, x0 | x1 or x0 ^ x1, with ~ before one net or before the whole in "
    "parentheses; x0, ~x0, 0 or 1; or a table such as 0xca(x0, x1, x2)";

std::string fault(const std::string& text) {
  return error_of([&] { parse(text); });
}

TEST(CircuitGates, FaultsOfTheHeaderAreNamedByLineWithWhatMayStandThere) {
  EXPECT_EQ(fault(""), "f.gates: no circuit; a circuit has " + kOrder);
  EXPECT_EQ(fault("input 2\n"), "f.gates:1: unknown line `input 2`; a circuit has " + kOrder);
  EXPECT_EQ(fault("basis andn\nbox b\n"),
            "f.gates:2: box comes too late or twice; the order is " + kOrder);
  EXPECT_EQ(fault("box\n"), "f.gates:1: box has no value");
  EXPECT_EQ(fault("sha256 12\n"), "f.gates:1: sha256 is 64 digits 0 to 9 and a to f");
  EXPECT_EQ(fault("basis nand\n"),
            "f.gates:1: unknown basis nand; known: and-or-xor-not andn mux lut3 nand-nor-xor");
  EXPECT_EQ(fault("found by luck\n"),
            "f.gates:1: found is METHOD, seed N, SECONDS s, TOOL; not by luck");
  EXPECT_EQ(fault("found m, seed -1, 0 s, t\n"),
            "f.gates:1: found is METHOD, seed N, SECONDS s, TOOL; not m, seed -1, 0 s, t");
  EXPECT_EQ(fault("inputs 1025\n"), "f.gates:1: inputs is a number from 1 to 1024, not 1025");
  EXPECT_EQ(fault("t0 = x0\n"),
            "f.gates:1: a gate before the line `inputs`; the order is " + kOrder);
  EXPECT_EQ(fault("outputs x0\n"), "f.gates:1: outputs before the line `inputs`");
}

TEST(CircuitGates, FaultsOfGatesAreNamedByLineWithWhatMayStandThere) {
  const auto in_gates = [](const std::string& lines) { return fault("inputs 2\n" + lines); };
  EXPECT_EQ(in_gates("t1 = x0\n"),
            "f.gates:2: the next gate is `t0 = ...`: gates are numbered in their order");
  EXPECT_EQ(in_gates("t0 = x0 & x2\n"), "f.gates:2: no net `x2`; there are x0 to x1");
  EXPECT_EQ(in_gates("t0 = x0 & t0\n"), "f.gates:2: no net `t0`; there are x0 to x1");
  EXPECT_EQ(in_gates("t0 = ~x0\noutputs t1\n"),
            "f.gates:3: no net `t1`; there are x0 to x1, t0 to t0");
  for (const char* form : {"x0 + x1", "x0 & x1 & x1", "~x0 & ~x1", "0x1ca(x0, x1, x0)",
                           "0xca(x0, x1)", "0x4(x0)", "x0 x1", "", "0xCA(x0, x1, x0)"})
    EXPECT_EQ(in_gates(std::string("t0 = ") + form + "\n"),
              std::string("f.gates:2: ") +
                  (*form ? "`" + std::string(form) + "` is not a gate; " + kForms
                         : "the next gate is `t0 = ...`: gates are numbered in their order"));
  EXPECT_EQ(in_gates("t0 = 0xca(x0, x1, x0, x1)\n"),
            "f.gates:2: `0xca(x0, x1, x0, x1)` has more than three nets; " + kForms);
  EXPECT_EQ(fault("basis andn\ninputs 2\nt0 = ~(x0 & x1)\n"),
            "f.gates:3: `t0 = ~(x0 & x1)` is not a gate of the basis andn");
  EXPECT_EQ(in_gates("t0 = x0 & x1\n\n# the end\n"),
            "f.gates:4: the file ends before the line `outputs` of this circuit");
  EXPECT_EQ(in_gates("t0 = x0 & x1\nt1 = x0 | x1\noutputs t0\n"), "f.gates:3: no output needs t1");
  EXPECT_EQ(
      fault("basis andn: 2 gates, 0 output NOTs, depth 1, 2 live values\ninputs 2\nt0 = x0 & "
            "x1\noutputs t0\n"),
      "f.gates:1: the header says 2 gates, 0 output NOTs, depth 1, 2 live values; the circuit has "
      "1 gates, 0 output NOTs, depth 1, 2 live values");
}

TEST(CircuitGates, GatesShareALineOfAtMost120ColumnsOrHaveOneEach) {
  const NetlistFile f{"present", kSha256, "andn", small_circuit()};
  const std::string text = to_gates({f});
  std::string one_each = text;
  int gate = 0;
  for (std::size_t at = one_each.find("\nt0 = "); at != std::string::npos;
       at = one_each.find_first_of(";\n", at + 1)) {
    if (one_each[at] == ';')
      one_each.replace(at, 2, "\nt" + std::to_string(gate) + " = ");
    else if (one_each.compare(at, 3, "\nou") == 0)
      break;
    gate++;
  }
  EXPECT_NE(text, one_each);
  EXPECT_TRUE(parse(one_each).netlist.same_circuit(f.netlist));
  EXPECT_EQ(to_gates({parse(one_each)}), text);
  std::istringstream in(to_gates({{"all", kSha256, "lut3", every_gate()}}));
  std::size_t widest = 0;
  for (std::string line; std::getline(in, line);)
    if (line[0] == 't') widest = std::max(widest, line.size());
  EXPECT_LE(widest, 120u);
  EXPECT_GT(widest, 100u);
}

TEST(CircuitGates, WhatSeparatesGatesIsASemicolonAndABlank) {
  const auto in_gates = [](const std::string& line) {
    return fault("inputs 2\n" + line + "\noutputs t1\n");
  };
  EXPECT_EQ(in_gates("t0 = x0 & x1; ~t0"), "no error");
  EXPECT_EQ(in_gates("t0 = x0 & x1; t1 = ~t0"), "no error");
  for (const char* line :
       {"t0 = x0 & x1;t1 = ~t0", "t0 = x0 & x1; t1 = ~t0;", "t0 = x0 & x1; ; t1 = ~t0",
        "t0 = x0 & x1;; t1 = ~t0", "t0 = x0 & x1;\nt1 = ~t0"})
    EXPECT_EQ(
        in_gates(line),
        "f.gates:2: gates of one line have `; ` between them, and nothing follows the last one")
        << line;
  for (const char* line : {"t0 = x0 & x1;  t1 = ~t0", "t0 = x0 & x1; t2 = ~t0"})
    EXPECT_EQ(in_gates(line),
              "f.gates:2: the next gate is `t1 = ...`: gates are numbered in their order")
        << line;
  EXPECT_EQ(in_gates("t0 = x0 & x1, t1 = ~t0"), "f.gates:2: no net `t1`; there are x0 to x1");
  EXPECT_EQ(in_gates("t0 = x0 & x1;  ~t0"), "f.gates:2: ` ~t0` is not a gate; " + kForms);
  EXPECT_EQ(in_gates("x0 & x1; ~t0"),
            "f.gates:2: unknown line `x0 & x1; ~t0`; a circuit has " + kOrder);
}

TEST(CircuitFiles, ThroughBlifAndBackIsTheSame) {
  for (const char* basis : {"andn", "and-or-xor-not", "mux", "lut3", "nand-nor-xor"}) {
    SearchOptions o = quick(2);
    o.basis = basis;
    const NetlistFile f{"present", kSha256, basis, search(present(), o)};
    const NetlistFile back = parse_blif(to_blif(parse(to_gates({f}))));
    EXPECT_EQ(to_gates({back}), to_gates({f})) << basis;
    EXPECT_TRUE(back.netlist.same_circuit(f.netlist)) << basis;
  }
  const NetlistFile all{"all", kSha256, "lut3", every_gate()};
  EXPECT_EQ(to_gates({parse_blif(to_blif(all))}), to_gates({all}));
}

TEST(CircuitFiles, TheFormatIsKnownByTheFirstLineAndTheEnding) {
  const NetlistFile f{"present", kSha256, "andn", small_circuit()};
  const TemporaryFile gates("# a remark\n" + to_gates({f})), blif(to_blif(f));
  EXPECT_TRUE(read_netlist(gates.path).netlist.same_circuit(f.netlist));
  EXPECT_TRUE(read_netlist(blif.path).netlist.same_circuit(f.netlist));
  const std::string out = blif.path.string() + ".blif";
  write_netlists(out, {f});
  EXPECT_EQ(parse_blif(to_blif(f)).box, read_netlist(out).box);
  EXPECT_THROW(write_netlists(out, {f, f}), Error);
  std::filesystem::remove(out);
  EXPECT_EQ(error_of([] { read_netlists("/nowhere"); }),
            "cannot read /nowhere: No such file or directory");
}

// Returns the circuit with two more gates, and with the same outputs.
NetlistFile worsened(NetlistFile f) {
  Netlist& n = f.netlist;
  for (int i = 0; i < 2; i++) {
    n.gates.push_back({{n.outputs[0].net, 0, n.outputs[0].net}, 2, kTableXor});
    n.outputs[0].net = (Net)(n.nets() - 1);
  }
  return f;
}

TEST(CircuitFiles, NoOtherFileIsTouchedWhenAFileIsWritten) {
  const TemporaryFolder folder;
  const std::string path = folder.path / "out.gates", full = folder.path / "folder";
  const std::vector<std::string> others = {path + ".new", path + ".new0", full + ".new"};
  for (const std::string& other : others) std::ofstream(other) << "mine";
  std::filesystem::create_directories(full + "/inside");
  check_writable(path);
  EXPECT_FALSE(std::filesystem::exists(path));
  for (const char* text : {"first", "second"}) {
    write_file(path, text);
    EXPECT_EQ(read_text(path), text);
  }
  EXPECT_EQ(error_of([&] { check_writable(full); }), "cannot write " + full + ": Is a directory");
  EXPECT_EQ(error_of([&] { write_file(full, "text"); }),
            "cannot write " + full + ": Is a directory");
  for (const std::string& other : others) EXPECT_EQ(read_text(other), "mine") << other;
  const std::filesystem::directory_iterator all(folder.path);
  EXPECT_EQ(std::distance(begin(all), end(all)), (std::ptrdiff_t)others.size() + 2);
  EXPECT_EQ(std::filesystem::status(path).permissions(),
            std::filesystem::status(others[0]).permissions());
}

TEST(CircuitFiles, BetterCircuitsAreKept) {
  const NetlistFile good{"present", kSha256, "andn", small_circuit()}, worse = worsened(good);
  const TemporaryFile file(to_gates({good}));
  EXPECT_FALSE(write_if_better(file.path, worse));
  EXPECT_FALSE(write_if_better(file.path, good));
  write_netlists(file.path, {worse});
  EXPECT_TRUE(write_if_better(file.path, good));
  EXPECT_TRUE(read_netlist(file.path).netlist.same_circuit(good.netlist));
  NetlistFile other = good;
  other.box = "other";
  other.box_sha256 = std::string(64, 'b');
  EXPECT_EQ(error_of([&] { write_if_better(file.path, other); }),
            file.path.string() + " holds present over andn, not other over andn");
}

TEST(CircuitFiles, OneOfSeveralIsReplacedAndChosenByItsBox) {
  NetlistFile first{"first", kSha256, "andn", small_circuit()}, second = first;
  second.box = "second";
  second.box_sha256 = std::string(64, 'b');
  const TemporaryFile file(to_gates({first, worsened(second)}));
  EXPECT_TRUE(write_if_better(file.path, second));
  EXPECT_EQ(read_text(file.path), to_gates({first, second}));
  EXPECT_EQ(read_netlist(file.path, "second").box, "second");
  EXPECT_EQ(error_of([&] { read_netlist(file.path); }),
            file.path.string() + " holds first second; choose one by --box");
  EXPECT_EQ(error_of([&] { read_netlist(file.path, "third"); }),
            file.path.string() + " holds no circuit of third but first second");
  NetlistFile third = first;
  third.box = "third";
  third.box_sha256 = std::string(64, 'c');
  EXPECT_TRUE(write_if_better(file.path, third));
  EXPECT_EQ(read_netlists(file.path).size(), 3u);
}

TEST(CircuitFiles, CircuitsOfOtherBoxesAreNotReplaced) {
  const NetlistFile good{"present", kSha256, "andn", small_circuit()};
  const auto refused = [](const NetlistFile& kept, const NetlistFile& file) {
    const TemporaryFile out(to_gates({kept}));
    const std::string error = error_of([&] { write_if_better(out.path, file); });
    EXPECT_EQ(read_text(out.path), to_gates({kept}));
    return error.substr(std::min(error.find(" holds "), error.size()));
  };
  NetlistFile kept = worsened(good), file = good;
  kept.box = "other", kept.box_sha256 = file.box_sha256 = "";
  EXPECT_EQ(refused(kept, file), " holds other over andn, not present over andn");
  file.box_sha256 = kSha256;
  EXPECT_EQ(refused(kept, file), " holds other over andn, not present over andn");
  kept.box = "", file.box = "", file.box_sha256 = "";
  EXPECT_EQ(refused(kept, file), " holds (no name) over andn, not another box of this name");
  kept = worsened(good), file = good;
  file.netlist = parse("inputs 3\nt0 = x0 & x1\noutputs t0 x0 x1 x2\n").netlist;
  EXPECT_EQ(refused(kept, file), " holds present over andn, not another box of this name");
  file = good;
  file.netlist.outputs.pop_back();
  EXPECT_EQ(refused(kept, file), " holds present over andn, not another box of this name");
  kept.box_sha256 = "";
  const TemporaryFile out(to_gates({kept}));
  EXPECT_TRUE(write_if_better(out.path, good));  // the names are equal
}

TEST(CircuitFiles, AWrongCircuitIsNeitherKeptNorReplaced) {
  const NetlistFile good{"present", kSha256, "andn", small_circuit()};
  NetlistFile wrong = good;
  wrong.netlist = parse("inputs 4\nt0 = x0 & x1\noutputs t0 x1 x2 x3\n").netlist;
  NetlistFile sum{"sum", kSha256, "andn", parse("inputs 9\nt0 = x0 ^ x8\noutputs t0\n").netlist};
  NetlistFile product = sum;
  product.netlist.gates[0].table = kTableAnd;
  for (const auto& [kept, file, what] :
       {std::tuple{wrong, good, ": the circuit is not present: output 0 is wrong at input 1"},
        std::tuple{product, sum, ": gate 0 is not an XOR"}}) {
    const TemporaryFile out(to_gates({kept}));
    EXPECT_EQ(error_of([&] { write_if_better(out.path, file); }), out.path.string() + what);
    EXPECT_EQ(read_text(out.path), to_gates({kept}));
  }
}

TEST(CircuitFiles, CommittedNetlistsAreTheirBoxes) {
  std::set<std::tuple<std::string, std::string, std::string>> seen;
  for (const std::string& path : netlist_files({HR_CIRCUITS_DIR, HR_LAB_CIRCUITS_DIR})) {
    const std::string folder = std::filesystem::path(path).parent_path();
    const std::vector<NetlistFile> circuits = read_netlists(path);
    for (const NetlistFile& f : circuits) {
      const Box box = find_box(f.box);
      // Files of 152 circuits each would be mostly digests, so they have only the names (src/circuit/README.md).
      const bool named_only = f.box.rfind("gost:", 0) == 0 && f.box.find(":xor") != f.box.npos;
      EXPECT_EQ(f.box_sha256, named_only ? "" : digest(box)) << path;
      EXPECT_NO_THROW(verify(f.netlist, box)) << path;
      EXPECT_TRUE(seen.emplace(folder, f.box, f.basis).second)
          << f.box << " over " << f.basis << " is there twice in " << folder;
      EXPECT_TRUE(path.ends_with("." + f.basis + kNetlistEnding)) << path;
      EXPECT_TRUE(parse_blif(to_blif(f)).netlist.same_circuit(f.netlist)) << path;
    }
    EXPECT_EQ(read_text(path), to_gates(circuits)) << path;
  }
  EXPECT_GT(seen.size(), 0u);
}

TEST(CircuitBlif, FaultsAreNamedByLine) {
  const std::string head = ".model m\n.inputs a b\n.outputs y\n";
  const auto fault = [&](const std::string& body) {
    return error_of([&] { parse_blif(head + body); });
  };
  EXPECT_EQ(fault(".names a p q\n11 1\n.names q a p\n11 1\n.names q y\n1 1\n"),
            "f.blif:4: net q is part of a loop");
  EXPECT_EQ(fault(".names a c y\n11 1\n"), "f.blif:4: net c is not driven");
  EXPECT_EQ(fault(""), "f.blif:3: net y is not driven");
  EXPECT_EQ(fault(".names a y\n1 1\n.names b y\n1 1\n"), "f.blif:6: net y is driven twice");
  EXPECT_EQ(fault(".names a a\n1 1\n"), "f.blif:4: net a is driven twice");
  EXPECT_EQ(fault(".names a b y\n111 1\n"), "f.blif:5: a cover of the wrong width");
  EXPECT_EQ(fault(".names a b y\n12 1\n"), "f.blif:5: a cover has 0, 1 and - only");
  EXPECT_EQ(fault(".names a b y\n11 2\n"), "f.blif:5: the value of a cover is 0 or 1, not 2");
  EXPECT_EQ(fault(".names a b y\n11 1\n00 0\n"), "f.blif:6: a cover with rows of both values");
  EXPECT_EQ(fault(".latch a y\n"), "f.blif:4: unknown directive .latch");
  EXPECT_EQ(fault("11 1\n"), "f.blif:4: a cover outside .names");
  EXPECT_EQ(error_of([] { parse_blif(".model m\n.inputs a a\n.outputs a\n"); }),
            "f.blif:3: input a occurs twice");
  EXPECT_EQ(error_of([] { parse_blif(".inputs a\n.outputs a\n"); }), "f.blif:2: .model is missing");
}

// A fuzzer found that a line of tabs only was read beyond its words.
TEST(CircuitBlif, LinesOfBlanksAreSkipped) {
  const auto read =
      parse_blif("\t\n.model m\n \t\v\f\r\n.inputs a\n.outputs y\n.names a y\n\t\n0 1\n.end\n");
  EXPECT_EQ(read.netlist.outputs.size(), 1u);
}

TEST(CircuitBlif, CoversOfZerosAndDashesAreRead) {
  const Netlist n =
      parse_blif(".model m\n.inputs a b c\n.outputs y\n.names a b c y\n0-- 0\n-00 0\n.end\n")
          .netlist;
  ASSERT_EQ(n.gates.size(), 1u);
  for (unsigned x = 0; x < 8; x++) EXPECT_EQ(n.gates[0].table >> x & 1u, (x & 1) && (x >> 1)) << x;
}

}  // namespace
}  // namespace hedgerow::circuit
