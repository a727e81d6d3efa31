// hedgerow keygen: a new key file.
#include "command.hpp"
#include "container/key_file.hpp"
#include "result.hpp"

namespace hedgerow::cli {

void add_keygen(CLI::App& app, Action& action) {
  const auto command = app.add_subcommand("keygen", "Make a key file of 64 random bytes");
  const auto path = std::make_shared<std::string>();
  command->add_option("-o,--output", *path, "The key file to make; never overwritten")
      ->required()
      ->type_name("FILE");
  add_result_options(*command);
  command->final_callback([=, &action] {
    action = [=] {
      container::create_key_file(*path);
      if (json_wanted()) put_json({{"ok", true}, {"exit_code", kExitOk}, {"output", *path}});
      return kExitOk;
    };
  });
}

}  // namespace hedgerow::cli
