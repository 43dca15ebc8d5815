#pragma once

#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "algorithms/algorithm.h"
#include "algorithms/verify.h"
#include "scenarios/cell/validate.h"
#include "scenarios/run/load.h"
#include "scenarios/run/runner.h"
#include "tests/setting.h"

/// Compares the time without contention, which a run keeps on a second clock, with a run without
/// contention.
namespace orrery::testing {

struct Tally {
  int shared = 0;  ///< runs in which messages met on links
  int told = 0;    ///< of these, runs with an uncontended time
};

/// Returns the time of the same program on the same network without contention, with the same
/// blocks and choices.
inline Time emulated_without(const RunSpec& spec) {
  const Prepared cell = std::get<Prepared>(prepare(spec));
  Network network = *cell.network;
  network.contention = false;
  const auto program = cell.program();
  return execute(*program, network, spec.engine, PayloadKind::kGhost,
                 find_op(spec.op, spec.datatype))
      .metrics.completion;
}

inline void compare_times(Overrides cell, Tally& tally) {
  cell.emplace_back("symmetry", "off");
  const RunSpec spec = load_scenario("", cell, Unsupported::kSkip).cells.front();
  const RunResult run = run_one(spec, nullptr, Detail::kTime);
  if (run.outcome != Outcome::kFine || !run.metrics.shared) return;
  ++tally.shared;
  if (!run.metrics.uncontended) return;
  ++tally.told;
  EXPECT_EQ(*run.metrics.uncontended, emulated_without(run.spec));
}

inline Tally compare_all(const std::vector<const char*>& networks, const Overrides& more) {
  Tally tally;
  for (const char* network : networks)
    for (const Algorithm* a : some_of(catalog(), 2)) {
      SCOPED_TRACE(::testing::Message() << a->collective << " " << a->name << " on " << network);
      for (const char* bytes : {"96B", "99840B"}) {
        Overrides cell{{"collective", std::string(a->collective)},
                       {"algorithm", std::string(a->name)},
                       {"topology", network},
                       {"bytes", bytes}};
        cell.insert(cell.end(), more.begin(), more.end());
        compare_times(cell, tally);
      }
      if (::testing::Test::HasFailure()) return tally;
    }
  return tally;
}

/// Compares runs whose messages wait for ports and processors: every `nth` combination of ports, protocol and hold;
/// the next number of ports begins one combination later.
inline Tally compare_with_ports(std::size_t nth) {
  const std::vector<const char*> all_ports{"1", "2", "per-link"}, protocols{"sync", "eager"},
      holds{"message", "transfer"};
  Tally all;
  for (std::size_t i = 0; i < all_ports.size(); ++i)
    for (std::size_t j = 0; j < protocols.size(); ++j)
      for (std::size_t k = 0; k < holds.size(); ++k) {
        if ((i + j + k) % nth != 0) continue;
        SCOPED_TRACE(fmt::format("{} ports, {}, hold {}", all_ports[i], protocols[j], holds[k]));
        const Tally t =
            compare_all({"torus:3x4", "mesh:7", "fat-tree:4"}, {{"ports", all_ports[i]},
                                                                {"protocol", protocols[j]},
                                                                {"port_hold", holds[k]},
                                                                {"overhead", "300ns"},
                                                                {"gamma", "30ps/B"},
                                                                {"copy_cost", "10ps/B"}});
        all.shared += t.shared;
        all.told += t.told;
        if (::testing::Test::HasFailure()) return all;
      }
  return all;
}

}  // namespace orrery::testing
