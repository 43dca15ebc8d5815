#include "viz/paint/files/run_picture.h"

#include <algorithm>
#include <cmath>

#include "scenarios/teaching/forms.h"
#include "viz/model/run/runners.h"
#include "viz/model/text/round_text.h"
#include "viz/model/text/texts.h"
#include "viz/paint/block_matrix.h"
#include "viz/paint/lanes/causes_bar.h"
#include "viz/paint/lanes/lanes.h"
#include "viz/paint/stage/path_lanes.h"

namespace orrery::viz::inline paint {
namespace {

constexpr double kBlocksShare = 0.38, kMoreBlocksShare = 0.6;
constexpr double kMostOfPage = 0.55;  ///< of the width of a page's picture, for one of two parts
constexpr double kLeastBlocksWidth = 260;
constexpr double kLanesShare = 0.42;
constexpr double kCausesMargin = 4;  ///< above and below the bar of causes

Frames::Target lineTarget(const std::string& name, const QLineF& line) {
  return {"link", name, {line.x1(), line.y1(), line.x2(), line.y2()}};
}

}  // namespace

RunPicture::RunPicture(const FinishedRun& run, std::string_view layout, const Focus& focus)
    : run_(run),
      timeline_(layout == "timeline" || layout == "why"),
      blocks_share_(layout == "blocks" ? kMoreBlocksShare : kBlocksShare),
      map_(layout == "map"),
      focus_(focus),
      trail_(run.stage->index().carriersOf(focus.block)) {
  const TraceIndex& index = run.stage->index();
  if (timeline_ && foldsLanes(index)) folds_ = std::make_shared<const LaneFolds>(index);
  if (layout == "tree") drawing_ = makeDrawing(index, focus.block);
  if (layout == "why" && run.isMeasured() && !run.goesOn())
    path_ = pathOf(run.result.spec, *run.stage);
}

void RunPicture::fitPage() {
  still_ = !drawing_;
  blocks_share_ = std::clamp(blocks_share_, 1 - kMostOfPage, kMostOfPage);
}

RunPicture::Parts RunPicture::partsOf(const QRectF& whole, const Theme& theme) const {
  QRectF area = whole, causes;
  if (path_) {
    causes = whole;
    causes.setTop(
        std::floor(whole.bottom() - causesHeight(path_->times(), theme) - 2 * kCausesMargin));
    area.setBottom(causes.top());
  }
  Parts parts{area, {}, {}, causes};
  if (timeline_) {
    parts.lanes = area;
    parts.lanes.setTop(area.bottom() - std::floor(kLanesShare * area.height()));
    parts.stage.setBottom(parts.lanes.top());
    return parts;
  }
  const double width = run_.blocks ? std::floor(blocks_share_ * area.width()) : 0;
  if (width < kLeastBlocksWidth) return parts;
  parts.stage.setWidth(area.width() - width);
  parts.blocks = QRectF(parts.stage.right(), area.top(), width, area.height());
  return parts;
}

Picture RunPicture::pictureOf(const FrameState& state, const Theme& theme) const {
  return {.stage = *run_.stage,
          .state = state,
          .theme = theme,
          .focus = focus_,
          .blocks = run_.blocks.get(),
          .stuck = run_.result.waiting_ranks,
          .waits = run_.result.waits,
          .drawing = drawing_ ? &*drawing_ : nullptr,
          .path = path_.get(),
          .map = map_,
          .still = still_,
          .trail = trail_};
}

void RunPicture::paintTimeline(QPainter& painter, const QRectF& area, Time t,
                               const Theme& theme) const {
  const TraceIndex& index = run_.stage->index();
  const LaneScale scale = folds_ ? foldedLanes(area, index.end(), folds_, theme)
                                 : wholeLanes(area, index.end(), index.network().ranks(), theme);
  paintLanes(painter, area, index, scale, theme);
  if (path_) paintPathOverLanes(painter, *path_, scale, path_->at(t), theme);
  paintLaneCursor(painter, index, scale, t, focus_, theme);
}

/// Paints the bar of causes and marks the cause of this moment.
void RunPicture::paintCausesOf(QPainter& painter, const QRectF& area,
                               const Picture& picture) const {
  const int now = picture.stretch();
  std::optional<Cause> cause;
  if (now >= 0) cause = path_->stretches()[static_cast<std::size_t>(now)].cause;
  painter.fillRect(area, picture.theme.background);
  painter.setPen(QPen(picture.theme.border, 1));
  painter.drawLine(area.topLeft(), area.topRight());
  paintCauses(painter, area.adjusted(0, kCausesMargin, 0, -kCausesMargin), path_->times(), cause,
              picture.theme);
}

void RunPicture::paint(QPainter& painter, const QRectF& area, Time t, const Theme& theme) const {
  const TraceIndex& index = run_.stage->index();
  const Parts parts = partsOf(area, theme);
  if (!parts.blocks.isEmpty()) {
    paintBlockMatrix(painter, parts.blocks, *run_.blocks, index.blocks(), t,
                     spanAt(index.rounds(), t, index.end()), focus_, theme);
    painter.setPen(QPen(theme.border, 1));
    painter.drawLine(parts.blocks.topLeft(), parts.blocks.bottomLeft());
  }
  if (!parts.lanes.isEmpty()) paintTimeline(painter, parts.lanes, t, theme);
  const RunSpec& spec = run_.result.spec;
  const FrameState state = stateAt(index, t);
  const Picture picture = pictureOf(state, theme);
  paintScene(painter, parts.stage, picture,
             {runTitle(spec), runDetails(spec), roundText(index, state.round, spec.bytes)});
  if (path_) paintCausesOf(painter, parts.causes, picture);
}

void RunPicture::addRanks(std::vector<Frames::Target>& targets, const View& view,
                          const Picture& picture) const {
  const auto add = [&](int rank, QPointF at) {
    const QPointF centre = view.map(at);
    targets.push_back(
        {"rank", text_of(rank), {centre.x(), centre.y(), std::max(view.node_radius, 8.0), 0}});
  };
  if (picture.drawing != nullptr) {
    for (const Diagram::Node& node : picture.drawing->diagram.nodes)
      if (node.part == 0) add(node.rank, node.at);
    return;
  }
  const auto& hosts = picture.stage.ranksOfHost();
  for (std::size_t host = 0; host < hosts.size(); ++host)
    if (hosts[host].size() == 1) add(hosts[host].front(), picture.layout().nodes()[host]);
}

void RunPicture::addLinks(std::vector<Frames::Target>& targets, const View& view) const {
  const Layout& layout = run_.stage->layout();
  for (LinkId id = 0; id < layout.topology().link_count(); ++id) {
    const LinkShape shape = layout.link(id);
    const std::string name = teaching::link_name(layout.topology(), id);
    for (int i = 0; i < shape.count; ++i)
      targets.push_back(
          lineTarget(name, view.mapLane(shape.segments[static_cast<std::size_t>(i)])));
  }
}

void RunPicture::addBlocks(std::vector<Frames::Target>& targets, const QRectF& area,
                           const Theme& theme) const {
  const BlockHistory& history = *run_.blocks;
  const MatrixScale scale = matrixScale(area, history, theme);
  for (int column = 0; column < history.columns(); ++column) {
    const QRectF whole = scale.cell(0, column) | scale.cell(scale.ranks - 1, column);
    targets.push_back({"block",
                       block_name(run_.stage->index().blocks(), history.block(column)),
                       {whole.x(), whole.y(), whole.width(), whole.height()}});
  }
}

std::vector<QRectF> RunPicture::columns(const QRectF& area, const Theme& theme) const {
  const Parts parts = partsOf(area, theme);
  if (parts.blocks.isEmpty()) return {parts.stage};
  return {parts.stage, parts.blocks};
}

std::vector<Frames::Target> RunPicture::targets(const QRectF& area, const Theme& theme) const {
  std::vector<Frames::Target> targets;
  const Parts parts = partsOf(area, theme);
  const FrameState state = stateAt(run_.stage->index(), Time{0});
  const Picture picture = pictureOf(state, theme);
  const View view = viewOf(picture, stageRect(parts.stage, theme, marksOf(picture)));
  if (showsMap(view, picture)) return targets;
  if (!drawing_) addLinks(targets, view);
  addRanks(targets, view, picture);
  if (!parts.blocks.isEmpty()) addBlocks(targets, parts.blocks, theme);
  return targets;
}

}  // namespace orrery::viz::inline paint
