// Texts and files of keys: key files, identities, recipients, lists of keys, and passphrases.
//
//   input   the content of such a file; seeds are below tests/vectors/container
//
// Properties: every text that is accepted is the only text of its key. A file gives one credential
// for each line that is no comment. No message repeats a run of a secret, even if the text is
// damaged, or is given where a path belongs.
//
// It found that libsodium decodes bytes from 0x80 on. It turned red when the checksum of a key was
// not compared, and when the access of a file's group was not looked at.
#include <sodium.h>
#include <sys/stat.h>

#include "container/error.hpp"
#include "container/key/identity_file.hpp"
#include "container/key/key_file.hpp"
#include "container/key/key_list.hpp"
#include "fuzz.hpp"

using namespace hedgerow::container;
using namespace hedgerow_fuzz;

namespace {

// Returns true if `work` succeeds. Its failure must not reveal `secret`.
template <class Work>
bool succeeds(const std::string& secret, Work work) {
  try {
    work();
    return true;
  } catch (const Error& e) {
    check(!reveals(e.what(), secret) && !reveals(e.value(), secret), "a message keeps the secret");
    return false;
  }
}

std::string text_of(const Secret& secret) { return hedgerow_fuzz::text_of(secret.view()); }

std::string key_line(const Secret& key) {
  char text[sodium_base64_ENCODED_LEN(64, sodium_base64_VARIANT_ORIGINAL)];
  sodium_bin2base64(text, sizeof text, key.data(), key.size(), sodium_base64_VARIANT_ORIGINAL);
  return std::string(kKeyFilePrefix) + text;
}

void parse_text(const std::string& text) {
  const bool shown = text.starts_with(kPublicPrefix);
  const std::string secret = shown ? "" : text;
  bool any = succeeds(secret, [&] {
    check(key_line(parse_key_line(text)) == text, "a key file's line is the only one of its key");
  });
  any |= succeeds(secret, [&] {
    check(text_of(identity_text(parse_identity(text))) == text, "an identity has one text");
  });
  check(!any || holds_secret_key(text), "the text of a secret key is recognised");
  any |= succeeds(secret, [&] {
    const auto key = parse_public_key(text);
    check(to_text(key) == text, "a public key has one text");
    const auto hint = Credential::from_public_key(key).hint();
    check(!hint.empty() && text.starts_with(hint), "a recipient is called as its text begins");
  });
  check(succeeds(secret, [&] { parse_key(text); }) == any, "a key of any kind is a key");
  const auto kept = holds_secret_key(text);
  check(succeeds(secret, [&] { refuse_key_as_path(text, "key file"); }) == !kept,
        "a secret key is no path");
  if (kept)
    check(holds_secret_key("before " + text + "\nafter") &&
              !succeeds(secret, [&] { load_keys(text); }) &&
              !succeeds(secret, [&] { create_secret_file(text, {}, "key file"); }),
          "a secret key is no path of a file");
}

void parse_words(const std::string& text) {
  const std::span<const std::uint8_t> bytes(reinterpret_cast<const std::uint8_t*>(text.data()),
                                            text.size());
  check(succeeds(text, [&] { Credential::from_passphrase(bytes); }) ==
            (!text.empty() && text.size() <= kMaxPassphraseBytes),
        "a passphrase has 1 to 1024 bytes");
  check(succeeds(text, [&] { Credential::from_master_key(bytes); }) ==
            (text.size() == kMasterKeyBytes),
        "a master key has its length");
  check(
      succeeds(text, [&] { Credential::from_identity(bytes); }) == (text.size() == kIdentityBytes),
      "an identity has its length");
  const auto key = Credential::from_master_key(Bytes(kMasterKeyBytes));
  succeeds("", [&] { check(key.with_label(text).label() == text, "a label is kept"); });
  check(key.with_hint(text).hint().size() <= kMaxLabelBytes - 3, "a hint has room for a number");
  succeeds("", [&] {
    const auto cost = parse_kdf_limit(text);
    check(is_kdf_cost(cost) && limit_of(cost).allows(cost), "a limit is a cost");
  });
}

std::size_t keys_of(const SecretFile& file) {
  return static_cast<std::size_t>(std::ranges::count_if(
      file.lines(), [](std::string_view line) { return !line.empty() && line[0] != '#'; }));
}

void load(std::span<const std::uint8_t> content) {
  const MemoryFile file(content);
  const auto path = file.path();
  const auto text = hedgerow_fuzz::text_of(content);
  if (content.size() > kMaxKeyListBytes) return;
  const bool open = content.size() % 3 != 0, writable = content.size() % 3 == 1;
  fchmod(file.fd(), open ? writable ? 0620 : 0604 : 0600);
  const auto whole = load_secret_file(path, kMaxKeyListBytes, "file");
  check(text_of(whole.text) == text, "a file is read completely");
  check(whole.exposure == (writable ? Exposure::kWritable
                           : open   ? Exposure::kReadable
                                    : Exposure::kNone) &&
            (*hedgerow::container::text_of(whole.exposure) != 0) == open,
        "the access of others is found");
  check(!succeeds(text, [&] { load_secret_file(path + "/no", kMaxKeyListBytes, "file"); }) &&
            !succeeds(text, [&] { create_secret_file(path, content, "file"); }),
        "a missing file is not read, and no file is replaced");
  const auto lines = keys_of(whole);
  bool any = false;
  for (const auto& credentials :
       {+[](const std::string& p) { return load_identity_file(p).identities; },
        +[](const std::string& p) { return load_recipients_file(p); },
        +[](const std::string& p) { return load_keys(p); }})
    any |= succeeds(text, [&] {
      check(credentials(path).size() == lines && lines > 0, "each line is a credential");
    });
  if (succeeds(text, [&] { load_key_file(path); }))
    check(any && lines == 1, "a key file is a list of one key");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  require_sodium();
  load({data, size});
  Input in(data, size);
  while (!in.empty()) {
    const auto line = in.text();
    parse_text(line);
    parse_words(line);
  }
  return 0;
}
