#include "scenarios/run/statistics/robustness.h"

#include <fmt/format.h>

#include "scenarios/keys/keys.h"
#include "scenarios/run/statistics/statistic.h"

namespace orrery::inline run {
namespace {

/// Returns "3", or "s0" for the first switch, or a name: the node in the syntax of slow_links.
std::string node_text(const Topology& network, NodeId node) {
  if (network.servers() != nullptr || !network.name_of(node).empty())
    return node_name(network, node);
  return node < network.hosts() ? fmt::format("{}", node)
                                : fmt::format("s{}", node - network.hosts());
}

/// Returns the slow rank or link for this cell; empty if there is none.
std::string chosen_of(const RunResult& perfect, const RobustnessRequest& request) {
  if (!request.which.empty()) return request.which;
  if (request.of == RobustnessRequest::Of::kRank) return "0";
  const auto& hottest = perfect.metrics.hottest;
  if (hottest.empty()) return {};
  const Network network = make_network(perfect.spec);
  return fmt::format("{}-{}", node_text(*network.topology, hottest.front().ends.from),
                     node_text(*network.topology, hottest.front().ends.to));
}

/// Returns the cell with one more slow rank or link.
RunSpec with_fault(RunSpec spec, std::string_view name, const std::string& item) {
  const Key& key = *find_key(name);
  const std::string now = key.get(spec);
  key.set(spec, now == "none" ? item : fmt::format("{};{}", now, item));
  return spec;
}

RunSpec slowed(const RunSpec& spec, RobustnessRequest::Of of, const std::string& which, double by) {
  return of == RobustnessRequest::Of::kRank
             ? with_fault(spec, "slow_ranks", fmt::format("{}={}", which, by))
             : with_fault(spec, "slow_links", fmt::format("{}={}", which, 1 / by));
}

/// Returns all variants of one cell that are run after the unchanged one.
std::vector<RunSpec> variants(const RunSpec& spec, const std::string& which,
                              const RobustnessRequest& request) {
  std::vector<RunSpec> specs;
  for (const double by : request.slowdowns) specs.push_back(slowed(spec, request.of, which, by));
  if (request.of == RobustnessRequest::Of::kLink)
    specs.push_back(with_fault(spec, "failed_links", which));
  return specs;
}

/// Checks a result: a refused slow variant is an error of the request, a failed one may be the
/// cell's.
void check_slow(const Robustness& r) {
  for (const RunResult& slow : r.slow)
    if (slow.outcome == Outcome::kBadInput) throw InputError(slow.error.value_or(r.which));
}

}  // namespace

std::optional<double> Robustness::growth(const RunResult& result) const {
  const Time before = typical_time(perfect);
  if (result.outcome != Outcome::kFine || before == Time(0)) return std::nullopt;
  return to_seconds(typical_time(result)) / to_seconds(before);
}

std::vector<Robustness> robustness_of(
    const std::vector<RunSpec>& cells, const RobustnessRequest& request,
    const std::function<void(std::size_t done, std::size_t all)>& progress) {
  const std::size_t each =
      request.slowdowns.size() + (request.of == RobustnessRequest::Of::kLink ? 1 : 0);
  const std::size_t all = cells.size() * (1 + each);
  std::size_t done = 0;
  const auto run = [&](const std::vector<RunSpec>& specs) {
    std::vector<RunResult> results(specs.size());
    run_each(specs, request.jobs, Detail::kTime, [&](std::size_t i, RunResult result) {
      results[i] = std::move(result);
      if (progress) progress(++done, all);
      return true;
    });
    return results;
  };
  std::vector<Robustness> robustness;
  std::vector<RunSpec> specs;
  for (RunResult& perfect : run(cells)) {
    const bool fine = perfect.outcome == Outcome::kFine;
    const std::string which = fine ? chosen_of(perfect, request) : std::string();
    if (!which.empty())
      for (RunSpec& spec : variants(perfect.spec, which, request)) specs.push_back(std::move(spec));
    const std::string kind = request.of == RobustnessRequest::Of::kRank ? "rank " : "link ";
    robustness.push_back({std::move(perfect), which.empty() ? which : kind + which, {}, {}});
  }
  const std::vector<RunResult> results = run(specs);
  std::size_t next = 0;
  for (Robustness& r : robustness) {
    if (r.which.empty()) continue;
    for (std::size_t i = 0; i < request.slowdowns.size(); ++i) r.slow.push_back(results[next++]);
    if (request.of == RobustnessRequest::Of::kLink) r.failed = results[next++];
    check_slow(r);
  }
  return robustness;
}

}  // namespace orrery::inline run
