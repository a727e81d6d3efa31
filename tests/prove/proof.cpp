// The proof of all kernels of one variant against its literal reference, and the mutants of a kernel.
#include "proof.hpp"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <random>
#include <span>

#include "apart.hpp"
#include "base/counter.hpp"
#include "operations.hpp"
#include "run.hpp"
#include "state_cut.hpp"

namespace hedgerow::proof {
namespace {

const Operations& operations() {
  static const Operations all;
  return all;
}

// The counting bits that CTR starts with, which are known: all of them carry, and only the lowest byte carries.
constexpr std::uint32_t kStarts[] = {0xfffffffd, 0x000000fe};
constexpr unsigned kManyBlocks = 16;  // calls of CTR have cuts from this length on
constexpr CounterOrder kOrders[] = {CounterOrder::kLittleEndian, CounterOrder::kBigEndian,
                                    CounterOrder::kBigEndianLeft};

// A whole batch and an incomplete one.
unsigned blocks_of(const KernelOps& ops) {
  return ops.batch_blocks > 8 ? ops.batch_blocks + ops.batch_blocks / 4 + 1
                              : ops.batch_blocks + (ops.batch_blocks + 1) / 2;
}

// The blocks of the longest call of a step, and those of its batches.
struct Length {
  unsigned blocks = 0, lanes = 0;
};
Length longest(const Length& a, unsigned blocks, unsigned batch) {
  return {std::max(a.blocks, blocks), std::max(a.lanes, (blocks + batch - 1) / batch * batch)};
}

class Proof : public Run {
 public:
  explicit Proof(const Variant& variant) : variant_(variant) { operations().attach(machine_); }

  // Runs the key schedule of the reference. Throws if the reference has no meaning here.
  void start(unsigned blocks) {
    for (const Kernel& k : kernels_of(variant_))
      if (!std::strcmp(k.technique, "reference")) reference_ = &k;
    if (!reference_ || !reference_->ops) throw ProofError("the reference is not built");
    blocks_ = blocks;
    user_key_ = open(variant_.key_bytes - variant_.sbox_bytes, variant_.sbox_bytes);
    blocks_of_one_term_ = open_blocks(blocks);
    blocks_of_own_terms_ = open((std::size_t)blocks * variant_.block_bytes);
    expected_ = unset((std::size_t)blocks * variant_.block_bytes);
    const KernelOps& ops = *reference_->ops;
    truth_ = {unset(ops.round_key_bytes), unset(ops.key_bytes)};
    machine_.allow_open_addresses(true);
    make_keys(ops, user_key_, truth_);
    machine_.allow_open_addresses(false);
  }

  // The prepared key of a kernel.
  struct Keys {
    std::uint8_t *round_keys = nullptr, *key = nullptr;
  };
  // Runs the key schedule of a kernel. Returns the first difference, or an empty text.
  std::string set_key(const KernelOps& ops, Keys* keys) {
    *keys = {unset(ops.round_key_bytes), unset(ops.key_bytes)};
    call((void*)ops.schedule, {address(user_key_), address(keys->round_keys)}, keys->round_keys,
         ops.round_key_bytes);
    if (const std::string d = difference(keys->round_keys, truth_.round_keys, ops.round_key_bytes);
        !d.empty())
      return "round keys: " + d;
    call((void*)ops.prepare, {address(keys->round_keys), address(keys->key)}, keys->key,
         ops.key_bytes);
    if (!ops.set_up) return "";
    std::uint8_t* const same = unset(ops.key_bytes);
    call((void*)ops.set_up, {address(user_key_), address(same)}, same, ops.key_bytes);
    const std::string d = difference(same, keys->key, ops.key_bytes);
    return d.empty() ? "" : "set_up: " + d;
  }

