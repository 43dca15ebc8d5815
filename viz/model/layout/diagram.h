#pragma once

#include <cstdint>
#include <vector>

#include <QPointF>
#include <QRectF>

#include "viz/model/index/communication.h"

namespace orrery::viz::inline model {

/// Places of the ranks and messages of a communication in an abstract plane (y grows downwards),
/// for any network: trees with their roots on top, two in a row, or a column for each rank and a
/// row for each round. Neighbours are 1 apart.
struct Diagram {
  struct Node {
    int rank = 0;
    int part = 0;  ///< number of the tree, or of the row
    QPointF at;
  };
  struct Edge {
    int from = 0, to = 0;  ///< numbers of nodes, in the direction of the message
    std::int64_t message = 0;
  };
  std::vector<Node> nodes;
  std::vector<Edge> edges;    ///< in order of start
  std::vector<QRectF> parts;  ///< of kTree, kTrees and kTreeOfBlock: the area of each tree
  QRectF bounds;              ///< every node lies within
};

Diagram makeDiagram(const Communication& communication, const TraceIndex& index);

/// All items drawn in place of the network.
struct Drawing {
  Communication communication;
  Diagram diagram;
};
/// Makes the drawing of a run. For `block` see communicationOf().
inline Drawing makeDrawing(const TraceIndex& index, int block = -1) {
  Communication c = communicationOf(index, block);
  Diagram d = makeDiagram(c, index);
  return {std::move(c), std::move(d)};
}

}  // namespace orrery::viz::inline model
