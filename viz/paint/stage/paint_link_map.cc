#include <algorithm>
#include <cmath>

#include <QImage>

#include "viz/model/index/slow_down.h"
#include "viz/model/text/words.h"
#include "viz/paint/stage/labels.h"
#include "viz/paint/stage/stage_painter.h"

namespace orrery::viz::inline paint {
namespace {

constexpr double kMapEdge = 12;       ///< pixels around all panels, for rings
constexpr double kPanelSpace = 14;    ///< pixels between panels
constexpr double kWholeTiles = 4;     ///< side from which it has whole pixels
constexpr double kMostTile = 26;      ///< pixels of a tile's side
constexpr double kMostStretched = 2;  ///< longer side of a tile over its shorter one
constexpr double kLeastOutlined = 6;  ///< side of tiles that are drawn apart from each other
constexpr std::size_t kMostSingle =
    200;  ///< ranks; more are shown as a map where they are close together:
constexpr double kMostSeen =
    2000;  ///< ranks that are drawn at once: more take too long for a frame
constexpr double kLeastRankPitch = 16;     ///< pixels between neighbours of a grid,
constexpr double kLeastTreePitch = 8;      ///< and of other networks
constexpr std::size_t kMostIdle = 20'000;  ///< nodes without messages, which are shown themselves
constexpr double kFollowedRing = 7;        ///< least radius of the ring around what is followed

/// Positions of the panels of a map in a view.
class MapPlaces {
 public:
  MapPlaces(const View& view, const Picture& picture)
      : map_(picture.stage.linkMap()), head_(1.8 * picture.theme.small_size) {
    const QRectF rect = view.rect.adjusted(kMapEdge, kMapEdge / 2, -kMapEdge, -kMapEdge);
    const auto count = static_cast<int>(map_.panels().size());
    for (int across = 1; across <= count; ++across) {
      const int down = (count + across - 1) / across;
      const QSizeF room((rect.width() - (across - 1) * kPanelSpace) / across,
                        (rect.height() - (down - 1) * kPanelSpace) / down - head_);
      const QSizeF tile = tileIn(room);
      if (tile.width() * tile.height() <= tile_.width() * tile_.height()) continue;
      tile_ = tile, across_ = across;
      room_ = room;
    }
    const double width = across_ * (room_.width() + kPanelSpace) - kPanelSpace;
    origin_ = {rect.center().x() - width / 2, rect.top()};
  }

  double side() const { return std::min(tile_.width(), tile_.height()); }
  QRectF panel(int i) const {
    const auto& p = map_.panels()[static_cast<std::size_t>(i)];
    const int row = i / across_, column = i % across_;
    const QPointF corner = origin_ + QPointF(column * (room_.width() + kPanelSpace),
                                             row * (room_.height() + head_ + kPanelSpace));
    const QSizeF size(tile_.width() * p.columns, tile_.height() * p.rows);
    return {corner + QPointF((room_.width() - size.width()) / 2, head_), size};
  }
  QRectF head(int i) const {
    const QRectF p = panel(i);
    return {p.center().x() - room_.width() / 2, p.top() - head_, room_.width(), head_};
  }
  QRectF tile(const LinkMap::Place& place) const {
    const QPointF aside(place.column * tile_.width(), place.row * tile_.height());
    return {panel(place.panel).topLeft() + aside, tile_};
  }
  LinkMap::Place at(QPointF pixel) const {
    for (int i = 0; i < static_cast<int>(map_.panels().size()); ++i) {
      const QRectF p = panel(i);
      if (!p.contains(pixel)) continue;
      return {i, static_cast<int>((pixel.x() - p.left()) / tile_.width()),
              static_cast<int>((pixel.y() - p.top()) / tile_.height())};
    }
    return {-1, 0, 0};
  }

 private:
  /// Returns the largest tiles with which each panel fits into its room; they may be stretched.
  QSizeF tileIn(QSizeF room) const {
    QSizeF tile(kMostTile, kMostTile);
    for (const auto& p : map_.panels())
      tile = tile.boundedTo({room.width() / p.columns, room.height() / p.rows});
    tile = tile.boundedTo(kMostStretched * tile.transposed());
    const auto whole = [](double side) { return side < kWholeTiles ? side : std::floor(side); };
    return {whole(tile.width()), whole(tile.height())};
  }