  // A function of KernelOps with its arguments.
  struct Step {
    enum Kind : std::uint8_t { kEncrypt, kDecrypt, kCtr } kind;
    CounterOrder order = CounterOrder::kLittleEndian;
    std::uint32_t counting = 0;
  };
  // The steps of a proof. In the order of the standard, the counter has both starts, and in other orders only one.
  std::vector<Step> steps() const {
    std::vector<Step> all{{Step::kEncrypt}, {Step::kDecrypt}};
    for (CounterOrder order : kOrders)
      for (std::uint32_t counting : kStarts)
        if (has_order(variant_.block_bytes, order) &&
            (order == variant_.ctr_order || counting == kStarts[0]))
          all.push_back({Step::kCtr, order, counting});
    return all;
  }
  // The blocks of the call of a step, or 0 for no call. `blocks` is a whole batch and an incomplete one. CTR is so long
  // in one order and from one start, because the first rounds of each of its blocks have their own terms.
  unsigned blocks_for(const Step& step, unsigned blocks, bool every) const {
    if (step.kind != Step::kCtr ||
        (step.order == variant_.ctr_order && step.counting == kStarts[0]))
      return blocks;
    return every ? std::min(blocks, 81u) : 0;
  }
  std::vector<std::pair<Step, unsigned>> steps_of_mutants(const KernelOps& ops) const {
    return {{{Step::kEncrypt}, ops.batch_blocks},
            {{Step::kCtr, variant_.ctr_order, kStarts[1]}, blocks_of(ops)}};
  }
  // Runs the step on the reference. In ECB, all blocks have the result of the first one, with their own number.
  // CTR has cuts in all blocks of the batches. `apart`: each block has its own terms. This costs more, but kernels that
  // add bits of three blocks or more need it.
  void begin(const Step& step, const Length& length, bool apart = false) {
    machine_.forget();
    memory_.cuts = {};
    in_ = apart ? blocks_of_own_terms_ : blocks_of_one_term_;
    if (step.kind == Step::kCtr) {
      counter_ = open(variant_.block_bytes);
      set_counting(counter_, step.order, step.counting);
      const Word added = memory_.read(address(truth_.key), 1);
      if (chooses_by_carry() && added.open == 255) terms_.choose_by(added.bits);
    }
    machine_.allow_open_addresses(true);
    if (step.kind == Step::kCtr && !apart && length.blocks >= kManyBlocks && cut(step, length)) {
      machine_.allow_open_addresses(false);
      return;
    }
    const bool one_term = step.kind != Step::kCtr && !apart;
    run(*reference_->ops, truth_.key, step, in_, expected_, one_term ? 1 : length.blocks);
    machine_.allow_open_addresses(false);
    if (one_term) repeat(expected_, length.blocks);
  }
  // Runs the step on a kernel. Returns the first difference, or an empty text.
  std::string compare(const KernelOps& ops, const Keys& keys, const Step& step, unsigned blocks) {
    static constexpr const char* kNames[] = {"encrypt", "decrypt", "ctr"};
    std::uint8_t* const out = buffer((std::size_t)blocks_ * variant_.block_bytes);
    run(ops, keys.key, step, in_, out, blocks);
    const std::string d = difference(out, expected_, (std::size_t)blocks * variant_.block_bytes);
    return d.empty() ? "" : kNames[step.kind] + (": " + d);
  }
  // Runs the step for random known values on the kernel under the mutation, and natively on the reference. Returns how
  // the results differ. In CTR of Kalyna, the low byte of counter + key passes 0 in the middle of the call.
  std::string counterexample(const KernelOps& ops, const Step& step, unsigned blocks,
                             const Mutation& mutation) {
    std::mt19937_64 random(std::random_device{}());
    const std::size_t b = variant_.block_bytes, bytes = blocks * b, n = variant_.key_bytes;
    const auto fill = [&](std::uint8_t* p, std::size_t size) {
      std::generate_n(p, size, [&] { return (std::uint8_t)random(); });
      return p;
    };
    const KernelOps& truth = *reference_->ops;
    std::uint8_t *const user = fill(memory_.allocate(n), n),
                        *const in = fill(memory_.allocate(bytes), bytes),
                        *const out = buffer(bytes), *const key = memory_.allocate(truth.key_bytes);
    std::vector<std::uint8_t> round_keys(truth.round_key_bytes), expected(bytes);
    const bool chooses = step.kind == Step::kCtr && chooses_by_carry();
    do truth.schedule(fill(user, n), round_keys.data());
    while (chooses && (std::uint8_t)(step.counting + round_keys[0] + blocks / 2));
    const Keys keys{memory_.allocate(ops.round_key_bytes), memory_.allocate(ops.key_bytes)};
    make_keys(ops, user, keys);
    truth.prepare(round_keys.data(), key);
    std::uint8_t* const counter = fill(memory_.allocate(b), b);
    if (step.kind == Step::kCtr) set_counting(counter, step.order, step.counting);
    machine_.mutation = mutation;
    std::uint8_t* const before = std::exchange(counter_, counter);
    run(ops, keys.key, step, in, out, blocks);
    counter_ = before;
    machine_.mutation = {};
    if (step.kind == Step::kCtr)
      truth.ctr(key, counter, step.order, in, expected.data(), blocks);
    else
      truth.encrypt(key, in, expected.data(), blocks);
    for (std::size_t i = 0; i < bytes; i += b)
      if (std::memcmp(&expected[i], out + i, b))
        return "key " + hex(user, n) + " block " + hex(in + i, b) + " gives " + hex(out + i, b) +
               ", not " + hex(&expected[i], b);
    return "";
  }

