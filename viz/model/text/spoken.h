#pragma once

#include <QString>

#include "viz/model/run/session.h"

/// What is seen in a view, for those who hear it: the round and the time, and of what is followed the
/// rank, the link, the message or the block.
namespace orrery::viz {

QString spokenNetwork(const Session& session);
QString spokenBlocks(const Session& session);
QString spokenTimeline(const Session& session);
QString spokenTime(const Session& session);

}  // namespace orrery::viz
