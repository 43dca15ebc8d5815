// Tests replays of recordings at other sizes, and of schedules, against emulation.
#include "tests/property/algorithms/executor.h"

#include <string>

#include <gtest/gtest.h>

#include "algorithms/algorithm.h"
#include "tests/setting.h"

namespace orrery::testing {
namespace {

/// Calls f(cell) for one of every n algorithms of the catalogue on a network.
template <class F>
void for_each_cell(const std::string& network, const Overrides& more, int n, F&& f) {
  for (const Algorithm* a : some_of(catalog(), n)) {
    SCOPED_TRACE(::testing::Message() << a->collective << " " << a->name << " on " << network);
    Overrides cell = more;
    cell.insert(cell.end(), {{"collective", std::string(a->collective)},
                             {"algorithm", std::string(a->name)},
                             {"topology", network},
                             {"symmetry", "off"}});
    f(cell);
    if (::testing::Test::HasFailure()) break;
  }
}

Again done_again(const std::string& network, const Overrides& more, int n = 2) {
  Again count;
  for_each_cell(network, more, n, [&](const Overrides& cell) {
    const Again again = expect_the_same_again(cell, 5040);
    count.cells += again.cells;
    count.joined += again.joined;
  });
  return count;
}

TEST(Executor, IsTheRunItself) {
  EXPECT_GT(done_again("yahoo", {{"ranks", "21"}}).cells, 30);
  const Overrides eager{{"ports", "1"}, {"protocol", "eager"}, {"gamma", "3ps/B"}};
  EXPECT_GT(done_again("star:8", eager).cells, 30);
}

TEST(Executor, KeepsToPortsRoutesAndProcessors) {
  EXPECT_GT(done_again("torus:3x4", {{"ports", "per-link"}, {"overhead", "200ns"}}).cells, 15);
  EXPECT_GT(done_again("fat-tree:4", {{"routing", "adaptive"}, {"ports", "2"}}).cells, 30);
  EXPECT_GT(done_again("hyperx:2x3", {{"ranks_per_host", "2"}, {"touch", "1ps/B"}}).cells, 30);
}

/// Checks Sparbit and other algorithms that send block by block.
TEST(Executor, SendsIdenticalMessagesAsOne) {
  const Overrides free{{"ports", "unlimited"}};
  const auto joined = [&](const std::string& network, Overrides more) {
    more.insert(more.end(), free.begin(), free.end());
    return done_again(network, more, 1).joined;
  };
  EXPECT_GT(joined("cervino", {{"ranks", "17"}, {"mapping", "cyclic"}}), 0);
  EXPECT_GT(joined("yahoo", {{"ranks", "19"}, {"protocol", "eager"}}), 0);
  EXPECT_GT(joined("torus:3x2", {{"ranks_per_host", "2"}}), 0);
  EXPECT_GT(joined("fat-tree:4", {{"routing", "ecmp"}, {"duplex", "half"}}), 0);
  EXPECT_GT(joined("star:4", {{"contention", "off"}, {"ranks_per_host", "3"}}), 0);
}

int same_schedules(const std::string& network, const Overrides& more) {
  int count = 0;
  for_each_cell(network, more, 2,
                [&](const Overrides& cell) { count += expect_same_schedule(cell) ? 1 : 0; });
  return count;
}

TEST(Executor, RunsSchedulesAsFibersDo) {
  EXPECT_GT(same_schedules("star:7", {{"gamma", "3ps/B"}, {"protocol", "eager"}}), 50);
  EXPECT_GT(same_schedules("torus:3x4", {{"ports", "per-link"}, {"overhead", "200ns"}}), 50);
  EXPECT_GT(same_schedules("fat-tree:4", {{"routing", "adaptive"}, {"ports", "2"}}), 50);
  EXPECT_GT(same_schedules("hyperx:2x3", {{"ranks_per_host", "2"}, {"gamma", "1ps/B"}}), 50);
  EXPECT_GT(same_schedules("mesh:5", {{"contention", "off"}, {"ports", "unlimited"}}), 50);
}

}  // namespace
}  // namespace orrery::testing
