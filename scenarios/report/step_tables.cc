#include "scenarios/report/step_tables.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <vector>

#include <fmt/format.h>

#include "algorithms/collective.h"
#include "scenarios/run/runner.h"

namespace orrery {

namespace {

/// Elements first .. last of the problem, made of what `ranks` contributed.
struct Run {
  std::int64_t first = 0, last = 0;
  std::string ranks;
};

struct Sent {
  int step = 0, from = 0, to = 0, lane = 0;
  std::vector<Run> runs;
};

/// "0-2 5".
std::string ranks_text(std::span<const Contributors> set) {
  std::string text;
  for (const Contributors& c : set)
    text += fmt::format(
        "{}{}", text.empty() ? "" : " ",
        c.first == c.last ? fmt::format("{}", c.first) : fmt::format("{}-{}", c.first, c.last));
  return text;
}

/// Follows what every buffer holds, and notes what messages take from it when they start.
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

  /// By step, sender, lane and receiver.
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

/// Blocks are numbered within their part.
std::string blocks_text(const Run& run, std::int64_t blocks_in_part, int parts) {
  const auto name = [&](std::int64_t b) {
    return parts > 1 ? fmt::format("{}:{}", b / blocks_in_part, b % blocks_in_part)
                     : fmt::format("{}", b);
  };
  return run.first == run.last ? name(run.first) : name(run.first) + "-" + name(run.last);
}

/// Runs of the same contributions side by side: "blocks 1 3-5 of ranks 0-2".
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

}  // namespace

std::string steps_table(const RunSpec& spec, const StepsShown& shown) {
  const bool reduces = find_collective(spec.collective).reduces;
  const std::int64_t in_part = std::max<std::int64_t>(1, spec.bytes.count() / shown.parts);
  std::string text;
  int step = -1;
  for (const Sent& s : messages_of(spec, shown)) {
    if (s.step != step) text += fmt::format("{}step {}\n", text.empty() ? "" : "\n", s.step);
    step = s.step;
    text += line_of(s, in_part, shown.parts, reduces);
  }
  return text;
}

std::string steps_csv(const RunSpec& spec, const StepsShown& shown) {
  std::string csv = "step,from,to,lane,first,last,ranks\n";
  for (const Sent& s : messages_of(spec, shown))
    for (const Run& run : s.runs)
      csv += fmt::format("{},{},{},{},{},{},{}\n", s.step, s.from, s.to, s.lane, run.first,
                         run.last, run.ranks);
  return csv;
}

}  // namespace orrery
