#include <fstream>

#include <gtest/gtest.h>

#include "scenarios/run/load.h"
#include "tests/own_folder.h"
#include "tests/unit/scenarios/plus_plus_texts.h"
#include "tests/unit/scenarios/xml_texts.h"
#include "viz/model/run/finished_run.h"
#include "viz/model/text/block_names.h"
#include "viz/model/text/plan_listing.h"

/// Tests schedules of other tools on the stage: their chunks, thread blocks and lines.
namespace orrery::viz {
namespace {

using namespace std::chrono_literals;
using testing::xml_text;
using testing::XmlBlock;

/// Returns a run with links of 1 GB/s and 100 ns; a chunk of an allreduce takes 1.1 us.
std::shared_ptr<const FinishedRun> runOfPlan(const std::string& text, const std::string& bytes,
                                             const char* payload = "ghost",
                                             const char* topology = "full:2") {
  static int files = 0;
  const auto path = own_folder() / ("view" + std::to_string(files++) + ".xml");
  std::ofstream(path) << text;
  return runCell(load_scenario("", {{"schedule", path.string()},
                                    {"topology", topology},
                                    {"link_bandwidth", "8Gb/s"},
                                    {"link_latency", "100ns"},
                                    {"payload", payload},
                                    {"bytes", bytes}})
                     .cells.front());
}

/// Returns a schedule in which rank 1 sends its chunk to rank 0, which adds its own and sends the
/// sum back.
std::string thereAndBack() {
  return xml_text({.collective = "allreduce",
                   .gpus = {{.input = 1, .blocks = {{1, 1, 0, {{"rrcs"}}}}},
                            {.input = 1, .blocks = {{0, 0, 0, {{"s"}, {"r"}}}}}}});
}

/// Returns a schedule in which both ranks send with one thread block and receive with another.
std::string exchange() {
  const auto blocks = [](int own, int other) {
    return std::vector<XmlBlock>{{other, -1, 0, {{"s", 'o', own, 'o', own}}},
                                 {-1, other, 0, {{"r", 'o', other, 'o', other}}}};
  };
  return xml_text(
      {.collective = "allgather",
       .chunks = 2,
       .gpus = {{.output = 2, .blocks = blocks(0, 1)}, {.output = 2, .blocks = blocks(1, 0)}}});
}

TEST(PlanView, ChunksAreBlocks) {
  for (const char* payload : {"ghost", "provenance"}) {
    const auto run = runOfPlan(exchange(), "1000B", payload);
    ASSERT_TRUE(run->hasPicture()) << run->result.error.value_or("");
    ASSERT_NE(run->blocks, nullptr) << run->no_blocks.toStdString();
    const BlockTable& table = run->stage->index().blocks();
    ASSERT_EQ(table.count(), 2);
    EXPECT_EQ(block_name(table, 1), "1");
    const BlockHistory& h = *run->blocks;
    const Time end = run->stage->index().end();
    EXPECT_EQ(h.at(0, 0, Time(0)).state, BlockState::kFinal);
    EXPECT_EQ(h.at(0, 1, Time(0)).state, BlockState::kAbsent);
    for (const int rank : {0, 1})
      for (const int column : {0, 1}) EXPECT_EQ(h.at(rank, column, end).state, BlockState::kFinal);
    EXPECT_EQ(table.of(run->stage->index().trace().messages[0]), (std::vector<BlockRange>{{0, 0}}));
  }
}

TEST(PlanView, SumsOfChunksSayWhoContributed) {
  const auto run = runOfPlan(thereAndBack(), "1000B");
  ASSERT_NE(run->blocks, nullptr) << run->no_blocks.toStdString();
  ASSERT_EQ(run->blocks->columns(), 1);
  EXPECT_EQ(run->blocks->at(1, 0, 1us), (Holding{BlockState::kHeld, 1}));
  EXPECT_EQ(run->blocks->at(0, 0, 1200ns), (Holding{BlockState::kFinal, 2}));
  EXPECT_EQ(run->blocks->at(1, 0, 1200ns), (Holding{BlockState::kHeld, 1}));
  EXPECT_EQ(run->blocks->at(1, 0, 2200ns), (Holding{BlockState::kFinal, 2}));
}

TEST(PlanView, MessagesAreOfThreadBlocks) {
  const auto run = runOfPlan(exchange(), "1000B");
  const StepIndex* steps = run->stage->index().steps();
  ASSERT_NE(steps, nullptr);
  EXPECT_TRUE(std::ranges::equal(steps->blocksOf(1), std::vector{0, 1}));
  for (const std::size_t m : {0U, 1U}) {
    const MessageEvent& message = run->stage->index().trace().messages[m];
    const Action& sends = steps->plan().actions[static_cast<std::size_t>(steps->of(m, true))];
    const Action& receives = steps->plan().actions[static_cast<std::size_t>(steps->of(m, false))];
    EXPECT_EQ(sends.rank, message.source);
    EXPECT_EQ(receives.rank, message.destination);
    EXPECT_EQ(steps->row(steps->of(m, true)), 0);
    EXPECT_EQ(steps->row(steps->of(m, false)), 1);
  }
  EXPECT_EQ(steps->of(2, true), -1);
}

/// Checks the file's lines, counted from the grammar of xml_text: steps of rank 0 are in line 4, of rank 1 in
/// lines 9 and 10.
TEST(PlanView, TheListingIsTheFileAndItsLineTheStep) {
  const auto run = runOfPlan(thereAndBack(), "1000B");
  const TraceIndex& index = run->stage->index();
  const PlanListing listing(index.sharedSteps(), "a.xml", QString::fromStdString(thereAndBack()));
  const auto line = [&](int rank, Time t) {
    const Listing now = listing.at(index, rank, t);
    EXPECT_LE(now.marked.size(), 1);
    return now.end > now.begin ? now.first_line + now.begin : 0;
  };
  EXPECT_EQ(line(0, 500ns), 4);
  EXPECT_EQ(line(1, 500ns), 9);
  EXPECT_EQ(line(0, 1500ns), 4);
  EXPECT_EQ(line(1, 1500ns), 10);
  EXPECT_EQ(line(0, 2200ns), 0);
  EXPECT_EQ(line(1, 2200ns), 0);
  const Listing marked = listing.at(index, 1, 1500ns);
  EXPECT_TRUE(marked.lines[marked.begin].contains("type=\"r\""));
}

/// Checks that a put of another rank belongs to no thread block of the receiver, and that the ports of a thread block
/// are not separate blocks.
TEST(PlanView, WhatOthersDoIsNotOfARanksBlocks) {
  for (const char* type : {"memory", "port"}) {
    const std::string text = testing::plus_plus_text(testing::putting_allgather(3, type));
    const auto run = runOfPlan(text, "1000B", "ghost", "full:3");
    ASSERT_TRUE(run->hasPicture()) << run->result.error.value_or("");
    const TraceIndex& index = run->stage->index();
    for (std::size_t m = 0; m < index.trace().messages.size(); ++m) {
      EXPECT_GE(index.steps()->of(m, true), 0);
      EXPECT_EQ(index.steps()->of(m, false), -1);
    }
    const PlanListing listing(index.sharedSteps(), "a.json", QString::fromStdString(text));
    for (const int rank : {0, 1, 2}) {
      EXPECT_TRUE(index.steps()->isReached(rank));
      EXPECT_TRUE(std::ranges::equal(index.steps()->blocksOf(rank), std::vector{0}));
      const Listing now = listing.at(index, rank, 1us);
      EXPECT_GT(now.first_line, 0);  // each operation has its line
      ASSERT_FALSE(now.marked.isEmpty());
      for (const int line : now.marked)
        EXPECT_TRUE(now.lines[line].contains(QStringLiteral("\"name\"")))
            << now.lines[line].toStdString();
    }
  }
}

/// Checks that rank 1 waits for the signal of rank 0, whose preceding put of 1000 bytes takes 1.1
/// us.
TEST(PlanView, AThreadBlockThatWaitsIsAtItsWait) {
  testing::PlusPlusFile f{.collective = "broadcast", .ranks = 2, .input = 1, .output = 1};
  f.ops = {{{testing::move_op("put", {testing::own('i', 0)}, {testing::far(0, 1, 'i', 0)}),
             testing::channel_op("signal", {0})}},
           {{testing::channel_op("wait", {0})}}};
  const std::string text = testing::plus_plus_text(f);
  const auto run = runOfPlan(text, "1000B");
  ASSERT_TRUE(run->hasPicture()) << run->result.error.value_or("");
  const TraceIndex& index = run->stage->index();
  const PlanListing listing(index.sharedSteps(), "a.json", QString::fromStdString(text));
  const auto marked = [&](int rank, Time t) {
    const Listing now = listing.at(index, rank, t);
    return now.marked.size() == 1 ? now.lines[now.marked.front()] : QString();
  };
  for (const Time t : {Time(0), Time(500ns), Time(1150ns)})
    EXPECT_TRUE(marked(1, t).contains("\"wait\"")) << to_seconds(t);
  EXPECT_TRUE(marked(0, 500ns).contains("\"put\""));
  EXPECT_TRUE(marked(0, 1150ns).contains("\"signal\""));
  EXPECT_TRUE(marked(1, 1200ns).isEmpty());
}

/// Checks that a file without line breaks has a line for each step.
TEST(PlanView, StepsOfAFileInOneLineAreWrittenOut) {
  QString text = QString::fromStdString(thereAndBack());
  const auto run = runOfPlan(text.remove(u'\n').toStdString(), "1000B");
  ASSERT_TRUE(run->hasPicture()) << run->result.error.value_or("");
  const TraceIndex& index = run->stage->index();
  const PlanListing listing(index.sharedSteps(), "a.xml", text);
  const Listing now = listing.at(index, 1, 1500ns);
  ASSERT_EQ(now.lines.size(), 2);
  EXPECT_EQ(now.marked, QList<int>{1});
  EXPECT_TRUE(now.lines[0].contains("to rank 0")) << now.lines[0].toStdString();
}

}  // namespace
}  // namespace orrery::viz
