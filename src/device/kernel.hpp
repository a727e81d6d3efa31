// A form on one device: its program, and runs of blocks through it.
#pragma once

#include "device/contract.hpp"
#include "device/form.hpp"
#include "device/host_cipher.hpp"

namespace hedgerow::device {

// One launch is queued for each run, two where the counter's 32 bits wrap within it. Threads: as
// Program.
class Kernel {
 public:
  // Compiles. Throws kCompile, kUnsupported.
  Kernel(Device& device, const Form& form, Language language);

  const Form& form() const { return form_; }
  const std::string& id() const { return id_; }
  // Bytes of the prepared key on the device.
  std::uint64_t key_bytes() const { return std::uint64_t{form_.launch.key_words} * 4; }

  // Queues the upload of a prepared key and waits for it; nothing of it stays in host memory.
  void upload_key(Queue& queue, const HostCipher& host, const void* key, std::size_t bytes,
                  Place keys) const;
  void ecb(Queue& queue, hedgerow_direction direction, Place keys, Place in, Place out,
           std::uint64_t blocks);
  // `in` may be a null place for the keystream alone.
  void ctr(Queue& queue, Place keys, const Counter& counter, Place in, Place out,
           std::uint64_t blocks);

 private:
  Dispatch dispatch(const char* entry, std::uint64_t blocks,
                    std::span<const Argument> arguments) const;

  const Form& form_;
  std::string id_;
  std::uint64_t most_groups_;
  std::unique_ptr<Program> program_;
};

// Whether the device may be given a form without being told to: one whose tables have room there, and on a CPU one
// without tables. There a group's memory is memory like any other, and a look-up takes the time that the cache takes,
// which tells secrets.
bool serves(const Launch& launch, const Facts& facts);

// The forms of a variant that serve the device, the one that should be fastest first.
std::vector<const Form*> forms_for(const std::string& variant, const Facts& facts);
// What the driver's compiler is given for a launch of this name.
Source source_of(const Launch& launch, std::string name, Language language);
template <class AnyForm>
Source source_of(const AnyForm& form, Language language) {
  return source_of(form.launch, form.id(language), language);
}
// How many groups of it a device has in hand at once, a few times over.
std::uint64_t most_groups(const Launch& launch, const Facts& facts);

}  // namespace hedgerow::device
