#pragma once

#include <QAbstractItemView>
#include <QComboBox>
#include <QStyledItemDelegate>

#include "viz/model/items/compose_model.h"

namespace orrery::viz::inline widgets {

/// Entries of a tree whose texts wrap if they do not fit into one line.
class TitleDelegate : public QStyledItemDelegate {
  Q_OBJECT

 public:
  /// Creates it with `indentation` pixels for each level of the tree.
  TitleDelegate(QAbstractItemView& view, int indentation);
  QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  QWidget* viewport_;  ///< still gets events when the view itself no longer exists
  int indentation_;
};

/// A field for any text, with suggestions: typed text stays unchanged until a suggestion is chosen.
/// Its list explains each one, and opens at the field's text, or at its default while it is empty.
/// The wheel scrolls the page around it and never changes it.
class ChoiceBox : public QComboBox {
  Q_OBJECT

 public:
  explicit ChoiceBox(QWidget* parent = nullptr);
  QStringList choices() const;
  /// Replaces the suggestions; the text stays.
  void setChoices(const QList<ComposeModel::Choice>& choices);
  void showPopup() override;

 protected:
  void wheelEvent(QWheelEvent* event) override;

 private:
  template <class Change>
  void keepText(const Change& change);
  QList<ComposeModel::Choice> choices_;
  QAbstractItemDelegate* meanings_ = nullptr;  ///< from the first popup on
};

}  // namespace orrery::viz::inline widgets
