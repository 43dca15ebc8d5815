#pragma once

#include <QString>
#include <QStringList>

#include "viz/widgets/options.h"

/// Moments to be shared: what the window shows as options of orrery-gui, and such options in a file.
namespace orrery::viz {

class MainWindow;

/// What is watched: the scenario, the cell or the page of a lesson, the time, what is followed, and how it is
/// looked at. THROWS std::invalid_argument where it cannot be said: no run is watched, or the scenario is not
/// saved.
Options momentOf(MainWindow& window);

/// The options as the command line has them, the scenario first.
QStringList wordsOf(const Options& moment);
/// A command for a shell that opens it.
QString commandOf(const Options& moment);
/// Reads words of a command line. THROWS std::invalid_argument.
Options optionsOf(const QStringList& words);

bool isMoment(const QString& file);  ///< by its name: it ends in .moment
/// TOML with the table [moment]: `scenario`, and an entry for each option, named like it. A scenario in the folder
/// of `file` or below is named as seen from there. THROWS std::invalid_argument: the file cannot be written.
void saveMoment(const Options& moment, const QString& file);
/// The words of such a file; `others` are added to them, and take their place where they name the same option.
/// THROWS std::invalid_argument.
QStringList wordsOfMoment(const QString& file, const QStringList& others = {});
/// Shares what is watched: in a file that is asked for, or on the clipboard. What is wrong with it is said.
void shareMoment(MainWindow& window, bool as_file);
/// Shows a moment that was shared; waits for its run. What is wrong with it is said.
void openMoment(MainWindow& window, const QString& file);

}  // namespace orrery::viz
