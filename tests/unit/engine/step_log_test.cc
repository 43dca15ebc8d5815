#include "emu/engine/watch/step_log.h"

#include <random>

#include <gtest/gtest.h>

namespace orrery {
namespace {

/// Generates numbers of every length up to a number of bits.
class Numbers {
 public:
  std::uint64_t upto(unsigned bits) {
    const unsigned length = static_cast<unsigned>(random_() % (bits + 1));
    return length == 0 ? 0 : random_() >> (64 - length);
  }
  std::int32_t small() { return static_cast<std::int32_t>(upto(31)); }
  Time time() { return Time(static_cast<std::int64_t>(upto(62))); }
  Ended ended(StepPlace last) {
    return {last == 0 ? 0 : 1 + upto(40) % last, Time(0), upto(1) != 0, upto(16)};
  }
  bool sometimes() { return random_() % 4 == 0; }

  LoggedStep step(StepPlace last, std::vector<LoggedStep::Slowed>& slowed) {
    LoggedStep s;
    s.kind = static_cast<LoggedStep::Kind>(random_() % 3);
    s.after = ended(last);
    s.rank = small(), s.partner = small(), s.round = small();
    s.bytes = static_cast<std::int64_t>(upto(62));
    s.time = Time(0) + (sometimes() ? Time(0) - time() : time());
    if (sometimes()) s.sender = ended(last), s.late = time() + Time(1);
    if (sometimes()) s.port_to_start = time() + Time(1);
    if (sometimes()) s.port_to_flow = time() + Time(1);
    if (sometimes()) s.path = static_cast<std::uint32_t>(upto(32));
    slowed.clear();
    if (sometimes()) {
      slowed.resize(1 + random_() % 5);
      for (auto& part : slowed) part = {static_cast<LinkSlot>(upto(31)), time()};
      if (slowed.size() == 1) slowed.front().by = s.time;
    }
    s.slowed = slowed;
    return s;
  }

 private:
  std::mt19937_64 random_{7};
};

void expect_same(const Ended& a, const Ended& b) {
  EXPECT_EQ(a.bits(), b.bits());
}

void expect_same(const LoggedStep& a, const LoggedStep& b) {
  EXPECT_EQ(a.kind, b.kind);
  expect_same(a.after, b.after);
  if (a.late > Time(0)) expect_same(a.sender, b.sender);
  EXPECT_EQ(a.late, b.late);
  EXPECT_EQ(a.port_to_start, b.port_to_start);
  EXPECT_EQ(a.port_to_flow, b.port_to_flow);
  EXPECT_EQ(a.rank, b.rank);
  EXPECT_EQ(a.partner, b.partner);
  EXPECT_EQ(a.round, b.round);
  EXPECT_EQ(a.path, b.path);
  EXPECT_EQ(a.bytes, b.bytes);
  EXPECT_EQ(a.time, b.time);
  ASSERT_EQ(a.slowed.size(), b.slowed.size());
  for (std::size_t i = 0; i < a.slowed.size(); ++i) {
    EXPECT_EQ(a.slowed[i].link, b.slowed[i].link);
    EXPECT_EQ(a.slowed[i].by, b.slowed[i].by);
  }
}

/// Checks that numbers of all lengths are restored, also across the borders of the log's chunks.
TEST(StepLog, GivesBackWhatItWasGiven) {
  constexpr int kSteps = 50'000;
  StepLog log;
  Numbers written, expected;
  std::vector<StepPlace> steps{0};
  std::vector<LoggedStep::Slowed> slowed;
  for (int i = 0; i < kSteps; ++i) steps.push_back(log.add(written.step(steps.back(), slowed)));
  EXPECT_GE(log.memory(), std::size_t{2} << 20);
  for (int i = 0; i < kSteps; ++i) {
    const auto k = static_cast<std::size_t>(i);
    expect_same(expected.step(steps[k], slowed), log.read(steps[k + 1]));
    if (HasFailure()) FAIL() << "step " << i;
  }
}

/// Checks that a message of a large ring, which waits only for its neighbour, takes less than 20
/// bytes.
TEST(StepLog, TakesFewBytesForAMessage) {
  constexpr std::size_t kMessages = 1'000'000;
  constexpr int kRanks = 4096;
  StepLog log;
  StepPlace last = 0;
  for (std::size_t i = 0; i < kMessages; ++i) {
    LoggedStep s;
    s.rank = static_cast<std::int32_t>(i % kRanks);
    s.partner = (s.rank + 1) % kRanks;
    s.round = static_cast<std::int32_t>(i / kRanks);
    s.bytes = 262'144;
    s.after = {i < kRanks ? 0 : last, Time(0), false, 1};
    last = log.add(s);
  }
  EXPECT_LE(log.memory(), 20 * kMessages);
}

}  // namespace
}  // namespace orrery
