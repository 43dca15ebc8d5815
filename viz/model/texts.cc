#include "viz/model/texts.h"

#include <algorithm>
#include <array>

#include <QStringList>

#include "scenarios/keys.h"
#include "scenarios/units_text.h"

namespace orrery::viz {
namespace {

QString portsText(const Ports& ports) {
  switch (ports.kind) {
    case Ports::Kind::kUnlimited:
      return QStringLiteral("unlimited ports");
    case Ports::Kind::kPerLink:
      return QStringLiteral("a port per link");
    case Ports::Kind::kCount:
      break;
  }
  const QString count =
      ports.count == 1 ? QStringLiteral("one port") : QStringLiteral("%1 ports").arg(ports.count);
  return ports.half_duplex ? count + QStringLiteral(", half duplex") : count;
}

QString spanText(int first, int last) {
  return first == last ? QString::number(first) : QStringLiteral("%1–%2").arg(first).arg(last);
}

}  // namespace

QString runTitle(const RunSpec& spec) {
  return QStringLiteral("%1 %2 on %3")
      .arg(QString::fromStdString(spec.algorithm), QString::fromStdString(spec.collective),
           QString::fromStdString(spec.topology));
}

QString runDetails(const RunSpec& spec) {
  QString text = QStringLiteral("%1 ranks · %2 · %3")
                     .arg(QString::fromStdString(short_count(spec.ranks)),
                          QString::fromStdString(short_size(spec.bytes)), portsText(spec.ports));
  text += QStringLiteral(" · %1 links")
              .arg(QString::fromStdString(bandwidth_text(spec.costs.link(0).bandwidth)));
  if (spec.mapping_text != "sequential") {
    text += QStringLiteral(" · %1 mapping").arg(QString::fromStdString(spec.mapping_text));
  }
  if (!spec.contention) text += QStringLiteral(" · no contention");
  return text;
}

std::vector<QString> cellTexts(const std::vector<RunSpec>& cells) {
  std::vector<QStringList> parts(cells.size());
  for (const Key& key : keys()) {
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
    if (static_cast<double>(end.count()) >= 2 * u.ps) {
      unit = &u;
      break;
    }
  }
  return QStringLiteral("%1 %2")
      .arg(static_cast<double>(t.count()) / unit->ps, 0, 'f', 3)
      .arg(unit->name);
}

QString momentText(const TraceIndex& index, const FrameState& state) {
  const auto& rounds = index.rounds();
  QString text = state.round < 0 ? QStringLiteral("before the first round")
                                 : QStringLiteral("round %1 of %2")
                                       .arg(state.round)
                                       .arg(spanText(rounds.front().round, rounds.back().round));
  if (rounds.empty()) text = QStringLiteral("no transfers");
  if (state.time >= index.end()) return QStringLiteral("finished");
  std::int64_t transfers = 0, last = -1;
  for (const MovingMessage& m : state.moving) {
    transfers += m.message != last;
    last = m.message;
  }
  if (transfers == 0) return text;
  text += QStringLiteral(" · %1 %2 under way")
              .arg(QString::fromStdString(short_count(transfers)),
                   transfers == 1 ? QStringLiteral("transfer") : QStringLiteral("transfers"));
  if (state.earliest_round != state.round || state.latest_round != state.round) {
    text += QStringLiteral(" (%1 %2)")
                .arg(state.earliest_round == state.latest_round ? QStringLiteral("round")
                                                                : QStringLiteral("rounds"),
                     spanText(state.earliest_round, state.latest_round));
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

QString blocksText(BlockRange blocks) {
  return spanText(blocks.first, blocks.last);
}

}  // namespace orrery::viz
