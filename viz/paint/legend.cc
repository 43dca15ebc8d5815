#include <utility>

#include <QFontMetricsF>

#include "viz/model/text/words.h"
#include "viz/paint/caption.h"
#include "viz/paint/fonts.h"

namespace orrery::viz {
namespace {

constexpr double kGap = 8;
constexpr double kGroupGap = 26;
constexpr double kBarWidth = 120;
constexpr double kBarHeight = 8;
constexpr double kSample = 22;
constexpr double kMargin = 20;
constexpr double kOneLine = 1000;   ///< width that holds everything in one line
constexpr double kTwoLines = 560;   ///< in two
constexpr double kMostShare = 0.2;  ///< of the height of a picture
constexpr int kHalfTurn = 180 * 16;

/// Paints entries from left to right; those that do not fit any more are left out.
class Row {
 public:
  Row(QPainter& painter, const QRectF& rect, const Theme& theme)
      : painter_(painter),
        theme_(theme),
        x_(rect.left() + kMargin),
        right_(rect.right() - kMargin),
        y_(rect.center().y()),
        font_(textFont(theme.small_size)) {
    painter_.setFont(font_);
  }

  bool fits(double sample, const QString& text) const {
    return x_ + sample + kGap + width(text) <= right_;
  }
  bool hasRoomFor(const QString& name) const { return fits(kSample, name); }
  void text(const QString& text) {
    painter_.setPen(theme_.faint_text);
    painter_.drawText(QRectF(x_, y_ - 12, width(text) + 1, 24), Qt::AlignLeft | Qt::AlignVCenter,
                      text);
    x_ += width(text) + kGap;
  }
  void gap() { x_ += kGroupGap - kGap; }
  void loadBar();
  void flows(int count);
  void activity(bool sends, bool receives, const QColor& fill, const QString& name);
  void pending(const QString& name);
  void marked(const QColor& halo, const QString& name);
  void band(const QColor& colour, const QString& name);
  void failed(const QString& name);
  void line(const QPen& pen, const QString& name);

 private:
  double width(const QString& text) const { return QFontMetricsF(font_).horizontalAdvance(text); }

