#pragma once

#include <vector>

#include "scenarios/run/runner.h"
#include "viz/model/items/table_model.h"

namespace orrery::viz {

/// The operations of a run, in the order of its scenario: row = number of the operation.
class OperationModel : public TableModel {
  Q_OBJECT

 public:
  enum Column { kName, kBegins, kEnds, kTime, kLambda, kPsi, kXi, kRuns, kAmong };

  explicit OperationModel(QObject* parent = nullptr);
  /// There are none of a run that is not measured, or is hidden from now on.
  void setOperations(std::vector<OperationResult> operations);
  const OperationResult& operation(int row) const {
    return operations_[static_cast<std::size_t>(row)];
  }

 private:
  int rows() const override { return static_cast<int>(operations_.size()); }
  QVariant cell(int row, int column) const override;
  QString meaning(int row) const override;

  std::vector<OperationResult> operations_;
};

}  // namespace orrery::viz
