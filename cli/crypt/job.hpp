// The work of encrypt and decrypt on one input, by its kind:
//
//   FileJob     a file or stream to a container, or back; --recursive makes one for each file
//   RangeJob    bytes of a plaintext                 (decrypt --range)
//   SalvageJob  what is left of a damaged container  (decrypt --salvage)
//   ArchiveJob  a directory, by tar, to a container  (encrypt --tar)
//   ExtractJob  a container, by tar, to a directory  (decrypt --tar)
//
// All but ExtractJob write to a Target: TargetJob has their common steps.
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

// The lengths are of regular files.
struct JobResult {
  std::string output;
  std::optional<std::uint64_t> input_bytes = {}, output_bytes = {};
  bool input_changed = false;  // a regular file was written to while it was encrypted
  std::optional<ContainerSalvage> salvaged = {};
};

class Job {
 public:
  virtual ~Job() = default;
  Job(const Job&) = delete;
  Job& operator=(const Job&) = delete;

  // What is shown of the input's name.
  std::string name() const { return is_standard_input() ? "standard input" : input_.shown; }
  // Everything that can be refused before a credential is asked for. Opens nothing.
  virtual void check() = 0;
  virtual void run(const ContainerCredentials& credentials) = 0;
  // Behind run.
  const JobResult& result() const { return result_; }

 protected:
  Job(const CryptPlan& plan, ContainerPlace input) : plan_(plan), input_(std::move(input)) {}

  virtual bool is_standard_input() const { return input_.name == kStandardStream; }
  // Of the input by its name. Throws for what it must not be.
  virtual struct stat input_status() const;
  virtual bool takes_directory() const { return false; }
  // Sets in_ and, of a regular file, result_.input_bytes.
  virtual void open_input();
  // From in_ to a descriptor. `bar`: show the progress.
  void decrypt(const ContainerCredentials& credentials, int out, bool in_order, bool bar) const;
  ContainerOptions options(bool in_order) const;

  const CryptPlan& plan_;
  ContainerPlace input_;
  Descriptor in_;
  struct stat opened_{};  // the input's status when in_ was opened
  JobResult result_;

 private:
  virtual bool follows_links() const { return true; }
};

class TargetJob : public Job {
 public:
  void check() override;
  void run(const ContainerCredentials& credentials) override;

 protected:
  // `output`: none where it is derived from the input's name.
  TargetJob(const CryptPlan& plan, ContainerPlace input, std::optional<std::string> output)
      : Job(plan, std::move(input)), wanted_output_(std::move(output)) {}

  // The name of the output where none was given.
  virtual std::string default_output() const = 0;
  virtual Target target() const;
  // What more is refused of a target.
  virtual void check_target() const {}
  // Does the work, from the input to `out`.
  virtual void transfer(const ContainerCredentials& credentials, int out, bool in_order) = 0;
  virtual bool keeps_time_and_mode() const { return plan_.preserve; }

  Target target_;
  bool show_bar_ = true;

 private:
  std::optional<struct stat> old_output() const;
  bool is_target(const struct stat& input) const;
  Content content() const;
  void look_for_change();

  std::optional<std::string> wanted_output_;
};

class FileJob : public TargetJob {
 public:
  FileJob(const CryptPlan& plan, const std::string& input, std::optional<std::string> output)
      : TargetJob(plan, place_of(input), std::move(output)) {}
  // A file of a tree. The directories must be open until run returns.
  FileJob(const CryptPlan& plan, ContainerPlace input, ContainerPlace output)
      : TargetJob(plan, std::move(input), {}), in_tree_(std::move(output)) {}

 protected:
  std::string default_output() const override;
  Target target() const override;
  void transfer(const ContainerCredentials& credentials, int out, bool in_order) override;

 private:
  bool is_standard_input() const override { return !in_tree_ && Job::is_standard_input(); }
  bool follows_links() const override { return !in_tree_; }

  std::optional<ContainerPlace> in_tree_;  // the output of a file of a tree
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

// The job that the plan wants for one of its files.
std::unique_ptr<Job> make_job(const CryptPlan& plan, const std::string& input);

// Does every file; goes on after a failure. Returns 0 or the worst failure's exit code.
int run_crypt(const CryptArguments& arguments);

}  // namespace hedgerow::cli
