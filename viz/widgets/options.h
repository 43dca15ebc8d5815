#pragma once

#include <array>
#include <optional>

#include <QSize>
#include <QString>
#include <QStringList>

#include "emu/base/units.h"
#include "viz/paint/lanes/lanes.h"
#include "viz/paint/stage/view.h"

namespace orrery::inline commands {
class CommandLine;
}

namespace orrery::viz::inline widgets {

/// Values of --tab, as in its help: the arguments of MainWindow::showTab().
inline constexpr const char* kTabs =
    "compose|watch|compare|charts|blocks|timeline|report|operations|listing|links|why|scenario";

/// The setting that keeps the language chosen in the window.
inline constexpr const char* kLanguageSetting = "language";

/// Values of --show.
inline constexpr const char* kParts = "blocks,timeline,side";

/// Sizes that the user dragged, in pixels.
struct Panes {
  int side = 0;      ///< width of the side panel
  int blocks = 0;    ///< width of the blocks
  int timeline = 0;  ///< height of the timeline
  friend bool operator==(const Panes&, const Panes&) = default;
};

/// The command line of orrery-gui.
struct Options {
  QString scenario;    ///< empty: the built-in default
  QString screenshot;  ///< file to write; empty: open the window
  std::optional<int> round;
  std::optional<QSize> size;  ///< none: 1600x1000, or the last size
  QStringList plugins;
  QString tab;
  bool why = false;                            ///< the critical path
  std::optional<int> cell;                     ///< from 1; none: the one that the scenario opens on
  std::optional<int> page;                     ///< of a lesson, from 1
  QString layout = QStringLiteral("network");  ///< or map, tree
  bool freeze = false;                         ///< hides later events
  bool present = false;
  QString language;  ///< en, de; empty: as chosen in the window, or the system's
  QString theme;     ///< light, dark or projector; empty: as the last time, or light
  std::optional<Time> time;
  QString follow;                    ///< see focusFrom
  std::optional<QStringList> parts;  ///< of kParts: all parts shown beside the network
  std::optional<double> letters;     ///< size of letters, as a factor of the theme's
  std::optional<ViewPort> port;      ///< of the network
  std::optional<double> turn;        ///< of a stack of planes, in whole turns
  std::optional<LaneScale> lanes;    ///< part of the timeline; its area has no meaning
  std::optional<Panes> panes;        ///< dragged sizes; none: by their shares
  std::array<QString, 2> sides;      ///< of Compare, SCENARIO:CELL:ALGORITHM; empty: its choice
  bool in_step = false;              ///< of Compare: in the same round, not at the same time
  QString chart;                     ///< see ChartsPage::choice
  QSize sizeOr1600() const { return size.value_or(QSize(1600, 1000)); }
};

/// Declares the options of `program`, which fill in `options` while it reads its command line. A
/// wrong value then THROWS std::invalid_argument with the expected values.
void declareOptions(CommandLine& program, Options& options);

}  // namespace orrery::viz::inline widgets