 private:
  // Kalyna adds the round key to the counter, and kernels decide by the carry of the lowest byte.
  bool chooses_by_carry() const { return !std::strcmp(variant_.family, "kalyna"); }
  void set_counting(std::uint8_t* counter, CounterOrder order, std::uint32_t counting) {
    for (int i = 0; i < 4; i++)
      memory_.write(
          address(counter) + (unsigned)counter_position(order, (int)variant_.block_bytes, i),
          Word(counting >> (8 * i) & 255), 1);
  }
  // Runs the reference with cuts. The result of block n is the sum of its data and of its encrypted counter.
  bool cut(const Step& step, const Length& length) {
    const std::size_t bytes = variant_.block_bytes;
    std::uint8_t *const out = unset(2 * bytes), *const block = out + bytes;
    const auto encrypt = [&](unsigned n) {
      memory_.copy(address(block), address(counter_), bytes);
      set_counting(block, step.order, step.counting + n - 1);
      make_unset(out, bytes);
      run(*reference_->ops, truth_.key, {Step::kEncrypt}, block, out, 1);
    };
    // Kernels of Kalyna take the first round from tables that blocks share, so it cannot be cut there.
    const Cutting where = chooses_by_carry() ? Cutting::kAfterKey : Cutting::kBeforeKey;
    StateCut cut(machine_, encrypt, out, bytes);
    if (!cut.cut(length.lanes, truth_.key, reference_->ops->key_bytes, where,
                 where == Cutting::kAfterKey ? 2 : 1))
      return false;
    memory_.copy(address(expected_), address(out), bytes);
    repeat(expected_, length.blocks);
    for (std::size_t i = 0; i < length.blocks * bytes; i++)
      memory_.write(address(expected_ + i),
                    machine_.arithmetic.bitwise_xor(memory_.read(address(expected_ + i), 1),
                                                    memory_.read(address(in_ + i), 1)),
                    1);
    memory_.cuts = cut.cuts();
    // Counter bits are equal in all blocks. A kernel that adds data to them and adds it again gets them with a block.
    for (std::size_t i = 0; i < bytes; i++) {
      const Word w = memory_.read(address(counter_ + i), 1);
      for (std::uint64_t m = w.open; m; m &= m - 1)
        for (unsigned n = 1; n <= length.lanes; n++)
          memory_.cuts.add(w.bits[__builtin_ctzll(m)].of_block(n), w.bits[__builtin_ctzll(m)]);
    }
    return true;
  }
  std::uint8_t* buffer(std::size_t bytes) {
    if (!out_) out_ = memory_.allocate(bytes);
    make_unset(out_, bytes);  // or the results of an earlier call would hide a missing store
    return out_;
  }
  void run(const KernelOps& ops, const std::uint8_t* key, const Step& step, const std::uint8_t* in,
           std::uint8_t* out, unsigned blocks) {
    const std::size_t bytes = (std::size_t)blocks * variant_.block_bytes;
    if (step.kind == Step::kCtr)
      call((void*)ops.ctr,
           {address(key), address(counter_), (std::uint64_t)step.order, address(in), address(out),
            blocks},
           out, bytes);
    else
      call((void*)(step.kind == Step::kEncrypt ? ops.encrypt : ops.decrypt),
           {address(key), address(in), address(out), blocks}, out, bytes);
  }
  // Makes a buffer of blocks, which are all the same term for a block. The term without a block is nowhere.
  std::uint8_t* open_blocks(unsigned blocks) {
    const std::size_t bytes = variant_.block_bytes;
    std::uint8_t *const one = open(bytes), *const all = memory_.allocate(blocks * bytes);
    for (std::size_t i = 0; i < bytes; i++) {
      Word w = memory_.read(address(one + i), 1);
      for (Bit& bit : std::span(w.bits, 8)) bit = bit.of_block(1);
      memory_.write(address(all + i), w, 1);
    }
    make_unset(one, bytes);
    repeat(all, blocks);
    return all;
  }
  // Sets the other blocks to the terms of the first one, each with its number.
  void repeat(std::uint8_t* first, unsigned blocks) {
    const std::size_t bytes = variant_.block_bytes;
    for (std::size_t i = bytes; i < blocks * bytes; i++) {
      Word w = memory_.read(address(first + i % bytes), 1);
      for (std::uint64_t m = w.open; m; m &= m - 1)
        if (Bit& bit = w.bits[__builtin_ctzll(m)]; bit.block)
          bit = bit.of_block((std::uint32_t)(i / bytes) + 1);
      memory_.write(address(first + i), w, 1);
    }
  }
  void make_keys(const KernelOps& ops, const std::uint8_t* user, const Keys& keys) {
    call((void*)ops.schedule, {address(user), address(keys.round_keys)}, keys.round_keys,
         ops.round_key_bytes);
    call((void*)ops.prepare, {address(keys.round_keys), address(keys.key)}, keys.key,
         ops.key_bytes);
  }

