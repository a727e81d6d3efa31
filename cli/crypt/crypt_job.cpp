// One input to one output: names, descriptors, devices, archives.
#include "crypt/crypt_job.hpp"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include <bit>

#include "container/error.hpp"
#include "container/format/armor.hpp"
#include "container/io/descriptor.hpp"
#include "crypt/directory_output.hpp"
#include "crypt/extracted.hpp"
#include "crypt/preserve.hpp"
#include "crypt/tar_process.hpp"
#include "support/byte_range.hpp"
#include "support/progress.hpp"
#include "support/result.hpp"
#include "support/startup.hpp"
#include "support/tree.hpp"

namespace hedgerow::cli {
namespace {

using container::Credentials;
using container::Descriptor;
using container::Error;
using container::Status;
using container::WriteOrder;

std::optional<std::uint64_t> length_of(int fd) {
  struct stat status;
  if (fstat(fd, &status) != 0 || !S_ISREG(status.st_mode)) return {};
  return static_cast<std::uint64_t>(status.st_size);
}

std::string directory_of(const std::string& path) {
  const auto slash = path.rfind('/');
  return slash == std::string::npos ? "." : path.substr(0, slash + 1);
}

// Exactly the bytes of `range`, or none. What is damaged outside of it does no harm: a segment is
// authentic at its place alone.
void write_range(int in, int out, Credentials credentials, const ByteRange& range,
                 container::KdfLimit limit) {
  container::Reader reader(in, credentials, limit, container::Ending::kAny);
  const auto& damage = reader.end_failure();
  if (damage && range.offset + range.length > reader.size()) throw *damage;
  if (range.offset > reader.size() || range.length > reader.size() - range.offset)
    throw_usage("--range " + std::to_string(range.offset) + ":" + std::to_string(range.length) +
                " is not within the plaintext, which has " + std::to_string(reader.size()) +
                " bytes");
  container::Secret piece(reader.header().segment_bytes);
  for (std::uint64_t done = 0; done < range.length;) {
    const auto wanted = std::min<std::uint64_t>(piece.size(), range.length - done);
    const auto got = reader.read(range.offset + done, piece.data(), wanted);
    if (got == 0) throw *damage;  // the end that was not known
    container::write_all(out, piece.data(), got);
    done += got;
  }
  if (damage)
    put_note(std::string("warning: the range is authentic, the container's end is not: ") +
             damage->what());
}

}  // namespace

std::uint32_t parse_segment_bytes(const std::string& text) {
  const auto value = parse_bytes(text).value_or(0);
  if (!std::has_single_bit(value) || value < container::kMinSegmentBytes ||
      value > container::kMaxSegmentBytes)
    throw_usage("--segment " + text + ": allowed are the powers of two from 64K to 4M");
  return static_cast<std::uint32_t>(value);
}

Job::Job(const CryptArguments& arguments, std::string input, std::optional<std::string> output)
    : arguments_(arguments), input_(std::move(input)), wanted_output_(std::move(output)) {}

Job::Job(const CryptArguments& arguments, container::FilePlace input, container::FilePlace output)
    : arguments_(arguments), input_(std::move(input)), in_tree_(std::move(output)) {}

std::string Job::output_name() const {
  if (wanted_output_) return *wanted_output_;
  if (extracts()) throw_usage("--tar makes a directory: name it with -o");
  if (arguments_.range || is_standard_input()) return kStandardStream;
  auto name = input_.path;
  while (archives() && name.size() > 1 && name.back() == '/') name.pop_back();
  if (encrypting()) return name + (archives() ? ".tar" : "") + std::string(kContainerSuffix);
  if (name.size() > kContainerSuffix.size() && name.ends_with(kContainerSuffix))
    return name.substr(0, name.size() - kContainerSuffix.size());
  throw_usage(name + " does not end in .hedgerow: name the output with -o");
}

void Job::check() {
  if (extracts()) {
    target_.path = output_name();
    if (target_.path == kStandardStream) throw_usage("--tar makes a directory: name it with -o");
    input_status();
    return DirectoryOutput::check(target_.path);
  }
  target_ = in_tree_ ? target_in_tree(*in_tree_)
                     : resolve_target(output_name(), force_of(arguments_.force));
  if (arguments_.salvage && target_.kind != Target::Kind::kFile)
    throw_usage("--salvage writes each segment at its place: -o takes the name of a file for that");
  require_free_standard_output(target_);
  const struct stat input = input_status();
  if (is_target(input))
    throw Error(Status::kSameFile, "input and output are the same file: " + target_.path);
  if (const auto old = old_output();
      target_.kind == Target::Kind::kFile && old && gives_credential(arguments_.credentials, *old))
    throw Error(Status::kSameFile,
                "the output would replace the file of a key or passphrase: " + target_.path);
  if (archives() && target_.kind == Target::Kind::kFile &&
      lies_within(directory_of(target_.path), input_.path))
    throw_usage("the output " + target_.path + " lies inside the directory that is archived");
  TargetOutput::check(target_, arguments_.force, content());
}

void Job::run(Credentials credentials) {
  open_input();
  write_output(credentials);
  look_for_change();
  in_.close();  // there may be many jobs
}

// A container has to be authentic to open: only what is encrypted can change unseen.
void Job::look_for_change() {
  struct stat now;
  if (!encrypting() || !in_.valid() || !input_bytes_ || fstat(in_.get(), &now) != 0) return;
  input_changed_ = now.st_size != opened_.st_size || now.st_mtim.tv_sec != opened_.st_mtim.tv_sec ||
                   now.st_mtim.tv_nsec != opened_.st_mtim.tv_nsec;
  if (input_changed_)
    put_note("warning: " + name() + " changed while it was read (" + std::to_string(*input_bytes_) +
             " bytes when that began, " + std::to_string(now.st_size) +
             " at the end): the container may have a part of it, or old bytes beside new ones");
}

void Job::write_output(Credentials credentials) {
  if (extracts()) return to_directory(credentials);
  TargetOutput output(target_, arguments_.force, content());
  show_bar_ = !output.is_terminal();  // it would stand among the output
  output.fill([&](int fd) { crypt(credentials, fd, output.order()); });
  if (output.is_file()) {
    output_bytes_ = length_of(output.fd());
    if (arguments_.preserve && !archives()) copy_time_and_mode(in_.get(), output.fd());
  }
  output.finish();
}

struct stat Job::input_status() const {
  struct stat status;
  const bool standard = is_standard_input();
  const auto name = input_.name.c_str();
  if (standard && !was_inherited(STDIN_FILENO))
    throw Error(Status::kIo, "standard input is closed");
  if ((standard
           ? fstat(STDIN_FILENO, &status)
           : fstatat(input_.directory, name, &status, in_tree_ ? AT_SYMLINK_NOFOLLOW : 0)) != 0 ||
      (!standard && faccessat(input_.directory, name, R_OK, 0) != 0))
    container::throw_errno("could not be opened", errno);
  if (is_credential(arguments_.credentials, status)) throw_usage(kTakenByCredential);
  if (archives() && !S_ISDIR(status.st_mode))
    throw_usage("is not a directory, which --tar archives");
  if (!archives() && S_ISDIR(status.st_mode))
    throw Error(Status::kIo, "is a directory: name the files in it, or give --recursive or --tar");
  return status;
}

// What is at the output's place, links followed.
std::optional<struct stat> Job::old_output() const {
  struct stat output;
  const auto place = target_.place();
  if ((target_.kind == Target::Kind::kDescriptor
           ? fstat(target_.descriptor, &output)
           : fstatat(place.directory, place.name.c_str(), &output, 0)) != 0)
    return {};
  return output;
}

// A terminal, another character device or a socket may well be both.
bool Job::is_target(const struct stat& input) const {
  const auto output = old_output();
  return output && !S_ISCHR(input.st_mode) && !S_ISSOCK(input.st_mode) &&
         input.st_dev == output->st_dev && input.st_ino == output->st_ino;
}

Content Job::content() const {
  if (!encrypting()) return Content::kMaybeText;
  return arguments_.armor ? Content::kText : Content::kContainer;
}

void Job::open_input() {
  if (archives()) {
    in_ = Descriptor(open(input_.name.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (!in_.valid()) container::throw_errno("could not be opened", errno);
    return;
  }
  // Of a tree, a regular file was found: a FIFO in its place must not block.
  const int flags = O_RDONLY | O_CLOEXEC | (in_tree_ ? O_NOFOLLOW | O_NONBLOCK : 0);
  in_ = Descriptor(is_standard_input() ? fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0)
                                       : openat(input_.directory, input_.name.c_str(), flags));
  if (!in_.valid()) container::throw_errno("could not be opened", errno);
  if (fstat(in_.get(), &opened_) != 0) container::throw_errno("could not be examined", errno);
  if (in_tree_ && !S_ISREG(opened_.st_mode))
    throw Error(Status::kIo, "could not be opened: something else took the file's place");
  if (is_credential(arguments_.credentials, opened_)) throw_usage(kTakenByCredential);
  container::input_extent(in_.get());  // a directory that took the file's place
  if (S_ISREG(opened_.st_mode)) input_bytes_ = static_cast<std::uint64_t>(opened_.st_size);
}

void Job::to_directory(Credentials credentials) {
  DirectoryOutput directory(target_.path);
  auto tar = TarProcess::extract(directory.fd(), arguments_.preserve);
  directory.set_child(tar.pid());
  const auto finish = [&] {
    tar.await();
    directory.set_child(0);
    tar.finish();
  };
  try {
    crypt(credentials, tar.fd(), WriteOrder::kInOrder);
  } catch (const Error& e) {
    if (e.status() == Status::kIo) finish();  // throws why it took no more
    throw;
  }
  finish();
  directory.commit([&] {
    try {
      return check_extracted(directory.fd());
    } catch (const Error& e) {
      if (e.status() != Status::kArgument) throw;
      throw e.with_text(e.what() + ("; `hedgerow decrypt " + input_.path) +
                        " -o - | tar x` leaves the choice to tar");
    }
  }());
}

void Job::crypt(Credentials credentials, int out, WriteOrder order) {
  if (archives()) {
    // The container is whole only if tar was: its exit status comes before the final segment.
    auto tar = TarProcess::create(in_.get(), [&](const TreeEntry& entry) {
      put_note(input_.path + "/" + entry.path + " is skipped: " + entry.why);
    });
    return encrypt_input(tar.fd(), credentials, out, order, [&] {
      container::require_ended(tar.fd());
      tar.finish();
    });
  }
  if (encrypting()) return encrypt_input(in_.get(), credentials, out, order);
  decrypt_input(credentials, out, order);
}

void Job::encrypt_input(int in, Credentials credentials, int out, WriteOrder order,
                        const std::function<void()>& at_end) {
  ProgressBar bar(name());
  auto options = arguments_.options;
  options.at_end = at_end;
  options.aead = arguments_.aead;
  options.segment_bytes = parse_segment_bytes(arguments_.segment);
  options.kdf = arguments_.credentials.kdf_cost();
  options.order = arguments_.armor ? WriteOrder::kInOrder : order;
  options.progress = show_bar_ ? bar.callback() : container::Progress();
  const auto encrypt = [&](int to) { container::encrypt(in, to, credentials, options); };
  if (arguments_.armor) return container::with_armored_output(out, encrypt);
  encrypt(out);
}

void Job::decrypt_input(Credentials credentials, int out, WriteOrder order) {
  const bool armored = container::is_armored(in_.get());
  if (arguments_.range) {
    if (armored) throw_usage("--range reads binary containers only: this one is armored");
    return write_range(in_.get(), out, credentials, parse_range(*arguments_.range),
                       arguments_.credentials.kdf_limit());
  }
  ProgressBar bar(name());
  container::DecryptOptions options;
  options.threads = arguments_.options.threads;
  options.aead = arguments_.aead;
  options.order = order;
  options.progress = show_bar_ ? bar.callback() : container::Progress();
  options.kdf_limit = arguments_.credentials.kdf_limit();
  const auto decrypt = [&](int from) {
    if (arguments_.salvage)
      salvaged_ = container::salvage(from, out, credentials, options);
    else
      container::decrypt(from, out, credentials, options);
  };
  if (armored) return container::with_armored_input(in_.get(), decrypt);
  decrypt(in_.get());
}

}  // namespace hedgerow::cli
