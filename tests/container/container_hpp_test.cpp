// The C++ interface container.hpp: the parts that a front end needs and that the tests in C leave out. It includes
// public headers only.
//
// Each of these breaks turned one case red: a given label counts as missing; the failure at the end of a reader is not
// reported; a failed tag of a caller's AEAD counts as authentic; a file that was not committed is put in place; an
// exception of a callback is lost if the call succeeds; the text of a limit is not read; half a second without an event
// is a failure; the sentence about a label for two credentials is empty.
#include <fcntl.h>
#include <sys/stat.h>

#include <atomic>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <stdexcept>

#include "container/container_hpp_support.hpp"

namespace hedgerow_test {
namespace {

Bytes sealed(const Bytes& plain, const ContainerOptions& options = small()) {
  const Memory in(plain), out;
  encrypt_container(in.fd(), out.fd(), some_key(), options);
  return out.content();
}

TEST(ContainerHpp, LayoutIsChosen) {
  EXPECT_EQ(find_container_layout("compact"), HEDGEROW_CONTAINER_LAYOUT_COMPACT);
  EXPECT_EQ(find_container_layout("automatic"), HEDGEROW_CONTAINER_LAYOUT_AUTOMATIC);
  EXPECT_EQ(find_container_layout("Compact"), std::nullopt);
  const auto version = [](std::size_t bytes, const char* layout, std::uint32_t flags = 0) {
    auto options = small();
    options.layout = find_container_layout(layout).value();
    options.flags = flags;
    const Memory container(sealed(plaintext(bytes), options));
    return inspect_container(container.fd()).version;
  };
  EXPECT_EQ(version(kSegment - 1, "automatic"), 3u);
  EXPECT_EQ(version(kSegment, "automatic"), 2u);
  EXPECT_EQ(version(kSegment, "automatic", HEDGEROW_CONTAINER_ARMORED), 3u);
  EXPECT_EQ(version(kSegment, "reserved", HEDGEROW_CONTAINER_ARMORED), 2u);
  EXPECT_EQ(version(kSegment, "compact"), 3u);
  EXPECT_EQ(version(1, "reserved"), 2u);
}

TEST(ContainerHpp, CredentialsAreDescribedAndCopied) {
  ContainerCredentials all;
  all.add_passphrase(std::string_view("viburnum"), "office");
  all.add_key(Bytes(HEDGEROW_CONTAINER_KEY_BYTES, 1));
  EXPECT_STREQ(all.at(0).label, "office");
  EXPECT_EQ(all.at(0).kind, HEDGEROW_CONTAINER_SLOT_PASSPHRASE);
  EXPECT_STREQ(all.at(1).label, "");
  EXPECT_STREQ(all.at(1).default_label, "key file");
  ContainerCredentials some;
  some.add(all, 1, "vault");
  some.add(all);
  EXPECT_EQ(some.size(), 3u);
  EXPECT_STREQ(some.at(0).label, "vault");
  EXPECT_STREQ(some.at(1).label, "office");
  EXPECT_EQ(status_of([&] { all.at(2); }), HEDGEROW_CONTAINER_ARGUMENT);
  EXPECT_EQ(status_of([&] { some.add(all, 0, ""); }), HEDGEROW_CONTAINER_ARGUMENT);
  EXPECT_EQ(status_of([&] { some.add_recipient("hedgerow-identity-x"); }),
            HEDGEROW_CONTAINER_KEY_TEXT);
}

TEST(ContainerHpp, OneLabelIsForOneCredential) {
  const std::string line = "hedgerow-public-14ARLh7QR95mEDZJNZcEPbNVNymQjR4DIonRKsRLL1oSOgyo\n";
  const auto text = line + line;
  const Memory file(Bytes(text.begin(), text.end()));
  ContainerCredentials list;
  try {
    list.add_file(HEDGEROW_CONTAINER_RECIPIENTS_FILE, "/proc/self/fd/" + std::to_string(file.fd()),
                  "two");
    ADD_FAILURE();
  } catch (const container_error& e) {
    EXPECT_EQ(std::string(e.what()).find("one label for 2 credentials"), 0u) << e.what();
  }
}

TEST(ContainerHpp, ReaderWithAnyEndTellsTheDamage) {
  const auto plain = plaintext(2 * kSegment + 9);
  auto container = sealed(plain);
  container.pop_back();
  const Memory cut(container);
  auto options = small();
  EXPECT_EQ(status_of([&] { ContainerReader(cut.fd(), some_key()); }), HEDGEROW_CONTAINER_TAMPERED);
  options.flags = HEDGEROW_CONTAINER_ANY_END;
  ContainerReader reader(cut.fd(), some_key(), options);
  ASSERT_TRUE(reader.end_failure());
  Bytes got(kSegment);
  EXPECT_EQ(reader.read(0, got), got.size());
  EXPECT_TRUE(std::equal(got.begin(), got.end(), plain.begin()));
}

// An AEAD of the caller: the library's AEAD with every byte of the tag changed.
class Changed final : public ContainerAead {
 public:
  Changed(const hedgerow_container_info& info, Bytes key, std::atomic<int>& alive)
      : cipher_(info.cipher),
        mode_(info.mode),
        key_(std::move(key)),
        alive_(alive),
        aead_(cipher_, mode_, key_) {
    alive_++;
  }
  ~Changed() override { alive_--; }
  std::unique_ptr<ContainerAead> copy() const override {
    hedgerow_container_info info{};
    info.cipher = cipher_.c_str();
    info.mode = mode_.c_str();
    return std::make_unique<Changed>(info, key_, alive_);
  }
  void seal(Input nonce, Input aad, Output data, Output tag) override {
    aead_.seal_with_nonce(nonce, aad, Input(data.data(), data.size()), data, tag);
    change(static_cast<unsigned char*>(tag.data()), tag.size());
  }
  bool open(Input nonce, Input aad, Output data, Input tag) override {
    Bytes right(tag.size());
    std::memcpy(right.data(), tag.data(), tag.size());
    change(right.data(), right.size());
    try {
      aead_.open(nonce, aad, Input(data.data(), data.size()), data, right);
      return true;
    } catch (const error&) {
      return false;
    }
  }