  const LinkMap& map_;
  double head_;
  int across_ = 1;
  QSizeF tile_{0.05, 0.05};
  QSizeF room_;
  QPointF origin_;
};

QString panelName(const LinkMap::Panel& panel, int dimensions) {
  const QString which = Words::tr("dimension %1").arg(panel.which);
  switch (panel.kind) {
    case LinkMap::Kind::kForwards:
      return dimensions > 1 ? which + QStringLiteral(" +") : Words::tr("upwards");
    case LinkMap::Kind::kBackwards:
      return dimensions > 1 ? which + QStringLiteral(" −") : Words::tr("downwards");
    case LinkMap::Kind::kFromHosts:
      return Words::tr("from hosts, level %1").arg(panel.which);
    case LinkMap::Kind::kToHosts:
      return Words::tr("to hosts, level %1").arg(panel.which);
    case LinkMap::Kind::kBetween:
      break;
  }
  return Words::tr("between switches, level %1").arg(panel.which);
}

class MapPainter {
 public:
  MapPainter(QPainter& painter, const View& view, const Picture& picture)
      : painter_(painter),
        picture_(picture),
        right_edge_(view.rect.right()),
        map_(picture.stage.linkMap()),
        places_(view, picture) {
    collect();
  }

  void paint() const {
    painter_.setRenderHint(QPainter::Antialiasing, false);
    for (std::size_t i = 0; i < map_.panels().size(); ++i) paintPanel(i);
    painter_.setRenderHint(QPainter::Antialiasing);
    paintPath();
    paintFollowed();
    if (hottest_ != nullptr && hottest_->sharing >= kLeastSlowDown) paintHottest();
  }

 private:
  struct Shown {
    std::vector<QRgb> tiles;
    std::vector<double> heat;
    double most = 1;  ///< sharing
  };

  bool isHotter(const LinkState& a, const LinkState& b) const {
    return std::pair(a.sharing, a.load) > std::pair(b.sharing, b.load);
  }

  /// Keeps the hottest of several links in a tile.
  void collect() {
    for (const auto& p : map_.panels()) {
      const auto count = static_cast<std::size_t>(p.columns) * static_cast<std::size_t>(p.rows);
      panels_.push_back({std::vector<QRgb>(count, picture_.theme.background.rgb()),
                         std::vector<double>(count, -2), 1});
    }
    const LinkId links = picture_.layout().topology().link_count();
    for (LinkId id = 0; id < links; ++id) set(map_.placeOf(id), picture_.theme.cell_absent, -1);
    for (const LinkState& l : picture_.state.links) {
      const LinkMap::Place& place = map_.placeOf(l.link);
      Shown& panel = panels_[static_cast<std::size_t>(place.panel)];
      panel.most = std::max(panel.most, l.sharing);
      if (l.flows == 0)
        set(place, picture_.theme.pending_link, -0.5);
      else
        set(place, linkColour(picture_, l.load, l.sharing), l.sharing + l.load / 1e3);
      if (hottest_ == nullptr || isHotter(l, *hottest_)) hottest_ = &l;
    }
  }

  void set(const LinkMap::Place& place, const QColor& colour, double heat) {
    const auto p = static_cast<std::size_t>(place.panel);
    const int at = place.row * map_.panels()[p].columns + place.column;
    double& most = panels_[p].heat[static_cast<std::size_t>(at)];
    if (heat <= most) return;
    most = heat;
    panels_[p].tiles[static_cast<std::size_t>(at)] = colour.rgb();
  }

  void paintPanel(std::size_t i) const {
    const auto& shape = map_.panels()[i];
    const int number = static_cast<int>(i);
    const QRectF area = places_.panel(number);
    const QImage image(reinterpret_cast<const uchar*>(panels_[i].tiles.data()), shape.columns,
                       shape.rows, qsizetype{4} * shape.columns, QImage::Format_RGB32);
    painter_.setRenderHint(QPainter::SmoothPixmapTransform, places_.side() < 1);
    painter_.drawImage(area, image);
    if (places_.side() >= kLeastOutlined) paintGaps(area, shape);
    const auto dimensions = std::ssize(picture_.layout().topology().dims());
    QString name = panelName(shape, static_cast<int>(dimensions));
    name += panels_[i].most >= kLeastSlowDown
                ? QStringLiteral(", %1 ×").arg(panels_[i].most, 0, 'g', 2)
                : QString();
    paintLabel(painter_, places_.head(number), name, picture_.theme.small_size, picture_.theme.text,
               picture_.theme);
  }

  void paintGaps(const QRectF& area, const LinkMap::Panel& shape) const {
    const double wide = area.width() / shape.columns, high = area.height() / shape.rows;
    for (int c = 1; c < shape.columns; ++c)
      painter_.fillRect(QRectF(area.left() + c * wide - 1, area.top(), 1, area.height()),
                        picture_.theme.background);
    for (int r = 1; r < shape.rows; ++r)
      painter_.fillRect(QRectF(area.left(), area.top() + r * high - 1, area.width(), 1),
                        picture_.theme.background);
  }

