#include "scenarios/run/score/score.h"

#include <algorithm>
#include <limits>
#include <map>
#include <set>
#include <tuple>

#include <fmt/format.h>

#include "scenarios/spec/problem.h"
#include "scenarios/text/errors.h"
#include "scenarios/text/words.h"

namespace orrery::inline run {
namespace {

constexpr std::int64_t kLeastRooted = 16384;
constexpr double kNothing = std::numeric_limits<double>::quiet_NaN();

bool is_rooted(const std::string& collective) {
  const auto all = collectives();
  const auto found = std::ranges::find(all, collective, &Collective::name);
  return found != all.end() && found->rooted;
}

/// Returns whether every rank has a part of the buffer, and there are too few elements: nothing was
/// sent then.
bool has_empty_parts(const MeasuredRow& row) {
  const bool shared = counts_parts(row.collective) || row.collective == "reduce-scatter";
  return shared && row.count > 0 && row.count < row.ranks;
}

/// Returns the reason why a row cannot be scored; empty if it can.
std::string flaw_of_row(const MeasuredRow& row, const ScoreRequest& request) {
  if (row.is_default()) return "the library's own choice";
  if (row.ignored) return "the library may have run another algorithm";
  if (has_empty_parts(row)) return "fewer elements than ranks: the parts are empty";
  if (is_rooted(row.collective) && row.bytes.count() < kLeastRooted)
    return "a root and less than 16 KiB: it ends before late ranks begin";
  if (request.max_ranks > 0 && row.ranks > request.max_ranks)
    return fmt::format("more than --max-ranks {}", request.max_ranks);
  return "";
}

void check_machines(const std::vector<MeasuredRow>& measured, const ScoreRequest& request) {
  std::set<std::string> names;
  for (const MeasuredRow& row : measured) names.insert(row.machine);
  for (const std::string& name : request.machines)
    if (!names.contains(name))
      throw InputError({.source = "--machine", .is_option = true}, "",
                       unknown_word(name, names, fmt::format("no row is of '{}'", name)));
}

bool is_wanted(const MeasuredRow& row, const ScoreRequest& request) {
  return request.machines.empty() ||
         std::ranges::find(request.machines, row.machine) != request.machines.end();
}

/// Plans one row after the other; runs that are the same are planned once.
class Planner {
 public:
  Planner(const Counterparts& counterparts, Machines& machines, const ScoreRequest& request)
      : counterparts_(counterparts), machines_(machines), request_(request) {}

  void add(const MeasuredRow& row) {
    ScoredRow scored;
    scored.row = row;
    scored.reason = flaw_of_row(row, request_);
    scored.fitted = machines_.is_fitted(row);
    if (scored.reason.empty()) scored.reason = plan_run(scored);
    plan.rows.push_back(std::move(scored));
  }
  ScorePlan plan;

 private:
  /// Plans a run; returns the reason if there is none, or nothing.
  std::string plan_run(ScoredRow& scored) {
    auto counterpart = counterparts_.of(scored.row);
    if (auto* const why = std::get_if<std::string>(&counterpart)) return *why;
    const auto& algorithm = std::get<Counterpart>(counterpart);
    scored.counterpart = algorithm.collective + ' ' + algorithm.algorithm;
    scored.left_out = left_out_of(algorithm, scored.row);
    auto run = machines_.run_of(scored.row, algorithm);
    if (auto* const why = std::get_if<std::string>(&run)) return *why;
    auto& spec = std::get<RunSpec>(run);
    const auto [known, is_new] = runs_.try_emplace(spec.swept.front().second, plan.runs.size());
    if (is_new) plan.runs.push_back(std::move(spec));
    scored.run = known->second;
    return "";
  }

