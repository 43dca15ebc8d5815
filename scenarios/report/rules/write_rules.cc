#include "scenarios/report/rules/write_rules.h"

#include <algorithm>
#include <array>
#include <optional>
#include <ranges>
#include <tuple>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "emu/base/letters.h"
#include "scenarios/report/rules/library_rules.h"
#include "scenarios/text/words.h"

namespace orrery::inline report {
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

/// A nonblocking collective of MPICH, and algorithms for it that always work, within a group of processes and between
/// two groups; if `inter` is empty, the first does for both.
struct MpichCall {
  std::string_view name, intra, inter;
};
constexpr MpichCall kMpichCalls[] = {
    {"Iallgather", "intra_sched_ring", "inter_sched_local_gather_remote_bcast"},
    {"Iallgatherv", "intra_sched_ring", "inter_sched_remote_gather_local_bcast"},
    {"Iallreduce", "intra_sched_recursive_doubling", "inter_sched_remote_reduce_local_bcast"},
    {"Ialltoall", "intra_sched_pairwise", "inter_sched_pairwise_exchange"},
    {"Ialltoallv", "intra_sched_blocked", "inter_sched_pairwise_exchange"},
    {"Ialltoallw", "intra_sched_blocked", "inter_sched_pairwise_exchange"},
    {"Ibarrier", "intra_sched_recursive_doubling", "inter_sched_bcast"},
    {"Ibcast", "intra_sched_binomial", "inter_sched_flat"},
    {"Iexscan", "intra_sched_recursive_doubling", ""},
    {"Igather", "intra_sched_binomial", "inter_sched_long"},
    {"Igatherv", "allcomm_sched_linear", ""},
    {"Ineighbor_allgather", "allcomm_sched_linear", ""},
    {"Ineighbor_allgatherv", "allcomm_sched_linear", ""},
    {"Ineighbor_alltoall", "allcomm_sched_linear", ""},
    {"Ineighbor_alltoallv", "allcomm_sched_linear", ""},
    {"Ineighbor_alltoallw", "allcomm_sched_linear", ""},
    {"Ireduce", "intra_sched_binomial", "inter_sched_local_reduce_remote_send"},
    {"Ireduce_scatter", "intra_sched_recursive_doubling",
     "inter_sched_remote_reduce_local_scatterv"},
    {"Ireduce_scatter_block", "intra_sched_recursive_doubling",
     "inter_sched_remote_reduce_local_scatterv"},
    {"Iscan", "intra_sched_recursive_doubling", ""},
    {"Iscatter", "intra_sched_binomial", "inter_sched_linear"},
    {"Iscatterv", "allcomm_sched_linear", ""},
};

/// Returns a leaf of MPICH's tree, for "Bcast" and "intra_binomial".
Json mpich_leaf(std::string_view function, std::string_view algorithm) {
  return {{fmt::format("algorithm=MPIR_{}_{}", function, algorithm), Json::object()}};
}

/// Adds the collectives that MPICH's tree lacks: MPICH reads a whole table and stops at a call that it does not find.
/// Blocking calls take their nonblocking counterparts.
void complete_mpich(Json& tree) {
  for (const MpichCall& c : kMpichCalls) {
    std::string blocking(c.name.substr(1));
    blocking.front() = static_cast<char>(blocking.front() - 'a' + 'A');
    if (const std::string key = "collective=" + small_letters(blocking); !tree.contains(key))
      tree[key] = mpich_leaf(blocking, "allcomm_nb");
    Json intra = mpich_leaf(c.name, c.intra);
    if (c.name.starts_with("Ialltoall"))
      intra = {{"is_sendbuf_inplace=yes", mpich_leaf(c.name, "intra_sched_inplace")},
               {"is_sendbuf_inplace=no", intra}};
    if (!c.inter.empty())
      intra = {{"comm_type=intra", intra}, {"comm_type=inter", mpich_leaf(c.name, c.inter)}};
    tree["collective=" + small_letters(c.name)] = intra;
  }
}

/// Returns the leaf of an algorithm, below the condition without which MPICH would stop.
Json mpich_choice(const std::string& function, std::string_view algorithm) {
  Json leaf = mpich_leaf(function, fmt::format("intra_{}", algorithm));
  const Json always = mpich_leaf(function, "allcomm_nb");
  if (algorithm == "reduce_scatter_allgather" || algorithm == "reduce_scatter_gather")
    return {{"count<pow2", always}, {"count=any", leaf}};
  if (algorithm == "scatter_recursive_doubling_allgather" ||
      (function.starts_with("Allgather") && algorithm == "recursive_doubling"))
    return {{"comm_size=pow2", leaf}, {"comm_size=any", always}};
  return leaf;
}

/// Writes MPICH's JSON. MPICH needs an algorithm everywhere; if the map does not determine one, it
/// is the first.
std::string mpich_json(const DecisionTable& table, const KnownAlgorithms& known) {
  const std::string function = mpich_function(table.collective);
  const Json always = mpich_leaf(function, "allcomm_nb");
  Json ranks = Json::object();
  std::string key;
  for (const RuleEntry& e : entries_of(table, known, bytes_as_they_are)) {
    key = e.last_ranks ? fmt::format("comm_size<={}", *e.last_ranks) : "comm_size=any";
    const std::string size =
        e.last_bytes ? fmt::format("avg_msg_size<={}", *e.last_bytes) : "avg_msg_size=any";
    ranks[key][size] = mpich_choice(function, e.algorithm);
  }
  for (const auto& [functions, usual, other] :
       {std::tuple("Allreduce Reduce", "is_op_built_in=yes", "is_op_built_in=no"),
        {"Reduce_scatter", "is_commutative=yes", "is_commutative=no"},
        {"Alltoall Alltoallv", "is_sendbuf_inplace=no", "is_sendbuf_inplace=yes"}})
    if (std::ranges::count(split(functions, ' '), function) > 0)
      ranks = {{usual, ranks}, {other, always}};
  Json tree{{"collective=" + call_of(table.collective),
             {{"comm_type=intra", ranks}, {"comm_type=inter", always}}}};
  complete_mpich(tree);
  return tree.dump(4) + '\n';
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

}  // namespace orrery::inline report
