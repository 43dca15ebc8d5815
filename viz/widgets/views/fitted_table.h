#pragma once

#include <vector>

#include <QTableView>

namespace orrery::viz {

/// A plain table of short texts. Columns are as wide as their contents and share the rest. Without
/// enough room they move together, and without room for that they can be scrolled. The selected row
/// is kept in view.
class FittedTable : public QTableView {
  Q_OBJECT

 public:
  explicit FittedTable(QAbstractItemModel& model, QWidget* parent = nullptr);
  /// Sets the column that takes the rest; otherwise all share it.
  void setStretched(int column) { stretched_ = column; }
  /// Makes the table as high as its rows from now on, so that it never scrolls.
  void showAllRows();
  /// Fits the columns; call it when the model's texts have changed.
  void fitColumns();
  void showRow(int row);  ///< selects it; -1: none

 signals:
  void chosen(int row);  ///< clicked, or moved to with a key

 protected:
  void keyPressEvent(QKeyEvent* event) override;
  void changeEvent(QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  int widthOf(int column) const;
  void fitRows();
  void fitHeight();

  std::vector<int> widths_;  // of the contents of each column, without padding
  int stretched_ = -1;
  bool shows_all_ = false;
};

}  // namespace orrery::viz
