// Every count of blocks around one and several passes, offsets, grids, in place, and counters of
// every order near their end. Each buffer ends where its blocks end, so that AddressSanitizer
// detects an access after them.
#include "check_kernel.hpp"

#include <cstdio>
#include <cstring>
#include <random>
#include <vector>

#include "registry/registry.hpp"

namespace hedgerow::device {
namespace {

using Bytes = std::vector<std::uint8_t>;
using Random = std::mt19937_64;

Bytes random_bytes(Random& random, std::size_t n) {
  Bytes r(n);
  for (auto& b : r) b = (std::uint8_t)random();
  return r;
}

// The literal reference of a variant with a key.
class Oracle {
 public:
  Oracle(const char* variant, const Bytes& round_keys) : ops_(reference(variant)) {
    key_ = aligned_alloc(64, ops_->key_bytes);
    ops_->prepare(round_keys.data(), key_);
  }
  ~Oracle() { free(key_); }
  Oracle(const Oracle&) = delete;
  Oracle& operator=(const Oracle&) = delete;

  static const KernelOps* reference(const char* variant) {
    for (const Kernel& k : kernels())
      if (!strcmp(k.variant->name, variant) && !strcmp(k.technique, "reference")) return k.ops;
    fprintf(stderr, "%s has no reference\n", variant);
    abort();
  }
  const KernelOps& ops() const { return *ops_; }
  const void* key() const { return key_; }

 private:
  const KernelOps* ops_;
  void* key_;
};

enum Entry : std::uint32_t { kEncrypt, kDecrypt, kCtr };
// Entries 3 to 5 belong to hash kernels.
constexpr std::uint32_t kHash = 3, kDot = 4, kPut = 5;
using Native = void (*)(std::uint32_t, std::uint32_t, const std::uint32_t*, const void*,
                        std::uint64_t, void*, std::uint64_t, std::uint64_t, const void*);

// Memory of `offset` + n bytes without further bytes. The base is aligned like a buffer of a
// device:
//
//   | offset | n bytes | (end of the allocation)
struct Exact {
  explicit Exact(std::size_t offset, const Bytes& content) : at(offset), n(content.size()) {
    base = (std::uint8_t*)aligned_alloc(16, (offset + n + 15) / 16 * 16 + 16);
    // The bytes after the blocks must not change. They are filled here and compared in intact().
    memset(base, 0xa5, (offset + n + 15) / 16 * 16 + 16);
    if (n) memcpy(base + offset, content.data(), n);
  }
  ~Exact() { free(base); }
  Exact(const Exact&) = delete;
  Exact& operator=(const Exact&) = delete;
  bool intact() const {
    for (std::size_t i = 0; i < at; i++)
      if (base[i] != 0xa5) return false;
    for (std::size_t i = at + n; i < (at + n + 15) / 16 * 16 + 16; i++)
      if (base[i] != 0xa5) return false;
    return true;
  }
  bool holds(const Bytes& expected) const { return !n || !memcmp(base + at, expected.data(), n); }
  std::uint8_t* base;
  std::size_t at, n;
};

struct Case {
  const KernelInfo& info;
  Native native;
  const Oracle& oracle;
  const std::uint32_t* words;
  Random& random;
  bool ok = true;

  void fail(const char* what, std::size_t blocks, std::size_t at, std::uint32_t groups) {
    if (ok)
      printf("%s.%s: %s differs: %zu blocks, offset %zu, %u groups\n", info.variant, info.technique,
             what, blocks, at, groups);
    ok = false;
  }

