#include "viz/paint/plot_painter.h"

#include <algorithm>
#include <cmath>

#include <QFontMetricsF>
#include <QPainterPath>

#include "viz/model/text/words.h"
#include "viz/paint/plot_ink.h"
#include "viz/paint/plot_scale.h"

namespace orrery::viz::inline paint {
namespace {

constexpr double kPlotGap = 8;       // between things that belong together
constexpr double kPlotMargin = 18;   // around everything
constexpr double kMostLegend = 0.3;  // share of the width
constexpr double kLeastLine = 11;    // height of a line of the legend, where there are many
constexpr double kBars = 0.72;       // share of the width that bars take
constexpr double kMostBar = 64;      // width of one
constexpr double kPlotReach = 12;    // distance of a mark that is still meant

/// Returns the free margins around a plot: small on paper, where the text has margins.
QMarginsF marginsOf(const Plot& plot) {
  const double margin = plot.look.is_for_paper() ? kPlotGap / 2 : kPlotMargin;
  return {margin, margin, margin, margin};
}

/// Paints one plot into one rectangle.
class PlotPainter : private PlotInk {
 public:
  /// Creates it. Without a painter it only computes positions.
  PlotPainter(QPainter* painter, const QRectF& area, const Plot& plot, const Theme& theme)
      : PlotInk(painter, plot, theme),
        area_(area.marginsRemoved(marginsOf(plot))),
        x_(scaleOfX(plot)),
        y_(scaleOfY(plot)) {
    layOut();
  }

  /// Creates it for a facet, with the scales of the whole plot. Both must outlive it.
  PlotPainter(const PlotPainter& whole, const QRectF& area, const Plot& facet)
      : PlotInk(whole.painter_, facet, whole.theme_),
        area_(area),
        x_(whole.x_),
        y_(whole.y_),
        is_facet_(true) {
    layOut();
  }

  void paint() {
    painter_->setRenderHint(QPainter::Antialiasing);
    if (hasTitle())
      text(
          QRectF(frame_.left(), area_.top(), area_.right() - frame_.left(), titleSize() + kPlotGap),
          plot_.title, titleSize(), Qt::AlignLeft | Qt::AlignTop, theme_.text);
    if (!plot_.facets.empty()) return paintFacets();
    const bool cells = plot_.kind == Plot::Kind::kCells;
    if (cells) paintCells();
    paintXAxis();
    paintYAxis();
    if (plot_.kind == Plot::Kind::kLines) paintLines();
    if (plot_.kind == Plot::Kind::kBars) paintBars();
    if (plot_.kind == Plot::Kind::kTornado) paintTornado();
    paintLegend();
  }

  QPointF placeOf(PlotPoint point) const {
    const auto& [x, y] = plot_.series[point.series].points[point.point];
    if (plot_.kind != Plot::Kind::kBars) return map(x, y);
    const QRectF bar = barAt(point.series, x, y);
    return {bar.center().x(), bar.top()};
  }

  std::optional<PlotPoint> at(QPointF pixel) const {
    std::optional<PlotPoint> best;
    double least = kPlotReach;
    for (std::size_t s = 0; s < plot_.series.size(); ++s) {
      for (std::size_t i = 0; i < plot_.series[s].points.size(); ++i) {
        const double distance = distanceTo(s, i, pixel);
        if (distance >= least) continue;
        least = distance;
        best = {s, i};
      }
    }
    return best;
  }

 private:
  int titleSize() const { return is_facet_ ? theme_.small_size : theme_.title_size; }

  bool hasTitle() const { return is_facet_ || plot_.look.title; }
  /// Returns whether there is a legend; a facet uses that of the whole plot.
  bool hasLegend() const {
    return !is_facet_ && hasNames() && plot_.look.legend != Plot::Look::Legend::kNone;
  }
  /// Returns whether the legend is below the plot: as requested, and on paper if its names, which are
  /// `entry` wide, would be cut beside it.
  bool isLegendBelow(double entry) const {
    return plot_.look.legend == Plot::Look::Legend::kBelow ||
           (plot_.look.is_for_paper() && entry > area_.width() * kMostLegend);
  }
  /// Returns the room on the right of the frame; on paper the last name of the x axis fits in.
  double roomAtRight() const {
    if (!below_) return legend_ + kPlotGap;
    if (!plot_.look.is_for_paper() || x_.ticks().empty()) return kPlotGap;
    return std::max(kPlotGap, widthOf(x_.ticks().back().label, theme_.small_size) / 2);
  }
  bool hasNames() const { return plot_.series.size() > 1 || !plot_.series.front().name.empty(); }

