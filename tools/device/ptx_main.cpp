// hedgerow-device-ptx compiles every CUDA program with NVRTC for the oldest supported architecture
// and writes the pack that libhedgerow-device embeds (src/device/cuda/ptx_pack.hpp). The build runs
// it if HEDGEROW_NVRTC names an NVRTC. It needs no GPU and no driver.
//
// usage: hedgerow-device-ptx PACK [ARCHITECTURE [NAME...]]
//
// The default ARCHITECTURE is 75 (Turing), because all later ones run its code. NAME selects
// variants and fields; without it you get all of them.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <fstream>
#include <set>
#include <stdexcept>
#include <string>

#include "device/cuda/device.hpp"
#include "device/cuda/ptx_pack.hpp"
#include "device/kernel.hpp"

using namespace hedgerow::device;

int main(int argc, char** argv) try {
  if (argc < 2)
    throw std::runtime_error("usage: hedgerow-device-ptx PACK [ARCHITECTURE [NAME...]]");
  const int arch = argc > 2 ? std::atoi(argv[2]) : 75;
  const auto nvrtc = cuda::load_nvrtc(12000);
  if (!nvrtc) throw std::runtime_error("no NVRTC: HEDGEROW_NVRTC names the library");
  std::string pack = cuda::kPackHead;
  std::set<std::string> seen;
  const auto add = [&](const auto& info, const char* name) {
    if (argc > 3 && std::find(argv + 3, argv + argc, std::string(name)) == argv + argc) return;
    const Source source = source_of(info, Language::kCuda);
    if (!seen.insert(cuda::pack_digest(source)).second) return;
    pack += cuda::pack_entry(source, cuda::compile_ptx(*nvrtc, source, arch));
    std::fprintf(stderr, "%s\n", source.name.c_str());
  };
  for (const KernelInfo& info : kernel_infos()) add(info, info.variant);
  for (const HashKernelInfo& info : hash_kernel_infos()) add(info, info.field);
  std::ofstream file(argv[1], std::ios::binary);
  file << pack;
  file.close();
  if (!file) throw std::runtime_error(std::string("cannot write ") + argv[1]);
  std::printf("%zu programs, %zu bytes\n", seen.size(), pack.size());
  return 0;
} catch (const std::exception& e) {
  std::fprintf(stderr, "hedgerow-device-ptx: %s\n", e.what());
  return 1;
}