  std::string difference(const std::uint8_t* a, const std::uint8_t* b, std::size_t bytes) const {
    for (std::size_t i = 0; i < bytes; i++) {
      const Word x = memory_.read(address(a + i), 1), y = memory_.read(address(b + i), 1);
      for (int bit = 0; bit < 8; bit++)
        if (!(x.at(bit) == y.at(bit)))
          return "byte " + std::to_string(i) + " bit " + std::to_string(bit) + " differs";
    }
    return "";
  }

  const Variant& variant_;
  const Kernel* reference_ = nullptr;
  unsigned blocks_ = 0;
  std::uint8_t *blocks_of_one_term_ = nullptr, *blocks_of_own_terms_ = nullptr;
  std::uint8_t *user_key_ = nullptr, *in_ = nullptr, *expected_ = nullptr, *counter_ = nullptr,
               *out_ = nullptr;
  Keys truth_;
};

// Compares the results of one step. `parts`: a proof of CTR for one batch counts, too.
Outcome compare_apart(Proof* proof, const KernelOps& ops, const Proof::Keys& keys,
                      const Proof::Step& step, unsigned blocks, bool parts) {
  return apart([&]() -> Outcome {
    const unsigned batch = ops.batch_blocks;
    const std::string d = proof->compare(ops, keys, step, blocks);
    if (d.empty() || !parts || step.kind != Proof::Step::kCtr || blocks <= batch ||
        !proof->compare(ops, keys, step, batch).empty())
      return {d, ""};
    return {"", "proven but for ctr of more than " + std::to_string(batch) + " blocks: " + d};
  });
}

}  // namespace

std::vector<Result> prove(const Variant& variant, const std::vector<Task>& tasks,
                          unsigned most_blocks) {
  unsigned blocks = 0;
  std::vector<Result> results;
  for (const Task& t : tasks)
    results.push_back({t.kernel, false, std::min(blocks_of(t.ops()), most_blocks), 0, ""});
  for (const Result& r : results) blocks = std::max(blocks, r.blocks);
  std::vector<Proof::Keys> keys(tasks.size());
  std::vector<std::string> parts(tasks.size());  // what is missing in a proof of a part
  Proof proof(variant);
  // Does something for each kernel that has not failed.
  const auto each = [&](auto&& run) {
    for (std::size_t i = 0; i < tasks.size(); i++) {
      if (!results[i].text.empty()) continue;
      const double start = seconds();
      try {
        results[i].text = run(i);
      } catch (const ProofError& e) {
        results[i].text = e.what();
      }
      results[i].seconds += seconds() - start;
    }
  };
  const auto reference = [&](auto&& run) {
    try {
      run();
    } catch (const ProofError& e) {
      each([&](std::size_t) { return std::string("reference: ") + e.what(); });
    }
  };
  reference([&] { proof.start(blocks); });
  each([&](std::size_t i) { return proof.set_key(tasks[i].ops(), &keys[i]); });
  for (const auto& step : proof.steps()) {
    std::vector<unsigned> lengths;
    std::vector<std::size_t> left;
    for (std::size_t i = 0; i < tasks.size(); i++) {
      lengths.push_back(proof.blocks_for(step, results[i].blocks, tasks[i].every_call));
      if (results[i].text.empty() && lengths[i]) left.push_back(i);
    }
    for (const bool own_terms : {false, true}) {
      if (left.empty()) break;
      Length most;
      for (std::size_t i : left) most = longest(most, lengths[i], tasks[i].ops().batch_blocks);
      reference([&] { proof.begin(step, most, own_terms); });
      std::erase_if(left, [&](std::size_t i) {
        if (!results[i].text.empty()) return true;  // the reference fails
        const Outcome o =
            compare_apart(&proof, tasks[i].ops(), keys[i], step, lengths[i], own_terms);
        results[i].seconds += o.seconds;
        if (!o.part.empty()) parts[i] = o.part;
        if (own_terms) results[i].text = o.failure;
        return o.failure.empty();
      });
    }
  }
  for (std::size_t i = 0; i < results.size(); i++)
    if (results[i].text.empty()) results[i].text = parts[i];
  for (Result& r : results) r.proven = r.text.empty();
  return results;
}

std::vector<Refutation> refute(const Kernel& kernel) {
  const KernelOps& ops = *kernel.ops;
  Proof proof(*kernel.variant);
  Proof::Keys keys;
  proof.start(blocks_of(ops));
  if (!proof.set_key(ops, &keys).empty()) throw ProofError("the kernel differs without a mutation");
  std::vector<Refutation> all;
  for (const auto& [step, blocks] : proof.steps_of_mutants(ops)) {
    const Length most = longest({}, blocks, ops.batch_blocks);
    const auto find = [&] { return proof.compare(ops, keys, step, blocks); };
    proof.begin(step, most);
    if (!find().empty()) proof.begin(step, most, true);  // as in `prove`
    for (Refutation& r : proof.seed(
             find, [&](const Mutation& m) { return proof.counterexample(ops, step, blocks, m); }))
      all.push_back(std::move(r));
  }
  return all;
}

}  // namespace hedgerow::proof
