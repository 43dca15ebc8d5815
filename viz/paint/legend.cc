#include <array>
#include <cmath>
#include <utility>

#include <QFontMetricsF>

#include "viz/model/text/words.h"
#include "viz/paint/caption.h"
#include "viz/paint/theme.h"

namespace orrery::viz::inline paint {
namespace {

constexpr double kLegendGap = 8;
constexpr double kGroupGap = 26;
constexpr double kBarWidth = 120;
constexpr double kBarHeight = 8;
constexpr double kSample = 22;
constexpr double kLegendMargin = 20;
constexpr double kOneLine = 1000;   ///< width that fits one line
constexpr double kMostShare = 0.2;  ///< of the height of a picture
constexpr double kMostOfWrapped = 0.3;
constexpr int kLegendHalfTurn = 180 * 16;

double legendLineHeight(const Theme& theme) {
  return 2 * theme.small_size;
}

/// Treatment of entries that do not fit: left out, or on a new line.
enum class Overflow { kLeaveOut, kWrap };

/// Paints entries from left to right; without a painter it only measures them.
class Row {
 public:
  Row(QPainter* painter, const QRectF& rect, const Theme& theme,
      Overflow overflow = Overflow::kLeaveOut)
      : painter_(painter),
        theme_(theme),
        overflow_(overflow),
        left_(rect.left() + kLegendMargin),
        x_(left_),
        right_(rect.right() - kLegendMargin),
        y_(rect.center().y()),
        font_(textFont(theme.small_size)) {
    if (painter_ != nullptr) painter_->setFont(font_);
  }

  int lines() const { return lines_; }
  bool isComplete() const { return is_complete_; }

  bool fits(double sample, const QString& text) const {
    return x_ + sample + kLegendGap + width(text) <= right_;
  }
  bool hasRoomFor(const QString& name) const { return fits(kSample, name); }
  void text(const QString& text) {
    if (painter_ != nullptr) {
      painter_->setPen(theme_.faint_text);
      painter_->drawText(QRectF(x_, y_ - 12, width(text) + 1, 24), Qt::AlignLeft | Qt::AlignVCenter,
                         text);
    }
    x_ += width(text) + kLegendGap;
  }
  void newLine() {
    x_ = left_;
    y_ += legendLineHeight(theme_);
    ++lines_;
  }
  void gap() { x_ += kGroupGap - kLegendGap; }
  void loadBar();
  void sharing(int doublings);
  void flows(int count);
  void activity(bool sends, bool receives, const QColor& fill, const QString& name);
  void pending(const QString& name);
  void marked(const QColor& halo, int doublings, const QString& name);
  void band(const QColor& colour, const QString& name);
  void failed(const QString& name);
  bool line(const QPen& pen, const QString& name);

 private:
  double width(const QString& text) const { return QFontMetricsF(font_).horizontalAdvance(text); }
  bool isPlaced(double sample, const QString& text);
  /// Paints a sample by `paint` and writes its name, where there is room.
  template <class Paint>
  bool entry(double sample, const QString& name, const Paint& paint);

