#include "scenarios/cli/key_options.h"

#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

namespace orrery {
namespace {

std::string group_title(std::string_view table) {
  if (table == "network") return "Network";
  return table == "cost" ? "Costs" : "What runs";
}

}  // namespace

void KeyOptions::add_to(CLI::App& command) {
  for (const std::string_view table : {"run", "network", "cost"}) {
    for (const Key& key : keys()) {
      if (key.table != table) continue;
      std::string& value = values_[std::string(key.name)];
      CLI::Option* option = command.add_option(option_name(key), value, std::string(key.help));
      option->type_name(std::string(key.value))
          ->option_text(std::string(key.value))
          ->group(group_title(table));
      keys_[option] = &key;
    }
  }
}

Overrides KeyOptions::overrides(const CLI::App& command) const {
  Overrides overrides;
  for (const CLI::Option* option : command.parse_order()) {
    const auto found = keys_.find(option);
    if (found == keys_.end()) continue;
    const std::string name(found->second->name);
    overrides.emplace_back(name, values_.at(name));
  }
  return overrides;
}

}  // namespace orrery
