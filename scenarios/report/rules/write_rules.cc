#include "scenarios/report/rules/write_rules.h"

#include <algorithm>
#include <array>
#include <functional>
#include <limits>
#include <optional>
#include <ranges>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "emu/base/letters.h"
#include "scenarios/report/rules/library_rules.h"
#include "scenarios/text/words.h"

namespace orrery {
namespace {

using Json = nlohmann::ordered_json;

/// A line of the table: ranks and bytes from which it holds, and up to which, if there is an end.
struct RuleEntry {
  int ranks = 0;
  std::optional<int> last_ranks;
  std::int64_t bytes = 0;
  std::optional<std::int64_t> last_bytes;
  std::string_view algorithm;  ///< the library's name
  bool keeps_default = false;  ///< the library may choose
};

/// Returns the entries of the rules. `size` counts bytes as the library does.
std::vector<RuleEntry> entries_of(const DecisionTable& table, const KnownAlgorithms& known,
                                  std::int64_t (*size)(std::string_view, int, std::int64_t)) {
  std::vector<RuleEntry> entries;
  for (std::size_t s = 0; s < table.sections.size(); ++s) {
    const auto& [ranks, rules] = table.sections[s];
    for (std::size_t r = 0; r < rules.size(); ++r) {
      if (r > 0 && same_choice(rules[r], rules[r - 1])) continue;
      RuleEntry entry{ranks,
                      std::nullopt,
                      r == 0 ? 0 : size(table.collective, ranks, rules[r].bytes),
                      std::nullopt,
                      name_or_number(*known.rows[rules[r].algorithm]),
                      rules[r].keeps_default};
      if (s + 1 < table.sections.size()) entry.last_ranks = table.sections[s + 1].ranks - 1;
      if (r > 0 && entries.back().ranks == ranks) entries.back().last_bytes = entry.bytes - 1;
      entries.push_back(entry);
    }
  }
  return entries;
}

/// Returns the name of MPI's function: "bcast", "reduce_scatter".
std::string call_of(std::string_view collective) {
  return collective == "broadcast" ? "bcast" : with_underscores(collective);
}

std::string open_mpi_json(const DecisionTable& table, const KnownAlgorithms& known) {
  Json sections = Json::array();
  for (const RuleEntry& e : entries_of(table, known, bytes_for_open_mpi)) {
    if (sections.empty() || sections.back()["comm_size_min"] != e.ranks) {
      sections.push_back({{"comm_size_min", e.ranks}});
      if (e.last_ranks) sections.back()["comm_size_max"] = *e.last_ranks;
      sections.back()["rules"] = Json::array();
    }
    Json rule{{"msg_size_min", e.bytes}};
    if (e.last_bytes)
      rule["msg_size_max"] = *e.last_bytes;
    else
      rule["msg_size_max"] = "inf";
    rule["alg"] = e.keeps_default ? 0 : std::stoi(std::string(e.algorithm));
    sections.back()["rules"].push_back(rule);
  }
  return Json{{"rule_file_version", 3},
              {"module", "tuned"},
              {"collectives", {{call_of(table.collective), sections}}}}
             .dump(2) +
         '\n';
}

std::int64_t bytes_as_they_are(std::string_view /*collective*/, int /*ranks*/, std::int64_t bytes) {
  return bytes;
}

/// Returns "Reduce_scatter".
std::string mpich_function(std::string_view collective) {
  std::string name = call_of(collective);
  name.front() = static_cast<char>(name.front() - 'a' + 'A');
  return name;
}

/// Writes MPICH's JSON. MPICH needs an algorithm everywhere; if the map does not determine one, it
/// is the first.
std::string mpich_json(const DecisionTable& table, const KnownAlgorithms& known) {
  Json ranks = Json::object();
  std::string key;
  for (const RuleEntry& e : entries_of(table, known, bytes_as_they_are)) {
    key = e.last_ranks ? fmt::format("comm_size<={}", *e.last_ranks) : "comm_size=any";
    const std::string size =
        e.last_bytes ? fmt::format("avg_msg_size<={}", *e.last_bytes) : "avg_msg_size=any";
    ranks[key][size][fmt::format("algorithm=MPIR_{}_intra_{}", mpich_function(table.collective),
                                 e.algorithm)] = Json::object();
  }
  return Json{{"collective=" + call_of(table.collective), {{"comm_type=intra", ranks}}}}.dump(4) +
         '\n';
}

/// Writes rules for NCCL's tuner, which has no ranges of ranks: rules for each number in the map,
/// and at the end those for more ranks.
std::string nccl_csv(const DecisionTable& table, const KnownAlgorithms& known) {
  std::string call = table.collective;
  std::erase(call, '-');
  std::string text =
      "collective_type,min_bytes,max_bytes,algorithm,protocol,channels,nNodes,nRanks,numPipeOps,"
      "regBuff\n";
  constexpr std::int64_t kAll = 4294967295;
  for (const RuleEntry& e : entries_of(table, known, bytes_of_larger_buffer))
    for (int ranks = e.ranks; !e.keeps_default && ranks <= e.last_ranks.value_or(e.ranks); ++ranks)
      text += fmt::format("{},{},{},{},simple,-1,-1,{},-1,-1\n", call, e.bytes,
                          e.last_bytes.value_or(kAll), small_letters(e.algorithm),
                          e.last_ranks ? ranks : -1);
  return text;
}

std::string ucc_string(const DecisionTable& table, const KnownAlgorithms& known) {
  const std::string call = call_of(table.collective);
  std::string text;
  for (const RuleEntry& e : entries_of(table, known, bytes_of_larger_buffer))
    if (!e.keeps_default)
      text += fmt::format("{}{}:{}-{}:[{}-{}]:@{}", text.empty() ? "" : "#", call, e.bytes,
                          e.last_bytes ? fmt::format("{}", *e.last_bytes + 1) : "inf", e.ranks,
                          e.last_ranks ? fmt::format("{}", *e.last_ranks) : "inf", e.algorithm);
  return "UCC_TL_UCP_TUNE=" + text + '\n';
}

struct RulesFormat {
  std::string_view word, library;
  std::string (*write)(const DecisionTable&, const KnownAlgorithms&);  ///< null: open_mpi_rules()
};
constexpr std::array kFormats{RulesFormat{"openmpi", "openmpi", nullptr},
                              RulesFormat{"openmpi-json", "openmpi", open_mpi_json},
                              RulesFormat{"mpich", "mpich", mpich_json},
                              RulesFormat{"nccl", "nccl", nccl_csv},
                              RulesFormat{"ucc", "ucc", ucc_string}};

}  // namespace

Contenders KnownAlgorithms::contenders() const {
  return [rows = rows](std::size_t a) { return rows[a] != nullptr; };
}

KnownAlgorithms algorithms_in(const Library& library, const WinnerMap& map,
                              const std::string& collective) {
  KnownAlgorithms known;
  const bool has_rules = library.word != "openmpi" || open_mpi_number(collective);
  std::size_t count = 0;
  for (const std::string& algorithm : map.algorithms) {
    const LibraryAlgorithm* const row =
        has_rules ? counterpart_in(library.name, collective, algorithm) : nullptr;
    known.rows.push_back(row);
    std::string& list = row == nullptr ? known.left_out : known.ours;
    list += fmt::format("{}{}", list.empty() ? "" : ", ", algorithm);
    if (row == nullptr) continue;
    ++count;
    list += fmt::format(" = {}", name_or_number(*row));
  }
  if (count < 2)
    throw InputError(fmt::format(
        "--rules: of the algorithms of the map {} has {}; expected at least two that it has",
        library.name, known.ours.empty() ? "none" : "only " + known.ours));
  return known;
}

std::string rules_for(std::string_view format, const WinnerMap& map, const Scenario& scenario) {
  const auto* const found = std::ranges::find(kFormats, format, &RulesFormat::word);
  if (found == kFormats.end())
    throw InputError({.source = "--rules-for", .is_option = true}, "",
                     unknown_word(format, std::views::transform(kFormats, &RulesFormat::word)));
  if (found->write == nullptr) return open_mpi_rules(map, scenario);
  const KnownAlgorithms known =
      algorithms_in(*find_library(found->library), map, scenario.cells.front().collective);
  return found->write(decide(map, scenario, "--rules", known.contenders()), known);
}

}  // namespace orrery
