#include "scenarios/run/conformance/conformance.h"

#include <algorithm>
#include <map>

#include "scenarios/run/plugin/plugin.h"

namespace orrery::inline run {
namespace {

bool is_failure(const RunResult& r) {
  return r.outcome != Outcome::kFine && r.outcome != Outcome::kSkipped;
}

void count(Tally& tally, const ConformanceCase& c, const RunResult& r) {
  if (r.outcome == Outcome::kSkipped) {
    if (tally.refused++ == 0) tally.refusal = r.error->substr(std::string_view("skipped: ").size());
    return;
  }
  ++tally.run;
  if (r.effort) tally.seconds += r.effort->wall_s;
  if (!is_failure(r)) return;
  if (tally.failed++ == 0) tally.first = {c, r.outcome, *r.error};
}

/// Takes results as they come, and counts them in the order of their cases.
class Counting {
 public:
  Counting(Conformance& into, const std::vector<ConformanceCase>& cases)
      : into_(into), cases_(cases) {}

  /// Takes a result; returns whether further results are wanted.
  bool take(std::size_t i, RunResult result) {
    early_.emplace(i, std::move(result));
    for (auto r = early_.begin(); r != early_.end() && r->first == next_ && !into_.given_up;
         r = early_.erase(r))
      add(cases_[next_++], r->second);
    return !into_.given_up;
  }
  bool is_complete() const { return into_.given_up || next_ == cases_.size(); }

 private:
  void add(const ConformanceCase& c, const RunResult& r) {
    count(into_.all, c, r);
    count(tally_of(c.aspect), c, r);
    if (r.reproducible)
      into_.reproducible = std::min(into_.reproducible.value_or(*r.reproducible), *r.reproducible);
    const bool ran = r.outcome != Outcome::kSkipped;
    if (c.ranks > 1) several_ran_ = several_ran_.value_or(false) || ran;
    into_.untried = several_ran_ == false;
    into_.given_up = into_.all.failed == Conformance::kMostFailures;
  }

  Tally& tally_of(Aspect aspect) {
    const auto known = std::ranges::find(into_.aspects, aspect, &std::pair<Aspect, Tally>::first);
    if (known != into_.aspects.end()) return known->second;
    return into_.aspects.emplace_back(aspect, Tally{}).second;
  }

  Conformance& into_;
  const std::vector<ConformanceCase>& cases_;
  std::map<std::size_t, RunResult> early_;
  std::size_t next_ = 0;
  std::optional<bool> several_ran_;  // nothing: there was no case with several ranks
};

}  // namespace

std::optional<Conformance> verify(const Algorithm& a, const std::vector<ConformanceCase>& cases,
                                  int jobs, const std::function<bool(std::size_t done)>& progress) {
  Conformance result{&a, cases.size(), {}, {}};
  Counting counting(result, cases);
  std::vector<RunSpec> specs;
  for (const ConformanceCase& c : cases) specs.push_back(spec_of(c));
  std::size_t done = 0;
  const SharedPluginProcesses shared;
  run_each(specs, jobs, Detail::kTime, [&](std::size_t i, RunResult r) {
    if (is_failure(r) && SharedPluginProcesses::end())
      r = run_one(specs[i], nullptr, Detail::kTime);
    const bool goes_on = progress(++done);
    return counting.take(i, std::move(r)) && goes_on;
  });
  if (!counting.is_complete()) return std::nullopt;
  return result;
}

}  // namespace orrery::inline run
