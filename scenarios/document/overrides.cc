// Keys given by options replace those in the file.
#include <algorithm>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "emu/base/quantity.h"
#include "scenarios/document/document.h"

namespace orrery::inline document {

namespace {

Place option_of(const Key& key) {
  return {.source = option_name(key), .is_option = true};
}

/// Returns whether the text is a quantity with a unit.
bool is_quantity(std::string_view text) {
  const auto parses = [&](auto* parse) {
    try {
      return parse(text), true;
    } catch (const ValueError&) {
      return false;
    }
  };
  return parses(parse_time) || parses(parse_bytes) || parses(parse_bandwidth) ||
         parses(parse_cost_per_byte);
}

/// Returns whether a list is a number with a decimal comma and a unit, such as "1,5us".
bool has_decimal_comma(std::string_view list) {
  const std::size_t comma = list.find(',');
  return comma != 0 && comma != list.npos && list.find_first_not_of("0123456789") == comma &&
         is_quantity(list.substr(comma + 1));
}

GivenKey override_key(const std::string& name, const std::string& list) {
  const Key* key = find_key(name);
  if (key == nullptr) throw InputError({fmt::format("override {}", name)}, "", {"unknown key"});
  if (has_decimal_comma(list))
    throw InputError(option_of(*key), "",
                     {fmt::format("'{}' has a comma, which separates values", list),
                      fmt::format("{} with a decimal point",
                                  std::string(list).replace(list.find(','), 1, "."))});
  GivenKey given{key, {}, false};
  for (std::string& value : split_values(*key, list))
    given.values.push_back({std::move(value), option_of(*key)});
  return given;
}

void add_option(std::string& options, std::string_view name, std::string_view value) {
  options += fmt::format("{}{} {}", options.empty() ? "" : " ", name, value);
}

}  // namespace

void apply_overrides(Document& document, const Overrides& overrides) {
  for (const auto& [name, list] : overrides) {
    if (name == "include") {
      document.include = {list, {.source = "--include", .is_option = true}};
      include_costs(document, {});
      add_option(document.overridden, "--include", list);
      continue;
    }
    GivenKey given = override_key(name, list);
    add_option(document.overridden, option_name(*given.key), list);
    const auto old = std::ranges::find(document.keys, given.key, &GivenKey::key);
    if (old == document.keys.end()) {
      document.keys.push_back(std::move(given));
    } else {
      *old = std::move(given);
    }
  }
}

void apply_defaults(Document& document, const Overrides& defaults) {
  for (const auto& [name, list] : defaults) {
    GivenKey given = override_key(name, list);
    if (std::ranges::find(document.keys, given.key, &GivenKey::key) == document.keys.end())
      document.keys.push_back(std::move(given));
  }
}

}  // namespace orrery::inline document
