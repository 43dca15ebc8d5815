#include <array>
#include <ranges>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "algorithms/algorithm.h"
#include "algorithms/common/distributions.h"
#include "algorithms/libraries.h"
#include "emu/net/topology.h"
#include "scenarios/commands/orrery/algorithm_card.h"
#include "scenarios/commands/orrery/commands.h"
#include "scenarios/formats/checked_file.h"
#include "scenarios/keys/keys.h"
#include "scenarios/report/output_file.h"
#include "scenarios/report/table.h"
#include "scenarios/reproduce/reproduction.h"
#include "scenarios/run/load.h"
#include "scenarios/run/metrics/metric.h"
#include "scenarios/spec/presets.h"
#include "scenarios/teaching/forms.h"
#include "scenarios/text/scenario_library.h"
#include "scenarios/text/words.h"

namespace orrery::inline commands {
namespace {

constexpr const char* kListFooter = R"(Examples:
  orrery list                            # everything
  orrery list algorithms
  orrery list algorithms allreduce
  orrery list algorithms k-nomial        # letters, rounds, volume, time, order, source
  orrery list algorithms --as openmpi    # their names in Open MPI, for --algorithm and rules
  orrery list topologies --json -        # for programs
  mkdir plans && orrery export --ranks 4 --format msccl-xml -o plans/ring.xml
  orrery list schedules plans            # collective and verdict of each file in the folder)";

constexpr std::size_t kTextWidth = 58;  ///< of the last column of algorithms
constexpr std::size_t kKeyWidth = 70;   ///< of the last column of keys
constexpr std::size_t kLastWidth = 80;  ///< of the last column elsewhere

/// A list: the names of its columns and its rows.
struct Listing {
  std::vector<std::string> columns;
  std::vector<std::vector<std::string>> rows;
};

Listing list_collectives() {
  Listing list{{"name", "bytes", "algorithms"}, {}};
  for (const Collective& c : collectives()) {
    std::string algorithms;
    for (const Algorithm* a : catalog())
      if (a->collective == c.name)
        algorithms += fmt::format("{}{}", algorithms.empty() ? "" : ", ", a->name);
    list.rows.push_back({std::string(c.name), std::string(c.bytes_mean), algorithms});
  }
  return list;
}

Listing algorithms_listing(std::span<const Algorithm* const> algorithms) {
  Listing list{{"collective", "name", "summary", "time", "reference", "time_if", "letters",
                "rounds", "sent", "ranks", "order", "reproducible", "keys", "run_by"},
               {}};
  for (const Algorithm* a : algorithms) {
    list.rows.push_back({std::string(a->collective), std::string(a->name), std::string(a->summary),
                         std::string(a->formula), std::string(a->reference),
                         std::string(a->formula_if)});
    const AlgorithmCard card = card_of(*a);
    for (const std::string_view fact :
         {"letters", "rounds", "sent", "ranks", "order", "reproducible", "keys", "run by"})
      list.rows.back().push_back(
          std::ranges::find(card, fact, &AlgorithmCard::value_type::first)->second);
  }
  return list;
}

Listing list_algorithms() {
  return algorithms_listing(catalog());
}

std::string grammar_of(const Preset& p) {
  return fmt::format("{}{}", p.name, p.machine == nullptr ? "" : ":N[,striped]");
}

Listing list_topologies() {
  Listing list{{"name", "grammar", "example", "summary"}, {}};
  for (const TopologyKind* k : topology_kinds())
    list.rows.push_back({std::string(k->name), std::string(k->grammar), std::string(k->example),
                         std::string(k->summary)});
  for (const Preset& p : presets())
    list.rows.push_back(
        {std::string(p.name), grammar_of(p), std::string(p.example()), std::string(p.summary)});
  return list;
}

Listing list_presets() {
  Listing list{{"name", "topology", "sets, unless given as well"}, {}};
  for (const Preset& p : presets()) {
    std::string sets;
    for (const PresetValue& value : p.values)
      sets += fmt::format("{}{} = {}", sets.empty() ? "" : ", ", value.key, value.text);
    list.rows.push_back({grammar_of(p), network_of(p.example()), sets});
  }
  return list;
}

Listing list_mappings() {
  Listing list{{"name", "summary"}, {}};
  for (const Key::Choice& choice : choices_of(*find_key("mapping")))
    list.rows.push_back({choice.word, choice.meaning});
  list.rows.push_back({"list:H,..", "The host of each rank; in a file also [2, 0, 1]"});
  list.rows.push_back({"file:F", "The same from a file of numbers, such as one on each line"});
  return list;
}

Listing list_keys() {
  Listing list{{"table", "name", "option", "value", "expected", "default", "meaning", "choices"},
               {}};
  for (const Key& key : all_keys())
    list.rows.push_back({std::string(key.table), std::string(key.name), option_name(key), key.value,
                         key.expected, std::string(key.standard), key.meaning, choices_text(key)});
  return list;
}

Listing list_metrics() {
  Listing list{{"name", "label", "unit", "better", "meaning"}, {}};
  for (const Metric& f : all_metrics())
    list.rows.push_back({std::string(f.name), std::string(f.label), std::string(unit_of(f.kind)),
                         std::string(better_text(f.better)), std::string(f.meaning)});
  return list;
}

Listing list_distributions() {
  Listing list{{"name", "size of rank i's block, about b = bytes / ranks"}, {}};
  for (const Distribution& d : distributions())
    list.rows.push_back({std::string(d.name), std::string(d.summary)});
  return list;
}

Listing list_scenarios() {
  Listing list{{"name", "title"}, {}};
  for (const auto& path : built_in_scenarios()) {
    std::string title;
    try {
      title = load_scenario(scenario_directory() / path).title;
    } catch (const InputError& e) {
      title = fmt::format("(cannot be read: {})", e.what());
    }
    list.rows.push_back({std::filesystem::path(path).replace_extension().string(), title});
  }
  return list;
}

Listing list_reproductions() {
  Listing list{{"name", "title", "paper"}, {}};
  for (const Reproduction* r : reproductions())
    list.rows.push_back({std::string(r->name), std::string(r->title), std::string(r->source)});
  return list;
}

Listing list_answers() {
  Listing list{{"answer", "kind", "meaning"}, {}};
  for (const teaching::Form* form : teaching::forms())
    list.rows.push_back({std::string(form->pattern), std::string(kind_name(form->kind)),
                         std::string(form->meaning)});
  return list;
}

/// Returns the table of algorithms: summary and time share a column; references are for programs.
std::string algorithms_table(const Listing& list) {
  TextTable table;
  table.left({"collective", "name", "description; time without contention"});
  for (const auto& row : list.rows)
    table.add_row({row[0], row[1], fmt::format("{}{}", wrapped(row[2], kTextWidth), row[3])});
  return table.text(2);
}

/// Returns the table of keys without the columns for programs; meaning, choices and default share a
/// column.
std::string keys_table(const Listing& list) {
  TextTable table;
  table.left({"key", "meaning"});
  for (const auto& row : list.rows) {
    std::string text = wrapped(row[6], kKeyWidth);
    if (!row[7].empty()) text += wrapped(row[7] + ".", kKeyWidth);
    text += wrapped("Default: " + row[5], kKeyWidth);
    text.pop_back();
    table.add_row({fmt::format("{}.{}", row[0], row[1]), text});
  }
  return table.text(2);
}

std::string as_table(const Listing& list) {
  if (list.rows.empty()) return "  none yet\n";
  TextTable table;
  for (const std::string& column : list.columns) table.left({column});
  for (auto row : list.rows) {
    if (display_width(row.back()) > kLastWidth) {
      row.back() = wrapped(row.back(), kLastWidth);
      row.back().pop_back();
    }
    table.add_row(row);
  }
  return table.text(2);
}

/// Lists a library's names of its algorithms, as --algorithm takes them, and their counterparts in
/// the catalogue; only those of a collective, unless it is empty.
Listing list_as(const std::string& word, std::string_view collective) {
  const Library* const library = find_library(word);
  if (library == nullptr)
    throw InputError({.source = "--as", .is_option = true}, "",
                     unknown_word(word, std::views::transform(libraries(), &Library::word)));
  Listing list{{"algorithm", "collective", "in the catalogue", "messages"}, {}};
  for (const LibraryAlgorithm& row : library_algorithms()) {
    if (row.library != library->name) continue;
    if (!collective.empty() && row.call != collective) continue;
    const std::string_view called = name_or_number(row);
    list.rows.push_back(
        {fmt::format("{}:{}:{}", word, row.call, called), std::string(row.call),
         fmt::format(
             "{}{}{}{}", row.algorithm, row.radix.empty() ? "" : ", radix ", row.radix,
             called == row.name ? "" : fmt::format(" ({})", row.name.substr(called.size() + 1))),
         std::string(row.messages)});
  }
  return list;
}

struct Section {
  std::string_view name;
  Listing (*make)();
  std::string (*table)(const Listing&) = as_table;
  std::string_view old_name = {};  ///< still accepted
};

constexpr std::array kSections{Section{"collectives", list_collectives},
                               Section{"algorithms", list_algorithms, algorithms_table},
                               Section{"topologies", list_topologies},
                               Section{"presets", list_presets},
                               Section{"mappings", list_mappings},
                               Section{"distributions", list_distributions},
                               Section{"keys", list_keys, keys_table},
                               Section{"metrics", list_metrics, as_table, "figures"},
                               Section{"scenarios", list_scenarios},
                               Section{"reproductions", list_reproductions},
                               Section{"answers", list_answers}};

nlohmann::ordered_json as_json(const Listing& list) {
  auto rows = nlohmann::ordered_json::array();
  for (const auto& row : list.rows) {
    nlohmann::ordered_json object;
    for (std::size_t i = 0; i < row.size(); ++i) object[list.columns[i]] = row[i];
    rows.push_back(std::move(object));
  }
  return rows;
}

struct ListOptions {
  std::string section, name, csv, as, json;
  bool wide = false;

