// The time without contention, which a run keeps on a second clock, against a run without contention.
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "algorithms/algorithm.h"
#include "algorithms/verify.h"
#include "scenarios/document/validate.h"
#include "scenarios/run/load.h"
#include "scenarios/run/runner.h"

namespace orrery::testing {
namespace {

struct Tally {
  int shared = 0;  ///< runs in which messages met on links
  int told = 0;    ///< of these, runs that told their time without
};

/// The same program on the same network, blocks and choices included.
Time emulated_without(const RunSpec& spec) {
  const Prepared cell = std::get<Prepared>(prepare(spec));
  Network network = *cell.network;
  network.contention = false;
  const auto program = cell.program();
  return execute(*program, network, spec.engine, PayloadKind::kGhost,
                 find_op(spec.op, spec.datatype))
      .metrics.completion;
}

void compare(Overrides cell, Tally& tally) {
  cell.emplace_back("symmetry", "off");
  const RunSpec spec = load_scenario("", cell, Unsupported::kSkip).cells.front();
  const RunResult run = run_one(spec, nullptr, Detail::kTime);
  if (run.outcome != Outcome::kFine || !run.metrics.shared) return;
  ++tally.shared;
  if (!run.metrics.uncontended) return;
  ++tally.told;
  EXPECT_EQ(*run.metrics.uncontended, emulated_without(run.spec));
}

Tally compare_all(const std::vector<const char*>& networks, const Overrides& more) {
  Tally tally;
  for (const char* network : networks)
    for (const Algorithm* a : catalog()) {
      SCOPED_TRACE(::testing::Message() << a->collective << " " << a->name << " on " << network);
      for (const char* bytes : {"96B", "99840B"}) {
        Overrides cell{{"collective", std::string(a->collective)},
                       {"algorithm", std::string(a->name)},
                       {"topology", network},
                       {"bytes", bytes}};
        cell.insert(cell.end(), more.begin(), more.end());
        compare(cell, tally);
      }
      if (::testing::Test::HasFailure()) return tally;
    }
  return tally;
}

TEST(Uncontended, IsToldByNearlyAllRunsWithoutPorts) {
  const Tally t = compare_all({"torus:4x4", "torus:13", "mesh:3x5", "fat-tree:4", "star:11"},
                              {{"ports", "unlimited"}, {"gamma", "3ps/B"}});
  EXPECT_GT(t.shared, 300);
  EXPECT_GT(t.told, 0.9 * t.shared);
}

/// Messages that wait for ports, and processors that do one thing after the other.
TEST(Uncontended, IsExactWhereItIsTold) {
  Tally all;
  for (const char* ports : {"1", "2", "per-link"})
    for (const char* protocol : {"sync", "eager"})
      for (const char* hold : {"message", "transfer"}) {
        SCOPED_TRACE(fmt::format("{} ports, {}, hold {}", ports, protocol, hold));
        const Tally t =
            compare_all({"torus:3x4", "mesh:7", "fat-tree:4"}, {{"ports", ports},
                                                                {"protocol", protocol},
                                                                {"port_hold", hold},
                                                                {"overhead", "300ns"},
                                                                {"gamma", "30ps/B"},
                                                                {"copy_cost", "10ps/B"}});
        all.shared += t.shared;
        all.told += t.told;
        if (HasFailure()) return;
      }
  EXPECT_GT(all.shared, 1000);
  EXPECT_GT(all.told, all.shared / 4);
}

TEST(Uncontended, IsExactWithSeveralRanksOnAHost) {
  const Tally t = compare_all(
      {"torus:2x3", "fat-tree:4"},
      {{"ranks", "12"}, {"ranks_per_host", "2"}, {"host_beta", "7ps/B"}, {"ports", "unlimited"}});
  EXPECT_GT(t.told, 20);
}

}  // namespace
}  // namespace orrery::testing
