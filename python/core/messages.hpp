// Texts for failures of the library, in the terms of a Python caller: the names of arguments, options and methods, and
// the numbers of the call.
#pragma once

#include <optional>

#include "hedgerow/hedgerow.hpp"

namespace hedgerow_python {

// What a call knows when it fails. A number that is not a part of the call is empty. `options` is given if the call
// sets options.
struct Facts {
  const hedgerow_algorithm_info& algorithm;
  const char* iv_name = "iv";
  const char* data_name = "data";
  const char* call = "such call";
  std::optional<std::size_t> iv = {}, tag = {}, data = {}, room = {};
  std::optional<std::uint64_t> blocks_left = {};
  const hedgerow::Options* options = nullptr;
};

// A failure of the library with a text for the caller.
class ExplainedError : public hedgerow::error {
 public:
  ExplainedError(hedgerow_status status, std::string text)
      : hedgerow::error(status), text_(std::move(text)) {}
  const char* what() const noexcept override { return text_.c_str(); }

 private:
  std::string text_;
};

// Tells if the algorithm takes an IV or nonce of this length.
bool iv_fits(const hedgerow_algorithm_info& algorithm, std::size_t bytes);

// Returns the lengths, for example "7 to 13".
std::string iv_lengths(const hedgerow_algorithm_info& algorithm);

// Returns "aes-256 in mode gcm".
std::string name_of(const hedgerow_algorithm_info& algorithm);

// Returns the text of a status with the facts of the call.
std::string explain(hedgerow_status status, const Facts& facts);

// Does work(), and adds a text to a failure. facts() is called only then, without the GIL.
template <class MakeFacts, class Work>
auto explained(const MakeFacts& facts, Work&& work) {
  try {
    return work();
  } catch (const ExplainedError&) {
    throw;
  } catch (const hedgerow::error& e) {
    throw ExplainedError(e.status(), explain(e.status(), facts()));
  }
}

}  // namespace hedgerow_python
