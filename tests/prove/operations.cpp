// Vector operations of the portable model on terms, with a meaning that the model itself gives.
#include "operations.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <set>

#include "model_operation.hpp"

namespace hedgerow::proof {
namespace {

// The 64-bit words of a vector.
struct Vector {
  Word word[kMostBytes / 8];
  Word byte(int i) const { return Arithmetic::part(word[i / 8], 8 * (i % 8), 8); }
  void put(int i, const Word& b) {
    word[i / 8] = Arithmetic::join(word[i / 8], Arithmetic::part(b, 0, 8, 8 * (i % 8)));
  }
};

const std::set<std::string> kBitwise = {"xor2",    "xor3",    "and2",   "or2",   "andnot",
                                        "xor_and", "ternary", "and_or", "choose"};
const std::set<std::string> kMoves = {
    "unpack_lo8",   "unpack_hi8",  "unpack_lo16",   "unpack_hi16",   "unpack_lo32",
    "unpack_hi32",  "unpack_lo64", "unpack_hi64",   "swap_words64",  "reverse_words32",
    "turn_words32", "blend_bytes", "blend_words16", "blend_words32", "blend_words64",
    "even_words32", "odd_words32", "blend_lanes",   "swap_lanes",    "lower_lanes",
    "upper_lanes",  "join_lanes",  "shuffle_lanes", "reverse64",     "in_register"};
const std::set<std::string> kLoads = {"load",      "load_splat32", "load_splat64", "load_splat128",
                                      "load_lane", "load_lanes",   "load_lanes12"};
const std::set<std::string> kStores = {"store", "store_lane", "store_lanes", "store_lanes12"};
const std::set<std::string> kByteFunctions = {
    "low_nibble", "high_nibble", "negative8", "equal8", "min8", "gf_mul", "affine_inverse"};
const std::set<std::string> kWords = {"add8",  "add16", "add32",  "add64",  "sub8",  "sub16",
                                      "sub32", "sub64", "shl16",  "shl32",  "shl64", "shr16",
                                      "shr32", "shr64", "rotl16", "rotl32", "rotl64"};
const std::set<std::string> kSplats = {"splat8", "splat32", "splat64"};
const std::set<std::string> kLookups = {"shuffle",   "permute8",         "permute8_of_two",
                                        "lookup256", "lookup256_by_row", "lookup_halves_by_row"};
const std::set<std::string> kRounds = {"aes_enc", "aes_enc_last", "aes_dec", "aes_dec_last"};

std::uint64_t at(const void* p) { return (std::uint64_t)p; }

Arithmetic::Key table_key(std::uint64_t table) { return {256, table}; }
// The key of a table of known bytes in vectors, or {}.
Arithmetic::Key bytes_key(const Word* words, int count) {
  Arithmetic::Key key{1};
  for (int i = 0; i < count; i++) {
    if (!words[i].known()) return {};
    key.push_back(words[i].value);
  }
  return key;
}

// One call of an operation: its arguments and its result.
class Call {
 public:
  Call(Machine& machine, const ModelOperation& op)
      : m_(machine), op_(op), arithmetic_(machine.arithmetic) {}
  bool run();

