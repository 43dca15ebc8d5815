#pragma once

#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include <QPainter>
#include <QRectF>

#include "scenarios/report/plot/plot.h"
#include "viz/model/index/lane_folds.h"
#include "viz/model/index/path_index.h"
#include "viz/model/layout/diagram.h"
#include "viz/model/run/finished_run.h"
#include "viz/model/run/focus.h"
#include "viz/paint/stage/stage_painter.h"
#include "viz/paint/theme.h"

namespace orrery::viz::inline paint {

/// A picture of a run as in the window: the network and, if known and if there is room, the blocks
/// beside it.
class RunPicture {
 public:
  /// Creates a picture of a run, which must outlive it. Layouts: network; tree, the communication
  /// instead of the network; blocks, with more room for them; map, with a tile for each link;
  /// timeline, with the timeline below instead of the blocks; why, as timeline, with the critical
  /// path and its causes, for which it repeats the run. REQUIRES run.hasPicture().
  explicit RunPicture(const FinishedRun& run, std::string_view layout = "network",
                      const Focus& focus = {});

  void paint(QPainter& painter, const QRectF& area, Time t, const Theme& theme) const;
  /// Prepares pictures of a page: without the balls of messages, which a script moves over them (see flights.h; not of
  /// drawings), and with parts whose letters can be read on a phone, where each part has the whole width.
  void fitPage();
  /// Returns the parts of a picture: the network and, where they are shown beside it, the blocks.
  std::vector<QRectF> columns(const QRectF& area, const Theme& theme) const;
  /// Calls f(view, picture) of the network at a moment.
  template <class F>
  void withStage(const QRectF& area, Time t, const Theme& theme, F&& f) const {
    const FrameState state = stateAt(run_.stage->index(), t);
    const Picture picture = pictureOf(state, theme);
    f(viewOf(picture, stageRect(partsOf(area, theme).stage, theme, marksOf(picture))), picture);
  }
  /// Returns where ranks, links and blocks lie that are large enough to be pointed at, in the order in which they
  /// are found.
  std::vector<Frames::Target> targets(const QRectF& area, const Theme& theme) const;

 private:
  /// Rectangles of its parts; empty for a missing part.
  struct Parts {
    QRectF stage, blocks, lanes, causes;
  };
  Parts partsOf(const QRectF& area, const Theme& theme) const;
  Picture pictureOf(const FrameState& state, const Theme& theme) const;
  void paintTimeline(QPainter& painter, const QRectF& area, Time t, const Theme& theme) const;
  void paintCausesOf(QPainter& painter, const QRectF& area, const Picture& picture) const;
  void addRanks(std::vector<Frames::Target>& targets, const View& view,
                const Picture& picture) const;
  void addLinks(std::vector<Frames::Target>& targets, const View& view) const;
  void addBlocks(std::vector<Frames::Target>& targets, const QRectF& area,
                 const Theme& theme) const;

  const FinishedRun& run_;
  bool timeline_;
  double blocks_share_;
  bool map_;
  bool still_ = false;
  Focus focus_;
  std::vector<std::uint32_t> trail_;  // the messages that carry the followed block
  std::optional<Drawing> drawing_;
  std::shared_ptr<const LaneFolds> folds_;  // null: each rank has a lane
  std::shared_ptr<const PathIndex> path_;   // null unless it is to be seen
};

}  // namespace orrery::viz::inline paint
