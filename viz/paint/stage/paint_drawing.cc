#include <algorithm>
#include <map>

#include "viz/model/text/communication_text.h"
#include "viz/model/text/words.h"
#include "viz/paint/lanes/causes_bar.h"
#include "viz/paint/stage/stage_painter.h"
#include "viz/paint/theme.h"

namespace orrery::viz::inline paint {
namespace {

constexpr double kArrow = 7;   ///< length of an arrowhead in pixels, or a third of a short line
constexpr double kDot = 0.28;  ///< a rank in a later row, of its radius
constexpr double kPathUnderEdges = 7;  ///< pixels: width of the critical path under its messages

/// Returns the progress of each message under way, 0 .. 1: over two paths, on the whole.
std::map<std::int64_t, double> progressOf(const FrameState& state) {
  std::map<std::int64_t, double> progress;
  for (const MovingMessage& moving : state.moving) {
    const auto [it, added] = progress.emplace(moving.message, moving.progress);
    if (!added) it->second = (it->second + moving.progress) / 2;
  }
  return progress;
}

/// Returns the line from rim to rim.
QLineF lineOf(const View& view, const Diagram& d, const Diagram::Edge& edge, double trim) {
  const QPointF from = view.map(d.nodes[static_cast<std::size_t>(edge.from)].at);
  const QPointF to = view.map(d.nodes[static_cast<std::size_t>(edge.to)].at);
  QLineF line(from, to);
  const double hidden = std::min(0.45, trim / std::max(line.length(), 1e-9));
  return {line.pointAt(hidden), line.pointAt(1 - hidden)};
}

void paintArrow(QPainter& painter, const QLineF& line) {
  painter.drawLine(line);
  const double length = line.length(), head = std::min(kArrow, length / 3);
  if (length < 1) return;
  const QPointF along = (line.p2() - line.p1()) / length, across(-along.y(), along.x());
  painter.drawLine(line.p2(), line.p2() - head * along + 0.5 * head * across);
  painter.drawLine(line.p2(), line.p2() - head * along - 0.5 * head * across);
}

class Drawer {
 public:
  Drawer(QPainter& painter, const View& view, const Picture& picture)
      : painter_(painter),
        view_(view),
        picture_(picture),
        d_(picture.drawing->diagram),
        rounds_(picture.drawing->communication.kind == Communication::Kind::kRounds),
        progress_(progressOf(picture.state)) {}

  /// Paints under the edges the messages of the critical path, and in the colour of its cause the present
  /// stretch.
  void path() {
    if (picture_.path == nullptr) return;
    const int now = picture_.stretch();
    const std::int64_t awaited = now < 0 ? -1 : picture_.path->message(now);
    for (const Diagram::Edge& edge : d_.edges) {
      const bool seen = message(edge.message).start <= picture_.state.time;
      if (edge.message != awaited && !(seen && picture_.path->has(edge.message))) continue;
      painter_.setPen(QPen(edge.message == awaited ? colourOfStretch(now) : picture_.theme.path,
                           kPathUnderEdges, Qt::SolidLine, Qt::RoundCap));
      painter_.drawLine(lineOf(view_, d_, edge, trim()));
    }
  }

  void edges() {
    for (const Diagram::Edge& edge : d_.edges) {
      const Trace::Message& m = message(edge.message);
      if (m.start > picture_.state.time) continue;
      const bool moves = progress_.contains(m.id);
      const Theme& theme = picture_.theme;
      QColor colour = moves ? theme.accent : theme.faint_text;
      if (!concernsFocus(picture_, m)) colour.setAlphaF(0.25F);
      painter_.setPen(
          QPen(colour, moves ? theme.flow_width : 1.4 * theme.thin, Qt::SolidLine, Qt::RoundCap));
      const QLineF line = lineOf(view_, d_, edge, trim());
      moves ? painter_.drawLine(line) : paintArrow(painter_, line);
    }
  }

  void ranks() {
    for (const Diagram::Node& node : d_.nodes) {
      const QPointF at = view_.map(node.at);
      if (!rounds_ || node.part == 0) {
        paintRank(painter_, view_, picture_, node.rank, at);
        continue;
      }
      painter_.setPen(Qt::NoPen);
      painter_.setBrush(picture_.theme.node_rim);
      painter_.drawEllipse(at, kDot * view_.node_radius, kDot * view_.node_radius);
    }
  }

  /// Paints messages under way on their edges, in every tree that they belong to.
  void messages() {
    for (const Diagram::Edge& edge : d_.edges) {
      if (const auto moving = progress_.find(edge.message); moving != progress_.end()) {
        const QLineF line = lineOf(view_, d_, edge, view_.node_radius + view_.block_radius);
        const QPointF at = line.pointAt(moving->second);
        paintMessage(painter_, view_, picture_, message(edge.message),
                     QLineF(at, at + (line.p2() - line.p1())).unitVector());
      }
    }
  }

 private:
  const Trace::Message& message(std::int64_t id) const {
    return picture_.stage.index().trace().messages[static_cast<std::size_t>(id)];
  }
  QColor colourOfStretch(int i) const {
    return causeColour(picture_.theme,
                       picture_.path->stretches()[static_cast<std::size_t>(i)].cause);
  }
  /// Returns the pixels of an edge that its ranks cover at each end.
  double trim() const { return rounds_ ? 2 + kDot * view_.node_radius : view_.node_radius + 3; }

  QPainter& painter_;
  const View& view_;
  const Picture& picture_;
  const Diagram& d_;
  bool rounds_;
  std::map<std::int64_t, double> progress_;
};

/// Paints the description of the drawing, and over each tree its blocks.
void paintWords(QPainter& painter, const View& view, const Picture& picture) {
  const Theme& theme = picture.theme;
  const auto& [communication, diagram] = *picture.drawing;
  const BlockTable& blocks = picture.stage.index().blocks();
  painter.setFont(textFont(theme.small_size));
  painter.setPen(theme.faint_text);
  const double high = drawingHeadHeight(theme);
  const QRectF head(view.rect.left() + 8, view.rect.top() - high, view.rect.width() - 16, high);
  painter.drawText(head, Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap,
                   picture.stage.index().goesOn() && diagram.edges.empty()
                       ? Words::tr("No message has been sent yet.")
                       : communicationText(communication, blocks));
  for (std::size_t i = 0; i < diagram.parts.size(); ++i) {
    const QRectF& part = diagram.parts[i];
    const QPointF top = view.map({part.center().x(), part.top()});
    const double wide = view.scale * (part.width() + 1);
    painter.drawText(QRectF(top.x() - wide / 2, top.y() - view.node_radius - 24, wide, 18),
                     Qt::AlignHCenter | Qt::AlignBottom | Qt::TextDontClip,
                     treeText(communication.trees[i], blocks));
  }
}

}  // namespace

double drawingHeadHeight(const Theme& theme) {
  return 3.2 * theme.small_size;
}

void paintDrawing(QPainter& painter, const View& view, const Picture& picture) {
  painter.setClipRect(view.rect.adjusted(0, -drawingHeadHeight(picture.theme), 0, 0));
  Drawer drawer(painter, view, picture);
  drawer.path();
  drawer.edges();
  drawer.ranks();
  drawer.messages();
  paintWords(painter, view, picture);
}

}  // namespace orrery::viz::inline paint
