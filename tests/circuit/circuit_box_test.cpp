// Boxes of the circuit compiler: by name, joined, and from files of each kind with every fault.
//
// The suite turned red when `circulant` rotated to the right, when the check for duplicates was
// left out, when two entries of the box of SHAMASH were exchanged, when chi had its two factors
// exchanged, and when the name of a box had the # of its file.
#include <gtest/gtest.h>

#include <bit>
#include <set>

#include "cipher/kalyna/spec.hpp"
#include "cipher/kuznyechik/spec.hpp"
#include "circuit/circuit_support.hpp"

namespace hedgerow::circuit {
namespace {

TEST(CircuitBox, NamedBoxesAreTheCiphers) {
  for (int b = 0; b < 4; b++)
    for (unsigned x = 0; x < 256; x++) {
      const std::string n = std::to_string(b);
      ASSERT_EQ(find_box("kalyna:" + n).bytes[x], kalyna::kBoxes.box[b].t[x]);
      ASSERT_EQ(find_box("kalyna:inv" + n).bytes[kalyna::kBoxes.box[b].t[x]], x);
    }
  for (unsigned x = 0; x < 256; x++)
    ASSERT_EQ(find_box("kuznyechik:inv").bytes[kuznyechik::kPi[x]], x);
  const auto aes = find_box("aes").bytes, sm4 = find_box("sm4").bytes;
  EXPECT_EQ(aes[0x53], 0xed);  // the example of FIPS 197, section 5.1.1
  EXPECT_EQ(aes[0], 0x63);
  EXPECT_EQ(sm4[0xef], 0x84);  // the example of GB/T 32907-2016
  EXPECT_EQ(sm4[0], 0xd6);
}

// The largest number of inputs x with S(x) ^ S(x ^ a) = b, over all a except 0 and all b.
int differential_uniformity(const std::vector<std::uint8_t>& s) {
  int most = 0;
  for (unsigned a = 1; a < s.size(); a++) {
    std::vector<int> count(s.size());
    for (unsigned x = 0; x < s.size(); x++) most = std::max(most, ++count[s[x] ^ s[x ^ a]]);
  }
  return most;
}

// The largest sum of (-1)^(a.x + b.S(x)), over all a and all b except 0.
int linearity(const std::vector<std::uint8_t>& s) {
  int most = 0;
  for (unsigned a = 0; a < s.size(); a++)
    for (unsigned b = 1; b < s.size(); b++) {
      int sum = 0;
      for (unsigned x = 0; x < s.size(); x++)
        sum += std::popcount((a & x) ^ (b & s[x])) % 2 ? -1 : 1;
      most = std::max(most, std::abs(sum));
    }
  return most;
}

// The largest number of variables in a product of the polynomial of a component.
int degree(const std::vector<std::uint8_t>& s) {
  std::vector<unsigned> f(s.begin(), s.end());
  for (unsigned bit = 1; bit < s.size(); bit *= 2)
    for (unsigned x = 0; x < s.size(); x++)
      if (x & bit) f[x] ^= f[x ^ bit];
  int most = 0;
  for (unsigned x = 0; x < s.size(); x++)
    if (f[x]) most = std::max(most, std::popcount(x));
  return most;
}

// Uses the formulas of the standards, which differ from the program's tables.
TEST(CircuitBox, AsconAndKeccakOfFiveBits) {
  const auto ascon = find_box("ascon").bytes, keccak = find_box("keccak").bytes;
  for (unsigned v = 0; v < 32; v++) {
    unsigned x[5], t[5], y = 0, chi = 0;
    for (unsigned i = 0; i < 5; i++) x[i] = v >> (4 - i) & 1;
    // [Ascon v1.2 section 2.6.2]: x0 is the most significant bit.
    x[0] ^= x[4], x[4] ^= x[3], x[2] ^= x[1];
    for (unsigned i = 0; i < 5; i++) t[i] = (x[i] ^ 1) & x[(i + 1) % 5];
    for (unsigned i = 0; i < 5; i++) x[i] ^= t[(i + 1) % 5];
    x[1] ^= x[0], x[0] ^= x[4], x[3] ^= x[2], x[2] ^= 1;
    for (unsigned i = 0; i < 5; i++) y |= x[i] << (4 - i);
    EXPECT_EQ(ascon[v], y) << v;
    // [FIPS 202 section 3.2.4]
    const auto bit = [v](unsigned i) { return v >> i % 5 & 1; };
    for (unsigned i = 0; i < 5; i++) chi |= (bit(i) ^ ((bit(i + 1) ^ 1) & bit(i + 2))) << i;
    EXPECT_EQ(keccak[v], chi) << v;
  }
}

// The properties that their designers claim: these are almost bent permutations, which means that
// both figures are minimal. Those of FIDES and SHAMASH are quadratic.
TEST(CircuitBox, PropertiesOfTheBoxesOfFiveBits) {
  for (const char* name : {"fides:5", "primates", "shamash", "sc2000:5", "ascon", "keccak"}) {
    const auto s = find_box(name).bytes;
    const std::string n = name;
    const bool bent = n != "ascon" && n != "keccak";
    ASSERT_EQ(s.size(), 32u) << n;
    EXPECT_EQ(std::set<int>(s.begin(), s.end()).size(), 32u) << n;
    EXPECT_EQ(differential_uniformity(s), bent ? 2 : 8) << n;
    EXPECT_EQ(linearity(s), bent ? 8 : 16) << n;
    EXPECT_EQ(degree(s), n == "sc2000:5" ? 3 : 2) << n;
  }
  EXPECT_EQ(find_box("primates").bytes, find_box("fides:5").bytes);
}

TEST(CircuitBox, JointBoxesHaveTheOutputsOfEach) {
  const Box joint = find_box("kalyna:0+1"), second = find_box("kalyna:1");
  ASSERT_EQ(joint.outputs.size(), 16u);
  for (std::size_t i = 0; i < 8; i++) EXPECT_EQ(joint.outputs[8 + i], second.outputs[i]);
  EXPECT_EQ(joint.outputs, find_box("kalyna:0+kalyna:1").outputs);
}

TEST(CircuitBox, WrongBoxesAreNamed) {
  EXPECT_NE(error_of([] { find_box("kalyna:4"); }).find("no box or file named kalyna:4"),
            std::string::npos);
  EXPECT_NE(error_of([] { make_box("b", {{1, 2, 3, 4, 5}}, 3, false); }).find("not a power of two"),
            std::string::npos);
  EXPECT_NE(error_of([] {
              make_box("b", {{0, 1, 2, 3, 4, 5, 6, 8}}, 3, true);
            }).find("does not fit in 3 bits"),
            std::string::npos);
  EXPECT_NE(error_of([] {
              make_box("b", {{0, 1, 2, 3, 4, 5, 6, 6}}, 3, true);
            }).find("6 occurs twice, as entries 6 and 7"),
            std::string::npos);
}

TEST(CircuitBox, FilesOfEachKindGiveTheSameBox) {
  const Box wanted = make_box("present", {kPresent}, 4, true);
  std::string rows;
  for (unsigned x = 0; x < 16; x++)
    for (int i = 7; i >= 0; i--) {
      rows += (char)('0' + ((i > 3 ? x >> (i - 4) : kPresent[x] >> i) & 1));
      if (i == 0) rows += "\n";
    }
  for (const std::string& text :
       {std::string("0c05060b09000a0d030e0f0804070102\n"), rows,
        std::string(
            "const unsigned char s[16] = {\n 12,5,6,0xb,9,0,10,13,\n 3,14,15,8,4,7,1,2};\n")}) {
    const TemporaryFile file(text);
    EXPECT_EQ(read_box_file(file.path).outputs, wanted.outputs) << text;
  }
}

// S1 of the DES as FIPS 46-3 prints it. The example of the standard is the value at 011011, which
// is 5.
constexpr const char* kDesRows = R"(
  14,  4, 13,  1,  2, 15, 11,  8,  3, 10,  6, 12,  5,  9,  0,  7,   /* row 0 */
   0, 15,  7,  4, 14,  2, 13,  1, 10,  6, 12, 11,  9,  5,  3,  8,   // row 1
   4,  1, 14,  8, 13,  6,  2, 11, 15, 12,  9,  7,  3, 10,  5,  0,
  15, 12,  8,  2,  4,  9,  1,  7,  5, 11,  3, 14, 10,  0,  6, 13)";

TEST(CircuitBox, ArraysWithCommentsListsAndDesBoxesAreRead) {
  const std::string rows = kDesRows;
  for (const std::string& text :
       {"/* S1 {1, 2}\n */ int s[4][16] = {" + rows + "};\n", "[" + rows + "]\n"}) {
    const TemporaryFile file(text);
    const Box box = read_box_file(file.path);
    EXPECT_EQ(box.outputs.size(), 4u);
    EXPECT_EQ(box.bytes[0b011011], 5);
    EXPECT_EQ(box.bytes[0], 14);
    EXPECT_EQ(read_box_file(file.path.string() + ":6x4").bytes[1], 4);
    EXPECT_EQ(read_box_file(file.path.string() + ":4x4").outputs.size(), 16u);
  }
}

TEST(CircuitBox, HexIsReadAsPermutationsOrAskedFor) {
  const Box wanted = make_box("present", {kPresent}, 4, true);
  const TemporaryFile digits("c56b90ad3ef84712\n");
  EXPECT_EQ(read_box_file(digits.path).outputs, wanted.outputs);
  EXPECT_EQ(read_box_file(digits.path.string() + ":3x8").bytes[1], 0x6b);
  const TemporaryFile two("c56b90ad3ef84712\n5ef8c12db463070a\n"),
      lines("c56b90ad3ef84712\n5ef8c12db46307a9\n");
  EXPECT_EQ(read_box_file(lines.path).outputs.size(), 8u);
  EXPECT_EQ(read_box_file(lines.path).inputs, 4);
  const std::string asked = error_of([&] { read_box_file(two.path); });
  EXPECT_NE(asked.find("one box of 16 entries of 8 bits (:4x8)"), std::string::npos) << asked;
  EXPECT_NE(asked.find("2 boxes of 16 entries of 4 bits (:4x4)"), std::string::npos) << asked;
  EXPECT_EQ(read_box_file(two.path.string() + ":4x4").outputs.size(), 8u);
  EXPECT_EQ(read_box_file(two.path.string() + ":5x4").inputs, 5);
  const TemporaryFile bytes("0c05060b09000a0d030e0f0804070102\n050e0f080c01020d0b04060300070a09\n");
  EXPECT_EQ(read_box_file(bytes.path).outputs.size(), 8u);
  const TemporaryFile none("c56b90ad3ef84713\n");
  EXPECT_NE(error_of([&] { read_box_file(none.path); }).find("can be read as"), std::string::npos);
}

TEST(CircuitBox, AFilesBoxIsCalledAsTheFileAndGoesAlongWithItsCircuit) {
  const TemporaryFile file("c56b90ad3ef84712\n");
  const Box box = find_box(file.path);
  EXPECT_EQ(box.name, file.path.stem());
  EXPECT_EQ(box.definition, "4 4 0c05060b09000a0d030e0f0804070102");
  const NetlistFile back = parse(to_gates({file_of(box, "andn", small_circuit())}));
  EXPECT_EQ(box_of(back, "f").outputs, box.outputs);
  EXPECT_NE(error_of([] { parse("box b\ntable 4 4 0c\n"); }).find("f.gates:2: b: 1 entries"),
            std::string::npos);
}

TEST(CircuitBox, AFilesNameCanBeReadInACircuit) {
  const TemporaryFolder folder;
  for (const auto& [file, name] :
       {std::pair{"#1.hex", "_1"}, {"k#0.hex", "k_0"}, {"a b.hex", "a_b"}}) {
    std::ofstream(folder.path / file) << "c56b90ad3ef84712\n";
    const Box box = read_box_file(folder.path / file);
    EXPECT_EQ(box.name, name);
    const NetlistFile back = parse(to_gates({file_of(box, "andn", small_circuit())}));
    EXPECT_EQ(back.box, name);
    EXPECT_NO_THROW(verify(back.netlist, box_of(back, "f.gates"))) << file;
  }
}

TEST(CircuitBox, WrongFilesAreRefusedByLine) {
  const auto error_in = [](const std::string& text) {
    const TemporaryFile file(text);
    const std::string what = error_of([&] { read_box_file(file.path); });
    return what.substr(std::min(what.size(), file.path.string().size()));
  };
  EXPECT_EQ(error_in(""), ": empty");
  EXPECT_EQ(error_in("00 01\n0g\n"), ":2: not a hex digit: g");
  EXPECT_EQ(error_in("00 01\n023\n"), ":2: half a byte");
  EXPECT_EQ(error_in("{1, 2,\n 300}\n"), ":2: not a byte: 300");
  EXPECT_EQ(error_in("{1, 2"), ":1: the brace is not closed");
  EXPECT_EQ(error_in("0000\n0011\n0101\n0110\n1001\n1011\n1100\n110\n"),
            ":8: a row of the wrong width");
  EXPECT_EQ(error_in("0000\n0011\n0101\n0110\n1001\n1011\n1100\n1101\n"),
            ":8: this input occurs twice");
}

}  // namespace
}  // namespace hedgerow::circuit
