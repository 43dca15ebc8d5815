#pragma once

#include <initializer_list>
#include <string>

#include <QString>
#include <QWidget>

#include "viz/model/run/finished_run.h"
#include "viz/model/run/focus.h"
#include "viz/paint/theme.h"

/// Export of the window's contents to files.
namespace orrery::viz::inline widgets {

/// Returns the extension of a file's name. THROWS std::invalid_argument unless it is one of
/// `known`.
std::string formatOf(const QString& file, std::initializer_list<const char*> known);
/// Writes a file. THROWS std::invalid_argument; then nothing is left behind.
void writeFile(const QString& file, const QByteArray& bytes);

/// Writes the picture of a widget: .png (twice as sharp), .svg or .pdf. THROWS
/// std::invalid_argument.
void exportWidget(QWidget& widget, const QString& file);
/// Writes a whole run, round after round: .gif or .mp4. Shows its progress over `parent`; writes
/// nothing if the user cancels it. THROWS std::invalid_argument. REQUIRES run.hasPicture().
void exportRun(QWidget& parent, const FinishedRun& run, const Focus& focus, const Theme& theme,
               const QString& file);

}  // namespace orrery::viz::inline widgets
