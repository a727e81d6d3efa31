// Names, descriptors and keys for encrypt and decrypt.
#include "crypt_job.hpp"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <bit>
#include <list>

#include "container/descriptor.hpp"
#include "container/error.hpp"
#include "container/output_file.hpp"
#include "library.hpp"
#include "progress.hpp"
#include "startup.hpp"
#include "target.hpp"
#include "terminal_guard.hpp"
#include "text.hpp"

namespace hedgerow::cli {
namespace {

using container::Credentials;
using container::Descriptor;
using container::Error;
using container::Status;
using container::WriteOrder;

constexpr std::string_view kSuffix = ".hedgerow";
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
  if (!std::has_single_bit(value) || value < container::kMinSegmentBytes ||
      value > container::kMaxSegmentBytes)
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
  Job(const CryptArguments& arguments, const std::string& input)
      : arguments_(arguments), input_(input) {}

  // What is shown of the input's name.
  std::string name() const { return input_ == kStandardStream ? "standard input" : input_; }

  // Everything that can be refused before a credential is asked for. Opens nothing.
  void check() {
    target_ = resolve_target(
        arguments_.output ? *arguments_.output : default_output(arguments_.direction, input_),
        arguments_.force);
    struct stat input = input_status();
    if (is_target(input))
      throw Error(Status::kSameFile, "input and output are the same file: " + target_.path);
    if (target_.kind == Target::Kind::kFile)
      container::OutputFile::check(target_.path, arguments_.force);
    if (target_.kind == Target::Kind::kDescriptor) refuse_terminal(target_.descriptor);
  }

  void run(Credentials credentials) {
    open_input();
    switch (target_.kind) {
      case Target::Kind::kFile: {
        container::OutputFile file(target_.path, arguments_.force);
        crypt(credentials, file.fd(), WriteOrder::kAnyOrder);
        return file.commit();
      }
      case Target::Kind::kStream:
        return to_stream(credentials);
      case Target::Kind::kDescriptor:
        return to_descriptor(credentials, target_.descriptor);
    }
  }

 private:
  bool encrypting() const { return arguments_.direction == Direction::kEncrypt; }

  struct stat input_status() const {
    struct stat status;
    const bool standard = input_ == kStandardStream;
    if (standard && !was_inherited(STDIN_FILENO))
      throw Error(Status::kIo, "standard input is closed");
    if ((standard ? fstat(STDIN_FILENO, &status) : stat(input_.c_str(), &status)) != 0 ||
        (!standard && access(input_.c_str(), R_OK) != 0))
      container::throw_errno("could not be opened", errno);
    if (S_ISDIR(status.st_mode)) throw Error(Status::kIo, "is a directory: name the files in it");
    return status;
  }

  // A terminal or another character device may well be both.
  bool is_target(const struct stat& input) const {
    struct stat output;
    const bool known = target_.kind == Target::Kind::kDescriptor
                           ? fstat(target_.descriptor, &output) == 0
                           : stat(target_.path.c_str(), &output) == 0;
    return known && !S_ISCHR(input.st_mode) && !S_ISFIFO(input.st_mode) &&
           input.st_dev == output.st_dev && input.st_ino == output.st_ino;
  }

  void refuse_terminal(int out) const {
    if (encrypting() && !arguments_.force && isatty(out) != 0)
      throw_usage(
          "a container is not text, which could upset the terminal: name a file with -o, or "
          "give --force");
  }

  void open_input() {
    in_ = Descriptor(input_ == kStandardStream ? fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0)
                                               : open(input_.c_str(), O_RDONLY | O_CLOEXEC));
    if (!in_.valid()) container::throw_errno("could not be opened", errno);
    if (reads_passphrase(arguments_.credentials, in_.get())) throw_usage(kTakenByPassphrase);
    container::input_extent(in_.get());  // a directory that took the file's place
  }

