#pragma once

#include <vector>

#include <QAbstractTableModel>

#include "viz/model/run/stage.h"

namespace orrery::viz {

/// The messages that cross one link, in order of start.
class CrossingModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Column { kRound, kFrom, kTo, kBlocks, kBytes, kStart, kColumns };

  using QAbstractTableModel::QAbstractTableModel;
  /// `stage` may be null, `link` negative: none. It must outlive what is shown.
  void setLink(const Stage* stage, LinkId link);
  std::int64_t message(int row) const { return messages_[static_cast<std::size_t>(row)]; }

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  const Stage* stage_ = nullptr;
  std::vector<std::int64_t> messages_;
};

}  // namespace orrery::viz
