#include "viz/widgets/views/title_delegate.h"

#include <QEvent>

namespace orrery::viz {
namespace {
constexpr int kMargins = 8;  ///< left and right of a text
}

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

/// Other widths need other lines.
bool TitleDelegate::eventFilter(QObject* watched, QEvent* event) {
  if (watched != viewport_) return QStyledItemDelegate::eventFilter(watched, event);
  if (event->type() == QEvent::Resize) emit sizeHintChanged({});
  return false;
}

}  // namespace orrery::viz