 private:
  static constexpr Machine::Register kRegisters[] = {Machine::kRdi, Machine::kRsi, Machine::kRdx,
                                                     Machine::kRcx, (Machine::Register)8};
  const Word& argument(int k) const { return m_.general[kRegisters[k + (op_.width != 16)]]; }
  std::uint64_t pointer(int k) const { return m_.known(kRegisters[k + (op_.width != 16)]); }
  Vector vector_at(std::uint64_t p) const {
    Vector v;
    for (int i = 0; i < op_.width / 8; i++) v.word[i] = m_.memory.read(p + 8u * (unsigned)i, 8);
    return v;
  }
  Vector vector(int k) const { return vector_at(pointer(k)); }
  void finish(const Vector& v) {
    if (op_.width == 16) {
      m_.general[Machine::kRax] = v.word[0];
      m_.general[Machine::kRdx] = v.word[1];
      return;
    }
    const std::uint64_t to = m_.known(Machine::kRdi);
    for (int i = 0; i < op_.width / 8; i++) m_.memory.write(to + 8u * (unsigned)i, v.word[i], 8);
    m_.general[Machine::kRax] = to;
  }
  void compute();
  bool run_known();
  void check_indices();
  void bitwise();
  void moves();
  void load();
  void store();
  void words();
  void above();
  void splat();
  void byte_function();
  void look_up();
  Word entry(const Word& index, unsigned mask, const std::function<Word(unsigned)>& get,
             Arithmetic::Key key = {});
  Word entry_of_table(std::uint64_t table, const Word& index);
  void affine_by();
  void carry_less_product();
  void aes_round();

