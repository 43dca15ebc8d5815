#include <random>

#include <gtest/gtest.h>

#include "scenarios/blocks/block_table.h"
#include "scenarios/blocks/cargo.h"
#include "tests/gui/fixtures.h"
#include "viz/model/index/bounded_trace.h"
#include "viz/model/index/interval_index.h"
#include "viz/model/index/rate_index.h"
#include "viz/model/index/round_marks.h"

namespace orrery::viz {
namespace {

void expectLikeSearch(const std::vector<IntervalIndex::Interval>& intervals, std::int64_t last) {
  const IntervalIndex index(intervals);
  std::vector<std::uint32_t> found;
  for (std::int64_t t = -1; t <= last; t += 37) {
    std::vector<std::uint32_t> expected;
    for (std::size_t i = 0; i < intervals.size(); ++i) {
      if (intervals[i].begin <= Time(t) && Time(t) < intervals[i].end) {
        expected.push_back(static_cast<std::uint32_t>(i));
      }
    }
    index.containing(Time(t), found);
    EXPECT_EQ(found, expected) << "at " << t;
  }
}

TEST(IntervalIndex, FindsWhatASearchFinds) {
  std::mt19937 random(1);
  std::vector<IntervalIndex::Interval> few, many;
  for (int i = 0; i < 6000; ++i) {
    const Time begin(std::uniform_int_distribution<int>(0, 10000)(random));
    few.push_back({begin, begin + Time(std::uniform_int_distribution<int>(0, 50)(random))});
    many.push_back({begin, begin + Time(std::uniform_int_distribution<int>(0, 9000)(random))});
  }
  expectLikeSearch(few, 10100);
  expectLikeSearch(many, 19100);  // thousands at once: the index takes longer strides
  expectLikeSearch({}, 100);
}

TEST(RateIndex, SumsRatesUp) {
  Trace trace;
  const std::vector<LinkId> links{0};
  trace.path({0, Bytes(1000), links});
  trace.rate({0, 0, 100ns, 5e9});    // 100 ns: 500 bytes
  trace.rate({0, 0, 200ns, 2.5e9});  // 200 ns: 500 bytes
  trace.rate({0, 0, 400ns, 0});
  MessageEvent m;
  m.flow = 100ns;
  m.end = 400ns;
  trace.message(m);
  const RateIndex index(trace);
  EXPECT_EQ(index.at(trace.messages[0], 0, 50ns).bytes, 0);
  EXPECT_NEAR(index.at(trace.messages[0], 0, 150ns).bytes, 250, 1e-9);
  EXPECT_EQ(index.at(trace.messages[0], 0, 200ns).bytes_per_second, 2.5e9);
  EXPECT_NEAR(index.at(trace.messages[0], 0, 300ns).bytes, 750, 1e-9);
  EXPECT_NEAR(index.at(trace.messages[0], 0, 400ns).bytes, 1000, 1e-9);
  EXPECT_EQ(index.at(trace.messages[0], 0, 400ns).bytes_per_second, 0);
}

TEST(RateIndex, SpreadsBytesEvenlyWithoutRates) {
  Trace trace;
  const std::vector<LinkId> links{0};
  trace.path({0, Bytes(1000), links});
  MessageEvent m;
  m.flow = 100ns;
  m.end = 300ns;
  trace.message(m);
  const RateIndex index(trace);
  EXPECT_NEAR(index.at(trace.messages[0], 0, 150ns).bytes, 250, 1e-9);
  EXPECT_EQ(index.at(trace.messages[0], 0, 50ns).bytes, 0);
  EXPECT_EQ(index.at(trace.messages[0], 0, 300ns).bytes, 1000);
}

TEST(RoundMarks, ViewIsInTheMiddle) {
  const auto network = makeNetwork("torus:4");
  const std::vector<RoundMark> marks = roundMarks(ringTrace(*network));
  ASSERT_EQ(marks.size(), 6U);
  for (std::size_t k = 0; k < marks.size(); ++k) {
    const Time begin = static_cast<int>(k) * (kLatency + kFlow);
    EXPECT_EQ(marks[k].round, static_cast<int>(k));
    EXPECT_EQ(marks[k].begin, begin);
    EXPECT_EQ(marks[k].view, begin + (kLatency + kFlow) / 2);
  }
}

TEST(RoundMarks, OverlappingRoundsStayInOrder) {
  const auto network = makeNetwork("full:8");
  Trace trace;
  for (int k = 0; k < 5; ++k) {
    for (int r = 0; r < 8; ++r) {  // rank r lags behind by r * 300 ns
      addMessage(trace, *network, k, r, (r + 1) % 8, k * 1000ns + r * 300ns);
    }
  }
  const std::vector<RoundMark> marks = roundMarks(trace);
  ASSERT_EQ(marks.size(), 5U);
  for (std::size_t k = 0; k < marks.size(); ++k) {
    EXPECT_LE(marks[k].begin, marks[k].view);
    EXPECT_EQ(markAt(marks, marks[k].view), static_cast<int>(k));
  }
}

TEST(RoundMarks, StopsAreWhereRoundsBeginAndTheEnd) {
  const auto network = makeNetwork("torus:4");
  const std::vector<RoundMark> marks = roundMarks(ringTrace(*network));
  const Time end = 6 * (kLatency + kFlow);
  std::vector<Time> stops;
  for (const RoundMark& m : marks) stops.push_back(m.begin);
  stops.push_back(end);
  EXPECT_EQ(stopsOf(marks, end), stops);
  EXPECT_EQ(stopsOf({}, end), (std::vector<Time>{Time{0}, end}));
  EXPECT_EQ(stopsOf({}, Time{0}), std::vector<Time>{Time{0}});
  EXPECT_EQ(markAt(marks, Time(-1)), -1);
}

TEST(RoundMarks, LeavesEmptyRoundsOut) {
  const auto network = makeNetwork("full:2");
  Trace trace;
  addMessage(trace, *network, 0, 0, 1, 0ns);
  addMessage(trace, *network, 3, 1, 0, 1000ns);
  const std::vector<RoundMark> marks = roundMarks(trace);
  ASSERT_EQ(marks.size(), 2U);
  EXPECT_EQ(marks[1].round, 3);
  EXPECT_TRUE(roundMarks(Trace()).empty());
}

using Ranges = std::vector<BlockRange>;

TEST(BlockTable, NumbersTheBlocksOfARing) {
  const auto network = makeNetwork("torus:4");
  const Trace trace = ringTrace(*network);
  const BlockTable blocks(trace, 4);
  EXPECT_EQ(blocks.count(), 4);
  EXPECT_EQ(blocks.of(trace.messages[2]), (Ranges{{2, 2}}));
}

TEST(BlockTable, GivesRangesAndNoNumbersToScratch) {
  const auto network = makeNetwork("full:2");
  Trace trace;
  addMessage(trace, *network, 0, 0, 1, 0ns, 100, 0);
  addMessage(trace, *network, 1, 0, 1, 1000ns, 50, 50);
  addMessage(trace, *network, 2, 0, 1, 2000ns, 50, 0);
  trace.messages[2].buffer = 7;
  const BlockTable blocks(trace, 2);
  EXPECT_EQ(blocks.count(), 2);
  EXPECT_EQ(blocks.of(trace.messages[0]), (Ranges{{0, 1}}));
  EXPECT_EQ(blocks.of(trace.messages[1]), (Ranges{{1, 1}}));
  EXPECT_FALSE(blocks.known(trace.messages[2]));
}

TEST(BufferContents, KeepsWhatIsNotOverwritten) {
  BufferContents now;
  const auto write = [&](std::int64_t element, std::int64_t elements, std::int64_t logical) {
    now.write({Time{0}, 3, element, elements, logical, 2, {}});
  };
  write(0, 10, 100);
  write(4, 2, 50);
  const auto parts = now.read(3, 2, 6);
  ASSERT_EQ(parts.size(), 3U);
  EXPECT_EQ(parts[0].logical, 102);
  EXPECT_EQ(parts[0].elements, 2);
  EXPECT_EQ(parts[1].logical, 50);
  EXPECT_EQ(parts[2].element, 6);
  EXPECT_EQ(parts[2].logical, 106);
  EXPECT_EQ(parts[2].elements, 2);
  write(0, 20, 7);
  EXPECT_EQ(now.read(3, 0, 20).size(), 1U);
  EXPECT_TRUE(now.read(2, 0, 20).empty());
}

TEST(BoundedTrace, KeepsTheFirstMessages) {
  const auto network = makeNetwork("torus:4");
  BoundedTrace bounded(10);
  const Trace whole = ringTrace(*network);
  for (const Trace::Message& m : whole.messages) {
    bounded.path({m.id, m.bytes, m.paths[0].links});
    bounded.message(m);
  }
  for (const RateEvent& r : whole.rates) bounded.rate(r);
  EXPECT_TRUE(bounded.truncated());
  EXPECT_EQ(bounded.completeUntil(), whole.messages[10].start);
  const Trace kept = bounded.take();
  EXPECT_EQ(kept.messages.size(), 10U);
  EXPECT_EQ(kept.rates.size(), 20U);
}

}  // namespace
}  // namespace orrery::viz