  /// Outlines the links of the critical path, and those that the followed block has crossed.
  void paintPath() const {
    painter_.setBrush(Qt::NoBrush);
    painter_.setPen(QPen(picture_.theme.focus, 1));
    for (const LinkId link : crossedLinks(picture_))
      painter_.drawRect(places_.tile(map_.placeOf(link)));
    if (picture_.path == nullptr) return;
    painter_.setPen(QPen(picture_.theme.text, 1));
    for (const LinkId link : picture_.path->links())
      painter_.drawRect(places_.tile(map_.placeOf(link)));
  }

  void ring(const LinkMap::Place& place, const QPen& pen) const {
    const double radius = std::max(0.9 * places_.side(), kFollowedRing);
    painter_.setPen(pen);
    painter_.setBrush(Qt::NoBrush);
    painter_.drawEllipse(places_.tile(place).center(), radius, radius);
  }

  /// Outlines the followed link, and the place of the rank in each panel.
  void paintFollowed() const {
    const QPen pen(picture_.theme.focus, 2.4);
    if (picture_.focus.link >= 0) ring(map_.placeOf(picture_.focus.link), pen);
    if (picture_.focus.rank < 0 || !map_.isGrid()) return;
    const NodeId host =
        picture_.stage.network().host_of[static_cast<std::size_t>(picture_.focus.rank)];
    LinkMap::Place place = map_.placeOfHost(host);
    for (; place.panel < static_cast<int>(map_.panels().size()); ++place.panel) ring(place, pen);
  }

  /// Paints the number of flows that share the hottest link beside it, and below the panel's name.
  void paintHottest() const {
    const LinkMap::Place& place = map_.placeOf(hottest_->link);
    ring(place, QPen(picture_.theme.text, 1.6));
    const QString text = sharingText(picture_, *hottest_);
    const int size = picture_.theme.small_size;
    const double width = textWidth(text, size) + 12, height = 1.6 * size;
    const QPointF at = places_.tile(place).center();
    const double aside = std::max(0.9 * places_.side(), kFollowedRing) + 4;
    const bool right = at.x() + aside + width <= right_edge_;
    const QRectF box(right ? at.x() + aside : at.x() - aside - width,
                     std::max(at.y() - height / 2, places_.panel(place.panel).top()), width,
                     height);
    painter_.setPen(QPen(sharingColour(picture_.theme, hottest_->sharing), 1.4));
    painter_.setBrush(picture_.theme.background);
    painter_.drawRoundedRect(box, 4, 4);
    paintLabel(painter_, box, text, size, picture_.theme.text, picture_.theme);
  }

  QPainter& painter_;
  const Picture& picture_;
  double right_edge_;
  const LinkMap& map_;
  MapPlaces places_;
  std::vector<Shown> panels_;
  const LinkState* hottest_ = nullptr;
};

}  // namespace

QColor linkColour(const Picture& picture, double load, double sharing) {
  return picture.by_load ? loadColour(picture.theme, load) : sharingColour(picture.theme, sharing);
}

QString sharingText(const Picture& picture, const LinkState& link) {
  return picture.state.total_messages > 0 ? QStringLiteral("%1 ×").arg(link.sharing, 0, 'g', 2)
                                          : Words::tr("%1 share").arg(link.flows);
}

bool showsMap(const View& view, const Picture& picture) {
  if (picture.drawing != nullptr) return false;
  if (picture.map) return true;
  const Layout& layout = picture.layout();
  const bool idle = picture.stage.index().trace().messages.empty();  // a map would have one colour
  if (layout.nodes().size() <= (idle ? kMostIdle : kMostSingle)) return false;
  const double pitch = view.scale * layout.pitch();
  const double room = view.rect.width() * view.rect.height() / (pitch * pitch);  // of ranks
  const bool grid = !layout.topology().dims().empty();
  return pitch < (grid ? kLeastRankPitch : kLeastTreePitch) ||
         std::min(room, static_cast<double>(layout.nodes().size())) > kMostSeen;
}

void paintLinkMap(QPainter& painter, const View& view, const Picture& picture) {
  MapPainter(painter, view, picture).paint();
}

LinkId linkOnMap(const View& view, const Picture& picture, QPointF pixel) {
  const LinkMap::Place place = MapPlaces(view, picture).at(pixel);
  return place.panel < 0 ? -1 : picture.stage.linkMap().linkAt(place);
}

}  // namespace orrery::viz::inline paint
