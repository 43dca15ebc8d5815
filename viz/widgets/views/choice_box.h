#pragma once

#include <QComboBox>

#include "viz/model/items/compose_model.h"

namespace orrery::viz {

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
