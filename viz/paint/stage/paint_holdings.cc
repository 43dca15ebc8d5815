#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numbers>

#include "viz/paint/block_matrix.h"
#include "viz/paint/stage/stage_painter.h"
#include "viz/paint/stage/stamp.h"

namespace orrery::viz::inline paint {
namespace {

constexpr int kMostSectors = 32;
constexpr double kHole = 0.56;       ///< inner radius of the sectors, of the rank's
constexpr double kLeastHolding = 5;  ///< radius from which a rank shows its contents
constexpr double kLeastRing = 4;     ///< width of a ring
constexpr int kVeil = 90;            ///< opacity of the hole over the contents of small ranks
constexpr int kFullTurn = 360 * 16;

double outerRadius(double radius, const Theme& theme) {
  return radius - std::min(theme.rim, radius / 6) - 0.8;
}

/// Returns whether a rank is too small for its number and a ring around it that can be seen: its contents reach behind
/// its number.
bool isSmall(double radius, const Theme& theme) {
  return radius < kHoldingRadius * theme.smallest_label ||
         outerRadius(radius, theme) - kHole * radius < kLeastRing;
}

/// A ring around the number of a rank, from the hole to its rim. Draws around (0, 0) as long as it exists: equal parts of
/// ranks are equal texts in an SVG then.
class HoldingRing {
 public:
  HoldingRing(QPainter& painter, QPointF centre, double radius, const Theme& theme)
      : painter_(painter),
        theme_(theme),
        outer_(outerRadius(radius, theme)),
        inner_(kHole * radius),
        is_small_(isSmall(radius, theme)) {
    painter_.save();
    painter_.translate(centre);
  }
  ~HoldingRing() { painter_.restore(); }
  Q_DISABLE_COPY_MOVE(HoldingRing)

  /// Fills a sector of the ring, clockwise from the top, from the hole outwards.
  void fill(double from, double to, double outwards, const QColor& colour) const {
    if (to <= from) return;
    const double least = is_small_ ? 0 : inner_, r = least + (outer_ - least) * outwards;
    painter_.setPen(Qt::NoPen);
    painter_.setBrush(colour);
    painter_.drawPie(QRectF(-r, -r, 2 * r, 2 * r), turn(from), turn(to) - turn(from));
  }
  void separate(int sectors) const {
    painter_.setPen(QPen(theme_.node, sectors > 16 ? 0.7 : 1.2));
    for (int i = 0; i < sectors && sectors > 1 && !is_small_; ++i) {
      const double angle = 2 * std::numbers::pi * i / sectors;
      const QPointF way(std::sin(angle), -std::cos(angle));
      painter_.drawLine(inner_ * way, outer_ * way);
    }
  }
  void outline(QColor hole) const {
    painter_.setPen(is_small_ ? QPen(Qt::NoPen) : QPen(theme_.node_rim, 0.8));
    painter_.setBrush(Qt::NoBrush);
    painter_.drawEllipse(QPointF(), outer_, outer_);
    if (is_small_) hole.setAlpha(kVeil);
    painter_.setBrush(hole);
    painter_.drawEllipse(QPointF(), inner_, inner_);
  }

 private:
  static int turn(double share) {
    return static_cast<int>(std::lround(kFullTurn * (0.25 - share)));
  }

