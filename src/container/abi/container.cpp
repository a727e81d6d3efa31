// The functions of container.h for whole containers.
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>

#include "container/abi/boundary.hpp"
#include "container/abi/job.hpp"
#include "container/format/armor.hpp"
#include "container/io/output_file.hpp"
#include "container/salvage.hpp"

namespace hedgerow::container::abi {
namespace {

// Returns kAnyOrder for an empty regular file, because threads can write their segments to it by
// position. Any other output gets the segments in order.
WriteOrder order_of(int fd, const hedgerow_container_options& options) {
  if ((options.flags & HEDGEROW_CONTAINER_IN_ORDER) != 0) return WriteOrder::kInOrder;
  struct stat status;
  const int flags = fcntl(fd, F_GETFL);
  if (flags < 0 || fstat(fd, &status) != 0) throw_errno("the output could not be examined", errno);
  const bool empty = S_ISREG(status.st_mode) && status.st_size == 0;
  if (!empty || (flags & O_APPEND) != 0) return WriteOrder::kInOrder;
  const off_t position = lseek(fd, 0, SEEK_CUR);
  if (position < 0) throw_errno("the position in the output could not be read", errno);
  return position == 0 ? WriteOrder::kAnyOrder : WriteOrder::kInOrder;
}

hedgerow_container_input input_of(const hedgerow_container_input* in) {
  require(in, "in");
  return read_struct(in, "in");
}

hedgerow_container_output output_of(const hedgerow_container_output* out) {
  require(out, "out");
  return read_struct(out, "out");
}

// Returns the list of the caller. An empty list is allowed here, because the functions that use the
// list reject it.
const std::vector<Credential>& list_of(const hedgerow_container_credentials* credentials) {
  require(credentials, "credentials");
  return credentials->list;
}

void with_binary_input(int in, const std::function<void(int)>& work) {
  is_armored(in) ? with_armored_input(in, work) : work(in);
}

// Moves the position after the data, because writing by position does not move it.
void go_to_end(int fd, WriteOrder order) {
  if (order == WriteOrder::kAnyOrder) lseek(fd, 0, SEEK_END);
}

void encrypt_to(Job& job, int in, int out, const std::vector<Credential>& credentials,
                const hedgerow_container_options& options) {
  auto o = encrypt_options_of(options);
  o.progress = job.progress();
  o.at_end = job.at_end();
  const auto encrypt_into = [&](int to) { encrypt(in, to, credentials, o); };
  if ((options.flags & HEDGEROW_CONTAINER_ARMORED) != 0)
    return with_armored_output(out, encrypt_into);
  o.order = order_of(out, options);
  encrypt_into(out);
  go_to_end(out, o.order);
}

DecryptOptions decrypt_options_of(Job& job, const hedgerow_container_options& options) {
  DecryptOptions o;
  o.threads = options.threads;
  o.progress = job.progress();
  o.kdf_limit = kdf_limit_of(options);
  o.aead = aead_of(options);
  return o;
}

void decrypt_to(Job& job, int in, int out, const std::vector<Credential>& credentials,
                const hedgerow_container_options& options) {
  auto o = decrypt_options_of(job, options);
  o.order = order_of(out, options);
  with_binary_input(in, [&](int from) { decrypt(from, out, credentials, o); });
  go_to_end(out, o.order);
}

using Transfer = void (*)(Job&, int, int, const std::vector<Credential>&,
                          const hedgerow_container_options&);

void transfer(const hedgerow_container_input* in, const hedgerow_container_output* out,
              const hedgerow_container_credentials* credentials,
              const hedgerow_container_options* options, Transfer work) {
  const auto input = input_of(in);
  const auto output = output_of(out);
  const auto& list = list_of(credentials);
  const auto o = checked_options(options);
  Job job(&input, &output, o);
  job.run([&] { work(job, job.in(), job.out(), list, o); });
}

[[noreturn]] void throw_same_file(const char* out) {
  throw Error(Status::kSameFile, std::string("input and output are the same file: ") + out);
}

void transfer_file(const char* in, const char* out,
                   const hedgerow_container_credentials* credentials,
                   const hedgerow_container_options* options, Transfer work) {
  require(in, "in");
  require(out, "out");
  const auto& list = list_of(credentials);
  const auto o = checked_options(options);
  const Descriptor input(open(in, O_RDONLY | O_CLOEXEC));
  if (!input.valid()) throw_errno(std::string(in) + " could not be opened", errno);
  if (is_same_file(input.get(), out)) throw_same_file(out);
  Job job(nullptr, nullptr, o);
  job.run([&] {
    OutputFile output(out, (o.flags & HEDGEROW_CONTAINER_OVERWRITE) != 0);
    work(job, input.get(), output.fd(), list, o);
    output.commit();
  });
}

Salvage salvage_to(Job& job, int out, const std::vector<Credential>& credentials,
                   const hedgerow_container_options& options) {
  if (out >= 0 && order_of(out, {}) != WriteOrder::kAnyOrder)
    throw Error(Status::kArgument,
                "out is not an empty regular file, which takes each segment at its place");
  const auto o = decrypt_options_of(job, options);
  Salvage result;
  with_binary_input(job.in(), [&](int from) { result = salvage(from, out, credentials, o); });
  job.at_end()();  // throws if a callback failed, because then the input was cut short and is not damaged
  return result;
}

hedgerow_container_info verified_info(const Verification& verification) {
  auto info = info_of(verification.header);
  info.plaintext_bytes = verification.plaintext_bytes;
  info.copies_whole = verification.copies_whole;
  copy_label(verification.opened_with, info.opened_with);
  return info;
}

void tell(const Salvage& salvage, hedgerow_container_gap_found found, void* user,
          hedgerow_container_damage* damage) {
  const hedgerow_container_damage told = {
      sizeof told,         salvage.found.plaintext_bytes, salvage.missing_bytes(),
      salvage.gaps.size(), salvage.extra_bytes,           salvage.end_authentic};
  if (damage) static_cast<void>(write_versioned(told, damage));
  for (const auto& gap : salvage.gaps) {
    const hedgerow_container_gap one = {gap.first_segment, gap.segments, gap.offset, gap.bytes};
    if (found) found(user, &one);
  }
}

}  // namespace
}  // namespace hedgerow::container::abi

