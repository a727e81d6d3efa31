// hedgerow keygen: makes a key file, or an identity with its public key.
#include <cstdio>

#include "command.hpp"
#include "support/descriptor.hpp"
#include "support/error.hpp"
#include "support/result.hpp"
#include "support/startup.hpp"
#include "support/target.hpp"

namespace hedgerow::cli {
namespace {

// Calls write(fd) with the descriptor of `target`, which is a stream or a descriptor, not a file.
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

// Prints the public key, except if the identity goes to a descriptor, because the identity has the public key in a
// comment.
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

constexpr char kKeygenFooter[] =
    R"(A key file (64 random bytes as text) both encrypts and decrypts: use it for your own backups. An identity only
decrypts. You give its public key, which is no secret, to those who encrypt for you.

Both files have mode 0600. Keep a copy in a safe place, because without it nobody can decrypt your data.

Examples:
  hedgerow keygen -o backup.key
  hedgerow encrypt --key-file backup.key photos.tar
  hedgerow keygen --recipient -o identity          (prints hedgerow-public-...)
  hedgerow encrypt -r hedgerow-public-... letter.txt
  hedgerow decrypt -i identity letter.txt.hedgerow)";

}  // namespace

void add_keygen(CLI::App& app, Action& action) {
  const auto command =
      app.add_subcommand("keygen", "Make a key file, or an identity with its public key");
  const auto path = std::make_shared<std::string>();
  const auto recipient = std::make_shared<bool>(false);
  command
      ->add_option("-o,--output", *path, "The new file, which must not exist; - is standard output")
      ->required()
      ->type_name("FILE");
  command->add_flag("--recipient", *recipient,
                    "Make an identity (an X25519 key pair) and print its public key");
  add_result_options(*command);
  command->footer(kKeygenFooter);
  command->final_callback([=, &action] { action = [=] { return keygen(*path, *recipient); }; });
}

}  // namespace hedgerow::cli
