#pragma once

#include <vector>

#include <QAbstractTableModel>

#include "emu/trace/metrics.h"
#include "scenarios/document/operation_rounds.h"

namespace orrery::viz {

/// The per-round table: row k is round k. Rounds of operations have their names.
class RoundModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Column { kRound, kMessages, kBytes, kPort, kLink, kStart, kDuration, kColumns };

  using QAbstractTableModel::QAbstractTableModel;
  void setRounds(std::vector<RoundMetrics> rounds, OperationRounds operations = {});

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  std::vector<RoundMetrics> rounds_;
  OperationRounds operations_;
};

}  // namespace orrery::viz
