// hedgerow devices: shows GPUs and other devices of CUDA and OpenCL, or the reason why there are no devices.
#include <cinttypes>
#include <cstdio>

#include "command.hpp"
#include "hedgerow/device.hpp"
#include "support/result.hpp"

namespace hedgerow::cli {
namespace {

Json json_of(const hedgerow_device_info& device) {
  return {{"id", device.id},
          {"name", device.name},
          {"architecture", device.architecture},
          {"driver", device.driver},
          {"memory_bytes", device.memory_bytes},
          {"compute_units", device.compute_units},
          {"clock_mhz", device.clock_mhz}};
}

Json json_of(const hedgerow_device_backend_info& backend) {
  return {{"name", backend.name},
          {"driver", backend.driver},
          {"devices", backend.device_count},
          {"ok", backend.status == HEDGEROW_DEVICE_OK},
          {"reason", backend.reason}};
}

void print_devices_json() {
  auto devices = Json::array(), backends = Json::array();
  for (const auto& device : list_devices()) devices.push_back(json_of(device));
  for (const auto& backend : list_device_backends()) backends.push_back(json_of(backend));
  put_json({{"ok", true}, {"exit_code", kExitOk}, {"devices", devices}, {"backends", backends}});
}

void print_devices() {
  const auto devices = list_devices();
  if (!devices.empty())
    std::printf("%-10s %10s %6s %8s  %-18s %-12s %s\n", "DEVICE", "MEMORY MiB", "UNITS", "MHz",
                "ARCHITECTURE", "DRIVER", "NAME");
  for (const auto& device : devices)
    std::printf("%-10s %10" PRIu64 " %6u %8u  %-18s %-12s %s\n", device.id,
                device.memory_bytes >> 20, device.compute_units, device.clock_mhz,
                device.architecture, device.driver, device.name);
  if (!devices.empty()) std::printf("\n");
  std::printf("%-10s DRIVER\n", "BACKEND");
  for (const auto& backend : list_device_backends())
    std::printf("%-10s %s\n", backend.name, *backend.reason ? backend.reason : backend.driver);
}

void print_device_kernels() {
  auto array = Json::array();
  for (const auto& kernel : list_device_kernels())
    if (json_wanted())
      array.push_back({{"id", kernel.id},
                       {"cipher", kernel.cipher},
                       {"technique", kernel.technique},
                       {"backend", kernel.backend}});
    else
      std::printf("%s\n", kernel.id);
  if (json_wanted()) put_json({{"ok", true}, {"exit_code", kExitOk}, {"kernels", array}});
}

void print_ids() {
  for (const auto& device : list_devices()) std::printf("%s\n", device.id);
}

constexpr char kDevicesFooter[] =
    R"(For each cipher and device a short calibration finds the fastest kernel. The result is stored in
~/.cache/hedgerow. The environment variable HEDGEROW_DEVICE_KERNEL forces a kernel.

Examples:
  hedgerow devices
  hedgerow devices --kernels
  hedgerow encrypt --device cuda:0 --key-file backup.key disk.img
  HEDGEROW_DEVICE_KERNEL=kalyna-128-128.table.cuda hedgerow encrypt --device cuda:0 \
      --cipher kalyna-128-128 --key-file backup.key disk.img)";

}  // namespace

void add_devices(CLI::App& app, Action& action) {
  const auto command = app.add_subcommand(
      "devices", "Show GPUs and other devices of CUDA and OpenCL, or why there is none");
  const auto kernels = std::make_shared<bool>(false);
  command->add_flag("--kernels", *kernels, "Show the ids of all kernels for devices");
  add_result_options(*command, {"Print one JSON object", "Print only the ids of devices"});
  command->footer(kDevicesFooter);
  command->final_callback([kernels, &action] {
    action = [kernels] {
      if (*kernels)
        print_device_kernels();
      else if (json_wanted())
        print_devices_json();
      else if (quiet_wanted())
        print_ids();
      else
        print_devices();
      return kExitOk;
    };
  });
}

}  // namespace hedgerow::cli
