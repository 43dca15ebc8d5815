#include "viz/widgets/fitted_table.h"

#include <algorithm>
#include <numeric>

#include <QEvent>
#include <QHeaderView>

#include "viz/widgets/style.h"

namespace orrery::viz {
namespace {
constexpr int kPadding = 18;     ///< of a cell, both sides together
constexpr int kLeading = 7;      ///< between the lines of two rows
constexpr int kMeasured = 2000;  ///< rows that decide about the widths
}  // namespace

FittedTable::FittedTable(QAbstractItemModel& model, QWidget* parent) : QTableView(parent) {
  setModel(&model);
  setShowGrid(false);
  setWordWrap(false);
  setLetters(*this, Letters::kNote);
  setLetters(*horizontalHeader(), Letters::kNote);
  setEditTriggers(NoEditTriggers);
  setSelectionBehavior(SelectRows);
  setSelectionMode(SingleSelection);
  setFocusPolicy(Qt::NoFocus);
  setVerticalScrollMode(ScrollPerItem);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  verticalHeader()->hide();
  verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
  horizontalHeader()->setMinimumSectionSize(10);
  horizontalHeader()->setHighlightSections(false);
  horizontalHeader()->setSectionResizeMode(QHeaderView::Fixed);
  fitRows();
}

void FittedTable::showAllRows() {
  shows_all_ = true;
  setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  fitRows();
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
  setMinimumHeight(3 * height);
  if (!shows_all_) return;
  const int head = horizontalHeader()->isHidden() ? 0 : horizontalHeader()->sizeHint().height();
  setFixedHeight(model()->rowCount() * height + head + 2);
}

void FittedTable::setDispensable(std::vector<int> columns) {
  dispensable_ = std::move(columns);
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
    widest = std::max(widest, width(m.index(row, column).data()));
  }
  return widest + kPadding;
}

void FittedTable::fitColumns() {
  widths_.clear();
  for (int c = 0; c < model()->columnCount(); ++c) widths_.push_back(widthOf(c));
  fitRows();
  resizeEvent(nullptr);
}

void FittedTable::resizeEvent(QResizeEvent* event) {
  if (event != nullptr) QTableView::resizeEvent(event);
  int needed = std::accumulate(widths_.begin(), widths_.end(), 0);
  auto shown = static_cast<int>(widths_.size());
  const int room = viewport()->width();
  for (int c = 0; c < shown; ++c) setColumnHidden(c, false);
  for (int c : dispensable_) {
    if (needed <= room || static_cast<std::size_t>(c) >= widths_.size()) break;
    needed -= widths_[static_cast<std::size_t>(c)];
    --shown;
    setColumnHidden(c, true);
  }
  int spare = std::max(0, room - needed);
  for (std::size_t c = 0; c < widths_.size(); ++c) {
    if (isColumnHidden(static_cast<int>(c))) continue;
    const bool takes_all = static_cast<int>(c) == stretched_;
    const int more = takes_all ? spare : stretched_ < 0 ? spare / shown : 0;
    setColumnWidth(static_cast<int>(c), widths_[c] + more);
    spare -= more;
    --shown;
  }
  if (selectionModel()->hasSelection()) showRow(selectionModel()->selectedRows().front().row());
}

void FittedTable::showRow(int row) {
  if (row < 0) return clearSelection();
  selectRow(row);
  scrollTo(model()->index(row, 0), PositionAtCenter);
}

}  // namespace orrery::viz