  QPainter* painter_;
  const Theme& theme_;
  Overflow overflow_;
  double left_, x_, right_, y_;
  int lines_ = 1;
  bool is_complete_ = true;
  QFont font_;
};

bool Row::isPlaced(double sample, const QString& text) {
  if (fits(sample, text)) return true;
  if (overflow_ == Overflow::kLeaveOut) return is_complete_ = false;
  if (x_ != left_) newLine();
  return true;
}

template <class Paint>
bool Row::entry(double sample, const QString& name, const Paint& paint) {
  if (!isPlaced(sample, name)) return false;
  if (painter_ != nullptr) paint(*painter_);
  x_ += sample + kLegendGap;
  text(name);
  return true;
}

void Row::loadBar() {
  constexpr int kSteps = 40;
  text(Words::tr("link load  0"));
  if (painter_ != nullptr) {
    painter_->save();
    painter_->setRenderHint(QPainter::Antialiasing, false);
    for (int i = 0; i < kSteps; ++i) {
      painter_->fillRect(
          QRectF(x_ + i * kBarWidth / kSteps, y_ - kBarHeight / 2, kBarWidth / kSteps, kBarHeight),
          loadColour(theme_, (i + 0.5) / kSteps));
    }
    painter_->restore();
  }
  x_ += kBarWidth + kLegendGap;
  text(QStringLiteral("100 %"));
  gap();
}

/// Adds the delay of messages, and the meaning of widths.
void Row::sharing(int doublings) {
  text(Words::tr("messages take"));
  for (int times = 1; times <= 1 << doublings; times *= 2)
    line(QPen(sharingColour(theme_, times), 4, Qt::SolidLine, Qt::FlatCap),
         times == 1   ? Words::tr("as long as alone")
         : times == 8 ? Words::tr("8 × or more")
                      : QStringLiteral("%1 ×").arg(times));
  gap();
}

void Row::flows(int count) {
  line(QPen(theme_.faint_text, linkWidth(theme_, std::log2(count), theme_.most_width),
            Qt::SolidLine, Qt::FlatCap),
       count == 1 ? Words::tr("1 flow") : QString::number(count));
}

void Row::pending(const QString& name) {
  QPen pen(theme_.pending_link, 1.4 * theme_.thin, Qt::CustomDashLine, Qt::FlatCap);
  pen.setDashPattern({3, 3});
  if (line(pen, name)) gap();
}

bool Row::line(const QPen& pen, const QString& name) {
  return entry(kSample, name, [&](QPainter& painter) {
    painter.setPen(pen);
    painter.drawLine(QPointF(x_, y_), QPointF(x_ + kSample, y_));
  });
}

void Row::marked(const QColor& halo, int doublings, const QString& name) {
  const bool is_shown = entry(kSample, name, [&](QPainter& painter) {
    painter.setPen(QPen(halo, 9, Qt::SolidLine, Qt::RoundCap));
    painter.drawLine(QPointF(x_ + 4, y_), QPointF(x_ + kSample - 4, y_));
    painter.setPen(
        QPen(sharingColour(theme_, 1 << doublings), theme_.flow_width, Qt::SolidLine, Qt::FlatCap));
    painter.drawLine(QPointF(x_, y_), QPointF(x_ + kSample, y_));
  });
  if (is_shown) gap();
}

void Row::band(const QColor& colour, const QString& name) {
  line(QPen(colour, 5, Qt::SolidLine, Qt::FlatCap), name);
  gap();
}

void Row::failed(const QString& name) {
  const bool is_shown = entry(kSample, name, [&](QPainter& painter) {
    paintFailed(painter, {QLineF(x_, y_, x_ + kSample, y_)}, {x_ + kSample / 2, y_}, theme_);
  });
  if (is_shown) gap();
}

void Row::activity(bool sends, bool receives, const QColor& fill, const QString& name) {
  constexpr double kRadius = 7;
  const bool is_shown = entry(2 * kRadius, name, [&](QPainter& painter) {
    const QRectF disc(x_, y_ - kRadius, 2 * kRadius, 2 * kRadius);
    painter.setPen(QPen(theme_.node_rim, theme_.thin));
    painter.setBrush(fill);
    painter.drawEllipse(disc);
    const QRectF line = disc.adjusted(1.2, 1.2, -1.2, -1.2);
    painter.setBrush(Qt::NoBrush);
    const auto half = [&](const QColor& colour, int from) {
      painter.setPen(QPen(colour, 2.4, Qt::SolidLine, Qt::FlatCap));
      painter.drawArc(line, from, kLegendHalfTurn);
    };
    if (sends) half(theme_.sending, 0);
    if (receives) half(theme_.receiving, kLegendHalfTurn);
  });
  if (is_shown) x_ += kLegendGap / 2;
}

QString backgroundText() {
  return Words::tr("background traffic");
}
QString slowText() {
  return Words::tr("slower than usual");
}
QString failedText() {
  return Words::tr("failed");
}

/// Returns the width that entries for unusual states add to the legend.
double widthOf(const LegendMarks& marks, const Theme& theme) {
  const QFontMetricsF metrics(textFont(theme.small_size));
  double width = 0;
  for (const auto& [shown, name] :
       {std::pair(marks.background, backgroundText()), std::pair(marks.slow, slowText()),
        std::pair(marks.failed, failedText())})
    if (shown) width += kSample + kLegendGap + metrics.horizontalAdvance(name) + kGroupGap;
  for (const auto& [shown, name] :
       {std::pair(marks.holds && marks.reduces, Words::tr("part of a sum")),
        std::pair(marks.holds, Words::tr("final data"))})
    if (shown) width += kSample + kLegendGap + metrics.horizontalAdvance(name);
  return width;
}

bool isOneLine(double width, const LegendMarks& marks, const Theme& theme) {
  return width >= kOneLine + widthOf(marks, theme);
}

/// Lines of a legend, and whether each kind of entry fits into its own.
struct Extent {
  int lines = 1;
  bool is_complete = true;
};

/// Rows for links, for ranks, and for marked links.
struct Rows {
  Row& first;
  Row& links;
  Row& ranks;
  Row& marked;
};

void addActivities(Row& row, const LegendMarks& marks, const Theme& theme) {
  row.activity(true, false, theme.node, Words::tr("sends"));
  row.activity(false, true, theme.node, Words::tr("receives"));
  if (marks.computes) row.activity(false, false, theme.computing, Words::tr("computes"));
  row.activity(false, false, theme.waiting_node, Words::tr("waits"));
}

void addEntries(const Rows& rows, const LegendMarks& marks, const Theme& theme,
                bool ranks_apart = false) {
  if (marks.by_load) {
    rows.first.loadBar();
    for (int flows : {1, 2, 4}) rows.links.flows(flows);
    rows.links.gap();
  } else {
    rows.first.sharing(marks.doublings);
  }
  rows.links.pending(Words::tr("latency"));
  if (ranks_apart) rows.ranks.newLine();
  addActivities(rows.ranks, marks, theme);
  if (marks.holds && marks.reduces)
    rows.ranks.activity(false, false, theme.cell_partial_many, Words::tr("part of a sum"));
  if (marks.holds) rows.ranks.activity(false, false, theme.cell_final, Words::tr("final data"));
  rows.marked.gap();
  if (marks.compared || marks.by_load || marks.doublings > 0)
    rows.marked.marked(
        marks.compared ? theme.difference : theme.hottest, marks.doublings,
        marks.compared ? Words::tr("busier than in the other run") : Words::tr("hottest"));
  const auto with_room = [&](const QString& name) -> Row& {
    for (Row* row : {&rows.marked, &rows.ranks, &rows.first})
      if (row->hasRoomFor(name)) return *row;
    return rows.marked;
  };
  if (marks.failed) with_room(failedText()).failed(failedText());
  if (marks.slow) with_room(slowText()).band(theme.slow_link, slowText());
  if (marks.background) with_room(backgroundText()).band(theme.busy_link, backgroundText());
}

QRectF legendLine(const QRectF& rect, int line, const Theme& theme) {
  const double height = legendLineHeight(theme);
  return {rect.left(), rect.top() + 4 + line * height, rect.width(), height};
}

/// Arranges entries in one line, or in one for links and one for ranks.
Extent arrange(QPainter* painter, const QRectF& rect, const LegendMarks& marks,
               const Theme& theme) {
  const bool one = isOneLine(rect.width(), marks, theme);
  Row first(painter, one ? rect : legendLine(rect, 0, theme), theme);
  Row second(painter, legendLine(rect, 1, theme), theme);
  Row& ranks = one ? first : second;
  addEntries({first, first, ranks, ranks}, marks, theme);
  return {one ? 1 : 2, first.isComplete() && second.isComplete()};
}

/// Arranges all entries one after another, in as many lines as needed; those for ranks begin a line
/// if that takes no more.
Extent wrap(QPainter* painter, const QRectF& rect, const LegendMarks& marks, const Theme& theme) {
  const auto add = [&](QPainter* to, bool ranks_apart) {
    Row row(to, legendLine(rect, 0, theme), theme, Overflow::kWrap);
    addEntries({row, row, row, row}, marks, theme, ranks_apart);
    return row.lines();
  };
  return {add(painter, add(nullptr, true) <= add(nullptr, false))};
}

Extent measured(double width, const LegendMarks& marks, const Theme& theme) {
  const QRectF rect(0, 0, width, 0);
  const Extent arranged = arrange(nullptr, rect, marks, theme);
  if (arranged.is_complete) return arranged;
  return {wrap(nullptr, rect, marks, theme).lines, false};
}

/// Returns the same from a cache: each move of the pointer needs the stage's place.
Extent extentOf(double width, const LegendMarks& marks, const Theme& theme) {
  struct Kept {
    double width = -1;
    int size = 0;
    LegendMarks marks;
    QString word;  // determines the language
    bool operator==(const Kept&) const = default;
  };
  // A frame needs both, in case ranks are too small to show their holdings.
  thread_local std::array<std::pair<Kept, Extent>, 2> of_holds;
  auto& [kept, extent] = of_holds.at(marks.holds ? 1 : 0);
  const Kept asked{width, theme.small_size, marks, Words::tr("hottest")};
  if (!(asked == kept)) {
    extent = measured(width, marks, theme);
    kept = asked;
  }
  return extent;
}

}  // namespace

double legendHeight(const Theme& theme, QSizeF picture, const LegendMarks& marks) {
  const Extent extent = extentOf(picture.width(), marks, theme);
  const double height = extent.lines * legendLineHeight(theme) + 1.2 * theme.small_size;
  const double most = extent.is_complete ? kMostShare : kMostOfWrapped;
  return height > most * picture.height() ? 0 : height;
}

void paintLegend(QPainter& painter, const QRectF& rect, const LegendMarks& marks,
                 const Theme& theme) {
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  const auto paint = extentOf(rect.width(), marks, theme).is_complete ? arrange : wrap;
  paint(&painter, rect, marks, theme);
  painter.restore();
}

void paintDrawingLegend(QPainter& painter, const QRectF& rect, const LegendMarks& marks,
                        const Theme& theme) {
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  Row row(&painter, legendLine(rect, 0, theme), theme, Overflow::kWrap);
  row.line(QPen(theme.accent, theme.flow_width), Words::tr("message under way"));
  row.line(QPen(theme.faint_text, 1.4 * theme.thin), Words::tr("arrived"));
  row.gap();
  addActivities(row, marks, theme);
  painter.restore();
}

void paintMapLegend(QPainter& painter, const QRectF& rect, const LegendMarks& marks,
                    const Theme& theme) {
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  const bool one = rect.width() >= kOneLine;
  Row links(&painter, one ? rect : legendLine(rect, 0, theme), theme);
  Row words(&painter, legendLine(rect, 1, theme), theme);
  marks.by_load ? links.loadBar() : links.sharing(marks.doublings);
  Row& last = one ? links : words;
  last.band(theme.pending_link, Words::tr("latency"));
  const QString whole =
      Words::tr("a tile for each link, at the rank where it begins; a double click goes there");
  last.text(last.fits(0, whole) ? whole
                                : Words::tr("a tile for each link; a double click goes there"));
  painter.restore();
}

}  // namespace orrery::viz::inline paint
