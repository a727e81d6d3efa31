// The work of encrypt and decrypt: one input to one output, with all the rules on files.
#pragma once

#include <sys/stat.h>

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "container/container.hpp"
#include "container/io/descriptor.hpp"
#include "container/salvage.hpp"
#include "crypt/device_segments.hpp"
#include "key/credentials.hpp"
#include "support/target_output.hpp"

namespace hedgerow::cli {

enum class Direction { kEncrypt, kDecrypt };

inline constexpr std::string_view kContainerSuffix = ".hedgerow";

struct CryptArguments {
  Direction direction;
  std::vector<std::string> files;
  std::optional<std::string> output;  // none: derived from the input's name
  CredentialArguments credentials;
  bool generate_passphrase = false;
  DeviceArguments device;
  container::MakeSegmentAead aead;  // of the device
  std::string segment = "1M";
  std::optional<std::string> range;
  bool salvage = false;
  bool armor = false;
  bool recursive = false;
  bool tar = false;
  bool preserve = false;
  bool force = false;
  container::EncryptOptions options;  // decryption takes threads from it

  bool encrypting() const { return direction == Direction::kEncrypt; }
};

// What --segment says. Throws kArgument.
std::uint32_t parse_segment_bytes(const std::string& text);

class Job {
 public:
  // `output`: none where it is derived from the input's name.
  Job(const CryptArguments& arguments, std::string input, std::optional<std::string> output);
  // A file of a tree. The directories must be open until run returns.
  Job(const CryptArguments& arguments, container::FilePlace input, container::FilePlace output);

  // What is shown of the input's name.
  std::string name() const { return is_standard_input() ? "standard input" : input_.path; }
  // Everything that can be refused before a credential is asked for. Opens nothing.
  void check();
  void run(container::Credentials credentials);

  // Behind run: where the result is, and the lengths of regular files.
  const std::string& output() const { return target_.path; }
  const std::optional<std::uint64_t>& input_bytes() const { return input_bytes_; }
  const std::optional<std::uint64_t>& output_bytes() const { return output_bytes_; }
  // Whether a regular file was written to while it was encrypted.
  bool input_changed() const { return input_changed_; }
  // Of --salvage.
  const std::optional<container::Salvage>& salvaged() const { return salvaged_; }

 private:
  bool encrypting() const { return arguments_.encrypting(); }
  bool is_standard_input() const { return !in_tree_ && input_.name == kStandardStream; }
  bool archives() const { return arguments_.tar && encrypting(); }
  bool extracts() const { return arguments_.tar && !encrypting(); }
  std::string output_name() const;
  struct stat input_status() const;
  std::optional<struct stat> old_output() const;
  bool is_target(const struct stat& input) const;
  Content content() const;
  void open_input();
  void look_for_change();
  void write_output(container::Credentials credentials);
  void to_directory(container::Credentials credentials);
  void crypt(container::Credentials credentials, int out, container::WriteOrder order);
  void encrypt_input(int in, container::Credentials credentials, int out,
                     container::WriteOrder order, const std::function<void()>& at_end = {});
  void decrypt_input(container::Credentials credentials, int out, container::WriteOrder order);

  const CryptArguments& arguments_;
  container::FilePlace input_;
  std::optional<std::string> wanted_output_;
  std::optional<container::FilePlace> in_tree_;  // the output of a file of a tree
  Target target_;
  container::Descriptor in_;
  struct stat opened_{};  // the input's status when in_ was opened
  bool show_bar_ = true;
  std::optional<std::uint64_t> input_bytes_, output_bytes_;
  bool input_changed_ = false;
  std::optional<container::Salvage> salvaged_;
};

// Does every file; goes on after a failure. Returns 0 or the worst failure's exit code.
int run_crypt(const CryptArguments& arguments);

}  // namespace hedgerow::cli
