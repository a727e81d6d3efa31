// The work of encrypt and decrypt on one input. Each kind of work has a class:
//
//   FileJob     a file or stream to a container, or back. --recursive makes one FileJob for each file
//   RangeJob    a part of a plaintext                         (decrypt --range)
//   SalvageJob  the authentic parts of a damaged container    (decrypt --salvage)
//   ArchiveJob  a directory, by tar, to a container           (encrypt --tar)
//   ExtractJob  a container, by tar, to a directory           (decrypt --tar)
//
// All except ExtractJob write to a Target, so TargetJob has their common steps.
#pragma once

#include <sys/stat.h>

#include <memory>
#include <optional>
#include <string>

#include "crypt/plan.hpp"
#include "support/descriptor.hpp"
#include "support/target_output.hpp"

namespace hedgerow::cli {

inline constexpr std::string_view kContainerSuffix = ".hedgerow";

// Return the status of an input without opening it, because opening a FIFO could block. Throw Error (IO) if the input
// could not be read.
struct stat status_of_standard_input();
struct stat status_of_input(const ContainerPlace& input, bool follows_links = true);

// The lengths are set only for regular files.
struct JobResult {
  std::string output;
  std::optional<std::uint64_t> input_bytes = {}, output_bytes = {};
  bool existed = false;  // the output existed, so --skip-existing left it as it was
  // The length of a regular file at the end, if it was written to while it was encrypted.
  std::optional<std::uint64_t> changed_bytes = {};
  std::optional<ContainerSalvage> salvaged = {};
};

class Job {
 public:
  virtual ~Job() = default;
  Job(const Job&) = delete;
  Job& operator=(const Job&) = delete;

  // Returns the name of the input for messages.
  std::string name() const { return is_standard_input() ? "standard input" : input_.shown; }
  // Throws for everything that can be refused before credentials are read. Opens no file.
  virtual void check() = 0;
  virtual void run(const ContainerCredentials& credentials) = 0;
  // Valid after run, and `existed` also after check.
  const JobResult& result() const { return result_; }

 protected:
  Job(const CryptPlan& plan, ContainerPlace input) : plan_(plan), input_(std::move(input)) {}

  virtual bool is_standard_input() const { return input_.name == kStandardStream; }
  // Returns the status of the input, which is found by its name. Throws if the input is not allowed.
  virtual struct stat input_status() const;
  virtual bool takes_directory() const { return false; }
  // Sets in_, and result_.input_bytes if the input is a regular file.
  virtual void open_input();
  // Decrypts from in_ to the descriptor `out`. If `bar` is true, the progress is shown.
  void decrypt(const ContainerCredentials& credentials, int out, bool in_order, bool bar) const;
  ContainerOptions options(bool in_order) const;

  const CryptPlan& plan_;
  ContainerPlace input_;
  Descriptor in_;
  struct stat opened_{};  // the status of the input when in_ was opened
  bool beside_others_ =
      false;  // other jobs run at the same time, so this one uses one thread and shows no bar
  JobResult result_;

 private:
  virtual bool follows_links() const { return true; }
};

class TargetJob : public Job {
 public:
  void check() override;
  // Calls prepare and finishes the output.
  void run(const ContainerCredentials& credentials) override;
  // Does the work. The output is complete, but a file does not have its name yet.
  void prepare(const ContainerCredentials& credentials);
  // Returns the file that prepare has written, for a commit, or nullptr.
  ContainerFile* file() { return output_ ? output_->file() : nullptr; }

 protected:
  // `output` is empty if the name of the output follows from the name of the input.
  TargetJob(const CryptPlan& plan, ContainerPlace input, std::optional<std::string> output)
      : Job(plan, std::move(input)), wanted_output_(std::move(output)) {}

  // Returns the name of the output if the user gave none.
  virtual std::string default_output() const = 0;
  virtual Target target() const;
  // Throws if this kind of job does not allow target_.
  virtual void check_target() const {}
  // Does the work, from in_ to the descriptor `out`.
  virtual void transfer(const ContainerCredentials& credentials, int out, bool in_order) = 0;
  virtual bool keeps_time_and_mode() const { return plan_.preserve; }

  Target target_;
  std::optional<TargetOutput> output_;
  bool show_bar_ = true;

 private:
  std::optional<struct stat> old_output() const;
  static bool is_target(const struct stat& input, const std::optional<struct stat>& output);
  Content content() const;
  void look_for_change();

  std::optional<std::string> wanted_output_;
};

class FileJob : public TargetJob {
 public:
  FileJob(const CryptPlan& plan, const std::string& input, std::optional<std::string> output)
      : TargetJob(plan, place_of(input), std::move(output)) {}
  // For a file of a tree. The directories of both places must stay open until prepare returns.
  FileJob(const CryptPlan& plan, ContainerPlace input, ContainerPlace output, bool beside_others)
      : TargetJob(plan, std::move(input), {}), in_tree_(std::move(output)) {
    beside_others_ = beside_others;
  }

 protected:
  std::string default_output() const override;
  Target target() const override;
  void transfer(const ContainerCredentials& credentials, int out, bool in_order) override;

 private:
  bool is_standard_input() const override { return !in_tree_ && Job::is_standard_input(); }
  bool follows_links() const override { return !in_tree_; }

  std::optional<ContainerPlace> in_tree_;  // the output, if the input is a file of a tree
};

class RangeJob final : public FileJob {
 public:
  using FileJob::FileJob;

 private:
  std::string default_output() const override { return kStandardStream; }
  void transfer(const ContainerCredentials& credentials, int out, bool in_order) override;
};

class SalvageJob final : public FileJob {
 public:
  using FileJob::FileJob;

 private:
  void check_target() const override;
  void transfer(const ContainerCredentials& credentials, int out, bool in_order) override;
};

class ArchiveJob final : public TargetJob {
 public:
  ArchiveJob(const CryptPlan& plan, const std::string& input, std::optional<std::string> output)
      : TargetJob(plan, place_of(input), std::move(output)) {}

 private:
  std::string default_output() const override;
  struct stat input_status() const override;
  bool takes_directory() const override { return true; }
  void open_input() override;
  void check_target() const override;
  void transfer(const ContainerCredentials& credentials, int out, bool in_order) override;
  bool keeps_time_and_mode() const override { return false; }
};

class ExtractJob final : public Job {
 public:
  ExtractJob(const CryptPlan& plan, const std::string& input) : Job(plan, place_of(input)) {}
  void check() override;
  void run(const ContainerCredentials& credentials) override;

 private:
  mode_t check_content(int directory) const;
};

// Makes the job that the plan needs for one of its files.
std::unique_ptr<Job> make_job(const CryptPlan& plan, const std::string& input);

// Works on all files, and continues after a failure. Returns 0 or the exit code of the worst failure.
int run_crypt(const CryptArguments& arguments);

}  // namespace hedgerow::cli
