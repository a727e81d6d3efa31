// Shared objects that are opened at run time, and their functions.
#pragma once

#include <initializer_list>
#include <string>

namespace hedgerow::device {

class Library {
 public:
  Library() = default;
  // Opens the first of `names` that can be opened; see error() when none can. Stays open for the
  // process: drivers keep threads.
  explicit Library(std::initializer_list<const char*> names);
  explicit operator bool() const { return handle_; }
  const std::string& error() const { return error_; }  // of the last name that was tried
  const std::string& name() const { return name_; }    // that was opened
  void* find(const char* symbol) const;                // null when it has none

  // False, and the symbol's name in *missing, when there is none.
  template <class Function>
  bool bind(Function*& function, const char* symbol, std::string* missing) const {
    function = reinterpret_cast<Function*>(find(symbol));
    if (!function && missing->empty()) *missing = symbol;
    return function;
  }

 private:
  void* handle_ = nullptr;
  std::string name_, error_;
};

}  // namespace hedgerow::device
