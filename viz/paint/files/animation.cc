#include "viz/paint/files/animation.h"

#include <algorithm>
#include <stdexcept>

#include <QPainter>
#include <QProcess>
#include <QStandardPaths>

#include "scenarios/text/errors.h"
#include "viz/model/run/run_of_round.h"
#include "viz/paint/files/gif_writer.h"
#include "viz/paint/files/picture_file.h"
#include "viz/paint/files/run_picture.h"
#include "viz/paint/files/slides.h"

namespace orrery::viz::inline paint {
namespace {

constexpr int kFramesPerSecond = 12;
constexpr int kFramesOfARound = 16;
constexpr int kPatience = 120'000;  ///< ms to wait for ffmpeg

/// Pipes frames through ffmpeg: raw pixels in, an MP4 that plays from its beginning out.
QByteArray mp4File(int count, const std::function<QImage(int)>& frame,
                   const std::function<bool(int)>& progress) {
  const QString program = QStandardPaths::findExecutable(QStringLiteral("ffmpeg"));
  if (program.isEmpty()) {
    throw std::invalid_argument("an mp4 needs ffmpeg, which is not installed; expected a .gif");
  }
  const QImage first = frame(0);
  const QSize size(first.width() / 2 * 2, first.height() / 2 * 2);  // as the codec requires
  QProcess ffmpeg;
  ffmpeg.start(program,
               {QStringLiteral("-loglevel"), QStringLiteral("error"), QStringLiteral("-f"),
                QStringLiteral("rawvideo"), QStringLiteral("-pix_fmt"), QStringLiteral("bgra"),
                QStringLiteral("-s"), QStringLiteral("%1x%2").arg(size.width()).arg(size.height()),
                QStringLiteral("-r"), QString::number(kFramesPerSecond), QStringLiteral("-i"),
                QStringLiteral("-"), QStringLiteral("-pix_fmt"), QStringLiteral("yuv420p"),
                QStringLiteral("-movflags"), QStringLiteral("frag_keyframe+empty_moov"),
                QStringLiteral("-f"), QStringLiteral("mp4"), QStringLiteral("-")});
  if (!ffmpeg.waitForStarted()) throw std::invalid_argument("ffmpeg cannot be started");
  QByteArray animation;
  for (int i = 0; i < count; ++i) {
    if (progress && !progress(i)) return {};
    const QImage image = (i == 0 ? first : frame(i))
                             .copy(QRect(QPoint(), size))
                             .convertToFormat(QImage::Format_RGB32);
    ffmpeg.write(reinterpret_cast<const char*>(image.constBits()), image.sizeInBytes());
    while (ffmpeg.bytesToWrite() > 0 && ffmpeg.waitForBytesWritten(kPatience)) {
    }
    animation += ffmpeg.readAllStandardOutput();
  }
  ffmpeg.closeWriteChannel();
  ffmpeg.waitForFinished(kPatience);
  animation += ffmpeg.readAllStandardOutput();
  if (ffmpeg.exitCode() != 0 || animation.isEmpty()) {
    throw std::invalid_argument("ffmpeg failed: " + ffmpeg.readAllStandardError().toStdString());
  }
  return animation;
}

void checkRound(const TraceIndex& index, int round) {
  const auto& marks = index.rounds();
  const bool exists = std::any_of(marks.begin(), marks.end(),
                                  [round](const RoundMark& m) { return m.round == round; });
  if (round < 0 || exists) return;
  throw InputError({.source = "--round", .is_option = true}, "",
                   marks.empty()
                       ? Complaint{"this run has no transfers"}
                       : Complaint{text_of("round ", round, " has no transfers"),
                                   text_of(marks.front().round, " to ", marks.back().round)});
}

/// Returns whether a picture shows one moment of the network.
bool showsOneMoment(const RenderRequest& request, std::string_view format) {
  const bool is_network =
      request.layout == "network" || request.layout == "map" || request.layout == "blocks";
  return is_network && request.round >= 0 && format != "gif" && format != "mp4";
}

}  // namespace

std::vector<Time> animationTimes(const TraceIndex& index, int round, int most) {
  const auto& marks = index.rounds();
  std::vector<Time> times;
  const int rounds = round < 0 ? std::max<int>(static_cast<int>(marks.size()), 1) : 1;
  const int each = std::clamp(most / rounds, 1, kFramesOfARound);
  for (std::size_t i = 0; i < marks.size(); ++i) {
    if (round >= 0 && marks[i].round != round) continue;
    const Time begin = marks[i].begin;
    const Time end = i + 1 < marks.size() ? marks[i + 1].begin : index.end();
    for (int k = 0; k < each; ++k)
      times.push_back(begin + (end - begin) * (2 * k + 1) / (2 * each));
  }
  if (round < 0) times.push_back(index.end());
  return times;
}

QByteArray animationFile(std::string_view format, int count,
                         const std::function<QImage(int)>& frame,
                         const std::function<bool(int)>& progress) {
  if (format == "mp4") return mp4File(count, frame, progress);
  GifWriter gif(1000 / kFramesPerSecond);
  for (int i = 0; i < count; ++i) {
    if (progress && !progress(i)) return {};
    gif.add(frame(i));
  }
  return gif.file();
}

QByteArray renderRun(const RunSpec& spec, const RenderRequest& request, std::string_view format) {
  const auto run =
      showsOneMoment(request, format) ? runOfRound(spec, request.round) : runCell(spec);
  if (!run->hasPicture()) throw std::invalid_argument(run->result.error.value_or("no picture"));
  const TraceIndex& index = run->stage->index();
  const Theme& theme = themeNamed(request.theme);
  const QSize size(request.width, request.height);
  checkRound(index, request.round);
  const RunPicture picture(*run, request.layout);
  if (format == "gif" || format == "mp4") {
    const std::vector<Time> times = animationTimes(index, request.round);
    return animationFile(format, static_cast<int>(times.size()), [&](int i) {
      QImage image(size, QImage::Format_RGB32);
      QPainter painter(&image);
      picture.paint(painter, QRectF(QPointF(), size), times[static_cast<std::size_t>(i)], theme);
      return image;
    });
  }
  if (format == "pdf" && request.round < 0) return Slides(*run, request, theme).pdf();
  const auto& marks = index.rounds();
  const auto mark = std::find_if(marks.begin(), marks.end(),
                                 [&](const RoundMark& m) { return m.round == request.round; });
  const Time t = mark == marks.end() ? index.end() : mark->view;
  return pictureFile(format, size, 1, [&](QPainter& painter, const QRectF& area) {
    picture.paint(painter, area, t, theme);
  });
}

}  // namespace orrery::viz::inline paint
