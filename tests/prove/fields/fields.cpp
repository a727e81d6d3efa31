// The multiplications of fields. The definition is written with single bits: a product is a sum of a_i b_k x^(i + k),
// where x^n is replaced by the polynomial of the field. Terms are polynomials (polynomials.cpp) or known bits.
#include "fields.hpp"

#include <algorithm>
#include <random>

#ifdef HR_VEC_MODEL
#include "operations.hpp"
#endif

namespace hedgerow::proof {

bool has_function(const Field& field, FieldFunction f) {
  switch (f) {
    case FieldFunction::kPrepare:
    case FieldFunction::kHash:
      return field.ops->hash;
    case FieldFunction::kDot:
    case FieldFunction::kDotBigEndian:
      return field.ops->dot;
    case FieldFunction::kTweaks:
      return field.rows->tweaks;
    default:
      return field.rows->add;
  }
}

FieldProof::FieldProof(const Field& field, FieldFunction f, Inputs inputs)
    : field_(field), ops_(*field.ops), function_(f), bytes_(ops_.block_bytes), inputs_(inputs) {
  // Chunks of one to eight elements, incomplete chunks, and groups between two reductions: a hash key has so many
  // powers, with 3, 9 or 27 words of 64 bits for each (field/clmul.hpp).
  for (unsigned n = 1; n <= 9; n++) lengths_.push_back(n);
  if (inputs != kTerms) {
    lengths_ = {f == FieldFunction::kTweaks || f == FieldFunction::kAdd ? 33u : 9u};
  } else if (f == FieldFunction::kPrepare || f == FieldFunction::kHash) {
    const unsigned group = ops_.key_bytes / 8 / (bytes_ == 16 ? 3 : bytes_ == 32 ? 9 : 27);
    lengths_.insert(lengths_.end(), {group - 1, group, group + 1, 2 * group + 3});
  } else if (f == FieldFunction::kAdd) {
    lengths_.insert(lengths_.end(), {63, 64, 65, 200});
  } else {
    lengths_.insert(lengths_.end(), {19, 31, 32, 33, 49});
  }
#ifdef HR_VEC_MODEL
  static const Operations operations;
  operations.attach(machine_);
#endif
  if (ops_.product == FieldProduct::kGhash) order_ = Order::kGhash;
  if (f == FieldFunction::kDotBigEndian) order_ = Order::kBig;
  define();
}

// Makes bytes of terms, or random values.
std::uint8_t* FieldProof::bytes(std::size_t n) {
  static std::mt19937_64 random{std::random_device{}()};
  const bool known = inputs_ == kFewRandom;
  std::uint8_t* const p = known ? memory_.allocate(n) : open(n);
  for (std::size_t i = 0; i < n && known; i++) p[i] = (std::uint8_t)random();
  return p;
}

Bit FieldProof::bit_at(const std::uint8_t* p, std::size_t i) const {
  const std::size_t byte = order_ == Order::kBig ? bytes_ - 1 - i / 8 : i / 8;
  return memory_.read(address(p + byte), 1).at((int)(order_ == Order::kGhash ? 7 - i % 8 : i % 8));
}
FieldProof::Element FieldProof::read(const std::uint8_t* p) const {
  Element e;
  for (std::size_t i = 0; i < 8 * bytes_; i++) e.push_back(bit_at(p, i));
  return e;
}
std::string FieldProof::difference(const char* what, const std::uint8_t* p,
                                   const Element& e) const {
  for (std::size_t i = 0; i < e.size(); i++)
    if (!(bit_at(p, i) == e[i]))
      return what + (": the coefficient of x^" + std::to_string(i) + " differs");
  return "";
}

FieldProof::Element FieldProof::sum(const Element& a, const Element& b) {
  Element r;
  for (std::size_t i = 0; i < a.size(); i++) r.push_back(terms_.exclusive_or(a[i], b[i]));
  return r;
}

// The terms of the polynomial below x^n [DSTU 7624:2014; RFC 9058 section 3; SP 800-38D section 6.3; RFC 8452
// section 3].
std::vector<std::size_t> FieldProof::polynomial() const {
  if (ops_.product == FieldProduct::kPolyval) return {127, 126, 121, 0};
  if (bytes_ == 8) return {4, 3, 1, 0};
  if (bytes_ == 16) return {7, 2, 1, 0};
  if (bytes_ == 32) return {10, 5, 2, 0};
  return {8, 5, 2, 0};
}

FieldProof::Element FieldProof::times_x(Element e) {
  const Bit top = e.back();
  std::rotate(e.begin(), e.end() - 1, e.end());
  e[0] = constant(false);
  for (std::size_t k : polynomial()) e[k] = terms_.exclusive_or(e[k], top);
  return e;
}
// Adds the polynomial if e is odd, and then divides by x.
FieldProof::Element FieldProof::divided_by_x(Element e) {
  const Bit odd = e[0];
  for (std::size_t k : polynomial()) e[k] = terms_.exclusive_or(e[k], odd);
  std::rotate(e.begin(), e.begin() + 1, e.end());
  e.back() = odd;  // that of x^n
  return e;
}
FieldProof::Element FieldProof::product(const Element& a, const Element& b) {
  Element r(a.size(), constant(false));
  for (std::size_t i = a.size(); i--;) {
    r = times_x(r);
    for (std::size_t k = 0; k < a.size(); k++)
      r[k] = terms_.exclusive_or(r[k], terms_.both(a[k], b[i]));
  }
  if (ops_.product == FieldProduct::kPolyval)  // a b x^-128 [RFC 8452 section 3]
    for (int i = 0; i < 128; i++) r = divided_by_x(r);
  return r;
}

// Makes the inputs, and the results by the definition.
void FieldProof::define() {
  const unsigned most = lengths_.back();
  if (function_ == FieldFunction::kAdd) {
    h_ = bytes(most), in_ = bytes(most), out_ = unset(most);
    return;
  }
  acc_ = bytes(bytes_), in_ = bytes(most * bytes_);
  expected_.push_back(read(acc_));
  if (function_ == FieldFunction::kTweaks) {
    out_ = unset((1 + 2 * (std::size_t)most) * bytes_);
    for (unsigned i = 0; i < most; i++) expected_.push_back(times_x(expected_.back()));
    return;
  }
  out_ = unset(bytes_);
  if (function_ == FieldFunction::kDot || function_ == FieldFunction::kDotBigEndian) {
    h_ = bytes(most * bytes_);
    for (unsigned i = 0; i < most; i++)
      expected_.push_back(
          sum(expected_.back(), product(read(h_ + i * bytes_), read(in_ + i * bytes_))));
    return;
  }
  h_ = bytes(bytes_), key_ = unset(ops_.key_bytes);
  const Element h = read(h_);
  for (unsigned i = 0; i < most; i++)
    expected_.push_back(product(sum(expected_.back(), read(in_ + i * bytes_)), h));
}

std::string FieldProof::compare() {
  for (const unsigned n : lengths_) {
    const std::string d = function_ == FieldFunction::kTweaks ? compare_tweaks(n)
                          : function_ == FieldFunction::kAdd  ? compare_add(n)
                          : key_                              ? compare_hash(n)
                                                              : compare_dot(n);
    if (!d.empty()) return std::to_string(n) + " elements: " + d;
  }
  return "";
}

// A mutation changes only one of the two functions.
std::string FieldProof::compare_hash(unsigned n) {
  Mutation none;
  const bool is_hash = function_ == FieldFunction::kHash;
  make_unset(key_, ops_.key_bytes);
  memory_.copy(address(out_), address(acc_), bytes_);
  if (is_hash) std::swap(none, machine_.mutation);
  call((void*)ops_.prepare, {address(h_), address(key_)}, key_, ops_.key_bytes);
  std::swap(none, machine_.mutation);
  call((void*)ops_.hash, {address(key_), address(out_), address(in_), n}, out_, bytes_);
  if (!is_hash) std::swap(none, machine_.mutation);
  return difference("hash", out_, expected_[n]);
}
std::string FieldProof::compare_dot(unsigned n) {
  memory_.copy(address(out_), address(acc_), bytes_);
  call((void*)ops_.dot,
       {function_ == FieldFunction::kDotBigEndian, address(out_), address(h_), address(in_), n},
       out_, bytes_);
  return difference("dot", out_, expected_[n]);
}
std::string FieldProof::compare_tweaks(unsigned n) {
  const std::size_t all = n * bytes_;
  std::uint8_t *const out = out_ + bytes_, *const masks = out + all;
  make_unset(out, 2 * all);
  memory_.copy(address(out_), address(acc_), bytes_);
  call((void*)field_.rows->tweaks, {address(out_), address(in_), address(out), address(masks), n},
       out_, bytes_ + 2 * all);
  std::string d = difference("next tweak", out_, expected_[n]);
  for (unsigned i = 0; i < n && d.empty(); i++) {
    d = difference("mask", masks + i * bytes_, expected_[i]);
    if (d.empty())
      d = difference("data", out + i * bytes_, sum(expected_[i], read(in_ + i * bytes_)));
  }
  return d;
}
std::string FieldProof::compare_add(unsigned n) {
  make_unset(out_, n);
  call((void*)field_.rows->add, {address(out_), address(h_), address(in_), n}, out_, n);
  for (unsigned i = 0; i < n; i++) {
    const Word a = memory_.read(address(h_ + i), 1), b = memory_.read(address(in_ + i), 1),
               r = memory_.read(address(out_ + i), 1);
    for (int bit = 0; bit < 8; bit++)
      if (!(r.at(bit) == terms_.exclusive_or(a.at(bit), b.at(bit))))
        return "byte " + std::to_string(i) + " differs";
  }
  return "";
}

}  // namespace hedgerow::proof
