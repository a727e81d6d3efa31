// The host side of CUDA with failures (tests/device/standin): every wrong input and failure that
// device.h names.
//
// The suite turned red when the memory of a lost device was freed before its queue was finished
// (the heap breaks). Single tests turned red in these cases:
// * LimitsHold: blocks were not subtracted.
// * MemoryThatIsShortIsTold: slots that were only half made were kept, or the status was that of
//   another failure.
// * Wrong pointers and lengths: each check was left out in turn (whole blocks, alignment, overlap,
//   the other device).
#include "device/device_cuda_support.hpp"

namespace hedgerow::test {
namespace {

TEST_F(DeviceCuda, KeysAndDataOfHostRunsAreWipedOnTheDevice) {
  {
    const Device device("cuda:0");
    DeviceCipher cipher = make(device, 4096);
    Bytes data = random_bytes(20000);
    cipher.ctr(subject.iv, 0, data, data);
    standin.dirty();  // resets the count, because the known answers are not secret
  }
  EXPECT_EQ(standin.dirty(), 0u);
  EXPECT_EQ(standin.live(), before) << "something is left on the device";
}

TEST_F(DeviceCuda, ALostDeviceLeavesHostDataIntact) {
  const Bytes in = random_bytes(40000);
  for (const char* work : {"run.in", "run.kernel", "run.out", "cuLaunchKernel"})
    for (const int after : {0, 1, 4}) {
      const Device device("cuda:0");
      DeviceCipher cipher = make(device, 4096);
      Bytes in_place = in, out(in.size(), 0x11);
      standin.fail(work, after, kLaunchFailed);
      EXPECT_EQ(status_of([&] { cipher.ctr(subject.iv, 0, in_place, in_place); }),
                HEDGEROW_DEVICE_LOST);
      EXPECT_TRUE(in_place == in) << work << " " << after << ": data in place has changed";
      EXPECT_EQ(status_of([&] { cipher.ctr(subject.iv, 0, in, out); }), HEDGEROW_DEVICE_LOST);
      EXPECT_EQ(out, Bytes(in.size())) << work << " " << after;
      EXPECT_EQ(status_of([&] { device.check(); }), HEDGEROW_DEVICE_LOST);
      EXPECT_EQ(status_of([&] { DeviceQueue q(device); }), HEDGEROW_DEVICE_LOST);
      standin.reset();
    }
}

TEST_F(DeviceCuda, ALostDeviceInEcbInPlaceIsUndone) {
  const Device device("cuda:0");
  DeviceCipher cipher = make(device, 1024);
  const Bytes in = random_bytes(30 * 1024);
  Bytes data = in;
  standin.fail("run.kernel", 7, kLaunchFailed);
  EXPECT_EQ(status_of([&] { cipher.ecb(HEDGEROW_ENCRYPT, data, data); }), HEDGEROW_DEVICE_LOST);
  EXPECT_TRUE(data == in);
}

TEST_F(DeviceCuda, TheCpuEndsWhatALostDeviceBeganWhereItIsAllowed) {
  const Device device("cuda:0");
  DeviceCipher cipher = make(device, 1024, true);
  Bytes data = random_bytes(30 * 1024 + 5);
  const Bytes expected = subject.ctr(0, data);
  EXPECT_EQ(cipher.info().on_cpu, 0);
  standin.fail("run.out", 7, kLaunchFailed);
  cipher.ctr(subject.iv, 0, data, data);
  EXPECT_TRUE(data == expected);
  EXPECT_EQ(cipher.info().on_cpu, 1);
  EXPECT_NE(std::string(cipher.info().reason).find("CUDA_ERROR_LAUNCH_FAILED"), std::string::npos);
  cipher.ctr(subject.iv, 0, data, data);  // the context still works
  EXPECT_TRUE(subject.ctr(0, data) == expected);
}

TEST_F(DeviceCuda, ALostDeviceShowsInTheQueue) {
  const Device device("cuda:0");
  DeviceCipher cipher = make(device);
  const DeviceMemory memory(device, 1024);
  DeviceQueue queue(device);
  standin.fail("run.kernel", 0, kLaunchFailed);
  cipher.ctr(queue, subject.iv, 0, memory.at(), memory.at(), 1024);
  EXPECT_EQ(status_of([&] { queue.wait(); }), HEDGEROW_DEVICE_LOST);
  EXPECT_EQ(status_of([&] { cipher.ctr(queue, subject.iv, 0, memory.at(), memory.at(), 1024); }),
            HEDGEROW_DEVICE_LOST);
}

TEST_F(DeviceCuda, MemoryThatIsShortIsTold) {
  const Device device("cuda:0");
  EXPECT_EQ(status_of([&] { DeviceMemory(device, std::uint64_t{1} << 50); }),
            HEDGEROW_DEVICE_DEVICE_MEMORY);
  EXPECT_EQ(status_of([&] { PinnedMemory(device, std::size_t{1} << 50); }), HEDGEROW_DEVICE_MEMORY);
  DeviceCipher cipher = make(device, 1 << 20);
  const Bytes in = random_bytes(3 << 20);
  Bytes out(in.size(), 1);
  standin.memory(1 << 20);  // too little for the second piece
  EXPECT_EQ(status_of([&] { cipher.ctr(subject.iv, 0, in, out); }), HEDGEROW_DEVICE_DEVICE_MEMORY);
  EXPECT_EQ(out, Bytes(in.size()));
  standin.memory(std::size_t{1} << 30);
  cipher.ctr(subject.iv, 0, in, out);  // the context is intact and works again when there is memory
  EXPECT_TRUE(out == subject.ctr(0, in));
}

TEST_F(DeviceCuda, BadPointersAndLengthsAreRefused) {
  const Device device("cuda:0"), other("cuda:1");
  DeviceCipher cipher = make(device);
  DeviceQueue queue(device);
  const DeviceMemory memory(device, 4096), foreign(other, 4096);
  const PinnedMemory pinned(device, 4096);
  Bytes host(4096);
  const auto run = [&](hedgerow_device_pointer in, hedgerow_device_pointer out, std::uint64_t n) {
    const auto ecb = status_of([&] { cipher.ecb(queue, HEDGEROW_ENCRYPT, in, out, n); });
    EXPECT_EQ(ecb, status_of([&] { cipher.ctr(queue, subject.iv, 0, in, out, n); }));
    return ecb;
  };
  const auto address = [](const void* p) {
    return hedgerow_device_pointer{(std::uint64_t)(std::uintptr_t)p / 16 * 16, 0};
  };
  EXPECT_EQ(run(memory.at(), memory.at(), 4096), HEDGEROW_DEVICE_OK);
  EXPECT_EQ(run(memory.at(), memory.at(), 4095), HEDGEROW_DEVICE_DATA_LENGTH);
  EXPECT_EQ(run(memory.at(), memory.at(), 4112), HEDGEROW_DEVICE_POINTER);
  EXPECT_EQ(run(memory.at(16), memory.at(16), 4096), HEDGEROW_DEVICE_POINTER);
  EXPECT_EQ(run(memory.at(~0ull << 4), memory.at(), 16), HEDGEROW_DEVICE_POINTER);
  EXPECT_EQ(run(memory.at(8), memory.at(8), 16), HEDGEROW_DEVICE_POINTER);
  EXPECT_EQ(run(memory.at(), memory.at(16), 32), HEDGEROW_DEVICE_OVERLAP);
  EXPECT_EQ(run(foreign.at(), foreign.at(), 16), HEDGEROW_DEVICE_POINTER);
  EXPECT_EQ(run(memory.at(), address(pinned.data()), 16), HEDGEROW_DEVICE_POINTER);
  EXPECT_EQ(run(address(host.data()), address(host.data()), 16), HEDGEROW_DEVICE_POINTER);
  EXPECT_EQ(run(memory.at(), {0, 0}, 16), HEDGEROW_DEVICE_POINTER);
  EXPECT_EQ(status_of([&] { queue.upload(memory.at(1), host); }), HEDGEROW_DEVICE_POINTER);
  EXPECT_EQ(status_of([&] { queue.download(host, foreign.at(2)); }), HEDGEROW_DEVICE_POINTER);
  queue.wait();
}

TEST_F(DeviceCuda, BadCallsAreRefused) {
  const Device device("cuda:0"), again("cuda:0");
  DeviceCipher cipher = make(device);
  DeviceQueue queue(again);
  const DeviceMemory memory(device, 4096);
  const auto refused = [&](const char* name, const Bytes& key, const std::string& kernel) {
    return status_of([&] {
      DeviceCipherOptions options;
      options.kernel = kernel;
      DeviceCipher(device, name, key, options);
    });
  };
  EXPECT_EQ(refused("speck", subject.key, ""), HEDGEROW_DEVICE_CIPHER);
  EXPECT_EQ(refused(kCipher, Bytes(15), kKernel), HEDGEROW_DEVICE_KEY_LENGTH);
  EXPECT_EQ(refused(kCipher, subject.key, "speck-128-128.words.opencl"), HEDGEROW_DEVICE_KERNEL);
  EXPECT_EQ(refused(kCipher, subject.key, "speck-128-192.words.cuda"), HEDGEROW_DEVICE_KERNEL);
  EXPECT_EQ(refused(kCipher, subject.key, "nonsense"), HEDGEROW_DEVICE_KERNEL);
  EXPECT_EQ(refused("gost28147:user", Bytes(32), ""), HEDGEROW_DEVICE_SBOX);
  EXPECT_EQ(status_of([&] { cipher.ctr(queue, subject.iv, 0, memory.at(), memory.at(), 16); }),
            HEDGEROW_DEVICE_ARGUMENT)
      << "a queue of another handle";
  Bytes data(64), iv(15);
  EXPECT_EQ(status_of([&] { cipher.ctr(iv, 0, data, data); }), HEDGEROW_DEVICE_NONCE_LENGTH);
  EXPECT_EQ(status_of([&] {
              cipher.ecb(HEDGEROW_ENCRYPT, Input(data.data(), 33), Output(data.data(), 33));
            }),
            HEDGEROW_DEVICE_DATA_LENGTH);
  EXPECT_EQ(status_of([&] {
              cipher.ctr(subject.iv, 0, Input(data.data(), 32), Output(data.data() + 1, 32));
            }),
            HEDGEROW_DEVICE_OVERLAP);
  EXPECT_EQ(status_of([&] { Device("cuda:7"); }), HEDGEROW_DEVICE_NO_DEVICE);
  EXPECT_EQ(status_of([&] { Device("vulkan:0"); }), HEDGEROW_DEVICE_ARGUMENT);
  EXPECT_EQ(status_of([&] { Device("cuda:0", &data); }), HEDGEROW_DEVICE_ARGUMENT);
}

TEST_F(DeviceCuda, LimitsHold) {
  const Device device("cuda:0");
  DeviceCipherOptions options;
  options.kernel = kKernel;
  options.limit_blocks = 100;
  DeviceCipher cipher(device, kCipher, subject.key, options);
  Bytes data(16 * 60);
  cipher.ctr(subject.iv, 0, data, data);
  EXPECT_EQ(cipher.info().blocks_left, 40u);
  EXPECT_EQ(status_of([&] { cipher.ctr(subject.iv, 60, data, data); }), HEDGEROW_DEVICE_LIMIT);
  EXPECT_EQ(cipher.info().blocks_left, 40u);
  cipher.set_key(subject.key);
  EXPECT_EQ(cipher.info().blocks_left, 100u);
  const std::uint64_t beyond = algorithm_info(kCipher, "ctr").message_bytes / 16;
  EXPECT_EQ(status_of([&] { cipher.ctr(subject.iv, beyond, data, data); }), HEDGEROW_DEVICE_LIMIT);
}

TEST_F(DeviceCuda, AKernelWithWrongAnswersDoesNotServe) {
  const Device device("cuda:0");
  standin.corrupt(1);
  EXPECT_EQ(status_of([&] { make(device); }), HEDGEROW_DEVICE_SELFTEST);
  standin.corrupt(0);
  EXPECT_EQ(status_of([&] { make(device); }), HEDGEROW_DEVICE_SELFTEST) << "it is not tried again";
  DeviceCipher cipher = make(device, 0, true);
  EXPECT_EQ(cipher.info().on_cpu, 1);
  EXPECT_STREQ(cipher.info().kernel, "");
  EXPECT_NE(std::string(cipher.info().reason).find(kKernel), std::string::npos);
  const Bytes in = random_bytes(1000);
  Bytes out(in.size());
  cipher.ctr(subject.iv, 1, in, out);
  EXPECT_TRUE(out == subject.ctr(1, in));
  const DeviceMemory memory(device, 1024);
  DeviceQueue queue(device);
  EXPECT_EQ(status_of([&] { cipher.ctr(queue, subject.iv, 0, memory.at(), memory.at(), 16); }),
            HEDGEROW_DEVICE_UNSUPPORTED)
      << "the CPU never works in device memory";
}

TEST_F(DeviceCuda, TheKernelIsTheEnvironmentsOrTheQuickest) {
  const Device device("cuda:0");
  const auto serving = [&](const char* name) {
    const Subject of(name);
    return std::string(DeviceCipher(device, name, of.key, of.device_options()).info().kernel);
  };
  const std::string calibrated = serving("speck-64-128");
  EXPECT_TRUE(calibrated == "speck-64-128.words.cuda" || calibrated == "speck-64-128.bitslice.cuda")
      << calibrated;
  for (const char* id : {"speck-64-128.bitslice.cuda", "speck-64-128.words.cuda"}) {
    setenv("HEDGEROW_DEVICE_KERNEL", id, 1);
    EXPECT_EQ(serving("speck-64-128"), id);
  }
  setenv("HEDGEROW_DEVICE_KERNEL", "lea-128.words.cuda", 1);
  EXPECT_EQ(serving("speck-64-128"), calibrated)
      << "from the cache, and another cipher's id is ignored";
  unsetenv("HEDGEROW_DEVICE_KERNEL");
}

TEST_F(DeviceCuda, PtxIsFoundForItsOwnSourceAlone) {
  using device::Source;
  const Source a{"a", "text of a", {"-DX=1"}}, b{"b", "text of b", {}},
      other{"a", "text of a", {"-DX=2"}};
  const std::string path = testing::TempDir() + "/pack.ptx." + std::to_string(getpid());
  const auto write = [&](const std::string& pack) {
    std::ofstream file(path, std::ios::binary);
    ASSERT_TRUE(file << pack << std::flush) << path;
  };
  const std::string pack = device::cuda::kPackHead + device::cuda::pack_entry(a, "ptx of a") +
                           device::cuda::pack_entry(b, std::string("ptx of b\0", 9));
  setenv("HEDGEROW_DEVICE_PTX", path.c_str(), 1);
  write(pack);
  EXPECT_EQ(device::cuda::find_ptx(a), "ptx of a");
  EXPECT_EQ(device::cuda::find_ptx(b), "ptx of b");
  EXPECT_FALSE(device::cuda::find_ptx(other));
  for (std::size_t cut = 0; cut < pack.size(); cut++) {  // a part of a pack must never be accepted
    write(pack.substr(0, cut));
    const auto found = device::cuda::find_ptx(b);
    EXPECT_TRUE(!found) << cut;
  }
  unsetenv("HEDGEROW_DEVICE_PTX");
  std::filesystem::remove(path);
}

TEST_F(DeviceCuda, ADamagedCacheIsMadeAnew) {
  expect_damaged_cache_is_made_anew([&] {
    const Device device("cuda:0");
    DeviceCipher cipher = make(device);
    expect_equal_to_cpu(device, cipher, subject, 300, 0, 0);
  });
}

}  // namespace
}  // namespace hedgerow::test
