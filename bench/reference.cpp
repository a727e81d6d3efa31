// Reads references from TOML.
#include "reference.hpp"

#include <algorithm>
#include <stdexcept>

#define TOML_HEADER_ONLY 1
#include <toml++/toml.h>

#include "hedgerow_bench_reference.h"
#include "registry/registry.hpp"

namespace hedgerow::bench {
namespace {

template <class T>
T wanted(const toml::table& table, const char* key) {
  if (const auto value = table[key].value<T>()) return *value;
  throw std::runtime_error(std::string("bench/reference.toml: an entry without ") + key);
}

const toml::array& wanted_array(const toml::table& table, const char* key) {
  if (const toml::array* const array = table[key].as_array()) return *array;
  throw std::runtime_error(std::string("bench/reference.toml: no ") + key);
}

bool is_cipher(const std::string& name) {
  return std::any_of(variants().begin(), variants().end(),
                     [&](const Variant& v) { return without_set(v.name) == name; });
}

void add_run(std::vector<Reference>& all, const toml::table& run) {
  for (const toml::node& node : wanted_array(run, "figure")) {
    if (!node.is_table()) throw std::runtime_error("bench/reference.toml: a figure is no table");
    const toml::table& figure = *node.as_table();
    Reference r;
    r.cipher = wanted<std::string>(figure, "cipher");
    r.mode = wanted<std::string>(figure, "mode");
    r.direction = wanted<std::string>(figure, "direction");
    r.name = wanted<std::string>(figure, "name");
    r.mb_per_s = wanted<double>(figure, "mb_per_s");
    r.machine = wanted<std::string>(run, "machine");
    r.date = wanted<std::string>(run, "date");
    (void)wanted<std::string>(run, "source");
    if (!is_cipher(r.cipher))
      throw std::runtime_error("bench/reference.toml: no cipher is called " + r.cipher);
    all.push_back(r);
  }
}

std::vector<Reference> parsed() {
  const toml::table file = toml::parse(kReferenceToml);
  std::vector<Reference> all;
  for (const toml::node& run : wanted_array(file, "run")) {
    if (!run.is_table()) throw std::runtime_error("bench/reference.toml: a run is no table");
    add_run(all, *run.as_table());
  }
  return all;
}

}  // namespace

const std::vector<Reference>& references() {
  static const std::vector<Reference> all = parsed();
  return all;
}

const Reference* reference_for(const Case& what) {
  const Reference* fastest = nullptr;
  for (const Reference& r : references())
    if (r.cipher == without_set(what.cipher) && r.mode == what.mode_name &&
        r.direction == what.direction && (!fastest || r.mb_per_s > fastest->mb_per_s))
      fastest = &r;
  return fastest;
}

}  // namespace hedgerow::bench
