#include "viz/model/index/frame_state.h"

#include <cmath>
#include <random>

#include <gtest/gtest.h>

#include "scenarios/run/runner.h"
#include "tests/gui/fixtures.h"
#include "viz/model/run/finished_run.h"

namespace orrery::viz {
namespace {

RunSpec spec(const std::string& algorithm, const std::string& topology) {
  RunSpec s;
  s.algorithm = algorithm;
  s.topology = topology;
  s.bytes = Bytes(65536);
  s.costs.alpha = 500ns;
  s.ports.kind = Ports::Kind::kPerLink;
  return s;
}

TEST(FrameState, FollowsAMessageThroughItsPhases) {
  const auto network = makeNetwork("torus:4x4");
  auto trace = std::make_shared<Trace>();
  addMessage(*trace, *network, 0, 0, 2, 100ns);
  const TraceIndex index(trace, network);

  EXPECT_TRUE(stateAt(index, Time(99999)).moving.empty());

  const FrameState start = stateAt(index, 100ns);
  ASSERT_EQ(start.moving.size(), 1U);
  EXPECT_FALSE(start.moving[0].flows);
  EXPECT_EQ(start.moving[0].progress, 0);
  ASSERT_EQ(start.links.size(), 2U);
  EXPECT_EQ(start.links[0].pending, 1);
  EXPECT_EQ(start.links[0].load, 0);
  EXPECT_TRUE(start.ranks[0].sending);
  EXPECT_TRUE(start.ranks[2].receiving);
  EXPECT_FALSE(start.ranks[1].sending);

  const FrameState flow = stateAt(index, 500ns);
  EXPECT_TRUE(flow.moving[0].flows);
  EXPECT_DOUBLE_EQ(flow.moving[0].progress, 0.4);
  EXPECT_EQ(flow.links[0].flows, 1);
  EXPECT_DOUBLE_EQ(flow.links[0].load, 1);  // 30000 B in 600 ns on a link of 50 GB/s

  EXPECT_NEAR(stateAt(index, 800ns).moving[0].progress, 0.7, 1e-12);
  EXPECT_FALSE(stateAt(index, 1100ns - Time(1)).moving.empty());

  const FrameState end = stateAt(index, 1100ns);
  EXPECT_TRUE(end.moving.empty());
  EXPECT_TRUE(end.links.empty());
  EXPECT_TRUE(end.ranks[0].done);
}

TEST(FrameState, AddsUpTheFlowsOfALink) {
  const auto network = makeNetwork("mesh:4");
  auto trace = std::make_shared<Trace>();
  addMessage(*trace, *network, 0, 0, 3, 0ns, 15000);  // half the link's speed each
  addMessage(*trace, *network, 0, 1, 2, 0ns, 15000);
  const TraceIndex index(trace, network);
  const FrameState state = stateAt(index, 500ns);
  ASSERT_EQ(state.links.size(), 3U);
  EXPECT_EQ(state.links[0].flows, 1);
  EXPECT_EQ(state.links[1].flows, 2);
  EXPECT_EQ(state.links[2].flows, 1);
  EXPECT_DOUBLE_EQ(state.links[0].load, 0.5);
  EXPECT_DOUBLE_EQ(state.links[1].load, 1);
}

TEST(FrameState, ShowsComputationAndWaiting) {
  const auto network = makeNetwork("full:3");
  auto trace = std::make_shared<Trace>();
  addMessage(*trace, *network, 0, 0, 1, 0ns);
  trace->compute({1, 0, Bytes(30000), true, 1000ns, 1500ns});
  const TraceIndex index(trace, network);
  const FrameState state = stateAt(index, 1200ns);
  EXPECT_TRUE(state.ranks[0].done);
  EXPECT_TRUE(state.ranks[1].computing);
  EXPECT_FALSE(state.ranks[1].done);
  EXPECT_EQ(index.end(), Time(1500ns));
}

TEST(FrameState, IgnoresMessagesThatNeverEnded) {
  const auto network = makeNetwork("full:2");
  auto trace = std::make_shared<Trace>();
  const std::vector<LinkId> links{0};
  trace->path({0, Bytes(10), links});
  const TraceIndex index(trace, network);
  EXPECT_TRUE(stateAt(index, 0ns).moving.empty());
  EXPECT_TRUE(index.rounds().empty());
}

TEST(FrameState, OfARealRunIsAPureFunctionOfTime) {
  for (const char* algorithm : {"ring", "rabenseifner"}) {
    const auto run = runCell(spec(algorithm, "torus:4x4"));
    ASSERT_TRUE(run->hasPicture()) << run->result.error.value_or("");
    const TraceIndex& index = run->stage->index();
    std::vector<FrameState> forward;
    for (int i = 0; i <= 200; ++i) forward.push_back(stateAt(index, index.end() * i / 200));
    for (int i = 200; i >= 0; --i) {
      EXPECT_EQ(forward[static_cast<std::size_t>(i)], stateAt(index, index.end() * i / 200));
    }
  }
}

TEST(FrameState, LoadsOfARealRunAreFeasibleAndAddUp) {
  const auto run = runCell(spec("rabenseifner", "torus:4x4"));
  ASSERT_TRUE(run->hasPicture()) << run->result.error.value_or("");
  const TraceIndex& index = run->stage->index();
  for (int i = 0; i <= 300; ++i) {
    const FrameState state = stateAt(index, index.end() * i / 300);
    double over_links = 0, over_flows = 0;
    for (const LinkState& l : state.links) {
      EXPECT_LE(l.load, 1 + 1e-6);
      over_links += l.bytes_per_second;
    }
    for (const MovingMessage& m : state.moving) {
      const auto& message = index.trace().messages[static_cast<std::size_t>(m.message)];
      if (m.path < 0) continue;
      const auto hops = message.paths[static_cast<std::size_t>(m.path)].links.size();
      over_flows += m.bytes_per_second * static_cast<double>(hops);
      EXPECT_GE(m.progress, 0);
      EXPECT_LE(m.progress, 1);
    }
    EXPECT_NEAR(over_links, over_flows, 1e-6 * over_flows + 1e-6);
  }
}

}  // namespace
}  // namespace orrery::viz
