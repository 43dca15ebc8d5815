#include <algorithm>

#include "algorithms/algorithm.h"
#include "algorithms/common/distributions.h"
#include "algorithms/levels/composition.h"
#include "algorithms/levels/composition_text.h"
#include "scenarios/document/groups.h"
#include "scenarios/document/idle.h"
#include "scenarios/document/key_values.h"
#include "scenarios/document/plan_program.h"
#include "scenarios/document/schedule_format.h"

namespace orrery {
namespace {

using List = Key::List;
using Part = Key::Part;

/// A word that is its own value.
struct Word {
  std::string_view word, meaning;
};

/// What the keys `collective` and `algorithm` say of a scenario that has operations.
constexpr std::string_view kOperations = "operations", kByOperation = "by-operation";

constexpr std::array<Named<int>, 1> kRadices{{{"auto", 0, "the best on this network"}}};
constexpr std::array<Named<int>, 1> kAggregations{{{"auto", 0, "no limit"}}};
constexpr std::array<Word, 3> kBlocks{
    {{"auto", "the best for the costs"},
     {"F=100", "of at most 100 sqrt(m/q) bytes, q = ceil(log2 p), as Träff cuts broadcasts"},
     {"G=40", "sqrt(m q)/40 of them, as Träff cuts allgathervs"}}};
constexpr std::array<Word, 3> kGroups{
    {{"auto", "by host where one has several ranks, else by switch, else near a square"},
     {"host", "the ranks of one host"},
     {"switch", "the hosts of one switch"}}};
constexpr std::array<Named<Order>, 2> kOrders{
    {{"linear", Order::kLinear, "r with r XOR 2^s"},
     {"torus", Order::kTorus, "dimension by dimension of a torus"}}};
constexpr std::array<Word, 4> kSkips{
    {{"halving", "half of the last, rounded up, down to 1"},
     {"power-of-two", "the powers of two below p, the largest first"},
     {"linear", "p - 1, p - 2, ..., 1"},
     {"sqrt", "in steps of the root of p, rounded up, then halving"}}};
constexpr std::array<Word, 5> kOps{
    {{"sum", "a + b"},
     {"min", "the smaller"},
     {"max", "the larger"},
     {"product", "a b"},
     {"matrix-product", "of 2x2 integer matrices; does not commute"}}};
constexpr std::array<Word, 5> kDatatypes{{{"uint8", "1 byte without sign"},
                                          {"int32", "4 bytes"},
                                          {"int64", "8 bytes"},
                                          {"float", "4 bytes, IEEE 754"},
                                          {"double", "8 bytes, IEEE 754"}}};

std::vector<Key::Choice> all_collectives(const RunSpec& /*spec*/) {
  std::vector<Key::Choice> choices;
  for (const Collective& c : collectives())
    choices.push_back({std::string(c.name), fmt::format("bytes: {}", c.bytes_mean)});
  return choices;
}

std::vector<Key::Choice> its_algorithms(const RunSpec& spec) {
  std::vector<Key::Choice> choices;
  for (const Algorithm* a : catalog())
    if (a->collective == spec.collective)
      choices.push_back({std::string(a->name), std::string(a->summary)});
  return choices;
}

std::vector<Key::Choice> all_distributions(const RunSpec& /*spec*/) {
  std::vector<Key::Choice> choices;
  for (const Distribution& d : distributions())
    choices.push_back({std::string(d.name), std::string(d.summary)});
  return choices;
}

void set_skips(RunSpec& s, std::string_view text) {
  s.skips = std::string(text);
  s.tuning.skips.clear();
  if (!text.starts_with("list:")) {
    constexpr std::array<std::string_view, 4> names{"halving", "power-of-two", "linear", "sqrt"};
    if (std::ranges::find(names, text) == names.end())
      throw unknown(text, one_of(names) + ", or a list", names);
    return;
  }
  for (const std::string_view skip : list_items(text)) s.tuning.skips.push_back(parse_int(skip, 1));
}

void set_groups(RunSpec& s, std::string_view text) {
  check_groups_text(text);
  s.groups = std::string(text);
}

/// A composition is written in one way only, whoever wrote it.
void set_algorithm(RunSpec& s, std::string_view text) {
  s.algorithm = is_composition(text) ? read_composition(text).text() : std::string(text);
}

void set_sizes(RunSpec& s, std::string_view text) {
  if (!text.empty() && !text.starts_with("list:"))
    throw ValueError(
        {fmt::format("'{}' is no list", text), "the elements of each rank, such as list:3,0,5"});
  s.sizes_text = std::string(text);
  s.sizes.clear();
  if (text.empty()) return;
  for (const std::string_view size : list_items(text))
    s.sizes.push_back(parse_integer(size, 0, std::numeric_limits<std::int64_t>::max()));
}

/// A collective that is named as well comes later, and is found to contradict.
void set_schedule(RunSpec& s, std::string_view text) {
  s.runs = CollectiveRun();
  if (text.empty()) return;
  std::string file(text);
  const std::string found = found_file(s, file);
  const ScheduleFormat& format = format_of(found);
  const auto [program, plan] = read_schedule(format, found);
  s.collective = plan == nullptr ? kNoCollective : collective_of(*plan);
  s.runs = ScheduleRun{std::move(file), program, plan, &format};
}

void set_slices(RunSpec& s, std::string_view text) {
  constexpr int kMost = 4096;
  s.slices = parse_int(text, 1);
  if (s.slices > kMost)
    throw ValueError({fmt::format("{} slices", s.slices), fmt::format("1 to {}", kMost)});
}

void set_distribution(RunSpec& s, std::string_view text) {
  try {
    s.distribution = find_distribution(text).name;
  } catch (const std::invalid_argument& e) {
    throw ValueError({e.what()});
  }
}

int number_or_auto(std::string_view text, int least) {
  return text == "auto" ? 0 : parse_int(text, least);
}

void set_blocks(RunSpec& s, std::string_view text) {
  s.block_rule = read_block_rule(text);
  s.tuning.blocks = s.block_rule.given() ? 0 : number_or_auto(text, 1);
}

void set_bytes(RunSpec& s, std::string_view text) {
  s.bytes = parse_bytes(text);
  s.bytes_text = std::string(trimmed(text));
}

}  // namespace

std::vector<Key> run_keys() {
  return {
      {.table = "run",
       .name = "schedule",
       .value = "FILE[,..]",
       .expected = "a file in GOAL, MSCCL XML, MSCCL++ JSON or TE-CCL JSON, or a Chakra trace",
       .meaning = "A schedule of another tool to run as it is: in GOAL or Chakra traces, which say "
                  "all that is "
                  "sent; or of a collective, chunk by chunk, whose sizes follow bytes (MSCCL XML, "
                  "MSCCL++ JSON, "
                  "TE-CCL JSON). Algorithms that are named as well run beside the latter.",
       .standard = "none",
       .set = set_schedule,
       .get =
           [](const RunSpec& s) {
             const ScheduleRun* const run = schedule_of(s);
             return run == nullptr ? std::string() : run->file;
           }},
      {.table = "run",
       .name = "slices",
       .value = "K[,..]",
       .expected = "an integer of 1 to 4096",
       .meaning = "Passes that a schedule of chunks makes, each with a K-th of every chunk, as "
                  "executors do with large ones; a thread block begins the next pass when it has "
                  "ended its own.",
       .standard = "1",
       .part = Part::kProblem,
       .phrase = "in {} slices",
       .kind = Kind::kInteger,
       .idle = idle_slices,
       .set = set_slices,
       .get = [](const RunSpec& s) { return fmt::format("{}", s.slices); }},
      {.table = "run",
       .name = "collective",
       .value = "NAME",
       .expected = "a collective such as allreduce",
       .meaning = "What is run; see `orrery list collectives`.",
       .standard = "allreduce",
       .part = Part::kProblem,
       .phrase = "{}",
       .always_said = true,
       .choices = all_collectives,
       .set = [](RunSpec& s, std::string_view v) { s.collective = v; },
       .get =
           [](const RunSpec& s) {
             return runs_operations(s) ? std::string(kOperations) : s.collective;
           }},
      {.table = "run",
       .name = "algorithm",
       .value = "NAME[,..]",
       .expected = "an algorithm such as ring",
       .meaning =
           "How; all is every one that the collective has; see `orrery list algorithms`. Parts of "
           "several levels are named in parentheses: hierarchical(intra=ring, inter=swing).",
       .standard = "ring, or the collective's first",
       .part = Part::kProblem,
       .phrase = "{}",
       .always_said = true,
       .choices = its_algorithms,
       .set = set_algorithm,
       .get =
           [](const RunSpec& s) {
             return runs_operations(s) && s.algorithm.empty() ? std::string(kByOperation)
                                                              : s.algorithm;
           }},
      {.table = "run",
       .name = "ranks",
       .value = "P[,..]",
       .expected = "an integer of at least 1",
       .meaning = "Number of ranks p.",
       .standard = "as many as the topology has room for",
       .part = Part::kRanks,
       .phrase = "{} ranks",
       .always_said = true,
       .kind = Kind::kInteger,
       .set = [](RunSpec& s, std::string_view v) { s.ranks = parse_int(v, 1); },
       .get = [](const RunSpec& s) { return fmt::format("{}", s.ranks); }},
      {.table = "run",
       .name = "bytes",
       .value = "SIZE[,..]",
       .expected = "a size such as 2MiB",
       .meaning = "Size of the problem; `orrery list collectives` says what it counts.",
       .standard = "1KiB",
       .part = Part::kProblem,
       .phrase = "{}",
       .always_said = true,
       .idle = idle_bytes,
       .set = set_bytes,
       .get = [](const RunSpec& s) { return s.bytes_text; }},
      {.table = "run",
       .name = "blocks",
       .value = "N|auto|F=X|G=X",
       .expected = "an integer of at least 1, auto, or a rule such as F=100 or G=40",
       .meaning =
           "Blocks that a pipelined algorithm cuts its vector into. F=X: as few as there are "
           "of at most X sqrt(m/q) bytes, m bytes and q = ceil(log2 p); G=X: sqrt(m q)/X, "
           "rounded down, at least 1. Both are Träff's (2023, Sec. 3).",
       .standard = "auto (the best for the costs)",
       .part = Part::kProblem,
       .phrase = "{} blocks",
       .choices = words_of<kBlocks>,
       .idle = idle_tuning<&Algorithm::pipelined>,
       .set = set_blocks,
       .get =
           [](const RunSpec& s) {
             return s.block_rule.given() ? s.block_rule.text() : auto_or_number(s.tuning.blocks);
           }},
      {.table = "run",
       .name = "radix",
       .value = "K|auto",
       .expected = "an integer of at least 2, or auto",
       .meaning = "Radix k of algorithms such as k-nomial trees: in a round a rank has k-1 "
                  "messages under way.",
       .standard = "auto (the best on this network)",
       .part = Part::kProblem,
       .phrase = "radix {}",
       .choices = words_of<kRadices>,
       .idle = idle_tuning<&Algorithm::radixed>,
       .set = [](RunSpec& s, std::string_view t) { s.tuning.radix = number_or_auto(t, 2); },
       .get = [](const RunSpec& s) { return auto_or_number(s.tuning.radix); }},
      {.table = "run",
       .name = "aggregation",
       .value = "A|auto",
       .expected = "an integer of at least 1, or auto",
       .meaning = "Most blocks that a rank of PAT handles in one step; the largest power of two up "
                  "to it counts.",
       .standard = "auto (no limit)",
       .part = Part::kProblem,
       .phrase = "aggregation {}",
       .choices = words_of<kAggregations>,
       .idle = idle_tuning<&Algorithm::aggregating>,
       .set = [](RunSpec& s, std::string_view t) { s.tuning.aggregation = number_or_auto(t, 1); },
       .get = [](const RunSpec& s) { return auto_or_number(s.tuning.aggregation); }},
      {.table = "run",
       .name = "groups",
       .value = "host|switch|N|list:G,..",
       .expected = "auto, host, switch, a number of ranks, or a list with the group of each rank",
       .meaning =
           "Groups of ranks for algorithms of several levels; with slashes between them groups of "
           "groups, the finest first: host/switch, 4/16.",
       .standard = "auto (by host or switch where there are several)",
       .part = Part::kProblem,
       .phrase = "groups {}",
       .list = List::kNumbers,
       .choices = words_of<kGroups>,
       .idle = idle_groups,
       .set = set_groups,
       .get = [](const RunSpec& s) { return s.groups; }},
      {.table = "run",
       .name = "order",
       .meaning =
           "How recursive-doubling-latency and rabenseifner pair ranks: r with r XOR 2^s, or "
           "dimension by dimension of a torus.",
       .standard = "linear",
       .part = Part::kProblem,
       .phrase = "{} order",
       .choices = words_of<kOrders>,
       .set = [](RunSpec& s, std::string_view v) { s.tuning.order = choose(v, kOrders); },
       .get = [](const RunSpec& s) { return word_for(s.tuning.order, kOrders); }},
      {.table = "run",
       .name = "skips",
       .value = "NAME|list:S,..",
       .expected = "halving, power-of-two, linear, sqrt or a list",
       .meaning = "Distances of the circulant reductions, one for each round.",
       .standard = "halving",
       .part = Part::kProblem,
       .phrase = "{} skips",
       .list = List::kNumbers,
       .choices = words_of<kSkips>,
       .idle = idle_tuning<&Algorithm::skipped>,
       .set = set_skips,
       .get = [](const RunSpec& s) { return s.skips; }},
      {.table = "run",
       .name = "distribution",
       .value = "NAME",
       .expected = "a distribution such as mod3",
       .meaning = "How irregular collectives share out their bytes, alltoallv those of each rank "
                  "to the ranks "
                  "it sends to; see `orrery list distributions`.",
       .standard = "same",
       .part = Part::kProblem,
       .phrase = "{} distribution",
       .choices = all_distributions,
       .idle = idle_distribution,
       .set = set_distribution,
       .get = [](const RunSpec& s) { return s.distribution; }},
      {.table = "run",
       .name = "rho",
       .value = "N",
       .expected = "an integer of at least 1",
       .meaning = "Parameter ρ of the distributions spikes and skewed.",
       .standard = "5",
       .part = Part::kProblem,
       .phrase = "ρ {}",
       .idle = idle_rho,
       .set = [](RunSpec& s, std::string_view v) { s.rho = parse_integer(v, 1, kMaxInt); },
       .get = [](const RunSpec& s) { return fmt::format("{}", s.rho); }},
      {.table = "run",
       .name = "sizes",
       .value = "list:N,..",
       .expected = "a list of elements for each rank (list:3,0,5)",
       .meaning =
           "The same by hand: the elements of each rank's block, of alltoallv what each rank has "
           "for each, rank 0's first; bytes follows from them.",
       .standard = "none",
       .part = Part::kProblem,
       .phrase = "sizes {}",
       .list = List::kNumbers,
       .idle = idle_sizes,
       .set = set_sizes,
       .get = [](const RunSpec& s) { return s.sizes_text; }},
      {.table = "run",
       .name = "root",
       .value = "RANK[,..]|all",
       .expected = "a rank, 0 or more, or all",
       .meaning = "The root of a rooted collective; all: a sweep over every rank there is.",
       .standard = "0",
       .part = Part::kProblem,
       .phrase = "root {}",
       .kind = Kind::kInteger,
       .idle = idle_root,
       .set = [](RunSpec& s, std::string_view v) { s.root = parse_int(v, 0); },
       .get = [](const RunSpec& s) { return fmt::format("{}", s.root); }},
      {.table = "run",
       .name = "op",
       .meaning = "The reduction operator; matrix-product (2x2 integer matrices) does not commute.",
       .standard = "sum",
       .part = Part::kProblem,
       .phrase = "{}",
       .choices = words_of<kOps>,
       .idle = idle_op,
       .set = [](RunSpec& s, std::string_view v) { s.op = v; },
       .get = [](const RunSpec& s) { return s.op; }},
      {.table = "run",
       .name = "datatype",
       .value = "TYPE",
       .meaning = "The type of an element; bytes is a multiple of its size.",
       .standard = "uint8",
       .part = Part::kProblem,
       .phrase = "{}",
       .choices = words_of<kDatatypes>,
       .set = [](RunSpec& s, std::string_view v) { s.datatype = v; },
       .get = [](const RunSpec& s) { return s.datatype; }},
  };
}

}  // namespace orrery
