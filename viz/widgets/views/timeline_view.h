#pragma once

#include <QImage>
#include <QWidget>

#include "viz/model/run/session.h"
#include "viz/model/text/spoken.h"
#include "viz/paint/lanes/lanes.h"
#include "viz/paint/theme.h"
#include "viz/widgets/views/spoken_view.h"

namespace orrery::viz::inline widgets {

/// The activity of every rank over time; in large runs, ranks with the same activity share a row. Dragging moves the
/// session's clock; the wheel zooms into time, with Ctrl into ranks; the right button drags the picture; a double click
/// shows all again.
class TimelineView : public SpokenView {
  Q_OBJECT

 public:
  explicit TimelineView(Session& session, QWidget* parent = nullptr);
  void setTheme(const Theme& theme) override;
  QString spokenText() const override { return spokenTimeline(session_); }
  const LaneScale& scale() const { return scale_; }
  /// Returns whether it shows less than all of the run.
  bool isZoomed() const;
  /// Shows the same part as `scale`, as far as it exists.
  void showPart(const LaneScale& scale);
  QString textAt(QPointF pixel) const override;
  /// Returns the stretch of the critical path under a pixel, or -1.
  int stretchAt(QPointF pixel) const;

 public slots:
  void showAll();
  void zoomIn() { zoomTime(0.5, scale_.x(session_.clock().now())); }
  void zoomOut() { zoomTime(2, scale_.x(session_.clock().now())); }
  /// Zooms around the followed rank, or the middle.
  void zoomIntoRanks() { zoomRanks(0.5, middleRank()); }
  void zoomOutOfRanks() { zoomRanks(2, middleRank()); }
  /// Moves the picture by shares of its visible part.
  void pan(double times, double ranks);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;

 private:
  void followFrame();
  void followExtent();
  void zoomTime(double factor, double x);
  void zoomRanks(double factor, double y);
  void moveTo(Time begin, double first_rank);
  void changed();
  double middleRank() const;  // in pixels
  int rows() const;
  QString foldText(int rank) const;

  Session& session_;
  std::shared_ptr<const LaneFolds> folds_;  // null: each rank has a row
  LaneScale scale_;
  QImage lanes_;  // as painted last; null: to be painted
  QPointF grip_;
};

}  // namespace orrery::viz::inline widgets
