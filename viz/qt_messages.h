#pragma once

namespace orrery::viz {

/// From now on Qt's warnings go to stderr as "`program`: text", without those that tell users
/// nothing; what Qt would abort for (a display it cannot reach) ends the program with exit code 2.
void routeQtMessages(const char* program);

}  // namespace orrery::viz
