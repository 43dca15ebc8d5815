#pragma once

#include <vector>

#include <QAbstractTableModel>

#include "scenarios/run/runner.h"

namespace orrery::viz {

/// The operations of a run, in the order of its scenario: row = number of the operation.
class OperationModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Column { kName, kBegins, kEnds, kTime, kLambda, kPsi, kXi, kRuns, kAmong, kColumns };

  using QAbstractTableModel::QAbstractTableModel;
  /// There are none of a run that is not measured, or is hidden from now on.
  void setOperations(std::vector<OperationResult> operations);
  const OperationResult& operation(int row) const {
    return operations_[static_cast<std::size_t>(row)];
  }

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  std::vector<OperationResult> operations_;
};

}  // namespace orrery::viz
