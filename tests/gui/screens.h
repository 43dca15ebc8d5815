#pragma once

#include <array>
#include <ostream>
#include <string>

#include <QApplication>
#include <gtest/gtest.h>

#include "viz/widgets/main_window.h"
#include "viz/widgets/options.h"
#include "viz/widgets/presenting.h"
#include "viz/widgets/screenshot.h"
#include "viz/widgets/views/ink_layer.h"

namespace orrery::viz {

/// A state of the window with a golden picture.
struct Screen {
  const char* name;
  const char* scenario;
  int round;
  const char* tab;
  const char* theme = "light";
  QSize size{1280, 800};
  bool presents = false;  ///< frozen, with a stroke of the pen
};

inline void PrintTo(const Screen& screen, std::ostream* out) {
  *out << screen.name;
}

inline std::string nameOfScreen(const ::testing::TestParamInfo<Screen>& instance) {
  return instance.param.name;
}

inline constexpr auto kScreenTorus = "papers/swing-recursive-doubling-vs-ring-8x8";

inline const std::array<Screen, 13> kScreens{
    Screen{"torus", kScreenTorus, 1, "report"},
    Screen{"torus_dark", kScreenTorus, 4, "links", "dark"},
    Screen{"torus_projector", kScreenTorus, 2, "watch", "projector"},
    Screen{"ring_listing", "lessons/first-allreduce", 2, "listing"},
    Screen{"ring_blocks", "lessons/first-allreduce", 4, "blocks"},
    Screen{"circulant", "papers/circulant-broadcast", 3, "timeline"},
    Screen{"switches", "ci/switches", 3, "report", "light", {1024, 768}},
    Screen{"compose", "lessons/first-allreduce", 0, "compose"},
    Screen{"why", "lessons/contention-on-a-ring", 2, "why", "dark", {1366, 768}},
    Screen{"operations", "ci/operations", 3, "operations", "light", {1366, 768}},
    Screen{"compare", "lessons/few-rounds-or-few-bytes", 2, "compare"},
    Screen{"scenario", "lessons/where-ranks-live", 0, "scenario", "dark", {1024, 768}},
    Screen{"presenting", kScreenTorus, 2, "watch", "projector", {1280, 720}, true}};

inline const Theme& themeOf(const std::string& name) {
  return name == "dark" ? darkTheme() : name == "projector" ? projectorTheme() : lightTheme();
}

inline void drawOver(MainWindow& window) {
  window.grab();  // the views get their places
  window.presenting().ink().setTool(Tool::kPen);
  for (const QPointF& way : {QPointF(-120, -60), QPointF(60, 90), QPointF(90, -30)})
    window.presenting().ink().moveBy(way);
}

inline void showScreen(MainWindow& window, const Screen& screen) {
  Options options;
  options.scenario = QString::fromLatin1(screen.scenario);
  options.round = screen.round;
  options.tab = QString::fromLatin1(screen.tab);
  options.freeze = options.present = screen.presents;
  window.resize(screen.size);
  applyOptions(window, options);
  if (screen.presents) drawOver(window);
  window.ensurePolished();
  QCoreApplication::sendPostedEvents();  // updates the layout
}

}  // namespace orrery::viz
