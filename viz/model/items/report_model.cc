#include "viz/model/items/report_model.h"

#include "viz/model/text/words.h"

namespace orrery::viz {
namespace {

QString translated(std::string_view text) {
  return Words::tr(std::string(text).c_str());
}

/// Without messages nobody asks for their bytes.
bool isShown(const Figure& figure, const RunResult& result, const FieldValue& value) {
  return figure.is_in(Figure::kPanel) && !std::holds_alternative<std::monostate>(value) &&
         (figure.kind != Kind::kBytes || result.metrics.messages > 0);
}

}  // namespace

void ReportModel::setResult(const RunResult& result, bool pending) {
  beginResetModel();
  rows_.clear();
  if (is_measured(result)) {
    for (const Figure& figure : figures()) {
      const FieldValue value = value_of(figure, result);
      if (isShown(figure, result, value))
        add(figure, figure.late && pending ? "…" : shown(figure.kind, value));
    }
  }
  endResetModel();
}

void ReportModel::add(const Figure& figure, const std::string& text) {
  const QString all = figure.kind == Kind::kBool ? translated(text) : QString::fromStdString(text);
  const auto space = all.lastIndexOf(u' ');
  rows_.push_back({translated(figure.label), space < 0 ? all : all.left(space),
                   space < 0 ? QString() : all.mid(space + 1), translated(figure.meaning)});
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
