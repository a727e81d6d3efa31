// The proof of kernels of one variant.
#include "proof.hpp"

#include <chrono>
#include <cstring>
#include <random>

#include "base/counter.hpp"
#include "operations.hpp"

namespace hedgerow::proof {
namespace {

using Clock = std::chrono::steady_clock;

const Operations& operations() {
  static const Operations all;
  return all;
}

// The counters that CTR starts with: near the ends of a byte, of two bytes and of the 32 bits.
constexpr std::uint32_t kStarts[] = {0xfffffffd, 0x000000fe, 0x0000fffb};
constexpr CounterOrder kOrders[] = {CounterOrder::kLittleEndian, CounterOrder::kBigEndian, CounterOrder::kBigEndianLeft};

// A whole batch, and an incomplete one of more than half a batch.
unsigned blocks_of(const KernelOps& ops) { return ops.batch_blocks + (ops.batch_blocks > 1 ? ops.batch_blocks / 2 + 1 : 1); }

class Proof {
 public:
  explicit Proof(const Variant& variant) : variant_(variant), machine_(terms_, memory_) {
    operations().attach(machine_);
    for (auto [function, handler] : {std::pair{(std::uint64_t)(void*)&std::memcpy, 0}, {(std::uint64_t)(void*)&std::memmove, 0}, {(std::uint64_t)(void*)&std::memset, 1}})
      machine_.intercept(function, handler ? set_memory : copy_memory);
  }

  void run_reference(const std::string& name, unsigned blocks, bool only_encrypt = false) {
    for (const Kernel& k : kernels_of(variant_))
      if (name == std::string(k.technique) + "." + k.isa->name) reference_ = &k;
    if (!reference_) throw ProofError("the reference is not built");
    blocks_ = blocks;
    const std::size_t bytes = (std::size_t)blocks * variant_.block_bytes;
    user_key_ = open(variant_.key_bytes - variant_.sbox_bytes, variant_.sbox_bytes);
    in_ = open(bytes);
    machine_.allow_open_addresses(true);
    const KernelOps& ops = *reference_->ops;
    round_keys_ = memory_.allocate(ops.round_key_bytes);
    std::uint8_t* const key = memory_.allocate(ops.key_bytes);
    machine_.call((void*)ops.schedule, {address(user_key_), address(round_keys_)});
    machine_.call((void*)ops.prepare, {address(round_keys_), address(key)});
    for (auto* crypt : {ops.encrypt, ops.decrypt}) {
      results_.push_back(memory_.allocate(bytes));
      machine_.call((void*)crypt, {address(key), address(in_), address(results_.back()), blocks});
      if (only_encrypt) break;
    }
    if (only_encrypt) return machine_.allow_open_addresses(false);
    for (CounterOrder order : kOrders)
      for (std::uint32_t start : kStarts) {
        if (!has_order(variant_.block_bytes, order) || (order != variant_.ctr_order && start != kStarts[0])) continue;
        std::uint8_t* const counter = open(variant_.block_bytes);
        for (int i = 0; i < 4; i++)
          memory_.write(address(counter) + (unsigned)counter_position(order, (int)variant_.block_bytes, i), Word(start >> (8 * i) & 255), 1);
        counters_.push_back({order, counter});
        results_.push_back(memory_.allocate(bytes));
        machine_.call((void*)ops.ctr, {address(key), address(counter), (std::uint64_t)order, address(in_), address(results_.back()), blocks});
      }
    machine_.allow_open_addresses(false);
  }

