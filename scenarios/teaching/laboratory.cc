#include "scenarios/teaching/laboratory.h"

#include <algorithm>

#include <fmt/format.h>

#include "scenarios/spec/problem.h"
#include "scenarios/teaching/value.h"
#include "scenarios/text/words.h"

namespace orrery::teaching {
namespace {

constexpr std::int64_t kMostContents = 1'000'000;

/// Keeps a trace and the cargo of messages.
class WitnessTrace : public Trace {
 public:
  bool wants_contents() const override { return true; }
  void start(const MessageEvent& e) override { contents_.start(e); }
  void part(const PartEvent& e) override {
    Trace::part(e);
    contents_.part(e);
  }
  void content(const ContentEvent& e) override { contents_.content(e); }
  void message(const MessageEvent& e) override {
    Trace::message(e);
    contents_.message(e);
  }
  ContentRecorder& contents() { return contents_; }

 private:
  ContentRecorder contents_{kMostContents};
};

/// Returns the cell to run for watching: with provenance payload if there are data to follow.
RunSpec watched(RunSpec spec) {
  if (runs_collective(spec) && !find_collective(spec.collective).synchronises)
    spec.payload = PayloadKind::kProvenance;
  return spec;
}

void add_blocks(ObservedRun& e, ContentRecorder& contents) {
  const RunSpec& spec = e.result.spec;
  if (!runs_collective(spec) || !contents.complete()) return;
  const Collective& collective = find_collective(spec.collective);
  const Problem problem = make_problem(spec);
  e.blocks = BlockTable(e.trace, spec.ranks, Pieces(collective, problem), contents.take_cargo());
  if (e.blocks.count() > 0) e.history.emplace(contents.contents(), e.blocks, collective, problem);
}

std::unique_ptr<const ObservedRun> evidence_of(const RunSpec& spec, RunResult result) {
  auto e = std::make_unique<ObservedRun>();
  WitnessTrace witness;
  run_one(watched(spec), &witness, Detail::kTime);
  e->result = std::move(result);
  e->network = make_network(e->result.spec);
  e->trace = std::move(static_cast<Trace&>(witness));
  add_blocks(*e, witness.contents());
  return e;
}

}  // namespace

int ObservedRun::rounds() const {
  int rounds = result.metrics.rounds;
  for (const Trace::Message* m : messages()) rounds = std::max(rounds, m->round + 1);
  return rounds;
}

/// Returns the ended messages; one that has not ended has nothing but its path.
std::vector<const Trace::Message*> ObservedRun::messages() const {
  std::vector<const Trace::Message*> all;
  for (const Trace::Message& m : trace.messages)
    if (m.source != m.destination) all.push_back(&m);
  std::ranges::stable_sort(all, {}, [](const Trace::Message* m) { return m->start; });
  return all;
}

std::vector<std::string> ObservedRun::blocks_of(const MessageEvent& m) const {
  std::vector<std::string> names;
  for (const BlockRange& range : blocks.of(m))
    for (int b = range.first; b <= range.last; ++b) names.push_back(block_name(blocks, b));
  sort_names(names);
  return names;
}

Laboratory::Laboratory(Scenario scenario)
    : scenario_(std::move(scenario)), names_(scenario_.cells), siblings_(scenario_.cells) {}

const RunResult& Laboratory::result(std::size_t cell) {
  const auto found = results_.find(cell);
  if (found != results_.end()) return found->second;
  return results_.emplace(cell, run_one(spec(cell))).first->second;
}

const ObservedRun& Laboratory::evidence(std::size_t cell) {
  auto& e = evidence_[cell];
  if (e == nullptr) e = evidence_of(spec(cell), result(cell));
  return *e;
}

std::size_t Laboratory::find(std::size_t cell, std::string_view name) const {
  if (const auto found = siblings_.find(spec(cell), {1, names_.values(name)})) return *found;
  throw ValueError({fmt::format("no cell differs from this one only in '{}'", name)});
}

std::vector<std::pair<std::string, std::size_t>> Laboratory::along(std::size_t cell,
                                                                   std::string_view key) const {
  std::vector<std::pair<std::string, std::size_t>> found;
  for (const RunSpec& other : scenario_.cells)
    for (const auto& [name, value] : other.swept) {
      if (name != key ||
          std::ranges::find(found, value, [](const auto& f) { return f.first; }) != found.end())
        continue;
      const Relative differs{1, {{name, value}}};
      if (const auto at = siblings_.find(spec(cell), differs)) found.emplace_back(value, *at);
    }
  if (!found.empty()) return found;
  const std::vector<std::string_view> swept(scenario_.swept.begin(), scenario_.swept.end());
  throw ValueError({fmt::format("'{}' is not swept", key),
                    swept.empty() ? "a scenario with a sweep" : one_of(swept)});
}

}  // namespace orrery::teaching
