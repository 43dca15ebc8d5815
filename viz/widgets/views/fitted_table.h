#pragma once

#include <vector>

#include <QTableView>

namespace orrery::viz {

/// A plain table of short texts. Columns are as wide as what they hold and share what is left. Where
/// there is not enough room they move together, and where that is not enough they can be scrolled. The
/// selected row is kept in view.
class FittedTable : public QTableView {
  Q_OBJECT

 public:
  explicit FittedTable(QAbstractItemModel& model, QWidget* parent = nullptr);
  /// The column that takes what is left; otherwise all share it.
  void setStretched(int column) { stretched_ = column; }
  /// From now on the table is as high as its rows, and never scrolls.
  void showAllRows();
  /// To be called when the model's texts have changed.
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

  std::vector<int> widths_;  // of what each column holds, without padding
  int stretched_ = -1;
  bool shows_all_ = false;
};

}  // namespace orrery::viz
