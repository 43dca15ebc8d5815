#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "viz/model/index/slow_down.h"
#include "viz/paint/caption.h"
#include "viz/paint/lanes/causes_bar.h"
#include "viz/paint/stage/dashes.h"
#include "viz/paint/stage/labels.h"
#include "viz/paint/stage/stage_painter.h"

namespace orrery::viz::inline paint {
namespace {

constexpr double kDash = 3;          ///< length of a dash of a pending link, over its width
constexpr double kHead = 5;          ///< pixels, of a head on a line without width
constexpr double kCross = 3.5;       ///< pixels, half of the cross on a link that failed
constexpr double kLeastLoss = 0.35;  ///< opacity of the band of a link that is hardly slower
constexpr double kRounded = 0.45;    ///< of the shorter of two segments, where they meet
constexpr double kLeastPitch = 20;   ///< distance of nodes from which links have heads

/// Makes two lanes that were moved aside meet again at the corner between them.
void join(QLineF& first, QLineF& second) {
  QPointF corner;
  if (first.intersects(second, &corner) == QLineF::NoIntersection) return;
  if (QLineF(first.p2(), corner).length() > first.length()) return;  // nearly parallel
  first.setP2(corner);
  second.setP1(corner);
}

/// Appends a link with three segments; its corners are rounded.
void appendRounded(std::vector<QLineF>& lines, std::array<QLineF, 3> lane) {
  constexpr int kParts = 5;
  join(lane[0], lane[1]);
  join(lane[1], lane[2]);
  QPointF from = lane[0].p1();
  for (const std::size_t i : {0U, 1U}) {
    const QLineF &in = lane[i], &out = lane[i + 1];
    const QPointF corner = in.p2();
    const double most = kRounded * std::min(in.length(), out.length());
    const QPointF begin = in.pointAt(1 - most / std::max(in.length(), 1e-9));
    const QPointF end = out.pointAt(most / std::max(out.length(), 1e-9));
    lines.emplace_back(std::exchange(from, begin), begin);
    for (int part = 1; part <= kParts; ++part) {
      const double t = static_cast<double>(part) / kParts, s = 1 - t;
      const QPointF to = s * s * begin + 2 * s * t * corner + t * t * end;
      lines.emplace_back(std::exchange(from, to), to);
    }
  }
  lines.emplace_back(from, lane[2].p2());
}

void append(std::vector<QLineF>& lines, const View& view, const LinkShape& shape) {
  std::array<QLineF, 3> lane;
  for (int i = 0; i < shape.count; ++i)
    lane.at(static_cast<std::size_t>(i)) =
        view.mapLane(shape.segments[static_cast<std::size_t>(i)]);
  if (shape.count == 3) return appendRounded(lines, lane);
  lines.insert(lines.end(), lane.begin(), lane.begin() + shape.count);
}

void draw(QPainter& painter, const QPen& pen, const std::vector<QLineF>& lines) {
  painter.setPen(pen);
  painter.drawLines(lines.data(), static_cast<int>(lines.size()));
}

/// Returns the idle colour, paler the more of the stage the lines would cover.
QColor idleColour(const std::vector<QLineF>& lines, const View& view, const Layout& layout,
                  const Theme& theme) {
  double ink = 0;
  for (const QLineF& l : lines) ink += l.length() * theme.thin;
  const double area = layout.bounds().width() * layout.bounds().height() * view.scale * view.scale;
  const double share = ink / std::max(area, 1.0);
  QColor colour = theme.idle_link;
  if (share > theme.most_idle_ink)
    colour.setAlphaF(static_cast<float>(theme.most_idle_ink / share));
  return colour;
}

/// Returns the area in which lines are seen, with their width.
QRectF withEdge(const QRectF& rect) {
  return rect.adjusted(-12, -12, 12, 12);
}

bool isSeen(const std::vector<QLineF>& lines, const QRectF& rect) {
  const QRectF room = withEdge(rect);
  for (const QLineF& l : lines) {
    const QRectF box = QRectF(l.p1(), l.p2()).normalized().adjusted(-1, -1, 1, 1);
    if (box.intersects(room)) return true;
  }
  return false;
}

/// The links that are seen, ascending.
struct SeenLinks {
  std::vector<LinkId> idle;
  std::vector<const LinkState*> used;
};

/// Finds the links that are seen. Most links of a large network lie outside: their ends
/// alone tell so, as lanes are nearer to these than the edge is wide; only bends reach farther.
SeenLinks seenLinks(const View& view, const Layout& layout, const FrameState& state) {
  const QRectF room = withEdge(withEdge(view.rect));
  const QRectF plane(view.unmap(room.topLeft()), view.unmap(room.bottomRight()));
  const auto isNear = [&](const QLineF& l) {
    return std::max(l.x1(), l.x2()) >= plane.left() && std::min(l.x1(), l.x2()) <= plane.right() &&
           std::max(l.y1(), l.y2()) >= plane.top() && std::min(l.y1(), l.y2()) <= plane.bottom();
  };
  SeenLinks seen;
  std::vector<QLineF> lines;
  auto used = state.links.begin();
  for (LinkId id = 0; id < layout.topology().link_count(); ++id) {
    const LinkShape shape = layout.link(id);
    if (shape.count < 3 && !isNear(shape.segments[0]) &&
        (shape.count < 2 || !isNear(shape.segments[1])))
      continue;
    lines.clear();
    append(lines, view, shape);
    if (!isSeen(lines, view.rect)) continue;
    while (used != state.links.end() && used->link < id) ++used;
    if (used != state.links.end() && used->link == id)
      seen.used.push_back(&*used);
    else
      seen.idle.push_back(id);
  }
  return seen;
}

void paintIdle(QPainter& painter, const View& view, const Picture& picture,
               const std::vector<LinkId>& idle) {
  const Layout& layout = picture.layout();
  const Theme& theme = picture.theme;
  if (layout.topology().link_count() > theme.most_idle_links &&
      view.scale * layout.pitch() < theme.least_idle_pitch)
    return;
  std::vector<QLineF> lines;
  for (const LinkId id : idle) append(lines, view, layout.link(id));
  draw(painter, QPen(idleColour(lines, view, layout, theme), theme.thin), lines);
}

QPen penOf(const LinkState& link, const View& view, const Picture& picture) {
  const Theme& theme = picture.theme;
  if (link.flows == 0) {
    return {theme.pending_link, 1.4 * theme.thin, Qt::SolidLine, Qt::FlatCap};
  }
  const double doublings = picture.by_load ? std::log2(link.flows) : 2 * link.load - 1;
  const double width = linkWidth(theme, doublings, 1.5 * view.lane);
  return {linkColour(picture, link.load, link.sharing), width, Qt::SolidLine, Qt::FlatCap};
}

/// End of a directed link, or its exit from the picture: a triangle whose base is as wide as the
/// link.
struct Head {
  QLineF line;
  double covered = 0;  ///< pixels of the line's end that lie under a node
};

std::vector<Head> headsOf(const View& view, const Layout& layout, LinkId id) {
  const LinkShape shape = layout.link(id);
  const bool host = layout.topology().link(id).to < layout.topology().hosts();
  const double r = view.node_radius * (host ? 1 : kSwitchShare), lane = std::min(view.lane, r);
  const auto last = static_cast<std::size_t>(shape.count - 1);
  std::vector<Head> heads{{view.mapLane(shape.segments[last]), std::sqrt(r * r - lane * lane)}};
  if (shape.count == 2) heads.push_back({view.mapLane(shape.segments[0]), 0});
  return heads;
}

void paintHead(QPainter& painter, const Head& head, double width, const QColor& colour) {
  const double length = kHead + 1.4 * width;
  if (head.line.length() - 2 * head.covered < 1.5 * length) return;
  const double from = 1 - (head.covered + length) / head.line.length();
  const QLineF place(head.line.pointAt(from),
                     head.line.pointAt(1 - head.covered / head.line.length()));
  paintPiece(painter, place,
             {.length = length, .half = 0.4 * kHead + width, .end = 0, .colour = colour.rgb()});
}

/// Paints the directions of used links, which show while nothing moves.
void paintHeads(QPainter& painter, const View& view, const Picture& picture,
                const std::vector<const LinkState*>& used) {
  if (view.scale * picture.layout().pitch() < kLeastPitch) return;
  for (const LinkState* link : used) {
    const QPen pen = penOf(*link, view, picture);
    for (const Head& head : headsOf(view, picture.layout(), link->link))
      if (view.rect.contains(head.line.p2())) paintHead(painter, head, pen.widthF(), pen.color());
  }
}

/// Paints links in the given order; links with the same look are drawn together.
void paintUsed(QPainter& painter, const View& view, const Picture& picture,
               const std::vector<const LinkState*>& links) {
  std::vector<QLineF> lines;
  for (std::size_t i = 0; i < links.size(); ++i) {
    append(lines, view, picture.layout().link(links[i]->link));
    const bool identical = i + 1 < links.size() && links[i + 1]->load == links[i]->load &&
                           links[i + 1]->sharing == links[i]->sharing &&
                           links[i + 1]->flows == links[i]->flows;
    if (identical) continue;
    const QPen pen = penOf(*links[i], view, picture);
    links[i]->flows == 0
        ? paintDashes(painter, pen, dashesOf(lines, kDash * pen.widthF(), withEdge(view.rect)))
        : draw(painter, pen, lines);
    lines.clear();
  }
}

QPen haloPen(const View& view, const QColor& colour, Qt::PenCapStyle ends = Qt::RoundCap) {
  return {colour, std::max(2.0 * view.lane, 5.0), Qt::SolidLine, ends};
}

/// Paints a band of the given colour under a link. The ends of a straight one lie under nodes: flat ones take a third
/// of the time.
void paintHalo(QPainter& painter, const View& view, const Layout& layout, LinkId link,
               const QColor& colour) {
  std::vector<QLineF> lines;
  append(lines, view, layout.link(link));
  const auto ends = lines.size() == 1 ? Qt::FlatCap : Qt::RoundCap;
  if (isSeen(lines, view.rect)) draw(painter, haloPen(view, colour, ends), lines);
}

/// Returns an order of links by heat: by load and flows, or else by times of messages and load.
auto cooler(bool by_load) {
  return [by_load](const LinkState& a, const LinkState& b) {
    const auto key = [by_load](const LinkState& l) {
      return by_load ? std::tuple(l.load, l.flows * 1.0) : std::tuple(l.sharing, l.load);
    };
    return key(a) < key(b);
  };
}

/// Returns the hottest links; none if most of those in use are identical, or if no message is
/// slowed by another.
std::vector<LinkId> hottest(const std::vector<LinkState>& links, bool by_load) {
  const auto less = cooler(by_load);
  const auto most = std::max_element(links.begin(), links.end(), less);
  std::vector<LinkId> found;
  if (most == links.end() || most->flows == 0) return found;
  if (!by_load && most->sharing < kLeastSlowDown) return found;
  for (const LinkState& l : links) {
    if (!less(l, *most)) found.push_back(l.link);
  }
  if (2 * found.size() > links.size()) found.clear();
  return found;
}

/// Appends the first part of a route on which each link counts the same (see alongRoute).
void appendPart(std::vector<QLineF>& lines, const View& view, const Layout& layout,
                std::span<const LinkId> links, double progress) {
  const double at = progress * static_cast<double>(links.size());
  const auto whole = std::min(static_cast<std::size_t>(at), links.size());
  for (const LinkId link : links.first(whole)) append(lines, view, layout.link(link));
  if (whole == links.size()) return;
  std::vector<QLineF> last;
  append(last, view, layout.link(links[whole]));
  double rest = 0;
  for (const QLineF& line : last) rest += (at - static_cast<double>(whole)) * line.length();
  for (QLineF line : last) {
    if (rest <= 0) return;
    const double length = line.length();
    if (length > rest) line.setLength(rest);
    rest -= length;
    lines.push_back(line);
  }
}

/// Paints the trail of the followed block up to now.
void paintTrail(QPainter& painter, const View& view, const Picture& picture) {
  if (picture.trail.empty()) return;
  const Layout& layout = picture.layout();
  const TraceIndex& index = picture.stage.index();
  std::vector<QLineF> lines;
  for (const LinkId link : crossedLinks(picture)) append(lines, view, layout.link(link));
  for (const MovingMessage& moving : picture.state.moving) {
    const Trace::Message& m = index.trace().messages[static_cast<std::size_t>(moving.message)];
    if (moving.path >= 0 && index.blocks().carries(m, picture.focus.block))
      appendPart(lines, view, layout, m.paths[static_cast<std::size_t>(moving.path)].links,
                 moving.progress);
  }
  draw(painter, haloPen(view, trailColour(picture)), lines);
}

/// Returns the pen of bands under links; the more bandwidth is lost, the darker.
QPen bandPen(QColor colour, double lost, double width) {
  colour.setAlphaF(static_cast<float>(std::max(kLeastLoss, lost)));
  return {colour, width, Qt::SolidLine, Qt::FlatCap};
}

/// Paints links with background traffic; over these, and wider, slow links; then failed ones.
void paintFaults(QPainter& painter, const View& view, const Layout& layout, const Theme& theme) {
  const auto paint = [&](auto&& takes, auto&& how) {
    for (const FaultyLink& fault : layout.faults()) {
      if (!takes(fault)) continue;
      std::vector<QLineF> lines;
      append(lines, view, layout.link(fault.link));
      if (isSeen(lines, view.rect)) how(fault, lines);
    }
  };
  paint([](const FaultyLink& f) { return !f.failed && f.background > 0; },
        [&](const FaultyLink& f, const std::vector<QLineF>& lines) {
          draw(painter, bandPen(theme.busy_link, f.background, std::max(view.lane, 2.5)), lines);
        });
  paint([](const FaultyLink& f) { return f.is_slow(); },
        [&](const FaultyLink& f, const std::vector<QLineF>& lines) {
          draw(painter, bandPen(theme.slow_link, 1 - f.bandwidth, std::max(2.0 * view.lane, 4.0)),
               lines);
        });
  paint([](const FaultyLink& f) { return f.failed; },
        [&](const FaultyLink& f, const std::vector<QLineF>& lines) {
          paintFailed(painter, lines, view.map(layout.link(f.link).at(0.5).p1()), theme);
        });
}

/// Paints the links of the critical path, and its current wait in the colour of its cause.
void paintPath(QPainter& painter, const View& view, const Picture& picture) {
  if (picture.path == nullptr) return;
  for (const LinkId link : picture.path->links())
    paintHalo(painter, view, picture.layout(), link, picture.theme.path);
  const int i = picture.stretch();
  if (i < 0) return;
  const Stretch& s = picture.path->stretches()[static_cast<std::size_t>(i)];
  const QColor colour = causeColour(picture.theme, s.cause);
  const std::int64_t m = picture.path->message(i);
  if (m < 0) return;
  for (const Trace::Path& p :
       picture.stage.index().trace().messages[static_cast<std::size_t>(m)].paths)
    for (const LinkId link : p.links) paintHalo(painter, view, picture.layout(), link, colour);
}

}  // namespace

void paintFailed(QPainter& painter, const std::vector<QLineF>& lines, QPointF middle,
                 const Theme& theme) {
  draw(painter, QPen(theme.warning, 1.4 * theme.thin, Qt::DotLine), lines);
  const QPointF down(kCross, kCross), up(kCross, -kCross);
  draw(painter, QPen(theme.warning, 2 * theme.thin),
       {QLineF(middle - down, middle + down), QLineF(middle - up, middle + up)});
}

void paintLinks(QPainter& painter, const View& view, const Picture& picture) {
  const Theme& theme = picture.theme;
  const Layout& layout = picture.layout();
  const SeenLinks seen = seenLinks(view, layout, picture.state);
  paintIdle(painter, view, picture, seen.idle);
  paintFaults(painter, view, layout, theme);
  paintPath(painter, view, picture);
  const QColor& halo = picture.compared ? theme.difference : theme.hottest;
  for (const LinkId link :
       picture.compared ? picture.highlighted : hottest(picture.state.links, picture.by_load)) {
    paintHalo(painter, view, layout, link, halo);
  }
  paintTrail(painter, view, picture);
  if (picture.focus.link >= 0) paintHalo(painter, view, layout, picture.focus.link, theme.focus);
  std::vector<const LinkState*> order = seen.used;  // the hottest last, on top
  const auto less = cooler(picture.by_load);
  std::ranges::stable_sort(order,
                           [&](const LinkState* a, const LinkState* b) { return less(*a, *b); });
  paintUsed(painter, view, picture, order);
  paintHeads(painter, view, picture, seen.used);
}

std::vector<LinkId> crossedLinks(const Picture& picture) {
  std::set<LinkId> crossed;
  for (const std::uint32_t number : picture.trail) {
    const Trace::Message& m = picture.stage.index().trace().messages[number];
    if (m.end > picture.state.time) continue;
    for (const Trace::Path& path : m.paths) crossed.insert(path.links.begin(), path.links.end());
  }
  return {crossed.begin(), crossed.end()};
}

void paintAnswers(QPainter& painter, const View& view, const Picture& picture) {
  if (picture.answers == nullptr) return;
  const auto paint = [&](const std::vector<LinkId>& links, const QPen& pen) {
    std::vector<QLineF> lines;
    for (const LinkId link : links) append(lines, view, picture.layout().link(link));
    draw(painter, pen, lines);
  };
  paint(picture.answers->wrong.links, QPen(picture.theme.warning, 4, Qt::DotLine));
  paint(picture.answers->right.links, QPen(picture.theme.right, 4));
}

}  // namespace orrery::viz::inline paint
