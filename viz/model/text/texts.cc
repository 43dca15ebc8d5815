#include "viz/model/text/texts.h"

#include <algorithm>
#include <array>

#include <QStringList>

#include "scenarios/document/document.h"
#include "scenarios/keys/keys.h"
#include "scenarios/teaching/value.h"
#include "scenarios/text/units_text.h"
#include "viz/model/text/block_names.h"
#include "viz/model/text/qt_text.h"
#include "viz/model/text/words.h"

namespace orrery::viz::inline model {
namespace {

/// Lists the causes that slow a link down, a line each.
QString faultText(const FaultyLink& fault) {
  QString text;
  if (fault.bandwidth != 1)
    text += Words::tr("%1 % of its usual bandwidth\n").arg(100 * fault.bandwidth, 0, 'g', 3);
  if (fault.latency > Time(0))
    text += Words::tr("%1 more latency than usual\n")
                .arg(QString::fromStdString(short_time(fault.latency)));
  if (fault.background > 0)
    text += Words::tr("%1 % taken by background traffic\n").arg(100 * fault.background, 0, 'g', 3);
  return text;
}

QString portsText(const Ports& ports) {
  switch (ports.kind) {
    case Ports::Kind::kUnlimited:
      return Words::tr("unlimited ports");
    case Ports::Kind::kPerLink:
      return Words::tr("port per link");
    case Ports::Kind::kCount:
      break;
  }
  const QString count =
      ports.count == 1 ? Words::tr("one port") : Words::tr("%1 ports").arg(ports.count);
  return ports.half_duplex ? count + Words::tr(", half duplex") : count;
}

/// Describes the place where the visible part of a run ends.
QString pauseText(const std::vector<RoundMark>& rounds) {
  return rounds.empty() ? Words::tr("before the first round")
                        : Words::tr("after round %1").arg(rounds.back().round);
}

}  // namespace

QString runTitle(const RunSpec& spec) {
  if (runs_operations(spec))
    return Words::tr("%1 operations on %2")
        .arg(given_operations(spec).size())
        .arg(QString::fromStdString(spec.topology));
  return Words::tr("%1 %2 on %3")
      .arg(QString::fromStdString(spec.algorithm), QString::fromStdString(spec.collective),
           QString::fromStdString(spec.topology));
}

QString runDetails(const RunSpec& spec) {
  QString text = Words::tr("%1 ranks · %2")
                     .arg(textOf(short_count(spec.ranks)), textOf(short_size(spec.bytes)));
  if (spec.costs.alpha > Time(0))
    text += QStringLiteral(" · α %1").arg(textOf(teaching::text_of(spec.costs.alpha)));
  text += Words::tr(" · %1 links").arg(textOf(bandwidth_text(spec.costs.link(0).bandwidth)));
  text += QStringLiteral(" · ") + portsText(spec.ports);
  if (spec.mapping_text != "sequential") {
    text += Words::tr(" · %1 mapping").arg(QString::fromStdString(spec.mapping_text));
  }
  if (!spec.contention) text += Words::tr(" · no contention");
  return text;
}

std::vector<QString> cellTexts(const std::vector<RunSpec>& cells) {
  std::vector<QStringList> parts(cells.size());
  for (const Key& key : all_keys()) {
    std::vector<std::string> values;
    values.reserve(cells.size());
    for (const RunSpec& cell : cells) values.push_back(key.get(cell));
    const bool varies = std::any_of(values.begin(), values.end(),
                                    [&](const std::string& v) { return v != values.front(); });
    if (!varies) continue;
    for (std::size_t i = 0; i < cells.size(); ++i) {
      parts[i].append(QString::fromStdString(values[i]));
    }
  }
  std::vector<QString> texts;
  texts.reserve(cells.size());
  for (std::size_t i = 0; i < cells.size(); ++i) {
    texts.push_back(parts[i].isEmpty() ? QString::fromStdString(cells[i].algorithm)
                                       : parts[i].join(QStringLiteral("  ·  ")));
  }
  return texts;
}

QString clockText(Time t, Time end) {
  struct Unit {
    double ps;
    QString name;
  };
  const std::array<Unit, 4> units{Unit{1e12, QStringLiteral("s")}, Unit{1e9, QStringLiteral("ms")},
                                  Unit{1e6, QStringLiteral("µs")}, Unit{1e3, QStringLiteral("ns")}};
  const Unit* unit = &units.back();
  for (const Unit& u : units) {
    if (static_cast<double>(end.count()) >= u.ps) {
      unit = &u;
      break;
    }
  }
  return QStringLiteral("%1 %2")
      .arg(static_cast<double>(t.count()) / unit->ps, 0, 'f', 3)
      .arg(unit->name);
}

QString roundName(const OperationRounds& operations, int round) {
  return QString::fromStdString(operations.text(round));
}

namespace {

/// Counts the messages that move; the parts of one follow each other.
std::int64_t transfersOf(const FrameState& state) {
  std::int64_t transfers = 0, last = -1;
  for (const MovingMessage& m : state.moving) {
    transfers += m.message != last;
    last = m.message;
  }
  return transfers;
}

/// Returns "pass-1, sum-2a · 300 transfers": the operations whose messages move.
QString operationsText(const TraceIndex& index, const FrameState& state) {
  const OperationRounds& operations = index.operations();
  std::vector<bool> moves(operations.names().size());
  for (const MovingMessage& m : state.moving) {
    const int round = index.trace().messages[static_cast<std::size_t>(m.message)].round;
    moves[static_cast<std::size_t>(operations.operation(round))] = true;
  }
  QStringList names;
  for (std::size_t i = 0; i < moves.size(); ++i)
    if (moves[i]) names << QString::fromStdString(operations.names()[i]);
  const std::int64_t transfers = transfersOf(state);
  if (transfers == 0) return Words::tr("no transfers");
  return names.join(QStringLiteral(", ")) +
         Words::tr(" · %1 transfers").arg(QString::fromStdString(short_count(transfers)));
}

/// Returns the words for the end of the visible part.
QString endText(const TraceIndex& index, const FrameState& state) {
  if (index.goesOn()) return pauseText(index.rounds());
  return std::ranges::all_of(state.ranks, &RankState::done) ? Words::tr("finished")
                                                            : Words::tr("deadlock");
}

}  // namespace

QString momentText(const TraceIndex& index, const FrameState& state) {
  const auto& rounds = index.rounds();
  if (index.operations().any() && state.time < index.end() && state.total_messages == 0)
    return operationsText(index, state);
  QString text = state.round < 0  ? Words::tr("before the first round")
                 : index.goesOn() ? Words::tr("round %1").arg(state.round)
                                  : Words::tr("round %1 of %2")
                                        .arg(state.round)
                                        .arg(spanText(rounds.front().round, rounds.back().round));
  if (rounds.empty() && !index.goesOn()) text = Words::tr("no transfers");
  const bool under_way = !state.moving.empty() || state.total_messages > 0;
  if (state.time >= index.end() && !under_way) return endText(index, state);
  if (state.total_messages > 0) {
    const bool one = state.earliest_round == state.latest_round;
    return (one ? text
                : Words::tr("rounds %1").arg(spanText(state.earliest_round, state.latest_round))) +
           Words::tr(" · totals of %1 messages")
               .arg(QString::fromStdString(short_count(state.total_messages)));
  }
  const std::int64_t transfers = transfersOf(state);
  if (transfers == 0) return text;
  text += transfers == 1
              ? Words::tr(" · 1 transfer")
              : Words::tr(" · %1 transfers").arg(QString::fromStdString(short_count(transfers)));
  if (state.earliest_round != state.round || state.latest_round != state.round) {
    const bool one = state.earliest_round == state.latest_round;
    text += (one ? Words::tr(" (round %1)") : Words::tr(" (rounds %1)"))
                .arg(spanText(state.earliest_round, state.latest_round));
  }
  return text;
}

QString cellText(const BlockHistory& history, const BlockTable& blocks, int rank, int column,
                 Time t) {
  const int block = history.block(column);
  const Holding cell = history.at(rank, column, t);
  const QString elements =
      Words::tr("rank %1, block %2 (elements %3)\n")
          .arg(rank)
          .arg(blockName(blocks, block))
          .arg(QString::fromStdString(text_of(blocks.begin(block), "–", blocks.end(block) - 1)));
  const QString from = contributorsText(history, rank, column, t);
  QString text;
  switch (cell.state) {
    case BlockState::kAbsent:
      return elements + Words::tr("absent");
    case BlockState::kHeld:
      text = Words::tr("held: contributed by rank %1").arg(from);
      break;
    case BlockState::kPartial:
      text = Words::tr("partial: %1 of %2 contributions\nranks %3")
                 .arg(cell.contributions)
                 .arg(history.ranks())
                 .arg(from);
      break;
    case BlockState::kFinal:
      text = cell.contributions == 1 ? Words::tr("final: contributed by rank %1").arg(from)
                                     : Words::tr("final: contributions of ranks %1").arg(from);
      break;
    case BlockState::kWrong:
      text = Words::tr("wrong: %1").arg(from);
      break;
  }
  if (const auto since = history.since(rank, column, t)) {
    text += Words::tr("\nsince %1").arg(QString::fromStdString(short_time(*since)));
  }
  return elements + text;
}

QString messageText(const TraceIndex& index, std::int64_t message) {
  const MessageEvent& m = index.trace().messages[static_cast<std::size_t>(message)];
  const BlockTable& blocks = index.blocks();
  QString what = Words::tr("a message");
  if (const std::vector<BlockRange> ranges = blocks.of(m); !ranges.empty()) {
    const bool one = ranges.size() == 1 && ranges[0].first == ranges[0].last;
    what = (one ? Words::tr("block %1") : Words::tr("blocks %1")).arg(messageName(blocks, m));
  }
  QString text = Words::tr("rank %1 sends %2 to rank %3\nround %4, %5\n%6 to %7")
                     .arg(m.source)
                     .arg(what)
                     .arg(m.destination)
                     .arg(roundName(index.operations(), m.round))
                     .arg(QString::fromStdString(short_size(m.bytes)),
                          QString::fromStdString(short_time(m.start)),
                          m.end > index.end() ? QStringLiteral("…")  // is under way then
                                              : QString::fromStdString(short_time(m.end)));
  const Time waited = m.start - m.posted + (m.flow - m.ready);
  if (waited > Time(0) && m.flow <= index.end())
    text += Words::tr("\nwaited %1 for ports").arg(QString::fromStdString(short_time(waited)));
  if (const QString meaning = messageMeaning(blocks, m); !meaning.isEmpty())
    text += u'\n' + meaning;
  return text;
}

QString partName(const ServerShape& servers, NodeId node) {
  const int server = servers.server_of(node);
  const NodeId first_switch = servers.count * servers.gpus;
  const NodeId first_nic = first_switch + servers.count * servers.switches;
  if (server < 0)
    return Words::tr("switch %1").arg(node - first_nic - servers.count * servers.nics);
  if (node < first_switch) return Words::tr("node %1 GPU %2").arg(server).arg(node % servers.gpus);
  if (node < first_nic) return Words::tr("node %1 switch").arg(server);
  return Words::tr("node %1 NIC %2").arg(server).arg((node - first_nic) % servers.nics);
}

QString nodeName(const Stage& stage, NodeId node) {
  const auto& hosts = stage.ranksOfHost();
  const auto n = static_cast<std::size_t>(node);
  const std::string_view name = stage.layout().topology().name_of(node);
  if (!name.empty()) return textOf(name);
  if (const ServerShape* s = stage.layout().topology().servers(); s != nullptr && n >= hosts.size())
    return partName(*s, node);
  if (n >= hosts.size()) {
    return Words::tr("switch %1").arg(n - hosts.size());
  }
  if (hosts[n].size() == 1) return Words::tr("rank %1").arg(hosts[n].front());
  return Words::tr("host %1").arg(node);
}

QString nodeText(const Stage& stage, const FrameState& state, NodeId node) {
  QString text = nodeName(stage, node);
  const auto n = static_cast<std::size_t>(node);
  if (n >= stage.ranksOfHost().size()) return text;
  const std::vector<int>& ranks = stage.ranksOfHost()[n];
  if (ranks.size() != 1) {
    return ranks.empty() ? text + Words::tr(": no rank")
                         : text + Words::tr(": ranks %1").arg(ranksText(ranks));
  }
  if (!stage.layout().topology().name_of(node).empty())
    text += Words::tr(" (rank %1)").arg(ranks.front());
  else if (ranks.front() != node)
    text += Words::tr(" (host %1)").arg(node);
  const RankState& s = state.ranks[static_cast<std::size_t>(ranks.front())];
  QStringList doings;
  if (s.sending) doings.append(Words::tr("sends"));
  if (s.receiving) doings.append(Words::tr("receives"));
  if (s.computing) doings.append(Words::tr("computes"));
  if (doings.isEmpty()) doings.append(s.done ? Words::tr("finished") : Words::tr("waits"));
  return text + QStringLiteral(": ") + doings.join(QStringLiteral(", "));
}

QString linkText(const Stage& stage, const FrameState& state, LinkId link) {
  const Link ends = stage.layout().topology().link(link);
  QString text =
      Words::tr("link from %1 to %2\n").arg(nodeName(stage, ends.from), nodeName(stage, ends.to));
  if (const FaultyLink* const fault = stage.layout().faultOf(link)) {
    if (fault->failed) return text + Words::tr("failed");
    text += faultText(*fault);
  }
  const auto used = std::lower_bound(state.links.begin(), state.links.end(), link,
                                     [](const LinkState& l, LinkId id) { return l.link < id; });
  if (used == state.links.end() || used->link != link) return text + Words::tr("idle");
  if (used->flows == 0) return text + Words::tr("%1 waiting for the latency").arg(used->pending);
  text += (used->flows == 1 ? Words::tr("load %1 %, %2 with %3 flow")
                            : Words::tr("load %1 %, %2 with %3 flows"))
              .arg(100 * used->load, 0, 'f', 0)
              .arg(QString::fromStdString(short_bit_rate(8 * used->bytes_per_second)))
              .arg(used->flows);
  constexpr int kMostListed = 8;
  int listed = 0;
  for (const MovingMessage& moving : state.moving) {
    if (moving.path < 0 || !moving.flows) continue;
    const Trace::Message& m =
        stage.index().trace().messages[static_cast<std::size_t>(moving.message)];
    const auto& links = m.paths[static_cast<std::size_t>(moving.path)].links;
    if (std::find(links.begin(), links.end(), link) == links.end()) continue;
    if (listed++ == kMostListed) return text + QStringLiteral("\n…");
    text += Words::tr("\nrank %1 to rank %2").arg(m.source).arg(m.destination);
  }
  return text;
}

QString ranksText(const std::vector<int>& ranks) {
  if (ranks.empty()) return {};
  const bool run = ranks.back() - ranks.front() + 1 == static_cast<int>(ranks.size());
  if (run) return spanText(ranks.front(), ranks.back());
  QString text = QStringLiteral("%1, %2").arg(ranks[0]).arg(ranks[1]);
  return ranks.size() > 2 ? text + QStringLiteral(", …") : text;
}

}  // namespace orrery::viz::inline model
