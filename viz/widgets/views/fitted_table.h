#pragma once

#include <utility>
#include <vector>

#include <QTableView>

namespace orrery::viz::inline widgets {

/// A plain table of short texts. Columns are as wide as their contents and share the rest. Without
/// enough room they move together; then letters become smaller, then one column has several lines;
/// without room for that the table can be scrolled. The selected row is kept in view.
class FittedTable : public QTableView {
  Q_OBJECT

 public:
  explicit FittedTable(QAbstractItemModel& model, QWidget* parent = nullptr);
  /// Sets the column that takes the rest; otherwise all share it.
  void setStretched(int column) { stretched_ = column; }
  /// Sets the column whose texts may have several lines.
  void setWrapped(int column);
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
  std::pair<int, int> widthsOf(int column) const;
  int widthAt(std::size_t column, int pixels) const;
  void wrapRows(int width);
  void fitRows();
  void fitHeight();

  std::vector<std::pair<int, int>> widths_;  // of text and icon of each column, without padding
  std::vector<int> heads_;                   // of the titles
  int stretched_ = -1, wrapped_ = -1;
  int pixels_ = 0;  // height of letters
  bool shows_all_ = false;
};

}  // namespace orrery::viz::inline widgets
