// The arguments of a vectorcall, first the positional arguments and then the keyword arguments.
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

#include "python.hpp"

namespace hedgerow_python {

// The parameters of a function. The first `required` of them must be given.
struct Parameters {
  const char* function;
  std::span<const char* const> names;
  std::size_t required;
};

inline constexpr std::size_t kMaxParameters = 10;

template <std::size_t size>
struct Literal {
  consteval Literal(const char (&literal)[size]) { std::ranges::copy(literal, text); }
  char text[size];
};

class Arguments {
 public:
  // Throws PythonError (TypeError) for missing, unknown and repeated arguments.
  Arguments(const Parameters& parameters, PyObject* const* arguments, Py_ssize_t count,
            PyObject* names);

  // Returns a borrowed reference, or null if the argument is None or was not given.
  PyObject* operator[](std::size_t i) const { return values_[i]; }
  bool has(std::size_t i) const { return values_[i] && values_[i] != Py_None; }
  const char* name(std::size_t i) const { return parameters_.names[i]; }

  // These throw TypeError or ValueError (OverflowError) with the name of the parameter.
  std::uint64_t number(std::size_t i, std::uint64_t otherwise,
                       std::uint64_t most = UINT64_MAX) const;
  bool flag(std::size_t i, bool otherwise = false) const;
  std::string text(std::size_t i) const;

 private:
  const Parameters& parameters_;
  std::array<PyObject*, kMaxParameters> values_{};
};

std::uint64_t to_number(PyObject* object, const char* name, std::uint64_t most = UINT64_MAX);
std::string to_text(PyObject* object, const char* name);
bool to_flag(PyObject* object, const char* name);

using Method = PyObject* (*)(PyObject* self, const Arguments& arguments);

// A function with a signature like "update_into($self, data, buf=None)". Parameters without a default come first.
template <Literal signature, Literal doc>
struct Declared {
  struct Words {
    char text[sizeof signature];  // the names; each ends with a NUL
    std::size_t begins[kMaxParameters] = {}, count = 0, required = 0;
  };
  static constexpr Words kWords = [] {
    Words words;
    std::ranges::copy(signature.text, words.text);
    std::size_t i = 0;
    const auto end_word = [&](std::string_view ends) {
      while (ends.find(signature.text[i]) == ends.npos) i++;
      words.text[i] = 0;
    };
    end_word("(");
    for (end_word(",)"); signature.text[i] != ')'; words.count++) {
      words.begins[words.count] = i += 2;
      end_word(",)=");
      if (signature.text[i] != '=') words.required = words.count + 1;
      end_word(",)");
    }
    return words;
  }();
  static constexpr auto kNames = [] {
    std::array<const char*, kWords.count> names;
    for (std::size_t i = 0; i < names.size(); i++) names[i] = kWords.text + kWords.begins[i];
    return names;
  }();
  static constexpr Parameters kParameters{kWords.text, kNames, kWords.required};
  // inspect.signature reads the part before the dashes.
  static constexpr auto kDoc = [] {
    constexpr std::string_view kDashes = "\n--\n\n";
    std::array<char, sizeof signature - 1 + kDashes.size() + sizeof doc> text;
    auto end = std::copy_n(signature.text, sizeof signature - 1, text.begin());
    std::ranges::copy(doc.text, std::ranges::copy(kDashes, end).out);
    return text;
  }();
};

// The function that Python calls for `method`.
template <const Parameters& parameters, auto method>
PyObject* call(PyObject* self, PyObject* const* arguments, Py_ssize_t count,
               PyObject* names) noexcept {
  return guarded([&]() -> PyObject* {
    return method(self, Arguments(parameters, arguments, count, names)).release();
  });
}

template <auto method, Literal signature, Literal doc>
PyMethodDef define(int flags = 0) {
  using Function = Declared<signature, doc>;
  return {Function::kParameters.function,
          reinterpret_cast<PyCFunction>(
              reinterpret_cast<void (*)()>(call<Function::kParameters, method>)),
          METH_FASTCALL | METH_KEYWORDS | flags, Function::kDoc.data()};
}

// A read-only attribute.
template <auto get>
PyObject* attribute(PyObject* self, void*) noexcept {
  return guarded([&]() -> PyObject* { return get(self).release(); });
}

}  // namespace hedgerow_python