  /// Writes the JSON that is requested, or prints the text.
  void write(const std::string& as_json, const std::string& text) const {
    if (!json.empty()) OutputFile(json, "--json").write(as_json);
    if (json.empty()) write_stdout(text);
  }
};

/// Lists the schedules in a folder, each checked.
int list_schedules(const ListOptions& o) {
  if (o.name.empty())
    throw InputError({"list schedules"}, "", {"no folder is given", "list schedules FOLDER"});
  const std::vector<CheckedFile> files = check_folder(o.name);
  if (!o.csv.empty()) OutputFile(o.csv, "--csv").write(checked_csv(files));
  o.write(checked_json(files), o.csv == "-" ? "" : library_table(files));
  return kExitFine;
}

std::vector<const Algorithm*> all_named(const std::string& name) {
  if (name.empty()) return {catalog().begin(), catalog().end()};
  std::vector<const Algorithm*> found = algorithms_named(name);
  if (!found.empty()) return found;
  std::vector<std::string_view> known;
  for (const Algorithm* a : catalog()) known.insert(known.end(), {a->name, a->collective});
  throw InputError({"list algorithms"}, "",
                   {fmt::format("'{}' is unknown", name),
                    "an algorithm, such as ring, or a collective", nearest_of(name, known)});
}

/// Lists algorithms with all details; those of a collective in a table.
int list_named(const ListOptions& o) {
  const auto all = all_named(o.name);
  const Listing listing = algorithms_listing(all);
  const nlohmann::ordered_json object{{"algorithms", as_json(listing)}};
  const bool is_collective = all.front()->collective == o.name && !o.wide;
  o.write(object.dump(2) + "\n", is_collective ? algorithms_table(listing) : cards_text(all));
  return kExitFine;
}

int list_sections(const ListOptions& o) {
  std::string text;
  nlohmann::ordered_json object;
  for (const Section& section : kSections) {
    if (!o.section.empty() && o.section != section.name && o.section != section.old_name) continue;
    const Listing listing = section.make();
    object[o.section.empty() ? std::string(section.name) : o.section] = as_json(listing);
    text += fmt::format("{}{}\n{}", text.empty() ? "" : "\n", section.name, section.table(listing));
  }
  if (text.empty()) {
    std::vector<std::string_view> names{"schedules"};
    for (const Section& section : kSections) names.push_back(section.name);
    throw InputError({"list"}, "", unknown_word(o.section, names));
  }
  o.write(object.dump(2) + "\n", text);
  return kExitFine;
}

int list(const ListOptions& o) {
  if (o.section == "schedules") return list_schedules(o);
  if (!o.as.empty()) {
    if (o.section != "algorithms")
      throw InputError({"list"}, "", {"--as is for algorithms", "list algorithms --as openmpi"});
    const Listing listing = list_as(o.as, o.name);
    if (listing.rows.empty())
      throw InputError({"list"}, "",
                       {fmt::format("'{}' has no algorithm of {}", o.name, o.as),
                        "a collective, such as list algorithms allreduce --as openmpi"});
    const nlohmann::ordered_json object{{"algorithms", as_json(listing)}};
    o.write(object.dump(2) + "\n", as_table(listing));
    return kExitFine;
  }
  const bool cards = o.wide || !o.name.empty();
  if (cards && o.section != "algorithms")
    throw InputError({"list"}, "", {"NAME and --wide are for algorithms", "list algorithms"});
  return cards ? list_named(o) : list_sections(o);
}

}  // namespace

void add_list_command(CommandLine& app, int& status) {
  const auto [command, options] = app.add_command<ListOptions>(
      "list", "List collectives, algorithms, topologies, scenarios, keys and more", kListFooter,
      status, list);
  command.add_option(
      "what", options.section,
      "collectives, algorithms, topologies, presets, mappings, distributions, keys, metrics, "
      "scenarios, reproductions or answers; schedules: those in a folder; default: all but these",
      "LIST");
  command.add_option(
      "name", options.name,
      "Algorithms: those of this collective, or all details of those of this name; schedules: the "
      "folder",
      "NAME|FOLDER");
  command.add_option("--csv", options.csv, "Schedules as CSV; - is standard output", "FILE|-");
  command.add_option("--as", options.as, "Algorithms: their names in this library",
                     "openmpi|mpich|nccl|ucc");
  command.add_flag("--wide", options.wide, "Show all details of each algorithm");
  command.add_option("--json", options.json, "As JSON; - is standard output", "FILE|-")
      ->value_if_bare("-");
}

}  // namespace orrery::inline commands
