#include "viz/paint/lanes/lanes.h"

#include <algorithm>
#include <cmath>

#include <QFontMetricsF>

#include "scenarios/text/units_text.h"
#include "viz/model/text/qt_text.h"
#include "viz/model/text/words.h"
#include "viz/paint/caption.h"
#include "viz/paint/lanes/lane_key.h"
#include "viz/paint/lanes/lane_mixture.h"
#include "viz/paint/lanes/lanes_by_cause.h"
#include "viz/paint/round_bands.h"

namespace orrery::viz::inline paint {
namespace {

/// Returns the number of rows of a rank's lane that is `height` pixels high. In a schedule with enough room: one for
/// each thread block, one for accesses of other ranks to its memory, and one for computing; otherwise one.
int laneRows(const TraceIndex& index, int rank, double height, double least) {
  if (index.steps() == nullptr) return 1;
  const auto blocks = static_cast<int>(index.steps()->blocksOf(rank).size());
  const int rows = blocks + (index.steps()->isReached(rank) ? 1 : 0) +
                   (index.lanes().of(LaneIndex::kCompute, rank).empty() ? 0 : 1);
  return blocks > 1 && height / rows >= least ? rows : 1;
}

/// Returns the row of `rows` with a rank's message, sent or received, or computation.
int laneRow(const TraceIndex& index, int rank, LaneIndex::Lane lane, std::uint32_t number,
            int rows) {
  if (rows == 1) return 0;
  if (lane == LaneIndex::kCompute) return rows - 1;
  const std::int32_t step = index.steps()->of(number, lane == LaneIndex::kSend);
  if (step >= 0) return index.steps()->row(step);
  return index.steps()->isReached(rank) ? static_cast<int>(index.steps()->blocksOf(rank).size())
                                        : 0;
}

constexpr double kLanesGutter = 54;
constexpr double kRounds = 18;  ///< height of the line with the rounds' numbers
constexpr double kLanesMargin = 14;
constexpr double kBottom = 8;
constexpr double kLanesSeparate = 5;  ///< lanes from this height on are drawn one by one
constexpr double kNamedRow = 13;      ///< thread blocks are named from this height on

struct Span {
  Time begin{0};
  Time end{0};
};

Span spanOf(const TraceIndex& index, LaneIndex::Lane lane, std::uint32_t number) {
  if (lane == LaneIndex::kCompute) {
    const ComputeEvent& c = index.trace().computes[number];
    return {c.start, c.end};
  }
  const MessageEvent& m = index.trace().messages[number];
  return {m.start, m.end};
}

QColor colourOf(LaneIndex::Lane lane, const Theme& theme) {
  return lane == LaneIndex::kSend      ? theme.sending
         : lane == LaneIndex::kReceive ? theme.receiving
                                       : theme.computing_lane;
}

/// Returns the part of a lane's height: from the top, to the bottom.
std::pair<double, double> partOf(LaneIndex::Lane lane) {
  switch (lane) {
    case LaneIndex::kSend:
      return {0.06, 0.42};
    case LaneIndex::kCompute:
      return {0.42, 0.58};
    default:
      return {0.58, 0.94};
  }
}

int rowsOf(const TraceIndex& index, const LaneScale& scale, int rank) {
  return laneRows(index, rank, scale.pitch(), kLanesSeparate);
}

constexpr int kEveryRow = -1;

int operationOf(const TraceIndex& index, LaneIndex::Lane lane, std::uint32_t number) {
  if (!index.operations().any()) return -1;
  return index.operations().operation(lane == LaneIndex::kCompute
                                          ? index.trace().computes[number].round
                                          : index.trace().messages[number].round);
}

/// Returns the colour by operation if the run has operations, otherwise by lane.
QColor colourOf(const TraceIndex& index, LaneIndex::Lane lane, int operation, const Theme& theme) {
  if (operation < 0) return colourOf(lane, theme);
  return operationColour(theme, operation, static_cast<int>(index.operations().names().size()));
}

/// Calls f(left, right, operation) for each piece of a rank that a lane, or a row of it, shows; joins pieces of one
/// operation in one pixel.
template <class F>
void forEachPiece(const TraceIndex& index, const LaneScale& scale, LaneIndex::Lane lane, int rank,
                  F&& f, int row = kEveryRow, int rows = 1) {
  double left = 0, right = -1;
  int operation = -1;
  for (const std::uint32_t number : index.lanes().of(lane, rank)) {
    if (row != kEveryRow && laneRow(index, rank, lane, number, rows) != row) continue;
    const Span span = spanOf(index, lane, number);
    if (span.begin > scale.end) break;
    if (span.end < scale.begin) continue;
    const double from = std::max(scale.x(span.begin), scale.area.left());
    const double to = std::min(scale.x(span.end), scale.area.right());
    const int next = operationOf(index, lane, number);
    if (right >= left && next == operation && from < right + 0.2 && to < right + 0.8) {
      right = std::max(right, to);
      continue;
    }
    if (right >= left) f(left, right, operation);
    left = from;
    right = to;
    operation = next;
  }
  if (right >= left) f(left, right, operation);
}

void paintRow(QPainter& painter, const TraceIndex& index, const LaneScale& scale, int rank, int row,
              int rows, const Theme& theme) {
  const double height = scale.pitch() / rows, top = scale.y(rank) + row * height;
  const double ended = std::min(scale.x(index.endOf(rank)), scale.area.right());
  if (ended > scale.area.left()) {
    painter.fillRect(QRectF(QPointF(scale.area.left(), top + 0.06 * height),
                            QPointF(ended, top + 0.94 * height)),
                     theme.waiting_lane);
  }
  for (const auto lane : {LaneIndex::kSend, LaneIndex::kReceive, LaneIndex::kCompute}) {
    const auto [from, to] = partOf(lane);
    const double gap = height >= 12 ? 0.6 : 0;  // so that one message after another can be seen
    forEachPiece(
        index, scale, lane, rank,
        [&](double left, double right, int operation) {
          painter.fillRect(QRectF(QPointF(left, top + from * height),
                                  QPointF(std::max(right - gap, left + 0.7), top + to * height)),
                           colourOf(index, lane, operation, theme));
        },
        row, rows);
  }
}

void paintRank(QPainter& painter, const TraceIndex& index, const LaneScale& scale, int rank,
               const Theme& theme) {
  const int rows = rowsOf(index, scale, rank);
  for (int row = 0; row < rows; ++row) paintRow(painter, index, scale, rank, row, rows, theme);
  const double height = scale.pitch() / rows;
  if (rows == 1 || height < kNamedRow) return;
  painter.setFont(textFont(theme.small_size));
  painter.setPen(theme.faint_text);
  const auto name = [&](std::size_t row, const QString& text) {
    painter.drawText(
        QRectF(scale.area.left() + 3, scale.y(rank) + static_cast<double>(row) * height,
               scale.area.width() - 3, height),
        Qt::AlignLeft | Qt::AlignVCenter, text);
  };
  const auto blocks = index.steps()->blocksOf(rank);
  for (std::size_t b = 0; b < blocks.size(); ++b)
    if (blocks[b] >= 0) name(b, Words::tr("tb %1").arg(blocks[b]));
  if (index.steps()->isReached(rank)) name(blocks.size(), Words::tr("by others"));
}

void addRank(const TraceIndex& index, const LaneScale& scale, int rank, Mixture& mixture) {
  const double left = scale.area.left();
  mixture.add(mixture.kinds() - 1, 0, scale.x(index.endOf(rank)) - left);
  for (const auto lane : {LaneIndex::kSend, LaneIndex::kReceive, LaneIndex::kCompute}) {
    forEachPiece(index, scale, lane, rank, [&](double from, double to, int operation) {
      mixture.add(static_cast<std::size_t>(operation < 0 ? int{lane} : operation), from - left,
                  to - left);
    });
  }
}

void paintMixed(QPainter& painter, const TraceIndex& index, const LaneScale& scale, int first,
                int last, const Theme& theme) {
  const int width = std::max(static_cast<int>(scale.area.width()), 1);
  const int height = std::max(static_cast<int>(scale.area.height()), 1);
  const int rows = std::min(height, last - first + 1);
  QImage image(width, rows, QImage::Format_RGB32);
  const OperationRounds& operations = index.operations();
  std::vector<QColor> colours;
  const int count = static_cast<int>(operations.names().size());
  colours.reserve(operations.names().size());
  for (int i = 0; i < count; ++i) colours.push_back(operationColour(theme, i, count));
  Mixture mixture(operations.any() ? colours.size() + 1 : 4, width);
  for (int row = 0; row < rows; ++row) {
    const auto rankAt = [&](int r) {
      return first + static_cast<int>(std::int64_t{r} * (last - first + 1) / rows);
    };
    mixture.clear();
    for (int r = rankAt(row); r < rankAt(row + 1); ++r) addRank(index, scale, r, mixture);
    mixture.sumUp();
    auto* line = reinterpret_cast<QRgb*>(image.scanLine(row));
    const double ranks = rankAt(row + 1) - rankAt(row);
    for (int x = 0; x < width; ++x)
      line[x] = operations.any() ? mixedCauses(mixture, x, ranks, colours, theme)
                                 : mixedColour(mixture, x, ranks, theme);
  }
  painter.drawImage(QRectF(QPointF(scale.area.left(), scale.y(first)),
                           QPointF(scale.area.right(), scale.y(last + 1))),
                    image);
}

void paintTotals(QPainter& painter, const TraceIndex& index, const LaneScale& scale,
                 const Theme& theme) {
  if (index.totalsFrom() >= scale.end) return;
  const QRectF area(
      QPointF(std::max(scale.x(index.totalsFrom()), scale.area.left()), scale.area.top()),
      scale.area.bottomRight());
  painter.fillRect(area, theme.waiting_lane);
  const QString text =
      Words::tr("From here on the network shows totals of rounds, not single messages.");
  painter.setFont(textFont(theme.small_size));
  const QRectF box =
      QFontMetricsF(painter.font())
          .boundingRect(area.adjusted(12, 0, -12, 0), Qt::AlignCenter | Qt::TextWordWrap, text);
  painter.fillRect(box.adjusted(-8, -4, 8, 4), theme.background);
  painter.setPen(theme.text);
  painter.drawText(box, Qt::AlignCenter | Qt::TextWordWrap, text);
}

/// Paints the bands of rounds above the lanes, and a line through the lanes where one begins.
void paintRounds(QPainter& painter, const TraceIndex& index, const LaneScale& scale,
                 const Theme& theme) {
  const QRectF& area = scale.area;
  const auto bands = roundBands(
      index, [&](Time t) { return scale.x(t); }, area.left(), area.right(), theme);
  paintRoundBands(painter, bands, {area.left(), area.top() - kRounds, area.width(), kRounds},
                  theme);
  paintRoundTicks(painter, bands, area.top() - kRounds, area.top(), area.bottom(), theme);
}

/// Returns "3", or "1,024 ×" for a row of 1,024 ranks.
QString rowName(const LaneScale& scale, int row) {
  if (!scale.folds) return QString::number(row);
  const auto ranks = scale.folds->ranks(row);
  return ranks.size() == 1 ? QString::number(ranks.front())
                           : QStringLiteral("%1 ×").arg(textOf(short_count(std::ssize(ranks))));
}

void paintRanks(QPainter& painter, const LaneScale& scale, int ranks, const Theme& theme) {
  painter.setFont(textFont(theme.small_size));
  painter.setPen(theme.faint_text);
  int step = 1;
  for (int factor : {1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000}) {
    step = factor;
    if (scale.pitch() * factor >= 15) break;
  }
  const int first = static_cast<int>(std::ceil(scale.first_rank / step)) * step;
  for (int r = first; r < ranks && r < scale.first_rank + scale.ranks; r += step) {
    const double y = scale.rowY(r + 0.5);
    if (y < scale.area.top() || y > scale.area.bottom()) continue;
    painter.drawText(QRectF(scale.area.left() - kLanesGutter, y - 10, kLanesGutter - 8, 20),
                     Qt::AlignRight | Qt::AlignVCenter, rowName(scale, r));
  }
}

}  // namespace

double LaneScale::x(Time t) const {
  const auto whole = static_cast<double>(std::max<std::int64_t>((end - begin).count(), 1));
  return area.left() + area.width() * static_cast<double>((t - begin).count()) / whole;
}

Time LaneScale::time(double x) const {
  const double share = (x - area.left()) / std::max(area.width(), 1.0);
  return begin + Time(std::llround(share * static_cast<double>((end - begin).count())));
}

double LaneScale::y(double rank) const {
  if (!folds) return rowY(rank);
  const auto last = static_cast<double>(folds->rankCount() - 1);
  const double whole = std::clamp(std::floor(rank), 0.0, last);
  return rowY(folds->row(static_cast<int>(whole)) + rank - whole);
}

double LaneScale::rank(double y) const {
  const double at = row(y);
  if (!folds) return at;
  const double whole = std::clamp(std::floor(at), 0.0, folds->rows() - 1.0);
  return folds->ranks(static_cast<int>(whole)).front() + at - whole;
}

QRectF laneArea(const QRectF& rect, const Theme& theme) {
  const QRectF area =
      rect.adjusted(kLanesGutter, headingHeight(theme) + kRounds, -kLanesMargin, -kBottom);
  return {area.left(), area.top(), std::max(area.width(), 1.0), std::max(area.height(), 1.0)};
}

LaneScale wholeLanes(const QRectF& rect, Time end, int ranks, const Theme& theme) {
  return {laneArea(rect, theme), Time{0}, std::max(end, Time{1}), 0,
          static_cast<double>(std::max(ranks, 1))};
}

LaneScale foldedLanes(const QRectF& rect, Time end, std::shared_ptr<const LaneFolds> folds,
                      const Theme& theme) {
  LaneScale scale = wholeLanes(rect, end, folds->rows(), theme);
  scale.folds = std::move(folds);
  return scale;
}

void paintLanes(QPainter& painter, const QRectF& rect, const TraceIndex& index,
                const LaneScale& scale, const Theme& theme) {
  painter.save();
  painter.fillRect(rect, theme.background);
  paintHeading(painter, rect, Words::tr("Timeline"), {}, theme);
  scale.folds ? paintCauseKey(painter, rect, index, *scale.folds, theme)
              : paintLaneKey(painter, rect, scale.pitch() < kLanesSeparate, index, theme);
  const int ranks = scale.folds ? scale.folds->rows() : index.network().ranks();
  paintRanks(painter, scale, ranks, theme);
  painter.save();
  painter.setClipRect(scale.area);
  const int first = std::clamp(static_cast<int>(scale.first_rank), 0, ranks - 1);
  const int last =
      std::clamp(static_cast<int>(std::ceil(scale.first_rank + scale.ranks)) - 1, first, ranks - 1);
  if (scale.folds) {
    paintLanesByCause(painter, index, scale, first, last, theme);
  } else if (scale.pitch() < kLanesSeparate) {
    paintMixed(painter, index, scale, first, last, theme);
  } else {
    painter.setRenderHint(QPainter::Antialiasing);
    for (int r = first; r <= last; ++r) paintRank(painter, index, scale, r, theme);
    painter.setRenderHint(QPainter::Antialiasing, false);
  }
  painter.restore();
  paintRounds(painter, index, scale, theme);
  paintTotals(painter, index, scale, theme);
  painter.restore();
}

void paintLaneCursor(QPainter& painter, const TraceIndex& index, const LaneScale& scale, Time now,
                     const Focus& focus, const Theme& theme) {
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setBrush(Qt::NoBrush);
  const QRectF area = scale.area;
  painter.setClipRect(area.adjusted(-2, -6, 2, 2));
  painter.setPen(QPen(theme.focus, 2));
  if (focus.rank >= 0) {
    painter.drawRect(QRectF(QPointF(area.left(), scale.y(focus.rank)),
                            QPointF(area.right(), scale.y(focus.rank) + scale.pitch())));
  }
  const auto& messages = index.trace().messages;
  if (focus.message >= 0 && focus.message < std::ssize(messages)) {
    const MessageEvent& m = messages[static_cast<std::size_t>(focus.message)];
    for (const auto& [rank, lane] :
         {std::pair(m.source, LaneIndex::kSend), std::pair(m.destination, LaneIndex::kReceive)}) {
      const int rows = rowsOf(index, scale, rank);
      const int row = laneRow(index, rank, lane, static_cast<std::uint32_t>(focus.message), rows);
      const auto [from, to] = partOf(lane);
      painter.drawRect(QRectF(QPointF(scale.x(m.start), scale.y(rank + (row + from) / rows)),
                              QPointF(scale.x(m.end), scale.y(rank + (row + to) / rows))));
    }
  }
  const double x = std::round(scale.x(now)) + 0.5;
  painter.setPen(QPen(theme.accent, 2));
  painter.drawLine(QPointF(x, area.top() - 6), QPointF(x, area.bottom() + 2));
  painter.restore();
}

std::int64_t messageAt(const TraceIndex& index, const LaneScale& scale, QPointF pixel) {
  const double rank = scale.rank(pixel.y());
  if (!scale.area.contains(pixel) || rank < 0 || rank >= index.network().ranks()) return -1;
  const int rows = rowsOf(index, scale, static_cast<int>(rank));
  const double place = (rank - std::floor(rank)) * rows;
  const auto lane = place - std::floor(place) < 0.5 ? LaneIndex::kSend : LaneIndex::kReceive;
  const Time t = scale.time(pixel.x());
  for (const std::uint32_t number : index.lanes().of(lane, static_cast<int>(rank))) {
    const Span span = spanOf(index, lane, number);
    if (span.begin > t) break;
    if (t < span.end &&
        laneRow(index, static_cast<int>(rank), lane, number, rows) == static_cast<int>(place))
      return number;
  }
  return -1;
}

}  // namespace orrery::viz::inline paint
