// Reads inputs and checks outputs of cipher, mac, wrap and unwrap.
#include "raw/raw_stream.hpp"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>

#include "support/error.hpp"
#include "support/result.hpp"
#include "support/startup.hpp"

namespace hedgerow::cli {

RawBytes read_whole(int fd, std::size_t most, const std::string& name) {
  constexpr std::size_t kFirst = 1 << 16;
  RawBytes all;
  for (std::size_t used = 0;;) {
    all.resize(std::min(most + 1, std::max(kFirst, 2 * used)));
    const auto got = read_up_to(fd, all.data() + used, all.size() - used);
    used += got;
    if (used > most)
      throw Error(HEDGEROW_CONTAINER_ARGUMENT,
                  name + " has more than " + std::to_string(most) +
                      " bytes, which is the most that is held in memory here");
    if (used < all.size()) {
      all.resize(used);
      return all;
    }
  }
}

RawBytes read_whole_file(const std::string& path, std::size_t most) {
  const Descriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file.valid()) throw_errno(path + " could not be opened", errno);
  return read_whole(file.get(), most, path);
}

int require_standard_input() {
  if (!was_inherited(STDIN_FILENO)) throw Error(HEDGEROW_CONTAINER_IO, "standard input is closed");
  return STDIN_FILENO;
}

// Throws if the output would replace a file that an option reads.
static void refuse_read(const RawArguments& arguments, const Target& target) {
  if (target.kind != Target::Kind::kFile) return;
  const auto refuse = [&] {
    throw Error(HEDGEROW_CONTAINER_SAME_FILE,
                "the output would replace the file of a key or another option: " + target.path);
  };
  for (const auto path :
       {&arguments.key_file, &arguments.iv_file, &arguments.sbox_file, &arguments.aad_file}) {
    if (!path->has_value()) continue;
    const Descriptor file(open((*path)->c_str(), O_PATH | O_CLOEXEC));
    if (file.valid() && is_same_file(file.get(), target.path)) refuse();
  }
  if (arguments.key_descriptor && is_same_file(*arguments.key_descriptor, target.path)) refuse();
}

Target check_raw_output(const RawArguments& arguments, Content content) {
  auto target = resolve_target(arguments.output, force_of(arguments.force));
  require_free_standard_output(target);
  if (target.kind == Target::Kind::kFile && is_same_file(STDIN_FILENO, target.path))
    throw Error(HEDGEROW_CONTAINER_SAME_FILE, "input and output are the same file: " + target.path);
  if (target.kind == Target::Kind::kDescriptor && is_same_file(STDIN_FILENO, target.descriptor))
    throw Error(HEDGEROW_CONTAINER_SAME_FILE, "input and output are the same file");
  refuse_read(arguments, target);
  TargetOutput::check(target, arguments.force, content);
  return target;
}

}  // namespace hedgerow::cli
