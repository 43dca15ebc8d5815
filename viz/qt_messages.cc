#include "viz/qt_messages.h"

#include <cstdio>
#include <cstdlib>

#include <QString>

namespace orrery::viz {
namespace {

constexpr int kBadInput = 2;
const char* program_name = "";

void route(QtMsgType type, const QMessageLogContext& /*context*/, const QString& text) {
  const bool noise = text.startsWith(QLatin1String("QStandardPaths")) ||  // no XDG_RUNTIME_DIR
                     text.startsWith(QLatin1String("Detected locale"));   // Qt takes UTF-8
  if (noise || type == QtDebugMsg || type == QtInfoMsg) return;
  std::fprintf(stderr, "%s: %s\n", program_name, text.toUtf8().constData());
  if (type == QtFatalMsg) std::_Exit(kBadInput);
}

}  // namespace

void routeQtMessages(const char* program) {
  program_name = program;
  qInstallMessageHandler(route);
}

}  // namespace orrery::viz
