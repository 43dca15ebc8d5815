#include "viz/widgets/views/stage_view.h"

#include <cmath>

#include <QMouseEvent>
#include <QPainter>
#include <QWheelEvent>

#include "viz/model/text/communication_text.h"
#include "viz/model/text/round_text.h"
#include "viz/model/text/texts.h"
#include "viz/model/text/why_text.h"

namespace orrery::viz::inline widgets {
namespace {
constexpr int kDrag = 4;             ///< pixels that make a click a drag
constexpr double kNearPitch = 74;    ///< pixels between neighbours when one goes to a rank
constexpr double kTurnPixels = 900;  ///< of dragging for a whole turn
}  // namespace

StageView::StageView(Session& session, QWidget* parent)
    : SpokenView(tr("Network"), parent), session_(session) {
  setMinimumSize(150, 120);
  setAttribute(Qt::WA_OpaquePaintEvent);
  connect(&session, &Session::runChanged, this, [this] {
    turned_.reset();
    turn_ = 0;
    draw();
    fit();
  });
  connect(&session, &Session::runCompleted, this, &StageView::draw);
  connect(&session, &Session::extentChanged, this, &StageView::draw);
  connect(&session, &Session::frameChanged, this, &StageView::refresh);
  connect(&session, &Session::pathChanged, this, &StageView::refresh);
  connect(&session, &Session::focusChanged, this,
          [this] { session_.focus().block == drawn_block_ ? refresh() : draw(); });
}

void StageView::showCommunication(bool shown) {
  if (shown == shows_communication_) return;
  shows_communication_ = shown;
  if (shown) shows_map_ = false;
  draw();
  fit();
}

/// Makes the drawing. It depends on the run and on the followed block, which leaves a trail and may
/// have its own tree.
void StageView::draw() {
  drawing_.reset();
  layer_.clear();
  told_round_.reset();
  drawn_block_ = session_.focus().block;
  trail_.clear();
  if (session_.hasPicture()) {
    const TraceIndex& index = session_.run()->stage->index();
    trail_ = index.carriersOf(drawn_block_);
    if (shows_communication_) drawing_ = makeDrawing(index, drawn_block_);
  }
  refresh();
}

/// Returns the description of the frame's round.
const QString& StageView::roundLine() {
  const int round = session_.frame().round;
  if (told_round_ != round) {
    const FinishedRun& run = *session_.run();
    round_line_ = roundText(run.stage->index(), round, run.result.spec.bytes);
    if (session_.isFrozen()) round_line_ += QStringLiteral("  ") + tr("What happens next?");
    told_round_ = round;
  }
  return round_line_;
}

void StageView::setTheme(const Theme& theme) {
  layer_.clear();
  SpokenView::setTheme(theme);
}

QString StageView::spokenText() const {
  QString text = spokenNetwork(session_);
  if (!drawing_) return text;
  return text + u'\n' +
         communicationText(drawing_->communication, session_.run()->stage->index().blocks());
}

QRectF StageView::networkRect() const {
  const LegendMarks marks = session_.hasPicture() ? marksOf(picture()) : LegendMarks();
  return stageRect(rect(), theme(), marks);
}

void StageView::setPort(const ViewPort& port) {
  update();
  if (port == port_) return;
  port_ = port;
  emit portChanged();
}

void StageView::setHighlighted(std::vector<LinkId> links) {
  compared_ = true;
  highlighted_ = std::move(links);
  update();
}

void StageView::showLoad(bool shown) {
  shows_load_ = shown;
  update();
}

void StageView::showLinkMap(bool shown) {
  shows_map_ = shown;
  if (shown) showCommunication(false);
  update();
}

/// Returns the place of the followed rank, link or message in the plane of the layout; nothing if
/// none is followed.
std::optional<QPointF> StageView::placeOfFocus() const {
  const Focus& focus = session_.focus();
  const Stage& stage = *session_.run()->stage;
  int rank = focus.rank;
  if (focus.message >= 0)
    rank = stage.index().trace().messages[static_cast<std::size_t>(focus.message)].source;
  if (rank >= 0) {
    const NodeId host = stage.network().host_of[static_cast<std::size_t>(rank)];
    return picture().layout().nodes()[static_cast<std::size_t>(host)];
  }
  if (focus.link >= 0) return picture().layout().link(focus.link).at(0.5).p1();
  return std::nullopt;
}

void StageView::showNeighbourhood() {
  if (!session_.hasPicture()) return;
  const std::optional<QPointF> place = placeOfFocus();
  if (!place || drawing_) return;
  showLinkMap(false);
  const Layout& layout = picture().layout();
  const View whole = fitView(layout, networkRect(), theme());
  const double zoom = std::max(1.0, kNearPitch / (whole.scale * layout.pitch()));
  port_ = {zoom, {}};
  if (zoom > 1) setPort({zoom, networkRect().center() - view().map(*place)});
  update();
  emit portChanged();
}

void StageView::turn(double by) {
  if (!session_.hasPicture()) return;
  const auto& topology = session_.run()->stage->network().topology;
  if (!isStack(*topology)) return;
  turn_ += by;
  turned_ = makeStackLayout(topology, turn_);
  layer_.clear();
  update();
}

Picture StageView::picture() const {
  const FinishedRun& run = *session_.run();
  return {.stage = *run.stage,
          .state = session_.frame(),
          .theme = theme(),
          .focus = session_.focus(),
          .blocks = run.blocks.get(),
          .stuck = run.result.waiting_ranks,
          .waits = run.result.waits,
          .compared = compared_,
          .highlighted = highlighted_,
          .turned = turned_.get(),
          .drawing = drawing_ ? &*drawing_ : nullptr,
          .path = session_.path(),
          .answers = &session_.answers(),
          .by_load = shows_load_,
          .map = shows_map_,
          .trail = trail_,
          .layer = &layer_};
}

View StageView::view() const {
  return viewOf(picture(), networkRect(), port_);
}

void StageView::paintEvent(QPaintEvent* /*event*/) {
  QPainter painter(this);
  if (!session_.hasPicture()) return painter.fillRect(rect(), theme().background);
  const RunSpec& spec = session_.run()->result.spec;
  const QString title = heading_.isEmpty() ? runTitle(spec) : heading_ + u' ' + runTitle(spec);
  paintScene(painter, rect(), picture(), {title, runDetails(spec), roundLine()}, port_);
  paintFocus(painter);
}

/// Describes a node, its activity, and its wait if it has one rank.
QString StageView::waitingText(NodeId node) const {
  const Stage& stage = *session_.run()->stage;
  QString text = nodeText(stage, session_.frame(), node);
  const auto& hosts = stage.ranksOfHost();
  const auto n = static_cast<std::size_t>(node);
  if (n >= hosts.size() || hosts[n].size() != 1) return text;
  const QString wait = waitText(session_, hosts[n].front(), session_.frame().time);
  return wait.isEmpty() ? text : text + u'\n' + wait;
}

QString StageView::textAt(QPointF pixel) const {
  if (!session_.hasPicture()) return {};
  const Stage& stage = *session_.run()->stage;
  const Hit hit = hitAt(view(), picture(), pixel);
  if (hit.message >= 0) return messageText(stage.index(), hit.message);
  if (hit.rank >= 0)
    return waitingText(stage.network().host_of[static_cast<std::size_t>(hit.rank)]);
  if (hit.node >= 0) return waitingText(hit.node);
  if (hit.link >= 0) return linkText(stage, session_.frame(), hit.link);
  return {};
}

/// Follows the thing under a pixel. A second click on the same thing stops following it; a host of
/// several ranks offers one after another.
void StageView::follow(QPointF pixel) {
  if (!session_.hasPicture()) return;
  const Stage& stage = *session_.run()->stage;
  const Hit hit = hitAt(view(), picture(), pixel);
  Focus focus;
  if (hit.message >= 0) {
    const Trace::Message& m = stage.index().trace().messages[static_cast<std::size_t>(hit.message)];
    focus.message = hit.message;
    const BlockTable& blocks = stage.index().blocks();
    if (blocks.known(m) && !blocks.of(m).empty()) focus.block = blocks.of(m).front().first;
  } else if (hit.rank >= 0) {
    focus.rank = hit.rank;
  } else if (hit.node >= 0) {
    focus.rank = stage.rankAfter(hit.node, session_.focus().rank);
  } else {
    focus.link = hit.link;
  }
  session_.pick(focus);
}

void StageView::zoomAround(double factor, QPointF fixed) {
  setPort(zoomed(port_, networkRect(), factor, fixed));
}

void StageView::wheelEvent(QWheelEvent* event) {
  zoomAround(std::pow(1.2, event->angleDelta().y() / 120.0), event->position());
  event->accept();
}

void StageView::mousePressEvent(QMouseEvent* event) {
  pressed_ = grip_ = event->position();
  dragged_ = false;
}

void StageView::mouseMoveEvent(QMouseEvent* event) {
  if (event->buttons() == Qt::NoButton) return;
  dragged_ |= (event->position() - pressed_).manhattanLength() > kDrag;
  if (!dragged_) return;
  const QPointF moved = event->position() - grip_;
  grip_ = event->position();
  if (event->buttons().testFlag(Qt::RightButton)) return turn(moved.x() / kTurnPixels);
  setPort({port_.zoom, port_.shift + moved});
}

void StageView::mouseReleaseEvent(QMouseEvent* event) {
  if (event->button() == Qt::LeftButton && !dragged_) follow(event->position());
}

void StageView::mouseDoubleClickEvent(QMouseEvent* event) {
  if (!session_.hasPicture() || !showsMap(view(), picture())) return fit();
  Focus focus;
  focus.link = hitAt(view(), picture(), event->position()).link;
  session_.setFocus(focus);
  showNeighbourhood();
}

}  // namespace orrery::viz::inline widgets
