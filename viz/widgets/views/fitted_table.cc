#include "viz/widgets/views/fitted_table.h"

#include <algorithm>
#include <numeric>

#include <QEvent>
#include <QHeaderView>
#include <QKeyEvent>
#include <QScrollBar>

#include "viz/widgets/style.h"

namespace orrery::viz {
namespace {
constexpr int kCellPadding = 18;  ///< of a cell, both sides together, where there is room
constexpr int kTight = 8;         ///< at least
constexpr int kLeading = 7;       ///< between the lines of two rows
constexpr int kIconGap = 6;       ///< between an icon and its text
constexpr int kMeasured = 2000;   ///< rows that decide about the widths
}  // namespace

FittedTable::FittedTable(QAbstractItemModel& model, QWidget* parent) : QTableView(parent) {
  setModel(&model);
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

int FittedTable::widthOf(int column) const {
  const QFontMetrics metrics(font());
  const QAbstractItemModel& m = *model();
  const auto width = [&](const QVariant& text) {
    return metrics.horizontalAdvance(text.toString());
  };
  int widest = horizontalHeader()->isHidden()
                   ? 0
                   : width(m.headerData(column, Qt::Horizontal, Qt::DisplayRole));
  const int step = std::max(1, m.rowCount() / kMeasured);
  for (int row = 0; row < m.rowCount(); row += step) {
    const QModelIndex cell = m.index(row, column);
    const int icon = cell.data(Qt::DecorationRole).isValid() ? iconSize().width() + kIconGap : 0;
    widest = std::max(widest, icon + width(cell.data()));
  }
  return widest;
}

void FittedTable::fitColumns() {
  widths_.clear();
  for (int c = 0; c < model()->columnCount(); ++c) widths_.push_back(widthOf(c));
  fitRows();
  resizeEvent(nullptr);
}

void FittedTable::resizeEvent(QResizeEvent* event) {
  if (event != nullptr) QTableView::resizeEvent(event);
  auto left = static_cast<int>(widths_.size());
  if (left == 0) return;
  const int needed = std::accumulate(widths_.begin(), widths_.end(), 0);
  const int padding = std::clamp((viewport()->width() - needed) / left, kTight, kCellPadding);
  int spare = std::max(0, viewport()->width() - needed - left * padding);
  for (std::size_t c = 0; c < widths_.size(); ++c, --left) {
    const bool takes_all = static_cast<int>(c) == stretched_;
    const int more = takes_all ? spare : stretched_ < 0 ? spare / left : 0;
    setColumnWidth(static_cast<int>(c), widths_[c] + padding + more);
    spare -= more;
  }
  fitHeight();
  if (selectionModel()->hasSelection()) showRow(selectionModel()->selectedRows().front().row());
}

void FittedTable::showRow(int row) {
  if (row < 0) return clearSelection();
  const int column = horizontalScrollBar()->value();
  selectRow(row);
  scrollTo(model()->index(row, 0), PositionAtCenter);
  horizontalScrollBar()->setValue(column);
}

}  // namespace orrery::viz
