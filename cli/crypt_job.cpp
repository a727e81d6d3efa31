// Names, descriptors and keys for encrypt and decrypt.
#include "crypt_job.hpp"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdio>
#include <functional>

#include "container/descriptor.hpp"
#include "container/error.hpp"
#include "container/key_file.hpp"
#include "container/output_file.hpp"
#include "passphrase.hpp"
#include "progress.hpp"

namespace hedgerow::cli {
namespace {

using container::Credential;
using container::Descriptor;
using container::Error;
using container::Status;
using container::WriteOrder;

constexpr std::string_view kSuffix = ".hedgerow";
constexpr const char* kStandardStream = "-";

[[noreturn]] void throw_usage(const std::string& text) { throw Error(Status::kArgument, text); }

std::uint32_t parse_segment_bytes(const std::string& text) {
  std::size_t digits = 0;
  unsigned long value = 0;
  while (digits < text.size() && digits < 8 && text[digits] >= '0' && text[digits] <= '9')
    value = value * 10 + static_cast<unsigned long>(text[digits++] - '0');
  const auto unit = text.substr(digits);
  if (digits > 0 && (unit == "K" || unit == "k"))
    value <<= 10;
  else if (digits > 0 && (unit == "M" || unit == "m"))
    value <<= 20;
  else if (digits == 0 || !unit.empty())
    value = 0;
  if (value == 0 || value > container::kMaxSegmentBytes)
    throw_usage("--segment " + text + ": allowed are the powers of two from 64K to 4M");
  return static_cast<std::uint32_t>(value);
}

std::string default_output(Direction direction, const std::string& input) {
  if (input == kStandardStream) return input;
  if (direction == Direction::kEncrypt) return input + std::string(kSuffix);
  if (input.size() > kSuffix.size() && input.ends_with(kSuffix))
    return input.substr(0, input.size() - kSuffix.size());
  throw_usage(input + " does not end in .hedgerow: name the output with -o");
}

// Asked for once, when the first file needs it.
class CredentialSource {
 public:
  explicit CredentialSource(const CryptArguments& arguments) : arguments_(arguments) {}

  const Credential& get() {
    if (!credential_) credential_ = load();
    return *credential_;
  }

 private:
  Credential load() const {
    if (arguments_.passphrase_fd >= 0) return passphrase_from_descriptor(arguments_.passphrase_fd);
    if (arguments_.key_file.empty())
      return passphrase_from_terminal(arguments_.direction == Direction::kEncrypt);
    auto file = container::load_key_file(arguments_.key_file);
    if (file.exposure != container::Exposure::kNone)
      std::fprintf(
          stderr, "hedgerow: warning: others can read the key file %s: chmod 600 would stop that\n",
          arguments_.key_file.c_str());
    return file.credential;
  }

  const CryptArguments& arguments_;
  std::optional<Credential> credential_;
};

class Job {
 public:
  Job(const CryptArguments& arguments, CredentialSource& credentials, const std::string& input)
      : arguments_(arguments), credentials_(credentials), input_(input) {}

  void run() {
    output_ = arguments_.output.empty() ? default_output(arguments_.direction, input_)
                                        : arguments_.output;
    open_input();
    if (output_ == kStandardStream) return to_standard_output();
    if (in_.valid() && container::is_same_file(in_.get(), output_))
      throw Error(Status::kSameFile, "input and output are the same file: " + output_);
    struct stat status;
    const bool exists = stat(output_.c_str(), &status) == 0;
    if (exists && (S_ISCHR(status.st_mode) || S_ISFIFO(status.st_mode))) return to_stream();
    if (exists && !S_ISREG(status.st_mode))
      throw_usage(output_ + " is neither a file nor a pipe nor a character device");
    container::OutputFile file(output_, arguments_.force);
    crypt(file.fd(), WriteOrder::kAnyOrder);
    file.commit();
  }

 private:
  void open_input() {
    in_ = Descriptor(input_ == kStandardStream ? dup(STDIN_FILENO)
                                               : open(input_.c_str(), O_RDONLY | O_CLOEXEC));
    if (!in_.valid()) container::throw_errno(input_ + " could not be opened", errno);
    container::input_extent(in_.get());  // refuses directories before anything is asked or made
  }

  void to_standard_output() {
    if (arguments_.direction == Direction::kEncrypt && isatty(STDOUT_FILENO) != 0)
      throw_usage("a container is not written to a terminal: name a file with -o");
    if (container::is_same_file(in_.get(), STDOUT_FILENO))
      throw Error(Status::kSameFile, "input and output are the same file");
    crypt(STDOUT_FILENO, WriteOrder::kInOrder);
  }

  void to_stream() {
    Descriptor stream(open(output_.c_str(), O_WRONLY | O_NOCTTY | O_CLOEXEC));
    if (!stream.valid()) container::throw_errno(output_ + " could not be opened", errno);
    crypt(stream.get(), WriteOrder::kInOrder);
    if (const int error = stream.close(); error != 0)
      container::throw_errno(output_ + " could not be written", error);
  }

  void crypt(int out, WriteOrder order) {
    const auto& credential = credentials_.get();
    ProgressBar bar(input_ == kStandardStream ? "standard input" : input_);
    if (arguments_.direction == Direction::kEncrypt) {
      auto options = arguments_.options;
      options.segment_bytes = parse_segment_bytes(arguments_.segment);
      options.order = order;
      options.progress = bar.callback();
      return container::encrypt(in_.get(), out, credential, options);
    }
    container::decrypt(in_.get(), out, credential,
                       {arguments_.options.threads, order, bar.callback()});
  }

  const CryptArguments& arguments_;
  CredentialSource& credentials_;
  const std::string& input_;
  std::string output_;
  Descriptor in_;
};

void check_arguments(const CryptArguments& arguments) {
  if (!arguments.output.empty() && arguments.files.size() != 1)
    throw_usage("-o names one output: give one FILE with it");
  if (!arguments.key_file.empty() && arguments.passphrase_fd >= 0)
    throw_usage("--key-file and --passphrase-fd exclude each other");
  for (const auto& file : arguments.files)
    if (file == kStandardStream && arguments.passphrase_fd == STDIN_FILENO)
      throw_usage("standard input cannot give both the data and the passphrase");
  parse_segment_bytes(arguments.segment);
  container::find_container_cipher(arguments.options.cipher);
}

}  // namespace

int run_crypt(const CryptArguments& arguments) {
  check_arguments(arguments);
  CredentialSource credentials(arguments);
  int first_failure = 0;
  for (const auto& file : arguments.files) {
    try {
      Job(arguments, credentials, file).run();
    } catch (const Error& e) {
      const auto name = file == kStandardStream ? "standard input" : file;
      std::fprintf(stderr, "hedgerow: %s: %s\n", name.c_str(), e.what());
      if (first_failure == 0) first_failure = container::exit_code(e.status());
    }
  }
  return first_failure;
}

}  // namespace hedgerow::cli
