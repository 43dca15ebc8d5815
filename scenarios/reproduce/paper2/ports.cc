// Several ports: gathering is scheduling, and greedy trees against exact ones.
#include "algorithms/trees/ports.h"

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "scenarios/reproduce/experiment.h"
#include "scenarios/reproduce/model.h"
#include "scenarios/reproduce/reproduction.h"

namespace orrery::inline reproduce {

namespace {

using trees::Cost;

constexpr int kPortsInstances = 60, kRanks = 7;

/// Adds the example of Thm. 6: jobs on two machines.
void add_scheduling(Evidence& e, const std::vector<std::int64_t>& jobs, Cost shortest) {
  const trees::Blocks blocks = trees::scheduling_blocks(jobs);
  const int root = static_cast<int>(jobs.size());
  const Cost exact = trees::optimal_port_tree(blocks, in_model({0, 1, 1}), root, 2).time;
  const Cost greedy = trees::list_star(blocks, in_model({0, 1, 1}), root, 2).time;
  e.findings.push_back(
      equal_counts(Basis::kFormula,
                   fmt::format("jobs {} on 2 machines: shortest schedule, best gather",
                               fmt::join(jobs, " ")),
                   shortest, exact)
          .of_claim("Thm. 6: the best gather is the shortest schedule"));
  e.findings.push_back(
      at_most(Basis::kFormula, fmt::format("jobs {}: largest first", fmt::join(jobs, " ")),
              7.0 / 6 * static_cast<double>(shortest), static_cast<double>(greedy), exactly())
          .of_claim("Thm. 6: the largest first, at most 7/6 of the shortest"));
}

struct Comparison {
  Cost greedy = 0, exact = 0;
};

/// Compares with random blocks 1 .. 1,000, β = γ = 1, root free.
Comparison compare_ports(std::size_t instance, int ports, Cost alpha) {
  std::mt19937_64 random(instance);
  std::vector<std::int64_t> sizes;
  for (int i = 0; i < kRanks; ++i) sizes.push_back(static_cast<std::int64_t>(random() % 1000) + 1);
  const trees::Blocks blocks(sizes);
  return {trees::greedy_port_tree(blocks, {alpha, 1, 1}, trees::kFreeRoot, ports).time,
          trees::optimal_port_tree(blocks, {alpha, 1, 1}, trees::kFreeRoot, ports).time};
}

void add_comparison(Evidence& e, std::string& csv, int ports, Cost alpha, int jobs) {
  std::vector<Comparison> all(kPortsInstances);
  in_parallel(all.size(), jobs, [&](std::size_t i) { all[i] = compare_ports(i, ports, alpha); });
  double sum = 0, most = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const double ratio = static_cast<double>(all[i].greedy) / static_cast<double>(all[i].exact);
    sum += ratio;
    most = std::max(most, ratio);
    csv += fmt::format("{},{},{},{},{}\n", ports, alpha, i, all[i].greedy, all[i].exact);
  }
  e.results.push_back(
      {fmt::format("{} ports, α = {}: greedy over exact", ports, alpha),
       fmt::format("{:.3f} on average, {:.3f} at most", sum / kPortsInstances, most), ""});
}

Evidence run_paper2_ports(int jobs) {
  Evidence e;
  e.notes = {
      "Jobs become blocks, and machines become the ports of the root; α = 0, β = 1. A gather is "
      "then a schedule, and the best gather is as hard to find as the best schedule. Greedy is the "
      "better of a star that receives the largest blocks first and a tree that joins k + 1 "
      "neighbours at a time; exact tries all trees of 7 ranks."};
  add_scheduling(e, {3, 3, 2, 2, 2}, 6);
  add_scheduling(e, {7, 6, 5, 4, 3, 3, 2}, 15);
  std::string csv = "ports,alpha,instance,greedy,exact\n";
  for (const int ports : {2, 3})
    for (const Cost alpha : {0, 100, 1000}) add_comparison(e, csv, ports, alpha, jobs);
  e.files.emplace_back("ports.csv", csv);
  return e;
}

}  // namespace

extern const Reproduction paper2_ports{
    "paper2-ports", "Several ports: gathering is multiprocessor scheduling",
    "Träff, On Optimal Trees for Irregular Gather and Scatter Collectives (2019), Thm. 6",
    run_paper2_ports};

}  // namespace orrery::inline reproduce
