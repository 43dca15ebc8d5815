#include "viz/model/text/listing.h"

#include <QFile>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <gtest/gtest.h>

#include "algorithms/source_text.h"
#include "scenarios/cell/validate.h"
#include "scenarios/run/load.h"
#include "tests/gui/fixtures.h"
#include "viz/model/items/result_models.h"
#include "viz/model/run/finished_run.h"
#include "viz/model/text/block_names.h"
#include "viz/model/text/texts.h"

namespace orrery::viz {
namespace {

TEST(Listing, EveryAlgorithmHasOne) {
  for (const Algorithm* a : catalog()) {
    const auto run = runOf(std::string(a->collective), std::string(a->name), "full:8");
    if (!run->hasPicture()) continue;
    const TraceIndex& index = run->stage->index();
    for (const RoundMark& mark : index.rounds()) {
      const Listing listing = listingAt(index, sourceOf(*a), 0, mark.view);
      ASSERT_GT(listing.lines.size(), 2) << a->collective << " " << a->name;
      EXPECT_FALSE(listing.file.isEmpty());
      if (listing.end > listing.begin) {
        EXPECT_NE(listing.lines[listing.begin].indexOf(QStringLiteral("round(")), -1)
            << a->collective << " " << a->name << ": "
            << listing.lines[listing.begin].toStdString();
        EXPECT_TRUE(wordsOf(listing).endsWith(u'.'))
            << a->collective << " " << a->name << " says nothing of a round";
      }
    }
  }
}

/// Checks that a sentence stands above every place in a listing at which a round can begin, also if no
/// run reached it.
TEST(Listing, EveryRoundIsSaidInWords) {
  int rounds = 0;
  for (const std::string_view file : source_files()) {
    const std::string_view text = source_text(file);
    const QString whole = QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
    const QStringList lines = whole.split(u'\n');
    static const QRegularExpression kRound(QStringLiteral("\\b(c|c_|lane)\\.round\\("));
    for (int i = 1; i < lines.size(); ++i) {
      if (!lines[i].contains(kRound)) continue;
      ++rounds;
      const QString words = wordsOf({QString(), lines, 1, i, i + 1, {}});
      EXPECT_TRUE(words.endsWith(u'.')) << file << ":" << i + 1;
      EXPECT_GT(words.size(), 30) << file << ":" << i + 1;
    }
  }
  EXPECT_GT(rounds, 50);
}

TEST(Listing, WordsAreTheCommentAboveTheMark) {
  const auto run = runOf("allreduce", "ring", "torus:4");
  const TraceIndex& index = run->stage->index();
  const Algorithm& ring = find_algorithm("allreduce", "ring");
  EXPECT_EQ(wordsOf(listingAt(index, sourceOf(ring), 2, index.rounds()[1].view)).toStdString(),
            "The rank sends its partial sum of a block to the right, and adds its own share to the "
            "one that comes from the left.");
  EXPECT_EQ(wordsOf(listingAt(index, sourceOf(ring), 2, index.end())), QString());
}

TEST(Listing, FollowsARingFromItsFirstHalfToItsSecond) {
  const auto run = runOf("allreduce", "ring", "torus:4");
  const TraceIndex& index = run->stage->index();
  const Algorithm& ring = find_algorithm("allreduce", "ring");
  const Listing first = listingAt(index, sourceOf(ring), 2, index.rounds()[1].view);
  EXPECT_EQ(first.file, "algorithms/phases/ring.h");
  EXPECT_NE(first.lines.front().indexOf(QStringLiteral("ring_reduce_scatter")), -1);
  EXPECT_GT(first.end, first.begin);
  const Listing second = listingAt(index, sourceOf(ring), 2, index.rounds()[4].view);
  EXPECT_NE(second.lines.front().indexOf(QStringLiteral("ring_allgather")), -1);
  const Listing after = listingAt(index, sourceOf(ring), 2, index.end());
  EXPECT_EQ(after.begin, after.end);
}

/// Checks that a program which is not an algorithm shows the code that runs it.
TEST(Listing, OfAProgramFromAFile) {
  const Scenario scenario = load_scenario("lessons/schedule-from-a-file");
  const auto run = runCell(scenario.cells.front());
  ASSERT_TRUE(run->hasPicture());
  EXPECT_EQ(run->no_blocks.toStdString(), "A schedule says nothing about contents.");
  const TraceIndex& index = run->stage->index();
  const Listing during = listingAt(index, sourceOfPrograms(), 0, index.end());
  EXPECT_EQ(during.file, "algorithms/operations/schedule_program.cc");
  EXPECT_GT(during.lines.size(), 2);
  const Listing before = listingAt(index, sourceOfPrograms(), 0, Time(-1));
  EXPECT_EQ(before.file, "algorithms/operations/schedule_program.cc");
  EXPECT_NE(before.lines.front().indexOf(QStringLiteral("ScheduleProgram::run(")), -1);
  EXPECT_NE(lettersOf(sourceOfPrograms()).indexOf(QStringLiteral("own rank")), -1);
}

std::string sentence(const std::string& collective, const std::string& algorithm,
                     const std::string& topology, int round, int rank) {
  const auto run = runOf(collective, algorithm, topology);
  if (!run->hasPicture()) return run->result.error.value_or("no picture");
  const Stage& stage = *run->stage;
  const Problem problem = make_problem(run->result.spec, &stage.network());
  const Algorithm& runs = chosen(find_algorithm(collective, algorithm), problem);
  return roundSentence(stage.index(), roundWords(runs, problem, round, rank), round, rank)
      .toStdString();
}

TEST(Listing, SaysWhatARoundDoes) {
  EXPECT_EQ(sentence("allreduce", "ring", "torus:4", 0, 1),
            "Round 0, to r + 1: rank 1 sends B[1 Σ1] to 2 and receives B[0 Σ0] from 0.");
  EXPECT_EQ(
      sentence("allreduce", "recursive-doubling-latency", "full:8", 2, 0),
      "Round 2, s = 2, partner r XOR 4: rank 0 sends B[Σ0–3] to 4 and receives B[Σ4–7] from 4.");
  EXPECT_EQ(sentence("allreduce", "ring", "torus:4", -1, 0), "Before the first round.");
}

/// Checks the name of a message in the tool tip of its ball, in the listing's sentence and in the
/// table of a link.
TEST(Listing, AMessageHasOneNameInAllViews) {
  for (const auto& [collective, algorithm] : {std::pair{"gatherv", "binary"},
                                              {"scatterv", "optimal"},
                                              {"alltoall", "bruck"},
                                              {"allgather", "circulant"},
                                              {"reduce-scatter", "circulant"},
                                              {"allreduce", "ring"}}) {
    const auto run = runOf(collective, algorithm, "full:7");
    const TraceIndex& index = run->stage->index();
    CrossingModel crossing;
    for (const Trace::Message& m : index.trace().messages) {
      const QString name = messageName(index.blocks(), m);
      ASSERT_FALSE(name.isEmpty()) << collective;
      EXPECT_TRUE(messageText(index, m.id).contains(u' ' + name + u' ')) << name.toStdString();
      const std::string says = sentence(collective, algorithm, "full:7", m.round, m.source);
      EXPECT_NE(says.find(name.toStdString()), std::string::npos) << says << name.toStdString();
      crossing.setLink(run->stage.get(), m.paths.at(0).links.at(0));
      bool listed = false;
      for (int row = 0; row < crossing.rowCount(); ++row)
        listed |= crossing.index(row, CrossingModel::kBlocks).data().toString() == name;
      EXPECT_TRUE(listed) << name.toStdString();
    }
  }
}

::testing::AssertionResult begins(const std::string& text, const std::string& head) {
  if (text.starts_with(head)) return ::testing::AssertionSuccess();
  return ::testing::AssertionFailure() << text << "\ndoes not begin with\n" << head;
}

/// Checks sentences in the letters of the five papers, with the names that messages have in all
/// views.
TEST(Listing, SpeaksAsThePapersDo) {
  // Träff, reduce-scatter and allreduce: s' = 11, s = 6 at p = 22, then 6 and 3.
  EXPECT_EQ(sentence("reduce-scatter", "circulant", "full:22", 2, 7),
            "Round 2, s = 3, s' = 6: rank 7 sends R[3..5] (10–12) to 10 and receives T[0..2] (7–9) "
            "from 4.");
  EXPECT_EQ(sentence("allreduce", "circulant", "full:22", 7, 7),
            "Round 7, s = 3, s' = 6: rank 7 sends R[0..2] (7–9 Σ0–21) to 4 and receives R[3..5] "
            "(10–12 Σ0–21) from 10.");
  // Träff, broadcast: p = 9, skip = 1 2 3 5 9.
  EXPECT_EQ(sentence("broadcast", "circulant", "full:9", 3, 0),
            "Round 3, k = 3, skip[k] = 5: rank 0 sends buffer[0] to 5.");
  EXPECT_TRUE(begins(sentence("allreduce", "census", "full:5", 1, 0),
                     "Round 1, k = 1, skip[k] = 2: rank 0 "));
  // Loch and Koslovski: p = 5, step 2.
  EXPECT_EQ(sentence("allgather", "sparbit", "full:5", 2, 4),
            "Round 2, d = 1: rank 4 sends B[4] to 0, B[2] to 0 and receives B[3] from 3, B[1] "
            "from 3.");
  // De Sensi et al.: p = 8, ρ = 1, -1, 3.
  EXPECT_TRUE(begins(sentence("allreduce", "swing-latency", "torus:8", 2, 0),
                     "Round 2, s = 2, ρ(s) = 3: rank 0 sends "));
  EXPECT_TRUE(begins(sentence("allreduce", "swing-bandwidth", "torus:8", 4, 1),
                     "Round 4, s = 1, ρ(s) = -1: rank 1 sends "));
  EXPECT_TRUE(begins(sentence("allreduce", "swing-latency", "torus:4x4", 3, 0),
                     "Round 3, s = 3, ω(s) = 1, σ(s) = 1, ρ(σ(s)) = -1"));
  // Träff, trees: the subtree that crosses an edge.
  EXPECT_TRUE(
      begins(sentence("gatherv", "binary", "full:8", 0, 2), "Round 0, m[2] = 128: rank 2 sends "));
}

/// Checks any number of ranks, in every round, on a line and on a torus.
TEST(Listing, EveryRoundHasWords) {
  for (const Algorithm* a : catalog()) {
    for (int p = 1; p <= 33; ++p) {
      Problem x;
      x.p = p;
      x.count = 3 * p;
      if (p % 3 == 0) x.dims = {p / 3, 3};
      if (refusal(*a, x)) continue;
      const Algorithm& runs = chosen(*a, x);
      for (int round = -1; round <= runs.rounds(x); ++round) {
        for (const int rank : {0, p / 2, p - 1}) {
          EXPECT_NO_THROW(roundWords(runs, x, round, rank))
              << a->collective << " " << a->name << " p = " << p << " round " << round;
        }
      }
    }
  }
}

TEST(Listing, ExplainsTheLetters) {
  EXPECT_NE(
      lettersOf(sourceOf(find_algorithm("allreduce", "ring"))).indexOf(QStringLiteral("p ranks")),
      -1);
}

TEST(SourceText, IsFoundByAnyPath) {
  EXPECT_NE(source_text("/anywhere/algorithms/allreduce/ring.cc").find("allreduce_ring"),
            std::string_view::npos);
  EXPECT_EQ(source_text("allreduce/ring.cc"), source_text("/x/algorithms/allreduce/ring.cc"));
  EXPECT_EQ(source_text("no/such.cc"), "");
}

/// Checks that the source of a plug-in is read only from its own folder, and only if it is a
/// source.
TEST(SourceText, OfPluginsIsTheirOwn) {
  const QTemporaryDir own, other;
  const auto written = [](const QTemporaryDir& folder, const char* name, const QByteArray& text) {
    QFile file(folder.filePath(QString::fromUtf8(name)));
    EXPECT_TRUE(file.open(QIODevice::WriteOnly));
    file.write(text);
    return file.fileName().toStdString();
  };
  allow_sources(own.path().toStdString());
  EXPECT_EQ(source_text(written(own, "a.cc", "void run();")), "void run();");
  EXPECT_EQ(source_text(written(other, "a.cc", "secret")), "");
  EXPECT_EQ(source_text(written(own, "a.key", "secret")), "");
  EXPECT_EQ(source_text(written(own, "large.cc", QByteArray(2 << 20, 'x'))), "");
  EXPECT_TRUE(QFile::link(QString::fromStdString(written(other, "b.cc", "secret")),
                          own.filePath(QStringLiteral("link.cc"))));
  EXPECT_EQ(source_text(own.filePath(QStringLiteral("link.cc")).toStdString()), "");
  for (const char* path : {"/dev/zero", "/etc/passwd"}) EXPECT_EQ(source_text(path), "");
}

}  // namespace
}  // namespace orrery::viz
