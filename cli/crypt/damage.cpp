// Prints gaps as sentences and as JSON.
#include "crypt/damage.hpp"

#include "command.hpp"
#include "support/text.hpp"

namespace hedgerow::cli {
namespace {

std::string sentence_of(const hedgerow_container_gap& gap) {
  const auto first = std::to_string(gap.first_segment);
  const auto last = std::to_string(gap.first_segment + gap.segments - 1);
  return (gap.segments == 1 ? "segment " + first + " is"
                            : "segments " + first + " to " + last + " are") +
         " not authentic: bytes " + std::to_string(gap.offset) + " to " +
         std::to_string(gap.offset + gap.bytes - 1) + " of the plaintext";
}

void put_damage(Json object, const ContainerSalvage& salvage, int code) {
  object["ok"] = code == kExitOk;
  object["exit_code"] = code;
  if (salvage.failure) add_failure(object, *salvage.failure);
  object["plaintext_bytes"] = salvage.damage.plaintext_bytes;
  object["missing_bytes"] = salvage.damage.missing_bytes;
  object["missing"] = Json::array();
  for (const auto& gap : salvage.gaps)
    object["missing"].push_back({{"first_segment", gap.first_segment},
                                 {"segments", gap.segments},
                                 {"offset", gap.offset},
                                 {"bytes", gap.bytes}});
  object["end_authentic"] = salvage.damage.end_authentic != 0;
  object["extra_bytes"] = salvage.damage.extra_bytes;
  put_json(object);
}

}  // namespace

int tell_damage(const std::string& name, Json object, const ContainerSalvage& salvage) {
  const int code = salvage.failure ? kExitNotAuthentic : kExitOk;
  if (json_wanted()) {
    put_damage(std::move(object), salvage, code);
  } else if (code != kExitOk) {
    for (const auto& gap : salvage.gaps) print_error(name + ": " + sentence_of(gap));
    print_error(name + ": " + salvage.failure->sentence());
  }
  return code;
}

}  // namespace hedgerow::cli
