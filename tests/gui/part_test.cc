// Tests the first rounds of a run: nothing of later rounds can be found in them.
#include <gtest/gtest.h>

#include "scenarios/run/load.h"
#include "viz/model/layout/diagram.h"
#include "viz/model/run/finished_run.h"
#include "viz/model/run/focus.h"
#include "viz/model/text/texts.h"

namespace orrery::viz {
namespace {

std::shared_ptr<const FinishedRun> runOnRanks(const char* collective, const char* algorithm,
                                              const char* ranks) {
  const Overrides keys{
      {"collective", collective}, {"algorithm", algorithm}, {"ranks", ranks}, {"bytes", "10007B"}};
  return runCell(load_scenario("", keys).cells.front());
}

/// Returns the messages under way that belong to the first rounds.
std::vector<MovingMessage> movingOf(const TraceIndex& whole, Time t, int rounds) {
  std::vector<MovingMessage> moving = stateAt(whole, t).moving;
  std::erase_if(moving, [&](const MovingMessage& m) {
    return whole.trace().messages[static_cast<std::size_t>(m.message)].round >= rounds;
  });
  return moving;
}

/// Returns when the last message of the first rounds ends. The computations of these algorithms end
/// with a message.
Time endOf(const TraceIndex& whole, int rounds) {
  Time end{0};
  for (const MessageEvent& m : whole.trace().messages)
    if (m.round < rounds) end = std::max(end, m.end);
  return end;
}

class Part : public ::testing::TestWithParam<std::array<const char*, 3>> {};

TEST_P(Part, HasNothingOfWhatComesLater) {
  const auto [collective, algorithm, ranks] = GetParam();
  const auto run = runOnRanks(collective, algorithm, ranks);
  ASSERT_TRUE(run->hasPicture()) << run->result.error.value_or("");
  const TraceIndex& whole = run->stage->index();
  const int all = whole.rounds().back().round + 1;
  for (int rounds = 0; rounds <= all; ++rounds) {
    const auto part = asFarAs(*run, rounds);
    const TraceIndex& index = part->stage->index();
    EXPECT_TRUE(part->goesOn());
    EXPECT_EQ(index.end(), endOf(whole, rounds));
    EXPECT_TRUE(index.messagesOf(rounds).empty());
    EXPECT_EQ(part->result.metrics.completion, Time{0});
    for (const RoundMark& mark : index.rounds()) EXPECT_LT(mark.round, rounds);
    for (const CommunicationTree& tree : makeDrawing(index).communication.trees)
      for (const std::int64_t m : tree.message)
        EXPECT_TRUE(m < 0 || whole.trace().messages[static_cast<std::size_t>(m)].round < rounds);
    for (int k = 0; k < 40; ++k) {
      const Time t = index.end() * k / 40;
      EXPECT_EQ(stateAt(index, t).moving, movingOf(whole, t, rounds)) << rounds << " " << k;
      for (const RankState& r : stateAt(index, t).ranks) EXPECT_FALSE(r.done);
    }
  }
}

TEST_P(Part, DoesNotSayHowMuchThereIs) {
  const auto [collective, algorithm, ranks] = GetParam();
  const auto run = runOnRanks(collective, algorithm, ranks);
  const int all = run->stage->index().rounds().back().round + 1;
  for (int rounds = 0; rounds <= all; ++rounds) {
    const auto part = asFarAs(*run, rounds);
    const TraceIndex& index = part->stage->index();
    for (const Time t : {Time{0}, index.end() / 2, index.end()}) {
      const std::string text = momentText(index, stateAt(index, t)).toStdString();
      EXPECT_EQ(text.find(" of "), std::string::npos) << text;
      EXPECT_EQ(text.find("finished"), std::string::npos) << text;
    }
    const std::string end = momentText(index, stateAt(index, index.end())).toStdString();
    EXPECT_EQ(end, rounds == 0 ? "before the first round"
                               : text_of("after round ", index.rounds().back().round));
  }
}

/// Checks that up to the moment everything looks as in the run, and that nothing later can be found.
TEST_P(Part, UntilAMomentItLooksAsTheRunDoes) {
  const auto [collective, algorithm, ranks] = GetParam();
  const auto run = runOnRanks(collective, algorithm, ranks);
  const TraceIndex& whole = run->stage->index();
  for (int k = 0; k <= 13; ++k) {
    const Time until = whole.end() * k / 13;
    const auto part = asFarAs(*run, until);
    const TraceIndex& index = part->stage->index();
    EXPECT_TRUE(part->goesOn());
    EXPECT_EQ(index.end(), until);
    EXPECT_EQ(part->result.metrics.completion, Time{0});
    for (const MessageEvent& m : index.trace().messages) EXPECT_LE(m.start, until);
    for (const ComputeEvent& c : index.trace().computes) EXPECT_LE(c.start, until);
    for (const RoundEvent& e : index.trace().rounds) EXPECT_LE(e.time, until);
    for (int j = 0; j <= 7; ++j) {
      FrameState here = stateAt(index, until * j / 7), there = stateAt(whole, until * j / 7);
      for (RankState& r : there.ranks) r.done = false;
      EXPECT_EQ(here, there) << k << " " << j;
    }
  }
}

/// Checks that the arrival of messages under way is unknown.
TEST_P(Part, UntilAMomentDoesNotSayWhenItEnds) {
  const auto [collective, algorithm, ranks] = GetParam();
  const auto run = runOnRanks(collective, algorithm, ranks);
  const TraceIndex& whole = run->stage->index();
  const Time until = whole.rounds().back().view;
  const auto part = asFarAs(*run, until);
  const TraceIndex& index = part->stage->index();
  const FrameState now = stateAt(index, until);
  ASSERT_FALSE(now.moving.empty());
  const std::string moment = momentText(index, now).toStdString();
  EXPECT_EQ(moment.find(" of "), std::string::npos) << moment;
  EXPECT_NE(moment.find(" transfer"), std::string::npos) << moment;
  for (const MovingMessage& moving : now.moving) {
    EXPECT_TRUE(messageText(index, moving.message).contains(QStringLiteral(" to …")))
        << messageText(index, moving.message).toStdString();
    EXPECT_FALSE(messageText(whole, moving.message).contains(QStringLiteral(" to …")));
  }
}

INSTANTIATE_TEST_SUITE_P(Runs, Part,
                         ::testing::Values(std::array{"allreduce", "ring", "5"},
                                           std::array{"broadcast", "binomial", "7"},
                                           std::array{"allreduce", "rabenseifner", "8"},
                                           std::array{"gather", "binomial", "6"},
                                           std::array{"alltoall", "bruck", "9"},
                                           std::array{"barrier", "dissemination", "3"}));

/// Checks that bytes flow at the rates of the run, which are known only with all of its messages.
TEST(PartOfARun, FlowsAsTheRunDoes) {
  const auto run = runOnRanks("allreduce", "ring", "6");
  const TraceIndex& whole = run->stage->index();
  const auto part = asFarAs(*run, 2);
  const Time t = whole.rounds()[1].view;
  EXPECT_FALSE(stateAt(whole, t).moving.empty());
  EXPECT_EQ(stateAt(part->stage->index(), t).links, stateAt(whole, t).links);
}

TEST(PartOfARun, KnowsTheOperations) {
  const std::string text =
      "[run]\nranks = 4\n[[operation]]\nname = 'first'\n"
      "[[operation]]\nname = 'then'\nafter = 'first'\n";
  const auto run = runCell(parse_scenario(text, "f.toml").cells.front());
  ASSERT_TRUE(run->hasPicture()) << run->result.error.value_or("");
  const std::vector<std::string> names{"first", "then"};
  const TraceIndex& whole = run->stage->index();
  EXPECT_EQ(whole.operations().names(), names);
  EXPECT_EQ(roundName(whole.operations(), 6).toStdString(), "then 0");  // a ring of four: 6 rounds
  EXPECT_EQ(asFarAs(*run, 2)->stage->index().operations().names(), names);
  EXPECT_EQ(asFarAs(*run, whole.end() / 2)->stage->index().operations().names(), names);
}

TEST(Focus, IsNamed) {
  const auto run = runOnRanks("allgather", "ring", "4");
  EXPECT_EQ(focusNamed(*run, "rank 3").rank, 3);
  EXPECT_EQ(focusNamed(*run, "block 2").block, 2);
  EXPECT_FALSE(focusNamed(*run, "").any());
  EXPECT_FALSE(focusNamed(*run, "block 77").any());
  EXPECT_FALSE(focusNamed(*run, "link 0 -> 99").any());
  EXPECT_GE(focusNamed(*run, "link 0 -> switch:0").link, -1);
}

}  // namespace
}  // namespace orrery::viz
