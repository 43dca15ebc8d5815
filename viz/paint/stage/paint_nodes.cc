#include <algorithm>
#include <cmath>

#include "viz/model/text/texts.h"
#include "viz/paint/lanes/causes_bar.h"
#include "viz/paint/stage/labels.h"
#include "viz/paint/stage/stage_painter.h"
#include "viz/paint/stage/stamp.h"

namespace orrery::viz::inline paint {
namespace {

constexpr int kNodeHalfTurn = 180 * 16;
constexpr double kLeastRimmed = 5;  ///< radius from which activity is shown on the rim
constexpr double kLeastRim = 1.2;
constexpr double kDigit = 0.72;  ///< height of a digit over that of its letters

RankState activityOf(const std::vector<int>& ranks, const FrameState& state) {
  RankState all;
  all.done = true;
  for (int r : ranks) {
    const RankState& s = state.ranks[static_cast<std::size_t>(r)];
    all.sending |= s.sending;
    all.receiving |= s.receiving;
    all.computing |= s.computing;
    all.done &= s.done;
  }
  return all;
}

QColor fillOf(const RankState& s, const Theme& theme) {
  if (s.computing) return theme.computing;
  return s.sending || s.receiving || s.done ? theme.node : theme.waiting_node;
}

/// Returns the name that stands within the disc of a host; empty if it stands below, or there is no
/// room.
QString nameWithin(const std::vector<int>& ranks, const Picture& picture, double radius) {
  const bool below = ranks.size() > 1 && picture.layout().roomBelow() > 0;
  const bool named = nameSize(radius, picture.theme.text_size, picture.theme) > 0;
  return below || !named ? QString() : ranksText(ranks);
}

/// Returns the width of the rim of a host, which gives way to the corners of its name.
double rimWidth(const QString& name, double radius, const Theme& theme) {
  const double most = std::min(theme.rim, radius / 3);
  if (name.isEmpty()) return most;
  const int size = nameSize(radius, theme.text_size, theme);
  const double corner = std::hypot(textWidth(name, size) / 2, kDigit * size / 2);
  return std::clamp(radius - corner - 1, std::min(kLeastRim, most), most);
}

/// Look of a host's disc: many hosts of a picture have the same.
struct Disc {
  double radius = 0, rim = 0, thin = 0;
  bool smooth = false;
  QRgb fill = 0, outline = 0, upper = 0, lower = 0;  ///< 0: none
  auto operator<=>(const Disc&) const = default;
};

/// Paints a disc with activity on its rim: sends on the upper half, receives on the lower half.
void paintDisc(QPainter& painter, QPointF centre, const Disc& disc) {
  const double r = disc.radius, width = disc.rim;
  const bool rim = r >= kLeastRimmed;
  const QRectF whole(centre.x() - r, centre.y() - r, 2 * r, 2 * r);
  const QRectF line = whole.adjusted(width / 2, width / 2, -width / 2, -width / 2);
  painter.setPen(rim ? QPen(QColor(disc.outline), disc.thin) : QPen(Qt::NoPen));
  painter.setBrush(QColor(disc.fill));
  painter.drawEllipse(whole);
  const auto half = [&](QRgb colour, int from) {
    if (colour == 0) return;
    painter.setPen(rim ? QPen(QColor(colour), width, Qt::SolidLine, Qt::FlatCap) : QPen(Qt::NoPen));
    painter.setBrush(QColor(colour));
    rim ? painter.drawArc(line, from, kNodeHalfTurn) : painter.drawPie(whole, from, kNodeHalfTurn);
  };
  half(disc.upper, 0);
  half(disc.lower, kNodeHalfTurn);
}

/// Paints a host too small for a disc: upper half sends, lower half receives.
void paintSmallHost(QPainter& painter, const QRectF& box, const RankState& activity,
                    const Theme& theme) {
  const bool busy = activity.sending || activity.receiving;
  const QColor rest = activity.computing ? theme.computing : busy ? theme.node : theme.node_rim;
  const QRectF upper(box.topLeft(), QSizeF(box.width(), box.height() / 2));
  painter.fillRect(upper, activity.sending ? theme.sending : rest);
  painter.fillRect(upper.translated(0, box.height() / 2),
                   activity.receiving ? theme.receiving : rest);
}

/// Paints the ranks of a host: one within its disc, several below it if there is room, in up to two
/// lines.
void paintRanks(QPainter& painter, const View& view, QPointF centre, const std::vector<int>& ranks,
                const QColor& colour, const Picture& picture, double hole) {
  const Theme& theme = picture.theme;
  const double r = view.node_radius;
  const double half = hole > 0 ? 0.9 * hole : r - std::min(theme.rim, r / 8);
  const int size = nameSize(r, theme.text_size, theme);
  QString text = ranksText(ranks);
  if (ranks.size() < 2 || picture.layout().roomBelow() <= 0)
    return paintLabel(painter, {centre.x() - half, centre.y() - half, 2 * half, 2 * half}, text,
                      size, colour, theme);
  const double side = 0.9 * view.scale * picture.layout().pitch();
  if (textWidth(text, size) > side) {
    text.replace(QStringLiteral("–"), QStringLiteral("–\n"));
    text.replace(QStringLiteral(", "), QStringLiteral(",\n"));
  }
  const double height = 1.2 * size * (1 + static_cast<double>(text.count(u'\n')));
  paintLabel(painter, {centre.x() - side / 2, centre.y() + r + 3, side, height}, text, size, colour,
             theme);
}

void paintHost(QPainter& painter, const View& view, QPointF centre, const std::vector<int>& ranks,
               const RankState& activity, const Picture& picture) {
  const Theme& theme = picture.theme;
  const double r = view.node_radius;
  const QRectF disc(centre.x() - r, centre.y() - r, 2 * r, 2 * r);
  if (r < theme.least_round && !ranks.empty())
    return paintSmallHost(painter, disc, activity, theme);
  QColor fill = ranks.empty() ? theme.background : fillOf(activity, theme);
  if (r < kLeastRimmed && !ranks.empty() && fill == theme.node) fill = theme.node_rim;
  const Disc look{.radius = r,
                  .rim = rimWidth(nameWithin(ranks, picture, r), r, theme),
                  .thin = theme.thin,
                  .smooth = painter.testRenderHint(QPainter::Antialiasing),
                  .fill = fill.rgb(),
                  .outline = theme.node_rim.rgb(),
                  .upper = activity.sending ? theme.sending.rgb() : 0,
                  .lower = activity.receiving ? theme.receiving.rgb() : 0};
  thread_local Stamps<Disc> discs;
  discs.put(painter, centre, r + theme.thin, look,
            [&](QPainter& to, QPointF at) { paintDisc(to, at, look); });
  const bool holds = ranks.size() == 1 && showsHoldings(view, picture);
  const double hole =
      holds ? paintHoldings(painter, view, picture, ranks.front(), centre, fillOf(activity, theme))
            : 0;
  const bool is_active = activity.sending || activity.receiving || activity.computing;
  const QColor text = is_active || (holds && hole <= 0) ? theme.text : theme.faint_text;
  paintRanks(painter, view, centre, ranks, text, picture, hole);
}

void paintRing(QPainter& painter, QPointF centre, double radius, const QPen& pen) {
  painter.setPen(pen);
  painter.setBrush(Qt::NoBrush);
  painter.drawEllipse(centre, radius, radius);
}

/// Returns whether one of the ranks holds (all or some of) the followed block; of a sum, more than
/// its own contribution, which all ranks have from the start.
bool holdsFollowed(const std::vector<int>& ranks, const Picture& picture) {
  const int column =
      picture.blocks == nullptr ? -1 : picture.blocks->column_of(picture.focus.block);
  if (column < 0) return false;
  const bool reduces = picture.stage.index().blocks().pieces().reduces();
  return std::any_of(ranks.begin(), ranks.end(), [&](int r) {
    const BlockState state = picture.blocks->at(r, column, picture.state.time).state;
    return state != BlockState::kAbsent && !(reduces && state == BlockState::kHeld);
  });
}

/// Returns the rank that the critical path stays with now.
int rankOfPath(const Picture& picture) {
  const int i = picture.stretch();
  return i < 0 ? -1 : picture.path->stretches()[static_cast<std::size_t>(i)].rank;
}

/// Returns whether one of the ranks is marked as right, or as wrong.
bool marks(const std::vector<int>& ranks, const Picture& picture, Marks::Things Marks::*which) {
  if (picture.answers == nullptr) return false;
  const std::vector<int>& marked = (picture.answers->*which).ranks;
  return std::ranges::any_of(ranks,
                             [&](int r) { return std::ranges::find(marked, r) != marked.end(); });
}

/// Paints rings around followed and stuck ranks, and around the place of the critical path.
void paintMarks(QPainter& painter, const View& view, QPointF centre, const std::vector<int>& ranks,
                const Picture& picture) {
  const Theme& theme = picture.theme;
  const double r = view.node_radius;
  if (holdsFollowed(ranks, picture)) {
    const QColor colour = blockColour(theme, picture.stage.index().blocks(), picture.focus.block);
    paintRing(painter, centre, r + 2.5, QPen(colour, 3));
  }
  const auto& stuck = picture.stuck;
  const bool waits = std::any_of(ranks.begin(), ranks.end(), [&](int rank) {
    return std::binary_search(stuck.begin(), stuck.end(), rank);
  });
  if (waits) paintRing(painter, centre, r + 3, QPen(theme.warning, 3, Qt::DotLine));
  if (std::find(ranks.begin(), ranks.end(), rankOfPath(picture)) != ranks.end()) {
    const auto i = static_cast<std::size_t>(picture.stretch());
    paintRing(painter, centre, r + 3,
              QPen(causeColour(theme, picture.path->stretches()[i].cause), 3.5));
  }
  if (marks(ranks, picture, &Marks::wrong))
    paintRing(painter, centre, r + 4, QPen(theme.warning, 4, Qt::DotLine));
  if (marks(ranks, picture, &Marks::right)) paintRing(painter, centre, r + 4, QPen(theme.right, 4));
  const bool followed = std::find(ranks.begin(), ranks.end(), picture.focus.rank) != ranks.end();
  if (followed) paintRing(painter, centre, r + 4.5, QPen(theme.focus, 2.4));
}

void paintSwitch(QPainter& painter, const View& view, QPointF centre, const Theme& theme) {
  const double r = kSwitchShare * view.node_radius;
  painter.setPen(QPen(theme.node_rim, theme.thin));
  painter.setBrush(theme.switch_node);
  painter.drawRoundedRect(QRectF(centre.x() - r, centre.y() - r, 2 * r, 2 * r), r / 3, r / 3);
}

}  // namespace

void paintRank(QPainter& painter, const View& view, const Picture& picture, int rank,
               QPointF centre) {
  const std::vector<int> ranks{rank};
  paintHost(painter, view, centre, ranks, activityOf(ranks, picture.state), picture);
  paintMarks(painter, view, centre, ranks, picture);
}

void paintNodes(QPainter& painter, const View& view, const Picture& picture) {
  const Theme& theme = picture.theme;
  const auto& positions = picture.layout().nodes();
  const auto& ranks = picture.stage.ranksOfHost();
  const QRectF seen = view.rect.adjusted(-30, -30, 30, 30);
  for (std::size_t n = 0; n < positions.size(); ++n) {
    const QPointF centre = view.map(positions[n]);
    if (!seen.contains(centre)) continue;
    if (n >= ranks.size()) {
      paintSwitch(painter, view, centre, theme);
      continue;
    }
    paintHost(painter, view, centre, ranks[n], activityOf(ranks[n], picture.state), picture);
    paintMarks(painter, view, centre, ranks[n], picture);
  }
}

}  // namespace orrery::viz::inline paint
