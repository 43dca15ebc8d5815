#pragma once

#include <vector>

#include <QTableView>

namespace orrery::viz {

/// A plain table of short texts. Columns are as wide as what they hold and share what is left;
/// where the window is too narrow for all, the dispensable ones are hidden. The selected row is
/// kept in view.
class FittedTable : public QTableView {
  Q_OBJECT

 public:
  explicit FittedTable(QAbstractItemModel& model, QWidget* parent = nullptr);
  /// Columns that may go, the first one first.
  void setDispensable(std::vector<int> columns);
  /// The column that takes what is left; otherwise all share it.
  void setStretched(int column) { stretched_ = column; }
  /// From now on the table is as high as its rows, and never scrolls.
  void showAllRows();
  /// To be called when the model's texts have changed.
  void fitColumns();
  void showRow(int row);  ///< selects it; -1: none

 protected:
  void changeEvent(QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  int widthOf(int column) const;
  void fitRows();

  std::vector<int> dispensable_;
  std::vector<int> widths_;  // by column
  int stretched_ = -1;
  bool shows_all_ = false;
};

}  // namespace orrery::viz