  const Counterparts& counterparts_;
  Machines& machines_;
  const ScoreRequest& request_;
  std::map<std::string, std::size_t> runs_;  // by name
};

double share(const std::vector<double>& values) {
  double sum = 0;
  for (const double v : values) sum += v;
  return values.empty() ? kNothing : sum / static_cast<double>(values.size());
}

template <class F>
double mean_over(const std::vector<ScoreCell>& cells, F&& f) {
  std::vector<double> values;
  for (const ScoreCell& c : cells)
    if (const double value = f(c); !std::isnan(value)) values.push_back(value);
  return share(values);
}

double standard_within(const ScoreCell& c, double factor) {
  if (!c.standard) return kNothing;
  return *c.standard <= factor * c.fastest() ? 1 : 0;
}

}  // namespace

double quantile(std::vector<double> values, double part) {
  if (values.empty()) return kNothing;
  std::ranges::sort(values);
  const auto place = std::ceil(part * static_cast<double>(values.size())) - 1;
  return values[static_cast<std::size_t>(std::max(0.0, place))];
}

ScorePlan plan_score(const std::vector<MeasuredRow>& measured, const Counterparts& counterparts,
                     Machines& machines, const ScoreRequest& request) {
  check_machines(measured, request);
  Planner planner(counterparts, machines, request);
  for (const MeasuredRow& row : measured)
    if (is_wanted(row, request)) planner.add(row);
  return std::move(planner.plan);
}

double ScoreCell::fastest() const {
  return std::ranges::min_element(entries, {}, &Entry::measured)->measured;
}

double ScoreCell::named_within(double factor) const {
  const double best = std::ranges::min_element(entries, {}, &Entry::predicted)->predicted;
  std::vector<double> named;
  for (const Entry& e : entries)
    if (e.predicted == best) named.push_back(e.measured <= factor * fastest() ? 1 : 0);
  return share(named);
}

double ScoreCell::chance_within(double factor) const {
  std::vector<double> all;
  for (const Entry& e : entries) all.push_back(e.measured <= factor * fastest() ? 1 : 0);
  return share(all);
}

std::size_t ScoreCell::names() const {
  const double best = std::ranges::min_element(entries, {}, &Entry::predicted)->predicted;
  return static_cast<std::size_t>(std::ranges::count_if(
      entries, [&](const Entry& e) { return e.predicted <= kSpread * best; }));
}

bool ScoreCell::has_fastest() const {
  const double best = std::ranges::min_element(entries, {}, &Entry::predicted)->predicted;
  return std::ranges::min_element(entries, {}, &Entry::measured)->predicted <= kSpread * best;
}

double ScoreCell::tau() const {
  const auto sign = [](double x) { return (x > 0) - (x < 0); };
  double sum = 0, measured_pairs = 0, predicted_pairs = 0;
  for (std::size_t i = 0; i < entries.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) {
      const int m = sign(entries[i].measured - entries[j].measured);
      const int p = sign(entries[i].predicted - entries[j].predicted);
      sum += m * p;
      measured_pairs += m * m;
      predicted_pairs += p * p;
    }
  const double pairs = std::sqrt(measured_pairs * predicted_pairs);
  return pairs > 0 ? sum / pairs : 0;
}

std::vector<ScoreCell> cells_of(const std::vector<const ScoredRow*>& rows) {
  using Name = std::tuple<std::string, int, std::string, Bytes>;
  std::map<Name, ScoreCell> cells;
  std::map<std::pair<Name, std::string>, ScoreCell::Entry> entries;
  for (const ScoredRow* r : rows) {
    const Name name(r->row.job(), r->row.ranks, r->row.collective, r->row.bytes);
    if (r->row.is_default()) {
      cells[name].standard =
          std::min(cells[name].standard.value_or(r->row.seconds), r->row.seconds);
      continue;
    }
    auto& e = entries
                  .try_emplace({name, r->counterpart},
                               ScoreCell::Entry{r->counterpart, r->row.seconds, *r->predicted})
                  .first->second;
    e.measured = std::min(e.measured, r->row.seconds);
    e.predicted = std::min(e.predicted, *r->predicted);
  }
  for (auto& [key, entry] : entries) cells[key.first].entries.push_back(std::move(entry));
  std::vector<ScoreCell> found;
  for (auto& [name, cell] : cells) {
    if (cell.entries.size() < 2) continue;
    std::tie(cell.job, cell.ranks, cell.collective, cell.bytes) = name;
    found.push_back(std::move(cell));
  }
  return found;
}

std::vector<const ScoredRow*> predicted_rows(const std::vector<ScoredRow>& rows,
                                             const std::function<bool(const ScoredRow&)>& keep) {
  std::vector<const ScoredRow*> kept;
  for (const ScoredRow& r : rows)
    if ((r.predicted || (r.row.is_default() && !r.row.ignored)) && (!keep || keep(r)))
      kept.push_back(&r);
  return kept;
}

PredictionScore score_of(const std::vector<const ScoredRow*>& rows) {
  PredictionScore s;
  std::vector<double> errors;
  for (const ScoredRow* r : rows)
    if (r->predicted) errors.push_back(r->error());
  s.rows = errors.size();
  s.median_error = quantile(errors, 0.5);
  s.p90_error = quantile(errors, 0.9);
  const std::vector<ScoreCell> cells = cells_of(rows);
  s.cells = cells.size();
  s.fastest = mean_over(cells, [](const ScoreCell& c) { return c.named_within(1); });
  s.within_10 = mean_over(cells, [](const ScoreCell& c) { return c.named_within(1.10); });
  s.within_25 = mean_over(cells, [](const ScoreCell& c) { return c.named_within(1.25); });
  s.tau = mean_over(cells, [](const ScoreCell& c) { return c.tau(); });
  s.one_name = mean_over(cells, [](const ScoreCell& c) { return c.names() == 1 ? 1.0 : 0.0; });
  s.one_right = mean_over(
      cells, [](const ScoreCell& c) { return c.names() == 1 ? c.named_within(1.10) : kNothing; });
  s.several_have = mean_over(cells, [](const ScoreCell& c) {
    return c.names() == 1 ? kNothing : static_cast<double>(c.has_fastest());
  });
  s.library_within_10 =
      mean_over(cells, [](const ScoreCell& c) { return standard_within(c, 1.10); });
  s.library_within_25 =
      mean_over(cells, [](const ScoreCell& c) { return standard_within(c, 1.25); });
  s.chance_within_10 = mean_over(cells, [](const ScoreCell& c) { return c.chance_within(1.10); });
  s.chance_within_25 = mean_over(cells, [](const ScoreCell& c) { return c.chance_within(1.25); });
  return s;
}

std::vector<PredictionScore> scores_by_machine(const std::vector<ScoredRow>& rows) {
  std::map<std::string, std::set<std::string>> collectives_of;
  for (const ScoredRow& r : rows)
    if (r.predicted) collectives_of[r.row.machine].insert(r.row.collective);
  std::vector<PredictionScore> scores;
  for (const auto& [machine, names] : collectives_of) {
    const auto add = [&, &machine = machine](const std::string& collective) {
      scores.push_back(score_of(predicted_rows(rows, [&](const ScoredRow& r) {
        return r.row.machine == machine && (collective == "all" || r.row.collective == collective);
      })));
      scores.back().machine = machine;
      scores.back().collective = collective;
    };
    for (const std::string& name : names) add(name);
    add("all");
  }
  return scores;
}

}  // namespace orrery::inline run
