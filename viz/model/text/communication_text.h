#pragma once

#include <QString>

#include "viz/model/index/communication.h"

namespace orrery::viz {

/// What the drawing of a communication shows, or why it shows no tree; one or two sentences.
QString communicationText(const Communication& communication, const BlockTable& blocks);

/// What stands over one tree: "blocks 0–2, from rank 3".
QString treeText(const CommunicationTree& tree, const BlockTable& blocks);

}  // namespace orrery::viz
