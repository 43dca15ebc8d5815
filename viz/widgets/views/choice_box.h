#pragma once

#include <QAbstractItemView>
#include <QComboBox>
#include <QStyledItemDelegate>

#include "viz/model/items/compose_model.h"

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

/// A field for any text that suggests some: what is typed stays as it is until a suggestion is chosen.
/// Its list says what each one means, and opens at what the field says, or amounts to while it is empty. The wheel scrolls the page
/// around it and never changes it.
class ChoiceBox : public QComboBox {
  Q_OBJECT

 public:
  explicit ChoiceBox(QWidget* parent = nullptr);
  QStringList choices() const;
  /// Other suggestions; the text stays.
  void setChoices(const QList<ComposeModel::Choice>& choices);
  void showPopup() override;

 protected:
  void wheelEvent(QWheelEvent* event) override;

 private:
  template <class Change>
  void keepText(const Change& change);
  QList<ComposeModel::Choice> choices_;
};

}  // namespace orrery::viz