 private:
  static void change(unsigned char* tag, std::size_t bytes) {
    for (std::size_t i = 0; i < bytes; i++) tag[i] ^= 0x5a;
  }
  std::string cipher_, mode_;
  Bytes key_;
  std::atomic<int>& alive_;
  Aead aead_;
};

TEST(ContainerHpp, AeadOfTheCaller) {
  std::atomic<int> alive{0};
  auto options = small();
  options.threads = 2;
  options.aead = [&](const hedgerow_container_info& info, Input key) {
    const auto from = static_cast<const unsigned char*>(key.data());
    return std::make_unique<Changed>(info, Bytes(from, from + key.size()), alive);
  };
  const auto plain = plaintext(3 * kSegment);
  const Memory container(sealed(plain, options)), out;
  EXPECT_EQ(status_of([&] { verify_container(container.fd(), some_key()); }),
            HEDGEROW_CONTAINER_TAMPERED);
  EXPECT_EQ(verify_container(container.fd(), some_key(), options).plaintext_bytes, plain.size());
  decrypt_container(container.fd(), out.fd(), some_key(), options);
  EXPECT_EQ(out.content(), plain);
  EXPECT_EQ(status_of([&] { verify_container(Memory(sealed(plain)).fd(), some_key(), options); }),
            HEDGEROW_CONTAINER_TAMPERED);
  EXPECT_EQ(alive, 0);
  options.aead = [](const hedgerow_container_info&, Input) -> std::unique_ptr<ContainerAead> {
    throw std::length_error("of the caller");
  };
  EXPECT_THROW(verify_container(container.fd(), some_key(), options), std::length_error);
  options.aead = [](const hedgerow_container_info&, Input) { return nullptr; };
  EXPECT_EQ(status_of([&] { verify_container(Memory(sealed(plain)).fd(), some_key(), options); }),
            HEDGEROW_CONTAINER_OK);
}

TEST(ContainerHpp, ExceptionsOfCallbacksLeaveTheCall) {
  const Memory in(plaintext(10)), out, other;
  auto options = small();
  options.progress = [](std::uint64_t, std::uint64_t) { throw std::length_error("progress"); };
  EXPECT_THROW(encrypt_container(in.fd(), out.fd(), some_key(), options), std::length_error);
  const ContainerRead read = [](unsigned char*, std::size_t) -> std::size_t {
    throw std::length_error("read");
  };
  EXPECT_THROW(encrypt_container(read, other.fd(), some_key()), std::length_error);
  EXPECT_NE(status_of([&] { verify_container(other.fd(), some_key()); }), HEDGEROW_CONTAINER_OK);
}

TEST(ContainerHpp, ALongPauseIsNoFailure) {
  ContainerOptions options;
  options.progress = [](std::uint64_t, std::uint64_t) {};
  options.aead = [](const hedgerow_container_info&, Input) {
    usleep(600000);  // the caller's thread looks every half second
    return nullptr;
  };
  const Memory in(plaintext(10)), out;
  encrypt_container(in.fd(), out.fd(), some_key(), options);
}

TEST(ContainerHpp, FilesAppearWhole) {
  char folder[] = "/var/tmp/hedgerow_container_XXXXXX";
  ASSERT_NE(mkdtemp(folder), nullptr);
  const int directory = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  const ContainerPlace place{directory, "file", "what is shown"};
  const auto count = [&] {
    const std::filesystem::directory_iterator begin(folder), end;
    return std::distance(begin, end);
  };
  {
    ContainerFile given_up(place, false);
  }
  EXPECT_EQ(count(), 0);
  ContainerFile file(place, false);
  EXPECT_EQ(write(file.fd(), "x", 1), 1);
  ContainerFile::check(place, false);
  file.commit();
  EXPECT_EQ(count(), 1);
  try {
    ContainerFile::check(place, false);
    ADD_FAILURE();
  } catch (const container_error& e) {
    EXPECT_EQ(e.status(), HEDGEROW_CONTAINER_EXISTS);
    EXPECT_EQ(e.remedy(), HEDGEROW_CONTAINER_REMEDY_OVERWRITE);
    EXPECT_EQ(e.sentence(), "what is shown exists already");
    EXPECT_GT(std::string(e.what()).size(), e.sentence().size());
  }
  ContainerFile::check(place, true);
  close(directory);
  std::filesystem::remove_all(folder);
}

TEST(ContainerHpp, ManyFilesAreCommittedTogether) {
  char name_of_folder[] = "/var/tmp/hedgerow_container_XXXXXX";
  ASSERT_NE(mkdtemp(name_of_folder), nullptr);
  const std::filesystem::path folder = name_of_folder;
  std::vector<std::unique_ptr<ContainerFile>> files;
  std::vector<ContainerFile*> pointers;
  for (int i = 0; i < 40; i++) {
    const auto name = (folder / std::to_string(i)).string();
    pointers.push_back(files
                           .emplace_back(std::make_unique<ContainerFile>(
                               ContainerPlace{AT_FDCWD, name, name}, false, true))
                           .get());
    EXPECT_EQ(write(pointers.back()->fd(), "new", 3), 3);
  }
  EXPECT_TRUE(std::filesystem::is_empty(folder));
  std::ofstream(folder / "7") << "of another process";
  const auto failures = ContainerFile::commit_all(pointers);
  files.clear();
  for (std::size_t i = 0; i < failures.size(); i++) {
    EXPECT_EQ(failures[i].has_value(), i == 7);
    EXPECT_EQ(std::filesystem::file_size(folder / std::to_string(i)), i == 7 ? 18u : 3u);
  }
  EXPECT_EQ(failures[7]->status(), HEDGEROW_CONTAINER_EXISTS);
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder), {}), 40);
  EXPECT_TRUE(ContainerFile::commit_all({}).empty());
  std::filesystem::remove_all(folder);
}

