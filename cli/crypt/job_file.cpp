// Encrypts and decrypts files and streams, reads ranges, and salvages damaged containers.
#include <algorithm>

#include "crypt/job.hpp"
#include "support/error.hpp"
#include "support/progress.hpp"
#include "support/result.hpp"
#include "support/secret.hpp"

namespace hedgerow::cli {

std::string FileJob::default_output() const {
  if (is_standard_input()) return kStandardStream;
  const auto& name = input_.shown;
  if (plan_.encrypting()) return name + std::string(kContainerSuffix);
  if (name.size() > kContainerSuffix.size() && name.ends_with(kContainerSuffix))
    return name.substr(0, name.size() - kContainerSuffix.size());
  throw_usage(name + " does not end in .hedgerow: name the output with -o");
}

Target FileJob::target() const {
  return in_tree_ ? target_in_tree(*in_tree_) : TargetJob::target();
}

void FileJob::transfer(const ContainerCredentials& credentials, int out, bool in_order) {
  if (!plan_.encrypting()) return decrypt(credentials, out, in_order, show_bar_);
  ProgressBar bar(name());
  auto with = options(in_order);
  if (show_bar_) with.progress = bar.callback();
  encrypt_container(in_.get(), out, credentials, with);
}

// Damage outside of the range does no harm, because each segment is authenticated with its index.
void RangeJob::transfer(const ContainerCredentials& credentials, int out, bool) {
  if (hedgerow_container_is_armored(in_.get()) != 0)
    throw_usage("--range cannot read an armored container: decrypt all of it");
  auto with = plan_.options;
  with.flags = HEDGEROW_CONTAINER_ANY_END;
  ContainerReader reader(in_.get(), credentials, with);
  const auto range = *plan_.bytes;
  const auto damage = reader.end_failure();
  if (damage && range.offset + range.length > reader.size()) throw *damage;
  if (range.offset > reader.size() || range.length > reader.size() - range.offset)
    throw_usage("--range " + std::to_string(range.offset) + ":" + std::to_string(range.length) +
                " is not within the plaintext, which has " + std::to_string(reader.size()) +
                " bytes");
  Secret piece(reader.info().segment_bytes);
  for (std::uint64_t done = 0; done < range.length;) {
    const auto wanted = std::min<std::uint64_t>(piece.size(), range.length - done);
    const auto got = reader.read(range.offset + done, Output(piece.data(), wanted));
    if (got == 0) throw *damage;  // the range goes beyond the authentic part
    write_all(out, piece.data(), got);
    done += got;
  }
  if (damage)
    put_note("warning: the range is authentic, the container's end is not: " + damage->sentence());
}

void SalvageJob::check_target() const {
  if (target_.kind != Target::Kind::kFile)
    throw_usage("--salvage needs a file as its output: name one with -o");
}

void SalvageJob::transfer(const ContainerCredentials& credentials, int out, bool) {
  ProgressBar bar(name());
  auto with = plan_.options;
  if (show_bar_) with.progress = bar.callback();
  result_.salvaged = salvage_container(in_.get(), out, credentials, with);
}

}  // namespace hedgerow::cli