  Machine& m_;
  const ModelOperation& op_;
  Arithmetic& arithmetic_;
};

// If all vectors are known, the model computes the result.
bool Call::run_known() {
  if (kSplats.count(op_.name) || kStores.count(op_.name) || kLoads.count(op_.name)) return false;
  if (op_.name.starts_with("lookup")) return false;
  for (int k = 0; k < op_.vectors(); k++)
    if (m_.memory.is_open(pointer(k), (unsigned)op_.width)) return false;
  std::uint64_t a[4];
  for (int k = 0; k < 4; k++) a[k] = argument(k).known() ? argument(k).value : 0;
  const Bytes r = op_.native(a[0], a[1], a[2], a[3]);
  Vector v;
  for (int i = 0; i < op_.width / 8; i++) std::memcpy(&v.word[i].value, &r[8u * (unsigned)i], 8);
  finish(v);
  return true;
}

void Call::bitwise() {
  if (op_.labels.empty()) {
    Bytes a, b, c;
    a.fill(0xf0), b.fill(0xcc), c.fill(0xaa);
    op_.labels.push_back(op_.native(at(&a), at(&b), at(&c))[0]);
  }
  const unsigned table = op_.labels[0];
  const int n = op_.vectors();
  Vector v[3], r;
  for (int k = 0; k < n; k++) v[k] = vector(k);
  for (int i = 0; i < op_.width / 8; i++)
    r.word[i] = arithmetic_.ternary(table, v[0].word[i], v[1].word[i], v[2].word[i]);
  finish(r);
}

// Each byte of the result is a byte of an argument, or zero. The model shows which, if the bytes have labels.
std::vector<std::uint16_t> sources(const std::function<Bytes(const Bytes*)>& run, int bytes,
                                   int arguments, int each) {
  std::vector<std::uint16_t> labels((std::size_t)bytes);
  for (unsigned half : {0u, 8u}) {
    Bytes in[3]{};
    for (int k = 0; k < arguments; k++)
      for (int i = 0; i < each; i++)
        in[k][(std::size_t)i] = (std::uint8_t)((unsigned)(k * each + i + 1) >> half);
    const Bytes out = run(in);
    for (int i = 0; i < bytes; i++)
      labels[(std::size_t)i] |= (std::uint16_t)(out[(std::size_t)i] << half);
  }
  return labels;
}

void Call::moves() {
  const int w = op_.width, n = op_.vectors();
  if (op_.labels.empty())
    op_.labels = sources(
        [&](const Bytes* in) { return op_.native(at(in), at(in + 1), at(in + 2)); }, w, n, w);
  Vector v[3], r;
  for (int k = 0; k < n; k++) v[k] = vector(k);
  for (int i = 0; i < w; i++)
    if (const int label = op_.labels[(std::size_t)i])
      r.put(i, v[(label - 1) / w].byte((label - 1) % w));
  finish(r);
}

void Call::load() {
  if (op_.labels.empty())
    op_.labels = sources([&](const Bytes* in) { return op_.native(at(in)); }, op_.width, 1,
                         (int)sizeof(Bytes));
  Vector r;
  for (int i = 0; i < op_.width; i++)
    if (const unsigned label = op_.labels[(std::size_t)i])
      r.put(i, m_.memory.read(pointer(0) + label - 1, 1));
    else if (op_.name == "load_lanes12")  // any values, which are 0 in the model
      for (int bit = 0; bit < 8; bit++) r.word[i / 8].set(8 * (i % 8) + bit, unknown());
  finish(r);
}

void Call::store() {
  const std::uint64_t to = m_.known(Machine::kRdi), from = m_.known(Machine::kRsi);
  if (op_.labels.empty())
    op_.labels = sources(
        [&](const Bytes* in) {
          Bytes out{};
          ((void (*)(void*, const void*))op_.address)(out.data(), in);
          return out;
        },
        (int)sizeof(Bytes), 1, op_.width);
  const Vector v = vector_at(from);
  for (std::size_t i = 0; i < op_.labels.size(); i++)
    if (const int label = op_.labels[i]) m_.memory.write(to + i, v.byte(label - 1), 1);
}

void Call::words() {
  const std::size_t digits = op_.name.find_first_of("0123456789");
  const std::string kind = op_.name.substr(0, digits);
  const int w = std::stoi(op_.name.substr(digits)), n = op_.number;
  const bool two = kind == "add" || kind == "sub";
  const Vector a = vector(0), b = two ? vector(1) : Vector{};
  Vector r;
  for (int i = 0; i < op_.width / 8; i++)
    for (int bit = 0; bit < 64; bit += w) {
      const Word x = Arithmetic::part(a.word[i], bit, w),
                 y = two ? Arithmetic::part(b.word[i], bit, w) : Word(0);
      const Word z = two             ? arithmetic_.sum(x, y, kind == "sub", w)
                     : kind == "shl" ? arithmetic_.shift_left(x, n, w)
                     : kind == "shr" ? arithmetic_.shift_right(x, n, w)
                                     : arithmetic_.rotate_left(x, n, w);
      r.word[i] = Arithmetic::join(r.word[i], Arithmetic::part(z, 0, w, bit));
    }
  finish(r);
}

// Bytes a > b, or a = b where `ties` is set, with signs: the carry out of a - b - 1, or out of a - b.
void Call::above() {
  Terms& terms = arithmetic_.terms();
  const Vector a = vector(0), b = vector(1), ties = op_.vectors() == 3 ? vector(2) : Vector{};
  Vector r;
  for (int i = 0; i < op_.width; i++) {
    const Word x = arithmetic_.bitwise_xor(a.byte(i), 0x80),
               y = arithmetic_.bitwise_xor(b.byte(i), 0x7f);
    Bit carry = ties.byte(i).at(7);
    for (int bit = 0; bit < 8; bit++) carry = terms.majority(x.at(bit), y.at(bit), carry);
    Word all;
    for (int bit = 0; bit < 8; bit++) all.set(bit, carry);
    r.put(i, all);
  }
  finish(r);
}

void Call::splat() {
  const int w = std::stoi(op_.name.substr(5));
  const Word x = Arithmetic::part(argument(0), 0, w);
  Vector r;
  for (int i = 0; i < op_.width / 8; i++)
    for (int bit = 0; bit < 64; bit += w)
      r.word[i] = Arithmetic::join(r.word[i], Arithmetic::part(x, 0, w, bit));
  finish(r);
}

// Byte i of the result is a function of byte i of one or two vectors, the same for all i.
void Call::byte_function() {
  const bool two = op_.vectors() == 2;
  const std::uint64_t scalar = two ? 0 : op_.name == "affine_inverse" ? pointer(1) : 0;
  auto& table = op_.tables[scalar];
  const std::size_t size = two ? 65536 : 256, w = (std::size_t)op_.width;
  for (std::size_t k = table.size(); k < size; k += w) {
    Bytes a{}, b{};
    for (std::size_t i = 0; i < w; i++)
      a[i] = (std::uint8_t)(k + i), b[i] = (std::uint8_t)((k + i) / 256);
    const Bytes r = op_.native(at(&a), two ? at(&b) : scalar);
    table.insert(table.end(), r.begin(), r.begin() + (std::ptrdiff_t)w);
  }
  const Vector a = vector(0), b = two ? vector(1) : Vector{};
  Vector r;
  for (int i = 0; i < op_.width; i++) {
    const Word x = a.byte(i), y = two ? b.byte(i) : Word(0);
    r.put(i, arithmetic_.lift(
                 {&x, &y}, 8, [&](const std::uint64_t* v) { return table[v[0] + 256 * v[1]]; },
                 table_key(at(table.data()))));
  }
  finish(r);
}

// Entry `index & mask` of entries that may be terms if the index is known.
Word Call::entry(const Word& index, unsigned mask, const std::function<Word(unsigned)>& get,
                 Arithmetic::Key key) {
  const Word i = arithmetic_.bitwise_and(index, mask);
  if (i.known()) return get((unsigned)i.value);
  return arithmetic_.lift(
      {&i}, 8,
      [&](const std::uint64_t* v) {
        const Word e = get((unsigned)v[0]);
        if (!e.known()) throw ProofError("a term decides which term is read");
        return e.value;
      },
      key);
}
Word Call::entry_of_table(std::uint64_t table, const Word& index) {
  return entry(
      index, 255, [&](unsigned i) { return m_.memory.read(table + i, 1); },
      m_.memory.owns(table, 256) ? Arithmetic::Key{} : table_key(table));
}

void Call::look_up() {
  const int w = op_.width;
  Vector r;
  if (op_.name == "shuffle") {
    const Vector a = vector(0), b = vector(1);
    for (int i = 0; i < w; i++) {
      const Word index = b.byte(i);
      const Bit zero = index.at(7);
      if (zero.is_constant() && zero.value()) continue;
      const Word e = entry(
          index, 15, [&](unsigned k) { return a.byte(i / 16 * 16 + (int)k); },
          bytes_key(&a.word[i / 16 * 2], 2));
      r.put(i, arithmetic_.choose(zero, Word(0), e));
    }
  } else if (op_.name == "permute8") {
    const Vector a = vector(0), b = vector(1);
    const Arithmetic::Key key = bytes_key(b.word, w / 8);
    for (int i = 0; i < w; i++)
      r.put(i, entry(a.byte(i), (unsigned)w - 1, [&](unsigned k) { return b.byte((int)k); }, key));
  } else if (op_.name == "permute8_of_two") {
    const Vector a = vector(0), v[2] = {vector(1), vector(2)};
    Arithmetic::Key key = bytes_key(v[0].word, w / 8), more = bytes_key(v[1].word, w / 8);
    if (more.empty()) key.clear();
    if (!key.empty()) key.insert(key.end(), more.begin(), more.end());
    for (int i = 0; i < w; i++)
      r.put(i, entry(
                   a.byte(i), 2 * (unsigned)w - 1,
                   [&](unsigned k) { return v[(int)k / w].byte((int)k % w); }, key));
  } else if (op_.signature.find("Dword") != std::string::npos) {
    const Vector x = vector(1);
    for (int i = 0; i < w; i++)
      r.put(i, entry(x.byte(i), 255, [&](unsigned k) {
              return m_.memory.read(pointer(0) + 4 * k + (unsigned)i % 4, 1);
            }));
  } else if (op_.name == "lookup256") {  // in place
    const std::uint64_t table = m_.known(Machine::kRdi), at = m_.known(Machine::kRsi);
    for (unsigned i = 0; i < (unsigned)(op_.number * w); i++)
      m_.memory.write(at + i, entry_of_table(table, m_.memory.read(at + i, 1)), 1);
    return;
  } else {
    const Vector x = vector(1);
    for (int i = 0; i < w; i++)
      r.put(i, entry_of_table(pointer(0) + 256u * ((unsigned)i % 4), x.byte(i)));
  }
  finish(r);
}

void Call::affine_by() {
  Terms& terms = arithmetic_.terms();
  const Vector a = vector(0), b = vector(1);
  Vector r;
  for (int i = 0; i < op_.width; i++) {
    const Word x = a.byte(i);
    Word y = 0;
    for (int bit = 0; bit < 8; bit++) {
      const Word row = b.byte(i / 8 * 8 + 7 - bit);
      Bit sum = constant(false);
      for (int k = 0; k < 8; k++) sum = terms.exclusive_or(sum, terms.both(row.at(k), x.at(k)));
      y.set(bit, sum);
    }
    r.put(i, y);
  }
  finish(r);
}

// The product of polynomials of one half of each lane. Bit 0 of the number chooses the half of a, and bit 4 that of b.
void Call::carry_less_product() {
  Terms& terms = arithmetic_.terms();
  const Vector a = vector(0), b = vector(1);
  Vector r;
  for (int lane = 0; lane < op_.width / 16; lane++) {
    const Word &x = a.word[2 * lane + (op_.number & 1)],
               &y = b.word[2 * lane + (op_.number >> 4 & 1)];
    for (int bit = 0; bit < 128; bit++) {
      Bit sum = constant(false);
      for (int i = std::max(0, bit - 63); i < 64 && i <= bit; i++)
        sum = terms.exclusive_or(sum, terms.both(x.at(i), y.at(bit - i)));
      r.word[2 * lane + bit / 64].set(bit % 64, sum);
    }
  }
  finish(r);
}

// Rounds of AES. The model gives the S-box for a vector of equal bytes, because MixColumns keeps it.
void Call::aes_round() {
  const bool inverse = op_.name.starts_with("aes_dec"), last = op_.name.ends_with("last");
  auto& table = op_.tables[0];
  for (unsigned x = (unsigned)table.size(); x < 256;
       x++) {  // MixColumns keeps columns of equal bytes
    Bytes a{}, key{};
    a.fill((std::uint8_t)x);
    table.push_back(op_.native(at(&a), at(&key))[0]);
  }
  const Vector a = vector(0), key = vector(1);
  Vector s, r;
  for (int i = 0; i < op_.width; i++) {
    const int row = i % 4, column = i / 4 % 4 + (inverse ? -row : row);
    const Word x = a.byte(i / 16 * 16 + (column & 3) * 4 + row);
    s.put(i, arithmetic_.lift(
                 {&x}, 8, [&](const std::uint64_t* v) { return table[v[0]]; },
                 table_key(at(table.data()))));
  }
  const auto twice = [&](const Word& x) {
    const Word high = Arithmetic::part(x, 7, 1);
    Word r2 = arithmetic_.shift_left(x, 1, 8);
    for (int bit : {0, 1, 3, 4})
      r2 = arithmetic_.bitwise_xor(r2, Arithmetic::part(high, 0, 1, bit));
    return r2;
  };
  static constexpr unsigned kMix[2][4] = {{2, 3, 1, 1}, {14, 11, 13, 9}};
  for (int i = 0; i < op_.width; i++) {
    Word y = last ? s.byte(i) : Word(0);
    for (int j = 0; j < 4 && !last; j++) {
      Word x = s.byte(i / 4 * 4 + (i + j) % 4);
      for (unsigned c = kMix[inverse][j]; c; c >>= 1, x = twice(x))
        if (c & 1) y = arithmetic_.bitwise_xor(y, x);
    }
    r.put(i, arithmetic_.bitwise_xor(y, key.byte(i)));
  }
  finish(r);
}

void Call::compute() {
  if (op_.name == "shuffle" && !op_.takes_any_index()) check_indices();
  if (run_known()) return;
  const std::string& n = op_.name;
  if (kBitwise.count(n))
    bitwise();
  else if (kMoves.count(n))
    moves();
  else if (kLoads.count(n))
    load();
  else if (kStores.count(n))
    store();
  else if (kWords.count(n))
    words();
  else if (kSplats.count(n))
    splat();
  else if (kByteFunctions.count(n))
    byte_function();
  else if (kLookups.count(n))
    look_up();
  else if (kRounds.count(n))
    aes_round();
  else if (n == "above8")
    above();
  else if (n == "clmul")
    carry_less_product();
  else
    affine_by();
}

// An index of `shuffle` between 16 and 127 gives 0 on ARM.
void Call::check_indices() {
  for (int i = 0; i < op_.width; i++) {
    const Word index = vector(1).byte(i);
    const Bit bad = arithmetic_.any(Arithmetic::part(index, 4, 3));
    const Bit used = arithmetic_.terms().exclusive_or(index.at(7), constant(true));
    if (!(arithmetic_.terms().both(bad, used) == constant(false)))
      throw ProofError("an index of a shuffle between 16 and 127");
  }
}

// Runs the operation, or the operation with the fault of a mutation.
bool Call::run() {
  if (kStores.count(op_.name) &&
      m_.mutates(Mutation::kStore,
                 m_.memory.is_buffer(m_.known(Machine::kRdi)) &&
                     m_.memory.is_open(m_.known(Machine::kRsi), (unsigned)op_.width)))
    return true;
  const bool load = kLoads.count(op_.name), sum = op_.name.starts_with("add"),
             stores = kStores.count(op_.name) || op_.signature.ends_with("*)");
  const Mutation::Kind kind = m_.mutation.kind;
  bool open = false;
  if (kind != Mutation::kNone && load) open = m_.memory.is_open(pointer(0), 32);
  for (int k = 0; kind != Mutation::kNone && k < op_.vectors(); k++)
    open |= m_.memory.is_open(pointer(k), (unsigned)op_.width);
  if (load && m_.mutates(Mutation::kKey, open)) m_.general[kRegisters[op_.width != 16]].value += 16;
  const bool changes = !stores && !load &&
                       (m_.mutates(Mutation::kConstant, open) || m_.mutates(Mutation::kSwap, open));
  const bool no_carries = sum && m_.mutates(Mutation::kCarry, open);
  Vector a, b;
  if (no_carries) a = vector(0), b = vector(1);
  compute();
  if (!changes && !no_carries) return true;
  Vector r;
  const std::uint64_t at = m_.general[Machine::kRax].value;
  for (int i = 0; i < op_.width / 8; i++)
    r.word[i] = no_carries        ? arithmetic_.bitwise_xor(a.word[i], b.word[i])
                : op_.width != 16 ? m_.memory.read(at + 8u * (unsigned)i, 8)
                : i               ? m_.general[Machine::kRdx]
                                  : m_.general[Machine::kRax];
  if (kind == Mutation::kConstant) r.word[0] = arithmetic_.bitwise_xor(r.word[0], 0x20);
  if (kind == Mutation::kSwap)
    r.word[0] =
        arithmetic_.join(arithmetic_.part(r.word[0], 16, 48, 16),
                         arithmetic_.rotate_left(arithmetic_.part(r.word[0], 0, 16), 8, 16));
  if (op_.width != 16) m_.general[Machine::kRdi] = at;
  finish(r);
  return true;
}

}  // namespace

bool ModelOperation::run(Machine& m) const { return Call(m, *this).run(); }
bool ModelOperation::is_replaced() const {
  if (name == "affine_by" || name == "above8" || name == "clmul") return true;
  for (const auto* names : {&kBitwise, &kMoves, &kLoads, &kStores, &kWords, &kSplats,
                            &kByteFunctions, &kLookups, &kRounds})
    if (names->count(name)) return true;
  return false;
}
bool ModelOperation::keeps_zeros() const {
  return kMoves.count(name) || name == "load" || name == "xor2" || name == "and2";
}

}  // namespace hedgerow::proof
