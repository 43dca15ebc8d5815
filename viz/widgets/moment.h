#pragma once

#include <QString>
#include <QStringList>

#include "viz/widgets/options.h"

/// Shared moments: the state of the window as options of orrery-gui, and such options in a file.
namespace orrery::viz::inline widgets {

class MainWindow;

/// Returns the state of the window: the scenario, the cell or the page of a lesson, the time, the
/// followed items, and the view. THROWS std::invalid_argument if options cannot express it: no run
/// is watched, or the scenario is not saved.
Options momentOf(MainWindow& window);

/// Returns the options as words of a command line, the scenario first.
QStringList wordsOf(const Options& moment);
/// Returns a shell command that opens the moment.
QString commandOf(const Options& moment);
/// Reads words of a command line. THROWS std::invalid_argument.
Options optionsOf(const QStringList& words);

bool isMoment(const QString& file);  ///< returns whether the name ends in .moment
/// Writes TOML with the table [moment]: `scenario`, and an entry for each option, with its name. A
/// scenario in the folder of `file` or below is named relative to it. THROWS std::invalid_argument:
/// the file cannot be written.
void saveMoment(const Options& moment, const QString& file);
/// Returns the words of such a file; adds `others`, which replace words that name the same option.
/// THROWS std::invalid_argument.
QStringList wordsOfMoment(const QString& file, const QStringList& others = {});
/// Shares the watched moment: in a file that the user names, or on the clipboard. Shows errors.
void shareMoment(MainWindow& window, bool as_file);
/// Shows a shared moment; waits for its run. Shows errors.
void openMoment(MainWindow& window, const QString& file);

}  // namespace orrery::viz::inline widgets
