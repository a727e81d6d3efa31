// The host side of CUDA over the standin of its driver (tests/device/standin): results compared
// with the CPU, order and asynchrony, and the primary context. device_cuda_failure_test.cpp tests
// failures.
//
// The suite turned red when a launch used the module of another cipher, when a huge length of
// pieces was accepted, and when the texts of a device ended with it.
#include "device/device_cuda_support.hpp"

namespace hedgerow::test {
namespace {

TEST_F(DeviceCuda, IsListedWithWhatTheDriverSays) {
  const auto devices = list_devices();
  ASSERT_GE(devices.size(), 2u);
  EXPECT_STREQ(devices[0].id, "cuda:0");
  EXPECT_STREQ(devices[1].id, "cuda:1");
  EXPECT_STREQ(devices[0].architecture, "sm_90");
  EXPECT_EQ(devices[0].compute_units, 2u);
  EXPECT_STREQ(list_device_backends()[0].driver, "CUDA 12.4, NVRTC 12.4");
}

TEST_F(DeviceCuda, EqualsTheCpuInDeviceMemory) {
  const Device device("cuda:0");
  DeviceCipher cipher = make(device);
  for (std::size_t blocks : {1, 2, 255, 256, 257, 1000, 4099})
    expect_equal_to_cpu(device, cipher, subject, blocks, 16 * (random()() % 5), random()() >> 12);
}

TEST_F(DeviceCuda, SplitsRunsWhereTheCountersLowWordWraps) {
  const Device device("cuda:0");
  DeviceCipher cipher = make(device);
  Subject fixed = subject;
  std::fill(fixed.iv.begin(), fixed.iv.end(), 0xff);  // every byte of the counter carries
  const Bytes in = random_bytes(16 * 700);
  for (const std::uint64_t first : {0xffffffffull - 300, 0ull})
    EXPECT_TRUE(in_device_memory(device, in, 0, true, [&](DeviceQueue& q, auto from, auto to) {
                  cipher.ctr(q, fixed.iv, first, from, to, in.size());
                }) == fixed.ctr(first, in));
}

TEST_F(DeviceCuda, WritesTheKeystreamAlone) {
  const Device device("cuda:0");
  DeviceCipher cipher = make(device);
  const Bytes zeros(16 * 300);
  EXPECT_TRUE(in_device_memory(device, zeros, 0, false, [&](DeviceQueue& q, auto, auto to) {
                cipher.ctr(q, subject.iv, 5, {0, 0}, to, zeros.size());
              }) == subject.ctr(5, zeros));
}

TEST_F(DeviceCuda, RunsAreQueuedWithoutWaiting) {
  const Device device("cuda:0");
  DeviceCipher cipher = make(device);
  const Bytes in = random_bytes(16 * 100);
  Bytes out(in.size());
  const DeviceMemory memory(device, in.size());
  DeviceQueue queue(device);
  EXPECT_TRUE(queue.done());
  standin.hold(1);  // a call that waited would hang here
  queue.upload(memory.at(), in);
  cipher.ctr(queue, subject.iv, 0, memory.at(), memory.at(), in.size());
  cipher.ecb(queue, HEDGEROW_ENCRYPT, memory.at(), memory.at(), in.size());
  queue.download(out, memory.at());
  EXPECT_FALSE(queue.done());
  EXPECT_EQ(out, Bytes(in.size()));
  standin.hold(0);
  queue.wait();
  EXPECT_TRUE(queue.done());
  EXPECT_TRUE(out == subject.ecb(HEDGEROW_ENCRYPT, subject.ctr(0, in)));
}

TEST_F(DeviceCuda, WorksOnStreamsAndMemoryOfOthersInThePrimaryContext) {
  const Device device("cuda:0");
  DeviceCipher cipher = make(device);
  void *context = nullptr, *stream = nullptr;
  std::uint64_t address = 0;
  ASSERT_EQ(standin.find<int(void**, int)>("cuDevicePrimaryCtxRetain")(&context, 0), 0);
  ASSERT_EQ(standin.find<int(void*)>("cuCtxPushCurrent_v2")(context), 0);
  ASSERT_EQ(standin.find<int(std::uint64_t*, std::size_t)>("cuMemAlloc_v2")(&address, 4096), 0);
  ASSERT_EQ(standin.find<int(void**, unsigned)>("cuStreamCreate")(&stream, 1), 0);
  ASSERT_EQ(standin.find<int(void**)>("cuCtxPopCurrent_v2")(&context), 0);
  const Bytes in = random_bytes(1024);
  Bytes out(in.size());
  {
    DeviceQueue queue(device, stream);
    queue.upload({address, 256}, in);
    cipher.ctr(queue, subject.iv, 0, {address + 256, 0}, {address, 256}, in.size());
    queue.download(out, {address, 256});
    queue.wait();
  }
  EXPECT_TRUE(out == subject.ctr(0, in));
  EXPECT_EQ(standin.find<int(void*)>("cuStreamSynchronize")(stream), 0) << "it stays the caller's";
  standin.find<int(void*)>("cuStreamDestroy_v2")(stream);
  standin.find<int(std::uint64_t)>("cuMemFree_v2")(address);
}

TEST_F(DeviceCuda, LeavesTheCallersContextCurrent) {
  void *other = nullptr, *current = nullptr;
  ASSERT_EQ(standin.find<int(void**, int)>("cuDevicePrimaryCtxRetain")(&other, 1), 0);
  ASSERT_EQ(standin.find<int(void*)>("cuCtxPushCurrent_v2")(other), 0);
  {
    const Device device("cuda:0");
    DeviceCipher cipher = make(device);
    const Bytes in = random_bytes(1000);
    Bytes out(in.size());
    cipher.ctr(subject.iv, 0, in, out);
    EXPECT_EQ(status_of([&] { DeviceMemory(device, std::uint64_t{1} << 60); }),
              HEDGEROW_DEVICE_DEVICE_MEMORY);
  }
  ASSERT_EQ(standin.find<int(void**)>("cuCtxGetCurrent")(&current), 0);
  EXPECT_EQ(current, other);
  standin.find<int(void**)>("cuCtxPopCurrent_v2")(&current);
}

TEST_F(DeviceCuda, HostRunsOfAnyLengthEqualTheCpu) {
  const Device device("cuda:0");
  DeviceCipher cipher = make(device, 4096);
  for (std::size_t bytes : {0, 1, 15, 16, 17, 4095, 4096, 4097, 12288, 40000, 65536}) {
    const Bytes in = random_bytes(bytes);
    Bytes out(bytes), in_place = in;
    cipher.ctr(subject.iv, 77, in, out);
    EXPECT_TRUE(out == subject.ctr(77, in)) << bytes;
    cipher.ctr(subject.iv, 77, in_place, in_place);
    EXPECT_TRUE(out == in_place) << bytes << " in place";
    if (bytes % 16) continue;
    cipher.ecb(HEDGEROW_DECRYPT, in, out);
    EXPECT_TRUE(out == subject.ecb(HEDGEROW_DECRYPT, in)) << bytes;
  }
}

// A number of pieces that overflowed to 0 would leave the plaintext in place.
TEST_F(DeviceCuda, PiecesHaveALimit) {
  const Device device("cuda:0");
  for (const std::size_t bytes : {SIZE_MAX / 16 * 16, (SIZE_MAX / 4 + 16) / 16 * 16})
    EXPECT_EQ(status_of([&] { make(device, bytes); }), HEDGEROW_DEVICE_DATA_LENGTH);
}

// device.h promises that the texts of a device stay after it is closed.
TEST_F(DeviceCuda, TextsAreStatic) {
  const auto listed = list_devices();
  const char* id = Device("cuda:0").info().id;
  EXPECT_EQ(std::count_if(listed.begin(), listed.end(), [&](const auto& d) { return d.id == id; }),
            1);
}

TEST_F(DeviceCuda, HostRunsFromAndToPinnedMemory) {
  const Device device("cuda:0");
  DeviceCipher cipher = make(device, 4096);
  const PinnedMemory in(device, 50000), out(device, 50000);
  const Bytes data = random_bytes(in.size());
  std::copy(data.begin(), data.end(), in.data());
  cipher.ctr(subject.iv, 3, Input(in.data(), in.size()), Output(out.data(), out.size()));
  EXPECT_TRUE(Bytes(out.data(), out.data() + out.size()) == subject.ctr(3, data));
  cipher.ctr(subject.iv, 3, Input(in.data(), in.size()), Output(in.data(), in.size()));
  EXPECT_TRUE(Bytes(in.data(), in.data() + in.size()) == subject.ctr(3, data));
}

TEST_F(DeviceCuda, SeveralDevicesShareAMessage) {
  const Device a("cuda:0"), b("cuda:1");
  std::vector<DeviceCipher> ciphers;
  ciphers.push_back(make(a, 1024));
  ciphers.push_back(make(b, 1024));
  ciphers.push_back(make(a, 1024));
  const Bytes in = random_bytes(100 * 1024 + 7);
  Bytes out(in.size());
  DeviceCipher::share_ctr(ciphers, subject.iv, 9, in, out);
  EXPECT_TRUE(out == subject.ctr(9, in));
  const Bytes whole = random_bytes(64 * 1024);
  out.resize(whole.size());
  DeviceCipher::share_ecb(ciphers, HEDGEROW_ENCRYPT, whole, out);
  EXPECT_TRUE(out == subject.ecb(HEDGEROW_ENCRYPT, whole));
}

}  // namespace
}  // namespace hedgerow::test
