// The proof of the multiplications of fields against their definitions.
#pragma once

#include "registry/registry.hpp"
#include "run.hpp"

namespace hedgerow::proof {

// The functions of FieldOps and RowOps.
enum class FieldFunction : std::uint8_t { kPrepare, kHash, kDot, kDotBigEndian, kTweaks, kAdd };
constexpr const char* kFieldFunctions[] = {"prepare",         "hash",   "dot",
                                           "dot, big-endian", "tweaks", "add"};
bool has_function(const Field& field, FieldFunction f);

class FieldProof : public Run {
 public:
  enum Inputs : std::uint8_t {
    kTerms,
    kFewTerms,   // for one short call
    kFewRandom,  // the same with random values
  };
  FieldProof(const Field& field, FieldFunction f, Inputs inputs);
  // The lengths of calls in elements, or in bytes for `add`.
  const std::vector<unsigned>& lengths() const { return lengths_; }
  // Runs the function for each length, and returns the first difference to the definition, or an empty text.
  std::string compare();
  void mutate(const Mutation& m) { machine_.mutation = m; }

 private:
  using Element = std::vector<Bit>;  // item i is the coefficient of x^i
  // Which bit of an element is the coefficient of x^i: bit i % 8 of byte i / 8; the same, from the last byte on; or bit
  // 7 - i % 8 of byte i / 8 [SP 800-38D section 6.3].
  enum class Order : std::uint8_t { kLittle, kBig, kGhash };

  std::uint8_t* bytes(std::size_t n);
  Bit bit_at(const std::uint8_t* p, std::size_t i) const;
  Element read(const std::uint8_t* p) const;
  std::string difference(const char* what, const std::uint8_t* p, const Element& e) const;
  Element sum(const Element& a, const Element& b);
  std::vector<std::size_t> polynomial() const;
  Element times_x(Element e);
  Element divided_by_x(Element e);
  Element product(const Element& a, const Element& b);
  void define();
  std::string compare_hash(unsigned n);
  std::string compare_dot(unsigned n);
  std::string compare_tweaks(unsigned n);
  std::string compare_add(unsigned n);

  const Field& field_;
  const FieldOps& ops_;
  const FieldFunction function_;
  const std::size_t bytes_;  // of an element
  const Inputs inputs_;
  Order order_ = Order::kLittle;
  std::vector<unsigned> lengths_;
  std::uint8_t *h_ = nullptr, *acc_ = nullptr, *in_ = nullptr, *out_ = nullptr, *key_ = nullptr;
  std::vector<Element> expected_;  // for each number of elements
};

}  // namespace hedgerow::proof
