#include "viz/model/items/report_model.h"

#include "viz/model/text/words.h"

namespace orrery::viz {
namespace {

QString translated(std::string_view text) {
  return Words::tr(std::string(text).c_str());
}

/// Without messages nobody asks for their bytes.
bool isShown(const Metric& metric, const RunResult& result, const FieldValue& value) {
  return metric.is_in(Metric::kPanel) && !std::holds_alternative<std::monostate>(value) &&
         (metric.kind != Kind::kBytes || result.metrics.messages > 0);
}

}  // namespace

ReportModel::ReportModel(QObject* parent)
    : TableModel(parent, {{tr("Quantity")}, {tr("Value"), Qt::AlignRight}, {tr("Unit")}}) {}

void ReportModel::setResult(const RunResult& result, bool pending) {
  beginResetModel();
  rows_.clear();
  if (is_measured(result)) {
    for (const Metric& metric : all_metrics()) {
      const FieldValue value = value_of(metric, result);
      if (isShown(metric, result, value))
        add(metric, metric.late && pending ? "…" : shown(metric.kind, value));
    }
  }
  endResetModel();
}

void ReportModel::add(const Metric& metric, const std::string& text) {
  const QString all = metric.kind == Kind::kBool ? translated(text) : QString::fromStdString(text);
  const auto space = all.lastIndexOf(u' ');
  rows_.push_back({translated(metric.label), space < 0 ? all : all.left(space),
                   space < 0 ? QString() : all.mid(space + 1), translated(metric.meaning)});
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
