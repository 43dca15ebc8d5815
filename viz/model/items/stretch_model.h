#pragma once

#include <memory>

#include <QAbstractTableModel>

#include "viz/model/index/path_index.h"
#include "viz/model/run/stage.h"

namespace orrery::viz {

/// The stretches of a critical path, one a row: row = number of the stretch.
class StretchModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Column { kFrom, kTakes, kCause, kRanks, kRound, kLink, kColumns };

  using QAbstractTableModel::QAbstractTableModel;
  /// Neither is owned; both null: nothing is shown.
  void setPath(const PathIndex* path, const Stage* stage);

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  QString linkOf(const Stretch& s) const;

  const PathIndex* path_ = nullptr;
  const Stage* stage_ = nullptr;
};

}  // namespace orrery::viz
