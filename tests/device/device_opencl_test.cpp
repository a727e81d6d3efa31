// Kernels on OpenCL (PoCL, if there is no other) compared with the CPU, on random data, tails and
// offsets. The suite tests one kernel of each family and technique, except three that take PoCL too
// long to compile. If you set HEDGEROW_TEST_FULL, it tests every kernel. With
// HEDGEROW_TEST_DEVICE=cuda:0 it runs on that device instead. The exit code is 77 if there is no
// OpenCL device.
//
// The suite turned red when a text had a variable called half, which is a type of OpenCL C, and
// when known answers of CTR were longer than the longest message of Magma. Single tests turned red
// in these cases:
// * AeadsEqualTheCpu: copies were cut to whole words.
// * NoTableIsChosenOnACpu: tables served a CPU.
// * ASourceThatDoesNotCompileIsTold: the message had no log.
// * ADamagedCacheIsMadeAnew: a digest was not compared.
#include <array>
#include <cstdlib>
#include <set>

#include "device/device_answers.hpp"
#include "device/drivers.hpp"

namespace hedgerow::test {
namespace {

std::string device_id() {
  const char* const id = std::getenv("HEDGEROW_TEST_DEVICE");
  return id ? id : "opencl:0";
}
std::string backend() { return device_id().substr(0, device_id().find(':')); }

bool is_full() { return std::getenv("HEDGEROW_TEST_FULL") != nullptr; }

std::vector<std::string> kernels_to_run() {
  std::vector<std::string> ids;
  // PoCL spends two thirds of its compile time on these. native_test.py runs the same sources.
  std::set<std::string> families{"aes.bitslice",    "aria.bitslice", "camellia.bitslice",
                                 "clefia.bitslice", "sm4.bitslice",  "sparx.bitslice"};
  for (const auto& kernel : list_device_kernels()) {
    if (kernel.backend != backend()) continue;
    const auto info = cipher_info(kernel.cipher);
    const std::string text = info.family + (std::string(".") + kernel.technique);
    if (is_full() || families.insert(text).second) ids.push_back(kernel.id);
  }
  return ids;
}

bool has_device() {
  for (const auto& device : list_devices())
    if (std::string(device.id) == device_id()) return true;
  return false;
}

// True if PoCL calls the device a CPU.
bool is_cpu(const Device& device) {
  const std::string name = device.info().name;
  return name.starts_with("cpu") || name.starts_with("pthread");
}

class DeviceOpenCl : public testing::TestWithParam<std::string> {};

TEST_P(DeviceOpenCl, KernelEqualsTheCpu) {
  const Device device(device_id());
  const Subject subject(GetParam().substr(0, GetParam().find('.')));
  DeviceCipherOptions options = subject.device_options();
  options.kernel = GetParam();
  DeviceCipher cipher(device, subject.name, subject.key, options);
  const std::size_t block = subject.info.block_bytes;
  const std::size_t step = std::min<std::size_t>(16, block & (0 - block));
  for (const std::size_t blocks :
       {std::size_t{1}, std::size_t{31}, std::size_t{33}, 1 + random()() % 20000})
    expect_equal_to_cpu(device, cipher, subject, blocks, step * (random()() % 9),
                        random()() % 1000);
}
INSTANTIATE_TEST_SUITE_P(All, DeviceOpenCl, testing::ValuesIn(kernels_to_run()),
                         [](const auto& id) {
                           std::string name = id.param;
                           for (char& c : name)
                             if (!std::isalnum((unsigned char)c)) c = '_';
                           return name;
                         });

class OpenCl : public testing::Test {
 protected:
  static constexpr char kCipher[] = "speck-128-128";
  DeviceCipher make(const Device& device, std::size_t piece_bytes = 0) {
    DeviceCipherOptions options = subject.device_options();
    options.kernel = "speck-128-128.words." + backend();
    options.piece_bytes = piece_bytes;
    return DeviceCipher(device, kCipher, subject.key, options);
  }
  const Subject subject{kCipher};
};

TEST_F(OpenCl, HostRunsEqualTheCpu) {
  const Device device(device_id()), again(device_id());
  std::vector<DeviceCipher> ciphers;
  ciphers.push_back(make(device, 65536));
  ciphers.push_back(make(again, 65536));
  const PinnedMemory in(device, 1000001), out(device, 1000001);
  const Bytes data = random_bytes(in.size());
  std::copy(data.begin(), data.end(), in.data());
  Bytes staged = data;
  DeviceCipher::share_ctr(ciphers, subject.iv, 3, staged, staged);
  EXPECT_TRUE(staged == subject.ctr(3, data));
  ciphers[0].ctr(subject.iv, 3, Input(in.data(), in.size()), Output(out.data(), out.size()));
  EXPECT_TRUE(Bytes(out.data(), out.data() + out.size()) == staged);
}

TEST_F(OpenCl, SplitsRunsWhereTheCountersLowWordWraps) {
  const Device device(device_id());
  DeviceCipher cipher = make(device);
  const Bytes in = random_bytes(16 * 700);
  EXPECT_TRUE(in_device_memory(device, in, 16, true, [&](DeviceQueue& q, auto from, auto to) {
                cipher.ctr(q, subject.iv, 0xffffffffu - 300, from, to, in.size());
              }) == subject.ctr(0xffffffffu - 300, in));
}

TEST_F(OpenCl, BadPointersAreRefused) {
  const Device device(device_id()), other(device_id());
  DeviceCipher cipher = make(device);
  DeviceQueue queue(device);
  const DeviceMemory memory(device, 4096), foreign(other, 4096);
  const auto run = [&](hedgerow_device_pointer in, hedgerow_device_pointer out, std::uint64_t n) {
    return status_of([&] { cipher.ecb(queue, HEDGEROW_ENCRYPT, in, out, n); });
  };
  int no_buffer = 0;
  EXPECT_EQ(run(memory.at(), memory.at(), 4096), HEDGEROW_DEVICE_OK);
  EXPECT_EQ(run(memory.at(), memory.at(), 4112), HEDGEROW_DEVICE_POINTER);
  EXPECT_EQ(run(memory.at(4096), memory.at(4096), 16), HEDGEROW_DEVICE_POINTER);
  EXPECT_EQ(run(memory.at(8), memory.at(8), 16), HEDGEROW_DEVICE_POINTER);
  EXPECT_EQ(run(memory.at(), memory.at(16), 32), HEDGEROW_DEVICE_OVERLAP);
  if (backend() == "opencl") {  // CUDA has one context per device
    EXPECT_EQ(run(foreign.at(), foreign.at(), 16), HEDGEROW_DEVICE_POINTER) << "of another context";
  }
  EXPECT_EQ(run({(std::uint64_t)(std::uintptr_t)&no_buffer, 0}, memory.at(), 16),
            HEDGEROW_DEVICE_POINTER);
  EXPECT_EQ(run({0, 0}, memory.at(), 16), HEDGEROW_DEVICE_POINTER);
  EXPECT_EQ(status_of([&] { DeviceMemory(device, std::uint64_t{1} << 60); }),
            HEDGEROW_DEVICE_DEVICE_MEMORY);
  queue.wait();
}

TEST_F(OpenCl, ASourceThatDoesNotCompileIsTold) {
  const auto device = device::open_device(device_id(), nullptr);
  try {
    device->build({"a text", "no_such_type hr_function(void);\n", {}});
    FAIL() << "it compiles";
  } catch (const device::Error& e) {
    EXPECT_EQ(e.status(), device::Status::kCompile);
    const std::string text = e.what();
    for (const char* said : {"a text", "no_such_type"})
      EXPECT_NE(text.find(said), std::string::npos) << text;
  }
}

TEST_F(OpenCl, ADamagedCacheIsMadeAnew) {
  expect_damaged_cache_is_made_anew([&] {
    const Device device(device_id());
    DeviceCipher cipher = make(device);
    expect_equal_to_cpu(device, cipher, subject, 300, 0, 0);
  });
}

TEST_F(OpenCl, QueuesAreAsynchronous) {
  const Device device(device_id());
  DeviceCipher cipher = make(device);
  const Bytes in = random_bytes(1 << 20);
  Bytes out(in.size());
  const DeviceMemory memory(device, in.size());
  DeviceQueue queue(device);
  queue.upload(memory.at(), in);
  for (int i = 0; i < 3; i++) cipher.ctr(queue, subject.iv, 0, memory.at(), memory.at(), in.size());
  queue.download(out, memory.at());
  while (!queue.done()) {
  }
  EXPECT_TRUE(out == subject.ctr(0, in));
}

TEST_F(OpenCl, NoTableIsChosenOnACpu) {
  const Device device(device_id());
  if (!is_cpu(device)) GTEST_SKIP() << "the device is no CPU";
  for (const char* name : {"kalyna-128-128", "gost28147:user"}) {
    const Subject of(name);
    DeviceCipherOptions options = of.device_options();
    EXPECT_EQ(status_of([&] { DeviceCipher(device, name, of.key, options); }),
              HEDGEROW_DEVICE_UNSUPPORTED);
    options.allow_cpu = true;
    DeviceCipher cipher(device, name, of.key, options);
    EXPECT_EQ(cipher.info().on_cpu, 1);
    const Bytes in = random_bytes(of.info.block_bytes * 9);
    Bytes out(in.size());
    cipher.ctr(of.iv, 0, in, out);
    EXPECT_TRUE(out == of.ctr(0, in));
  }
}

// GCM and MGM: the answers of the standards for Kalyna, Kuznyechik and Magma. The full test has one
// cipher for each field.
TEST_F(OpenCl, AeadsEqualTheCpu) {
  const Device device(device_id());
  const std::string last = "." + backend();
  std::vector<std::array<std::string, 3>> chosen{{"kalyna-128-128", "gcm", "lookup"},
                                                 {"speck-128-128", "gcm", "words"},
                                                 {"magma", "mgm", "bitslice"},
                                                 {"kuznyechik", "mgm", "bitslice"}};
  if (is_full())
    chosen.insert(chosen.end(),
                  {{"kalyna-256-256", "gcm", "lookup"}, {"kalyna-512-512", "gcm", "lookup"}});
  for (const auto& [cipher, mode, technique] : chosen) {
    SCOPED_TRACE(cipher);
    const AeadSubject sealer(cipher, mode);
    DeviceAead aead = sealer.on(device, 65536, false, true, cipher + "." + technique + last);
    if (is_cpu(device)) {
      EXPECT_EQ(std::string(aead.info().hash).find("table"), std::string::npos)
          << "a table of secrets in the memory of a CPU";
    }
    expect_every_length(device, aead, sealer);
    expect_in_device_memory(device, aead, sealer.sealed(500000 + random()() % 100, 41), 16, true);
    for (const std::size_t bytes : {std::size_t{0}, std::size_t{65537}, 400000 + random()() % 1000})
      expect_in_host_memory(std::span(&aead, 1), sealer.sealed(bytes, 41));
  }
  expect_known_answers(device, backend(),
                       {is_full() ? "kalyna" : "kalyna-128", "magma", "kuznyechik"});
}

}  // namespace
}  // namespace hedgerow::test

int main(int argc, char** argv) {
  if (!hedgerow::test::has_device()) {
    for (const auto& backend : hedgerow::list_device_backends())
      std::printf("%s: %s\n", backend.name, backend.reason);
    std::printf(
        "SKIPPED kernels on a device: there is none of this name (pocl-opencl-icd is opencl:0)\n");
    return 77;
  }
  testing::InitGoogleTest(&argc, argv);
  if (!hedgerow::test::is_full())
    std::printf(
        "left to HEDGEROW_TEST_FULL: other variants, the bit slices of AES, ARIA, Camellia, "
        "CLEFIA, SM4 and SPARX, GCM "
        "over blocks of 256 and 512 bits\n");
  return RUN_ALL_TESTS();
}
