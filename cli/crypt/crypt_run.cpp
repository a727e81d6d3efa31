// Runs encrypt and decrypt: makes the plan, reads the credentials, then works on one file after the other.
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <list>

#include "command.hpp"
#include "crypt/damage.hpp"
#include "crypt/generated_passphrase.hpp"
#include "crypt/job.hpp"
#include "crypt/recursive.hpp"
#include "support/directory.hpp"
#include "support/error.hpp"
#include "support/result.hpp"
#include "support/startup.hpp"
#include "support/text.hpp"

namespace hedgerow::cli {
namespace {

// The credentials of the options, and the generated passphrase if the user asked for one.
class Keys {
 public:
  Keys() = default;
  explicit Keys(const CryptArguments& arguments) {
    const auto purpose = arguments.encrypting() ? Purpose::kMake : Purpose::kOpen;
    if (!arguments.generate_passphrase || arguments.credentials.any())
      credentials_ = read_credentials(arguments.credentials, purpose, arguments.files);
    if (arguments.generate_passphrase) generate();
  }
  const ContainerCredentials& credentials() const { return credentials_; }
  const std::optional<std::string>& passphrase() const { return passphrase_; }

 private:
  // The passphrase is shown before the work, because otherwise a failure or a kill could leave a file that nobody can
  // open.
  void generate() {
    const auto secret = generate_passphrase();
    passphrase_ = std::string(secret.view().begin(), secret.view().end());
    credentials_.add_passphrase(secret.view());
    if (!show())
      throw Error(HEDGEROW_CONTAINER_IO,
                  "the generated passphrase could not be shown, so nothing was encrypted");
  }
  // Returns whether the passphrase has arrived.
  bool show() const {
    if (!was_inherited(json_wanted() ? STDOUT_FILENO : STDERR_FILENO)) return false;
    if (json_wanted())
      put_json({{"ok", true}, {"exit_code", kExitOk}, {"passphrase", *passphrase_}});
    else
      print_error("the passphrase is " + *passphrase_);
    const auto stream = json_wanted() ? stdout : stderr;
    return std::fflush(stream) == 0 && std::ferror(stream) == 0;
  }

  ContainerCredentials credentials_;
  std::optional<std::string> passphrase_;
};

// Prints the result of a job. Returns the exit code, which is not 0 if a salvaged container was damaged.
int tell(const Job& job, const Keys& keys) {
  const auto& result = job.result();
  if (result.changed_bytes)
    put_note("warning: " + job.name() + " changed while it was read (" +
             std::to_string(*result.input_bytes) + " bytes when that began, " +
             std::to_string(*result.changed_bytes) +
             " at the end): the container may have a part of it, or old bytes beside new ones");
  if (!json_wanted() && !result.salvaged) return kExitOk;
  Json object = {{"ok", true},
                 {"exit_code", kExitOk},
                 {"input", job.name()},
                 {"output", result.output},
                 {"input_bytes", nullptr},
                 {"output_bytes", nullptr}};
  if (result.input_bytes) object["input_bytes"] = *result.input_bytes;
  if (result.output_bytes) object["output_bytes"] = *result.output_bytes;
  if (result.existed) object["existed"] = true;
  if (result.changed_bytes) object["input_changed"] = true;
  if (keys.passphrase() && !result.existed) object["passphrase"] = *keys.passphrase();
  if (result.salvaged) return tell_damage(job.name(), object, *result.salvaged);
  put_json(object);
  return kExitOk;
}

int run_files(const CryptPlan& plan) {
  std::list<std::unique_ptr<Job>> jobs;
  for (const auto& file : plan.files) jobs.push_back(make_job(plan, file));
  int worst = kExitOk;
  const auto for_each_job = [&](auto step) {
    for (auto job = jobs.begin(); job != jobs.end();) {
      const int code = attempt((*job)->name(), [&] { step(**job); });
      worst = worse_exit_code(worst, code);
      job = code == kExitOk ? std::next(job) : jobs.erase(job);
    }
  };
  for_each_job([](Job& job) { job.check(); });
  if (jobs.empty()) return worst;
  std::vector<std::string> inputs;
  for (const auto& job : jobs) inputs.push_back(job->name());
  set_inputs(inputs);
  const bool needed =
      std::ranges::any_of(jobs, [](const auto& job) { return !job->result().existed; });
  const auto keys = needed ? Keys(plan) : Keys();
  for_each_job([&](Job& job) {
    job.run(keys.credentials());
    if (job.result().existed)
      put_note(job.name() + " is skipped: " + job.result().output + " exists already");
    worst = worse_exit_code(worst, tell(job, keys));
  });
  return worst;
}

int run_tree(const CryptPlan& plan) {
  TreeRun tree(plan);
  set_inputs(plan.files);
  const Keys keys(plan);
  return tree.run(keys.credentials(), [&](const Job& job) { tell(job, keys); });
}

}  // namespace

std::unique_ptr<Job> make_job(const CryptPlan& plan, const std::string& input) {
  if (plan.tar && plan.encrypting()) return std::make_unique<ArchiveJob>(plan, input, plan.output);
  if (plan.tar) return std::make_unique<ExtractJob>(plan, input);
  if (plan.bytes) return std::make_unique<RangeJob>(plan, input, plan.output);
  if (plan.salvage) return std::make_unique<SalvageJob>(plan, input, plan.output);
  return std::make_unique<FileJob>(plan, input, plan.output);
}

int run_crypt(const CryptArguments& arguments) {
  const auto plan = make_plan(arguments);
  require_random();
  if (plan.recursive || plan.tar) lift_descriptor_limit();
  return plan.recursive ? run_tree(plan) : run_files(plan);
}

}  // namespace hedgerow::cli
