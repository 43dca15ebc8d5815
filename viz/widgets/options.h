#pragma once

#include <optional>

#include <QSize>
#include <QString>
#include <QStringList>

namespace orrery {
class CommandLine;
}

namespace orrery::viz {

/// What --tab may be, as its help says it: what MainWindow::showTab() finds.
inline constexpr const char* kTabs =
    "compose|watch|compare|charts|blocks|timeline|report|listing|links|why|scenario";

/// The command line of orrery-gui.
struct Options {
  QString scenario;    ///< empty: the built-in default
  QString screenshot;  ///< file to write; empty: open the window
  std::optional<int> round;
  QSize size{1600, 1000};
  QStringList plugins;
  QString tab;
  bool why = false;         ///< the critical path
  std::optional<int> cell;  ///< from 1; none: the one that the scenario opens on
  std::optional<int> page;  ///< of a lesson, from 1
  bool tree = false;        ///< --layout tree
  QString theme;            ///< light, dark or projector; empty: as the last time, or light
};

/// Declares the options of `program`, which fill in `options` while it reads its command line. A
/// wrong value THROWS std::invalid_argument then, saying what was expected.
void declareOptions(CommandLine& program, Options& options);

}  // namespace orrery::viz
