// Encrypts and decrypts directories with the tar of the system.
#include <errno.h>
#include <fcntl.h>

#include "crypt/directory_output.hpp"
#include "crypt/extracted.hpp"
#include "crypt/job.hpp"
#include "crypt/tar_process.hpp"
#include "support/directory.hpp"
#include "support/error.hpp"
#include "support/progress.hpp"
#include "support/result.hpp"
#include "support/tree.hpp"

namespace hedgerow::cli {
std::string ArchiveJob::default_output() const {
  if (is_standard_input()) return kStandardStream;
  return without_slashes(input_.shown) + ".tar" + std::string(kContainerSuffix);
}

struct stat ArchiveJob::input_status() const {
  const auto status = Job::input_status();
  if (!S_ISDIR(status.st_mode)) throw_usage("is not a directory, which --tar archives");
  return status;
}

void ArchiveJob::check_target() const {
  if (target_.kind == Target::Kind::kFile && lies_within(directory_of(target_.path), input_.shown))
    throw_usage("the output " + target_.path + " lies inside the directory that is archived");
}

void ArchiveJob::open_input() {
  in_ = Descriptor(open(input_.name.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!in_.valid()) throw_errno("could not be opened", errno);
}

// The end of the plaintext is written only after tar has ended with success, so a container of a failed tar stays
// incomplete.
void ArchiveJob::transfer(const ContainerCredentials& credentials, int out, bool in_order) {
  auto tar = TarProcess::create(in_.get(), plan_.preserve, [&](const TreeEntry& entry) {
    put_note(input_.shown + "/" + entry.path + " is skipped: " + entry.why);
  });
  ProgressBar bar(name());
  auto with = options(in_order);
  if (show_bar_) with.progress = bar.callback();
  const auto read = [&](unsigned char* data, std::size_t bytes) {
    const auto got = read_up_to(tar.fd(), data, bytes);
    if (got > 0) return got;
    require_ended(tar.fd());
    tar.finish();
    return got;
  };
  encrypt_container(read, out, credentials, with);
}

void ExtractJob::check() {
  if (!plan_.output || *plan_.output == kStandardStream)
    throw_usage("--tar makes a directory: name it with -o");
  result_.output = *plan_.output;
  input_status();
  DirectoryOutput::check(result_.output);
}

void ExtractJob::run(const ContainerCredentials& credentials) {
  open_input();
  DirectoryOutput directory(result_.output);
  auto tar = TarProcess::extract(directory.fd(), plan_.preserve);
  directory.set_child(tar.pid());
  const auto finish = [&] {
    tar.await();
    directory.set_child(0);
    tar.finish();
  };
  try {
    decrypt(credentials, tar.fd(), true, true);
  } catch (const Error& e) {
    if (e.status() == HEDGEROW_CONTAINER_IO)
      finish();  // throws the reason why tar ended, if it failed
    throw;
  }
  finish();
  directory.commit(check_content(directory.fd()));
  in_.close();
}

mode_t ExtractJob::check_content(int directory) const {
  try {
    return check_extracted(directory);
  } catch (const Error& e) {
    if (e.status() != HEDGEROW_CONTAINER_ARGUMENT) throw;
    throw e.with_sentence(e.sentence() + "; to extract the rest, run `hedgerow decrypt " +
                          input_.shown + " -o - | tar x`");
  }
}

}  // namespace hedgerow::cli
