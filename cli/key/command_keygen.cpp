// hedgerow keygen: a new key file, or an identity with its public key.
#include <cstdio>

#include "command.hpp"
#include "container/error.hpp"
#include "container/io/descriptor.hpp"
#include "container/key/identity_file.hpp"
#include "container/key/key_file.hpp"
#include "support/result.hpp"
#include "support/startup.hpp"
#include "support/target.hpp"

namespace hedgerow::cli {
namespace {

void write_stream(const Target& target, const container::Secret& text) {
  auto stream = open_stream(target, Force::kNone);
  container::write_all(stream.get(), text.data(), text.size());
  if (const int error = stream.close(); error != 0)
    container::throw_errno(target.path + " could not be written", error);
}

void write_secret(const Target& target, const std::string& path, const container::Secret& text,
                  const char* kind) {
  switch (target.kind) {
    case Target::Kind::kFile:
      return container::create_secret_file(path, text.view(), kind);
    case Target::Kind::kStream:
      return write_stream(target, text);
    case Target::Kind::kDescriptor:
      container::write_all(target.descriptor, text.data(), text.size());
  }
}

// The public key is printed, unless the identity, which has it in a comment, goes to a descriptor.
void make_identity(const Target& target, const std::string& path, Json& result) {
  const auto identity = container::make_identity();
  write_secret(target, path, identity.text, "identity file");
  const auto public_key = container::to_text(identity.public_key);
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
    make_identity(target, path, result);
  else
    write_secret(target, path, container::make_key_text(), "key file");
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
