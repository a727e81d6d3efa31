// The check of the handlers: eight input bits, arguments that are functions of them, and for each value of the input
// bits a call of the model.
#include <random>
#include <set>

#include "model_operation.hpp"
#include "operations.hpp"

namespace hedgerow::proof {
namespace {

class Check {
 public:
  Check() : machine_(terms_, memory_), random_(std::random_device{}()) {
    for (auto& t : inputs_) t = terms_.input();
    Bit unused;  // makes the space of all input bits, which terms then use
    const Table all = table_of([](unsigned v) { return v == kPoints - 1; });
    terms_.apply(inputs_, 8, &all, 1, &unused);
    for (auto& a : area_) a = memory_.allocate(sizeof(Bytes));
  }

  // Compares one call, where only argument `open` has terms; -1: all have.
  void compare(const ModelOperation& op, int open) {
    const bool stores = op.name.starts_with("store"),
               in_place = op.name == "lookup256" && op.vectors() == 0;
    const bool scalar = op.name.starts_with("splat");
    used_ = stores || op.name.starts_with("lo") ? sizeof(Bytes) : kMostBytes;
    for (int k = 0; k < 4; k++)
      fill(k, scalar || (stores && k == 0) ? false : open < 0 || k == open,
           op.name == "lookup256" ? 1 : 0,
           op.name == "shuffle" && k == 1 && !op.takes_any_index() ? 0x8f : 0xff);
    const int first = op.width != 16 && !stores && !in_place;
    static constexpr Machine::Register kRegisters[] = {Machine::kRdi, Machine::kRsi, Machine::kRdx,
                                                       Machine::kRcx, (Machine::Register)8};
    if (first) machine_.general[Machine::kRdi] = address(area_[4]);
    for (int k = 0; k < 4; k++) machine_.general[kRegisters[k + first]] = address(area_[k]);
    Word number = random_();
    if (scalar)
      for (int i = 0; i < 64; i++) number.set(i, function());
    if (scalar) machine_.general[kRegisters[first]] = number;
    if (op.name == "affine_inverse") machine_.general[kRegisters[1 + first]] = number;
    std::vector<Table> before[4], after, of_number;
    for (int k = 0; k < 4; k++) before[k] = tables(area_[k], used_);
    for (int i = 0; i < 64; i++) of_number.push_back(table(number.at(i)));
    op.run(machine_);
    if (op.name == "load_lanes12") {  // the last bytes of a lane are unknown
      machine_.general[Machine::kRdx] = Arithmetic::part(machine_.general[Machine::kRdx], 0, 32);
      for (int i = 12; i < op.width; i += i % 16 == 15 ? 13 : 1)
        memory_.write(address(area_[4] + i), 0, 1);
    }
    const std::size_t size = stores || in_place ? sizeof(Bytes) : (std::size_t)op.width;
    if (op.width == 16 && !stores && !in_place) {
      for (Machine::Register r : {Machine::kRax, Machine::kRdx})
        for (int i = 0; i < 64; i++) after.push_back(table(machine_.general[r].at(i)));
    } else {
      after = tables(area_[stores ? 0 : in_place ? 1 : 4], size);
    }
    for (int trial = 0; trial < 8; trial++) {
      const unsigned v = random_() % kPoints;
      static Bytes in[4];
      for (int k = 0; k < 4; k++) in[k] = at(before[k], v);
      const Bytes numbers = at(of_number, v);
      std::uint64_t x;
      std::memcpy(&x, numbers.data(), 8);
      const std::uint64_t a0 = scalar ? x : address(&in[0]),
                          a1 = op.name == "affine_inverse" ? x : address(&in[1]);
      Bytes expected;
      if (stores || in_place) {
        ((void (*)(std::uint64_t, std::uint64_t))op.address)(a0, a1);
        expected = in[stores ? 0 : 1];
      } else {
        expected = op.native(a0, a1, address(&in[2]), address(&in[3]));
      }
      const Bytes found = at(after, v);
      if (std::memcmp(found.data(), expected.data(), size))
        throw ProofError("the handler of " + op.name + op.arguments + op.signature +
                         " differs from the model");
      comparisons++;
    }
  }
  std::size_t comparisons = 0;

 private:
  static std::uint64_t address(const void* p) { return (std::uint64_t)p; }
  // A random function of the input bits.
  Bit function() {
    const auto any = [&] { return inputs_[random_() % 8]; };
    Bit b = terms_.exclusive_or(any(), constant(random_() % 2));
    if (random_() % 2) b = terms_.exclusive_or(b, terms_.both(any(), any()));
    return b;
  }
  void fill(int k, bool open, int known_argument, std::uint64_t mask) {
    for (std::size_t i = 0; i < used_; i++) {
      Word w = random_() & 255;
      if (open && !(known_argument && k == 0))
        for (int bit = 0; bit < 8; bit++) w.set(bit, function());
      w = machine_.arithmetic.bitwise_and(w, mask);
      memory_.write(address(area_[k] + i), w, 1);
    }
  }
  Table table(const Bit& b) {
    Table t;
    if (b.is_constant()) return table_of([&](unsigned) { return b.value(); });
    if (!terms_.table(b, inputs_, 8, &t))
      throw ProofError("a result is no function of the input bits");
    return t;
  }
  std::vector<Table> tables(const std::uint8_t* p, std::size_t bytes) {
    std::vector<Table> r;
    for (std::size_t i = 0; i < bytes; i++) {
      const Word w = memory_.read(address(p + i), 1);
      for (int bit = 0; bit < 8; bit++) r.push_back(table(w.at(bit)));
    }
    return r;
  }
  static Bytes at(const std::vector<Table>& tables, unsigned v) {
    Bytes b{};
    for (std::size_t i = 0; i < tables.size(); i++)
      b[i / 8] = (std::uint8_t)(b[i / 8] | tables[i].at(v) << (i % 8));
    return b;
  }

  Terms terms_;
  Memory memory_;
  Machine machine_;
  std::mt19937_64 random_;
  Bit inputs_[8];
  std::uint8_t* area_[5];
  std::size_t used_ = 0;  // bytes of each argument
};

}  // namespace

const bool Operations::kSharesCode = true;
const char Operations::kPageStart[] =
    "# Proofs of kernels\n\n"
    "`./dev prove --page PATTERN...` prints the first part of this page for the kernels of some "
    "patterns. With `--objects` or\n"
    "`--fields`, it prints the other parts. They state nothing about other kernels. "
    "[SOUNDNESS.md](../SOUNDNESS.md) says what\n"
    "a proof means. A line has all variants of a family. The last table of a part has the kernels "
    "without a whole proof: the\n"
    "normal form is too weak for them, or they are wrong.\n\n"
    "## Sources, over the portable model\n\n";

std::size_t Operations::check() const {
  Check check;
  std::set<std::string> seen;
  for (const auto& op : operations_) {
    const std::string key = op->name + op->arguments + "/" + std::to_string(op->width) +
                            (op->signature.find("Dword") == std::string::npos ? "" : "dword");
    if (!seen.insert(key).second) continue;
    const bool index =
        op->name == "shuffle" || op->name.starts_with("permute") || op->name.starts_with("lookup");
    if (!index) check.compare(*op, -1);
    for (int k = 0; k < 3; k++)
      if (!op->name.starts_with("lookup") || k == 1) check.compare(*op, k);
  }
  return check.comparisons;
}

}  // namespace hedgerow::proof
