#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "algorithms/collective.h"
#include "algorithms/schedules/circulant.h"
#include "scenarios/commands/orrery/commands.h"
#include "scenarios/commands/orrery/line/outputs.h"
#include "scenarios/keys/keys.h"
#include "scenarios/report/output_file.h"
#include "scenarios/reproduce/schedule_table.h"
#include "scenarios/run/runner.h"
#include "scenarios/spec/scenario.h"
#include "scenarios/text/units_text.h"

namespace orrery::inline commands {
namespace {

/// The parts of a schedule to show.
struct StepsShown {
  std::optional<int> rank;   ///< only the messages that this rank sends
  std::optional<int> steps;  ///< only the first ones
  int parts = 1;             ///< simultaneous collectives, each on its part of the blocks
};

/// Elements first .. last of the problem, to which `ranks` contributed.
struct Run {
  std::int64_t first = 0, last = 0;
  std::string ranks;
};

struct Sent {
  int step = 0, from = 0, to = 0, lane = 0;
  std::vector<Run> runs;
};

/// Returns "0-2 5".
std::string ranks_text(std::span<const Contributors> set) {
  std::string text;
  for (const Contributors& c : set)
    text += fmt::format(
        "{}{}", text.empty() ? "" : " ",
        c.first == c.last ? fmt::format("{}", c.first) : fmt::format("{}-{}", c.first, c.last));
  return text;
}

/// Follows the contents of every buffer, and notes the cargo of messages when they start.
class Steps : public Sink {
 public:
  bool wants_contents() const override { return true; }

  void content(const ContentEvent& e) override {
    std::vector<Element>& buffer = contents_[e.buffer];
    const auto end = static_cast<std::size_t>(e.element + e.elements);
    if (buffer.size() < end) buffer.resize(end);
    for (std::int64_t i = 0; i < e.elements; ++i)
      buffer[static_cast<std::size_t>(e.element + i)] = {e.logical + i, ranks_text(e.set)};
  }
  void start(const MessageEvent& e) override {
    place_[e.id] = sent_.size();
    Sent& s = sent_.emplace_back(Sent{e.round, e.source, e.destination, e.lane, {}});
    add(s, e.buffer, e.element, e.elements);
  }
  void part(const PartEvent& e) override {
    Sent& s = sent_[place_.at(e.message)];
    if (joined_.insert(e.message).second) s.runs.clear();
    add(s, e.buffer, e.element, e.elements);
  }

  /// Returns the messages by step, sender, lane and receiver.
  std::vector<Sent> take() {
    std::ranges::stable_sort(
        sent_, {}, [](const Sent& s) { return std::tuple(s.step, s.from, s.lane, s.to); });
    return std::move(sent_);
  }

 private:
  struct Element {
    std::int64_t logical = 0;
    std::string ranks;
  };

  void add(Sent& s, std::uint32_t buffer, std::int64_t element, std::int64_t elements) {
    const std::vector<Element>& from = contents_[buffer];
    for (std::int64_t i = element; i < element + elements; ++i) {
      const auto at = static_cast<std::size_t>(i);
      if (at >= from.size()) continue;  // nothing was ever written there
      const Element& e = from[at];
      if (!s.runs.empty() && s.runs.back().last + 1 == e.logical && s.runs.back().ranks == e.ranks)
        s.runs.back().last = e.logical;
      else
        s.runs.push_back({e.logical, e.logical, e.ranks});
    }
  }

