#include "viz/paint/stage/labels.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include <QFontMetricsF>
#include <QStaticText>

#include "viz/model/index/slow_down.h"
#include "viz/paint/caption.h"
#include "viz/paint/stage/stage_painter.h"

namespace orrery::viz::inline paint {

int nameSize(double radius, int most, const Theme& theme) {
  constexpr double kLeastNamed = 7.5;
  if (radius < kLeastNamed) return 0;
  return std::clamp(static_cast<int>(0.75 * radius), theme.smallest_label, most);
}

namespace {

constexpr std::size_t kMostKept = 4096;

/// A label that is laid out: that takes longer than painting it, and pictures repeat their labels.
struct LaidOut {
  QSizeF size;
  QStaticText text;
};

const LaidOut& laidOut(const QString& text, int pixels, bool bold = true) {
  thread_local std::map<std::tuple<int, bool, QString>, LaidOut> kept;
  if (kept.size() > kMostKept) kept.clear();
  const auto [found, anew] = kept.try_emplace({pixels, bold, text});
  if (!anew) return found->second;
  const QFont font = textFont(pixels, bold);
  const QFontMetricsF metrics(font);
  LaidOut& label = found->second;
  for (const QString& line : text.split(u'\n'))
    label.size = label.size.expandedTo({metrics.horizontalAdvance(line), metrics.height()});
  label.text.setText(text);
  label.text.setTextFormat(Qt::PlainText);
  label.text.prepare({}, font);
  return label;
}

}  // namespace

double textWidth(const QString& text, int pixels, bool bold) {
  return text.isEmpty() || pixels <= 0 ? 0 : laidOut(text, pixels, bold).size.width();
}

void paintLabel(QPainter& painter, const QRectF& rect, const QString& text, int pixels,
                const QColor& colour, const Theme& theme, bool bold) {
  if (text.isEmpty() || pixels < theme.smallest_label) return;
  const double width = textWidth(text, pixels, bold);
  const int size = width <= rect.width() ? pixels : static_cast<int>(pixels * rect.width() / width);
  if (size < theme.smallest_label) return;
  painter.setFont(textFont(size, bold));
  painter.setPen(colour);
  if (text.contains(u'\n')) return painter.drawText(rect, Qt::AlignCenter | Qt::TextDontClip, text);
  const LaidOut& label = laidOut(text, size, bold);
  const QPointF corner = rect.center() - QPointF(label.size.width(), label.size.height()) / 2;
  painter.drawStaticText(corner, label.text);
}

namespace {

constexpr double kBesideLink = 3;  ///< pixels between a message and the text of its link

/// Returns a box beside the messages at `middle` of a link, on the right-hand side of its direction.
QRectF boxBeside(const View& view, const QLineF& middle, QSizeF size) {
  const QPointF across(-middle.dy(), middle.dx());
  const double aside =
      (std::abs(across.x()) * size.width() + std::abs(across.y()) * size.height()) / 2 +
      view.block_radius + kBesideLink;
  QRectF box(QPointF(), size);
  box.moveCenter(middle.p1() + aside * across);
  if (const QRectF room = view.rect.adjusted(1, 1, -1, -1); room.contains(middle.p1())) {
    box.moveLeft(std::max(room.left(), std::min(box.left(), room.right() - size.width())));
    box.moveTop(std::max(room.top(), std::min(box.top(), room.bottom() - size.height())));
  }
  return box;
}

/// Returns the number of nodes that a box covers.
std::ptrdiff_t coveredNodes(const QRectF& box, const View& view, const Picture& picture) {
  const double r = view.node_radius;
  const QRectF room = box.adjusted(-r, -r, r, r);
  return std::ranges::count_if(picture.layout().nodes(),
                               [&](QPointF n) { return room.contains(view.map(n)); });
}

}  // namespace

void paintSharing(QPainter& painter, const View& view, const Picture& picture) {
  const auto& links = picture.state.links;
  const auto most = std::ranges::max_element(
      links, {}, [](const LinkState& l) { return std::tuple(l.sharing, l.load); });
  if (picture.by_load || most == links.end() || most->sharing < kLeastSlowDown) return;
  const Theme& theme = picture.theme;
  const QString text = sharingText(picture, *most);
  const QLineF middle = view.mapLane(picture.layout().link(most->link).at(0.5)).unitVector();
  const double width = textWidth(text, theme.small_size) + 10, height = 1.5 * theme.small_size;
  const QRectF own = boxBeside(view, middle, {width, height});
  const QRectF opposite = boxBeside(view, {middle.p2(), middle.p1()}, {width, height});
  const QRectF box =
      coveredNodes(opposite, view, picture) < coveredNodes(own, view, picture) ? opposite : own;
  painter.setPen(QPen(sharingColour(theme, most->sharing), 1.2));
  painter.setBrush(theme.background);
  painter.drawRoundedRect(box, 4, 4);
  paintLabel(painter, box, text, theme.small_size, theme.text, theme);
}

}  // namespace orrery::viz::inline paint
