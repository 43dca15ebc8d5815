#pragma once

#include <vector>

#include "emu/trace/metrics.h"
#include "viz/model/items/table_model.h"

namespace orrery::viz {

/// The links that were used most.
class LinkModel : public TableModel {
  Q_OBJECT

 public:
  enum Column { kFrom, kTo, kBytes, kUtilization };

  explicit LinkModel(QObject* parent = nullptr);
  /// `topology` says what nodes are called; null: the list is empty.
  void setLinks(std::vector<LinkLoad> links, const Topology* topology);

  LinkId link(int row) const { return rows_[static_cast<std::size_t>(row)].load.link; }

 private:
  int rows() const override { return static_cast<int>(rows_.size()); }
  QVariant cell(int row, int column) const override;

  struct Row {
    LinkLoad load;
    QString from, to;
  };
  std::vector<Row> rows_;
};

}  // namespace orrery::viz
