#pragma once

#include <optional>

#include "scenarios/report/plot/plot.h"
#include "viz/paint/plot_painter.h"
#include "viz/widgets/views/spoken_view.h"

namespace orrery::viz::inline widgets {

/// A plot, as large as the room. Hovering shows values, a click on a point opens its run; the arrow
/// keys go from point to point (left and right) and from series to series, and Enter opens.
class PlotView : public SpokenView {
  Q_OBJECT

 public:
  explicit PlotView(QWidget* parent = nullptr);
  /// Sets the plot; without one, shows `text`.
  void setPlot(std::optional<Plot> plot, const QString& text = {});
  const std::optional<Plot>& plot() const { return plot_; }
  QString text() const { return plot_ ? QString() : text_; }
  QString textAt(QPointF pixel) const override;
  QString textOf(PlotPoint point) const;
  /// Returns the place of a point in this widget.
  QPointF placeOf(PlotPoint point) const;
  /// Returns the point that keys have led to.
  std::optional<PlotPoint> current() const { return current_; }
  QString spokenText() const override;

 signals:
  void pointChosen(std::size_t series, std::size_t point);

 protected:
  bool event(QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;

 private:
  std::optional<PlotPoint> at(QPointF pixel) const;
  void go(int along, int across);
  void paintCurrent(QPainter& painter);

  std::optional<Plot> plot_;
  std::optional<PlotPoint> current_;
  QString text_;
};

}  // namespace orrery::viz::inline widgets
