#include "viz/widgets/views/fitted_table.h"

#include <algorithm>
#include <limits>

#include <QEvent>
#include <QHeaderView>
#include <QKeyEvent>
#include <QScrollBar>
#include <QStyledItemDelegate>

#include "viz/widgets/style.h"

namespace orrery::viz::inline widgets {
namespace {
constexpr int kCellPadding = 18;  ///< of a cell, both sides together, where there is room
constexpr int kTight = 6;         ///< at least
constexpr int kLeading = 7;       ///< between the lines of two rows
constexpr int kIconGap = 6;       ///< between an icon and its text
constexpr int kMeasured = 2000;   ///< rows that decide about the widths
constexpr int kSmallest = 12, kLeastWrapped = 70;

/// Paints cells with letters of some height.
class SizedCells : public QStyledItemDelegate {
 public:
  SizedCells(const int& pixels, QObject* parent) : QStyledItemDelegate(parent), pixels_(pixels) {}

 protected:
  void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override {
    QStyledItemDelegate::initStyleOption(option, index);
    if (pixels_ > 0) option->font.setPixelSize(pixels_);
    option->fontMetrics = QFontMetrics(option->font);
  }

 private:
  const int& pixels_;
};
}  // namespace

FittedTable::FittedTable(QAbstractItemModel& model, QWidget* parent) : QTableView(parent) {
  setModel(&model);
  setItemDelegate(new SizedCells(pixels_, this));
  setShowGrid(false);
  setWordWrap(false);
  setLetters(*this, Letters::kNote);
  setLetters(*horizontalHeader(), Letters::kNote);
  setEditTriggers(NoEditTriggers);
  setTabKeyNavigation(false);
  setSelectionBehavior(SelectRows);
  setSelectionMode(SingleSelection);
  setFocusPolicy(Qt::TabFocus);
  setVerticalScrollMode(ScrollPerItem);
  setHorizontalScrollMode(ScrollPerPixel);
  verticalHeader()->hide();
  verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
  horizontalHeader()->setMinimumSectionSize(10);
  horizontalHeader()->setHighlightSections(false);
  horizontalHeader()->setSectionResizeMode(QHeaderView::Fixed);
  connect(this, &QTableView::clicked, this,
          [this](const QModelIndex& cell) { emit chosen(cell.row()); });
  fitRows();
}

void FittedTable::showAllRows() {
  shows_all_ = true;
  setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  fitRows();
}

void FittedTable::keyPressEvent(QKeyEvent* event) {
  const QModelIndex before = currentIndex();
  QTableView::keyPressEvent(event);
  const bool confirmed = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
  if (currentIndex().isValid() && (confirmed || currentIndex().row() != before.row()))
    emit chosen(currentIndex().row());
}

/// Themes change the letters.
void FittedTable::changeEvent(QEvent* event) {
  QTableView::changeEvent(event);
  if (event->type() != QEvent::FontChange && event->type() != QEvent::StyleChange) return;
  fitRows();
  fitColumns();
}

void FittedTable::fitRows() {
  const int height = fontMetrics().height() + kLeading;
  verticalHeader()->setMinimumSectionSize(height);
  verticalHeader()->setDefaultSectionSize(height);
  setMinimumHeight(2 * height);
  fitHeight();
}

void FittedTable::fitHeight() {
  if (!shows_all_) return;
  const int head = horizontalHeader()->isHidden() ? 0 : horizontalHeader()->sizeHint().height();
  const int bar =
      horizontalHeader()->length() > width() ? horizontalScrollBar()->sizeHint().height() : 0;
  const int row = verticalHeader()->defaultSectionSize();
  setFixedHeight(model()->rowCount() * row + head + bar + 2);
}

void FittedTable::setWrapped(int column) {
  wrapped_ = column;
  setWordWrap(true);
}

/// Gives rows the height of their texts in the wrapped column of that width; 0: one line.
void FittedTable::wrapRows(int width) {
  QFont letters = font();
  letters.setPixelSize(pixels_);
  const QFontMetrics metrics(letters);
  const QRect room(0, 0, std::max(1, width - kTight), std::numeric_limits<short>::max());
  for (int row = 0; row < model()->rowCount(); ++row) {
    const QString text = model()->index(row, wrapped_).data().toString();
    const int height =
        width == 0 ? metrics.height() : metrics.boundingRect(room, Qt::TextWordWrap, text).height();
    setRowHeight(row, std::max(height + kLeading, verticalHeader()->defaultSectionSize()));
  }
}

/// Returns the widths of the widest text and icon of a column.
std::pair<int, int> FittedTable::widthsOf(int column) const {
  const QFontMetrics metrics(font());
  const QAbstractItemModel& m = *model();
  std::pair widest(0, 0);
  const int step = std::max(1, m.rowCount() / kMeasured);
  for (int row = 0; row < m.rowCount(); row += step) {
    const QModelIndex cell = m.index(row, column);
    widest.first = std::max(widest.first, metrics.horizontalAdvance(cell.data().toString()));
    if (cell.data(Qt::DecorationRole).isValid()) widest.second = iconSize().width() + kIconGap;
  }
  return widest;
}

/// Returns the width of a column whose letters have that height.
int FittedTable::widthAt(std::size_t column, int pixels) const {
  const auto [text, icon] = widths_[column];
  return std::max(heads_[column],
                  icon + (text * pixels + font().pixelSize() - 1) / font().pixelSize());
}

void FittedTable::fitColumns() {
  widths_.clear();
  heads_.clear();
  const QFontMetrics metrics(font());
  for (int c = 0; c < model()->columnCount(); ++c) {
    const QString head = model()->headerData(c, Qt::Horizontal).toString();
    heads_.push_back(horizontalHeader()->isHidden() ? 0 : metrics.horizontalAdvance(head));
    widths_.push_back(widthsOf(c));
  }
  fitRows();
  resizeEvent(nullptr);
}

void FittedTable::resizeEvent(QResizeEvent* event) {
  if (event != nullptr) QTableView::resizeEvent(event);
  const auto count = static_cast<int>(widths_.size());
  if (count == 0) return;
  const int whole = viewport()->width(), room = whole - count * kTight;
  const auto needed = [&](int pixels) {
    int sum = 0;
    for (std::size_t c = 0; c < widths_.size(); ++c) sum += widthAt(c, pixels);
    return sum;
  };
  pixels_ = font().pixelSize();
  const bool can_fit = wrapped_ >= 0 || needed(kSmallest) <= room;
  while (can_fit && pixels_ > kSmallest && needed(pixels_) > room) --pixels_;
  const int missing = wrapped_ < 0 ? 0 : std::max(0, needed(pixels_) - room);
  const int padding =
      kTight + std::clamp((room - needed(pixels_)) / count, 0, kCellPadding - kTight);
  int spare = std::max(0, whole - needed(pixels_) - count * padding), left = count;
  for (std::size_t c = 0; c < widths_.size(); ++c, --left) {
    const auto column = static_cast<int>(c);
    const int more = column == stretched_ ? spare : stretched_ < 0 ? spare / left : 0;
    const int width = widthAt(c, pixels_) + padding + more;
    setColumnWidth(column, column == wrapped_ ? std::max(kLeastWrapped, width - missing) : width);
    spare -= more;
  }
  if (wrapped_ >= 0) wrapRows(missing > 0 ? columnWidth(wrapped_) : 0);
  fitHeight();
  updateGeometries();  // now, so that no bar stays for columns that fit
  if (viewport()->width() != whole) return resizeEvent(nullptr);  // a bar came or went
  if (selectionModel()->hasSelection()) showRow(selectionModel()->selectedRows().front().row());
}

void FittedTable::showRow(int row) {
  if (row < 0) return clearSelection();
  const int column = horizontalScrollBar()->value();
  selectRow(row);
  scrollTo(model()->index(row, 0), PositionAtCenter);
  horizontalScrollBar()->setValue(column);
}

}  // namespace orrery::viz::inline widgets
