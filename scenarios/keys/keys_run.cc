
#include "algorithms/algorithm.h"
#include "algorithms/levels/composition.h"
#include "algorithms/levels/composition_text.h"
#include "algorithms/libraries.h"
#include "scenarios/keys/idle.h"
#include "scenarios/keys/key_values.h"
#include "scenarios/spec/plan_program.h"
#include "scenarios/spec/schedule_format.h"

namespace orrery::inline keys {
namespace {

using Part = Key::Part;

/// The values of the keys `collective` and `algorithm` in a scenario that has operations.
constexpr std::string_view kOperations = "operations", kByOperation = "by-operation";

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

/// Sets the algorithm that a library calls "openmpi:broadcast:6", and its collective unless another
/// one is named.
void set_library_algorithm(RunSpec& s, std::string_view text) {
  const LibraryAlgorithm& row = parse_library_algorithm(text);
  if (s.collective != row.collective && s.collective != RunSpec().collective)
    throw ValueError({fmt::format("'{}' is an algorithm for {}", text, row.collective),
                      fmt::format("one for {}", s.collective)});
  s.collective = row.collective, s.algorithm = row.algorithm;
  if (!row.radix.empty()) s.tuning.radix = parse_int(row.radix, 2);
}

/// Writes a composition in its canonical form.
void set_algorithm(RunSpec& s, std::string_view text) {
  if (is_of_library(text)) return set_library_algorithm(s, text);
  s.algorithm = is_composition(text) ? read_composition(text).text() : std::string(text);
}

/// Sets the schedule; a collective that is named as well is checked later for contradictions.
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

void set_bytes(RunSpec& s, std::string_view text) {
  s.bytes = parse_bytes(text);
  s.bytes_text = std::string(trimmed(text));
}

}  // namespace

std::vector<Key> run_keys() {
  return {
      {.name = "schedule",
       .value = "FILE[,..]",
       .expected = "a file in GOAL, MSCCL XML, MSCCL++ JSON or TE-CCL JSON, or a Chakra trace",
       .meaning = "A schedule of another tool: GOAL or Chakra traces, with sizes of their own; or "
                  "a collective chunk by chunk, whose sizes follow bytes (MSCCL XML, MSCCL++ JSON, "
                  "TE-CCL JSON). Named algorithms run beside such a collective, for comparison.",
       .standard = "none",
       .set = set_schedule,
       .get =
           [](const RunSpec& s) {
             const ScheduleRun* const run = schedule_of(s);
             return run == nullptr ? std::string() : run->file;
           }},
      {.name = "slices",
       .value = "K[,..]",
       .expected = "an integer of 1 to 4096",
       .meaning = "Number of passes of a schedule of chunks, each with a K-th of every chunk, as "
                  "executors run large ones; a thread block begins the next pass when it has ended "
                  "its own.",
       .standard = "1",
       .part = Part::kProblem,
       .phrase = "in {} slices",
       .kind = Kind::kInteger,
       .idle = idle_slices,
       .set = set_slices,
       .get = [](const RunSpec& s) { return fmt::format("{}", s.slices); }},
      {.name = "collective",
       .value = "NAME",
       .expected = "a collective such as allreduce",
       .meaning = "The collective; see `orrery list collectives`.",
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
      {.name = "algorithm",
       .value = "NAME[,..]",
       .expected = "an algorithm such as ring",
       .meaning =
           "The algorithm, or all of them; see `orrery list algorithms`. Algorithms of several "
           "levels name their parts in parentheses: hierarchical(intra=ring, inter=swing). Those "
           "of "
           "libraries have their names there: openmpi:allreduce:4.",
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
      {.name = "ranks",
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
      {.name = "bytes",
       .value = "SIZE[,..]",
       .expected = "a size such as 2MiB",
       .meaning = "Size of the problem; `orrery list collectives` says which bytes count.",
       .standard = "1KiB",
       .part = Part::kProblem,
       .phrase = "{}",
       .always_said = true,
       .idle = idle_bytes,
       .set = set_bytes,
       .get = [](const RunSpec& s) { return s.bytes_text; }},
  };
}

}  // namespace orrery::inline keys