  QPainter& painter_;
  const Theme& theme_;
  double x_, right_, y_;
  QFont font_;
};

void Row::loadBar() {
  constexpr int kSteps = 40;
  text(Words::tr("link load  0"));
  painter_.save();
  painter_.setRenderHint(QPainter::Antialiasing, false);
  for (int i = 0; i < kSteps; ++i) {
    painter_.fillRect(
        QRectF(x_ + i * kBarWidth / kSteps, y_ - kBarHeight / 2, kBarWidth / kSteps, kBarHeight),
        loadColour(theme_, (i + 0.5) / kSteps));
  }
  painter_.restore();
  x_ += kBarWidth + kGap;
  text(QStringLiteral("100 %"));
  gap();
}

void Row::flows(int count) {
  const QString name = count == 1 ? Words::tr("1 flow") : QStringLiteral("%1").arg(count);
  if (!fits(kSample, name)) return;
  painter_.setPen(QPen(theme_.faint_text, loadWidth(theme_, count, theme_.most_width),
                       Qt::SolidLine, Qt::FlatCap));
  painter_.drawLine(QPointF(x_, y_), QPointF(x_ + kSample, y_));
  x_ += kSample + kGap;
  text(name);
}

void Row::pending(const QString& name) {
  if (!fits(kSample, name)) return;
  QPen pen(theme_.pending_link, 1.4 * theme_.thin, Qt::CustomDashLine, Qt::FlatCap);
  pen.setDashPattern({3, 3});
  painter_.setPen(pen);
  painter_.drawLine(QPointF(x_, y_), QPointF(x_ + kSample, y_));
  x_ += kSample + kGap;
  text(name);
  gap();
}

void Row::line(const QPen& pen, const QString& name) {
  if (!fits(kSample, name)) return;
  painter_.setPen(pen);
  painter_.drawLine(QPointF(x_, y_), QPointF(x_ + kSample, y_));
  x_ += kSample + kGap;
  text(name);
}

void Row::marked(const QColor& halo, const QString& name) {
  if (!fits(kSample, name)) return;
  painter_.setPen(QPen(halo, 9, Qt::SolidLine, Qt::RoundCap));
  painter_.drawLine(QPointF(x_ + 4, y_), QPointF(x_ + kSample - 4, y_));
  painter_.setPen(QPen(loadColour(theme_, 1), theme_.flow_width, Qt::SolidLine, Qt::FlatCap));
  painter_.drawLine(QPointF(x_, y_), QPointF(x_ + kSample, y_));
  x_ += kSample + kGap;
  text(name);
  gap();
}

void Row::band(const QColor& colour, const QString& name) {
  line(QPen(colour, 5, Qt::SolidLine, Qt::FlatCap), name);
  gap();
}

void Row::failed(const QString& name) {
  if (!fits(kSample, name)) return;
  paintFailed(painter_, {QLineF(x_, y_, x_ + kSample, y_)}, {x_ + kSample / 2, y_}, theme_);
  x_ += kSample + kGap;
  text(name);
  gap();
}

void Row::activity(bool sends, bool receives, const QColor& fill, const QString& name) {
  constexpr double kRadius = 7;
  if (!fits(2 * kRadius, name)) return;
  const QRectF disc(x_, y_ - kRadius, 2 * kRadius, 2 * kRadius);
  painter_.setPen(QPen(theme_.node_rim, theme_.thin));
  painter_.setBrush(fill);
  painter_.drawEllipse(disc);
  const QRectF line = disc.adjusted(1.2, 1.2, -1.2, -1.2);
  painter_.setBrush(Qt::NoBrush);
  const auto half = [&](const QColor& colour, int from) {
    painter_.setPen(QPen(colour, 2.4, Qt::SolidLine, Qt::FlatCap));
    painter_.drawArc(line, from, kHalfTurn);
  };
  if (sends) half(theme_.sending, 0);
  if (receives) half(theme_.receiving, kHalfTurn);
  x_ += 2 * kRadius + kGap;
  text(name);
  x_ += kGap / 2;
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

/// How much longer the entries of links that are not as usual make the legend.
double widthOf(const LegendMarks& marks, const Theme& theme) {
  const QFontMetricsF metrics(textFont(theme.small_size));
  double width = 0;
  for (const auto& [shown, name] :
       {std::pair(marks.background, backgroundText()), std::pair(marks.slow, slowText()),
        std::pair(marks.failed, failedText())})
    if (shown) width += kSample + kGap + metrics.horizontalAdvance(name) + kGroupGap;
  return width;
}

bool isOneLine(double width, const LegendMarks& marks, const Theme& theme) {
  return width >= kOneLine + widthOf(marks, theme);
}
bool isThreeLines(double width, const LegendMarks& marks, const Theme& theme) {
  return width < kTwoLines + widthOf(marks, theme);
}

}  // namespace

double legendHeight(const Theme& theme, QSizeF picture, const LegendMarks& marks) {
  const double lines = isThreeLines(picture.width(), marks, theme) ? 7.2
                       : isOneLine(picture.width(), marks, theme)  ? 3.2
                                                                   : 5.2;
  const double height = lines * theme.small_size;
  return height > kMostShare * picture.height() ? 0 : height;
}

void paintLegend(QPainter& painter, const QRectF& rect, const LegendMarks& marks,
                 const Theme& theme) {
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  const bool one = isOneLine(rect.width(), marks, theme);
  const bool three = isThreeLines(rect.width(), marks, theme);
  const double height = 2 * theme.small_size;
  const auto line = [&](int i) {
    return one ? rect : QRectF(rect.left(), rect.top() + 4 + i * height, rect.width(), height);
  };
  Row first(painter, line(0), theme), second(painter, line(1), theme),
      third(painter, line(2), theme);
  Row& links = three ? second : first;
  Row& ranks = three ? third : one ? first : second;
  first.loadBar();
  for (int flows : {1, 2, 4}) links.flows(flows);
  links.gap();
  links.pending(Words::tr("latency"));
  ranks.activity(true, false, theme.node, Words::tr("sends"));
  ranks.activity(false, true, theme.node, Words::tr("receives"));
  ranks.activity(false, false, theme.computing, Words::tr("computes"));
  ranks.activity(false, false, theme.waiting_node, Words::tr("waits"));
  Row& marked = three ? links : ranks;
  marked.gap();
  marked.marked(marks.compared ? theme.difference : theme.hottest,
                marks.compared ? Words::tr("busier than there") : Words::tr("hottest"));
  const auto with_room = [&](const QString& name) -> Row& {
    for (Row* row : {&marked, &ranks, &first})
      if (row->hasRoomFor(name)) return *row;
    return marked;
  };
  if (marks.failed) with_room(failedText()).failed(failedText());
  if (marks.slow) with_room(slowText()).band(theme.slow_link, slowText());
  if (marks.background) with_room(backgroundText()).band(theme.busy_link, backgroundText());
  painter.restore();
}

void paintDrawingLegend(QPainter& painter, const QRectF& rect, const Theme& theme) {
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  Row row(painter, QRectF(rect.left(), rect.top() + 4, rect.width(), 2 * theme.small_size), theme);
  row.line(QPen(theme.accent, theme.flow_width), Words::tr("message under way"));
  row.line(QPen(theme.faint_text, 1.4 * theme.thin), Words::tr("arrived"));
  row.gap();
  row.activity(true, false, theme.node, Words::tr("sends"));
  row.activity(false, true, theme.node, Words::tr("receives"));
  row.activity(false, false, theme.computing, Words::tr("computes"));
  row.activity(false, false, theme.waiting_node, Words::tr("waits"));
  painter.restore();
}

void paintGroupLegend(QPainter& painter, const QRectF& rect, const Theme& theme) {
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  const bool one = rect.width() >= kOneLine;
  const double height = 2 * theme.small_size;
  Row links(painter, one ? rect : QRectF(rect.left(), rect.top() + 4, rect.width(), height), theme);
  Row words(painter, QRectF(rect.left(), rect.top() + 4 + height, rect.width(), height), theme);
  links.loadBar();
  Row& last = one ? links : words;
  const QString whole = Words::tr(
      "groups of ranks: how many, and which share sends (above), receives (below); "
      "zoom in to see each");
  last.text(last.fits(0, whole)
                ? whole
                : Words::tr("ranks in groups: share that sends (above), receives (below)"));
  painter.restore();
}

}  // namespace orrery::viz
