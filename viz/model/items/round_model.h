#pragma once

#include <vector>

#include "emu/trace/metrics.h"
#include "scenarios/cell/operation_rounds.h"
#include "viz/model/items/table_model.h"

namespace orrery::viz {

/// The per-round table: row k is round k. Rounds of operations have their names.
class RoundModel : public TableModel {
  Q_OBJECT

 public:
  enum Column { kRound, kMessages, kBytes, kPort, kLink, kStart, kDuration };

  explicit RoundModel(QObject* parent = nullptr);
  void setRounds(std::vector<RoundMetrics> rounds, OperationRounds operations = {});

 private:
  int rows() const override { return static_cast<int>(rounds_.size()); }
  QVariant cell(int row, int column) const override;

  std::vector<RoundMetrics> rounds_;
  OperationRounds operations_;
};

}  // namespace orrery::viz
