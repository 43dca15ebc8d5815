#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "viz/model/text/block_names.h"
#include "viz/paint/stage/labels.h"
#include "viz/paint/stage/stage_painter.h"
#include "viz/paint/stage/stamp.h"

namespace orrery::viz::inline paint {
namespace {

constexpr double kLongest = 2.8;      ///< half the length of a chip over its half height
constexpr double kRoomForSums = 110;  ///< pixels between ranks
constexpr double kLetters = 0.95;     ///< height of a chip's letters over its half height
constexpr double kLeastOutline = 4;   ///< radius of balls with an outline
constexpr double kTrail = 0.45;       ///< strength of the colour of a trail
constexpr double kNodeName = 0.4;     ///< half the side of a node's name, over its radius

constexpr std::size_t kMostWithNames = 1000;  ///< messages under way: more have no names

/// Returns the place of a chip and its direction (unit length).
QLineF placeOf(const View& view, const Picture& picture, const Trace::Message& m,
               const MovingMessage& moving) {
  if (moving.path < 0 || m.paths[static_cast<std::size_t>(moving.path)].links.empty()) {
    const NodeId host = picture.stage.network().host_of[static_cast<std::size_t>(m.source)];
    const double r = view.node_radius;
    const QPointF rim =
        view.map(picture.layout().nodes()[static_cast<std::size_t>(host)]) + QPointF(r, -r);
    return {rim, rim + QPointF(1, 0)};
  }
  const auto& links = m.paths[static_cast<std::size_t>(moving.path)].links;
  const double pitch = picture.layout().pitch() * view.scale;
  const double trim = (view.node_radius + view.block_radius) / pitch;
  const QLineF place = view.mapLane(alongRoute(picture.layout(), links, moving.progress, trim));
  return place.unitVector();
}

/// Returns the centre of a chip of half length `half`: it moves aside from its lane, so that it does
/// not cover those of the opposite direction.
QPointF centreOf(const QLineF& place, double half, double r, double lane) {
  const QPointF normal(-place.dy(), place.dx());
  const auto beyond = [&](double reach) { return std::max(0.0, reach - lane); };
  return place.p1() +
         normal * (std::abs(normal.x()) * beyond(half) + std::abs(normal.y()) * beyond(r));
}

struct Chip {
  std::int64_t message = -1;
  QLineF place;
  QRectF rect;
  QString text;
  int pixels = 0;
  QColor colour;
};

/// Returns the name of a message or, without room for it, its blocks, or nothing.
template <class Fits>
QString chipText(const BlockTable& blocks, const MessageEvent& m, bool roomy, Fits&& fits) {
  QString name = messageName(blocks, m);
  if (blocks.count() == 1 && name == blockName(blocks, 0)) return {};  // there is no other
  if (roomy && fits(name)) return name;
  const QString short_name = blocks.count() > 1 ? blocksText(blocks, blocks.of(m)) : QString();
  return fits(short_name) ? short_name : QString();
}

Chip chipAt(const View& view, const Picture& picture, const Trace::Message& m, const QLineF& place,
            bool named = true) {
  const Theme& theme = picture.theme;
  const BlockTable& blocks = picture.stage.index().blocks();
  const std::vector<BlockRange> ranges = blocks.of(m);
  const double r = view.block_radius;
  Chip chip;
  chip.message = m.id;
  chip.place = place;
  const OperationRounds& operations = picture.stage.index().operations();
  chip.colour = operations.any() ? operationColour(theme, operations.operation(m.round),
                                                   static_cast<int>(operations.names().size()))
                : ranges.empty() ? theme.unknown_block
                                 : blockColour(theme, blocks, ranges.front().first);
  chip.pixels = static_cast<int>(kLetters * r);
  const auto halfOf = [&](const QString& text) {
    return textWidth(text, chip.pixels) / 2 + 0.4 * r;
  };
  const bool roomy = view.scale * picture.layout().pitch() >= kRoomForSums;
  const auto fits = [&](const QString& text) { return halfOf(text) <= kLongest * r; };
  if (named && chip.pixels >= theme.smallest_label) chip.text = chipText(blocks, m, roomy, fits);
  const double half = chip.text.isEmpty() ? r : std::max(halfOf(chip.text), r);
  const QPointF centre = centreOf(place, half, r, view.lane);
  chip.rect = QRectF(centre.x() - half, centre.y() - r, 2 * half, 2 * r);
  return chip;
}

/// Paints a point on the leading side of a chip, so that its direction shows while nothing moves: as on a ball within the
/// chip, which is farther ahead the less steep the way is.
void paintNose(QPainter& painter, const QRectF& chip, QPointF way, double r) {
  const double ahead = std::clamp(std::numbers::sqrt2 * way.x(), -1.0, 1.0);
  const QPointF across(-way.y(), way.x()),
      ball = chip.center() + QPointF(ahead * (chip.width() / 2 - r), 0),
      base = ball + 0.65 * r * way;
  const std::array corners{base + 0.7 * r * across, base + 0.95 * r * way, base - 0.7 * r * across};
  painter.setPen(Qt::NoPen);
  painter.drawConvexPolygon(corners.data(), static_cast<int>(corners.size()));
}

/// Look of a ball without a name in any colour: most messages of a large network have one of few.
struct Ball {
  double radius = 0, outline = 0;  ///< outline 0: none
  int along = 0, down = 0;         ///< direction, of kDirections; 0 0: no nose
  bool smooth = false;
  auto operator<=>(const Ball&) const = default;
};
constexpr double kNoseReach = 1.6;  ///< of a ball with a nose, over its radius

/// Paints a chip without its name.
void paintShape(QPainter& painter, const QRectF& chip, const Ball& look, const QColor& colour,
                const QColor& outline) {
  painter.setBrush(colour);
  if (look.along != 0 || look.down != 0)
    paintNose(painter, chip, QPointF(look.along, look.down) / kDirections, look.radius);
  painter.setPen(look.outline > 0 ? QPen(outline, look.outline) : QPen(Qt::NoPen));
  painter.drawRoundedRect(chip, look.radius, look.radius);
}

void paintBall(QPainter& painter, const Chip& chip, const Ball& look, const Theme& theme) {
  thread_local Stamps<Ball> balls;
  const QColor& edge = theme.background;
  const QPointF reach(look.radius, look.radius);
  balls.put(
      painter, chip.rect.center(), kNoseReach * look.radius + look.outline, look,
      [&](QPainter& to, QPointF at) {
        const bool own = &to == &painter;
        paintShape(to, QRectF(at - reach, at + reach), look, own ? chip.colour : QColor(kInside),
                   own ? edge : QColor(kEdge));
      },
      [&](const QImage& picture) { return coloured(picture, chip.colour.rgb(), edge.rgb()); });
}

void paintChip(QPainter& painter, const View& view, const Chip& chip, bool followed, bool nose,
               const Theme& theme) {
  const double r = view.block_radius;
  if (r < theme.least_round && !followed) return painter.fillRect(chip.rect, chip.colour);
  Ball look{.radius = r,
            .outline = r > kLeastOutline ? 1.2 * theme.thin : 0,
            .smooth = painter.testRenderHint(QPainter::Antialiasing)};
  if (nose && r >= theme.least_round) {
    look.along = static_cast<int>(std::lround(kDirections * chip.place.dx()));
    look.down = static_cast<int>(std::lround(kDirections * chip.place.dy()));
  }
  chip.text.isEmpty() ? paintBall(painter, chip, look, theme)
                      : paintShape(painter, chip.rect, look, chip.colour, theme.background);
  paintLabel(painter, chip.rect, chip.text, chip.pixels, theme.block_text, theme);
  if (!followed) return;
  painter.setPen(QPen(theme.focus, 2.4));
  painter.setBrush(Qt::NoBrush);
  painter.drawRoundedRect(chip.rect.adjusted(-3, -3, 3, 3), r + 3, r + 3);
}

const Trace::Message& messageOf(const Picture& picture, const MovingMessage& moving) {
  return picture.stage.index().trace().messages[static_cast<std::size_t>(moving.message)];
}

/// Returns whether a chip covers the name of a node.
bool coversNode(const Chip& chip, const View& view, const std::vector<QPointF>& nodes) {
  const double reach = kNodeName * view.node_radius;
  const QRectF room = chip.rect.adjusted(-reach, -reach, reach, reach);
  return std::ranges::any_of(nodes, [&](QPointF node) { return room.contains(node); });
}

/// Returns how far from its place on a link a chip can reach, with a name or without.
double reachOf(const View& view) {
  return 2 * (kLongest + 1) * view.block_radius;
}

/// Returns whether messages under way can have names: of too many they would cover each other.
bool haveNames(const View& view, const Picture& picture) {
  return picture.state.moving.size() <= kMostWithNames &&
         static_cast<int>(kLetters * view.block_radius) >= picture.theme.smallest_label;
}

/// Returns the chips of messages under way that `seen` shows, those with names last; a name that
/// would meet another one, or that of a node, is left out.
std::vector<Chip> chipsOf(const View& view, const Picture& picture, const QRectF& seen) {
  const bool named_ones = haveNames(view, picture);
  const double reach = reachOf(view), around = reach + kNodeName * view.node_radius;
  const QRectF places = seen.adjusted(-reach, -reach, reach, reach);
  std::vector<QPointF> nodes;
  if (named_ones)
    for (const QPointF node : picture.layout().nodes())
      if (const QPointF at = view.map(node);
          places.adjusted(-around, -around, around, around).contains(at))
        nodes.push_back(at);
  std::vector<Chip> balls, named;
  for (const MovingMessage& moving : picture.state.moving) {
    const Trace::Message& m = messageOf(picture, moving);
    const QLineF place = placeOf(view, picture, m, moving);
    if (!places.contains(place.p1())) continue;
    Chip chip = chipAt(view, picture, m, place, named_ones);
    if (!seen.intersects(chip.rect)) continue;
    const auto meets = [&](const Chip& other) { return other.rect.intersects(chip.rect); };
    if (!chip.text.isEmpty() &&
        (std::ranges::any_of(named, meets) || coversNode(chip, view, nodes))) {
      const double r = view.block_radius;
      const QPointF centre = centreOf(chip.place, r, r, view.lane);
      chip.text.clear();
      chip.rect = QRectF(centre.x() - r, centre.y() - r, 2 * r, 2 * r);
    }
    (chip.text.isEmpty() ? balls : named).push_back(std::move(chip));
  }
  balls.insert(balls.end(), named.begin(), named.end());
  return balls;
}

/// Returns the chips that are painted.
std::vector<Chip> paintedChips(const View& view, const Picture& picture) {
  return chipsOf(view, picture, view.rect.adjusted(-40, -20, 40, 20));
}

}  // namespace

bool concernsFocus(const Picture& picture, const Trace::Message& m) {
  const Focus& f = picture.focus;
  if (f.message >= 0 && f.message == m.id) return true;
  if (f.block >= 0) return picture.stage.index().blocks().carries(m, f.block);
  if (f.rank >= 0) return m.source == f.rank || m.destination == f.rank;
  return f.message < 0;
}

QColor trailColour(const Picture& picture) {
  const BlockTable& blocks = picture.stage.index().blocks();
  return blended(picture.theme.background, blockColour(picture.theme, blocks, picture.focus.block),
                 kTrail);
}

/// Paints blocks; followed items are on top, and all others are pale then.
void paintBlocks(QPainter& painter, const View& view, const Picture& picture) {
  const std::vector<Chip> chips = paintedChips(view, picture);
  const auto& messages = picture.stage.index().trace().messages;
  for (const bool on_top : {false, true}) {
    painter.setOpacity(on_top ? 1 : 0.25);
    for (const Chip& chip : chips) {
      if (concernsFocus(picture, messages[static_cast<std::size_t>(chip.message)]) != on_top)
        continue;
      paintChip(painter, view, chip, chip.message == picture.focus.message, true, picture.theme);
    }
  }
  painter.setOpacity(1);
}

void paintMessage(QPainter& painter, const View& view, const Picture& picture,
                  const Trace::Message& message, const QLineF& place) {
  painter.setOpacity(concernsFocus(picture, message) ? 1 : 0.25);
  paintChip(painter, view, chipAt(view, picture, message, place),
            message.id == picture.focus.message, false, picture.theme);
  painter.setOpacity(1);
}

QPointF ballAt(const View& view, const Picture& picture, const Trace::Message& message,
               const MovingMessage& moving) {
  return chipAt(view, picture, message, placeOf(view, picture, message, moving)).rect.center();
}

std::int64_t movingAt(const View& view, const Picture& picture, QPointF pixel) {
  const double slack = std::max(0.0, 5 - view.block_radius);  // small ones are hard to hit
  const double reach = reachOf(view) + slack;
  const QRectF near(pixel.x() - reach, pixel.y() - reach, 2 * reach, 2 * reach);
  const bool far = std::ranges::none_of(picture.state.moving, [&](const auto& moving) {
    return near.contains(placeOf(view, picture, messageOf(picture, moving), moving).p1());
  });
  if (far) return -1;
  // Names that would cover others are left out; without names, each chip is independent.
  const std::vector<Chip> chips =
      haveNames(view, picture) ? paintedChips(view, picture) : chipsOf(view, picture, near);
  for (auto chip = chips.rbegin(); chip != chips.rend(); ++chip)
    if (chip->rect.adjusted(-slack, -slack, slack, slack).contains(pixel)) return chip->message;
  return -1;
}

}  // namespace orrery::viz::inline paint
