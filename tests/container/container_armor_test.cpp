// Armor: the same bytes as base64 of Python, damage to every single character, every cut, line
// ends, and the threads around a container.
//
// The suite turned red when a short line in the middle was allowed, when each of the things that mail
// does was not tolerated, when lines could be quoted differently, when the rest of a very long line
// was ignored, when a message lacked its reason, when a second container was ignored, when a text
// file without armor counted as armored, when the output lacked the last lines, when libsodium's
// variant without padding was used, when the last line was written although the work had failed, and
// when the broken pipe was reported instead of its cause (in both directions).
#include <poll.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>

#include "container/container_support.hpp"
#include "container/format/armor.hpp"

// Replaces the function of the C library, and fails when a test asks for it.
namespace {
bool poll_fails = false;
}
extern "C" int poll(pollfd* fds, nfds_t count, int milliseconds) {
  if (!poll_fails) return static_cast<int>(syscall(SYS_poll, fds, count, milliseconds));
  errno = ENOMEM;
  return -1;
}

namespace hedgerow::container {
namespace {

const std::string kBegin = "-----BEGIN HEDGEROW CONTAINER-----\n";
const std::string kEnd = "-----END HEDGEROW CONTAINER-----\n";

// The bytes 0, 1, ... 99 as Python's module base64 encodes them.
const std::string kHundred =
    "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8gISIjJCUmJygpKissLS4v\n"
    "MDEyMzQ1Njc4OTo7PD0+P0BBQkNERUZHSElKS0xNTk9QUVJTVFVWV1hZWltcXV5f\n"
    "YGFiYw==\n";

Bytes bytes_of(const std::string& text) { return {text.begin(), text.end()}; }

Bytes counting(std::size_t bytes) {
  Bytes data(bytes);
  for (std::size_t i = 0; i < bytes; i++) data[i] = static_cast<std::uint8_t>(i);
  return data;
}

std::string armored(const Bytes& bytes) {
  const auto in = file_of(bytes), out = file_of({});
  write_armor(in.get(), out.get());
  const auto text = content_of(out.get());
  return {text.begin(), text.end()};
}

// Returns the bytes, or the status of the failure.
std::pair<Bytes, std::optional<Status>> dearmored(const std::string& text) {
  const auto in = file_of(bytes_of(text)), out = file_of({});
  try {
    read_armor(in.get(), out.get());
  } catch (const Error& e) {
    return {content_of(out.get()), e.status()};
  }
  return {content_of(out.get()), {}};
}

std::optional<Status> failure(const std::string& text) { return dearmored(text).second; }

TEST(Armor, KnownForm) {
  EXPECT_EQ(armored(counting(100)), kBegin + kHundred + kEnd);
  EXPECT_EQ(armored({}), kBegin + kEnd);
  EXPECT_EQ(dearmored(kBegin + kHundred + kEnd).first, counting(100));
}

TEST(Armor, EveryLengthComesBack) {
  for (std::size_t bytes :
       {0, 1, 2, 3, 47, 48, 49, 95, 96, 97, 1024 * 48 - 1, 1024 * 48, 1024 * 48 + 1, 200000}) {
    const auto text = armored(pattern(bytes));
    const auto [back, failed] = dearmored(text);
    EXPECT_FALSE(failed.has_value()) << bytes;
    EXPECT_EQ(back, pattern(bytes)) << bytes;
  }
}

// A changed character gives an error, or other bytes of the same length if it is still base64, but
// never the same bytes.
TEST(Armor, EveryChangedCharacterIsSeen) {
  const auto text = kBegin + kHundred + kEnd;
  for (std::size_t at = 0; at < text.size(); at++)
    for (int value = 0; value < 256; value++) {
      auto changed = text;
      changed[at] = static_cast<char>(value);
      if (changed == text) continue;
      const auto [back, failed] = dearmored(changed);
      EXPECT_TRUE(failed || value < 0x80) << at << " " << value;
      const bool harmless =
          (text[at] == '\n' && value == '\r') ||
          (at + 1 == text.size() && std::string(" \t").find(changed[at]) != std::string::npos);
      if (!failed && !harmless) {
        EXPECT_NE(back, counting(100)) << at << " " << value;
      }
    }
}

TEST(Armor, EveryCutAndEveryDoubledCharacterIsSeen) {
  const auto text = kBegin + kHundred + kEnd;
  for (std::size_t bytes = 0; bytes + 1 < text.size(); bytes++)
    EXPECT_TRUE(failure(text.substr(0, bytes)).has_value()) << bytes;
  // only the end of the last line is missing
  EXPECT_FALSE(failure(text.substr(0, text.size() - 1)).has_value());
  for (std::size_t at = 0; at + 1 < text.size(); at++)
    EXPECT_TRUE(failure(text.substr(0, at) + text[at] + text.substr(at)).has_value()) << at;
}

// Returns the text with this before and this after each line, in place of LF.
std::string lines_with(const std::string& before, const std::string& after,
                       const std::string& text) {
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    const auto end = text.find('\n', at);
    result += before + text.substr(at, end - at) + after;
    at = end + 1;
  }
  return result;
}

const std::string kText = kBegin + kHundred + kEnd;

TEST(Armor, WhatMailDoesIsTolerated) {
  const std::string bom = "\xef\xbb\xbf", umlauts =
                                              "Gr\xc3\xbc\xc3\x9f"
                                              "e\n";
  const auto long_line = std::string(5000, 'x') + "\n";
  for (const auto& text :
       {kText, "\n \t\r\n" + kText + "\n \n", "Dear all,\n\n" + kText + "-- \nregards\n",
        umlauts + long_line + kText + long_line, bom + kText, bom + "Dear all,\n" + kText,
        lines_with("", "\r\n", kText), lines_with("", "\r", kText), lines_with("", " \t\n", kText),
        lines_with("", std::string(600, ' ') + "\n", kText), lines_with("> ", "\n", kText),
        lines_with(">", "\n", kText), lines_with("> > ", "\r\n", kText),
        lines_with(">>", "  \r", "Dear all,\n\n" + kText + "\nregards\n"),
        "On Monday you wrote:\n" + lines_with("> ", "\n", kText) + "Thanks!\n",
        lines_with("    ", "\n", kText), "> other text\n" + kText}) {
    EXPECT_EQ(dearmored(text).first, counting(100)) << text;
    EXPECT_FALSE(failure(text).has_value()) << text;
    EXPECT_TRUE(is_armored(file_of(bytes_of(text)).get())) << text;
  }
}

TEST(Armor, OtherDamageIsRefused) {
  const auto& text = kText;
  EXPECT_EQ(failure("Dear all,\n"), Status::kNotContainer);
  EXPECT_EQ(failure("see " + text), Status::kNotContainer);
  EXPECT_EQ(failure(text + text), Status::kArmor);
  EXPECT_EQ(failure(text + "\n" + lines_with("> ", "\n", text)), Status::kArmor);
  EXPECT_EQ(failure(kBegin + lines_with("> ", "\n", kHundred) + kEnd), Status::kArmor);
  EXPECT_EQ(failure(lines_with("> ", "\n", kBegin + kHundred) + kEnd), Status::kArmor);
  EXPECT_EQ(failure(lines_with("> ", "\n", kBegin) + kHundred + kEnd), Status::kArmor);
  EXPECT_EQ(failure(lines_with("> ", "\n", kBegin + "> " + kHundred + kEnd)), Status::kArmor);
  EXPECT_EQ(failure(kBegin + lines_with("", " # 1\n", kHundred) + kEnd), Status::kArmor);
  EXPECT_EQ(failure(kBegin + lines_with("", std::string(600, ' ') + "x\n", kHundred) + kEnd),
            Status::kArmor);
  EXPECT_EQ(failure(kBegin + "AAEC AwQF\n" + kEnd), Status::kArmor);
  EXPECT_EQ(failure(kBegin + "\xef\xbb\xbf" + kHundred + kEnd), Status::kArmor);
  EXPECT_EQ(failure(kBegin + "\n" + kHundred + kEnd), Status::kArmor);
  EXPECT_EQ(failure(kBegin + kHundred + kHundred + kEnd), Status::kArmor);
  EXPECT_EQ(failure(kBegin + std::string(100, 'A') + "\n" + kEnd), Status::kArmor);
  EXPECT_EQ(failure(kBegin + "AAA\n" + kEnd), Status::kArmor);
  EXPECT_EQ(failure(kBegin + "AAB=\n" + kEnd), Status::kArmor);  // padding bits that are not zero
  EXPECT_EQ(failure(kBegin + "AAECAw==AAEC\n" + kEnd), Status::kArmor);
}

TEST(Armor, TellsTheLineAndTheReason) {
  const auto too_long = "the armor is damaged: line 2 is longer than 64 characters";
  for (const auto& [text, reason] :
       {std::pair{kBegin + kHundred.substr(0, 70) + "?" + kHundred.substr(71) + kEnd,
                  "the armor is damaged: line 3 is not base64: "},
        {kBegin + std::string(65, 'A') + "\n" + kEnd, too_long},
        {kBegin + std::string(600, 'A') + "\n" + kEnd, too_long},
        {std::string("Dear all,\n"), "this is no Hedgerow container: it does not begin as "}})
    try {
      read_armor(file_of(bytes_of(text)).get(), file_of({}).get());
      ADD_FAILURE() << text;
    } catch (const Error& e) {
      EXPECT_TRUE(std::string(e.what()).starts_with(reason)) << e.what();
    }
}

TEST(Armor, IsRecognisedWithoutReading) {
  for (const auto& [text, expected] : {std::pair<std::string, bool>{kBegin, true},
                                       {"\r\n" + kBegin, true},
                                       {"Dear all,\n" + kBegin, true},
                                       {"HEDGEROW is a library\n" + kBegin, true},
                                       {"> " + kBegin, true},
                                       {"HEDGEROW", false},
                                       {"HEDGE", false},
                                       {std::string("HEDGEROW\3\1\2", 11), false},
                                       {std::string("hEDGEROW\3\1\2", 11), false},
                                       {"HEDGEROW\x7f\n" + kBegin, false},
                                       {"", false}}) {
    const auto file = file_of(bytes_of(text));
    EXPECT_EQ(is_armored(file.get()), expected);
    int ends[2];
    ASSERT_EQ(pipe(ends), 0);
    Descriptor read_end(ends[0]), write_end(ends[1]);
    write_all(write_end.get(), bytes_of(text).data(), text.size());
    write_end.close();
    EXPECT_EQ(is_armored(read_end.get()), expected) << text;
    Bytes all(200);
    EXPECT_EQ(read_up_to(read_end.get(), all.data(), all.size()), text.size());
  }
}

// The binary reader refuses it.
TEST(Armor, ATextFileWithoutArmorIsNotArmored) {
  EXPECT_FALSE(is_armored(file_of(bytes_of("Dear all,\n")).get()));
  EXPECT_FALSE(is_armored(file_of(Bytes(200000, 'x')).get()));
  for (std::size_t before = 65500; before < 65540; before++) {
    const auto file = file_of(bytes_of(std::string(before, 'x') + "\n" + kBegin));
    EXPECT_TRUE(is_armored(file.get())) << before;
  }
}

TEST(Armor, AFailureToWaitOrReadIsTold) {
  const auto in = file_of(bytes_of(kBegin + kEnd)), out = file_of({});
  try {
    poll_fails = true;
    read_armor(in.get(), out.get());
    FAIL();
  } catch (const Error& e) {
    EXPECT_EQ(std::string(e.what()).find("waiting for input failed"), 0u) << e.what();
  }
  poll_fails = false;
  const Descriptor folder(open("/", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  EXPECT_EQ(status_of([&] { read_armor(folder.get(), out.get()); }), Status::kIo);
}

struct AroundContainer : ::testing::Test {
  AroundContainer() { signal(SIGPIPE, SIG_IGN); }

  static Bytes armored_container(const Bytes& plain) {
    const auto in = file_of(plain), out = file_of({});
    auto options = small_segments();
    options.order = WriteOrder::kInOrder;
    with_armored_output(out.get(), [&](int fd) { encrypt(in.get(), fd, test_key(), options); });
    return content_of(out.get());
  }
  static std::pair<Bytes, std::optional<Status>> open_armored(const Bytes& text,
                                                              const Credential& key = test_key()) {
    const auto in = file_of(text), out = file_of({});
    try {
      with_armored_input(in.get(), [&](int fd) { decrypt(fd, out.get(), key, {}); });
    } catch (const Error& e) {
      return {content_of(out.get()), e.status()};
    }
    return {content_of(out.get()), {}};
  }
};

TEST_F(AroundContainer, RoundTrip) {
  for (const std::size_t bytes :
       {std::size_t{0}, std::size_t{100}, std::size_t{kSmallSegment} * 5 + 1}) {
    const auto [plain, failed] = open_armored(armored_container(pattern(bytes)));
    EXPECT_FALSE(failed.has_value());
    EXPECT_EQ(plain, pattern(bytes));
  }
}

TEST_F(AroundContainer, TheFirstCauseIsTold) {
  auto text = armored_container(pattern(kSmallSegment * 20));
  EXPECT_EQ(open_armored(text, test_key(8)).second, Status::kWrongKey);
  auto cut = text;
  cut.resize(text.size() / 2);
  EXPECT_EQ(open_armored(cut).second, Status::kArmor);
  auto changed = text;
  const auto middle =
      std::find(text.begin() + text.size() / 2, text.end(), '\n') - text.begin() + 1;
  changed[middle] = changed[middle] == 'A' ? 'B' : 'A';
  EXPECT_EQ(open_armored(changed).second, Status::kTampered);
  text[text.size() - 5] = 'x';  // only the last line is wrong
  EXPECT_EQ(open_armored(text).second, Status::kArmor);
}

// The codec is blocked in a write to the full pipe when the work fails.
TEST_F(AroundContainer, WorkThatGivesUpTellsItsOwnError) {
  const auto in = file_of(armored_container(pattern(kSmallSegment * 20)));
  try {
    with_armored_input(in.get(), [](int fd) {
      int before = -1, waiting = 0;
      while (waiting == 0 || waiting != before) {
        before = waiting;
        usleep(20000);
        ASSERT_EQ(ioctl(fd, FIONREAD, &waiting), 0);
      }
      throw Error(Status::kWrongKey, "given up");
    });
    FAIL();
  } catch (const Error& e) {
    EXPECT_EQ(e.status(), Status::kWrongKey) << e.what();
  }
}

TEST_F(AroundContainer, FailedWorkGetsNoLastLine) {
  const auto out = file_of({});
  EXPECT_THROW(with_armored_output(out.get(),
                                   [](int fd) {
                                     write_all(fd, reinterpret_cast<const std::uint8_t*>("abc"), 3);
                                     throw Error(Status::kIo, "the work failed");
                                   }),
               Error);
  const auto text = content_of(out.get());
  EXPECT_EQ(std::string(text.begin(), text.end()), kBegin + "YWJj\n");
}

TEST_F(AroundContainer, FullOutputIsTold) {
  const Descriptor full(open("/dev/full", O_WRONLY | O_CLOEXEC));
  const auto plain = pattern(kSmallSegment * 20);
  const auto in = file_of(plain);
  const auto text = file_of(armored_container(plain));
  const std::function<void()> writes[] = {[&] {
                                            with_armored_output(full.get(), [&](int fd) {
                                              encrypt(in.get(), fd, test_key(), small_segments());
                                            });
                                          },
                                          [&] { read_armor(text.get(), full.get()); }};
  for (const auto& write : writes) try {
      write();
      FAIL();
    } catch (const Error& e) {
      EXPECT_NE(std::string(e.what()).find("No space"), std::string::npos) << e.what();
    }
}

}  // namespace
}  // namespace hedgerow::container
