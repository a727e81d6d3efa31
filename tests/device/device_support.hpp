// Shared by the tests of devices: data, the answer of the CPU, and checks that every cipher must
// pass on a device.
#pragma once

#include <gtest/gtest.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <random>
#include <string>
#include <vector>

#include "device/cache.hpp"
#include "hedgerow/device.hpp"
#include "support/seed.hpp"

namespace hedgerow::test {

using Bytes = std::vector<unsigned char>;

inline std::mt19937_64& random() {
  static std::mt19937_64 generator(test_seed());
  return generator;
}

inline Bytes random_bytes(std::size_t n) {
  Bytes bytes(n);
  for (auto& b : bytes) b = (unsigned char)random()();
  return bytes;
}

// A cipher with a key, on the CPU as contexts of the library, and for a device as options.
struct Subject {
  explicit Subject(const std::string& cipher) : name(cipher), info(cipher_info(cipher)) {
    key = random_bytes(info.key_bytes);
    // Packed rows of S-boxes. Each row is the permutation x -> x + row.
    for (std::size_t i = 0; i < info.sbox_bytes; i++) {
      const auto row = (unsigned)(i / 8), x = (unsigned)(2 * (i % 8));
      sbox.push_back((unsigned char)((x + row) % 16 | (x + 1 + row) % 16 << 4));
    }
    iv = random_bytes(algorithm_info(cipher, "ctr").iv_bytes);
  }
  Options options() const {
    Options o;
    o.limit_blocks = HEDGEROW_NO_LIMIT;
    o.sbox = sbox;
    return o;
  }
  DeviceCipherOptions device_options() const {
    DeviceCipherOptions o;
    o.limit_blocks = HEDGEROW_NO_LIMIT;
    o.sbox = sbox;
    return o;
  }
  Bytes ecb(hedgerow_direction direction, const Bytes& in) const {
    Cipher cpu(name, "ecb", key, options());
    Bytes out(in.size());
    direction == HEDGEROW_ENCRYPT ? cpu.encrypt(in, out) : cpu.decrypt(in, out);
    return out;
  }
  Bytes ctr(std::uint64_t first_block, const Bytes& in) const {
    Cipher cpu(name, "ctr", key, options());
    Bytes out(in.size());
    cpu.set_iv(iv);
    cpu.seek(first_block);
    cpu.encrypt(in, out);
    return out;
  }

