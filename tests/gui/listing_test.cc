#include "viz/model/listing.h"

#include <gtest/gtest.h>

#include "algorithms/source_text.h"
#include "viz/model/finished_run.h"

namespace orrery::viz {
namespace {

std::shared_ptr<const FinishedRun> runOf(const std::string& collective,
                                         const std::string& algorithm,
                                         const std::string& topology) {
  RunSpec spec;
  spec.collective = collective;
  spec.algorithm = algorithm;
  spec.topology = topology;
  return runCell(spec);
}

TEST(Listing, EveryAlgorithmHasOne) {
  for (const Algorithm* a : catalog()) {
    const auto run = runOf(std::string(a->collective), std::string(a->name), "full:8");
    if (!run->hasPicture()) continue;
    const TraceIndex& index = run->stage->index();
    for (const RoundMark& mark : index.rounds()) {
      const Listing listing = listingAt(index, *a, 0, mark.view);
      ASSERT_GT(listing.lines.size(), 2) << a->collective << " " << a->name;
      EXPECT_FALSE(listing.file.isEmpty());
      if (listing.end > listing.begin) {
        EXPECT_NE(listing.lines[listing.begin].indexOf(QStringLiteral("round(")), -1)
            << a->collective << " " << a->name << ": "
            << listing.lines[listing.begin].toStdString();
      }
    }
  }
}

TEST(Listing, FollowsARingFromItsFirstHalfToItsSecond) {
  const auto run = runOf("allreduce", "ring", "torus:4");
  const TraceIndex& index = run->stage->index();
  const Algorithm& ring = find_algorithm("allreduce", "ring");
  const Listing first = listingAt(index, ring, 2, index.rounds()[1].view);
  EXPECT_EQ(first.file, "phases/ring.h");
  EXPECT_NE(first.lines.front().indexOf(QStringLiteral("ring_reduce_scatter")), -1);
  EXPECT_GT(first.end, first.begin);
  const Listing second = listingAt(index, ring, 2, index.rounds()[4].view);
  EXPECT_NE(second.lines.front().indexOf(QStringLiteral("ring_allgather")), -1);
  const Listing after = listingAt(index, ring, 2, index.end());
  EXPECT_EQ(after.begin, after.end);
}

TEST(Listing, SaysWhatARoundDoes) {
  const auto run = runOf("allreduce", "ring", "torus:4");
  EXPECT_EQ(roundSentence(run->stage->index(), 0, 1).toStdString(),
            "Round 0, to r + 1: rank 1 sends B[1] to 2 and receives B[0] from 0.");
  const auto doubling = runOf("allreduce", "recursive-doubling-latency", "full:8");
  EXPECT_EQ(roundSentence(doubling->stage->index(), 2, 0).toStdString(),
            "Round 2, partner r XOR 4: rank 0 sends B[0] to 4 and receives B[0] from 4.");
  EXPECT_EQ(roundSentence(doubling->stage->index(), -1, 0).toStdString(),
            "Before the first round.");
}

TEST(Listing, ExplainsTheLetters) {
  EXPECT_NE(lettersOf(find_algorithm("allreduce", "ring")).indexOf(QStringLiteral("p ranks")), -1);
}

TEST(SourceText, IsFoundByAnyPath) {
  EXPECT_NE(source_text("/anywhere/algorithms/allreduce/ring.cc").find("allreduce_ring"),
            std::string_view::npos);
  EXPECT_EQ(source_text("allreduce/ring.cc"), source_text("/x/algorithms/allreduce/ring.cc"));
  EXPECT_EQ(source_text("no/such.cc"), "");
}

}  // namespace
}  // namespace orrery::viz