  void run(Entry entry, std::size_t blocks, std::uint32_t groups, bool in_place, CounterOrder order,
           bool keystream) {
    const std::size_t bytes = blocks * info.block_bytes, step = alignment(info.block_bytes);
    const std::size_t in_at = step * (random() % 4), out_at = step * (random() % 4);
    const Bytes in = random_bytes(random, bytes);
    Bytes expected(bytes);
    CounterArgument counter{};
    Bytes block = random_bytes(random, info.block_bytes);
    if (entry == kCtr) {
      // Half of the counters start near the end of their field.
      const std::size_t first =
          order == CounterOrder::kLittleEndian
              ? 0
              : (order == CounterOrder::kBigEndian ? info.block_bytes : info.block_bytes / 2) - 4;
      if (random() % 2)
        for (std::size_t i = 0; i < 4; i++)
          if (order == CounterOrder::kLittleEndian ? i > 0 : i < 3) block[first + i] = 0xff;
      memcpy(counter.block, block.data(), info.block_bytes);
      counter.order = (std::uint32_t)order;
      counter.keystream = keystream;
      const Bytes zeros(bytes);
      oracle.ops().ctr(oracle.key(), block.data(), order, keystream ? zeros.data() : in.data(),
                       expected.data(), blocks);
    } else {
      (entry == kEncrypt ? oracle.ops().encrypt : oracle.ops().decrypt)(oracle.key(), in.data(),
                                                                        expected.data(), blocks);
    }
    Exact from(in_at, in), to(out_at, Bytes(bytes));
    Exact& target = in_place ? from : to;
    native(entry, groups, words, keystream ? nullptr : from.base, keystream ? 0 : in_at,
           target.base, target.at, blocks, &counter);
    const char* const names[] = {"encryption", "decryption", "CTR"};
    if (!target.holds(expected)) fail(names[entry], blocks, in_at, groups);
    if (!target.intact() || !from.intact() || !to.intact())
      fail("what lies around the blocks", blocks, in_at, groups);
    if (!in_place && !from.holds(in)) fail("the input", blocks, in_at, groups);
  }
};

}  // namespace

bool check_kernel(const KernelInfo& info, void* native, std::uint64_t seed) {
  Random random(seed);
  const KernelOps& reference = *Oracle::reference(info.variant);
  if (reference.round_key_bytes != info.round_key_bytes) {
    printf("%s.%s: %u bytes of round keys, the CPU's have %u\n", info.variant, info.technique,
           info.round_key_bytes, reference.round_key_bytes);
    return false;
  }
  Bytes round_keys(info.round_key_bytes);
  reference.schedule(random_bytes(random, find_variant(info.variant)->key_bytes).data(),
                     round_keys.data());
  const Oracle oracle(info.variant, round_keys);
  std::uint32_t* const words =
      (std::uint32_t*)aligned_alloc(16, (4 * info.launch.key_words + 15) / 16 * 16);
  info.prepare(round_keys.data(), words);
  Case c{info, (Native)native, oracle, words, random};

  const std::size_t each = info.launch.blocks_per_thread, most = 2 * each + 3;
  for (std::size_t blocks = 0; blocks <= most; blocks++)
    for (const Entry entry : {kEncrypt, kDecrypt, kCtr})
      c.run(entry, blocks, 1, false, CounterOrder::kBigEndian, false);
  for (const Entry entry : {kEncrypt, kDecrypt, kCtr})
    for (const std::uint32_t groups : {1, 2, 3, 5}) {
      c.run(entry, 7 * each + 1 + random() % each, groups, true, CounterOrder::kLittleEndian,
            false);
      c.run(entry, 7 * each + 1 + random() % each, groups, false, CounterOrder::kLittleEndian,
            false);
    }
  for (const CounterOrder order :
       {CounterOrder::kLittleEndian, CounterOrder::kBigEndian, CounterOrder::kBigEndianLeft})
    if (has_order(info.block_bytes, order))
      for (int i = 0; i < 6; i++) {
        // The counter starts at most 256 blocks before its end, so this call passes it.
        c.run(kCtr, 8 * each + 260, 2, i % 2, order, false);
        c.run(kCtr, 2 * each + 1, 1, false, order, true);
      }
  free(words);
  return c.ok;
}

namespace {

// A field on the CPU, and a kernel of it as C.
struct HashCase {
  const HashKernelInfo& info;
  Native native;
  Random& random;
  const FieldOps* ops;
  std::size_t n = info.block_bytes;
  bool ok = true;

  HashCase(const HashKernelInfo& f, void* code, Random& r)
      : info(f),
        native((Native)code),
        random(r),
        ops(select_field(f.block_bytes, 0,
                         strcmp(f.field, "ghash") ? FieldProduct::kPlain : FieldProduct::kGhash)
                ->ops) {}

