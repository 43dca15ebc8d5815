#pragma once

#include <optional>

#include <QWidget>

#include "viz/model/layout/kinds.h"
#include "viz/model/run/session.h"
#include "viz/model/text/spoken.h"
#include "viz/paint/stage/layer.h"
#include "viz/paint/theme.h"
#include "viz/widgets/views/spoken_view.h"

namespace orrery::viz::inline widgets {

/// The picture of the session's moment: the network or, if requested, the drawing of the
/// communication (see Diagram). Hovering shows details; a click on a rank, a link or a block
/// follows it; the wheel zooms, dragging moves, dragging with the right button turns a stack of
/// planes; a double click fits, on the map of links it goes to the link under it.
class StageView : public SpokenView {
  Q_OBJECT

 public:
  explicit StageView(Session& session, QWidget* parent = nullptr);
  QString spokenText() const override;
  void setTheme(const Theme& theme) override;
  /// Returns the area of the network, in this widget's coordinates.
  QRectF networkRect() const;
  const ViewPort& port() const { return port_; }
  void setPort(const ViewPort& port);
  void moveBy(QPointF pixels) { setPort({port_.zoom, port_.shift + pixels}); }
  /// Turns a stack of planes by a part of a whole turn; other networks stay as they are.
  void turn(double by);
  double turned() const { return turn_; }
  /// Adds a text before the title.
  void setHeading(const QString& heading) { heading_ = heading; }
  /// Marks links, instead of the hottest, because they differ from another picture's.
  void setHighlighted(std::vector<LinkId> links);
  bool showsCommunication() const { return shows_communication_; }
  void showCommunication(bool shown);
  /// Returns whether a tile for each link is shown in place of the network.
  bool showsLinkMap() const { return shows_map_; }
  void showLinkMap(bool shown);
  /// Zooms in on the followed item, so that its neighbours can be distinguished.
  void showNeighbourhood();
  /// Returns whether the colours of links show their load; otherwise they show how much longer
  /// messages take because they share them.
  bool showsLoad() const { return shows_load_; }
  void showLoad(bool shown);
  QString textAt(QPointF pixel) const override;
  /// Follows the item there, like a click.
  void follow(QPointF pixel);

 public slots:
  void fit() { setPort({}); }
  void turnLeft() { turn(-0.02); }
  void turnRight() { turn(0.02); }
  void zoomIn() { zoomAround(1.25, networkRect().center()); }
  void zoomOut() { zoomAround(0.8, networkRect().center()); }

 signals:
  void portChanged();

 protected:
  void paintEvent(QPaintEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;

 private:
  Picture picture() const;  // REQUIRES a run with a picture
  View view() const;
  QString waitingText(NodeId node) const;
  std::optional<QPointF> placeOfFocus() const;
  void zoomAround(double factor, QPointF fixed);
  void draw();
  const QString& roundLine();

  Session& session_;
  ViewPort port_;
  double turn_ = 0;
  std::unique_ptr<const Layout> turned_;
  bool shows_communication_ = false;
  std::optional<Drawing> drawing_;    // the one shown; none: the network
  int drawn_block_ = -1;              // the block followed then
  std::vector<std::uint32_t> trail_;  // the messages that carry it
  QString round_line_;  // of told_round_; a frame does not count a round's messages again
  std::optional<int> told_round_;  // none: of another run
  bool compared_ = false, shows_load_ = false, shows_map_ = false;
  std::vector<LinkId> highlighted_;
  QString heading_;
  mutable Layer layer_;
  QPointF pressed_, grip_;
  bool dragged_ = false;
};

}  // namespace orrery::viz::inline widgets
