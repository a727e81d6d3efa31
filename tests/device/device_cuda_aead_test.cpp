// GCM and MGM on devices, over the standin of CUDA: every way compared with the modes of the CPU,
// the answers of the standards, and wrong calls.
//
// The suite turned red when pieces were not undone, when the output of a failed opening was not
// zeroed, when the last nonce was accepted again, when powers were not wiped, and when the factors
// of MGM were not advanced after the AAD (the handle refuses by its known answer). Single tests
// turned red in these cases:
// * NoncesOfEveryLength: the length of a nonce was in the wrong half of its block.
// * SealingIsQueuedWithoutWaiting: a seal waited (the test hangs).
// * LimitsHold: AAD was not counted.
// * The refusals of MGM: the first bit of a nonce or an empty message was not checked.
#include "device/device_answers.hpp"
#include "device/device_cuda_aead_support.hpp"

namespace hedgerow::test {
namespace {

struct Choice {
  const char *cipher, *mode, *kernel;
};
// One cipher for each field and kind of sum, with the kernel that compiles fastest.
constexpr Choice kChoices[] = {{"kalyna-128-128", "gcm", "kalyna-128-128.lookup.cuda"},
                               {"kalyna-256-256", "gcm", "kalyna-256-256.lookup.cuda"},
                               {"kalyna-512-512", "gcm", "kalyna-512-512.lookup.cuda"},
                               {"speck-128-128", "gcm", "speck-128-128.words.cuda"},
                               {"magma", "mgm", "magma.bitslice.cuda"},
                               {"kuznyechik", "mgm", "kuznyechik.bitslice.cuda"}};

TEST_F(DeviceCudaAead, EqualsTheCpuInDeviceMemory) {
  const Device device("cuda:0");
  for (const Choice& c : kChoices) {
    SCOPED_TRACE(c.cipher);
    const AeadSubject sealer(c.cipher, c.mode);
    DeviceAead aead = sealer.on(device, 0, false, true, c.kernel);
    EXPECT_STREQ(aead.info().kernel, c.kernel);
    expect_every_length(device, aead, sealer);
  }
}

// The message has more elements than a step of the sum has partials, and more factors than MGM
// makes in one step.
TEST_F(DeviceCudaAead, LongMessagesTakeEveryStepOfTheSum) {
  const Device device("cuda:0");
  for (const char* cipher : {"speck-128-128", "magma"}) {
    const AeadSubject sealer(cipher, *cipher == 'm' ? "mgm" : "gcm");
    DeviceAead aead =
        sealer.on(device, 0, false, true, *cipher == 'm' ? "magma.bitslice.cuda" : kKernel);
    expect_in_device_memory(device, aead, sealer.sealed(300000 + random()() % 100, 41), 16, true);
  }
}

TEST_F(DeviceCudaAead, EveryKernelOfAFieldServes) {
  const Device device("cuda:0");
  for (const char* id : {"ghash.words.cuda", "ghash.table.cuda", "gf128.words.cuda"}) {
    setenv("HEDGEROW_DEVICE_HASH", id, 1);
    const bool ghash = *(id + 1) == 'h';
    const AeadSubject sealer(ghash ? "speck-128-128" : "kalyna-128-128", "gcm");
    DeviceAead aead =
        sealer.on(device, 0, false, true, ghash ? kKernel : "kalyna-128-128.lookup.cuda");
    EXPECT_STREQ(aead.info().hash, id);
    expect_every_length(device, aead, sealer);
  }
  unsetenv("HEDGEROW_DEVICE_HASH");
}

TEST_F(DeviceCudaAead, TheStandardsAnswers) {
  const Device device("cuda:0");
  expect_known_answers(device, "cuda", {"kalyna", "magma", "kuznyechik", "aes-128"});
}

TEST_F(DeviceCudaAead, NoncesOfEveryLength) {
  const Device device("cuda:0");
  DeviceAead aead = make_gcm(device);
  for (const std::size_t n : {1, 11, 12, 13, 16, 128}) {
    Sealed s = gcm.sealed(100, 20);
    s.nonce = random_bytes(n);
    Aead cpu(gcm.cipher, gcm.mode, gcm.key);
    cpu.seal_with_nonce(s.nonce, s.aad, s.plaintext, s.ciphertext, s.tag);
    expect_in_device_memory(device, aead, s, 0, true);
  }
}

TEST_F(DeviceCudaAead, HostRunsEqualTheCpuAndAreShared) {
  const Device a("cuda:0"), b("cuda:1");
  std::vector<DeviceAead> gcms, mgms;
  const AeadSubject mgm("magma", "mgm");
  for (const Device* device : {&a, &b, &a}) {
    gcms.push_back(make_gcm(*device));
    mgms.push_back(mgm.on(*device, 1024, false, true, "magma.bitslice.cuda"));
  }
  for (const std::size_t bytes : {0, 1, 16, 4095, 4096, 4097, 50000, 200007}) {
    expect_in_host_memory(std::span(&gcms[0], 1), gcm.sealed(bytes, 41));
    expect_in_host_memory(gcms, gcm.sealed(bytes, bytes ? 0 : 3));
    expect_in_host_memory(mgms, mgm.sealed(bytes, 41));
  }
}

TEST_F(DeviceCudaAead, SealingIsQueuedWithoutWaiting) {
  const Device device("cuda:0");
  DeviceAead aead = make_gcm(device);
  const Sealed s = gcm.sealed(1005, 41), t = gcm.sealed(777, 3);
  DeviceQueue queue(device), other(device);
  const DeviceMemory memory(device, 2048), more(device, 2048);
  Bytes got(1005 + 16), also(777 + 16);
  // The scratch memory of both queues is allocated here, so the following calls allocate no memory.
  aead.seal(queue, s.nonce, s.aad, memory.at(), memory.at(), 16, memory.at(16), 16);
  aead.seal(other, t.nonce, t.aad, more.at(), more.at(), 16, more.at(16), 16);
  queue.wait();
  other.wait();
  standin.hold(1);  // a call that waited would hang here
  queue.upload(memory.at(), s.plaintext);
  other.upload(more.at(), t.plaintext);
  aead.seal(queue, s.nonce, s.aad, memory.at(), memory.at(), 1005, memory.at(1005), 16);
  aead.seal(other, t.nonce, t.aad, more.at(), more.at(), 777, more.at(777), 16);
  queue.download(got, memory.at());
  other.download(also, more.at());
  EXPECT_FALSE(queue.done());
  standin.hold(0);
  queue.wait();
  other.wait();
  const auto whole = [](const Sealed& m) {
    Bytes all = m.ciphertext;
    all.insert(all.end(), m.tag.begin(), m.tag.end());
    return all;
  };
  EXPECT_TRUE(got == whole(s));
  EXPECT_TRUE(also == whole(t));
}

TEST_F(DeviceCudaAead, KeysSumsAndFactorsAreWiped) {
  {
    const Device device("cuda:0");
    const AeadSubject mgm("magma", "mgm");
    DeviceAead a = make_gcm(device), b = mgm.on(device, 1024, false, true, "magma.bitslice.cuda");
    standin.dirty();  // resets the count, because the known answers are not secret
    Bytes data = random_bytes(20003), tag(16), short_tag(8);
    a.seal(gcm.nonce(), {}, data, data, tag);
    b.seal(mgm.nonce(), {}, data, data, short_tag);
    DeviceMemory memory(device, 4096);
    DeviceQueue queue(device);
    a.seal(queue, gcm.nonce(), {}, memory.at(), memory.at(), 1005, memory.at(1005), 16);
    b.seal(queue, mgm.nonce(), {}, memory.at(), memory.at(), 1005, memory.at(1005), 8);
    const Bytes zeros(4096);
    queue.upload(memory.at(), zeros);
    queue.wait();
  }
  EXPECT_EQ(standin.dirty(), 0u);
  EXPECT_EQ(standin.live(), before) << "something is left on the device";
}

TEST_F(DeviceCudaAead, BadCallsAreRefused) {
  const Device device("cuda:0"), other("cuda:1");
  const auto refused = [&](const char* cipher, const char* mode) {
    return status_of([&] { DeviceAead(device, cipher, mode, Bytes(16)); });
  };
  EXPECT_EQ(refused("speck-128-128", "nonsense"), HEDGEROW_DEVICE_MODE);
  EXPECT_EQ(refused("speck-128-128", "ctr"), HEDGEROW_DEVICE_MODE);
  EXPECT_EQ(refused("speck-128-128", "ccm"), HEDGEROW_DEVICE_UNSUPPORTED);
  EXPECT_EQ(refused("speck-64-128", "gcm"), HEDGEROW_DEVICE_MODE);
  EXPECT_EQ(refused("speck", "gcm"), HEDGEROW_DEVICE_CIPHER);
  DeviceAead aead = make_gcm(device, 4096, false, false);
  DeviceQueue queue(device);
  const DeviceMemory memory(device, 4096), foreign(other, 4096);
  const Bytes nonce = gcm.nonce();
  const auto seal = [&](const Bytes& with, hedgerow_device_pointer in, hedgerow_device_pointer out,
                        std::uint64_t bytes, hedgerow_device_pointer tag, std::size_t tag_bytes) {
    return status_of([&] { aead.seal(queue, with, {}, in, out, bytes, tag, tag_bytes); });
  };
  EXPECT_EQ(seal(Bytes(129), memory.at(), memory.at(), 64, memory.at(64), 16),
            HEDGEROW_DEVICE_NONCE_LENGTH);
  EXPECT_EQ(seal({}, memory.at(), memory.at(), 64, memory.at(64), 16), HEDGEROW_DEVICE_ARGUMENT);
  EXPECT_EQ(seal(nonce, memory.at(), memory.at(), 64, memory.at(64), 17),
            HEDGEROW_DEVICE_TAG_LENGTH);
  EXPECT_EQ(seal(nonce, memory.at(), memory.at(), 64, memory.at(63), 16), HEDGEROW_DEVICE_OVERLAP);
  EXPECT_EQ(seal(nonce, memory.at(), memory.at(16), 64, memory.at(128), 16),
            HEDGEROW_DEVICE_OVERLAP);
  EXPECT_EQ(seal(nonce, memory.at(8), memory.at(8), 64, memory.at(128), 16),
            HEDGEROW_DEVICE_POINTER);
  EXPECT_EQ(seal(nonce, memory.at(), memory.at(), 4090, memory.at(4090), 16),
            HEDGEROW_DEVICE_POINTER);
  EXPECT_EQ(seal(nonce, foreign.at(), foreign.at(), 64, memory.at(), 16), HEDGEROW_DEVICE_POINTER);
  EXPECT_EQ(seal(nonce, memory.at(), memory.at(), 64, foreign.at(), 16), HEDGEROW_DEVICE_POINTER);
  EXPECT_EQ(seal(nonce, memory.at(), memory.at(), 64, memory.at(64), 16), HEDGEROW_DEVICE_OK)
      << "what failed used no nonce";
  EXPECT_EQ(seal(nonce, memory.at(), memory.at(), 64, memory.at(64), 16),
            HEDGEROW_DEVICE_NONCE_REUSE);
  queue.wait();
}

TEST_F(DeviceCudaAead, MgmTakesNoEmptyMessageAndNoHighNonce) {
  const Device device("cuda:0");
  const AeadSubject mgm("magma", "mgm");
  DeviceAead sum = mgm.on(device, 1024, false, true, "magma.bitslice.cuda");
  Bytes data(64), tag(8), high = mgm.nonce();
  EXPECT_EQ(status_of([&] { sum.seal(mgm.nonce(), {}, {}, {}, tag); }),
            HEDGEROW_DEVICE_DATA_LENGTH);
  high[0] |= 0x80;
  EXPECT_EQ(status_of([&] { sum.seal(high, {}, data, data, tag); }), HEDGEROW_DEVICE_NONCE_LENGTH);
}

TEST_F(DeviceCudaAead, LimitsHold) {
  const Device device("cuda:0");
  DeviceCipherOptions options;
  options.kernel = kKernel;
  options.limit_blocks = 100;
  DeviceAead aead(device, gcm.cipher, gcm.mode, gcm.key, options, true);
  Bytes data(16 * 60), tag(16);
  aead.seal(gcm.nonce(), Bytes(17), data, data, tag);
  EXPECT_EQ(aead.info().blocks_left, 38u);
  EXPECT_EQ(status_of([&] { aead.seal(gcm.nonce(), {}, data, data, tag); }), HEDGEROW_DEVICE_LIMIT);
  EXPECT_EQ(aead.info().blocks_left, 38u);
  // If one of two handles refuses a run, neither counts it.
  std::vector<DeviceAead> two;
  two.emplace_back(device, gcm.cipher, gcm.mode, gcm.key, options, true);
  two.push_back(std::move(aead));
  EXPECT_EQ(status_of([&] { DeviceAead::share_seal(two, gcm.nonce(), {}, data, data, tag); }),
            HEDGEROW_DEVICE_LIMIT);
  EXPECT_EQ(two[0].info().blocks_left, 100u);
}

// A key that is refused leaves the old one, and with it the nonce that must not be used again.
TEST_F(DeviceCudaAead, AWrongKeyKeepsTheLastNonce) {
  const Device device("cuda:0");
  DeviceAead aead = make_gcm(device, 4096, false, false);
  const Bytes nonce = gcm.nonce();
  Bytes data(64), tag(16);
  aead.seal(nonce, {}, data, data, tag);
  EXPECT_EQ(status_of([&] { aead.set_key(Bytes(gcm.key.size() - 1)); }),
            HEDGEROW_DEVICE_KEY_LENGTH);
  EXPECT_EQ(status_of([&] { aead.seal(nonce, {}, data, data, tag); }), HEDGEROW_DEVICE_NONCE_REUSE);
}

}  // namespace
}  // namespace hedgerow::test
