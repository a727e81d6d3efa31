// Decryption must return the plaintext for every cipher, sizes around segment limits, 1 to 4
// threads, files and pipes, passphrases.
//
// The suite turned red when StreamSource left out the final flag, and when StreamSink did not wait
// for its turn or let every write fail.
#include <thread>

#include "container/container_support.hpp"
#include "container/io/sink.hpp"
#include "hedgerow/hedgerow.h"

namespace hedgerow::container {
namespace {

std::vector<std::string> ciphers() {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < hedgerow_cipher_count(); i++) {
    hedgerow_cipher_info info{};
    info.size = sizeof info;
    EXPECT_EQ(hedgerow_cipher_at(i, &info), HEDGEROW_OK);
    const std::string family = info.family;  // the ciphers with a mode number in docs/container.md
    if (family == "kuznyechik" || family == "kalyna") names.push_back(info.name);
  }
  return names;
}

const std::size_t kSizes[] = {
    0, 1, kSmallSegment - 1, kSmallSegment, kSmallSegment + 1, 3 * kSmallSegment + 4321};

TEST(RoundTrip, EveryCipherAndSize) {
  ASSERT_FALSE(ciphers().empty());
  for (const auto& cipher : ciphers())
    for (const auto size : kSizes) {
      const auto plain = pattern(size);
      const auto container = seal(plain, small_segments(cipher));
      const auto segments = size == 0 ? 1 : (size - 1) / kSmallSegment + 1;
      const auto tag = parse_header(container).tag_bytes;
      EXPECT_EQ(container.size(), kBodyOffset + size + segments * tag) << cipher << " " << size;
      const auto opened = open_container(container);
      EXPECT_FALSE(opened.failure) << cipher << " " << size << ": " << opened.text;
      EXPECT_TRUE(opened.plain == plain) << cipher << " " << size;
    }
}

TEST(RoundTrip, EveryThreadCountBothOrders) {
  const auto plain = pattern(7 * kSmallSegment + 99);
  for (unsigned threads = 1; threads <= 4; threads++)
    for (const auto order : {WriteOrder::kInOrder, WriteOrder::kAnyOrder}) {
      auto options = small_segments();
      options.threads = threads;
      options.order = order;
      const auto opened = open_container(seal(plain, options), test_key(), threads, order);
      EXPECT_FALSE(opened.failure) << opened.text;
      EXPECT_TRUE(opened.plain == plain) << threads;
    }
}

TEST(RoundTrip, EverySegmentSize) {
  for (std::uint32_t bytes = kMinSegmentBytes; bytes <= kMaxSegmentBytes; bytes *= 2) {
    auto options = small_segments();
    options.segment_bytes = bytes;
    const auto plain = pattern(bytes + 5);
    EXPECT_TRUE(open_container(seal(plain, options)).plain == plain) << bytes;
  }
}

// Writes `bytes` into a pipe in small portions and returns the end for reading.
Descriptor pipe_of(const Bytes& bytes, std::jthread& writer) {
  int ends[2];
  EXPECT_EQ(pipe2(ends, O_CLOEXEC), 0);
  writer = std::jthread([&bytes, end = Descriptor(ends[1])] {
    for (std::size_t done = 0; done < bytes.size();) {
      const auto n = std::min<std::size_t>(bytes.size() - done, 4097);
      write_all(end.get(), &bytes[done], n);
      done += n;
    }
  });
  return Descriptor(ends[0]);
}

TEST(RoundTrip, Pipes) {
  for (const auto size : kSizes) {
    const auto plain = pattern(size);
    const auto container = file_of({}), result = file_of({});
    auto options = small_segments();
    options.threads = 3;
    std::jthread writer;
    encrypt(pipe_of(plain, writer).get(), container.get(), test_key(), options);
    const auto bytes = content_of(container.get());
    decrypt(pipe_of(bytes, writer).get(), result.get(), test_key(), {3, WriteOrder::kInOrder, {}});
    EXPECT_TRUE(content_of(result.get()) == plain) << size;
  }
}

TEST(RoundTrip, StartsAtTheDescriptorsPosition) {
  const auto plain = pattern(1000);
  const auto in = file_of(plain), out = file_of({});
  lseek(in.get(), 400, SEEK_SET);
  encrypt(in.get(), out.get(), test_key(), small_segments());
  EXPECT_TRUE(open_container(content_of(out.get())).plain == Bytes(&plain[400], &plain[1000]));
}

TEST(RoundTrip, TwoContainersOfOneFileDiffer) {
  const auto plain = pattern(100);
  const auto a = seal(plain), b = seal(plain);
  EXPECT_FALSE(std::equal(a.begin() + kBodyOffset, a.end(), b.begin() + kBodyOffset));
}

TEST(RoundTrip, Passphrase) {
  auto options = small_segments("kuznyechik");
  options.kdf = kCheapKdf;
  const auto plain = pattern(10);
  const auto container = seal(plain, options, test_passphrase());
  EXPECT_TRUE(open_container(container, test_passphrase()).plain == plain);
  EXPECT_EQ(open_container(container, test_passphrase("hedgf")).failure, Status::kWrongKey);
  EXPECT_EQ(open_container(container, test_key()).failure, Status::kCredential);
  EXPECT_EQ(open_container(seal(plain), test_passphrase()).failure, Status::kCredential);
}

TEST(RoundTrip, ProgressCountsTheInput) {
  const auto plain = pattern(3 * kSmallSegment);
  std::uint64_t last = 0;
  auto options = small_segments();
  options.threads = 2;
  options.progress = [&](std::uint64_t done, std::uint64_t total) {
    EXPECT_GT(done, last);
    EXPECT_EQ(total, plain.size());
    last = done;
  };
  seal(plain, options);
  EXPECT_EQ(last, plain.size());
}

TEST(Sink, PiecesBeforeAFailedOneStillLeaveInOrder) {
  const auto out = file_of({});
  const auto sink = open_sink(out.get(), WriteOrder::kInOrder, 0, 1);
  const Bytes text = {'a', 'b', 'c', 'd'};
  sink->fail(2);
  std::jthread late([&] { EXPECT_TRUE(sink->write(1, &text[1], 1)); });
  EXPECT_FALSE(sink->write(3, &text[3], 1));
  EXPECT_TRUE(sink->write(0, &text[0], 1));
  late.join();
  EXPECT_TRUE(content_of(out.get()) == Bytes({'a', 'b'}));
}

TEST(Arguments, AreChecked) {
  const auto status_of = [](EncryptOptions options) -> std::optional<Status> {
    try {
      seal({}, options);
      return {};
    } catch (const Error& e) {
      return e.status();
    }
  };
  auto options = small_segments();
  for (const std::uint32_t bytes : {0u, 1u, kMinSegmentBytes / 2, kMinSegmentBytes + 1,
                                    3 * kMinSegmentBytes, 2 * kMaxSegmentBytes}) {
    options.segment_bytes = bytes;
    EXPECT_EQ(status_of(options), Status::kArgument) << bytes;
  }
  EXPECT_EQ(status_of(small_segments("nonesuch")), Status::kCipher);
  EXPECT_THROW(Credential::from_passphrase({}), Error);
  EXPECT_THROW(Credential::from_passphrase(Bytes(kMaxPassphraseBytes + 1)), Error);
  EXPECT_THROW(Credential::from_master_key(Bytes(63)), Error);
}

}  // namespace
}  // namespace hedgerow::container