TEST(ContainerHpp, ContainersShareASaltOnRequest) {
  ContainerCredentials who;
  who.add_passphrase(Bytes(8, 'v'));
  const auto salt_of = [&](std::uint32_t flags) {
    ContainerOptions options;
    options.flags = flags;
    options.kdf = container_kdf_cost("interactive");
    const Memory in(plaintext(5)), out;
    encrypt_container(in.fd(), out.fd(), who, options);
    const auto container = out.content();
    return Bytes(&container[61 + 38], &container[61 + 54]);  // docs/container.md, version 3
  };
  const auto shared = salt_of(HEDGEROW_CONTAINER_SHARE_SALT);
  EXPECT_EQ(salt_of(HEDGEROW_CONTAINER_SHARE_SALT), shared);
  EXPECT_NE(salt_of(0), shared);
  EXPECT_NE(salt_of(0), salt_of(0));
}

TEST(ContainerHpp, ChoicesAreAsTheOptionsTakeThem) {
  EXPECT_EQ(text_of(container_kdf_cost("default")), "3 passes over 64 MiB");
  EXPECT_EQ(parse_container_kdf_limit("16x1G").memory_kib, 1u << 20);
  EXPECT_EQ(status_of([] { parse_container_kdf_limit("17x1G"); }), HEDGEROW_CONTAINER_ARGUMENT);
  EXPECT_STREQ(container_algorithm("kuznyechik").mode, "mgm");
  EXPECT_EQ(status_of([] { container_algorithm("magma"); }), HEDGEROW_CONTAINER_CIPHER);
  EXPECT_EQ(status_of([] { container_algorithm("kuznyechik", "cbc"); }), HEDGEROW_CONTAINER_MODE);
  EXPECT_STREQ(hedgerow_container_kdf_name(0), "interactive");
  EXPECT_EQ(hedgerow_container_kdf_name(3), nullptr);
  EXPECT_EQ(hedgerow_container_holds_secret("report.txt"), 0);
}

}  // namespace
}  // namespace hedgerow_test
