// A hash form on one device: its program, and the steps in which a sequence is condensed into one element.
//
//   blocks --hash--> steps()[0] partials --hash--> steps()[1] --...--> 1
//
// Each step takes the power of h that its number of partials says; a step that would not make
// its sequence shorter is left out.
#pragma once

#include "device/kernel.hpp"

namespace hedgerow::device {

class HashKernel {
 public:
  // Compiles. Throws kCompile, kUnsupported.
  HashKernel(Device& device, const HashForm& form, Language language);

  const HashForm& form() const { return form_; }
  const std::string& id() const { return id_; }
  // Partials of each step, the last one 1.
  const std::vector<std::uint64_t>& steps() const { return steps_; }
  // Bytes of the prepared power of a step, a multiple of 16.
  std::uint64_t key_bytes() const {
    return (std::uint64_t{form_.launch.key_words} * 4 + 15) / 16 * 16;
  }

  // Launches; see HashForm. `keys` of the power that belongs to `partials`.
  void hash(Queue& queue, Place keys, Place in, std::uint64_t blocks, Place out,
            std::uint64_t partials);
  void dot(Queue& queue, Place factors, Place in, std::uint64_t blocks, Place out,
           std::uint64_t partials);
  void put(Queue& queue, Place out, const std::uint8_t* element);

 private:
  void launch(Queue& queue, const char* entry, std::uint64_t partials,
              std::span<const Argument> arguments);

  const HashForm& form_;
  std::string id_;
  std::vector<std::uint64_t> steps_;
  std::unique_ptr<Program> program_;
};

// The forms of a field that the device can run, in their order; as forms_for of ciphers.
// `dot`: those with hr_dot alone.
std::vector<const HashForm*> hash_forms_for(const std::string& field, bool dot, const Facts& facts);

}  // namespace hedgerow::device
