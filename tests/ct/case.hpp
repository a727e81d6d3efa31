// What a traced case is: a name, a timing class, and a body in two halves. `prepare` sets up public
// and secret inputs in the workspace; the `run` that it gives is what stands between the markers.
// Both are called first with a fixed secret as warm-up, then once in a copy of that process for each secret, so that
// the heap, the resolver and every cache of the library are in the same state for each secret.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "class.hpp"

namespace hedgerow::tracing {

// Memory at fixed addresses, and the secret of this run: all zeros for seed 0, all ones for seed 1,
// else a splitmix64 stream.
class Workspace {
 public:
  // Starts over with a secret.
  void reset(std::uint32_t seed);
  // Zeroed bytes, 64-byte aligned. Aborts when the workspace is used up.
  std::uint8_t* bytes(std::size_t n);
  // Bytes that no seed changes.
  std::uint8_t* public_bytes(std::size_t n);
  // The next n bytes of the secret.
  std::uint8_t* secret_bytes(std::size_t n);
  // A number below n that walks through all of them as the seed counts up: where a wrong tag
  // differs.
  std::size_t place(std::size_t n) const { return seed_ % n; }

 private:
  std::uint32_t seed_ = 0;
  std::uint64_t stream_ = 0;
  std::size_t used_ = 0;
};

struct Traced {
  std::function<void()> run;
  // Result of `run`: must differ between secrets, or the secret never reached the code.
  std::span<const std::uint8_t> output;
  // Whether `run` did what the case is about, such as refusing a wrong tag.
  std::function<bool()> holds = [] { return true; };
};

struct Case {
  std::string name;  // group/operation
  Class timing = Class::kConstantTime;
  std::string isa = "-";   // the ISA it belongs to, "-" for none
  std::string skip = {};   // why it cannot run here, or empty
  std::string kind = "-";  // of a control: control, memory, latency or any
  bool further = false;    // of the C ABI or the container, for a further cipher of a family
  std::function<Traced(Workspace&)> prepare = {};
};

// All cases, or the only one that is to run: a process that runs one does not look at the rest, for
// there is a process for every case and secret.
class Cases {
 public:
  explicit Cases(std::string_view only = {}) : only_(only) {}
  bool lists() const { return only_.empty(); }
  // Whether cases named group/... are asked for.
  bool wants(std::string_view group) const {
    return lists() || (only_.starts_with(group) && only_.substr(group.size()).starts_with('/'));
  }
  void push_back(Case c) {
    if (lists() || c.name == only_) all_.push_back(std::move(c));
  }
  const std::vector<Case>& all() const { return all_; }

 private:
  std::string_view only_;
  std::vector<Case> all_;
};

// Every file of cases adds its own.
void add_kernel_cases(Cases& cases);
void add_field_cases(Cases& cases);
void add_api_cases(Cases& cases);
void add_wrap_cases(Cases& cases);
void add_control_cases(Cases& cases);
void add_container_cases(Cases& cases);

}  // namespace hedgerow::tracing
