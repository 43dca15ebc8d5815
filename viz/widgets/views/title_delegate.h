#pragma once

#include <QAbstractItemView>
#include <QStyledItemDelegate>

namespace orrery::viz {

/// Entries of a tree whose texts are wrapped where they do not fit into one line.
class TitleDelegate : public QStyledItemDelegate {
  Q_OBJECT

 public:
  /// `indentation` pixels for each level of the tree.
  TitleDelegate(QAbstractItemView& view, int indentation);
  QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  QWidget* viewport_;  ///< is told of events when the view itself is no longer one
  int indentation_;
};

}  // namespace orrery::viz
