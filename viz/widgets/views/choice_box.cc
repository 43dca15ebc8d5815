#include "viz/widgets/views/choice_box.h"

#include <algorithm>

#include <QCompleter>
#include <QEvent>
#include <QLineEdit>
#include <QPainter>
#include <QSignalBlocker>
#include <QWheelEvent>

namespace orrery::viz::inline widgets {

namespace {

constexpr int kPadding = 6, kMostWidth = 620;

/// A word, and below it, fainter and in as many lines as needed, its meaning.
class ChoiceDelegate : public QStyledItemDelegate {
 public:
  using QStyledItemDelegate::QStyledItemDelegate;

  QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override {
    const QFontMetrics metrics(option.font);
    const int below = meaningRect(metrics, QRect(0, 0, kMostWidth, 0), index).height();
    return {metrics.horizontalAdvance(index.data().toString()) + 2 * kPadding,
            metrics.height() + below + kPadding};
  }

  void paint(QPainter* painter, const QStyleOptionViewItem& option,
             const QModelIndex& index) const override {
    const bool current = (option.state & QStyle::State_Selected) != 0;
    const QPalette& p = option.palette;
    if (current) painter->fillRect(option.rect, p.highlight());
    const QFontMetrics metrics(option.font);
    const QRect room = option.rect.adjusted(kPadding, kPadding / 2, -kPadding, 0);
    painter->setFont(option.font);
    painter->setPen(current ? p.highlightedText().color() : p.text().color());
    painter->drawText(room, Qt::AlignLeft | Qt::AlignTop, index.data().toString());
    if (!current) painter->setPen(p.placeholderText().color());
    painter->drawText(meaningRect(metrics, room, index), Qt::TextWordWrap, meaning(index));
  }

 private:
  static QString meaning(const QModelIndex& index) {
    return index.data(Qt::ToolTipRole).toString();
  }
  static QRect meaningRect(const QFontMetrics& metrics, const QRect& room,
                           const QModelIndex& index) {
    if (meaning(index).isEmpty()) return {};
    const QRect below(room.left(), room.top() + metrics.height(), room.width(), 1 << 16);
    return metrics.boundingRect(below, Qt::TextWordWrap, meaning(index));
  }
};

constexpr int kMargins = 8;  ///< left and right of a text
}  // namespace

TitleDelegate::TitleDelegate(QAbstractItemView& view, int indentation)
    : QStyledItemDelegate(&view), viewport_(view.viewport()), indentation_(indentation) {
  viewport_->installEventFilter(this);
}

QSize TitleDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const {
  int room = viewport_->width() - kMargins;
  for (QModelIndex i = index; i.isValid(); i = i.parent()) room -= indentation_;
  const QFontMetrics metrics(option.font);
  const QRect text = metrics.boundingRect(QRect(0, 0, std::max(room, 1), 1 << 16), Qt::TextWordWrap,
                                          index.data().toString());
  const QSize line = QStyledItemDelegate::sizeHint(option, index);
  return {std::min(line.width(), room), line.height() - metrics.height() + text.height()};
}

/// Breaks lines anew when the width changes.
bool TitleDelegate::eventFilter(QObject* watched, QEvent* event) {
  if (watched != viewport_) return QStyledItemDelegate::eventFilter(watched, event);
  if (event->type() == QEvent::Resize) emit sizeHintChanged({});
  return false;
}

ChoiceBox::ChoiceBox(QWidget* parent) : QComboBox(parent) {
  setEditable(true);
  setInsertPolicy(NoInsert);
  setDuplicatesEnabled(true);  // otherwise Return looks for a choice that is spelled like the text
  setSizeAdjustPolicy(AdjustToMinimumContentsLengthWithIcon);
  setFocusPolicy(Qt::StrongFocus);
  completer()->setCompletionMode(QCompleter::PopupCompletion);
  completer()->setFilterMode(Qt::MatchContains);
  completer()->setCaseSensitivity(Qt::CaseSensitive);
  const auto hide = [this] {
    if (completer()->completionCount() == 1 && completer()->currentCompletion() == currentText())
      completer()->popup()->hide();
  };
  connect(lineEdit(), &QLineEdit::textEdited, this, hide, Qt::QueuedConnection);
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

void ChoiceBox::setChoices(const QList<ComposeModel::Choice>& choices) {
  if (choices == choices_) return;
  choices_ = choices;
  keepText([&] {
    clear();
    for (const auto& [word, meaning] : choices) {
      addItem(word);
      setItemData(count() - 1, meaning, Qt::ToolTipRole);
    }
    setCurrentIndex(-1);
  });
  const bool wide =
      std::ranges::any_of(choices, [](const auto& c) { return c.meaning.size() > 60; });
  view()->setMinimumWidth(wide ? kMostWidth : 0);
}

void ChoiceBox::showPopup() {
  const QString text = lineEdit()->text();
  const QString entry = text.isEmpty() ? lineEdit()->placeholderText() : text;
  keepText([&] { setCurrentIndex(findText(entry, Qt::MatchExactly | Qt::MatchCaseSensitive)); });
  // Until it is seen, a list is laid out with each change of the theme: the meanings would take most of that time.
  if (!meanings_) setItemDelegate(meanings_ = new ChoiceDelegate(this));
  QComboBox::showPopup();
}

void ChoiceBox::wheelEvent(QWheelEvent* event) {
  event->ignore();
}

}  // namespace orrery::viz::inline widgets
