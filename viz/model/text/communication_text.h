#pragma once

#include <QString>

#include "viz/model/index/communication.h"

namespace orrery::viz::inline model {

/// Describes the drawing of a communication, or the reason why it has no tree; one or two
/// sentences.
QString communicationText(const Communication& communication, const BlockTable& blocks);

/// Returns the heading of one tree: "blocks 0–2, from rank 3".
QString treeText(const CommunicationTree& tree, const BlockTable& blocks);

}  // namespace orrery::viz::inline model
