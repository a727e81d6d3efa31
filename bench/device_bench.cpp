// hedgerow bench --device: options and output.
#include "device_bench.hpp"

#include <CLI/CLI.hpp>
#include <cmath>
#include <cstdio>
#include <iostream>
#include <nlohmann/json.hpp>
#include <set>
#include <stdexcept>

#include "case.hpp"
#include "commit.hpp"
#include "device_measure.hpp"
#include "measure/machine.hpp"

namespace hedgerow::bench {
namespace {

using Json = nlohmann::ordered_json;

struct DeviceOptions {
  std::string device;
  std::vector<std::string> ciphers, kernels;
  bool all_kernels = false, check = false, inputs = false, json = false;
  std::size_t bytes = std::size_t{256} << 20;
  double seconds = 0.3;
};

DeviceOptions parse_device(int argc, char** argv) {
  DeviceOptions o;
  CLI::App app(
      "Ciphers on a GPU: CTR as keystream alone, in place in device memory, and from host to host "
      "in pinned memory; GCM or MGM sealed in place in device memory.",
      "hedgerow bench");
  app.add_option("cipher", o.ciphers,
                 "ciphers to measure (default: all; sets of S-boxes count as one)");
  app.add_option("--device", o.device, "cuda:0, opencl:0: as `hedgerow devices` shows")->required();
  app.add_option("--kernel", o.kernels, "force these kernel ids")->delimiter(',');
  app.add_flag("--all-kernels", o.all_kernels, "every kernel of the device's backend");
  app.add_option("--size", o.bytes, "bytes of the message (K = 1024); default 256M")
      ->transform(CLI::AsSizeValue(false))
      ->check(CLI::Range(std::size_t{4096}, std::size_t{1} << 40));
  app.add_option("--seconds", o.seconds, "for each figure; default 0.3")
      ->check(CLI::Range(0.001, 60.0));
  app.add_flag("--check", o.check, "compare every byte with the CPU");
  app.add_flag("--inputs", o.inputs,
               "also ECB of random, grouped and constant blocks, in the JSON: does the data show?");
  app.add_flag("--json", o.json, "one JSON object a line");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& e) {
    std::exit(app.exit(e) ? 2 : 0);
  }
  return o;
}

// Checks that everything that the request names exists, and that its parts are compatible.
void check_device_names(const DeviceOptions& o) {
  const auto named = [](const auto& list, const std::string& name, const auto& name_of) {
    return std::find_if(list.begin(), list.end(),
                        [&](const auto& entry) { return name == name_of(entry); });
  };
  const auto ciphers = list_ciphers();
  const auto kernels = list_device_kernels();
  for (const std::string& name : o.ciphers)
    if (named(ciphers, name, [](const auto& c) { return c.name; }) == ciphers.end())
      throw std::runtime_error("no cipher is called " + name);
  for (const std::string& id : o.kernels) {
    const auto kernel = named(kernels, id, [](const auto& k) { return k.id; });
    if (kernel == kernels.end())
      throw std::runtime_error("no kernel of devices is called " + id +
                               "; `hedgerow devices --kernels` shows all");
    if (!o.ciphers.empty() &&
        std::find(o.ciphers.begin(), o.ciphers.end(), kernel->cipher) == o.ciphers.end())
      throw std::runtime_error(id + " is no kernel of " + o.ciphers.front());
  }
}

// Returns the requests to measure, one per row.
std::vector<DeviceRequest> requests(const DeviceOptions& o) {
  std::vector<DeviceRequest> all;
  std::set<std::string> sets;
  const std::string backend = o.device.substr(0, o.device.find(':'));
  const auto named = [&](const std::string& cipher) {
    return std::find(o.ciphers.begin(), o.ciphers.end(), cipher) != o.ciphers.end() ||
           (o.ciphers.empty() && sets.insert(std::string(without_set(cipher))).second);
  };
  const auto add = [&](const std::string& cipher, const std::string& kernel) {
    all.push_back({o.device, cipher, kernel, o.bytes, o.seconds, o.check, o.inputs});
  };
  for (const auto& kernel : list_device_kernels())
    if (std::find(o.kernels.begin(), o.kernels.end(), kernel.id) != o.kernels.end())
      add(kernel.cipher, kernel.id);
  if (!o.kernels.empty()) return all;
  for (const auto& cipher : list_ciphers()) {
    if (!named(cipher.name)) continue;
    if (!o.all_kernels) add(cipher.name, "");
    for (const auto& kernel : list_device_kernels())
      if (o.all_kernels && backend == kernel.backend && std::string(kernel.cipher) == cipher.name)
        add(cipher.name, kernel.id);
  }
  return all;
}

Json rounded(double value) {
  return value > 0 ? Json(std::round(value * 1e4) / 1e4) : Json(nullptr);
}

Json json_of(const Rate& rate) {
  return {
      {"median", rounded(rate.median)}, {"least", rounded(rate.min)}, {"most", rounded(rate.max)}};
}

void print_device_json(const DeviceRow& row, const hedgerow_device_info& device) {
  Json line = {{"device", device.id},
               {"name", device.name},
               {"architecture", device.architecture},
               {"driver", device.driver},
               {"compute_units", device.compute_units},
               {"clock_mhz", device.clock_mhz},
               {"cipher", row.cipher},
               {"kernel", row.kernel},
               {"bytes", row.bytes},
               {"unit", "GB/s"},
               {"keystream", json_of(row.keystream)},
               {"in_place", json_of(row.in_place)},
               {"host_to_host", json_of(row.host)},
               {"mode", row.mode},
               {"hash", row.hash},
               {"seal", json_of(row.seal)},
               {"copy_in", json_of(row.copies.in)},
               {"copy_out", json_of(row.copies.out)}};
  line["bound"] = row.bound ? rounded(*row.bound) : Json(nullptr);
  line["share_of_bound"] = row.bound ? rounded(row.in_place.median / *row.bound) : Json(nullptr);
  line["share_of_copy"] = rounded(row.host.median / row.slower_copy());
  line["seal_bound"] = row.seal_bound ? rounded(*row.seal_bound) : Json(nullptr);
  line["equal_to_cpu"] = row.checked() ? Json(row.is_equal()) : Json(nullptr);
  if (!row.inputs.empty()) line["inputs"] = Json::array();
  for (const Rate& rate : row.inputs) line["inputs"].push_back(json_of(rate));
  line["commit"] = built_from();
  line["compiler"] = built_by();
  std::cout << line.dump() << std::endl;
}

constexpr char kLine[] = "%-46s %10s %10s %9s %7s %10s %7s %5s %9s  %s\n";

std::string shown(double value, int decimals = 2) {
  char text[32];
  std::snprintf(text, sizeof text, "%.*f", decimals, value);
  return value > 0 ? text : "-";
}
std::string percent(double share) { return share > 0 ? shown(100 * share, 0) + " %" : "-"; }

void print_device_head(const hedgerow_device_info& device, const CopyRates& copies) {
  std::printf(
      "%s: %s, %s, driver %s; GB/s (10^9 bytes), medians; copies from and to pinned memory: %s in, "
      "%s out\n",
      device.id, device.name, device.architecture, device.driver, shown(copies.in.median).c_str(),
      shown(copies.out.median).c_str());
  std::printf(kLine, "KERNEL", "KEYSTREAM", "IN PLACE", "BOUND", "OF IT", "HOST-HOST", "OF COPY",
              "AEAD", "SEAL", "CHECK");
}

void print_device_row(const DeviceRow& row) {
  std::printf(kLine, row.kernel.c_str(), shown(row.keystream.median).c_str(),
              shown(row.in_place.median).c_str(), shown(row.bound.value_or(0), 1).c_str(),
              percent(row.bound ? row.in_place.median / *row.bound : 0).c_str(),
              shown(row.host.median).c_str(), percent(row.host.median / row.slower_copy()).c_str(),
              row.mode.empty() ? "-" : row.mode.c_str(), shown(row.seal.median).c_str(),
              !row.checked()   ? "-"
              : row.is_equal() ? "equal"
                               : "DIFFERS");
  std::fflush(stdout);
}

}  // namespace

