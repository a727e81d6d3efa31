// A traced case has a name, a timing class, and a body in two halves. `prepare` sets up public and
// secret inputs in the workspace and returns `run`. The tracer observes the code of `run` between
// two markers.
//
// Both halves are first called with a fixed secret as warm-up. Then they run once per secret in a
// copy of that process, so that the heap, the resolver and every cache of the library start in the
// same state for each secret.
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

// Memory at fixed addresses, and the secret of this run. Seed 0 gives all zeros, seed 1 gives all
// ones, and every other seed gives a splitmix64 stream.
class Workspace {
 public:
  // Starts over with a secret.
  void reset(std::uint32_t seed);
  // Returns zeroed bytes, 64-byte aligned, and aborts if the workspace is used up.
  std::uint8_t* bytes(std::size_t n);
  // Returns bytes that are the same for every seed.
  std::uint8_t* public_bytes(std::size_t n);
  // Returns the next n bytes of the secret.
  std::uint8_t* secret_bytes(std::size_t n);
  // Returns a number below n at which a wrong tag differs. It takes every value as the seed counts
  // up.
  std::size_t place(std::size_t n) const { return seed_ % n; }

 private:
  std::uint32_t seed_ = 0;
  std::uint64_t stream_ = 0;
  std::size_t used_ = 0;
};

struct Traced {
  std::function<void()> run;
  // The result of `run`, which must differ between secrets, because otherwise the secret never
  // reached the code.
  std::span<const std::uint8_t> output;
  // Returns true if `run` did the expected thing, such as refusing a wrong tag.
  std::function<bool()> holds = [] { return true; };
};

struct Case {
  std::string name;  // group/operation
  Class timing = Class::kConstantTime;
  std::string isa = "-";   // the ISA of the code, or "-"
  std::string skip = {};   // the reason why it cannot run here, or empty
  std::string kind = "-";  // for a control: control, memory, latency or any
  // A case of the C ABI or the container that differs from an earlier one only in the variant of a
  // family, with the same block length. The mode runs the same code for both, and the kernels have
  // their own cases.
  bool further = false;
  std::function<Traced(Workspace&)> prepare = {};
};

// All cases, or only the case that is to run. There is one process for every case and secret, so a
// process does not build the other cases.
class Cases {
 public:
  explicit Cases(std::string_view only = {}) : only_(only) {}
  bool lists() const { return only_.empty(); }
  // Returns true if cases named group/... are requested.
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

// Each of these functions adds the cases of one file.
void add_kernel_cases(Cases& cases);
void add_field_cases(Cases& cases);
void add_api_cases(Cases& cases);
void add_wrap_cases(Cases& cases);
void add_control_cases(Cases& cases);
void add_container_cases(Cases& cases);
void add_tls_cases(Cases& cases);

}  // namespace hedgerow::tracing
