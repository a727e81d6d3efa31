// Reads and writes key files.
#include "container/key/key_file.hpp"

#include <sodium.h>

#include <cstring>
#include <optional>

#include "container/error.hpp"
#include "container/key/base64.hpp"
#include "container/key/key_text.hpp"

namespace hedgerow::container {
namespace {

constexpr const char* kKind = "key file";
constexpr auto kPrefix = kKeyFilePrefix;
constexpr std::size_t kBase64Bytes =
    sodium_base64_ENCODED_LEN(kMasterKeyBytes, sodium_base64_VARIANT_ORIGINAL) - 1;
constexpr std::size_t kLineBytes = kPrefix.size() + kBase64Bytes;

[[noreturn]] void refuse(const std::string& what) {
  throw Error(Status::kKeyFile,
              what +
                  " is not a key file: it must hold one line, \"hedgerow-key-1:\" and the "
                  "base64 of 64 bytes",
              Remedy::kMakeKeyFile);
}

std::optional<Secret> decode(std::string_view line) {
  if (line.size() != kLineBytes || !line.starts_with(kPrefix)) return {};
  Secret key(kMasterKeyBytes);
  if (decode_base64(line.substr(kPrefix.size()), sodium_base64_VARIANT_ORIGINAL, key.span()) !=
      kMasterKeyBytes)
    return {};
  return key;
}

}  // namespace

Secret make_key_text() {
  require_sodium();
  Secret key(kMasterKeyBytes), line(kLineBytes + 1);
  randombytes_buf(key.data(), key.size());
  const auto text = reinterpret_cast<char*>(line.data());
  std::memcpy(text, kPrefix.data(), kPrefix.size());
  sodium_bin2base64(text + kPrefix.size(), kBase64Bytes + 1, key.data(), key.size(),
                    sodium_base64_VARIANT_ORIGINAL);
  text[kLineBytes] = '\n';
  return line;
}

void create_key_file(const std::string& path) {
  create_secret_file(path, make_key_text().view(), kKind);
}

Secret parse_key_line(std::string_view line) {
  auto key = decode(line);
  if (!key) refuse("this line");
  return std::move(*key);
}

KeyFile load_key_file(const std::string& path) {
  refuse_key_as_path(path, kKind);  // before any message repeats it
  const auto file = [&] {
    try {
      return load_secret_file(path, kLineBytes + 2, kKind);
    } catch (const Error& e) {
      if (e.status() == Status::kKeyFile) refuse(path);
      throw;
    }
  }();
  const auto lines = file.lines();
  const auto key = lines.size() == 1 ? decode(lines[0]) : std::nullopt;
  if (!key) refuse(path);
  return {Credential::from_master_key(key->view()).with_hint(path.substr(path.rfind('/') + 1)),
          file.exposure};
}

}  // namespace hedgerow::container