  // Returns what differs, or nothing.
  std::string run(const Kernel& kernel) {
    const KernelOps& ops = *kernel.ops;
    const unsigned blocks = blocks_of(ops);
    const std::size_t bytes = (std::size_t)blocks * variant_.block_bytes;
    std::uint8_t* const round_keys = buffer(0, ops.round_key_bytes);
    std::uint8_t* const key = buffer(1, ops.key_bytes);
    machine_.call((void*)ops.schedule, {address(user_key_), address(round_keys)});
    if (const std::string d = difference(round_keys, round_keys_, ops.round_key_bytes); !d.empty()) return "round keys: " + d;
    machine_.call((void*)ops.prepare, {address(round_keys), address(key)});
    if (ops.set_up) {
      std::uint8_t* const same = buffer(2, ops.key_bytes);
      machine_.call((void*)ops.set_up, {address(user_key_), address(same)});
      if (const std::string d = difference(same, key, ops.key_bytes); !d.empty()) return "set_up: " + d;
    }
    std::uint8_t* const out = buffer(3, bytes);
    std::size_t next = 0;
    for (auto* crypt : {ops.encrypt, ops.decrypt}) {
      machine_.call((void*)crypt, {address(key), address(in_), address(out), blocks});
      if (const std::string d = difference(out, results_[next++], bytes); !d.empty()) return (next == 1 ? "encrypt: " : "decrypt: ") + d;
    }
    for (const auto& [order, counter] : counters_) {
      machine_.call((void*)ops.ctr, {address(key), address(counter), (std::uint64_t)order, address(in_), address(out), blocks});
      if (const std::string d = difference(out, results_[next++], bytes); !d.empty()) return "ctr: " + d;
    }
    return "";
  }
  // Encrypts one batch with a mutant of the kernel and returns what differs.
  std::string run_mutant(const KernelOps& ops, Mutation& mutation) {
    const std::size_t bytes = (std::size_t)blocks_ * variant_.block_bytes;
    std::uint8_t *const round_keys = buffer(0, ops.round_key_bytes), *const key = buffer(1, ops.key_bytes), *const out = buffer(3, bytes);
    machine_.call((void*)ops.schedule, {address(user_key_), address(round_keys)});
    machine_.call((void*)ops.prepare, {address(round_keys), address(key)});
    machine_.mutation = mutation;
    machine_.call((void*)ops.encrypt, {address(key), address(in_), address(out), blocks_});
    std::swap(mutation, machine_.mutation);
    machine_.mutation = {};
    return difference(out, results_[0], bytes);
  }
  // Encrypts random known values with the mutant and natively with the reference. Returns how they differ.
  std::string counterexample(const KernelOps& ops, Mutation mutation) {
    std::mt19937_64 random(std::random_device{}());
    const std::size_t bytes = (std::size_t)blocks_ * variant_.block_bytes, n = variant_.key_bytes;
    std::uint8_t *const user = memory_.allocate(n), *const in = memory_.allocate(bytes);
    for (std::size_t i = 0; i < n; i++) user[i] = (std::uint8_t)random();
    for (std::size_t i = 0; i < bytes; i++) in[i] = (std::uint8_t)random();
    std::uint8_t *const round_keys = buffer(0, ops.round_key_bytes), *const key = buffer(1, ops.key_bytes), *const out = buffer(3, bytes);
    machine_.call((void*)ops.schedule, {address(user), address(round_keys)});
    machine_.call((void*)ops.prepare, {address(round_keys), address(key)});
    machine_.mutation = mutation;
    machine_.call((void*)ops.encrypt, {address(key), address(in), address(out), blocks_});
    machine_.mutation = {};
    const KernelOps& truth = *reference_->ops;
    std::vector<std::uint8_t> expected_keys(truth.round_key_bytes), expected(bytes);
    std::uint8_t* const expected_key = memory_.allocate(truth.key_bytes);
    truth.schedule(user, expected_keys.data());
    truth.prepare(expected_keys.data(), expected_key);
    truth.encrypt(expected_key, in, expected.data(), blocks_);
    const std::size_t b = variant_.block_bytes;
    for (std::size_t i = 0; i < bytes; i += b)
      if (std::memcmp(&expected[i], out + i, b))
        return "key " + hex(user, n) + " block " + hex(in + i, b) + " gives " + hex(out + i, b) + ", not " + hex(&expected[i], b);
    return "";
  }
  std::uint64_t instructions() const { return machine_.instructions(); }
  std::size_t spaces() const { return terms_.spaces(); }

 private:
  static std::string hex(const std::uint8_t* p, std::size_t n) {
    std::string r;
    for (std::size_t i = 0; i < n; i++) r += "0123456789abcdef"[p[i] / 16], r += "0123456789abcdef"[p[i] % 16];
    return r;
  }
  static std::uint64_t address(const void* p) { return (std::uint64_t)p; }
  static bool copy_memory(Machine& m) {
    const std::uint64_t to = m.known(Machine::kRdi);
    m.memory.copy(to, m.known(Machine::kRsi), m.known(Machine::kRdx));
    m.general[Machine::kRax] = to;
    return true;
  }
  static bool set_memory(Machine& m) {
    const std::uint64_t to = m.known(Machine::kRdi), n = m.known(Machine::kRdx);
    for (std::uint64_t i = 0; i < n; i++) m.memory.write(to + i, Arithmetic::part(m.general[Machine::kRsi], 0, 8), 1);
    m.general[Machine::kRax] = to;
    return true;
  }

