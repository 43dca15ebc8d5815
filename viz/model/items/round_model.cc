#include "viz/model/items/round_model.h"

#include "scenarios/document/units_text.h"
#include "viz/model/text/qt_text.h"
#include "viz/model/text/texts.h"

namespace orrery::viz {
namespace {}  // namespace

void RoundModel::setRounds(std::vector<RoundMetrics> rounds, OperationRounds operations) {
  beginResetModel();
  operations_ = std::move(operations);
  rounds_ = std::move(rounds);
  endResetModel();
}

int RoundModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(rounds_.size());
}

int RoundModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : kColumns;
}

QVariant RoundModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid() || index.row() >= rowCount()) return {};
  if (role == Qt::TextAlignmentRole) return alignedTo(Qt::AlignRight);
  if (role != Qt::DisplayRole) return {};
  const RoundMetrics& r = rounds_[static_cast<std::size_t>(index.row())];
  switch (index.column()) {
    case kRound:
      return roundName(operations_, index.row());
    case kMessages:
      return textOf(short_count(r.messages));
    case kBytes:
      return textOf(short_size(r.bytes));
    case kPort:
      return textOf(short_size(r.max_port));
    case kLink:
      return textOf(short_size(r.max_link));
    case kStart:
      return r.messages == 0 ? QStringLiteral("–") : textOf(short_time(r.first_start));
    default:
      return r.messages == 0 ? QStringLiteral("–") : textOf(short_time(r.last_end - r.first_start));
  }
}

QVariant RoundModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal) return {};
  if (role == Qt::TextAlignmentRole) return alignedTo(Qt::AlignRight);
  if (role != Qt::DisplayRole && role != Qt::ToolTipRole) return {};
  const bool tip = role == Qt::ToolTipRole;
  switch (section) {
    case kRound:
      return tr("Round");
    case kMessages:
      return tip ? tr("Transfers of this round") : tr("Msgs");
    case kBytes:
      return tip ? tr("Bytes sent, over all ranks") : tr("Bytes");
    case kPort:
      return tip ? tr("Most bytes that one host injects into one link") : tr("Port");
    case kLink:
      return tip ? tr("Most bytes that one link carries") : tr("Link");
    case kStart:
      return tip ? tr("Start of the first transfer") : tr("Start");
    default:
      return tip ? tr("From its first start to its last end") : tr("Takes");
  }
}

}  // namespace orrery::viz
