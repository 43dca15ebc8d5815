#include "viz/model/run/session.h"

#include <gtest/gtest.h>

#include "emu/net/topologies/graph.h"
#include "tests/gui/fixtures.h"
#include "viz/model/items/result_models.h"
#include "viz/model/run/comparison.h"
#include "viz/model/text/texts.h"

namespace orrery::viz {
namespace {

std::shared_ptr<const FinishedRun> realRun(const std::string& algorithm = "ring") {
  RunSpec spec;
  spec.algorithm = algorithm;
  spec.topology = "torus:4x4";
  spec.bytes = Bytes(1 << 20);
  return runCell(spec);
}

TEST(Session, StepsForwardAndBackThroughTheSameFrames) {
  Session session;
  session.show(realRun());
  const std::size_t rounds = session.run()->stage->index().rounds().size();
  ASSERT_EQ(rounds, 30U);
  session.toStart();
  std::vector<FrameState> frames;
  for (std::size_t i = 0; i <= rounds; ++i) {
    frames.push_back(session.frame());
    session.nextRound();
  }
  EXPECT_EQ(session.clock().now(), session.clock().end());
  for (std::size_t i = rounds + 1; i-- > 0;) {
    session.previousRound();
    EXPECT_EQ(session.frame(), frames[i]) << "step " << i;
  }
  EXPECT_EQ(session.clock().now(), Time{0});
}

TEST(Session, ShowsRoundsByNumber) {
  Session session;
  session.show(realRun());
  EXPECT_EQ(session.frame().round, 0);  // opens on the first round
  EXPECT_TRUE(session.showRound(7));
  EXPECT_EQ(session.frame().round, 7);
  EXPECT_FALSE(session.showRound(30));
  EXPECT_EQ(session.frame().round, 7);
}

TEST(Session, SurvivesARunThatFailed) {
  Session session;
  RunSpec spec;
  spec.algorithm = "no-such";
  spec.topology = "torus:4x4";
  session.show(runCell(spec));
  EXPECT_FALSE(session.run()->hasPicture());
  EXPECT_TRUE(session.run()->result.error.has_value());
  session.nextRound();
  session.previousRound();
  session.toEnd();
  EXPECT_EQ(session.frame(), FrameState{});
}

TEST(Session, HidesTheFutureUntilItIsRevealed) {
  Session session;
  const auto run = realRun();
  session.show(run);
  session.showRound(7);
  const Time now = session.clock().now();
  session.setFocus({.rank = 3});
  const FrameState frame = session.frame();
  session.freeze();
  EXPECT_TRUE(session.isFrozen());
  EXPECT_EQ(session.whole(), run.get());
  EXPECT_EQ(session.frame(), frame);
  EXPECT_EQ(session.clock().end(), now);
  EXPECT_EQ(session.focus(), Focus{.rank = 3});
  session.nextRound();
  session.toEnd();
  session.clock().seek(now + now);
  EXPECT_FALSE(session.showRound(8));
  EXPECT_EQ(session.clock().now(), now);
  EXPECT_TRUE(session.showRound(2));
  session.reveal();
  EXPECT_FALSE(session.isFrozen());
  EXPECT_EQ(session.run(), run.get());
  EXPECT_EQ(session.frame().round, 2);
  EXPECT_EQ(session.clock().end(), run->stage->index().end());
}

TEST(Session, AFrozenRunLosesNothingOfItself) {
  Session session;
  const auto run = realRun();
  session.freeze();  // there is none yet
  EXPECT_FALSE(session.isFrozen());
  session.show(run);
  session.showMessage(400);
  session.toStart();
  session.freeze();
  session.freeze();
  EXPECT_EQ(session.whole(), run.get());
  EXPECT_EQ(session.focus().message, -1);  // which is still to come
  session.show(realRun("rabenseifner"));
  EXPECT_FALSE(session.isFrozen());
  EXPECT_GT(session.clock().end(), Time{0});
}

/// Checks that the holdings of ranks may become known while a run is frozen.
TEST(Session, IsCompletedWhileItIsFrozen) {
  RunSpec spec;
  spec.topology = "torus:4x4";
  std::shared_ptr<const FinishedRun> first;
  const auto run = runCell(spec, nullptr, {}, [&](auto appeared) { first = appeared; });
  Session session;
  session.show(first);
  session.showRound(3);
  const Time now = session.clock().now();
  session.freeze();
  ASSERT_TRUE(session.completes(*run));
  session.complete(run);
  EXPECT_TRUE(session.isFrozen());
  EXPECT_EQ(session.clock().end(), now);
  EXPECT_TRUE(session.run()->blocks);
  EXPECT_TRUE(session.run()->goesOn());
  session.reveal();
  EXPECT_EQ(session.run(), run.get());
}

TEST(Comparison, HidesTheFutureOnBothSides) {
  for (const auto lock : {Comparison::Lock::kTime, Comparison::Lock::kRound}) {
    Comparison both;
    both.setLock(lock);
    both.show(0, realRun("ring"));
    both.show(1, realRun("rabenseifner"));
    both.master().showRound(2);
    const std::array<Time, 2> now{both.side(0).clock().now(), both.side(1).clock().now()};
    both.setFrozen(true);
    for (int s : {0, 1}) {
      EXPECT_TRUE(both.side(s).isFrozen());
      EXPECT_EQ(both.side(s).clock().end(), now[static_cast<std::size_t>(s)]);
      EXPECT_EQ(both.side(s).clock().now(), now[static_cast<std::size_t>(s)]);
    }
    both.setFrozen(false);
    for (int s : {0, 1}) {
      EXPECT_FALSE(both.side(s).isFrozen());
      EXPECT_EQ(both.side(s).clock().now(), now[static_cast<std::size_t>(s)]);
    }
  }
}

TEST(FinishedRun, AppearsBeforeItsContentsAreKnown) {
  RunSpec spec;
  spec.topology = "torus:4x4";
  spec.algorithm = "rabenseifner";
  std::shared_ptr<const FinishedRun> first;
  const auto run = runCell(spec, nullptr, {}, [&](auto appeared) { first = appeared; });
  ASSERT_TRUE(first && first->hasPicture());
  EXPECT_TRUE(first->pending);
  EXPECT_FALSE(first->blocks);
  EXPECT_FALSE(run->pending);
  EXPECT_TRUE(run->blocks);
  EXPECT_EQ(run->first_stage, first->stage);
  EXPECT_EQ(first->stage->index().blocks().count(), 0);
  EXPECT_EQ(run->stage->index().rounds().size(), first->stage->index().rounds().size());
  const RunResult whole = run_one(spec);
  EXPECT_EQ(run->result.uncontended, whole.uncontended);
  EXPECT_GT(run->result.metrics.completion, run->result.uncontended);
  EXPECT_EQ(run->result.metrics.completion, whole.metrics.completion);

  Session session;
  session.show(first);
  session.showRound(2);
  const Time now = session.clock().now();
  ASSERT_TRUE(session.completes(*run));
  session.complete(run);
  EXPECT_EQ(session.clock().now(), now);
  EXPECT_EQ(session.run(), run.get());
}

/// Checks that the run with contents, which comes second, has the same messages as the first one.
TEST(FinishedRun, MessagesAreTheSameWhateverThePayload) {
  for (const Algorithm* a : catalog()) {
    RunSpec spec;
    spec.collective = a->collective;
    spec.algorithm = a->name;
    spec.topology = "torus:4x2";
    Trace ghost, followed;
    if (run_one(spec, &ghost, Detail::kTime).outcome != Outcome::kFine) continue;
    spec.payload = PayloadKind::kProvenance;
    run_one(spec, &followed, Detail::kTime);
    ASSERT_EQ(ghost.messages.size(), followed.messages.size()) << a->name;
    for (std::size_t i = 0; i < ghost.messages.size(); ++i) {
      const MessageEvent &g = ghost.messages[i], &f = followed.messages[i];
      EXPECT_EQ(std::tuple(g.source, g.destination, g.round, g.bytes, g.start, g.end),
                std::tuple(f.source, f.destination, f.round, f.bytes, f.start, f.end))
          << a->collective << " " << a->name << " message " << i;
    }
  }
}

TEST(FinishedRun, StopsRecordingAtTheLimit) {
  RunSpec spec;
  spec.topology = "torus:4x4";
  const auto run = runCell(spec, nullptr, {.messages = 100});
  ASSERT_TRUE(run->hasPicture());
  EXPECT_TRUE(run->truncated);
  EXPECT_EQ(run->stage->index().trace().messages.size(), 100U);
  EXPECT_EQ(run->result.metrics.messages, 480);
}

/// Checks that the totals of rounds that are not kept equal those of the whole trace.
TEST(FinishedRun, ShowsTotalsBeyondTheLimit) {
  RunSpec spec;
  spec.topology = "torus:4x4";
  spec.algorithm = "ring";
  spec.bytes = Bytes(1600);
  const auto whole = runCell(spec);
  const auto run = runCell(spec, nullptr, {.messages = 100, .followed = 0});
  Session session;
  session.show(run);
  EXPECT_EQ(session.clock().end(), whole->stage->index().end());
  EXPECT_EQ(run->stage->index().rounds().size(), 30U);
  for (int round = 0; round < 30; ++round) {
    ASSERT_TRUE(session.showRound(round));
    EXPECT_EQ(session.frame().round, round);
    if (session.clock().now() < run->complete_until) continue;
    EXPECT_EQ(session.frame().total_messages, 16) << round;
    EXPECT_TRUE(session.frame().moving.empty());
    std::map<LinkId, std::int64_t> bytes;
    for (const std::uint32_t n : whole->stage->index().messagesOf(round)) {
      for (const auto& path : whole->stage->index().trace().messages[n].paths) {
        for (const LinkId link : path.links) bytes[link] += path.bytes.count();
      }
    }
    const RoundTotal* total = run->stage->index().totalOf(round);
    ASSERT_NE(total, nullptr);
    ASSERT_EQ(total->traffic->links.size(), bytes.size());
    for (const LinkTotal& l : total->traffic->links) EXPECT_EQ(l.bytes.count(), bytes[l.link]);
    for (const RankTotal& r : total->traffic->ranks) EXPECT_EQ(r.sent.count(), 100);
  }
  EXPECT_GE(run->stage->index().rounds().back().view, run->complete_until);
  EXPECT_NE(momentText(run->stage->index(), session.frame()).indexOf(QStringLiteral("totals")), -1);
}

MessageEvent messageOf(int round, int from, std::int64_t bytes) {
  MessageEvent m;
  m.round = round;
  m.source = from;
  m.destination = from + 1;
  m.bytes = Bytes(bytes);
  m.start = Time(round * 1000);
  m.end = Time(round * 1000 + 900);
  return m;
}

TEST(RoundTotals, ShareTablesAndMergeWhenTheyAreTooMany) {
  const auto totals = [](std::size_t most, bool identical) {
    RoundTotals sums(most);
    for (int round = 0; round < 100; ++round) {
      for (int rank = 0; rank < 50; ++rank) {
        const std::vector<Trace::Path> path{{Bytes(8), {rank}}};
        sums.add(messageOf(round, rank, identical ? 8 : 8 + round), path);
      }
    }
    return sums.take();
  };
  const auto identical = totals(1000, true);
  ASSERT_EQ(identical.size(), 100U);
  EXPECT_EQ(identical.front().traffic, identical.back().traffic);
  EXPECT_EQ(totals(1'000'000, false).size(), 100U);
  const auto merged = totals(1000, false);
  EXPECT_LT(merged.size(), 60U);
  std::int64_t messages = 0;
  int next = 0;
  for (const RoundTotal& t : merged) {
    EXPECT_EQ(t.first, next);
    next = t.last + 1;
    messages += t.messages;
  }
  EXPECT_EQ(next, 100);
  EXPECT_EQ(messages, 5000);
}

TEST(RoundTotals, TakeLateMessages) {
  RoundTotals sums;
  for (int round = 0; round < 40; ++round) sums.add(messageOf(round, 0, 8), {});
  sums.add(messageOf(3, 1, 8), {});
  const auto totals = sums.take();
  ASSERT_EQ(totals.size(), 40U);
  EXPECT_EQ(totals[3].messages, 2);
  EXPECT_EQ(totals[3].traffic->ranks.size(), 3U);
}

TEST(ReportModel, ShowsTheMetrics) {
  ReportModel model;
  EXPECT_EQ(model.rowCount(), 0);
  const auto run = realRun();
  model.setResult(run->result);
  std::map<QString, QString> rows;
  for (int r = 0; r < model.rowCount(); ++r) {
    rows[model.index(r, ReportModel::kQuantity).data().toString()] =
        model.index(r, ReportModel::kValue).data().toString();
    EXPECT_FALSE(model.index(r, 0).data(Qt::ToolTipRole).toString().isEmpty());
  }
  EXPECT_EQ(rows.at("Rounds"), "30");
  EXPECT_EQ(rows.at("Messages"), "480");
  EXPECT_EQ(model.columnCount(), 3);
}

TEST(RoundModel, HasARowForEachRound) {
  RoundModel model;
  const auto run = realRun();
  model.setRounds(run->result.metrics.per_round);
  ASSERT_EQ(model.rowCount(), 30);
  EXPECT_EQ(model.index(7, RoundModel::kRound).data().toString(), "7");
  EXPECT_EQ(model.index(7, RoundModel::kMessages).data().toString(), "16");
  EXPECT_EQ(model.index(7, RoundModel::kBytes).data().toString(), "1 MiB");
  EXPECT_FALSE(model.index(30, 0).isValid());
}

/// Checks a round that only computes: it has no transfers with times to show.
TEST(RoundModel, TellsNoTimesOfRoundsWithoutMessages) {
  std::vector<RoundMetrics> rounds(2);
  rounds[1].messages = 1;
  rounds[1].first_start = 2us;
  rounds[1].last_end = 5us;
  RoundModel model;
  model.setRounds(rounds);
  const auto said = [&](int round, RoundModel::Column column) {
    return model.index(round, column).data().toString().toStdString();
  };
  EXPECT_EQ(said(0, RoundModel::kStart), "–");
  EXPECT_EQ(said(0, RoundModel::kDuration), "–");
  EXPECT_EQ(said(1, RoundModel::kStart), "2.000 µs");
  EXPECT_EQ(said(1, RoundModel::kDuration), "3.000 µs");
}

TEST(LinkModel, ListsTheHottestLinks) {
  LinkModel model;
  const auto run = realRun();
  model.setLinks(run->result.metrics.hottest, &run->stage->layout().topology());
  ASSERT_GT(model.rowCount(), 0);
  EXPECT_TRUE(model.index(0, LinkModel::kFrom).data().toString().startsWith("host "));
  EXPECT_EQ(
      model.index(0, LinkModel::kUtilization).data().toString(),
      QStringLiteral("%1 %").arg(100 * run->result.metrics.hottest[0].utilization, 0, 'f', 1));
  EXPECT_GT(run->result.metrics.hottest[0].utilization, 0.1);
  EXPECT_LE(run->result.metrics.hottest[0].utilization, 1);
}

TEST(Texts, NameCellsByWhatDistinguishesThem) {
  std::vector<RunSpec> cells(4);
  cells[0].algorithm = cells[1].algorithm = "ring";
  cells[2].algorithm = cells[3].algorithm = "bruck";
  for (std::size_t i : {1U, 3U}) cells[i].bytes = Bytes(2048), cells[i].bytes_text = "2KiB";
  const auto texts = cellTexts(cells);
  EXPECT_TRUE(texts[0].contains("ring") && texts[0].contains("1KiB"));
  EXPECT_TRUE(texts[3].contains("bruck") && texts[3].contains("2KiB"));
  EXPECT_FALSE(texts[0].contains("allreduce"));
}

TEST(Texts, DetailsNameTheCostsOfAMessage) {
  RunSpec spec;
  spec.bytes = Bytes(10'000);
  const QString free = runDetails(spec);
  EXPECT_TRUE(free.contains(QStringLiteral(" · 10 kB · 400Gb/s links"))) << free.toStdString();
  spec.costs.alpha = 100ns;
  const QString costly = runDetails(spec);
  EXPECT_TRUE(costly.contains(QStringLiteral(" · 10 kB · α 100 ns · "))) << costly.toStdString();
}

TEST(Texts, ClockKeepsItsUnit) {
  EXPECT_EQ(clockText(1500ns, 100us), QStringLiteral("1.500 µs"));
  EXPECT_EQ(clockText(0ns, 100us), QStringLiteral("0.000 µs"));
  EXPECT_EQ(clockText(1500ns, 2us), QStringLiteral("1.500 µs"));
  EXPECT_EQ(clockText(1500ns, 1900ns), QStringLiteral("1.500 µs"));
}

TEST(Texts, RanksOfAHost) {
  EXPECT_EQ(ranksText({}), QString());
  EXPECT_EQ(ranksText({5}), QStringLiteral("5"));
  EXPECT_EQ(ranksText({4, 5, 6}), QStringLiteral("4–6"));
  EXPECT_EQ(ranksText({0, 4, 8}), QStringLiteral("0, 4, …"));
}

/// Checks that hosts of graph files keep their names, and that a host without ranks has one.
TEST(StretchModel, NamesTheEndsOfLinks) {
  const std::string graph = "switches = ['s']\nlinks = [['b', 's'], ['a', 's']]";
  for (const auto& [topology, link] :
       {std::pair(std::shared_ptr<const Topology>(parse_graph(graph, "g.toml", "file:g")), "b → s"),
        {make_topology("star:4"), "0–7 → switch 0"},
        {make_topology("mesh:2"), "0–7 → host 1"}}) {
    auto network = std::make_shared<Network>();
    network->topology = topology;
    network->host_of.assign(8, 0);
    const Stage stage(TraceIndex(std::make_shared<const Trace>(), network));
    LinkId first = 0;
    while (topology->link(first).from != 0) ++first;
    CriticalPath critical;
    critical.stretches = {{.link = first, .to = 1ns}};
    const PathIndex path(critical, stage.index());
    StretchModel model;
    model.setPath(&path, &stage);
    EXPECT_EQ(model.index(0, StretchModel::kLink).data().toString().toStdString(), link);
  }
}

}  // namespace
}  // namespace orrery::viz
