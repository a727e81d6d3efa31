// Files of the device cache.
//
//   input   what(1) | at(2) | key's length(1) | key | content. The content is stored, and its file
//           damaged as `what` says; or it is the whole file.
//
// Properties: a stored content is loaded. A file is loaded only if it is the file that storing its
// content would make, is regular, and only its owner can write it.
//
// It found that a FIFO stopped the program, and turned red when the digest of the content was not
// compared.
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <optional>

#include "device/cache.hpp"
#include "fuzz.hpp"

using namespace hedgerow::device;
using namespace hedgerow_fuzz;

namespace {

enum Damage {
  kNone,
  kFlip,
  kCut,
  kLonger,
  kWhole,
  kWritable,
  kLink,
  kFolder,
  kFifo,
  kOtherKey,
  kCount
};

// A folder that is removed at the end of the process, in memory if possible, because fsync is slow on a disk.
struct Folder {
  Folder() {
    const std::filesystem::path memory = "/dev/shm", disk = std::filesystem::temp_directory_path();
    std::string name =
        ((access(memory.c_str(), W_OK) == 0 ? memory : disk) / "fuzz-cache.XXXXXX").string();
    path = mkdtemp(name.data());
    setenv("XDG_CACHE_HOME", path.c_str(), 1);
  }
  ~Folder() { std::filesystem::remove_all(path); }
  std::string path;
};

std::string get(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

void put(const std::string& path, const std::string& text) {
  std::ofstream(path, std::ios::binary) << text;
}

// Returns true if the file is still the stored one.
bool damage(Damage what, const std::string& path, std::size_t at, const std::string& content) {
  auto bytes = get(path);
  switch (what) {
    case kFlip:
      bytes[at % bytes.size()] ^= static_cast<char>(1 << at % 8);
      put(path, bytes);
      return false;
    case kCut:
      put(path, bytes.substr(0, at % bytes.size()));
      return false;
    case kLonger:
      put(path, bytes + std::string(1 + at % 100, 'x'));
      return false;
    case kWhole:
      put(path, content);
      return content == bytes;
    case kWritable:
      chmod(path.c_str(), at % 2 ? 0620 : 0602);
      return false;
    case kLink:
      std::filesystem::rename(path, path + ".real");
      std::filesystem::create_symlink(path + ".real", path);
      return false;
    case kFolder:
      std::filesystem::remove(path);
      std::filesystem::create_directory(path);
      return false;
    case kFifo:
      std::filesystem::remove(path);
      check(mkfifo(path.c_str(), 0600) == 0, "a FIFO can be made");
      return false;
    default:
      return true;
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const Folder folder;
  Input in(data, size);
  const auto what = static_cast<Damage>(in.byte() % kCount);
  const auto at = in.pair();
  const auto key = text_of(in.bytes(in.byte()));
  const auto content = text_of(in.rest());
  store_cached(key, content);
  const auto path = cache_file(key);
  if (what == kOtherKey)
    std::filesystem::rename(path, cache_file(key + "x"));
  else if (!damage(what, path, at, content))
    check(!load_cached(key), "a file that was not stored is ignored");
  else
    check(load_cached(key) == std::optional(content), "a stored content is loaded");
  check(what != kOtherKey || (!load_cached(key) && !load_cached(key + "x")),
        "a file of another key is ignored");
  for (const auto& file : std::filesystem::directory_iterator(cache_folder()))
    std::filesystem::remove(file.path());
  return 0;
}
