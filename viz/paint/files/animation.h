#pragma once

#include <functional>
#include <string_view>
#include <vector>

#include <QByteArray>
#include <QImage>
#include <QSize>

#include "scenarios/report/plot/plot.h"
#include "viz/model/run/finished_run.h"
#include "viz/paint/theme.h"

namespace orrery::viz::inline paint {

/// Returns the moments of an animation of round `round`, or of all (-1): equally spaced in each
/// round, more of them with fewer rounds, at most about `most`.
std::vector<Time> animationTimes(const TraceIndex& index, int round, int most = 240);

/// Returns an animation as the contents of a file: "gif", or "mp4" made by ffmpeg. frame(i) is
/// picture i of `count`, all of one size; if `progress(i)` returns false, it stops with an empty
/// result. THROWS std::invalid_argument where ffmpeg is missing or fails.
QByteArray animationFile(std::string_view format, int count,
                         const std::function<QImage(int)>& frame,
                         const std::function<bool(int)>& progress = {});

/// Runs a cell and draws it: see Pictures::render.
QByteArray renderRun(const RunSpec& spec, const RenderRequest& request, std::string_view format);

}  // namespace orrery::viz::inline paint