  std::string name;
  hedgerow_cipher_info info;
  Bytes key, sbox, iv;
};

// Returns the status that `call` throws, or OK. The text of an error must not be empty.
template <class Call>
hedgerow_device_status status_of(const Call& call) {
  try {
    call();
  } catch (const device_error& e) {
    EXPECT_NE(std::string(e.what()), "");
    return e.status();
  } catch (const std::bad_alloc&) {
    return HEDGEROW_DEVICE_MEMORY;
  }
  return HEDGEROW_DEVICE_OK;
}

// Runs in device memory with `offset` bytes before the data and a mark after it, in place or not.
template <class Run>
Bytes in_device_memory(const Device& device, const Bytes& in, std::size_t offset, bool in_place,
                       const Run& run) {
  constexpr std::size_t kMark = 64;
  const DeviceMemory a(device, offset + in.size() + kMark);
  const DeviceMemory b(device, offset + in.size() + kMark);
  DeviceQueue queue(device);
  const DeviceMemory& to = in_place ? a : b;
  const Bytes marks(offset + in.size() + kMark, 0x5c);
  Bytes all(marks.size());
  queue.upload(to.at(), marks);
  queue.upload(a.at(offset), in);
  run(queue, a.at(offset), to.at(offset));
  queue.download(all, to.at());
  queue.wait();
  for (std::size_t i = 0; i < offset; i++) EXPECT_EQ(all[i], 0x5c) << "before the output";
  for (std::size_t i = offset + in.size(); i < all.size(); i++)
    EXPECT_EQ(all[i], 0x5c) << "behind the output";
  return Bytes(all.begin() + (std::ptrdiff_t)offset,
               all.begin() + (std::ptrdiff_t)(offset + in.size()));
}

// Compares every way to call a kernel with the CPU, with this number of blocks.
inline void expect_equal_to_cpu(const Device& device, DeviceCipher& cipher, const Subject& subject,
                                std::size_t blocks, std::size_t offset, std::uint64_t first_block) {
  const Bytes in = random_bytes(blocks * subject.info.block_bytes);
  const bool in_place = random()() % 2;
  const auto what = subject.name + ", " + std::to_string(blocks) + " blocks at offset " +
                    std::to_string(offset) + (in_place ? " in place" : "");
  for (const auto direction : {HEDGEROW_ENCRYPT, HEDGEROW_DECRYPT})
    EXPECT_TRUE(in_device_memory(device, in, offset, in_place,
                                 [&](DeviceQueue& q, auto from, auto to) {
                                   cipher.ecb(q, direction, from, to, in.size());
                                 }) == subject.ecb(direction, in))
        << what << (direction == HEDGEROW_ENCRYPT ? ": encryption" : ": decryption");
  EXPECT_TRUE(in_device_memory(device, in, offset, in_place,
                               [&](DeviceQueue& q, auto from, auto to) {
                                 cipher.ctr(q, subject.iv, first_block, from, to, in.size());
                               }) == subject.ctr(first_block, in))
      << what << ": CTR from block " << first_block;
}

// A separate cache for a while, empty at first.
class OwnCache {
 public:
  OwnCache() {
    std::filesystem::create_directory(folder_);
    setenv("XDG_CACHE_HOME", folder_.c_str(), 1);
  }
  OwnCache(const OwnCache&) = delete;
  ~OwnCache() {
    before_.empty() ? unsetenv("XDG_CACHE_HOME") : setenv("XDG_CACHE_HOME", before_.c_str(), 1);
    std::filesystem::remove_all(folder_);
  }

 private:
  static std::string given() {
    const char* const text = std::getenv("XDG_CACHE_HOME");
    return text ? text : "";
  }
  const std::string before_ = given();
  const std::string folder_ = testing::TempDir() + "/hedgerow_cache." + std::to_string(random()());
};

// `run` fills a separate cache. Then every file of it is damaged in one way after the other. `run`
// must give the right result and leave intact files.
template <class Run>
void expect_damaged_cache_is_made_anew(const Run& run) {
  namespace fs = std::filesystem;
  const OwnCache own;
  const auto kept = [] {
    std::vector<fs::path> files;
    for (const auto& entry : fs::directory_iterator(device::cache_folder()))
      files.push_back(entry.path());
    return files;
  };
  const auto content = [](const fs::path& path) {
    std::ifstream stream(path, std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(stream), {});
  };
  run();
  const auto files = kept();
  ASSERT_FALSE(files.empty());
  for (const std::string damage : {"cut", "changed", "empty", "writable"}) {
    std::vector<std::string> damaged;
    for (const auto& file : files) {
      std::string text = content(file);
      if (damage == "cut") text.resize(text.size() / 2);
      if (damage == "changed") text.replace(text.size() / 2, 6, "damage");
      if (damage == "empty") text.clear();
      std::ofstream(file, std::ios::binary) << text;
      if (damage == "writable") fs::permissions(file, fs::perms(0666));
      damaged.push_back(text);
    }
    run();
    for (std::size_t i = 0; i < files.size(); i++) {
      EXPECT_EQ(fs::status(files[i]).permissions(), fs::perms(0600)) << damage;
      if (damage != "writable") {
        EXPECT_NE(content(files[i]), damaged[i]) << damage;
      }
    }
  }
  EXPECT_EQ(kept().size(), files.size()) << "temporary files are left";
}

}  // namespace hedgerow::test
