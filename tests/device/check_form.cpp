// Every count of blocks around one and several passes, offsets, grids, in place, counters of every order around their end; buffers end
// where the blocks end, so that AddressSanitizer sees what goes beyond.
#include "check_form.hpp"

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
using Native = void (*)(std::uint32_t, std::uint32_t, const std::uint32_t*, const void*,
                        std::uint64_t, void*, std::uint64_t, std::uint64_t, const CounterArgument*);

// Memory of `offset` + n bytes that ends with them; the base is aligned as a device's buffers are.
struct Exact {
  explicit Exact(std::size_t offset, const Bytes& content) : at(offset), n(content.size()) {
    base = (std::uint8_t*)aligned_alloc(16, (offset + n + 15) / 16 * 16 + 16);
    // What is behind the blocks must not be touched: filled here, compared in intact().
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
  const Form& form;
  Native native;
  const Oracle& oracle;
  const std::uint32_t* words;
  Random& random;
  bool ok = true;

  void fail(const char* what, std::size_t blocks, std::size_t at, std::uint32_t groups) {
    if (ok)
      printf("%s.%s: %s differs: %zu blocks, offset %zu, %u groups\n", form.variant, form.technique,
             what, blocks, at, groups);
    ok = false;
  }

  void run(Entry entry, std::size_t blocks, std::uint32_t groups, bool in_place, CounterOrder order,
           bool keystream) {
    const std::size_t bytes = blocks * form.block_bytes, step = alignment(form.block_bytes);
    const std::size_t in_at = step * (random() % 4), out_at = step * (random() % 4);
    const Bytes in = random_bytes(random, bytes);
    Bytes expected(bytes);
    CounterArgument counter{};
    Bytes block = random_bytes(random, form.block_bytes);
    if (entry == kCtr) {
      // Near the end of its field every second time.
      const std::size_t first =
          order == CounterOrder::kLittleEndian
              ? 0
              : (order == CounterOrder::kBigEndian ? form.block_bytes : form.block_bytes / 2) - 4;
      if (random() % 2)
        for (std::size_t i = 0; i < 4; i++)
          if (order == CounterOrder::kLittleEndian ? i > 0 : i < 3) block[first + i] = 0xff;
      memcpy(counter.block, block.data(), form.block_bytes);
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

bool check_form(const Form& form, void* native, std::uint64_t seed) {
  Random random(seed);
  const KernelOps& reference = *Oracle::reference(form.variant);
  if (reference.round_key_bytes != form.round_key_bytes) {
    printf("%s.%s: %u bytes of round keys, the CPU's have %u\n", form.variant, form.technique,
           form.round_key_bytes, reference.round_key_bytes);
    return false;
  }
  Bytes round_keys(form.round_key_bytes);
  reference.schedule(random_bytes(random, find_variant(form.variant)->key_bytes).data(),
                     round_keys.data());
  const Oracle oracle(form.variant, round_keys);
  std::uint32_t* const words =
      (std::uint32_t*)aligned_alloc(16, (4 * form.launch.key_words + 15) / 16 * 16);
  form.prepare(round_keys.data(), words);
  Case c{form, (Native)native, oracle, words, random};

  const std::size_t each = form.launch.blocks_per_thread, most = 2 * each + 3;
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
    if (has_order(form.block_bytes, order))
      for (int i = 0; i < 6; i++) {
        // Past the counter's end, where there are 256 blocks to its end at most.
        c.run(kCtr, 8 * each + 260, 2, i % 2, order, false);
        c.run(kCtr, 2 * each + 1, 1, false, order, true);
      }
  free(words);
  return c.ok;
}

// h^partials, by Horner's rule over h and zeros behind it.
static Bytes power_of(const Field* field, const void* key, const Bytes& h, std::uint32_t partials) {
  if (partials == 1) return h;
  const std::size_t n = h.size();
  Bytes power(n), zeros(n * partials);
  memcpy(zeros.data(), h.data(), n);
  field->ops->hash(key, power.data(), zeros.data(), partials - 1);
  return power;
}

bool check_hash_form(const HashForm& form, void* native, std::uint64_t seed) {
  Random random(seed);
  const FieldProduct product =
      strcmp(form.field, "ghash") ? FieldProduct::kPlain : FieldProduct::kGhash;
  const Field* field = select_field(form.block_bytes, 0, product);
  const std::uint32_t n = form.block_bytes;
  const auto hash =
      (void (*)(std::uint32_t, std::uint32_t, const std::uint32_t*, const void*, std::uint64_t,
                void*, std::uint64_t, std::uint64_t, std::uint64_t))native;
  if (!field || !field->ops->hash) {
    printf("SKIPPED %s.%s: the CPU has no such hash\n", form.field, form.technique);
    return true;
  }
  const Bytes h = random_bytes(random, n);
  void* const key = aligned_alloc(64, field->ops->key_bytes);
  field->ops->prepare(h.data(), key);
  std::uint32_t* const words =
      (std::uint32_t*)aligned_alloc(16, (4 * form.launch.key_words + 15) / 16 * 16);
  bool ok = true;
  for (const std::uint32_t partials : {1, 4, 6})
    for (std::uint32_t blocks = 0; blocks < 40 && ok; blocks++) {
      form.prepare(power_of(field, key, h, partials).data(), words);
      const Bytes in = random_bytes(random, blocks * n);
      Exact from(16, in), to(32, Bytes(partials * n));
      hash(0, 1 + random() % 3, words, from.base, 16, to.base, 32, blocks, partials);
      Bytes expected(n), acc(n);
      field->ops->hash(key, expected.data(), in.data(), blocks);
      field->ops->hash(key, acc.data(), to.base + 32, partials);
      ok = acc == expected && from.intact() && to.intact();
      if (!ok)
        printf("%s.%s: differs: %u elements, %u partials\n", form.field, form.technique, blocks,
               partials);
    }
  free(words);
  free(key);
  return ok;
}

}  // namespace hedgerow::device
