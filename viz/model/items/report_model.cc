#include "viz/model/items/report_model.h"

#include "scenarios/document/units_text.h"

namespace orrery::viz {
void ReportModel::setResult(const RunResult& result, bool pending) {
  beginResetModel();
  rows_.clear();
  const bool measured =
      result.outcome == Outcome::kFine || result.outcome == Outcome::kVerificationFailed;
  if (measured) {
    addTimes(result, pending);
    addTraffic(result.metrics);
    if (result.verified) {
      rows_.push_back({tr("Result verified"),
                       *result.verified ? tr("yes") : tr("NO"),
                       {},
                       tr("Whether every rank holds what the collective promises")});
    }
  }
  endResetModel();
}

void ReportModel::add(const QString& quantity, const std::string& text, const QString& meaning) {
  const QString all = QString::fromStdString(text);
  const auto space = all.lastIndexOf(u' ');
  rows_.push_back({quantity, space < 0 ? all : all.left(space),
                   space < 0 ? QString() : all.mid(space + 1), meaning});
}

void ReportModel::addTimes(const RunResult& r, bool pending) {
  add(tr("Completion time"), short_time(r.metrics.completion), tr("When the last rank finished"));
  add(tr("Without contention"), pending ? "…" : short_time(r.uncontended),
      tr("Completion time if every transfer had its links to itself"));
  add(tr("Goodput"), short_bit_rate(r.goodput_bps), tr("Useful bytes over completion time"));
}

void ReportModel::addTraffic(const Metrics& m) {
  add(tr("Rounds"), short_count(m.rounds), tr("Steps marked by the algorithm"));
  add(tr("Messages"), short_count(m.messages), tr("Transfers between ranks"));
  if (m.messages == 0) return;
  add(tr("Sent in total"), short_size(m.bytes_total), tr("Bytes sent, over all ranks"));
  add(tr("Sent by one rank"), short_size(m.bytes_max_rank), tr("Most bytes that one rank sent"));
  add(tr("Over one link"), short_size(m.max_link), tr("Most bytes that one link carried"));
}

int ReportModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}

int ReportModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : kColumns;
}

QVariant ReportModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid() || index.row() >= rowCount()) return {};
  const Row& row = rows_[static_cast<std::size_t>(index.row())];
  if (role == Qt::ToolTipRole) return row.meaning;
  if (role == Qt::TextAlignmentRole) {
    const auto side = index.column() == kValue ? Qt::AlignRight : Qt::AlignLeft;
    return QVariant::fromValue(Qt::Alignment(side | Qt::AlignVCenter));
  }
  if (role != Qt::DisplayRole) return {};
  switch (index.column()) {
    case kQuantity:
      return row.quantity;
    case kValue:
      return row.value;
    default:
      return row.unit;
  }
}

QVariant ReportModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
  switch (section) {
    case kQuantity:
      return tr("Quantity");
    case kValue:
      return tr("Value");
    default:
      return tr("Unit");
  }
}

}  // namespace orrery::viz