  void layOut() {
    double names = 0, ticks = 0;
    for (const Plot::Series& s : plot_.series)
      names = std::max(names, widthOf(QString::fromStdString(s.name), theme_.small_size));
    for (const PlotScale::Tick& t : y_.ticks())
      ticks = std::max(ticks, widthOf(t.label, theme_.small_size));
    const double line = theme_.small_size + kPlotGap;
    const double entry = names + kSwatch + 3 * kPlotGap;
    below_ = !hasLegend() || isLegendBelow(entry);
    legend_ = !hasLegend() ? 0 : std::min(entry, area_.width() * (below_ ? 1 : kMostLegend));
    columns_ = below_ && legend_ > 0 ? std::max(1, static_cast<int>(area_.width() / legend_)) : 1;
    const double below = below_ && legend_ > 0 ? line * legendRows() : 0;
    frame_ =
        area_.adjusted(line + ticks + kPlotGap, hasTitle() ? titleSize() + 2 * kPlotGap : kPlotGap,
                       -roomAtRight(), -2 * line - below);
  }

  /// Returns the number of lines of a legend below the plot.
  int legendRows() const {
    return (static_cast<int>(plot_.series.size()) + columns_ - 1) / columns_;
  }

  /// Paints facets in as many columns as make the charts about as wide as a whole one is for its
  /// height.
  void paintFacets() {
    const auto count = static_cast<int>(plot_.facets.size());
    const int columns = static_cast<int>(std::ceil(std::sqrt(count)));
    const int rows = (count + columns - 1) / columns;
    const QRectF area(area_.left(), frame_.top(), frame_.right() - area_.left(),
                      area_.bottom() - frame_.top());
    const QSizeF size((area.width() - (columns - 1) * kPlotMargin) / columns,
                      (area.height() - (rows - 1) * kPlotMargin) / rows);
    for (int i = 0; i < count; ++i) {
      const int column = i % columns, row = i / columns;
      const QPointF at(column * (size.width() + kPlotMargin), row * (size.height() + kPlotMargin));
      paintFacet(plot_.facets[static_cast<std::size_t>(i)], {area.topLeft() + at, size},
                 column == 0, i + columns >= count);
    }
    paintLegend();
  }

  /// Paints a facet; only those on the left and at the bottom name their axes.
  void paintFacet(const Plot::Facet& facet, const QRectF& area, bool left, bool bottom) {
    Plot one{.title = facet.name, .x = plot_.x, .y = plot_.y, .series = facet.series};
    if (!bottom) one.x.label.clear();
    if (!left) one.y.label.clear();
    PlotPainter(*this, area, one).paint();
  }

  QPointF map(double x, double y) const {
    return {frame_.left() + x_.place(x) * frame_.width(),
            frame_.bottom() - y_.place(y) * frame_.height()};
  }

  /// Returns the distance in pixels of the mark, or of the middle of the cell or bar that `pixel`
  /// is in.
  double distanceTo(std::size_t series, std::size_t point, QPointF pixel) const {
    const auto& [x, y] = plot_.series[series].points[point];
    if (plot_.kind == Plot::Kind::kLines) return QLineF(map(x, y), pixel).length();
    const QRectF box = boxAt(series, x, y);
    return box.adjusted(0, -2, 0, 2).contains(pixel) ? 0 : kPlotReach;
  }

  QRectF boxAt(std::size_t series, double x, double y) const {
    if (plot_.kind == Plot::Kind::kCells) return cellAt(x, y);
    return plot_.kind == Plot::Kind::kTornado ? sidewaysBarAt(series, x, y) : barAt(series, x, y);
  }

  /// Returns a bar; those of later series are thinner: they may lie upon others.
  QRectF sidewaysBarAt(std::size_t series, double x, double y) const {
    const double height = kBars * y_.cell() * frame_.height() / (1 + static_cast<double>(series));
    const QPointF zero = map(0, y), end = map(x, y);
    return QRectF(zero - QPointF(0, height / 2), end + QPointF(0, height / 2)).normalized();
  }

  QRectF cellAt(double x, double y) const {
    QRectF cell(QPointF(), QSizeF(x_.cell() * frame_.width(), y_.cell() * frame_.height()));
    cell.moveCenter(map(x, y));
    return cell;
  }

  QRectF barAt(std::size_t series, double x, double y) const {
    const auto count = static_cast<double>(plot_.series.size());
    const double width = std::min(kBars * x_.cell() * frame_.width() / count, kMostBar);
    const QPointF top = map(x, y);
    const double left = top.x() + (static_cast<double>(series) - count / 2) * width;
    return {left + 1, top.y(), width - 2, frame_.bottom() - top.y()};
  }

  /// Paints a grid line, except where cells touch.
  void gridLine(const QPointF& from, const QPointF& to) {
    if (plot_.kind == Plot::Kind::kCells) return;
    painter_->setPen(QPen(theme_.border, theme_.thin));
    painter_->drawLine(from, to);
  }

