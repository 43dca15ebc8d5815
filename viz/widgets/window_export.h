#pragma once

#include <initializer_list>
#include <string>

#include <QString>
#include <QWidget>

#include "viz/model/run/finished_run.h"
#include "viz/model/run/focus.h"
#include "viz/paint/theme.h"

/// What the window shows, as files.
namespace orrery::viz {

/// The end of a file's name. THROWS std::invalid_argument unless it is one of `known`.
std::string formatOf(const QString& file, std::initializer_list<const char*> known);
/// THROWS std::invalid_argument; then nothing is left behind.
void writeFile(const QString& file, const QByteArray& bytes);

/// What a widget shows: .png (twice as sharp), .svg or .pdf. THROWS std::invalid_argument.
void exportWidget(QWidget& widget, const QString& file);
/// A whole run, round after round: .gif or .mp4. Shows its progress over `parent`; nothing is
/// written where it is cancelled. THROWS std::invalid_argument. REQUIRES run.hasPicture().
void exportRun(QWidget& parent, const FinishedRun& run, const Focus& focus, const Theme& theme,
               const QString& file);

}  // namespace orrery::viz
