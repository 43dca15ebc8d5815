#pragma once

#include <string>
#include <utility>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "algorithms/algorithm.h"
#include "scenarios/run/load.h"
#include "scenarios/run/runner.h"

/// Runs in which one rank stands for all that are like it, held against runs of all ranks.
namespace orrery::testing {

inline Overrides cell_of(const Algorithm& a, const std::string& network, std::int64_t bytes,
                         const char* gamma) {
  return {{"collective", std::string(a.collective)},
          {"algorithm", std::string(a.name)},
          {"topology", network},
          {"ports", "per-link"},
          {"gamma", gamma},
          {"bytes", fmt::format("{}B", bytes)}};
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

/// Lanes that add up at the same time.
inline bool turned_out_not_alike(const RunResult& r) {
  return r.error.value_or("").find("not the same for all ranks") != std::string::npos;
}

/// Every algorithm of which it is known on a network: how many ran with one rank for others.
inline int expect_alike_on(const std::string& network, int ranks) {
  int alike = 0;
  for (const Algorithm* a : catalog()) {
    if (a->alike == nullptr) continue;
    SCOPED_TRACE(::testing::Message() << a->collective << " " << a->name << " on " << network);
    for (const auto& [bytes, gamma] : {std::pair(0, "0ps/B"), std::pair(12 * ranks * 64, "0ps/B"),
                                       std::pair(12 * ranks * 64, "3ps/B")}) {
      const Overrides cell = cell_of(*a, network, bytes, gamma);
      const RunResult one = run_with(cell, "on");
      if (one.outcome == Outcome::kSkipped || turned_out_not_alike(one)) continue;
      EXPECT_EQ(one.outcome, Outcome::kFine) << one.error.value_or("");
      if (one.outcome != Outcome::kFine) break;
      ++alike;
      expect_equal(one, run_with(cell, "off"));
      if (::testing::Test::HasFatalFailure()) return alike;
    }
  }
  return alike;
}

}  // namespace orrery::testing
