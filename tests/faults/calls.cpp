// Names, numbers and faults from calls.def.
#include <errno.h>
#include <string.h>
#include <sys/syscall.h>

#include <charconv>
#include <string_view>

#include "tracer.hpp"

namespace hedgerow::faults {
namespace {

struct Entry {
  const char* name;
  long number;
  int length;
  const char* faults;  // nullptr: exempt
  const char* reason;
};

constexpr Entry kEntries[] = {
#define CALL(name, length, faults) {#name, SYS_##name, length, faults, nullptr},
#define EXEMPT(name, reason) {#name, SYS_##name, -1, nullptr, reason},
#include "calls.def"
#undef CALL
#undef EXEMPT
};

const Entry& entry_of(std::string_view name) {
  for (const auto& entry : kEntries)
    if (name == entry.name) return entry;
  throw TracerError("calls.def has no call '" + std::string(name) + "'");
}

int error_number(const std::string& name) {
  for (int number = 1; number < 134; number++)
    if (const char* known = strerrorname_np(number); known && name == known) return number;
  throw TracerError("'" + name + "' is not a fault");
}

template <class Integer>
Integer take_number(const std::string& text, std::size_t& at) {
  const int base = text.compare(at, 2, "0x") == 0 ? 16 : 10;
  if (base == 16) at += 2;
  Integer value{};
  const auto [end, error] = std::from_chars(&text[at], text.data() + text.size(), value, base);
  if (error != std::errc()) throw TracerError("a number is missing in fault '" + text + "'");
  at = static_cast<std::size_t>(end - text.data());
  return value;
}

void expect(const std::string& text, std::size_t& at, char wanted) {
  if (at >= text.size() || text[at] != wanted)
    throw TracerError("fault '" + text + "' is not [^]CALL[/ARG&MASK]@OCCURRENCE[+]=FAULT");
  at++;
}

void set_effect(Fault& fault, const Entry& entry, std::string name) {
  if (name == "kill") {
    fault.effect = Effect::kKill;
  } else if (name == "short") {
    if (entry.length < 0) throw TracerError(std::string(entry.name) + " has no length");
    fault.effect = Effect::kShort;
    fault.value = entry.length;
  } else if (name == "zero") {
    fault.effect = Effect::kError;
  } else {
    if (name.ends_with('!')) {
      fault.effect = Effect::kAfter;
      name.pop_back();
    }
    fault.value = -error_number(name);
  }
}

}  // namespace

Fault parse_fault(const std::string& text) {
  Fault fault;
  fault.other = text.starts_with('^');
  const std::size_t begin = fault.other ? 1 : 0;
  auto at = std::min(text.find_first_of("/@"), text.size());
  const auto& entry = entry_of(text.substr(begin, at - begin));
  fault.number = entry.number;
  if (at < text.size() && text[at] == '/') {
    fault.argument = take_number<int>(text, ++at);
    if (fault.argument < 0 || fault.argument > 5) throw TracerError("no such argument: " + text);
    expect(text, at, '&');
    fault.mask = take_number<std::uint64_t>(text, at);
  }
  expect(text, at, '@');
  fault.occurrence = take_number<unsigned>(text, at);
  if (at < text.size() && text[at] == '+') fault.on = ++at > 0;
  expect(text, at, '=');
  set_effect(fault, entry, text.substr(at));
  return fault;
}

std::string call_name(long number) {
  for (const auto& entry : kEntries)
    if (entry.number == number) return entry.name;
  return "#" + std::to_string(number);
}

std::string table_json() {
  std::string calls, exempt;
  for (const auto& entry : kEntries) {
    auto& list = entry.faults ? calls : exempt;
    list += (list.empty() ? "\"" : ", \"") + std::string(entry.name) + "\": \"" +
            (entry.faults ? entry.faults : entry.reason) + "\"";
  }
  return "{\"calls\": {" + calls + "}, \"exempt\": {" + exempt + "}}";
}

}  // namespace hedgerow::faults
