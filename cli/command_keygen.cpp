// hedgerow keygen: a new key file.
#include <fcntl.h>

#include "command.hpp"
#include "container/descriptor.hpp"
#include "container/error.hpp"
#include "container/key_file.hpp"
#include "startup.hpp"
#include "target.hpp"

namespace hedgerow::cli {
namespace {

void write_key_to_stream(const std::string& path) {
  container::Descriptor stream(open(path.c_str(), O_WRONLY | O_NOCTTY | O_CLOEXEC));
  if (!stream.valid()) container::throw_errno(path + " could not be opened", errno);
  container::write_new_key(stream.get());
  if (const int error = stream.close(); error != 0)
    container::throw_errno(path + " could not be written", error);
}

int keygen(const std::string& path) {
  require_random();
  const auto target = resolve_target(path, false);
  switch (target.kind) {
    case Target::Kind::kFile:
      container::create_key_file(path);
      break;
    case Target::Kind::kStream:
      write_key_to_stream(path);
      break;
    case Target::Kind::kDescriptor:
      container::write_new_key(target.descriptor);
  }
  return kExitOk;
}

}  // namespace

void add_keygen(CLI::App& app, Action& action) {
  const auto command = app.add_subcommand("keygen", "Make a key file of 64 random bytes");
  const auto path = std::make_shared<std::string>();
  command
      ->add_option("-o,--output", *path,
                   "The key file to make, never overwritten; - is standard output")
      ->required()
      ->type_name("FILE");
  command->final_callback([=, &action] { action = [=] { return keygen(*path); }; });
}

}  // namespace hedgerow::cli
