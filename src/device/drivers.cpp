// Finds the drivers and their devices.
#include "device/drivers.hpp"

#include "device/cuda/backend.hpp"
#include "device/opencl/backend.hpp"

namespace hedgerow::device {
namespace {

template <class Make>
void find(DriverState& state, const Make& make) {
  try {
    state.backend = make();
    state.driver = state.backend->driver();
  } catch (const Error& e) {
    state.refusal = e;
  }
}

std::deque<DriverState> find_all() {
  std::deque<DriverState> all;
  find(all.emplace_back("cuda", Language::kCuda), cuda::make_backend);
  find(all.emplace_back("opencl", Language::kOpenCl), opencl::make_backend);
  return all;
}

[[noreturn]] void refuse(const std::string& id) {
  std::string known;
  for (const DeviceInfo* facts : all_devices()) known += (known.empty() ? "" : ", ") + facts->id;
  throw Error(Status::kNoDevice, "there is no device " + id + "; there " +
                                     (known.empty() ? std::string("is none") : "are: " + known));
}

}  // namespace

const std::deque<DriverState>& drivers() {
  // This object is never destroyed because the threads of drivers may outlive main().
  static const auto* const all = new std::deque<DriverState>(find_all());
  return *all;
}

std::vector<const DeviceInfo*> all_devices() {
  std::vector<const DeviceInfo*> all;
  for (const DriverState& state : drivers())
    if (state.backend)
      for (const DeviceInfo& facts : state.backend->devices()) all.push_back(&facts);
  return all;
}

std::unique_ptr<Device> open_device(const std::string& id, void* native_context) {
  const auto colon = id.find(':');
  for (const DriverState& state : drivers()) {
    if (id.substr(0, colon) != state.name) continue;
    if (state.refusal) throw *state.refusal;
    const auto& devices = state.backend->devices();
    for (std::size_t i = 0; i < devices.size(); i++)
      if (devices[i].id == id) return state.backend->open(i, native_context);
    refuse(id);
  }
  throw Error(
      Status::kArgument,
      "\"" + id + "\" is no device: an id is cuda:N or opencl:N, as `hedgerow devices` shows");
}

}  // namespace hedgerow::device
