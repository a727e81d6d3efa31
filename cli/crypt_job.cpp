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
#include "container/output_file.hpp"
#include "progress.hpp"
#include "startup.hpp"

namespace hedgerow::cli {
namespace {

using container::Credential;
using container::Descriptor;
using container::Error;
using container::Status;
using container::WriteOrder;

constexpr std::string_view kSuffix = ".hedgerow";
constexpr const char* kStandardStream = "-";
constexpr const char* kTakenByPassphrase = "one input cannot give both the data and the passphrase";

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

class Job {
 public:
  Job(const CryptArguments& arguments, const Credential& credential, const std::string& input)
      : arguments_(arguments), credential_(credential), input_(input) {}

  void run() {
    output_ = arguments_.output ? *arguments_.output : default_output(arguments_.direction, input_);
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
    const bool standard = input_ == kStandardStream;
    if (standard && !was_inherited(STDIN_FILENO))
      throw Error(Status::kIo, "standard input is closed");
    in_ = Descriptor(standard ? fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0)
                              : open(input_.c_str(), O_RDONLY | O_CLOEXEC));
    if (!in_.valid()) container::throw_errno("could not be opened", errno);
    if (reads_passphrase(arguments_.credentials, in_.get())) throw_usage(kTakenByPassphrase);
    container::input_extent(in_.get());  // refuses directories before anything is asked or made
  }

  void to_standard_output() {
    if (!was_inherited(STDOUT_FILENO)) throw Error(Status::kIo, "standard output is closed");
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
    ProgressBar bar(input_ == kStandardStream ? "standard input" : input_);
    if (arguments_.direction == Direction::kEncrypt) {
      auto options = arguments_.options;
      options.segment_bytes = parse_segment_bytes(arguments_.segment);
      options.order = order;
      options.progress = bar.callback();
      return container::encrypt(in_.get(), out, credential_, options);
    }
    container::decrypt(in_.get(), out, credential_,
                       {arguments_.options.threads, order, bar.callback()});
  }

  const CryptArguments& arguments_;
  const Credential& credential_;
  const std::string& input_;
  std::string output_;
  Descriptor in_;
};

void check_arguments(const CryptArguments& arguments) {
  if (arguments.output && arguments.files.size() != 1)
    throw_usage("-o names one output: give one FILE with it");
  for (const auto& file : arguments.files)
    if (file == kStandardStream && reads_passphrase(arguments.credentials, STDIN_FILENO))
      throw_usage(kTakenByPassphrase);
  parse_segment_bytes(arguments.segment);
  container::find_container_cipher(arguments.options.cipher);
}

}  // namespace

int run_crypt(const CryptArguments& arguments) {
  check_arguments(arguments);
  const auto credentials = read_credentials(
      arguments.credentials,
      arguments.direction == Direction::kEncrypt ? Purpose::kMake : Purpose::kOpen);
  int first_failure = 0;
  for (const auto& file : arguments.files) {
    try {
      Job(arguments, credentials.front(), file).run();
    } catch (const Error& e) {
      const auto name = file == kStandardStream ? "standard input" : file;
      std::fprintf(stderr, "hedgerow: %s: %s\n", name.c_str(), e.what());
      if (first_failure == 0) first_failure = container::exit_code(e.status());
    }
  }
  return first_failure;
}

}  // namespace hedgerow::cli
