#pragma once

namespace orrery::viz {

/// Sends Qt's warnings to stderr from now on as "`program`: text", without those of no use to
/// users; where Qt would abort (a display it cannot reach), the program ends with exit code 2.
void routeQtMessages(const char* program);

}  // namespace orrery::viz