  std::map<std::uint32_t, std::vector<Element>> contents_;
  std::map<std::int64_t, std::size_t> place_;  // of a message in sent_
  std::set<std::int64_t> joined_;              // messages of joined slices
  std::vector<Sent> sent_;
};

/// Returns the messages of the parts to show. Runs the cell with provenance payload. THROWS InputError if it cannot be
/// run.
std::vector<Sent> messages_of(RunSpec spec, const StepsShown& shown) {
  if (runs_operations(spec))
    throw InputError({}, "operation",
                     {"steps are those of one collective", "a scenario without it"});
  spec.payload = PayloadKind::kProvenance;
  Steps steps;
  const RunResult r = run_one(spec, &steps, Detail::kTime);
  if (r.error) throw InputError(*r.error);
  std::vector<Sent> all = steps.take();
  std::erase_if(all, [&](const Sent& s) {
    return (shown.rank && s.from != *shown.rank) || (shown.steps && s.step >= *shown.steps);
  });
  return all;
}

/// Returns the blocks, numbered within their part.
std::string blocks_text(const Run& run, std::int64_t blocks_in_part, int parts) {
  const auto name = [&](std::int64_t b) {
    return parts > 1 ? fmt::format("{}:{}", b / blocks_in_part, b % blocks_in_part)
                     : fmt::format("{}", b);
  };
  return run.first == run.last ? name(run.first) : name(run.first) + "-" + name(run.last);
}

/// Returns ranges with equal contributions: "blocks 1 3-5 of ranks 0-2".
std::string line_of(const Sent& s, std::int64_t blocks_in_part, int parts, bool reduces) {
  std::string line = fmt::format("  {} -> {}  ", s.from, s.to);
  const std::string* before = nullptr;
  for (const Run& run : s.runs) {
    if (before != nullptr && reduces && *before != run.ranks)
      line += fmt::format(" of {};", *before);
    line += ' ' + blocks_text(run, blocks_in_part, parts);
    before = &run.ranks;
  }
  if (before != nullptr && reduces) line += fmt::format(" of {}", *before);
  return line + '\n';
}

/// Returns a block of text for every step with a line for each message: sender, receiver, its
/// blocks (elements of the vectors, in ranges such as 4-7; in several parts as part:block) and, if
/// the collective reduces, the ranks over which they are summed already.
std::string steps_table(const RunSpec& spec, int parts, const std::vector<Sent>& messages) {
  const bool reduces = find_collective(spec.collective).reduces;
  const std::int64_t in_part = std::max<std::int64_t>(1, spec.bytes.count() / parts);
  std::string text;
  int step = -1;
  for (const Sent& s : messages) {
    if (s.step != step) text += fmt::format("{}step {}\n", text.empty() ? "" : "\n", s.step);
    step = s.step;
    text += line_of(s, in_part, parts, reduces);
  }
  return text;
}

/// Returns step,from,to,lane,first,last,ranks: a line for each range of blocks first .. last in a
/// message; `ranks` are the contributors, such as "0-2 5".
std::string steps_csv(const std::vector<Sent>& messages) {
  std::string csv = "step,from,to,lane,first,last,ranks\n";
  for (const Sent& s : messages)
    for (const Run& run : s.runs)
      csv += fmt::format("{},{},{},{},{},{},{}\n", s.step, s.from, s.to, s.lane, run.first,
                         run.last, run.ranks);
  return csv;
}

constexpr const char* kScheduleFooter =
    R"(Prints which block each rank sends in which round.

broadcast: the blocks that every rank receives and sends in each round of a phase on the circulant graph, as
in Table 1 of Träff's paper on round-optimal broadcast; ranks are numbered from the root.

swing, bucket, sparbit, census, reduce: the messages of each step and the blocks that they carry. A vector has
p blocks; if a torus runs several collectives at once, each has a part of the vector with p blocks, named
part:block. If blocks are summed on the way, 'of' names the ranks whose contributions they hold.

Examples:
  orrery schedule broadcast --ranks 20
  orrery schedule broadcast --ranks 1000000 --rank 4711
  orrery schedule broadcast --ranks 33 --format csv > 33.csv
  orrery schedule broadcast --ranks 1000000 --check
  orrery schedule swing --ranks 7 --steps 3
  orrery schedule swing --topology torus:4x4 --rank 0
  orrery schedule bucket --topology torus:2x4 --steps 2
  orrery schedule reduce --ranks 20 --blocks 5)";

constexpr std::int64_t kMostRanks = 1 << 30;
constexpr std::int64_t kMostChecked = 1 << 26;
constexpr std::int64_t kMostEmulated = 4096;

/// The cell that is emulated and shown step by step.
struct Emulated {
  std::string_view name, collective, algorithm;
};
constexpr Emulated kEmulated[] = {{"swing", "allreduce", "swing-bandwidth"},
                                  {"bucket", "allreduce", "bucket"},
                                  {"sparbit", "allgather", "sparbit"},
                                  {"census", "allreduce", "census"},
                                  {"reduce", "reduce", "circulant"}};

struct ScheduleOptions {
  std::string name, ranks, rank, topology, steps, blocks, format = "table";
  bool check = false;
  OutputOptions output;
};

[[noreturn]] void refuse(std::string_view option, const std::string& what) {
  throw InputError(fmt::format("schedule: {}: {}", option, what));
}

std::int64_t schedule_integer(std::string_view option, const std::string& text, std::int64_t min,
                              std::int64_t max) {
  if (text.empty()) refuse(option, "the number is missing; expected 1 or more");
  try {
    return parse_integer(text, min, max);
  } catch (const std::invalid_argument& e) {
    refuse(option, e.what());
  }
}

/// Returns text in one of the two formats.
template <class Table, class Csv>
auto formatted(const ScheduleOptions& options, Table&& table, Csv&& csv) {
  if (options.format == "table") return table();
  if (options.format == "csv") return csv();
  refuse("--format", fmt::format("'{}' is unknown; expected table or csv", options.format));
}

std::optional<int> rank_of(const ScheduleOptions& options, int p) {
  if (options.rank.empty()) return std::nullopt;
  return static_cast<int>(schedule_integer("--rank", options.rank, 0, p - 1));
}

/// Runs the paper's own check, for all ranks.
int check_conditions(const ScheduleOptions& options) {
  const auto p = static_cast<int>(schedule_integer("--ranks", options.ranks, 1, kMostChecked));
  const std::string found = circulant::violation(p);
  write_stdout(found.empty() ? fmt::format("p = {}: the four conditions hold\n", p)
                             : fmt::format("condition violated: {}\n", found));
  return found.empty() ? kExitFine : kExitFailed;
}

int broadcast(const ScheduleOptions& options, const Outputs& outputs) {
  for (const auto& [option, value] : {std::pair("--topology", &options.topology),
                                      {"--steps", &options.steps},
                                      {"--blocks", &options.blocks}})
    if (!value->empty()) refuse(option, "not for broadcast");
  const auto p = static_cast<int>(schedule_integer("--ranks", options.ranks, 1, kMostRanks));
  const std::optional<int> rank = rank_of(options, p);
  if (options.check) return check_conditions(options);
  const auto write = [&](std::string_view text) { outputs.say(std::string(text)); };
  formatted(
      options, [&] { schedule_table(p, rank, write); }, [&] { schedule_csv(p, rank, write); });
  outputs.write_table([&] {
    std::string csv;
    schedule_csv(p, rank, [&](std::string_view text) { csv += text; });
    return csv;
  });
  return kExitFine;
}

/// Returns the number of simultaneous collectives: one through each port of a torus, otherwise one.
int parts_of(const Emulated& what, const Topology& topology) {
  if (what.name != "swing" && what.name != "bucket") return 1;
  const auto sides = topology.dims();
  return std::max(1,
                  2 * static_cast<int>(std::ranges::count_if(sides, [](int d) { return d > 1; })));
}

void show_emulated(const Emulated& what, const ScheduleOptions& options, const Outputs& outputs) {
  RunSpec spec;
  spec.collective = what.collective;
  spec.algorithm = what.algorithm;
  if (options.topology.empty() == options.ranks.empty())
    refuse(what.name, "needs either --ranks or --topology");
  spec.topology =
      options.topology.empty()
          ? fmt::format("full:{}", schedule_integer("--ranks", options.ranks, 1, kMostEmulated))
          : options.topology;
  const auto topology = make_topology(spec.topology);
  if (topology->hosts() > kMostEmulated)
    refuse("--topology", fmt::format("{} has {} hosts; expected at most {}", spec.topology,
                                     topology->hosts(), kMostEmulated));
  spec.ranks = topology->hosts();
  spec.ports.kind = Ports::Kind::kPerLink;
  const bool pipelined = what.name == "reduce";
  if (!options.blocks.empty() && !pipelined)
    refuse("--blocks", fmt::format("not for {}", what.name));
  if (pipelined)
    spec.tuning.blocks =
        options.blocks.empty()
            ? 4
            : static_cast<int>(schedule_integer("--blocks", options.blocks, 1, kMostEmulated));
  StepsShown shown{rank_of(options, spec.ranks), {}, parts_of(what, *topology)};
  if (!options.steps.empty())
    shown.steps = static_cast<int>(schedule_integer("--steps", options.steps, 1, kMostRanks));
  const std::int64_t blocks = what.name == "census" || what.name == "sparbit" ? 1
                              : pipelined                                     ? spec.tuning.blocks
                                          : std::int64_t{spec.ranks} * shown.parts;
  give_bytes(spec, Bytes(blocks));
  const std::vector<Sent> messages = messages_of(spec, shown);
  outputs.say(formatted(
      options, [&] { return steps_table(spec, shown.parts, messages); },
      [&] { return steps_csv(messages); }));
  outputs.write_table([&] { return steps_csv(messages); });
}

int schedule(const ScheduleOptions& options) {
  const Outputs outputs(options.output);
  if (options.name == "broadcast") return broadcast(options, outputs);
  if (options.check) refuse("--check", "only for broadcast");
  const auto* const what = std::ranges::find(kEmulated, options.name, &Emulated::name);
  if (what == std::end(kEmulated))
    refuse(options.name,
           "has no schedule; expected broadcast, swing, bucket, sparbit, census or reduce");
  show_emulated(*what, options, outputs);
  return kExitFine;
}

}  // namespace

void add_schedule_command(CommandLine& app, int& status) {
  const auto [command, options] = app.add_command<ScheduleOptions>(
      "schedule", "Print which block each rank sends in which round", kScheduleFooter, status,
      schedule);
  command
      .add_option("what", options.name, "The schedule, see below",
                  "broadcast|swing|bucket|sparbit|census|reduce")
      ->required();
  command.add_option("--ranks", options.ranks, "Number of ranks p", "P");
  command.add_option("--topology", options.topology, "Network of the ranks, instead of --ranks",
                     "SPEC");
  command.add_option("--rank", options.rank, "Show only this rank. Default: all", "R");
  command.add_option("--steps", options.steps, "Show only the first N steps. Default: all", "N");
  command.add_option("--blocks", options.blocks, "Number of blocks of reduce. Default: 4", "N");
  command.add_flag(
      "--check", options.check,
      "broadcast: check the paper's four conditions for all ranks; exit with 1 if one fails");
  command.add_option("--format", options.format,
                     "table, or csv: kind,p,round,rank,value (broadcast) or "
                     "step,from,to,lane,first,last,ranks. Default: table",
                     "table|csv");
  options.output.add_file(command, "--json", "The rows of csv as JSON, an object for each");
}

}  // namespace orrery::inline commands