  // Makes a buffer of input bits, and known bytes behind them.
  std::uint8_t* open(std::size_t bytes, std::size_t known = 0) {
    std::uint8_t* const p = memory_.allocate(bytes + known);
    for (std::size_t i = 0; i < bytes; i++) {
      Word w;
      for (int bit = 0; bit < 8; bit++) w.set(bit, terms_.input());
      memory_.write(address(p + i), w, 1);
    }
    for (std::size_t i = 0; i < known; i++) memory_.write(address(p + bytes + i), Word((0x67 * i + 0x1b * (i / 8)) & 255), 1);
    return p;
  }
  std::uint8_t* buffer(std::size_t number, std::size_t bytes) {
    if (buffers_.size() <= number) buffers_.resize(number + 1);
    auto& [p, size] = buffers_[number];
    if (size < bytes) p = memory_.allocate(bytes), size = bytes;
    return p;
  }

  std::string difference(const std::uint8_t* a, const std::uint8_t* b, std::size_t bytes) const {
    for (std::size_t i = 0; i < bytes; i++) {
      const Word x = memory_.read(address(a + i), 1), y = memory_.read(address(b + i), 1);
      for (int bit = 0; bit < 8; bit++)
        if (!(x.at(bit) == y.at(bit))) return "byte " + std::to_string(i) + " bit " + std::to_string(bit) + " differs";
    }
    return "";
  }

  const Variant& variant_;
  const Kernel* reference_ = nullptr;
  Terms terms_;
  Memory memory_;
  Machine machine_;
  unsigned blocks_ = 0;
  std::uint8_t *user_key_ = nullptr, *in_ = nullptr, *round_keys_ = nullptr;
  struct Counter {
    CounterOrder order;
    std::uint8_t* block;
  };
  std::vector<Counter> counters_;
  std::vector<std::uint8_t*> results_;
  std::vector<std::pair<std::uint8_t*, std::size_t>> buffers_;
};

double since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

}  // namespace

std::vector<Result> prove(const Variant& variant, const std::vector<const Kernel*>& kernels) {
  unsigned blocks = 0;
  for (const Kernel* k : kernels) blocks = std::max(blocks, blocks_of(*k->ops));
  std::vector<Result> results;
  Proof proof(variant);
  const auto start = Clock::now();
  std::string failure;
  try {
    proof.run_reference("reference.scalar", blocks);
  } catch (const ProofError& e) {
    failure = std::string("reference: ") + e.what();
  }
  std::fprintf(stderr, "%s: reference of %u blocks in %.1f s, %llu instructions, %zu spaces\n", variant.name, blocks, since(start),
               (unsigned long long)proof.instructions(), proof.spaces());
  for (const Kernel* k : kernels) {
    const auto now = Clock::now();
    Result r{k, false, blocks_of(*k->ops), 0, failure};
    try {
      if (failure.empty()) r.text = proof.run(*k);
    } catch (const ProofError& e) {
      r.text = e.what();
    }
    r.proven = r.text.empty();
    r.seconds = since(now);
    results.push_back(r);
    std::fprintf(stderr, "%s: %.1f s, %llu instructions, %zu spaces %s\n", k->id, r.seconds, (unsigned long long)proof.instructions(), proof.spaces(), r.text.c_str());
  }
  return results;
}

std::vector<Refutation> refute(const Kernel& kernel) {
  static constexpr std::pair<Mutation::Kind, const char*> kKinds[] = {{Mutation::kConstant, "a wrong constant"},
                                                                      {Mutation::kSwap, "two exchanged bytes"},
                                                                      {Mutation::kKey, "a wrong round key"},
                                                                      {Mutation::kCarry, "missing carries"},
                                                                      {Mutation::kGate, "a wrong gate"}};
  std::vector<Refutation> all;
  Proof proof(*kernel.variant);
  proof.run_reference("reference.scalar", kernel.ops->batch_blocks, true);
  for (const auto& [kind, fault] : kKinds) {
    Mutation counting{kind, ~0ull};
    if (!proof.run_mutant(*kernel.ops, counting).empty()) throw ProofError("the kernel differs without a mutation");
    // A mutant may be equivalent, for example if the exchanged bytes are equal, so up to ten places are tried.
    for (std::uint64_t k = 0; k < 10 && counting.seen; k++) {
      Mutation mutation{kind, counting.seen * (2 * k + 7) / 31};
      std::string found;
      try {
        found = proof.run_mutant(*kernel.ops, mutation);
      } catch (const ProofError& e) {
        found = e.what();
      }
      mutation.seen = Mutation::kPlaced;
      const std::string known = proof.counterexample(*kernel.ops, mutation);
      if (found.empty() && known.empty()) continue;
      all.push_back({fault, !found.empty() && !known.empty(), known.empty() ? "no counterexample" : known});
      break;
    }
  }
  return all;
}

}  // namespace hedgerow::proof
