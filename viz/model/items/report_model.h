#pragma once

#include <vector>

#include <QString>

#include "scenarios/run/metrics/metric.h"
#include "viz/model/items/table_model.h"

namespace orrery::viz {

/// The key metrics of a run: quantity, value, unit. Tool tips say what each one means.
class ReportModel : public TableModel {
  Q_OBJECT

 public:
  enum Column { kQuantity, kValue, kUnit };

  explicit ReportModel(QObject* parent = nullptr);
  /// A run that failed leaves the table empty. `pending`: the time without contention is unknown.
  void setResult(const RunResult& result, bool pending = false);

 private:
  int rows() const override { return static_cast<int>(rows_.size()); }
  QVariant cell(int row, int column) const override;
  QString meaning(int row) const override { return rows_[static_cast<std::size_t>(row)].meaning; }

  struct Row {
    QString quantity, value, unit, meaning;
  };
  /// `text` is a value, and mostly a space and a unit.
  void add(const Metric& metric, const std::string& text);

  std::vector<Row> rows_;
};

}  // namespace orrery::viz