using namespace hedgerow::container;
using namespace hedgerow::container::abi;

extern "C" {

hedgerow_container_status hedgerow_container_encrypt(
    const hedgerow_container_input* in, const hedgerow_container_output* out,
    const hedgerow_container_credentials* credentials, const hedgerow_container_options* options,
    hedgerow_container_error* error) {
  return guarded(error, [&] { transfer(in, out, credentials, options, encrypt_to); });
}

hedgerow_container_status hedgerow_container_decrypt(
    const hedgerow_container_input* in, const hedgerow_container_output* out,
    const hedgerow_container_credentials* credentials, const hedgerow_container_options* options,
    hedgerow_container_error* error) {
  return guarded(error, [&] { transfer(in, out, credentials, options, decrypt_to); });
}

hedgerow_container_status hedgerow_container_encrypt_file(
    const char* in, const char* out, const hedgerow_container_credentials* credentials,
    const hedgerow_container_options* options, hedgerow_container_error* error) {
  return guarded(error, [&] { transfer_file(in, out, credentials, options, encrypt_to); });
}

hedgerow_container_status hedgerow_container_decrypt_file(
    const char* in, const char* out, const hedgerow_container_credentials* credentials,
    const hedgerow_container_options* options, hedgerow_container_error* error) {
  return guarded(error, [&] { transfer_file(in, out, credentials, options, decrypt_to); });
}

hedgerow_container_status hedgerow_container_verify(
    const hedgerow_container_input* in, const hedgerow_container_credentials* credentials,
    const hedgerow_container_options* options, hedgerow_container_info* info,
    hedgerow_container_error* error) {
  return guarded(error, [&] {
    check_info(info);
    const auto input = input_of(in);
    const auto& list = list_of(credentials);
    const auto o = checked_options(options);
    Job job(&input, nullptr, o);
    Verification verification;
    job.run([&] {
      const auto decrypt_options = decrypt_options_of(job, o);
      with_binary_input(job.in(),
                        [&](int from) { verification = verify(from, list, decrypt_options); });
    });
    write_info(verified_info(verification), info);
  });
}

hedgerow_container_status hedgerow_container_inspect(const hedgerow_container_input* in,
                                                     hedgerow_container_info* info,
                                                     hedgerow_container_error* error) {
  return guarded(error, [&] {
    require(info, "info");
    check_info(info);
    const auto input = input_of(in);
    const hedgerow_container_options o{};
    Job job(&input, nullptr, o);
    Inspection inspection;
    job.run([&] { with_binary_input(job.in(), [&](int from) { inspection = inspect(from); }); });
    write_info(info_of(inspection), info);
  });
}

int hedgerow_container_is_armored(int fd) {
  try {
    return is_armored(fd);
  } catch (...) {  // a pipe that looks at the input cannot be made
    return 0;
  }
}

hedgerow_container_status hedgerow_container_salvage(
    const hedgerow_container_input* in, int out, const hedgerow_container_credentials* credentials,
    const hedgerow_container_options* options, hedgerow_container_gap_found found, void* user,
    hedgerow_container_info* info, hedgerow_container_damage* damage,
    hedgerow_container_error* error) {
  return guarded(error, [&] {
    check_info(info);
    if (damage && !hedgerow::size_is_valid<hedgerow_container_damage>(damage->size))
      throw Error(Status::kArgument, "damage: its size is not sizeof(hedgerow_container_damage)");
    const auto input = input_of(in);
    const auto& list = list_of(credentials);
    const auto o = checked_options(options);
    Job job(&input, nullptr, o);
    Salvage result;
    job.run([&] { result = salvage_to(job, out, list, o); });
    write_info(verified_info(result.found), info);
    tell(result, found, user, damage);
    if (!result.is_whole()) throw result.failure();
  });
}

}  // extern "C"
