#pragma once

#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "algorithms/algorithm.h"
#include "scenarios/run/load.h"
#include "scenarios/run/runner.h"

/// Runs in which one rank stands for all that are like it, held against runs of all ranks.
namespace orrery::testing {

/// The parameters of a run of an algorithm.
struct Trial {
  std::string network;
  std::int64_t bytes = 0;
  const char* gamma = "0ps/B";
  const char* ports = "per-link";
  int radix = 0;  ///< of radix-k algorithms; 0: the best, which takes long to find for many ranks
};

inline Overrides cell_of(const Algorithm& a, const Trial& t) {
  Overrides cell{{"collective", std::string(a.collective)},
                 {"algorithm", std::string(a.name)},
                 {"topology", t.network},
                 {"ports", t.ports},
                 {"gamma", t.gamma},
                 {"bytes", fmt::format("{}B", t.bytes)}};
  if (a.radixed && t.radix > 0) cell.emplace_back("radix", fmt::format("{}", t.radix));
  return cell;
}

inline RunResult run_with(Overrides all, const std::string& symmetry) {
  all.emplace_back("symmetry", symmetry);
  const Scenario scenario = load_scenario("", all, Unsupported::kSkip);
  return run_one(scenario.cells.front());
}

inline void expect_equal(const RunResult& one, const RunResult& all) {
  const Metrics &a = one.metrics, &b = all.metrics;
  EXPECT_EQ(a.completion, b.completion);
  EXPECT_EQ(one.uncontended, all.uncontended);
  EXPECT_EQ(std::pair(a.rounds, a.messages), std::pair(b.rounds, b.messages));
  EXPECT_EQ(std::pair(a.bytes_total, a.bytes_max_rank), std::pair(b.bytes_total, b.bytes_max_rank));
  EXPECT_EQ(a.reduced_max_rank, b.reduced_max_rank);
  EXPECT_EQ(std::pair(a.max_link, a.shared), std::pair(b.max_link, b.shared));
  EXPECT_EQ(std::pair(a.port_sum, a.link_sum), std::pair(b.port_sum, b.link_sum));
  EXPECT_EQ(std::pair(a.most_at_once, a.rounds_overlap),
            std::pair(b.most_at_once, b.rounds_overlap));
  EXPECT_EQ(one.goodput_bps, all.goodput_bps);
  EXPECT_EQ(one.deficiency.xi, all.deficiency.xi);
  ASSERT_EQ(a.per_round.size(), b.per_round.size());
  for (std::size_t i = 0; i < a.per_round.size(); ++i) {
    const RoundMetrics &x = a.per_round[i], &y = b.per_round[i];
    EXPECT_EQ(std::pair(x.messages, x.bytes), std::pair(y.messages, y.bytes)) << "round " << i;
    EXPECT_EQ(std::pair(x.max_port, x.max_link), std::pair(y.max_port, y.max_link))
        << "round " << i;
    EXPECT_EQ(std::pair(x.first_start, x.last_end), std::pair(y.first_start, y.last_end))
        << "round " << i;
  }
}

/// Returns whether a run was refused because lanes add up at the same time.
inline bool turned_out_not_symmetric(const RunResult& r) {
  return r.error.value_or("").find("not the same for all ranks") != std::string::npos;
}

/// Returns whether one rank may represent others in a trial; if so, compares the run with one of
/// all ranks.
inline bool expect_symmetric(const Algorithm& a, const Trial& t) {
  SCOPED_TRACE(::testing::Message() << a.collective << " " << a.name << " on " << t.network << ", "
                                    << t.bytes << " B, " << t.gamma << ", ports " << t.ports);
  const Overrides cell = cell_of(a, t);
  const RunResult one = run_with(cell, "on");
  if (one.outcome == Outcome::kSkipped || turned_out_not_symmetric(one)) return false;
  EXPECT_EQ(one.outcome, Outcome::kFine) << one.error.value_or("");
  if (one.outcome == Outcome::kFine) expect_equal(one, run_with(cell, "off"));
  return true;
}

/// Returns trials without bytes, with data, and with data whose reduction takes time.
inline std::vector<Trial> trials_on(const std::string& network, int ranks) {
  constexpr int kMostForBestRadix = 16;
  const std::int64_t bytes = std::int64_t{12} * ranks * 64;
  std::vector<Trial> all{{network, 0}, {network, bytes}, {network, bytes, "3ps/B"}};
  if (ranks > kMostForBestRadix)
    for (Trial& t : all) t.radix = 2 + ranks % 7;
  return all;
}

/// Compares every algorithm with known symmetry on a network. Returns how many ran with
/// representative ranks.
inline int expect_symmetric_on(const std::string& network, int ranks) {
  int identical = 0;
  for (const Algorithm* a : catalog()) {
    if (a->symmetry == nullptr) continue;
    for (const Trial& t : trials_on(network, ranks)) {
      if (expect_symmetric(*a, t)) ++identical;
      if (::testing::Test::HasFailure()) return identical;
    }
  }
  return identical;
}

}  // namespace orrery::testing