  void expect(bool right, const char* what, std::size_t blocks, std::uint64_t partials) {
    if (!right && ok)
      printf("%s.%s: %s differs: %zu elements, %u partials\n", info.field, info.technique, what,
             blocks, (unsigned)partials);
    ok = ok && right;
  }
  Bytes product(const Bytes& a, const Bytes& b) const {
    Bytes r = a;
    info.multiply(r.data(), b.data());
    return r;
  }
  Bytes reversed(Bytes a) const { return {a.rbegin(), a.rend()}; }
  Bytes sum(Bytes a, const Bytes& b) const {
    for (std::size_t i = 0; i < n; i++) a[i] ^= b[i];
    return a;
  }

  // Compares the host's product with the field's hash of one element, or with its inner product.
  void check_multiply() {
    const Bytes a = random_bytes(random, n), b = random_bytes(random, n);
    Bytes expected(n);
    if (ops->hash) {
      void* const key = aligned_alloc(64, ops->key_bytes);
      ops->prepare(b.data(), key);
      ops->hash(key, expected.data(), a.data(), 1);
      free(key);
    } else {
      ops->dot(false, expected.data(), a.data(), b.data(), 1);
    }
    expect(product(a, b) == expected, "the host's product", 1, 1);
  }

  // The condensed sequence is the same polynomial in h.
  void check_hash(std::uint32_t blocks, std::uint64_t partials) {
    const Bytes h = random_bytes(random, n), in = random_bytes(random, blocks * n);
    Bytes power = h;
    for (std::uint64_t i = 1; i < partials; i++) info.multiply(power.data(), h.data());
    std::uint32_t* const words =
        (std::uint32_t*)aligned_alloc(16, (4 * info.launch.key_words + 15) / 16 * 16);
    info.prepare(power.data(), words);
    Exact from(16, in), to(32, Bytes(partials * n));
    native(kHash, 1 + (std::uint32_t)(random() % 3), words, from.base, 16, to.base, 32, blocks,
           &partials);
    free(words);
    const auto horner = [&](const std::uint8_t* elements, std::size_t count) {
      Bytes acc(n);
      for (std::size_t i = 0; i < count; i++)
        acc = product(sum(acc, Bytes(elements + i * n, elements + (i + 1) * n)), h);
      return acc;
    };
    expect(horner(to.base + 32, partials) == horner(in.data(), blocks), "a hash", blocks, partials);
    expect(from.intact() && to.intact() && from.holds(in), "what lies around", blocks, partials);
  }

  void check_dot(std::uint32_t blocks, std::uint64_t partials) {
    const Bytes in = random_bytes(random, blocks * n), factors = random_bytes(random, blocks * n),
                before = random_bytes(random, partials * n);
    Exact from(16, in), by(0, factors), to(32, before);
    native(kDot, 1 + (std::uint32_t)(random() % 3), (const std::uint32_t*)by.base, from.base, 16,
           to.base, 32, blocks, &partials);
    Bytes got(n), expected(n);
    for (std::uint64_t j = 0; j < partials; j++) {
      got = sum(got, Bytes(to.base + 32 + j * n, to.base + 32 + (j + 1) * n));
      expected = sum(expected, Bytes(before.data() + j * n, before.data() + (j + 1) * n));
    }
    ops->dot(true, expected.data(), factors.data(), in.data(), blocks);
    expect(got == expected, "a sum of products", blocks, partials);
    expect(from.intact() && to.intact() && by.intact() && by.holds(factors), "what lies around",
           blocks, partials);
  }

  void check_put() {
    ElementArgument element{};
    const Bytes value = random_bytes(random, n);
    memcpy(element.word, value.data(), n);
    Exact to(16, Bytes(n));
    native(kPut, 1, nullptr, nullptr, 0, to.base, 16, 0, &element);
    expect(to.holds(value) && to.intact(), "an element", 1, 1);
  }
};

}  // namespace

bool check_hash_kernel(const HashKernelInfo& info, void* native, std::uint64_t seed) {
  Random random(seed);
  HashCase c(info, native, random);
  for (int i = 0; i < 40; i++) c.check_multiply();
  c.check_put();
  for (const std::uint64_t partials : {1, 4, 6})
    for (std::uint32_t blocks = 0; blocks < 40; blocks++) {
      c.check_hash(blocks, partials);
      if (info.has_dot) c.check_dot(blocks, partials);
    }
  return c.ok;
}

}  // namespace hedgerow::device
