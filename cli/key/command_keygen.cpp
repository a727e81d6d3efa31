// hedgerow keygen: a new key file, or an identity with its public key.
#include <cstdio>

#include "command.hpp"
#include "support/descriptor.hpp"
#include "support/error.hpp"
#include "support/result.hpp"
#include "support/startup.hpp"
#include "support/target.hpp"

namespace hedgerow::cli {
namespace {

// Calls write(fd) with what `target`, which is no file, stands for.
template <class Write>
auto write_stream(const Target& target, const Write& write) {
  if (target.kind == Target::Kind::kDescriptor) return write(target.descriptor);
  auto stream = open_stream(target, Force::kNone);
  const auto result = write(stream.get());
  if (const int error = stream.close(); error != 0)
    throw_errno(target.path + " could not be written", error);
  return result;
}

void make_key(const Target& target) {
  if (target.kind == Target::Kind::kFile) return make_key_file(target.path);
  write_stream(target, [](int fd) {
    write_key_file(fd);
    return true;
  });
}

// The public key is printed, unless the identity, which has it in a comment, goes to a descriptor.
void make_identity(const Target& target, Json& result) {
  const auto public_key = target.kind == Target::Kind::kFile
                              ? make_identity_file(target.path)
                              : write_stream(target, write_identity_file);
  result["public_key"] = public_key;
  if (target.kind != Target::Kind::kDescriptor && !json_wanted())
    std::printf("%s\n", public_key.c_str());
}

int keygen(const std::string& path, bool recipient) {
  require_random();
  const auto target = resolve_target(path, Force::kNone);
  require_free_standard_output(target);
  Json result = {{"ok", true}, {"exit_code", kExitOk}, {"output", path}};
  if (recipient)
    make_identity(target, result);
  else
    make_key(target);
  if (json_wanted()) put_json(result);
  return kExitOk;
}

}  // namespace

void add_keygen(CLI::App& app, Action& action) {
  const auto command =
      app.add_subcommand("keygen", "Make a key file of 64 random bytes, or an identity");
  const auto path = std::make_shared<std::string>();
  const auto recipient = std::make_shared<bool>(false);
  command
      ->add_option("-o,--output", *path,
                   "The file to make, never overwritten; - is standard output")
      ->required()
      ->type_name("FILE");
  command->add_flag("--recipient", *recipient,
                    "Make an identity (X25519) and print its public key, for others to encrypt to");
  add_result_options(*command);
  command->final_callback([=, &action] { action = [=] { return keygen(*path, *recipient); }; });
}

}  // namespace hedgerow::cli
