#include "scenarios/run/score/machines.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "algorithms/common/arithmetic.h"
#include "emu/base/hash.h"
#include "emu/net/topology.h"
#include "scenarios/keys/keys.h"
#include "scenarios/run/load.h"
#include "scenarios/spec/places.h"
#include "scenarios/spec/problem.h"
#include "scenarios/text/csv_table.h"

namespace orrery::inline run {
namespace fs = std::filesystem;
namespace {

/// Algorithms that send every block separately, and those that send the same blocks in one message
/// per step.
struct Apart {
  std::string_view name, joined;
  int most;  ///< ranks; above it the many messages take too long to run and are joined
};
constexpr std::array kApart{
    Apart{"sparbit", "sparbit-joined", 256},
    Apart{"bine-halving-separate", "bine-halving", 32},
    Apart{"bine-doubling-separate", "bine-doubling", 32},
};

/// Returns the algorithm with joined messages; null if there is none, or if it runs unchanged.
const Apart* joined_of(std::string_view algorithm, int ranks) {
  const auto found = std::ranges::find(kApart, algorithm, &Apart::name);
  return found == kApart.end() || ranks <= found->most ? nullptr : &*found;
}

/// Bytes of a row for each of `parts`: whole elements if the table counts them.
std::int64_t bytes_of_part(const MeasuredRow& row, std::int64_t parts) {
  if (row.count == 0) return row.bytes.count() / parts;
  return row.count / parts * (row.bytes.count() / row.count);
}

/// Sets bytes and datatype; returns the reason if that is impossible, or nothing. If the ranks do not divide the
/// elements, every rank has equally many, and the rest is not sent.
std::optional<std::string> set_size(RunSpec& spec, const MeasuredRow& row) {
  const std::int64_t bytes = bytes_of_part(row, counts_parts(spec.collective) ? row.ranks : 1);
  if (bytes == 0) return "fewer elements than ranks: the parts are empty";
  give_bytes(spec, Bytes(bytes));
  spec.datatype = bytes % 4 == 0 ? "int32" : "uint8";
  return std::nullopt;
}

/// Keys of a mapping that name work which no run has (LeftOut).
constexpr std::string_view kCut = "cut", kPermutes = "permutes", kPieces = "pieces",
                           kExchanges = "exchanges";

/// Returns the additional messages of a reduce-scatter by halves whose messages m / 2, m / 4, ... are sent in
/// segments.
LeftOut::Segments extra_segments(const MeasuredRow& row) {
  std::int64_t size = std::atoll(row.segment.c_str());
  if (row.segment.empty()) size = std::max<std::int64_t>(1, row.bytes.count() / row.ranks);
  LeftOut::Segments extra;
  if (size <= 0) return extra;
  extra.size = Bytes(size);
  for (int step = 1; step <= floor_log2(row.ranks); ++step)
    extra.messages += std::max<std::int64_t>(1, (row.bytes.count() >> step) / size) - 1;
  return extra;
}

/// Returns the halves of the messages of an allgather in which data double: of 2, 4, .. blocks.
std::vector<Bytes> halves_of(const MeasuredRow& row) {
  std::vector<Bytes> halves;
  const std::int64_t block = bytes_of_part(row, row.ranks);
  for (int step = 1; step < ceil_log2(row.ranks); ++step) halves.emplace_back(block << (step - 1));
  return halves;
}

std::optional<std::string> set_keys(RunSpec& spec, const Counterpart& algorithm) {
  for (const auto& [name, value] : algorithm.keys) {
    if (name == kPermutes || name == kCut || name == kPieces || name == kExchanges) continue;
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

constexpr std::string_view kGroupsTopology = "groups:", kTorus = "torus:";

/// Returns the hosts of a whole group in the machine: the first of "groups:A,..". 0: it has no
/// groups.
int whole_group(const std::string& machine) {
  return machine.starts_with(kGroupsTopology)
             ? std::max(1, std::atoi(machine.c_str() + kGroupsTopology.size()))
             : 0;
}

/// Returns groups of `size` hosts, as many as needed.
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
  for (const fs::path& file : beside("fitted.csv")) {
    const CsvTable table = read_csv_file(file.string());
    for (std::size_t i = 0; i < table.rows.size(); ++i) {
      const CsvLine line(table, i);
      const std::string ranks = line.optional("ranks");
      fitted_.emplace(line.word("machine") + '/' + line.word("timestamp"),
                      ranks.empty() ? 0 : line.count("ranks"));
    }
  }
}

/// Returns the tables of this name in the folders, and in `data` there.
std::vector<fs::path> Machines::beside(const char* name) const {
  std::vector<fs::path> files;
  std::error_code none;
  for (const fs::path& folder : folders_)
    for (const fs::path& file : {folder / name, folder / "data" / name})
      if (fs::exists(file, none)) files.push_back(file);
  return files;
}

void Machines::leave_out_jobs() {
  left_out_.emplace();
  for (const fs::path& file : beside("left_out.csv")) {
    decltype(left_out_)::value_type of_file;
    const CsvTable table = read_csv_file(file.string());
    for (std::size_t i = 0; i < table.rows.size(); ++i) {
      const CsvLine line(table, i);
      const std::string key = line.word("key");
      if (find_key(key) == nullptr)
        line.refuse("key", fmt::format("'{}' is unknown", key), "a key of scenarios");
      of_file[{line.word("scenario"), line.word("timestamp"), line.count("ranks")}].emplace_back(
          key, line.word("value"));
    }
    left_out_->merge(of_file);  // those of earlier folders hold
  }
  if (left_out_->empty())
    throw InputError(
        "--left-out: left_out.csv is missing beside the machines; expected the output of orrery "
        "fit --left-out");
}

/// Sets the costs that were fitted without the job, if it was fitted; returns the reason if there are none, or
/// nothing.
std::optional<std::string> Machines::leave_out(RunSpec& spec, const MeasuredRow& row,
                                               const std::string& scenario) const {
  if (!left_out_ || !is_named(row)) return std::nullopt;
  const auto found = left_out_->find({scenario, row.timestamp, row.ranks});
  if (found == left_out_->end()) return "no numbers were fitted without its job";
  for (const auto& [name, value] : found->second) find_key(name)->set(spec, value);
  return std::nullopt;
}

bool Machines::is_fitted(const MeasuredRow& row) const {
  return !left_out_ && is_named(row);
}

bool Machines::is_named(const MeasuredRow& row) const {
  return fitted_.contains({row.job(), row.ranks}) || fitted_.contains({row.job(), 0});
}

/// Returns the machine of a name, or null if there is no such file.
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
    spec.topology = fmt::format("{}{}:{}", kGroupsTopology, whole, places.file.string());
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
  if (name.empty()) return fmt::format("the machine is unknown: {}.toml is missing", row.machine);
  const RunSpec* const base = machine(name);
  RunSpec spec = *base;
  spec.collective = algorithm.collective;
  spec.algorithm = algorithm.algorithm;
  if (const Apart* const apart = joined_of(spec.algorithm, row.ranks))
    spec.algorithm = apart->joined;
  spec.topology = usual_topology(base->topology, row, algorithm.on_torus);
  spec.payload = PayloadKind::kGhost;
  spec.swept.clear();
  for (const auto& problem : {place(spec, row, base->topology), leave_out(spec, row, name),
                              set_size(spec, row), set_keys(spec, algorithm)})
    if (problem) return *problem;
  spec.swept = {{"run", fmt::format("{}.{}.{}.{}.{}.{}", row.machine, row.timestamp, row.ranks,
                                    spec.collective, spec.algorithm, fingerprint(spec))}};
  return spec;
}

LeftOut left_out_of(const Counterpart& algorithm, const MeasuredRow& row) {
  LeftOut left_out;
  if (joined_of(algorithm.algorithm, row.ranks) != nullptr)
    left_out.joined = row.ranks - 1 - ceil_log2(row.ranks);
  for (const auto& [name, value] : algorithm.keys) {
    if (name == kPermutes) left_out.copies = std::atof(value.c_str());
    if (name == kCut) left_out.segments = extra_segments(row);
    if (name == kPieces) left_out.pieces = halves_of(row);
    if (name == kExchanges) left_out.exchanged = Bytes(bytes_of_part(row, row.ranks));
  }
  return left_out;
}

std::optional<double> predicted_seconds(const RunSpec& run, const RunResult& result,
                                        const LeftOut& left_out) {
  if (result.outcome != Outcome::kFine || result.metrics.completion == Time{0}) return std::nullopt;
  const Costs& costs = run.costs;
  const Bytes block(run.bytes.count() / (counts_parts(run.collective) ? 1 : run.ranks)),
      whole(block.count() * run.ranks);
  Time more = costs.overhead_of(block) * left_out.joined +
              costs.alpha_of(left_out.segments.size) * left_out.segments.messages;
  for (const Bytes size : left_out.pieces) more += costs.alpha_of(size) - costs.alpha;
  double ps = left_out.copies * costs.work_on(whole, false).ps * static_cast<double>(whole.count());
  if (const Bytes m = left_out.exchanged; m > Bytes(0)) {
    more += costs.alpha_of(m);
    ps += (costs.beta_of(m).ps + 1e12 / costs.link(0).bandwidth.bytes_per_second) *
          static_cast<double>(m.count());
  }
  return to_seconds(result.metrics.completion + more) + 1e-12 * ps;
}

std::string fingerprint(const RunSpec& spec) {
  std::string values;
  for (const Key& key : all_keys()) values += key.get(spec) + '\n';
  return fmt::format("{:016x}", fnv1a<std::uint64_t>(values));
}

}  // namespace orrery::inline run