  void to_stream(Credentials credentials) {
    Descriptor stream(open(target_.path.c_str(), O_WRONLY | O_NOCTTY | O_CLOEXEC));
    if (!stream.valid()) container::throw_errno(target_.path + " could not be opened", errno);
    refuse_terminal(stream.get());
    to_descriptor(credentials, stream.get());
    if (fsync(stream.get()) != 0 && errno != EINVAL && errno != EROFS)
      container::throw_errno(target_.path + " could not be made durable", errno);
    if (const int error = stream.close(); error != 0)
      container::throw_errno(target_.path + " could not be written", error);
  }

  void to_descriptor(Credentials credentials, int out) {
    if (encrypting() || arguments_.force || isatty(out) == 0)
      return crypt(credentials, out, WriteOrder::kInOrder);
    TerminalGuard guard(out);
    try {
      crypt(credentials, guard.fd(), WriteOrder::kInOrder);
    } catch (const Error& e) {
      if (e.status() == Status::kIo) guard.finish();  // throws why it took no more
      throw;
    }
    guard.finish();
  }

  void crypt(Credentials credentials, int out, WriteOrder order) {
    ProgressBar bar(name());
    if (encrypting()) {
      auto options = arguments_.options;
      options.segment_bytes = parse_segment_bytes(arguments_.segment);
      options.kdf = arguments_.credentials.kdf_cost();
      options.order = order;
      options.progress = bar.callback();
      return container::encrypt(in_.get(), out, credentials, options);
    }
    container::decrypt(in_.get(), out, credentials,
                       {arguments_.options.threads, order, bar.callback(),
                        arguments_.credentials.kdf_limit()});
  }

  const CryptArguments& arguments_;
  const std::string& input_;
  Target target_;
  Descriptor in_;
};

// The ciphers that containers may use, as a list for people.
std::string container_ciphers() {
  std::string names;
  for (const auto& cipher : all_ciphers()) {
    try {
      container::find_container_cipher(cipher.name);
    } catch (const Error&) {
      continue;
    }
    names += (names.empty() ? "" : ", ") + std::string(cipher.name);
  }
  return names;
}

void require_container_cipher(const std::string& name) {
  try {
    container::find_container_cipher(name);
  } catch (const Error& e) {
    throw Error(e.status(), "--cipher " + name + ": " + e.what() + "; a container can have " +
                                container_ciphers());
  }
}

void check_arguments(const CryptArguments& arguments) {
  if (arguments.output && arguments.files.size() != 1)
    throw_usage("-o names one output: give one FILE with it");
  for (const auto& file : arguments.files)
    if (file == kStandardStream && reads_passphrase(arguments.credentials, STDIN_FILENO))
      throw_usage(kTakenByPassphrase);
  parse_segment_bytes(arguments.segment);
  check_credential_options(arguments.credentials);
  if (arguments.direction == Direction::kEncrypt)
    require_container_cipher(arguments.options.cipher);
}

// Runs `step` for every job; those that fail are reported and leave the list. Keeps the exit code
// of the first failure.
template <class Step>
void for_each_job(std::list<Job>& jobs, int& first_failure, Step step) {
  for (auto job = jobs.begin(); job != jobs.end();) {
    try {
      step(*job);
      ++job;
    } catch (const Error& e) {
      print_error(job->name() + ": " + e.what());
      if (first_failure == 0) first_failure = container::exit_code(e.status());
      job = jobs.erase(job);
    }
  }
}

}  // namespace

int run_crypt(const CryptArguments& arguments) {
  check_arguments(arguments);
  require_random();
  std::list<Job> jobs;
  for (const auto& file : arguments.files) jobs.emplace_back(arguments, file);
  int first_failure = 0;
  for_each_job(jobs, first_failure, [](Job& job) { job.check(); });
  if (jobs.empty()) return first_failure;
  const auto credentials = read_credentials(
      arguments.credentials,
      arguments.direction == Direction::kEncrypt ? Purpose::kMake : Purpose::kOpen);
  for_each_job(jobs, first_failure, [&](Job& job) { job.run(credentials); });
  return first_failure;
}

}  // namespace hedgerow::cli
