// hedgerow encrypt and hedgerow decrypt: their options.
#include "command.hpp"
#include "crypt_job.hpp"

namespace hedgerow::cli {
namespace {

std::shared_ptr<CryptArguments> add_common(CLI::App& command, Direction direction) {
  const auto arguments = std::make_shared<CryptArguments>();
  arguments->direction = direction;
  const bool encrypting = direction == Direction::kEncrypt;
  command.add_option("FILE", arguments->files, "Files; - is standard input")
      ->required()
      ->expected(1, CLI::detail::expected_max_vector_size);
  command
      .add_option("-o,--output", arguments->output,
                  encrypting ? "Output of one FILE; - is standard output [FILE.hedgerow]"
                             : "Output of one FILE; - is standard output [FILE without .hedgerow]")
      ->type_name("OUT");
  add_credential_options(command, arguments->credentials,
                         encrypting ? Purpose::kMake : Purpose::kOpen);
  command.add_flag("--force", arguments->force, "Overwrite an existing output");
  command.add_option("--threads", arguments->options.threads, "Threads [one per CPU]")
      ->type_name("N")
      ->check(CLI::Range(1u, kMaxThreads));
  return arguments;
}

void run_when_chosen(CLI::App& command, std::shared_ptr<CryptArguments> arguments, Action& action) {
  command.final_callback(
      [arguments, &action] { action = [arguments] { return run_crypt(*arguments); }; });
}

}  // namespace

void add_encrypt(CLI::App& app, Action& action) {
  const auto command = app.add_subcommand("encrypt", "Encrypt files or standard input");
  const auto arguments = add_common(*command, Direction::kEncrypt);
  command->add_option("--cipher", arguments->options.cipher, "A cipher that `hedgerow list` shows")
      ->type_name("NAME")
      ->capture_default_str();
  command
      ->add_option("--segment", arguments->segment,
                   "Bytes that are authenticated at once: a power of two, 64K to 4M")
      ->type_name("SIZE")
      ->capture_default_str();
  run_when_chosen(*command, arguments, action);
}

void add_decrypt(CLI::App& app, Action& action) {
  const auto command =
      app.add_subcommand("decrypt", "Check and decrypt containers that `hedgerow encrypt` made");
  run_when_chosen(*command, add_common(*command, Direction::kDecrypt), action);
}

}  // namespace hedgerow::cli
