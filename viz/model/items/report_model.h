#pragma once

#include <vector>

#include <QAbstractTableModel>
#include <QString>

#include "scenarios/run/figures.h"

namespace orrery::viz {

/// The key figures of a run: quantity, value, unit. Tool tips say what each one means.
class ReportModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Column { kQuantity, kValue, kUnit, kColumns };

  using QAbstractTableModel::QAbstractTableModel;
  /// A run that failed leaves the table empty. `pending`: the time without contention is unknown.
  void setResult(const RunResult& result, bool pending = false);

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  struct Row {
    QString quantity, value, unit, meaning;
  };
  /// `text` is a value, and mostly a space and a unit.
  void add(const Figure& figure, const std::string& text);

  std::vector<Row> rows_;
};

}  // namespace orrery::viz
