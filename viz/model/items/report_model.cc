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

ReportModel::ReportModel(QObject* parent)
    : TableModel(parent, {{tr("Quantity")}, {tr("Value"), Qt::AlignRight}, {tr("Unit")}}) {}

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

QVariant ReportModel::cell(int row, int column) const {
  const Row& r = rows_[static_cast<std::size_t>(row)];
  switch (column) {
    case kQuantity:
      return r.quantity;
    case kValue:
      return r.value;
    default:
      return r.unit;
  }
}

}  // namespace orrery::viz
