#pragma once

#include <span>
#include <vector>

#include <QMarginsF>
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

/// Paints the picture of one moment. The same arguments give the same pixels.
namespace orrery::viz::inline paint {

class Layer;

/// Contents of a picture of the network. The references must outlive it.
struct Picture {
  const Stage& stage;
  const FrameState& state;
  const Theme& theme;
  Focus focus = {};
  const BlockHistory* blocks =
      nullptr;                       ///< to mark the ranks that hold a followed block; may be null
  std::vector<int> stuck = {};       ///< ranks that wait forever, ascending
  std::span<const Wait> waits = {};  ///< the waits of these ranks
  bool compared = false;             ///< marks `highlighted` instead of the hottest links
  std::vector<LinkId> highlighted = {};  ///< links that differ from those of the other picture
  const Layout* turned = nullptr;        ///< instead of the stage's own layout; of the same network
  const Drawing* drawing = nullptr;      ///< of the communication, instead of the network
  const PathIndex* path = nullptr;       ///< the critical path, if it is shown
  const Marks* answers = nullptr;        ///< marks for right and wrong; may be null
  bool by_load =
      false;  ///< colours of links say how much they carry, instead of how much longer messages take
  bool map = false;    ///< the map of links, instead of the network
  bool still = false;  ///< without the balls of messages under way, which something else moves
  std::span<const std::uint32_t> trail = {};  ///< the messages that carry the followed block
  Layer* layer = nullptr;  ///< what the picture before had in common with it; may be null

  /// Returns the number of the current stretch of the path; -1: none.
  int stretch() const { return path != nullptr ? path->at(state.time) : -1; }
  const Layout& layout() const { return turned != nullptr ? *turned : stage.layout(); }
};

/// Returns the colour of a block: that of its rank or, where blocks belong to no rank, its own.
QColor blockColour(const Theme& theme, const BlockTable& blocks, int block);

/// Returns the map of a picture to `rect`.
View viewOf(const Picture& picture, const QRectF& rect, const ViewPort& port = {});

/// Paints the network with its load, its ranks and the blocks under way. Leaves out details that
/// would be too small to read.
void paintStage(QPainter& painter, const View& view, const Picture& picture);

/// Paint the parts of paintStage, from back to front.
void paintGround(QPainter& painter, const View& view, const Picture& picture);
/// Returns the pixels by which texts at open ends of links reach over the edges of a view of the whole
/// network.
QMarginsF missingAtOpenEnds(const View& whole, const Picture& picture);
void paintLinks(QPainter& painter, const View& view, const Picture& picture);
void paintNodes(QPainter& painter, const View& view, const Picture& picture);
void paintBlocks(QPainter& painter, const View& view, const Picture& picture);

/// Paints links that are marked as right and wrong, over the others.
void paintAnswers(QPainter& painter, const View& view, const Picture& picture);

/// Returns the links that messages with the followed block have crossed up to now, ascending: its
/// trail, without the part that those under way have covered.
std::vector<LinkId> crossedLinks(const Picture& picture);
/// Returns the colour of the trail, which is a band below the links.
QColor trailColour(const Picture& picture);

/// Returns whether a message concerns the followed items; always true without any.
bool concernsFocus(const Picture& picture, const Trace::Message& m);

/// Paints the communication up to now: its ranks, the messages that have ended, and those under
/// way.
void paintDrawing(QPainter& painter, const View& view, const Picture& picture);
/// Returns whether ranks show their holdings: the run's blocks are known, and there is room.
bool showsHoldings(const View& view, const Picture& picture);
/// Paints a rank's holdings as a ring of sectors, one for each of up to 32 blocks, clockwise from
/// the top; more blocks are shares of the ring. Arriving data fill their sector from the inside.
/// `hole` is the colour inside. Returns the radius of the hole for the rank's name; 0 if the rank is so small that its
/// name stands on its contents. REQUIRES showsHoldings().
double paintHoldings(QPainter& painter, const View& view, const Picture& picture, int rank,
                     QPointF centre, const QColor& hole);
/// Returns the colour of a link, or of several, with that load and sharing (see LinkState).
QColor linkColour(const Picture& picture, double load, double sharing);
/// Paints arrows from ranks that wait for ever to the ranks that they wait for, at the end of a
/// run; the cycle on top.
void paintWaits(QPainter& painter, const View& view, const Picture& picture);
/// Paints the number of flows that share the link where messages take longest, on top of all.
void paintSharing(QPainter& painter, const View& view, const Picture& picture);

/// Paints a rank as in the network.
void paintRank(QPainter& painter, const View& view, const Picture& picture, int rank,
               QPointF centre);
/// Paints the ball of a message under way at a place, in its direction (unit length).
void paintMessage(QPainter& painter, const View& view, const Picture& picture,
                  const Trace::Message& message, const QLineF& place);

/// Returns whether a tile for each link is shown (see LinkMap): on request, and where ranks would be too small.
bool showsMap(const View& view, const Picture& picture);
void paintLinkMap(QPainter& painter, const View& view, const Picture& picture);
/// Returns the link whose tile is under a point, or -1. REQUIRES showsMap().
LinkId linkOnMap(const View& view, const Picture& picture, QPointF pixel);
/// Returns "4 share", or "4 ×" if only totals are known.
QString sharingText(const Picture& picture, const LinkState& link);

/// Returns the height of the description above a drawing.
double drawingHeadHeight(const Theme& theme);

/// Texts of a picture.
struct SceneText {
  QString title;
  QString details;
  QString round{};  ///< the events of the round, below the stage; may be empty
};

/// Paints the whole picture: caption above, stage, legend below.
void paintScene(QPainter& painter, const QRectF& rect, const Picture& picture,
                const SceneText& text, const ViewPort& port = {});

/// Returns the marks of pictures of a network besides loads.
LegendMarks marksOf(const Picture& picture);
/// Returns the area of the stage in a scene with such marks: below the caption, above the line of
/// the round and the legend.
QRectF stageRect(const QRectF& scene, const Theme& theme, const LegendMarks& marks = {});

/// Items under a point of the stage: the topmost first, -1 if there is none.
struct Hit {
  int rank = -1;  ///< in a drawing of the communication, instead of a node
  NodeId node = -1;
  LinkId link = -1;
  std::int64_t message = -1;
};
/// Returns where the middle of the ball of a message under way is.
QPointF ballAt(const View& view, const Picture& picture, const Trace::Message& message,
               const MovingMessage& moving);
/// Returns the message whose block is under a point, or -1.
std::int64_t movingAt(const View& view, const Picture& picture, QPointF pixel);
Hit hitAt(const View& view, const Picture& picture, QPointF pixel);

}  // namespace orrery::viz::inline paint
