#pragma once

#include <vector>

#include "viz/model/items/table_model.h"
#include "viz/model/run/stage.h"

namespace orrery::viz {

/// The messages that cross one link, in order of start.
class CrossingModel : public TableModel {
  Q_OBJECT

 public:
  enum Column { kRound, kFrom, kTo, kBlocks, kBytes, kStart };

  explicit CrossingModel(QObject* parent = nullptr);
  /// `stage` may be null, `link` negative: none. It must outlive what is shown.
  void setLink(const Stage* stage, LinkId link);
  std::int64_t message(int row) const { return messages_[static_cast<std::size_t>(row)]; }

 private:
  int rows() const override { return static_cast<int>(messages_.size()); }
  QVariant cell(int row, int column) const override;

  const Stage* stage_ = nullptr;
  std::vector<std::int64_t> messages_;
};

}  // namespace orrery::viz
