#include "viz/model/text/block_names.h"

#include <set>

#include <QStringList>

#include "viz/model/text/words.h"

namespace orrery::viz::inline model {
namespace {

/// Returns "1–3, 5".
QString ranksListed(const std::set<int>& ranks) {
  QStringList parts;
  for (auto it = ranks.begin(); it != ranks.end();) {
    const int first = *it;
    int last = first;
    while (++it != ranks.end() && *it == last + 1) ++last;
    parts.append(spanText(first, last));
  }
  return parts.join(QStringLiteral(", "));
}

/// The blocks of a message that carries blocks from one rank for one rank each.
struct Pairs {
  Pairs(const BlockTable& table, const std::vector<BlockRange>& blocks) {
    for (const BlockRange& range : blocks)
      for (int b = range.first; b <= range.last; ++b) {
        origins.insert(table.owner(b).origin);
        destinations.insert(table.owner(b).destination);
      }
  }
  QString name() const {
    const bool one = origins.size() == 1 || destinations.size() == 1;
    return one ? QStringLiteral("%1→%2").arg(ranksListed(origins), ranksListed(destinations))
               : Words::tr("from %1").arg(ranksListed(origins));
  }
  std::set<int> origins, destinations;
};

/// Returns "3–5" for whole pieces, "3.0–4.1" for parts of them.
QString rangeName(const BlockTable& table, const BlockRange& range) {
  const Owner first = table.owner(range.first), last = table.owner(range.last);
  const bool whole = table.siblings(range.first).first == range.first &&
                     table.siblings(range.last).last == range.last;
  if (whole && first.known() && last.known() && !first.paired())
    return spanText(first.rank(), last.rank());
  const QString name = blockName(table, range.first);
  return range.first == range.last
             ? name
             : QStringLiteral("%1–%2").arg(name, blockName(table, range.last));
}

std::set<int> ownersOf(const BlockTable& table, const std::vector<BlockRange>& blocks) {
  std::set<int> ranks;
  for (const BlockRange& range : blocks)
    for (int b = range.first; b <= range.last; ++b) ranks.insert(table.owner(b).rank());
  return ranks;
}

QString sumText(const BlockTable& table, const MessageEvent& m) {
  const auto set = table.contributors_of(m);
  return !table.pieces().reduces() || set.empty() ? QString() : u'Σ' + contributorsText(set);
}

}  // namespace

QString spanText(int first, int last) {
  return first == last ? QString::number(first) : QStringLiteral("%1–%2").arg(first).arg(last);
}

QString contributorsText(std::span<const Contributors> set) {
  QStringList runs;
  for (const Contributors& run : set) {
    const QString text = spanText(run.first, run.last);
    runs.append(run.times > 1 ? text + Words::tr(" (%1 times)").arg(run.times) : text);
  }
  return runs.join(QStringLiteral(", "));
}

QString contributorsText(const BlockHistory& history, int rank, int column, Time t) {
  const Holding holding = history.at(rank, column, t);
  if (holding.state == BlockState::kAbsent) return Words::tr("nothing");
  if (holding.contributions == 0) return Words::tr("elements that do not belong together");
  return contributorsText(history.contributors(rank, column, t));
}

bool goesAround(const BlockTable& table, const std::vector<BlockRange>& blocks) {
  return blocks.size() == 2 && blocks[0].last == table.count() - 1 && blocks[1].first == 0;
}

QString blockName(const BlockTable& table, int block) {
  return QString::fromStdString(block_name(table, block));
}

QString blocksText(const BlockTable& table, const std::vector<BlockRange>& blocks) {
  if (blocks.empty()) return {};
  const bool one = blocks.size() == 1 && blocks[0].first == blocks[0].last;
  if (!one && table.pieces().paired()) return Pairs(table, blocks).name();
  if (goesAround(table, blocks)) {
    const QString text = rangeName(table, {blocks[0].first, blocks[0].last});
    const QString last = rangeName(table, {blocks[1].first, blocks[1].last});
    return text.section(u'–', 0, 0) + u'–' + last.section(u'–', -1);
  }
  QStringList parts;
  for (const BlockRange& b : blocks) parts.append(rangeName(table, b));
  return parts.join(QStringLiteral(", "));
}

QString messageName(const BlockTable& table, const MessageEvent& m) {
  const std::vector<BlockRange> blocks = table.of(m);
  if (blocks.empty()) return {};
  const QString sum = sumText(table, m);
  if (sum.isEmpty()) return blocksText(table, blocks);
  return table.count() == 1 ? sum : blocksText(table, blocks) + u' ' + sum;
}

QString messageMeaning(const BlockTable& table, const MessageEvent& m) {
  const std::vector<BlockRange> blocks = table.of(m);
  if (blocks.empty()) return {};
  if (!sumText(table, m).isEmpty()) return Words::tr("Σ: the sum of what these ranks contributed");
  if (table.pieces().paired()) {
    const Pairs pairs(table, blocks);
    return Words::tr("data from ranks %1 for ranks %2")
        .arg(ranksListed(pairs.origins), ranksListed(pairs.destinations));
  }
  const Owner owner = table.owner(blocks.front().first);
  if (!owner.known()) return {};
  const QString ranks = ranksListed(ownersOf(table, blocks));
  return owner.origin >= 0 ? Words::tr("data of ranks %1").arg(ranks)
                           : Words::tr("data for ranks %1").arg(ranks);
}

}  // namespace orrery::viz::inline model
