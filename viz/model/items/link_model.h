#pragma once

#include <vector>

#include <QAbstractTableModel>

#include "emu/trace/metrics.h"

namespace orrery::viz {

/// The links that carried most.
class LinkModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Column { kFrom, kTo, kBytes, kShare, kColumns };

  using QAbstractTableModel::QAbstractTableModel;
  /// Nodes from `hosts` on are called switches. Shares are of the first link's bytes.
  void setLinks(std::vector<LinkLoad> links, int hosts);

  LinkId link(int row) const { return links_[static_cast<std::size_t>(row)].link; }

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  QString nodeText(NodeId node) const;

  std::vector<LinkLoad> links_;
  int hosts_ = 0;
};

}  // namespace orrery::viz
