#include "scenarios/commands/orrery/line/complete.h"

#include <algorithm>
#include <array>

#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include "algorithms/algorithm.h"
#include "algorithms/common/distributions.h"
#include "emu/net/topology.h"
#include "scenarios/reproduce/reproduction.h"
#include "scenarios/spec/presets.h"
#include "scenarios/text/scenario_library.h"
#include "scenarios/text/words.h"

namespace orrery {
namespace {

using Candidates = std::vector<Completion>;

/// Returns the entries of a table, each by its name and its summary.
template <typename Table, typename Summary>
Candidates named(const Table& table, Summary summary) {
  Candidates candidates;
  for (const auto& entry : table)
    candidates.push_back({std::string(entry.name), std::string(entry.*summary)});
  return candidates;
}

template <typename Table, typename Summary>
Candidates pointed(const Table& table, Summary summary) {
  Candidates candidates;
  for (const auto* entry : table)
    candidates.push_back({std::string(entry->name), std::string(entry->*summary)});
  return candidates;
}

/// Returns each algorithm's name once, with its collectives.
Candidates algorithm_names() {
  Candidates candidates;
  for (const Algorithm* a : catalog()) {
    const auto same = std::ranges::find(candidates, a->name, &Completion::word);
    if (same == candidates.end())
      candidates.push_back({std::string(a->name), std::string(a->collective)});
    else
      same->meaning.append(", ").append(a->collective);
  }
  return candidates;
}

Candidates topology_names() {
  Candidates candidates = pointed(topology_kinds(), &TopologyKind::summary);
  for (Completion& preset : named(presets(), &Preset::summary)) candidates.push_back(preset);
  return candidates;
}

Candidates scenario_names() {
  Candidates candidates;
  for (const auto& path : built_in_scenarios())
    candidates.push_back({std::filesystem::path(path).replace_extension().string(), {}});
  return candidates;
}

/// The source of words for an option or an argument of this name.
struct Source {
  std::string_view option;
  Candidates (*words)();
};

constexpr std::array kSources{
    Source{"algorithm", algorithm_names},
    Source{"collective", [] { return named(collectives(), &Collective::bytes_mean); }},
    Source{"distribution", [] { return named(distributions(), &Distribution::summary); }},
    Source{"reproduction", [] { return pointed(reproductions(), &Reproduction::title); }},
    Source{"scenario", scenario_names},
    Source{"topology", topology_names}};

/// Returns the words of "real|ghost"; none for other texts, which the user replaces.
Candidates alternatives(const std::string& text) {
  Candidates candidates;
  if (text.find('|') == std::string::npos) return candidates;
  for (const std::string_view word : split(text, '|'))
    if (std::ranges::none_of(word, [](unsigned char c) { return std::isupper(c); }))
      candidates.push_back({std::string(word), {}});
  return candidates;
}

Candidates values_of(const CLI::Option& option) {
  for (const Source& source : kSources)
    if (option.check_name(std::string(source.option)) ||
        option.check_name("--" + std::string(source.option)))
      return source.words();
  return alternatives(option.get_option_text());
}

Candidates options_of(const CLI::App& command) {
  Candidates candidates;
  for (const CLI::Option* option : command.get_options())
    for (const std::string& name : option->get_lnames())
      candidates.push_back({"--" + name, option->get_description()});
  return candidates;
}

/// Returns the commands, or else the words for the arguments without a name.
Candidates arguments_of(const CLI::App& command) {
  Candidates candidates;
  for (const CLI::App* sub : command.get_subcommands({}))
    candidates.push_back({sub->get_name(), sub->get_description()});
  for (const CLI::Option* option : command.get_options())
    if (option->get_positional())
      for (Completion& value : values_of(*option)) candidates.push_back(std::move(value));
  return candidates;
}

const CLI::App* find_command(const CLI::App& command, const std::string& name) {
  for (const CLI::App* sub : command.get_subcommands({}))
    if (sub->get_name() == name) return sub;
  return nullptr;
}

/// The state of the command line before the unfinished word.
struct Cursor {
  const CLI::App* command;
  const CLI::Option* option = nullptr;  ///< that waits for its value; null: none
};

Cursor cursor_after(const CLI::App& app, std::span<const std::string> words) {
  Cursor cursor{&app};
  for (const std::string& word : words) {
    const bool is_value = cursor.option != nullptr;
    cursor.option = nullptr;
    if (is_value) continue;
    if (const CLI::App* command = find_command(*cursor.command, word)) cursor.command = command;
    const CLI::Option* option =
        word.starts_with("-") ? cursor.command->get_option_no_throw(word) : nullptr;
    if (option != nullptr && option->get_items_expected_max() > 0) cursor.option = option;
  }
  return cursor;
}

}  // namespace

std::vector<Completion> completions(const CLI::App& app, std::span<const std::string> typed) {
  if (typed.empty()) return {};
  const Cursor cursor = cursor_after(app, typed.first(typed.size() - 1));
  const std::string& last = typed.back();
  Candidates candidates = cursor.option != nullptr ? values_of(*cursor.option)
                          : last.starts_with("-")  ? options_of(*cursor.command)
                                                   : arguments_of(*cursor.command);
  // A value may be a list, whose earlier words stay as they are.
  const std::string before = cursor.option != nullptr ? last.substr(0, last.rfind(',') + 1) : "";
  for (Completion& candidate : candidates) candidate.word.insert(0, before);
  std::erase_if(candidates, [&](const Completion& c) { return !c.word.starts_with(last); });
  return candidates;
}

}  // namespace orrery
