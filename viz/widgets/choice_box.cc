#include "viz/widgets/choice_box.h"

#include <QCompleter>
#include <QLineEdit>
#include <QSignalBlocker>
#include <QWheelEvent>

namespace orrery::viz {

ChoiceBox::ChoiceBox(QWidget* parent) : QComboBox(parent) {
  setEditable(true);
  setInsertPolicy(NoInsert);
  setDuplicatesEnabled(true);  // otherwise Return looks for a choice that is spelled like the text
  setSizeAdjustPolicy(AdjustToMinimumContentsLengthWithIcon);
  setFocusPolicy(Qt::StrongFocus);
  completer()->setCompletionMode(QCompleter::PopupCompletion);
  completer()->setFilterMode(Qt::MatchContains);
  completer()->setCaseSensitivity(Qt::CaseSensitive);
}

QStringList ChoiceBox::choices() const {
  QStringList all;
  for (int i = 0; i < count(); ++i) all.append(itemText(i));
  return all;
}

/// Makes a change of the list that would change the text as well.
template <class Change>
void ChoiceBox::keepText(const Change& change) {
  const QSignalBlocker quiet(lineEdit());
  const QString text = lineEdit()->text();
  const int cursor = lineEdit()->cursorPosition();
  change();
  lineEdit()->setText(text);
  lineEdit()->setCursorPosition(cursor);
}

void ChoiceBox::setChoices(const QStringList& choices) {
  if (choices == this->choices()) return;
  keepText([&] {
    clear();
    addItems(choices);
    setCurrentIndex(-1);
  });
}

void ChoiceBox::showPopup() {
  const QString text = lineEdit()->text();
  const QString entry = text.isEmpty() ? lineEdit()->placeholderText() : text;
  keepText([&] { setCurrentIndex(findText(entry, Qt::MatchExactly | Qt::MatchCaseSensitive)); });
  QComboBox::showPopup();
}

void ChoiceBox::wheelEvent(QWheelEvent* event) {
  event->ignore();
}

}  // namespace orrery::viz
