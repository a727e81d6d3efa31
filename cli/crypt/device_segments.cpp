// Each thread of the container pipeline has its own handle of the device library.
#include "crypt/device_segments.hpp"

#include <cstring>
#include <mutex>

#include "command.hpp"
#include "hedgerow/device.hpp"
#include "support/error.hpp"
#include "support/result.hpp"
#include "support/secret.hpp"

namespace hedgerow::cli {
namespace {

// The device of a command. The note that the CPU does the work is printed only once.
struct Place {
  explicit Place(const DeviceArguments& arguments)
      : id(*arguments.id), allow_cpu(arguments.allow_cpu) {}
  const std::string id;
  const bool allow_cpu;
  std::optional<Device> device;  // empty if the CPU does all of the work
  std::once_flag told;
  void tell(const std::string& why) {
    std::call_once(told, [&] { put_note("--device " + id + ": the CPU does it: " + why); });
  }
};

[[noreturn]] void throw_as_container(const std::string& id, const device_error& e) {
  const int code = e.status() / 100;
  const auto status = code == 2   ? HEDGEROW_CONTAINER_ARGUMENT
                      : code == 4 ? HEDGEROW_CONTAINER_UNAVAILABLE
                                  : HEDGEROW_CONTAINER_IO;
  throw Error(status, "--device " + id + ": " + e.what());
}

// Calls the device library and throws its failures as Error.
template <class Work>
auto on_device(const std::string& id, const Work& work) {
  try {
    return work();
  } catch (const device_error& e) {
    throw_as_container(id, e);
  }
}

class DeviceSegments final : public ContainerAead {
 public:
  DeviceSegments(std::shared_ptr<Place> place, const hedgerow_container_info& info,
                 std::shared_ptr<const Secret> key)
      : place_(std::move(place)),
        cipher_(info.cipher),
        mode_(info.mode),
        segment_bytes_(info.segment_bytes),
        key_(std::move(key)),
        aead_(make()) {
    tell_cpu();
  }
  DeviceSegments(const DeviceSegments& other)
      : place_(other.place_),
        cipher_(other.cipher_),
        mode_(other.mode_),
        segment_bytes_(other.segment_bytes_),
        key_(other.key_),
        aead_(make()) {}

  std::unique_ptr<ContainerAead> copy() const override {
    return std::make_unique<DeviceSegments>(*this);
  }
  void seal(Input nonce, Input aad, Output data, Output tag) override {
    on_device(place_->id,
              [&] { aead_.seal(nonce, aad, Input(data.data(), data.size()), data, tag); });
    tell_cpu();
  }
  bool open(Input nonce, Input aad, Output data, Input tag) override {
    const bool authentic = on_device(place_->id, [&] {
      return aead_.open(nonce, aad, Input(data.data(), data.size()), data, tag);
    });
    tell_cpu();
    return authentic;
  }

 private:
  DeviceAead make() const {
    DeviceCipherOptions options;
    options.allow_cpu = place_->allow_cpu;
    options.piece_bytes = segment_bytes_;
    return on_device(place_->id, [&] {
      return DeviceAead(*place_->device, cipher_, mode_, key_->view(), options);
    });
  }
  void tell_cpu() const {
    if (const auto info = aead_.info(); info.on_cpu) place_->tell(info.reason);
  }

  std::shared_ptr<Place> place_;
  std::string cipher_, mode_;
  std::size_t segment_bytes_;
  std::shared_ptr<const Secret> key_;
  DeviceAead aead_;
};

// Compiles the kernel and computes known answers. A device that cannot do this therefore fails before hedgerow asks for
// a passphrase or writes a byte.
void try_out(const Place& place, const SegmentChoice& choice) {
  const auto algorithm = container_algorithm(choice.cipher, choice.mode);
  const std::vector<unsigned char> key(algorithm.key_bytes);
  DeviceCipherOptions options;
  options.allow_cpu = place.allow_cpu;
  DeviceAead(*place.device, choice.cipher, algorithm.mode, key, options);
}

}  // namespace

void add_device_options(CLI::App& command, DeviceArguments& arguments, const std::string& work) {
  command
      .add_option("--device", arguments.id,
                  work + " on this device of `hedgerow devices`, in mode gcm or mgm")
      ->type_name("ID")
      ->group(kHow);
  command
      .add_flag("--allow-cpu", arguments.allow_cpu,
                "With --device: let the CPU do what the device cannot, and say so")
      ->group(kHow);
}

void check_device_options(const DeviceArguments& arguments) {
  if (arguments.allow_cpu && !arguments.id)
    throw_usage("--allow-cpu is for --device ID: give both, or neither");
}

MakeContainerAead segments_on_device(const DeviceArguments& arguments,
                                     const std::optional<SegmentChoice>& choice) {
  if (!arguments.id) return {};
  const auto place = std::make_shared<Place>(arguments);
  const auto served = [&](const auto& work) {
    try {
      work();
      return true;
    } catch (const device_error& e) {
      if (!place->allow_cpu || e.status() / 100 == 2) throw_as_container(place->id, e);
      place->tell(e.what());
      return false;
    }
  };
  if (!served([&] { place->device.emplace(place->id); })) return {};
  if (choice && !served([&] { try_out(*place, *choice); })) return {};
  return [place](const hedgerow_container_info& info, Input key) -> std::unique_ptr<ContainerAead> {
    auto copy = std::make_shared<Secret>(key.size());
    std::memcpy(copy->data(), key.data(), key.size());
    try {
      return std::make_unique<DeviceSegments>(place, info, std::move(copy));
    } catch (const Error& e) {
      if (!place->allow_cpu) throw;
      place->tell(e.sentence());  // devices do not have this mode
      return nullptr;
    }
  };
}

}  // namespace hedgerow::cli
