#pragma once

#include <vector>

#include <QAbstractTableModel>

#include "emu/trace/metrics.h"

namespace orrery::viz {

/// The links that were used most.
class LinkModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Column { kFrom, kTo, kBytes, kUtilization, kColumns };

  using QAbstractTableModel::QAbstractTableModel;
  /// `topology` says what nodes are called; null: the list is empty.
  void setLinks(std::vector<LinkLoad> links, const Topology* topology);

  LinkId link(int row) const { return rows_[static_cast<std::size_t>(row)].load.link; }

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  struct Row {
    LinkLoad load;
    QString from, to;
  };
  std::vector<Row> rows_;
};

}  // namespace orrery::viz
