#include "scenarios/run/score/machines.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "algorithms/common/arithmetic.h"
#include "emu/net/topology.h"
#include "scenarios/keys/keys.h"
#include "scenarios/run/load.h"
#include "scenarios/spec/places.h"
#include "scenarios/spec/problem.h"
#include "scenarios/text/csv_table.h"
#include "scenarios/text/units_text.h"

namespace orrery {
namespace fs = std::filesystem;
namespace {

/// The limit on messages in one step: more of sparbit's take too long and are joined.
constexpr int kMostApart = 256;
constexpr std::string_view kApart = "sparbit", kJoined = "sparbit-joined";

/// Returns the processor time of the sender for messages that the run joins: sparbit has p - 1, in
/// ⌈log2 p⌉ steps.
Time of_joined_messages(const RunSpec& run) {
  if (run.algorithm != kJoined) return Time{0};
  return run.costs.overhead_of(run.bytes) * (run.ranks - 1 - ceil_log2(run.ranks));
}

/// Sets bytes and datatype; returns why a row cannot be run, or nothing.
std::optional<std::string> set_size(RunSpec& spec, const MeasuredRow& row) {
  const std::int64_t parts = counts_parts(spec.collective) ? row.ranks : 1;
  if (row.bytes.count() % parts != 0 || row.bytes.count() == 0)
    return fmt::format("{} do not divide evenly among {} ranks", size_text(row.bytes), row.ranks);
  give_bytes(spec, Bytes(row.bytes.count() / parts));
  const bool whole = spec.bytes.count() % 4 == 0;
  spec.datatype = whole ? "int32" : "uint8";
  return std::nullopt;
}

std::optional<std::string> set_keys(RunSpec& spec, const Counterpart& algorithm) {
  for (const auto& [name, value] : algorithm.keys) {
    const Key* const key = find_key(name);
    if (key == nullptr)
      return fmt::format("the mapping names the key '{}', which is unknown", name);
    try {
      key->set(spec, value);
    } catch (const std::invalid_argument& e) {
      return fmt::format("the mapping says {} = {}: {}", name, value, e.what());
    }
  }
  return std::nullopt;
}

constexpr std::string_view kGroups = "groups:", kTorus = "torus:";

/// Returns the hosts of a whole group in the machine: the first of "groups:A,..". 0: it has no
/// groups.
int whole_group(const std::string& machine) {
  return machine.starts_with(kGroups) ? std::max(1, std::atoi(machine.c_str() + kGroups.size()))
                                      : 0;
}

/// Returns groups of `size` for the hosts, as many as are needed.
std::string groups_of(int hosts, int size) {
  std::string spec = "groups:";
  for (; hosts > 0; hosts -= size)
    spec += fmt::format("{}{}", spec.back() == ':' ? "" : ",", std::min(hosts, size));
  return spec;
}

/// Returns the topology without a table of places. A side of two hosts in a job lies on a longer
/// ring of the machine.
std::string usual_topology(const std::string& machine, const MeasuredRow& row, bool on_torus) {
  if (!row.shape.empty() && (on_torus || machine.starts_with(kTorus)))
    return fmt::format("torus:{},one-link", row.shape);
  if (const int size = whole_group(machine); size > 0) return groups_of(row.nodes, size);
  return fmt::format("star:{}", row.nodes);
}

/// Returns the hosts of the ranks: from the table, or if it has another number of ranks, `tasks`
/// ranks on each of its nodes in order. Nothing if it has too few.
std::optional<std::vector<int>> hosts_of(const Mapping& places, int ranks, int tasks) {
  if (std::ssize(places.list) == ranks) return places.list;
  std::vector<int> list;
  const int nodes = 1 + *std::ranges::max_element(places.list);
  if (std::int64_t{nodes} * tasks < ranks) return std::nullopt;
  list.reserve(static_cast<std::size_t>(ranks));
  for (int rank = 0; rank < ranks; ++rank) list.push_back(rank / tasks);
  return list;
}

void set_hosts(RunSpec& spec, std::vector<int> list) {
  std::map<int, int> on;
  for (const int host : list)
    spec.mapping.ranks_per_host = std::max(spec.mapping.ranks_per_host, ++on[host]);
  spec.mapping.kind = MappingKind::kList;
  spec.mapping_text = fmt::format("list:{}", fmt::join(list, ","));
  spec.mapping.list = std::move(list);
}

}  // namespace

Machines::Machines(std::vector<fs::path> folders, fs::path alloc)
    : folders_(std::move(folders)), alloc_(std::move(alloc)) {
  std::error_code none;
  for (const fs::path& folder : folders_)
    for (const fs::path& file : {folder / "fitted.csv", folder / "data" / "fitted.csv"}) {
      if (!fs::exists(file, none)) continue;
      const CsvTable table = read_csv_file(file.string());
      const std::size_t machine = table.column("machine"), job = table.column("timestamp");
      for (const auto& row : table.rows) fitted_.insert(row[machine] + '/' + row[job]);
    }
}

/// Returns the machine; null if there is no such file.
const RunSpec* Machines::machine(const std::string& name) {
  const auto [known, is_new] = machines_.try_emplace(name);
  std::error_code none;
  for (const fs::path& folder : folders_) {
    const fs::path file = folder / (name + ".toml");
    if (!is_new || known->second || !fs::exists(file, none)) continue;
    Scenario scenario = load_scenario(file);
    known->second = std::make_unique<RunSpec>(std::move(scenario.cells.front()));
  }
  return known->second.get();
}

/// Returns the places of the smallest table that has enough ranks, or nodes for them.
Machines::Places Machines::places(const MeasuredRow& row) {
  if (alloc_.empty()) return {};
  const std::string stem = row.machine + '_' + row.timestamp;
  std::map<std::pair<std::int64_t, std::string>, Places> fitting;
  for (const fs::directory_entry& entry : fs::directory_iterator(alloc_)) {
    const std::string name = entry.path().filename().string();
    if (!name.starts_with(stem) || !name.ends_with(".csv")) continue;
    if (const char next = name[stem.size()]; next != '.' && next != '_') continue;
    const auto [known, is_new] = places_.try_emplace(entry.path().string());
    if (is_new) known->second = read_places(entry.path().string());
    if (auto hosts = hosts_of(known->second, row.ranks, row.tasks_per_node))
      fitting[{std::ssize(known->second.list), name}] = {entry.path(), std::move(*hosts)};
  }
  return fitting.empty() ? Places() : fitting.begin()->second;
}

std::optional<std::string> Machines::place(RunSpec& spec, const MeasuredRow& row,
                                           const std::string& machine) {
  Places places = this->places(row);
  spec.mapping = {};
  spec.mapping_text = "sequential";
  spec.ranks = row.ranks;
  if (!places.file.empty()) {
    set_hosts(spec, std::move(places.hosts));
    const int whole = std::max(1, whole_group(machine));
    spec.topology = fmt::format("{}{}:{}", kGroups, whole, places.file.string());
    return std::nullopt;
  }
  if (std::int64_t{row.nodes} * row.tasks_per_node < row.ranks)
    return fmt::format("{} ranks are more than {} on each of {} nodes", row.ranks,
                       row.tasks_per_node, row.nodes);
  spec.mapping.ranks_per_host = row.tasks_per_node;
  return std::nullopt;
}

std::string Machines::scenario_of(const MeasuredRow& row) {
  for (const std::string& name : {row.machine + '-' + row.implementation, row.machine})
    if (machine(name) != nullptr) return name;
  return "";
}

std::variant<RunSpec, std::string> Machines::run_of(const MeasuredRow& row,
                                                    const Counterpart& algorithm) {
  const std::string name = scenario_of(row);
  if (name.empty()) return fmt::format("the machine is unknown: there is no {}.toml", row.machine);
  const RunSpec* const base = machine(name);
  RunSpec spec = *base;
  spec.collective = algorithm.collective;
  spec.algorithm = algorithm.algorithm;
  if (spec.algorithm == kApart && row.ranks > kMostApart) spec.algorithm = kJoined;
  spec.topology = usual_topology(base->topology, row, algorithm.on_torus);
  spec.payload = PayloadKind::kGhost;
  spec.swept.clear();
  for (const auto& problem :
       {place(spec, row, base->topology), set_size(spec, row), set_keys(spec, algorithm)})
    if (problem) return *problem;
  spec.swept = {{"run", fmt::format("{}.{}.{}.{}.{}.{}", row.machine, row.timestamp, row.ranks,
                                    spec.collective, spec.algorithm, fingerprint(spec))}};
  return spec;
}

std::optional<double> predicted_seconds(const RunSpec& run, const RunResult& result) {
  if (result.outcome != Outcome::kFine || result.metrics.completion == Time{0}) return std::nullopt;
  return to_seconds(result.metrics.completion + of_joined_messages(run));
}

std::string fingerprint(const RunSpec& spec) {
  std::uint64_t hash = 14695981039346656037U;  // FNV-1a
  for (const Key& key : keys())
    for (const char c : key.get(spec) + '\n')
      hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211U;
  return fmt::format("{:016x}", hash);
}

}  // namespace orrery
