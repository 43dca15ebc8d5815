#pragma once

#include <span>
#include <vector>

#include <QPainter>
#include <QRectF>
#include <QString>

#include "scenarios/blocks/block_history.h"
#include "viz/model/index/frame_state.h"
#include "viz/model/index/path_index.h"
#include "viz/model/layout/diagram.h"
#include "viz/model/run/focus.h"
#include "viz/model/run/stage.h"
#include "viz/paint/caption.h"
#include "viz/paint/stage/view.h"
#include "viz/paint/theme.h"

/// The picture of one moment. Everything here only paints: same arguments, same pixels.
namespace orrery::viz {

/// All that a picture of the network shows. The references must outlive it.
struct Picture {
  const Stage& stage;
  const FrameState& state;
  const Theme& theme;
  Focus focus = {};
  const BlockHistory* blocks =
      nullptr;                       ///< to mark the ranks that hold a followed block; may be null
  std::vector<int> stuck = {};       ///< ranks that wait for ever, ascending
  std::span<const Wait> waits = {};  ///< of these, for whom
  bool compared = false;             ///< then these are marked instead of the hottest links:
  std::vector<LinkId> highlighted = {};  ///< links that differ from what they are compared with
  const Layout* turned = nullptr;        ///< instead of the stage's own layout; of the same network
  const Drawing* drawing = nullptr;      ///< of the communication, instead of the network
  const PathIndex* path = nullptr;       ///< the critical path, if it is to be seen
  const Marks* answers = nullptr;        ///< what is marked as right and wrong; may be null
  bool by_load =
      false;  ///< colours of links say how much they carry, instead of how much longer messages take
  bool map = false;    ///< the map of links, instead of the network
  bool still = false;  ///< without the balls of messages under way, which something else moves

  /// The number of the stretch of the path that lasts; -1: none.
  int stretch() const { return path != nullptr ? path->at(state.time) : -1; }
  const Layout& layout() const { return turned != nullptr ? *turned : stage.layout(); }
};

/// The colour of a block: that of the rank whose it is or, where blocks belong to no rank, its own.
QColor blockColour(const Theme& theme, const BlockTable& blocks, int block);

/// How a picture is mapped to `rect`.
View viewOf(const Picture& picture, const QRectF& rect, const ViewPort& port = {});

/// The network with its load, its ranks and the blocks under way. Details that would be too small
/// to read are left out.
void paintStage(QPainter& painter, const View& view, const Picture& picture);

/// The parts of paintStage, from back to front.
void paintGround(QPainter& painter, const View& view, const Picture& picture);
void paintLinks(QPainter& painter, const View& view, const Picture& picture);
void paintNodes(QPainter& painter, const View& view, const Picture& picture);
void paintBlocks(QPainter& painter, const View& view, const Picture& picture);

/// Links that are marked as right and wrong, over the others.
void paintAnswers(QPainter& painter, const View& view, const Picture& picture);

/// Whether what is followed has to do with a message; always, if nothing is.
bool concernsFocus(const Picture& picture, const Trace::Message& m);

/// The communication as far as it has come: its ranks, the messages that have been, and those under
/// way.
void paintDrawing(QPainter& painter, const View& view, const Picture& picture);
/// Whether ranks show what they hold: the run's blocks are known, and there is room.
bool showsHoldings(const View& view, const Picture& picture);
/// What a rank holds, as a ring of sectors, one for each of up to 32 blocks, clockwise from the top; more blocks are
/// shares of the ring. What arrives fills its sector from the inside. Returns the radius of the `hole` for the rank's name.
/// REQUIRES showsHoldings().
double paintHoldings(QPainter& painter, const View& view, const Picture& picture, int rank,
                     QPointF centre, const QColor& hole);
/// Colour of a link, or of several, with that load and sharing (see LinkState).
QColor linkColour(const Picture& picture, double load, double sharing);
/// Arrows from ranks that wait for ever to those that they wait for, at the end of a run: the cycle above all.
void paintWaits(QPainter& painter, const View& view, const Picture& picture);
/// How many flows share the link where messages take longest, over all else.
void paintSharing(QPainter& painter, const View& view, const Picture& picture);

/// A rank as the network shows it.
void paintRank(QPainter& painter, const View& view, const Picture& picture, int rank,
               QPointF centre);
/// The ball of a message under way at a place, in the direction (unit length) in which it goes.
void paintMessage(QPainter& painter, const View& view, const Picture& picture,
                  const Trace::Message& message, const QLineF& place);

/// Whether single ranks would be too small to be told apart: then groups of them are shown, with
/// totals.
bool showsGroups(const View& view, const Picture& picture);
void paintGroups(QPainter& painter, const View& view, const Picture& picture);

/// Whether a square for each link is shown (see LinkMap): where it is wished, and where ranks of a grid would be too small.
bool showsMap(const View& view, const Picture& picture);
void paintLinkMap(QPainter& painter, const View& view, const Picture& picture);
/// The link whose square is under a point, or -1. REQUIRES showsMap().
LinkId linkOnMap(const View& view, const Picture& picture, QPointF pixel);
/// "4 share"; where only totals are known "4 ×".
QString sharingText(const Picture& picture, const LinkState& link);

/// The height of the lines above a drawing that say what it shows.
double drawingHeadHeight(const Theme& theme);

/// What a picture is called.
struct SceneText {
  QString title;
  QString details;
  QString round{};  ///< what happens in the round, below the stage; may be empty
};

/// The whole picture: caption above, stage, legend below.
void paintScene(QPainter& painter, const QRectF& rect, const Picture& picture,
                const SceneText& text, const ViewPort& port = {});

/// What there is beside loads in pictures of a network.
LegendMarks marksOf(const Picture& picture);
/// Where the stage lies in a scene with such marks: below the caption, above the line of the round and the legend.
QRectF stageRect(const QRectF& scene, const Theme& theme, const LegendMarks& marks = {});

/// What lies under a point of the stage: what is on top first, -1 where there is nothing.
struct Hit {
  int rank = -1;  ///< of a drawing of the communication, instead of a node
  NodeId node = -1;
  LinkId link = -1;
  std::int64_t message = -1;
};
/// Where the middle of the ball of a message under way is.
QPointF ballAt(const View& view, const Picture& picture, const Trace::Message& message,
               const MovingMessage& moving);
/// The message whose block is under a point, or -1.
std::int64_t movingAt(const View& view, const Picture& picture, QPointF pixel);
Hit hitAt(const View& view, const Picture& picture, QPointF pixel);

}  // namespace orrery::viz