bool wants_device(int argc, char** argv) {
  for (int i = 1; i < argc; i++)
    if (const std::string argument = argv[i];
        argument == "--device" || argument.starts_with("--device="))
      return true;
  return false;
}

namespace {

int measure_rows(const DeviceOptions& o) {
  DeviceBench bench(o.device, o.bytes);
  const CopyRates copies = bench.measure_copies(o.seconds);
  if (!o.json) print_device_head(bench.info(), copies);
  std::size_t ran = 0, differ = 0;
  int failed = 0;
  for (const DeviceRequest& request : requests(o)) try {
      const DeviceRow row = bench.measure(request, copies);
      o.json ? print_device_json(row, bench.info()) : print_device_row(row);
      ran++;
      differ += row.checked() && !row.is_equal();
    } catch (const device_error& error) {
      std::cerr << "not measured: " << (request.kernel.empty() ? request.cipher : request.kernel)
                << ": " << error.what() << "\n";
      if (!failed) failed = error.status() / 100;
      if (error.status() == HEDGEROW_DEVICE_LOST) return differ ? 1 : failed;
    }
  return differ ? 1 : ran ? 0 : failed;
}

}  // namespace

int run_device_bench(int argc, char** argv) try {
  const DeviceOptions o = parse_device(argc, argv);
  check_device_names(o);
  return measure_rows(o);
} catch (const device_error& error) {
  std::cerr << "hedgerow bench: " << error.what() << "\n";
  return error.status() / 100;
}

}  // namespace hedgerow::bench
