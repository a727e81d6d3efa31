// Cases of the registry: the program finds every kernel and every field multiplication itself. A
// kernel runs one block, and a batch plus a tail that is one block shorter than a batch. In counter
// orders that its cipher does not use, it runs a batch and one block. The block counts are public,
// but keys, plaintexts, round keys and counters are secret.
#include <string.h>

#include <algorithm>

#include "case.hpp"
#include "isa/cpu.hpp"
#include "registry/registry.hpp"

namespace hedgerow::tracing {
namespace {

std::string skip_reason(const Isa& isa, bool is_available) {
  if (is_available) return {};
  return isa.built ? "this CPU lacks it, or the kernel does not serve the variant" : "not built";
}

// The block counts of one run, which include two whole batches and a part, for kernels that process
// two batches together. Vartime kernels get fewer counts, because their trace ends at the first
// difference.
std::vector<std::size_t> block_counts(const Kernel& k) {
  if (k.timing() == Timing::kVartime) return {1};
  return {1, k.ops->batch_blocks > 1 ? 3 * k.ops->batch_blocks - 1 : 3};
}

struct Prepared {
  std::uint8_t* key;
  const std::uint8_t* in;
  std::uint8_t* out;
  std::vector<std::size_t> counts;
  std::size_t bytes;
};

Prepared prepare_key(const Kernel& k, Workspace& w) {
  const std::uint8_t* user_key = w.secret_bytes(k.variant->key_bytes);
  std::uint8_t* round_keys = w.bytes(k.ops->round_key_bytes);
  Prepared p{w.bytes(k.ops->key_bytes), nullptr, nullptr, block_counts(k), 0};
  k.ops->schedule(user_key, round_keys);
  k.ops->prepare(round_keys, p.key);
  p.bytes = p.counts.back() * k.variant->block_bytes;
  p.in = w.secret_bytes(p.bytes);
  p.out = w.bytes(p.bytes);
  return p;
}

// A function that computes round keys, a prepared key or the key of a field from a secret.
template <class Function>
Traced trace_key(Function function, std::size_t from_bytes, std::size_t to_bytes, Workspace& w) {
  const std::uint8_t* from = w.secret_bytes(from_bytes);
  std::uint8_t* to = w.bytes(to_bytes);
  return {[=] { function(from, to); }, {to, to_bytes}};
}

Traced trace_ecb(const Kernel& k, Workspace& w, decltype(KernelOps::encrypt) operation) {
  const Prepared p = prepare_key(k, w);
  return {[=] {
            for (std::size_t n : p.counts) operation(p.key, p.in, p.out, n);
          },
          {p.out, p.bytes}};
}

// A counter that does not wrap in any order, because a mode splits its call in two at a wrap.
const std::uint8_t* secret_counter(std::uint32_t block, Workspace& w) {
  std::uint8_t* counter = w.secret_bytes(block);
  for (std::uint32_t top : {3u, block < 8 ? 3u : block / 2 - 4, block - 4}) counter[top] &= 0x7f;
  return counter;
}

Traced trace_ctr(const Kernel& k, Workspace& w) {
  const Prepared p = prepare_key(k, w);
  const std::uint32_t block = k.variant->block_bytes;
  const std::uint8_t* counter = secret_counter(block, w);
  const KernelOps* ops = k.ops;
  const std::size_t other = std::min<std::size_t>(k.ops->batch_blocks + 1, p.counts.back());
  return {[=, &k] {
            for (CounterOrder order : {CounterOrder::kLittleEndian, CounterOrder::kBigEndian,
                                       CounterOrder::kBigEndianLeft}) {
              if (!has_order(block, order)) continue;
              if (order != k.variant->ctr_order) {
                ops->ctr(p.key, counter, order, p.in, p.out, other);
                continue;
              }
              for (std::size_t n : p.counts) ops->ctr(p.key, counter, order, p.in, p.out, n);
            }
          },
          {p.out, p.bytes}};
}

// Operations that combine the cipher with tweaks or chaining, as modes use them. Tweaks and chain
// values are secret too.
Traced trace_fused(const Kernel& k, Workspace& w) {
  const Prepared p = prepare_key(k, w);
  const std::uint32_t block = k.variant->block_bytes;
  std::uint8_t* value = w.secret_bytes(block);
  const FusedOps* fused = k.fused;
  return {[=] {
            for (auto op : {fused->encrypt_tweaked, fused->decrypt_tweaked, fused->decrypt_chained,
                            fused->decrypt_feedback})
              for (std::size_t n : p.counts)
                if (op) op(p.key, value, p.in, p.out, n);
          },
          {p.out, p.bytes}};
}
Traced trace_chains(const Kernel& k, Workspace& w) {
  constexpr std::size_t kChains = 17, kBlocks = 5;
  const Prepared p = prepare_key(k, w);
  const std::size_t bytes = kBlocks * k.variant->block_bytes;
  const std::uint8_t* in = w.secret_bytes(kChains * bytes);
  std::uint8_t* out = w.bytes(kChains * bytes);
  std::uint8_t* x = w.secret_bytes(kChains * k.variant->block_bytes);
  const FusedOps* fused = k.fused;
  return {[=] {
            const std::uint8_t* from[kChains];
            std::uint8_t* to[kChains];
            for (std::size_t i = 0; i < kChains; i++)
              from[i] = in + i * bytes, to[i] = out + i * bytes;
            for (ChainKind kind : {ChainKind::kCipher, ChainKind::kFeedback, ChainKind::kKeystream})
              fused->run_chains(p.key, kind, from, to, x, kChains, kBlocks);
          },
          {out, kChains * bytes}};
}

bool same_object(const Kernel& a, const Kernel& b) {
  return !strcmp(a.variant->family, b.variant->family) && !strcmp(a.technique, b.technique) &&
         a.isa == b.isa;
}

void add_kernel(Cases& cases, const Kernel& k, const char* operation,
                std::function<Traced(Workspace&)> prepare) {
  Case c{.name = std::string(k.id) + "/" + operation, .isa = k.isa->name};
  const bool keyed = strcmp(operation, "schedule") == 0 || strcmp(operation, "prepare") == 0;
  if (k.timing() == Timing::kVartime) c.timing = Class::kVartime;
  // A vartime kernel that is not a reference uses tables, so every such kernel must be flagged.
  if (k.timing() == Timing::kVartime && strcmp(k.technique, "reference") != 0 && !keyed)
    c.timing = Class::kControl, c.kind = "any";
  c.prepare = std::move(prepare);
  cases.push_back(std::move(c));
}

// Several batches and a tail for every field kernel. The number is odd, because otherwise the equal
// products of the all-ones secret would cancel.
constexpr std::size_t kFieldBlocks = 38;
constexpr std::size_t kFieldCounts[] = {1, 8, kFieldBlocks};

Traced trace_hash(const FieldOps* ops, Workspace& w) {
  std::uint8_t* key = w.bytes(ops->key_bytes);
  ops->prepare(w.secret_bytes(ops->block_bytes), key);
  std::uint8_t* acc = w.secret_bytes(ops->block_bytes);
  const std::uint8_t* in = w.secret_bytes(kFieldBlocks * ops->block_bytes);
  acc[0] ^= 1;  // a zero accumulator would hide the product for the all-zero secret
  return {[=] {
            for (std::size_t n : kFieldCounts) ops->hash(key, acc, in, n);
          },
          {acc, ops->block_bytes}};
}

Traced trace_dot(const FieldOps* ops, Workspace& w) {
  std::uint8_t* acc = w.bytes(ops->block_bytes);
  const std::uint8_t* h = w.secret_bytes(kFieldBlocks * ops->block_bytes);
  const std::uint8_t* in = w.secret_bytes(kFieldBlocks * ops->block_bytes);
  return {[=] {
            for (bool big_endian : {false, true})
              for (std::size_t n : kFieldCounts) ops->dot(big_endian, acc, h, in, n);
          },
          {acc, ops->block_bytes}};
}

Traced trace_tweaks(const FieldOps* ops, const RowOps* rows, Workspace& w) {
  const std::size_t bytes = kFieldBlocks * ops->block_bytes;
  std::uint8_t* t = w.secret_bytes(ops->block_bytes);
  std::uint8_t* in = w.secret_bytes(bytes);
  std::uint8_t* masks = w.bytes(bytes);
  return {[=] {
            for (std::size_t n : kFieldCounts) rows->tweaks(t, in, in, masks, n);
            rows->add(in, in, masks, bytes - 1);
          },
          {t, ops->block_bytes}};
}

void add_field(Cases& cases, const Field& f, const char* operation,
               std::function<Traced(const FieldOps*, Workspace&)> prepare) {
  const FieldOps* ops = f.ops;
  cases.push_back({.name = std::string(f.name) + "." + f.isa->name + "/" + operation,
                   .timing = Class::kConstantTime,
                   .isa = f.isa->name,
                   .prepare = [=](Workspace& w) { return prepare(ops, w); }});
}

// Returns true if an earlier variant of the same kernel object uses the same function for this
// operation. Such variants differ only in S-box sets, which are data of the prepared key, so the
// function is traced once.
template <class Function>
bool traced_before(const Kernel& k, Function KernelOps::* operation) {
  for (const Kernel& earlier : kernels()) {
    if (&earlier == &k) return false;
    if (same_object(earlier, k) && earlier.ops && earlier.ops->*operation == k.ops->*operation &&
        earlier.ops->round_key_bytes == k.ops->round_key_bytes)
      return true;
  }
  return false;
}

}  // namespace

void add_kernel_cases(Cases& cases) {
  for (const Kernel& k : kernels()) {
    if (!cases.wants(k.id)) continue;
    const std::string skip = skip_reason(*k.isa, available(k, cpu_features()));
    if (!skip.empty()) {
      cases.push_back({.name = std::string(k.id) + "/all", .isa = k.isa->name, .skip = skip});
      continue;
    }
    const auto is_new = [&](auto operation) {
      return !cases.lists() || !traced_before(k, operation);
    };
    const KernelOps* ops = k.ops;
    const std::size_t user_key_bytes = k.variant->key_bytes;
    if (is_new(&KernelOps::schedule))
      add_kernel(cases, k, "schedule", [=](Workspace& w) {
        return trace_key(ops->schedule, user_key_bytes, ops->round_key_bytes, w);
      });
    if (is_new(&KernelOps::prepare))
      add_kernel(cases, k, "prepare", [=](Workspace& w) {
        return trace_key(ops->prepare, ops->round_key_bytes, ops->key_bytes, w);
      });
    if (ops->set_up && is_new(&KernelOps::set_up))
      add_kernel(cases, k, "set_up", [=](Workspace& w) {
        return trace_key(ops->set_up, user_key_bytes, ops->key_bytes, w);
      });
    if (is_new(&KernelOps::encrypt))
      add_kernel(cases, k, "encrypt",
                 [&k](Workspace& w) { return trace_ecb(k, w, k.ops->encrypt); });
    if (is_new(&KernelOps::decrypt))
      add_kernel(cases, k, "decrypt",
                 [&k](Workspace& w) { return trace_ecb(k, w, k.ops->decrypt); });
    if (is_new(&KernelOps::ctr))
      add_kernel(cases, k, "ctr", [&k](Workspace& w) { return trace_ctr(k, w); });
    if (!k.fused) continue;
    add_kernel(cases, k, "fused", [&k](Workspace& w) { return trace_fused(k, w); });
    if (k.fused->run_chains)
      add_kernel(cases, k, "chains", [&k](Workspace& w) { return trace_chains(k, w); });
  }
}

void add_field_cases(Cases& cases) {
  for (const Field& f : fields()) {
    const std::string skip = skip_reason(*f.isa, available(f, cpu_features()));
    if (!skip.empty()) {
      cases.push_back({.name = std::string(f.name) + "." + f.isa->name + "/all",
                       .isa = f.isa->name,
                       .skip = skip});
      continue;
    }
    if (f.ops->hash) {
      add_field(cases, f, "prepare", [](const FieldOps* ops, Workspace& w) {
        return trace_key(ops->prepare, ops->block_bytes, ops->key_bytes, w);
      });
      add_field(cases, f, "hash", trace_hash);
    }
    if (f.ops->dot) add_field(cases, f, "dot", trace_dot);
    if (f.rows->tweaks)
      add_field(cases, f, "tweaks",
                [&f](const FieldOps* ops, Workspace& w) { return trace_tweaks(ops, f.rows, w); });
  }
}

}  // namespace hedgerow::tracing
