// Tests that no time depends on the payload: sizes alone, contributors, or bytes.
#include <map>
#include <optional>
#include <string>
#include <tuple>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "algorithms/algorithm.h"
#include "scenarios/run/load.h"
#include "scenarios/run/runner.h"
#include "tests/setting.h"

namespace orrery {
namespace {

/// Returns the metrics that must not differ.
auto measured(const RunResult& r) {
  return std::tuple(r.outcome, r.metrics.completion, r.metrics.rounds, r.metrics.messages,
                    r.metrics.bytes_total);
}

class Payloads : public ::testing::TestWithParam<const char*> {};

TEST_P(Payloads, DoNotChangeTimes) {
  std::size_t compared = 0;
  Sampler sample(5);  // of 6 problems of an algorithm: all of them in turns
  for (const Collective& c : collectives()) {
    const std::string collective(c.name);
    const Scenario scenario = load_scenario(
        {},
        {{"topology", GetParam()},
         {"collective", collective},
         {"algorithm", "all"},
         {"bytes", "8B,999B,4kB"},
         {"ports", std::string_view(GetParam()).starts_with("full") ? "1" : "per-link"},
         {"payload", "ghost,provenance,real"},
         {"packing", "off,on"},
         {"buffers", "separate"},
         {"alpha", "1.5us"},
         {"overhead", "300ns"},
         {"gamma", "11ps/B"},
         {"touch", "30ps/B"},
         {"copy_cost", "7ps/B"}},
        Unsupported::kSkip);
    std::map<std::string, std::optional<RunResult>> ghosts;  // of the cells in the sample
    for (const RunSpec& cell : scenario.cells) {
      if (!cell.skipped.empty()) continue;
      std::string name;
      for (const auto& [key, value] : cell.swept)
        if (key != "payload") name += fmt::format("{} {} ", key, value);
      const auto [ghost, is_first] = ghosts.try_emplace(name);
      std::optional<RunResult>& known = ghost->second;
      if (is_first ? !sample.takes_next() : !known) continue;
      RunResult result = run_one(cell, {}, Detail::kTime);
      if (!known) {
        known = std::move(result);
        continue;
      }
      EXPECT_EQ(measured(*known), measured(result)) << collective << ' ' << cell_name(cell);
      ++compared;
    }
  }
  EXPECT_GT(compared, is_whole() ? 800U : 150U);
}

INSTANTIATE_TEST_SUITE_P(On, Payloads, ::testing::Values("torus:2x4", "torus:3x3", "full:7"),
                         [](const auto& of) {
                           std::string name = of.param;
                           for (char& c : name) c = c == ':' ? '_' : c;
                           return name;
                         });

}  // namespace
}  // namespace orrery
