#include "viz/model/items/round_model.h"

#include "scenarios/text/units_text.h"
#include "viz/model/text/qt_text.h"
#include "viz/model/text/texts.h"

namespace orrery::viz {

RoundModel::RoundModel(QObject* parent)
    : TableModel(
          parent,
          {{tr("Round"), Qt::AlignRight, tr("Round")},
           {tr("Msgs"), Qt::AlignRight, tr("Transfers of this round")},
           {tr("Bytes"), Qt::AlignRight, tr("Bytes sent, over all ranks")},
           {tr("Port"), Qt::AlignRight, tr("Most bytes that one host injects into one link")},
           {tr("Link"), Qt::AlignRight, tr("Most bytes that one link carries")},
           {tr("Start"), Qt::AlignRight, tr("Start of the first transfer")},
           {tr("Takes"), Qt::AlignRight, tr("From its first start to its last end")}}) {}

void RoundModel::setRounds(std::vector<RoundMetrics> rounds, OperationRounds operations) {
  beginResetModel();
  operations_ = std::move(operations);
  rounds_ = std::move(rounds);
  endResetModel();
}

QVariant RoundModel::cell(int row, int column) const {
  const RoundMetrics& r = rounds_[static_cast<std::size_t>(row)];
  switch (column) {
    case kRound:
      return roundName(operations_, row);
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

}  // namespace orrery::viz
