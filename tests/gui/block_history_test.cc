#include <numeric>
#include <set>

#include <gtest/gtest.h>

#include "algorithms/algorithm.h"
#include "tests/gui/fixtures.h"
#include "viz/model/run/finished_run.h"
#include "viz/model/text/block_names.h"
#include "viz/model/text/texts.h"

namespace orrery::viz {
namespace {

/// Returns a row by cell: the number of contributions, 'F' for final, '.' for absent, '!' for
/// wrong.
std::string rowText(const BlockHistory& h, int rank, Time t) {
  std::string text;
  for (int c = 0; c < h.columns(); ++c) {
    const Holding cell = h.at(rank, c, t);
    text += cell.state == BlockState::kAbsent  ? '.'
            : cell.state == BlockState::kFinal ? 'F'
            : cell.state == BlockState::kWrong ? '!'
                                               : static_cast<char>('0' + cell.contributions);
  }
  return text;
}

/// Returns when all data of round `round` have arrived.
Time endOf(const FinishedRun& run, int round) {
  Time end{0};
  for (const MessageEvent& m : run.stage->index().trace().messages) {
    if (m.round <= round) end = std::max(end, m.end);
  }
  return end;
}

TEST(BlockHistory, FollowsTheRingAllreduce) {
  const auto run = runOf("allreduce", "ring", "torus:4", 64);
  ASSERT_NE(run->blocks, nullptr) << run->no_blocks.toStdString();
  const BlockHistory& h = *run->blocks;
  EXPECT_EQ(h.ranks(), 4);
  EXPECT_EQ(h.columns(), 4);
  EXPECT_EQ(rowText(h, 0, Time{0}), "1111");
  // In round k rank r adds to block r - k - 1 (see algorithms/allreduce/ring.cc).
  EXPECT_EQ(rowText(h, 0, endOf(*run, 0)), "1112");
  EXPECT_EQ(rowText(h, 0, endOf(*run, 1)), "1132");
  EXPECT_EQ(rowText(h, 0, endOf(*run, 2)), "1F32");
  EXPECT_EQ(rowText(h, 3, endOf(*run, 2)), "F321");
  EXPECT_EQ(rowText(h, 0, endOf(*run, 5)), "FFFF");
  EXPECT_EQ(contributorsText(h, 0, 2, endOf(*run, 1)).toStdString(), "0, 2–3");
}

TEST(BlockHistory, KnowsWhatIsAbsentAndWhatChanges) {
  const auto run = runOf("allgather", "ring", "torus:4", 16);
  const BlockHistory& h = *run->blocks;
  EXPECT_EQ(rowText(h, 1, Time{0}), ".F..");
  const Time first = endOf(*run, 0);
  EXPECT_EQ(rowText(h, 1, first - Time{1}), ".F..");
  EXPECT_EQ(rowText(h, 1, first), "FF..");
  EXPECT_TRUE(h.changes(1, 0, Time{0}, first));
  EXPECT_FALSE(h.changes(1, 2, Time{0}, first));
  EXPECT_FALSE(h.changes(1, 0, first, endOf(*run, 2)));
  EXPECT_EQ(h.since(1, 0, first), first);
  EXPECT_EQ(h.since(1, 1, first), std::nullopt);
}

TEST(BlockHistory, ARoundChangesOneBlockOfEachRankThoughTheNextOneHasBegun) {
  const auto run = runOf("allreduce", "ring", "star:12", 1024);  // blocks of 85 and 86 bytes
  const TraceIndex& index = run->stage->index();
  for (const RoundMark& mark : index.rounds()) {
    const RoundSpan span = spanAt(index.rounds(), mark.view, index.end());
    for (int r = 0; r < 12; ++r) {
      int changed = 0;
      for (int c = 0; c < 12; ++c) changed += run->blocks->changes(r, c, span.begin, span.end);
      EXPECT_EQ(changed, 1) << "round " << mark.round << ", rank " << r;
    }
  }
}

TEST(BlockHistory, EveryAlgorithmEndsWithWhatItPromises) {
  for (const Algorithm* a : catalog()) {
    const auto run = runOf(std::string(a->collective), std::string(a->name), "full:8", 4096);
    if (!run->hasPicture()) continue;  // does not support this case
    if (a->collective == "barrier") {
      EXPECT_EQ(run->blocks, nullptr);
      continue;
    }
    ASSERT_NE(run->blocks, nullptr) << a->collective << " " << a->name;
    const Collective& c = find_collective(a->collective);
    Problem x;
    x.p = 8;
    x.count = 4096;
    const Time end = run->stage->index().end();
    for (int r = 0; r < 8; ++r) {
      const std::string row = rowText(*run->blocks, r, end);
      EXPECT_EQ(row.find('!'), std::string::npos) << a->collective << " " << a->name << " " << row;
      std::int64_t promised = 0, final = 0;
      std::set<std::int64_t> seen;  // a rank may be to have a block in two places
      for (const Piece& piece : c.after(x, r))
        if (seen.insert(piece.content.logical).second) promised += piece.count;
      const BlockTable& blocks = run->stage->index().blocks();
      for (int b = 0; b < run->blocks->columns(); ++b) {
        if (run->blocks->at(r, b, end).state == BlockState::kFinal) {
          final += blocks.end(b) - blocks.begin(b);
        }
      }
      EXPECT_EQ(final, promised) << a->collective << " " << a->name << " rank " << r << " " << row;
    }
  }
}

TEST(BlockHistory, TheSameFromAnyPayload) {
  const auto ghost = runOf("reduce-scatter", "circulant", "full:7", 700);
  const auto provenance =
      runOf("reduce-scatter", "circulant", "full:7", 700, 0, PayloadKind::kProvenance);
  ASSERT_NE(ghost->blocks, nullptr);
  ASSERT_NE(provenance->blocks, nullptr);
  EXPECT_EQ(ghost->result.verified, std::nullopt);
  EXPECT_EQ(provenance->result.verified, true);
  const Time end = ghost->stage->index().end();
  ASSERT_EQ(end, provenance->stage->index().end());
  for (int r = 0; r < 7; ++r) {
    for (int i = 0; i <= 10; ++i) {
      EXPECT_EQ(rowText(*ghost->blocks, r, i * end / 10),
                rowText(*provenance->blocks, r, i * end / 10));
    }
  }
}

TEST(BlockHistory, SaysWhyThereIsNone) {
  RunSpec spec;
  spec.algorithm = "ring";
  spec.topology = "torus:8";
  const auto run = runCell(spec, nullptr, {.followed = 10});
  EXPECT_TRUE(run->hasPicture());
  EXPECT_EQ(run->blocks, nullptr);
  EXPECT_NE(run->no_blocks.indexOf(QStringLiteral("112")), -1) << run->no_blocks.toStdString();
}

TEST(BlockHistory, LeavesBlocksOutWhereThereAreTooMany) {
  const auto run = runOf("allreduce", "ring", "torus:8", 64);
  const BlockTable& blocks = run->stage->index().blocks();
  RunSpec spec = run->result.spec;
  spec.payload = PayloadKind::kProvenance;
  BoundedTrace trace(1000, 100000);
  ASSERT_EQ(run_one(spec, &trace).outcome, Outcome::kFine);
  Problem x;
  x.p = 8;
  x.count = 64;
  const BlockHistory few(trace.contents(), blocks, find_collective("allreduce"), x, 24);
  EXPECT_EQ(few.step(), 3);
  EXPECT_EQ(few.columns(), 3);
  EXPECT_EQ(few.column_of(3), 1);
  EXPECT_EQ(few.column_of(4), -1);
  const Time middle = run->stage->index().end() / 2;
  for (int r = 0; r < 8; ++r) {
    for (int c = 0; c < 3; ++c) EXPECT_EQ(few.at(r, c, middle), run->blocks->at(r, 3 * c, middle));
  }
}

std::shared_ptr<const FinishedRun> irregular(const std::string& collective,
                                             const std::string& algorithm,
                                             const std::vector<std::int64_t>& sizes, int root) {
  RunSpec spec;
  spec.collective = collective;
  spec.algorithm = algorithm;
  spec.topology = "full:" + std::to_string(sizes.size());
  spec.sizes = sizes;
  spec.bytes = Bytes(std::accumulate(sizes.begin(), sizes.end(), std::int64_t{0}));
  spec.root = root;
  return runCell(spec);
}

std::string nameOf(const FinishedRun& run, const MessageEvent& m) {
  return messageName(run.stage->index().blocks(), m).toStdString();
}

/// Returns the names of the columns.
std::vector<std::string> namesOf(const FinishedRun& run) {
  std::vector<std::string> names;
  const BlockTable& blocks = run.stage->index().blocks();
  names.reserve(static_cast<std::size_t>(blocks.count()));
  for (int b = 0; b < blocks.count(); ++b) names.push_back(blockName(blocks, b).toStdString());
  return names;
}

/// Returns the blocks that a rank has received up to a time, with its own, by brute force.
std::set<int> receivedBy(const FinishedRun& run, int rank, Time t) {
  std::set<int> all{rank};
  std::vector<MessageEvent> messages(run.stage->index().trace().messages.begin(),
                                     run.stage->index().trace().messages.end());
  std::ranges::sort(messages, {}, &MessageEvent::end);
  std::vector<std::set<int>> held;
  held.reserve(static_cast<std::size_t>(run.blocks->ranks()));
  for (int r = 0; r < run.blocks->ranks(); ++r) held.push_back({r});
  for (const MessageEvent& m : messages) {
    if (m.end > t) break;
    const auto& from = held[static_cast<std::size_t>(m.source)];
    held[static_cast<std::size_t>(m.destination)].insert(from.begin(), from.end());
  }
  return held[static_cast<std::size_t>(rank)];
}

TEST(BlockTable, BlocksOfAGatherAreTheRanksOnes) {
  const std::vector<std::int64_t> sizes{100, 10, 400, 30, 5, 60, 200, 80};
  const std::vector<std::string> ranks{"0", "1", "2", "3", "4", "5", "6", "7"};
  for (const char* algorithm : {"optimal", "linear", "binary", "adaptive", "two-stage"}) {
    const auto run = irregular("gatherv", algorithm, sizes, 2);
    ASSERT_NE(run->blocks, nullptr) << algorithm;
    EXPECT_EQ(namesOf(*run), ranks) << algorithm;
    const BlockTable& blocks = run->stage->index().blocks();
    for (const Trace::Message& m : run->stage->index().trace().messages) {
      std::int64_t elements = 0;
      for (const BlockRange& range : blocks.of(m))
        for (int b = range.first; b <= range.last; ++b)
          elements += sizes[static_cast<std::size_t>(b)];
      EXPECT_EQ(elements, m.elements) << algorithm << " " << m.source;
      const std::set<int> holds = receivedBy(*run, m.source, m.start);
      for (const int b : holds) EXPECT_TRUE(blocks.carries(m, b)) << algorithm << " " << m.source;
    }
  }
}

TEST(BlockTable, NamesStayWithRanksThatHaveNothing) {
  const auto run = irregular("gatherv", "linear", {5, 0, 7, 0, 9}, 0);
  EXPECT_EQ(namesOf(*run), (std::vector<std::string>{"0", "2", "4"}));
  std::vector<std::string> names;
  for (const Trace::Message& m : run->stage->index().trace().messages)
    names.push_back(nameOf(*run, m));
  EXPECT_EQ(names, (std::vector<std::string>{"2", "4"}));
}

TEST(BlockHistory, InnerRanksOfATreeHoldWhatTheyHaveCollected) {
  for (const char* algorithm : {"optimal", "binary", "oblivious"}) {
    const auto run = irregular("gatherv", algorithm, {100, 10, 400, 30, 5, 60, 200, 80}, 2);
    bool collected = false;
    for (const Trace::Message& m : run->stage->index().trace().messages) {
      const std::set<int> holds = receivedBy(*run, m.destination, m.end);
      for (int b = 0; b < 8; ++b)
        EXPECT_EQ(run->blocks->at(m.destination, b, m.end).state != BlockState::kAbsent,
                  holds.contains(b))
            << algorithm << ": rank " << m.destination << ", block " << b;
      collected |= m.destination != 2 && holds.size() > 1;
    }
    EXPECT_TRUE(collected) << algorithm;
  }
}

TEST(BlockTable, BlocksOfAScatterAreForRanks) {
  const auto run = irregular("scatterv", "adaptive", {100, 10, 400, 30, 5, 60, 200, 80}, 2);
  ASSERT_NE(run->blocks, nullptr);
  EXPECT_EQ(namesOf(*run), (std::vector<std::string>{"0", "1", "2", "3", "4", "5", "6", "7"}));
  const Time end = run->stage->index().end();
  for (int r = 0; r < 8; ++r) EXPECT_EQ(run->blocks->at(r, r, end).state, BlockState::kFinal);
  for (const Trace::Message& m : run->stage->index().trace().messages)
    EXPECT_TRUE(run->stage->index().blocks().carries(m, m.destination)) << m.destination;
  const Trace::Message& first = run->stage->index().trace().messages.front();
  EXPECT_TRUE(
      messageText(run->stage->index(), first.id).contains(QStringLiteral("data for ranks ")));
}

TEST(BlockTable, BlocksOfAnAllToAllGoFromRankToRank) {
  for (const auto& [collective, algorithm, bytes] : {std::tuple{"alltoall", "linear", 40},
                                                     {"alltoall", "pairwise", 40},
                                                     {"alltoall", "bruck", 40},
                                                     {"alltoall", "circulant", 40},
                                                     {"alltoallv", "linear", 1000},
                                                     {"alltoallv", "scattered", 1003}}) {
    const auto run = runOf(collective, algorithm, "full:5", bytes);
    ASSERT_NE(run->blocks, nullptr) << algorithm;
    const BlockTable& blocks = run->stage->index().blocks();
    ASSERT_EQ(blocks.count(), 25) << algorithm;
    EXPECT_EQ(blockName(blocks, 7).toStdString(), "1→2");
    const Time end = run->stage->index().end();
    for (int r = 0; r < 5; ++r) {
      for (int b = 0; b < 25; ++b) {
        EXPECT_EQ(run->blocks->at(r, b, Time{0}).state != BlockState::kAbsent, b / 5 == r);
        EXPECT_EQ(run->blocks->at(r, b, end).state == BlockState::kFinal, b % 5 == r)
            << algorithm << " rank " << r << " " << b;
      }
    }
    for (const Trace::Message& m : run->stage->index().trace().messages) {
      EXPECT_TRUE(blocks.known(m));
      const bool direct =
          std::string_view(algorithm) == "linear" || std::string_view(algorithm) == "pairwise";
      if (direct) {
        EXPECT_EQ(nameOf(*run, m), text_of(m.source, "→", m.destination));
      }
    }
  }
}

/// Checks a ring of four, in which each rank has blocks for its neighbours; blocks of an allgather
/// are for all.
TEST(BlockTable, BlocksOfNeighborsGoFromRankToRank) {
  for (const char* algorithm : {"linear", "shifts", "combining"}) {
    const auto run = runOf("neighbor-alltoall", algorithm, "torus:4", 40);
    ASSERT_NE(run->blocks, nullptr) << algorithm;
    const BlockTable& blocks = run->stage->index().blocks();
    ASSERT_EQ(blocks.count(), 8) << algorithm;
    EXPECT_EQ(blockName(blocks, 2).toStdString(), "1→0");
    EXPECT_EQ(blockName(blocks, 3).toStdString(), "1→2");
    const auto same = runOf("neighbor-allgather", algorithm, "torus:4", 40);
    EXPECT_EQ(blockName(same->stage->index().blocks(), 2).toStdString(), "2") << algorithm;
  }
}

TEST(BlockTable, NamesOfSumsSayWhoseTheyAre) {
  const auto run = runOf("allreduce", "ring", "torus:4", 64);
  for (const Trace::Message& m : run->stage->index().trace().messages) {
    if (m.round == 0) {
      EXPECT_EQ(nameOf(*run, m), std::to_string(m.source) + " Σ" + std::to_string(m.source));
    } else if (m.round >= 3) {
      EXPECT_TRUE(nameOf(*run, m).ends_with(" Σ0–3")) << nameOf(*run, m);
    }
  }
}

TEST(BlockTable, MessagesRoundTheEndOfTheVectorAreOfBothEnds) {
  const auto run = runOf("reduce-scatter", "circulant", "full:5", 500);
  const BlockTable& blocks = run->stage->index().blocks();
  EXPECT_EQ(blocks.count(), 5);
  bool around = false;
  for (const Trace::Message& m : run->stage->index().trace().messages) {
    std::int64_t elements = 0;
    for (const BlockRange& range : blocks.of(m)) {
      EXPECT_LT(range.last, 5);
      for (int b = range.first; b <= range.last; ++b) {
        EXPECT_TRUE(blocks.carries(m, b));
        elements += blocks.end(b) - blocks.begin(b);
      }
    }
    EXPECT_EQ(elements, m.elements);
    around |= blocks.of(m).size() == 2;
  }
  EXPECT_TRUE(around);
}

}  // namespace
}  // namespace orrery::viz
