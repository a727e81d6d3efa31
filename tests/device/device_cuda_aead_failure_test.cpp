// GCM and MGM on devices that fail, over the standin of CUDA: lost devices, wrong answers, and too
// little memory.
//
// The suite turned red when the output of a failed opening was not zeroed and when the last nonce
// was accepted again. WrongAnswersDoNotServe turned red when a known answer was not compared or a
// verdict was not kept. MemoryThatIsShortIsTold turned red when the tag of a failed seal was not
// zeroed.
#include "device/device_cuda_aead_support.hpp"

namespace hedgerow::test {
namespace {

TEST_F(DeviceCudaAead, ALostDeviceLeavesHostDataIntact) {
  const Sealed s = gcm.sealed(40003, 41);
  for (const char* work : {"run.in", "run.kernel", "run.out", "cuLaunchKernel"})
    for (const int after : {0, 3, 7}) {
      const Device device("cuda:0");
      DeviceAead aead = make_gcm(device);
      Bytes in_place = s.plaintext, out(s.plaintext.size(), 0x11), tag(16, 1);
      standin.fail(work, after, kLaunchFailed);
      EXPECT_EQ(status_of([&] { aead.seal(s.nonce, s.aad, in_place, in_place, tag); }),
                HEDGEROW_DEVICE_LOST);
      EXPECT_TRUE(in_place == s.plaintext) << work << " " << after;
      EXPECT_EQ(tag, Bytes(16));
      EXPECT_EQ(status_of([&] { aead.seal(s.nonce, s.aad, s.plaintext, out, tag); }),
                HEDGEROW_DEVICE_LOST);
      EXPECT_EQ(out, Bytes(out.size()));
      in_place = s.ciphertext;
      EXPECT_EQ(status_of([&] { (void)aead.open(s.nonce, s.aad, in_place, in_place, s.tag); }),
                HEDGEROW_DEVICE_LOST);
      EXPECT_TRUE(in_place == s.ciphertext);
      standin.reset();
    }
}

// The tag was verified, but the device is lost while it decrypts.
TEST_F(DeviceCudaAead, ALostDeviceReleasesNoPart) {
  const Sealed s = gcm.sealed(40003, 41);
  for (const int after : {20, 22, 29}) {  // the sums take 20 launches
    const Device device("cuda:0");
    DeviceAead aead = make_gcm(device);
    Bytes in_place = s.ciphertext;
    standin.fail("run.kernel", after, kLaunchFailed);
    EXPECT_EQ(status_of([&] { (void)aead.open(s.nonce, s.aad, in_place, in_place, s.tag); }),
              HEDGEROW_DEVICE_LOST)
        << after;
    EXPECT_TRUE(in_place == s.ciphertext) << after;
    standin.reset();
  }
}

TEST_F(DeviceCudaAead, TheCpuSealsWhereItIsAllowed) {
  const Sealed s = gcm.sealed(40003, 41);
  for (const char* work : {"run.kernel", "run.out"})
    for (const int after : {0, 7, 25, 35}) {
      const Device device("cuda:0");
      DeviceAead aead = make_gcm(device, 4096, true);
      Bytes data = s.plaintext, tag(16);
      EXPECT_EQ(aead.info().on_cpu, 0);
      standin.fail(work, after, kLaunchFailed);
      aead.seal(s.nonce, s.aad, data, data, tag);
      EXPECT_TRUE(data == s.ciphertext && tag == s.tag) << work << " " << after;
      EXPECT_TRUE(aead.open(s.nonce, s.aad, data, data, tag));
      EXPECT_TRUE(data == s.plaintext) << work << " " << after;
      EXPECT_EQ(aead.info().on_cpu, 1);
      tag[0] ^= 1;
      EXPECT_FALSE(aead.open(s.nonce, s.aad, s.ciphertext, data, tag));
      EXPECT_TRUE(data == s.plaintext);
      standin.reset();
    }
}

TEST_F(DeviceCudaAead, WrongAnswersDoNotServe) {
  const Device device("cuda:0");
  DeviceCipher cipher = make(device);  // its kernel has passed
  standin.corrupt(1);
  const std::size_t live = standin.live();
  EXPECT_EQ(status_of([&] { make_gcm(device); }), HEDGEROW_DEVICE_SELFTEST);
  EXPECT_LE(standin.live(), live + 2) << "more than the field's compiled kernels is left";
  standin.corrupt(0);
  EXPECT_EQ(status_of([&] { make_gcm(device); }), HEDGEROW_DEVICE_SELFTEST)
      << "it is not tried again";
  DeviceAead aead = make_gcm(device, 4096, true);
  EXPECT_EQ(aead.info().on_cpu, 1);
  EXPECT_STREQ(aead.info().hash, "");
  const Sealed s = gcm.sealed(1000, 5);
  expect_in_host_memory(std::span(&aead, 1), s);
}

// If the powers of a new key do not arrive, the handle has no key instead of a wrong hash.
TEST_F(DeviceCudaAead, AKeyIsThereAsAWhole) {
  const Device device("cuda:0");
  DeviceAead aead = make_gcm(device);
  Bytes data(64), tag(16);
  standin.fail("run.in", 1, kLaunchFailed);  // the first one is the key of the cipher
  EXPECT_EQ(status_of([&] { aead.set_key(Bytes(gcm.key.size(), 5)); }), HEDGEROW_DEVICE_LOST);
  standin.reset();
  EXPECT_EQ(status_of([&] { aead.seal(gcm.nonce(), {}, data, data, tag); }), HEDGEROW_DEVICE_STATE);
}

TEST_F(DeviceCudaAead, MemoryThatIsShortIsTold) {
  const Device device("cuda:0");
  DeviceAead aead = make_gcm(device, 1 << 20);
  const Sealed s = gcm.sealed(3 << 20, 3);
  Bytes out(s.plaintext.size(), 1), tag(16, 1);
  standin.memory(1 << 20);
  EXPECT_EQ(status_of([&] { aead.seal(s.nonce, s.aad, s.plaintext, out, tag); }),
            HEDGEROW_DEVICE_DEVICE_MEMORY);
  EXPECT_EQ(out, Bytes(out.size()));
  EXPECT_EQ(tag, Bytes(16));
  standin.memory(std::size_t{1} << 30);
  aead.seal(s.nonce, s.aad, s.plaintext, out, tag);  // the context is intact
  EXPECT_TRUE(out == s.ciphertext && tag == s.tag);
}

}  // namespace
}  // namespace hedgerow::test
