// Schedules are wiped: after each function of a constant-time kernel, no fragment of the user key
// or of a round key may remain on the stack. Fragments of the prepared key (in the layout of the
// kernel), of plaintext and of keystream are only reported, because compilers spill registers.
#include "residue.hpp"

#include <string.h>

#include <string_view>

#include "base/bytes.hpp"
#include "checks.hpp"
#include "cipher/kuznyechik/spec.hpp"
#include "fused.hpp"
#include "private_stack.hpp"

namespace hedgerow::ledger {

namespace {

// The residues of the steps of one kernel. The first required residue becomes the outcome.
struct Findings {
  Outcome outcome;

  void add(const char* step, const Bytes& a, const Bytes& b, const Secret& secret) {
    const std::size_t n = count_residue(a, b, secret);
    if (!n || outcome.status == Status::kFailed) return;
    if (secret.required) {
      outcome = fail("%zu fragments of the %s on the stack after %s", n, secret.name, step);
      return;
    }
    const std::size_t used = strlen(outcome.note);
    if (!strstr(outcome.note, secret.name))
      snprintf(outcome.note + used, sizeof outcome.note - used, "%s%s after %s",
               used ? ", " : "info: ", secret.name, step);
  }
};

// What compilers spill differs, so some residues are a failure only with the compiler that builds
// releases; with others they are reported.
#if defined(__x86_64__) && defined(__OPTIMIZE__) && !defined(__clang__)
constexpr bool kReleaseCompiler = true;
#else
constexpr bool kReleaseCompiler = false;
#endif

// One key with all values derived from it.
struct KeyState {
  Bytes user, round_keys, prepared;
  KeyState(Subject& s) : user(s.random.bytes(s.kernel.variant->key_bytes)) {
    s.set_key(user);
    round_keys.assign(s.round_keys(), s.round_keys() + s.kernel.ops->round_key_bytes);
    const auto* p = (const std::uint8_t*)s.key();
    prepared.assign(p, p + s.kernel.ops->key_bytes);
  }
};

void add_keys(Findings* findings, const char* step, const Bytes (&stack)[2], const KeyState& a,
              const KeyState& b) {
  findings->add(step, stack[0], stack[1], {"user key", true, a.user, b.user});
  findings->add(step, stack[0], stack[1], {"round keys", true, a.round_keys, b.round_keys});
  findings->add(step, stack[0], stack[1], {"prepared key", false, a.prepared, b.prepared});
}

// `prepare` must leave no data that depends on the key, because a linear image of a round key is as
// good as the round key.
void scan_prepare(Subject& s, Findings* findings, const KeyState& a, const KeyState& b) {
  GuardedMemory prepared(s.kernel.ops->key_bytes);
  Bytes round_keys, stack[2];
  // both at one address, because the stack may contain the address
  round_keys.reserve(a.round_keys.size());
  for (int i = 0; i < 2; i++) {
    round_keys = i ? b.round_keys : a.round_keys;
    stack[i] =
        run_on_private_stack([&] { s.kernel.ops->prepare(round_keys.data(), prepared.begin()); });
  }
  add_keys(findings, "prepare", stack, a, b);
  const std::size_t n = count_differing(stack[0], stack[1]);
  if (n && kReleaseCompiler && findings->outcome.status != Status::kFailed)
    findings->outcome = fail("%zu bytes that depend on the key on the stack after prepare", n);
}

void scan_setup(Subject& s, Findings* findings, const KeyState& a, const KeyState& b) {
  Bytes round_keys(s.kernel.ops->round_key_bytes);
  GuardedMemory prepared(s.kernel.ops->key_bytes);
  Bytes schedule[2];
  for (int i = 0; i < 2; i++)
    schedule[i] = run_on_private_stack(
        [&] { s.kernel.ops->schedule((i ? b : a).user.data(), round_keys.data()); });
  add_keys(findings, "schedule", schedule, a, b);
  scan_prepare(s, findings, a, b);
  if (!s.kernel.ops->set_up) return;
  for (int i = 0; i < 2; i++)
    schedule[i] = run_on_private_stack(
        [&] { s.kernel.ops->set_up((i ? b : a).user.data(), prepared.begin()); });
  add_keys(findings, "set_up", schedule, a, b);
}

unsigned product(unsigned a, int b) {
  unsigned r = 0;
  for (int bit = 7; bit >= 0; bit--) {
    r = r << 1 ^ (r >> 7) * kuznyechik::kFieldPolynomial;
    if (b >> bit & 1) r ^= a;
  }
  return r;
}

// The value before the last key addition, for output of encryption or decryption. With the output it gives a round key.
// It is empty for ciphers whose last operation adds no key to the whole block.
Bytes before_last_key(const Subject& s, const KeyState& k, Op op, Bytes out) {
  const std::string_view name = s.kernel.variant->name;
  const bool encrypts = op != Op::kDecrypt;
  const std::uint8_t* key = k.round_keys.data() + (encrypts ? k.round_keys.size() - s.block() : 0);
  if (name.starts_with("kalyna-")) {
    for (std::size_t i = 0; i < out.size(); i += 8) {
      const std::uint64_t word = load_le64(out.data() + i), part = load_le64(key + i % s.block());
      store_le64(out.data() + i, encrypts ? word - part : word + part);
    }
    return out;
  }
  const bool adds_key = name == "kuznyechik" || name.starts_with("aria-") ||
                        name.starts_with("camellia-") || name.starts_with("aes-");
  if (!adds_key) return {};
  for (std::size_t i = 0; i < out.size(); i++) out[i] ^= key[i % s.block()];
  if (!encrypts || name != "kuznyechik") return out;
  Bytes states;  // the last S-boxes are before L
  for (std::size_t at = 0; at + kuznyechik::kBlockBytes <= out.size();
       at += kuznyechik::kBlockBytes)
    for (const auto& row : kuznyechik::kLinearInverse.at) {
      unsigned sum = 0;
      for (std::size_t j = 0; j < kuznyechik::kBlockBytes; j++) sum ^= product(row[j], out[at + j]);
      states.push_back((std::uint8_t)sum);
    }
  return states;
}

// The states block by block, and then in the layouts of byte slices: a byte position of eight blocks, which are
// consecutive, or every second or fourth one. Kalyna's slices have columns in the place of blocks.
Bytes last_states(const Subject& s, const KeyState& k, Op op, const Bytes& out) {
  Bytes states = before_last_key(s, k, op, out);
  const std::size_t unit = std::string_view(s.kernel.variant->name).starts_with("kalyna-") ? 8 : 16;
  const std::size_t units = states.size() / unit;
  constexpr std::size_t kGroup = 8;
  for (const std::size_t step : {1, 2, 4})
    for (std::size_t first = 0; first + kGroup * step <= units; first += kGroup * step)
      for (std::size_t i = 0; i < unit; i++)
        for (std::size_t of = 0; of < kGroup * step; of++)
          states.push_back(states[(first + of / kGroup + of % kGroup * step) * unit + i]);
  return states;
}

// Two keys over the same data, then one key over two inputs.
void scan_op(Subject& s, Findings* findings, const KeyState& a, const KeyState& b, Op op,
             std::size_t blocks) {
  char step[48];
  snprintf(step, sizeof step, "%s of %zu blocks", op_name(op), blocks);
  const Bytes in[2] = {s.random.bytes(blocks * s.block()), s.random.bytes(blocks * s.block())};
  const Bytes counters[2] = {s.random.bytes(s.block()), s.random.bytes(s.block())};
  Bytes out[2] = {in[0], in[1]}, stack[2];
  const auto run = [&](int i, const KeyState& key, int data) {
    s.set_key(key.user);
    s.set_counter(counters[data], s.kernel.variant->ctr_order);
    stack[i] = run_on_private_stack([&] { s.run(op, in[data].data(), out[i].data(), blocks); });
  };
  run(0, a, 0);
  run(1, b, 0);
  add_keys(findings, step, stack, a, b);
  const auto states = [&](const KeyState& key, const Bytes& data) {
    return last_states(s, key, op, op == Op::kCtr ? xor_bytes(in[0], data.data()) : data);
  };
  const bool required =
      kReleaseCompiler || (op == Op::kEncrypt && !strcmp(s.kernel.variant->name, "kuznyechik"));
  findings->add(step, stack[0], stack[1],
                {"last states", required, states(a, out[0]), states(b, out[1])});
  run(1, a, 1);
  const bool decrypt = op == Op::kDecrypt;
  findings->add(step, stack[0], stack[1],
                {"plaintext", false, decrypt ? out[0] : in[0], decrypt ? out[1] : in[1]});
  if (op == Op::kCtr)
    findings->add(
        s.doing, stack[0], stack[1],
        {"keystream", false, xor_bytes(in[0], out[0].data()), xor_bytes(in[1], out[1].data())});
}

// The residues of keys after FusedOps, found by two keys over the same data.
void scan_fused(Subject& s, Findings* findings, const KeyState& a, const KeyState& b,
                std::size_t blocks) {
  const Bytes in = s.random.bytes(blocks * s.block()), value = s.random.bytes(s.block());
  Bytes stack[2];
  for (FusedOp op : kFusedOps) {
    if (!has_fused(s, op)) continue;
    for (int i = 0; i < 2; i++) {
      Bytes out(in.size()), v = value;
      s.set_key(i ? b.user : a.user);
      stack[i] =
          run_on_private_stack([&] { run_fused(s, op, v.data(), in.data(), out.data(), blocks); });
    }
    add_keys(findings, fused_name(op), stack, a, b);
  }
}
void scan_chains(Subject& s, Findings* findings, const KeyState& a, const KeyState& b,
                 std::size_t chains) {
  constexpr std::size_t kBlocks = 5;
  const Bytes in = s.random.bytes(chains * kBlocks * s.block());
  Bytes stack[2];
  for (ChainKind kind : {ChainKind::kCipher, ChainKind::kFeedback, ChainKind::kKeystream}) {
    for (int i = 0; i < 2; i++) {
      Bytes out(in.size()), x(chains * s.block());
      std::vector<const std::uint8_t*> from;
      std::vector<std::uint8_t*> to;
      for (std::size_t j = 0; j < chains; j++) {
        from.push_back(in.data() + j * kBlocks * s.block());
        to.push_back(out.data() + j * kBlocks * s.block());
      }
      s.set_key(i ? b.user : a.user);
      stack[i] = run_on_private_stack([&] {
        s.kernel.fused->run_chains(s.key(), kind, from.data(), to.data(), x.data(), chains,
                                   kBlocks);
      });
    }
    add_keys(findings, "run_chains", stack, a, b);
  }
}

}  // namespace

Outcome check_residue(Subject& s) {
  if (s.kernel.timing() == Timing::kVartime) return not_applicable("vartime");
  if (s.effort.portable_model) return not_applicable("the model's code is not the kernel's");
  if (!private_stack_usable()) return not_applicable("a sanitizer owns the stack");
  if (!residue_check_sees()) return fail("the check does not see a key left on purpose");
  Findings findings;
  const KeyState a(s), b(s);
  scan_setup(s, &findings, a, b);
  for (Op op : kAllOps)
    for (std::size_t blocks : {(std::size_t)1, s.width(), 2 * s.width() + 1})
      scan_op(s, &findings, a, b, op, blocks);
  for (std::size_t blocks : {(std::size_t)1, 2 * s.width() + 1})
    scan_fused(s, &findings, a, b, blocks);
  if (s.kernel.fused && s.kernel.fused->run_chains)
    for (std::size_t chains : {3, 33}) scan_chains(s, &findings, a, b, chains);
  return findings.outcome;
}

}  // namespace hedgerow::ledger
