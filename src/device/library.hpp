// Shared objects that are opened at run time, and their functions.
#pragma once

#include <initializer_list>
#include <string>

namespace hedgerow::device {

class Library {
 public:
  Library() = default;
  // Opens the first of `names` that can be opened, and if all fail, error() says why. The library
  // stays open until the process ends because drivers keep threads.
  explicit Library(std::initializer_list<const char*> names);
  explicit operator bool() const { return handle_; }
  const std::string& error() const { return error_; }  // for the last name that was tried
  const std::string& name() const { return name_; }    // the name that was opened
  void* find(const char* symbol) const;  // null if the library does not have the symbol

  // Returns false if there is no such symbol, and then stores its name in *missing.
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