  /// Returns the least k such that the labels of every k-th tick do not touch each other.
  std::size_t labelStep() const {
    const std::vector<PlotScale::Tick>& ticks = x_.ticks();
    const auto width = [&](std::size_t i) { return widthOf(ticks[i].label, theme_.small_size); };
    std::size_t k = 1;
    for (std::size_t i = k; i < ticks.size(); i += k) {
      const double apart = (ticks[i].place - ticks[i - k].place) * frame_.width();
      if (apart < (width(i - k) + width(i) + kPlotGap) / 2 + 2) i = 0, ++k;  // and from there again
    }
    return k;
  }

  void paintXAxis() {
    const double line = theme_.small_size + kPlotGap;
    const std::size_t step = labelStep();
    for (std::size_t i = 0; i < x_.ticks().size(); ++i) {
      const PlotScale::Tick& tick = x_.ticks()[i];
      const double x = frame_.left() + tick.place * frame_.width();
      gridLine({x, frame_.top()}, {x, frame_.bottom()});
      const double half = widthOf(tick.label, theme_.small_size) / 2 + 1;
      if (i % step != 0 || x - half < frame_.left() - kPlotMargin) continue;
      text({x - half, frame_.bottom() + kPlotGap / 2, 2 * half, line}, tick.label,
           theme_.small_size, Qt::AlignHCenter | Qt::AlignTop, theme_.text);
    }
    painter_->setPen(QPen(theme_.node_rim, theme_.thin));
    painter_->drawLine(frame_.bottomLeft(), frame_.bottomRight());
    text({frame_.left(), frame_.bottom() + line, frame_.width(), line}, x_.titled(plot_.x.label),
         theme_.small_size, Qt::AlignHCenter | Qt::AlignTop, theme_.faint_text);
  }

  void paintYAxis() {
    const double line = theme_.small_size + kPlotGap;
    double free = frame_.bottom() + line;
    for (const PlotScale::Tick& tick : y_.ticks()) {
      const double y = frame_.bottom() - tick.place * frame_.height();
      gridLine({frame_.left(), y}, {frame_.right(), y});
      if (y + line / 2 > free) continue;
      free = y - line / 2;
      text(
          {area_.left() + line, y - line / 2, frame_.left() - kPlotGap - area_.left() - line, line},
          tick.label, theme_.small_size, Qt::AlignRight | Qt::AlignVCenter, theme_.text);
    }
    painter_->save();
    // A title that is longer than its axis goes on beside the names of the x axis.
    const QString title = y_.titled(plot_.y.label);
    const bool fits = widthOf(title, theme_.small_size) <= frame_.height();
    const double more = fits ? 0 : 2 * line;
    painter_->translate(area_.left(), frame_.bottom() + more);
    painter_->rotate(-90);
    text({0, 0, frame_.height() + more, line}, title, theme_.small_size,
         Qt::AlignHCenter | Qt::AlignTop, theme_.faint_text);
    painter_->restore();
  }

  /// Paints a band lighter than the line in front of it.
  void paintBand(std::size_t series) {
    constexpr float kOpacity = 0.18F;
    const auto& band = plot_.series[series].band;
    QPolygonF area;
    for (const auto& [x, from, to] : band) area.append(map(x, to));
    for (auto b = band.rbegin(); b != band.rend(); ++b) area.append(map((*b)[0], (*b)[1]));
    QColor colour = colourOf(series);
    colour.setAlphaF(kOpacity);
    painter_->setPen(Qt::NoPen);
    painter_->setBrush(colour);
    painter_->drawPolygon(area);
  }

  void paintLines() {
    for (std::size_t i = 0; i < plot_.series.size(); ++i)
      if (!plot_.series[i].band.empty()) paintBand(i);
    for (std::size_t i = 0; i < plot_.series.size(); ++i) {
      QPolygonF line;
      for (const auto& [x, y] : plot_.series[i].points) line.append(map(x, y));
      painter_->setPen(penOf(i));
      painter_->setBrush(Qt::NoBrush);
      if (!plot_.series[i].scattered) painter_->drawPolyline(line);
      for (const QPointF& at : line) paintMark(at, i);
    }
  }