  QPainter& painter_;
  const Theme& theme_;
  double outer_, inner_;
  bool is_small_;
};

/// Returns the blocks of messages under way to a rank, with their progress.
std::map<int, double> arrivingAt(int rank, const Picture& picture) {
  const TraceIndex& index = picture.stage.index();
  std::map<int, double> arriving;
  for (const MovingMessage& moving : picture.state.moving) {
    const MessageEvent& m = index.trace().messages[static_cast<std::size_t>(moving.message)];
    if (m.destination != rank) continue;
    for (const BlockRange& range : index.blocks().of(m))
      for (int b = range.first; b <= range.last; ++b)
        arriving[b] = std::max(arriving[b], moving.progress);
  }
  return arriving;
}

void paintSectors(const HoldingRing& ring, int rank, const Picture& picture) {
  const BlockHistory& history = *picture.blocks;
  const int n = history.columns();
  const std::map<int, double> arriving = arrivingAt(rank, picture);
  for (int i = 0; i < n; ++i) {
    const double from = static_cast<double>(i) / n, to = static_cast<double>(i + 1) / n;
    const Holding holding = history.at(rank, i, picture.state.time);
    ring.fill(from, to, 1, cellColour(picture.theme, holding, history.ranks()));
    const auto found = arriving.find(history.block(i));
    if (found != arriving.end()) ring.fill(from, to, found->second, picture.theme.receiving);
  }
  ring.separate(n);
}

/// Shares of a ring: of complete blocks, then of blocks that the rank has in part, or for others.
struct Shares {
  static constexpr std::array kStates{BlockState::kFinal, BlockState::kPartial, BlockState::kHeld,
                                      BlockState::kAbsent};
  double radius = 0, rim = 0;
  bool smooth = false, small = false;
  std::array<int, kStates.size()> blocks{};
  std::array<QRgb, kStates.size()> colours{};
  QRgb hole = 0, outline = 0;
  auto operator<=>(const Shares&) const = default;
};

Shares sharesOf(int rank, const Picture& picture) {
  const BlockHistory& history = *picture.blocks;
  Shares shares;
  const std::array contributions{history.ranks(), history.ranks() / 2, 1, 0};
  for (int c = 0; c < history.columns(); ++c) {
    const BlockState state = history.at(rank, c, picture.state.time).state;
    ++shares.blocks.at(static_cast<std::size_t>(std::ranges::find(Shares::kStates, state) -
                                                Shares::kStates.begin()));
  }
  for (std::size_t i = 0; i < contributions.size(); ++i)
    shares.colours[i] =
        cellColour(picture.theme, {Shares::kStates[i], contributions[i]}, history.ranks()).rgb();
  return shares;
}

/// Paints shares from the last one on, each from the top: the last of them is often the same for all ranks and times.
void paintShares(const HoldingRing& ring, const Shares& shares, int columns) {
  int to = columns;
  for (std::size_t i = shares.blocks.size(); i-- > 0; to -= shares.blocks[i])
    if (shares.blocks[i] > 0)
      ring.fill(0, static_cast<double>(to) / columns, 1, QColor(shares.colours[i]));
}

}  // namespace

bool showsHoldings(const View& view, const Picture& picture) {
  return picture.blocks != nullptr && picture.blocks->columns() > 0 &&
         view.node_radius >= kLeastHolding;
}

double paintHoldings(QPainter& painter, const View& view, const Picture& picture, int rank,
                     QPointF centre, const QColor& hole) {
  const double r = view.node_radius;
  const bool small = isSmall(r, picture.theme);
  const double within = small ? 0 : kHole * r;
  const int columns = picture.blocks->columns();
  if (columns <= kMostSectors) {
    const HoldingRing ring(painter, centre, r, picture.theme);
    paintSectors(ring, rank, picture);
    ring.outline(hole);
    return within;
  }
  Shares shares = sharesOf(rank, picture);
  shares.radius = r, shares.rim = picture.theme.rim, shares.small = small;
  shares.smooth = painter.testRenderHint(QPainter::Antialiasing);
  shares.hole = hole.rgb(), shares.outline = picture.theme.node_rim.rgb();
  thread_local Stamps<Shares> rings;
  rings.put(painter, centre, r, shares, [&](QPainter& to, QPointF at) {
    const HoldingRing ring(to, at, r, picture.theme);
    paintShares(ring, shares, columns);
    ring.outline(hole);
  });
  return within;
}

}  // namespace orrery::viz::inline paint
