#include "scenarios/commands/orrery/line/complete.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <stdexcept>
#include <utility>

#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include "algorithms/algorithm.h"
#include "algorithms/common/distributions.h"
#include "emu/net/topology.h"
#include "scenarios/reproduce/reproduction.h"
#include "scenarios/run/metrics/fields.h"
#include "scenarios/spec/presets.h"
#include "scenarios/teaching/glossary.h"
#include "scenarios/text/csv_table.h"
#include "scenarios/text/scenario_library.h"
#include "scenarios/text/words.h"

namespace orrery::inline commands {
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

/// The text before the unfinished word.
struct Typed {
  std::map<std::string, std::string> values{};  ///< of options, by their names without dashes
  std::vector<std::string> arguments{};         ///< without a name

  std::string argument(std::size_t i) const { return i < arguments.size() ? arguments[i] : ""; }
};

/// Returns each algorithm's name once, with its collectives; only those of a collective that is typed.
Candidates algorithm_names(const Typed& typed) {
  const auto option = typed.values.find("collective");
  const std::string wanted = option != typed.values.end() ? option->second : typed.argument(0);
  Candidates candidates;
  for (const bool all : {false, true}) {
    for (const Algorithm* a : catalog()) {
      if (!all && a->collective != wanted) continue;
      const auto same = std::ranges::find(candidates, a->name, &Completion::word);
      if (same == candidates.end())
        candidates.push_back({std::string(a->name), std::string(a->collective)});
      else
        same->meaning.append(", ").append(a->collective);
    }
    if (!candidates.empty()) break;
  }
  return candidates;
}

Candidates topology_names(const Typed& /*typed*/) {
  Candidates candidates = pointed(topology_kinds(), &TopologyKind::summary);
  for (Completion& preset : named(presets(), &Preset::summary)) candidates.push_back(preset);
  return candidates;
}

/// Returns the built-in scenarios of a folder, without its name if `is_short`; of all folders if it is empty.
Candidates scenarios_in(const std::string& folder, bool is_short) {
  Candidates candidates;
  for (std::filesystem::path path : built_in_scenarios()) {
    const std::string name = path.replace_extension().string();
    if (name.starts_with(folder))
      candidates.push_back({name.substr(is_short ? folder.size() : 0), {}});
  }
  return candidates;
}

/// Returns all scenarios; of `orrery lesson play` and `check` the lessons.
Candidates scenario_names(const Typed& typed) {
  const std::string action = typed.argument(0);
  return scenarios_in(action == "play" || action == "check" ? "lessons/" : "", false);
}

/// Returns the columns of results.
Candidates field_names(const Typed& /*typed*/) {
  Candidates candidates;
  for (const Field& field : fields()) candidates.push_back({field.name, field.meaning});
  return candidates;
}

/// Returns the columns of the CSV file on the command line; none if it cannot be read.
Candidates columns_of(const Typed& typed, const char* behind) {
  Candidates candidates;
  try {
    if (!typed.arguments.empty())
      for (const std::string& name : read_csv_file(typed.arguments.front()).head)
        candidates.push_back({name + behind, {}});
  } catch (const std::invalid_argument&) {
    candidates.clear();
  }
  return candidates;
}
Candidates columns(const Typed& typed) {
  return columns_of(typed, "");
}
Candidates conditions(const Typed& typed) {
  return columns_of(typed, "=");
}

/// Returns the terms of one word.
Candidates terms(const Typed& /*typed*/) {
  Candidates candidates;
  for (const teaching::Term& term : teaching::glossary())
    if (term.word.find(' ') == std::string_view::npos)
      candidates.push_back({std::string(term.word), std::string(term.meaning)});
  return candidates;
}

/// The source of words for an option or an argument of this name.
struct Source {
  std::string_view option;
  Candidates (*words)(const Typed& typed);
};

constexpr std::array kSources{
    Source{"algorithm", algorithm_names},
    Source{"baseline", conditions},
    Source{"by", columns},
    Source{"collective",
           [](const Typed&) { return named(collectives(), &Collective::bytes_mean); }},
    Source{"columns", field_names},
    Source{"distribution",
           [](const Typed&) { return named(distributions(), &Distribution::summary); }},
    Source{"facet", columns},
    Source{"machine", [](const Typed&) { return scenarios_in("machines/", true); }},
    Source{"metric", field_names},
    Source{"name",
           [](const Typed& t) {
             return t.argument(0) == "algorithms" ? algorithm_names({}) : Candidates();
           }},
    Source{"names", [](const Typed&) { return pointed(reproductions(), &Reproduction::title); }},
    Source{"network", topology_names},
    Source{"scenario", scenario_names},
    Source{"sort", field_names},
    Source{"term", terms},
    Source{"topology", topology_names},
    Source{"where", conditions},
    Source{"x", columns},
    Source{"y", columns}};

/// Returns the words of "real|ghost"; none for other texts, which the user replaces.
Candidates alternatives(const std::string& text) {
  Candidates candidates;
  if (text.find('|') == std::string::npos) return candidates;
  for (const std::string_view word : split(text, '|'))
    if (std::ranges::none_of(word, [](unsigned char c) { return std::isupper(c); }))
      candidates.push_back({std::string(word), {}});
  return candidates;
}

Candidates values_of(const CLI::Option& option, const Typed& typed) {
  for (const Source& source : kSources)
    if (option.check_name(std::string(source.option)) ||
        option.check_name("--" + std::string(source.option)))
      return source.words(typed);
  return alternatives(option.get_option_text());
}

Candidates options_of(const CLI::App& command) {
  Candidates candidates;
  for (const CLI::Option* option : command.get_options())
    for (const std::string& name : option->get_lnames())
      candidates.push_back({"--" + name, option->get_description()});
  return candidates;
}

/// Returns the commands, or else the words for the next argument without a name; the last one may be a list.
Candidates arguments_of(const CLI::App& command, const Typed& typed) {
  Candidates candidates;
  for (const CLI::App* sub : command.get_subcommands({}))
    candidates.push_back({sub->get_name(), sub->get_description()});
  const auto arguments =
      command.get_options([](const CLI::Option* option) { return option->get_positional(); });
  if (arguments.empty()) return candidates;
  const std::size_t next = std::min(typed.arguments.size(), arguments.size() - 1);
  if (next == typed.arguments.size() || arguments[next]->get_items_expected_max() > 1)
    std::ranges::move(values_of(*arguments[next], typed), std::back_inserter(candidates));
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
  Typed typed = {};
};

Cursor cursor_after(const CLI::App& app, std::span<const std::string> words) {
  Cursor cursor{&app};
  for (const std::string& word : words) {
    if (const CLI::Option* const waits = std::exchange(cursor.option, nullptr)) {
      for (const std::string& name : waits->get_lnames()) cursor.typed.values[name] = word;
      continue;
    }
    if (word.starts_with("-")) {
      const CLI::Option* option = cursor.command->get_option_no_throw(word);
      if (option != nullptr && option->get_items_expected_max() > 0) cursor.option = option;
    } else if (const CLI::App* command = find_command(*cursor.command, word)) {
      cursor.command = command;
    } else {
      cursor.typed.arguments.push_back(word);
    }
  }
  return cursor;
}

}  // namespace

std::vector<Completion> completions(const CLI::App& app, std::span<const std::string> typed) {
  if (typed.empty()) return {};
  const Cursor cursor = cursor_after(app, typed.first(typed.size() - 1));
  const std::string& last = typed.back();
  Candidates candidates = cursor.option != nullptr ? values_of(*cursor.option, cursor.typed)
                          : last.starts_with("-")  ? options_of(*cursor.command)
                                                   : arguments_of(*cursor.command, cursor.typed);
  // A value may be a list; its earlier words stay unchanged.
  const std::string before = cursor.option != nullptr ? last.substr(0, last.rfind(',') + 1) : "";
  for (Completion& candidate : candidates) candidate.word.insert(0, before);
  std::erase_if(candidates, [&](const Completion& c) { return !c.word.starts_with(last); });
  return candidates;
}

}  // namespace orrery::inline commands