  /// Paints bars with their values above them.
  void paintBars() {
    const double line = theme_.small_size + 4;
    for (std::size_t i = 0; i < plot_.series.size(); ++i) {
      for (const auto& [x, y] : plot_.series[i].points) {
        const QRectF bar = barAt(i, x, y);
        painter_->fillRect(bar, colourOf(i));
        const QString value = QString::number(y, 'g', 3);
        if (widthOf(value, theme_.small_size) > bar.width() + 2) continue;
        text({bar.left() - 8, bar.top() - line, bar.width() + 16, line}, value, theme_.small_size,
             Qt::AlignHCenter | Qt::AlignVCenter, theme_.text);
      }
    }
    if (!plot_.optimum) return;
    const double y = std::round(map(0, *plot_.optimum).y()) + 0.5;
    painter_->setPen(QPen(theme_.text, theme_.thin, Qt::DashLine));
    painter_->drawLine(QPointF(frame_.left(), y), QPointF(frame_.right(), y));
  }

  void paintTornado() {
    for (std::size_t i = 0; i < plot_.series.size(); ++i)
      for (const auto& [x, y] : plot_.series[i].points)
        painter_->fillRect(sidewaysBarAt(i, x, y), colourOf(i));
    const double x = std::round(map(0, 0).x()) + 0.5;
    painter_->setPen(QPen(theme_.text, theme_.thin));
    painter_->drawLine(QPointF(x, frame_.top()), QPointF(x, frame_.bottom()));
  }

  void paintCells() {
    painter_->setPen(QPen(theme_.background, theme_.thin));
    for (std::size_t i = 0; i < plot_.series.size(); ++i) {
      painter_->setBrush(brushOf(i));
      for (const auto& [x, y] : plot_.series[i].points) {
        painter_->drawRect(cellAt(x, y));
      }
    }
  }

  /// Paints the legend. With many lines, entries are lower, and those that still do not fit are
  /// counted.
  void paintLegend() {
    if (!hasLegend()) return;
    if (below_) return paintLegendBelow();
    const std::size_t all = plot_.series.size();
    const double room = area_.bottom() - frame_.top();
    const double line = std::clamp(room / static_cast<double>(all), kLeastLine,
                                   double(theme_.small_size + kPlotGap));
    const auto lines = static_cast<std::size_t>(room / line + 0.01);
    const std::size_t shown = all <= lines ? all : lines - 1;
    const auto letters = std::min(theme_.small_size, static_cast<int>(line) - 2);
    const auto name = [&](std::size_t i, const QString& words) {
      text({frame_.right() + 2 * kPlotGap + kSwatch + kPlotGap,
            frame_.top() + static_cast<double>(i) * line, legend_ - kSwatch - 2 * kPlotGap, line},
           words, letters, Qt::AlignLeft | Qt::AlignVCenter, theme_.text);
    };
    if (shown < all) name(shown, Words::tr("and %1 more").arg(all - shown));
    for (std::size_t i = 0; i < shown; ++i) {
      paintSwatch(
          {frame_.right() + 2 * kPlotGap, frame_.top() + (static_cast<double>(i) + 0.5) * line}, i,
          line);
      name(i, QString::fromStdString(plot_.series[i].name));
    }
  }

  void paintLegendBelow() {
    const double line = theme_.small_size + kPlotGap;
    const double top = area_.bottom() - line * legendRows();
    for (std::size_t i = 0; i < plot_.series.size(); ++i) {
      const auto columns = static_cast<std::size_t>(columns_);
      const std::size_t row = i / columns;
      const QPointF at(area_.left() + static_cast<double>(i % columns) * legend_,
                       top + static_cast<double>(row) * line);
      paintSwatch(at + QPointF(kPlotGap, line / 2), i, line);
      text({at.x() + kSwatch + 2 * kPlotGap, at.y(), legend_ - kSwatch - 2 * kPlotGap, line},
           plot_.series[i].name, theme_.small_size, Qt::AlignLeft | Qt::AlignVCenter, theme_.text);
    }
  }

  QRectF area_, frame_;  // frame_: where values are
  double legend_ = 0;    // its width; below: that of an entry
  int columns_ = 1;      // of a legend below
  bool below_ = false;   // the legend is there, or nowhere
  PlotScale x_, y_;
  bool is_facet_ = false;
};

}  // namespace

QColor seriesColour(const Theme& theme, std::size_t index) {
  return theme.series[index % theme.series.size()];
}

void paintPlot(QPainter& painter, const QRectF& area, const Plot& plot, const Theme& theme) {
  if (plot.look.background)
    painter.fillRect(area, plot.look.is_for_paper() ? QColor(Qt::white) : theme.background);
  PlotPainter(&painter, area, plot, theme).paint();
}

QPointF plotPlaceOf(const QRectF& area, const Plot& plot, const Theme& theme, PlotPoint point) {
  return PlotPainter(nullptr, area, plot, theme).placeOf(point);
}

std::optional<PlotPoint> plotPointAt(const QRectF& area, const Plot& plot, const Theme& theme,
                                     QPointF pixel) {
  return PlotPainter(nullptr, area, plot, theme).at(pixel);
}

}  // namespace orrery::viz::inline paint
