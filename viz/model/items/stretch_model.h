#pragma once

#include "viz/model/index/path_index.h"
#include "viz/model/items/table_model.h"
#include "viz/model/run/stage.h"

namespace orrery::viz {

/// The stretches of a critical path, one a row: row = number of the stretch.
class StretchModel : public TableModel {
  Q_OBJECT

 public:
  enum Column { kFrom, kTakes, kCause, kRanks, kRound, kLink };

  explicit StretchModel(QObject* parent = nullptr);
  /// Neither is owned; both null: nothing is shown.
  void setPath(const PathIndex* path, const Stage* stage);

 private:
  int rows() const override {
    return path_ == nullptr ? 0 : static_cast<int>(path_->stretches().size());
  }
  QVariant cell(int row, int column) const override;
  QString meaning(int row) const override;
  QString linkOf(const Stretch& s) const;

  const PathIndex* path_ = nullptr;
  const Stage* stage_ = nullptr;
};

}  // namespace orrery::viz
