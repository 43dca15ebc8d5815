#include "viz/widgets/window_export.h"

#include <stdexcept>

#include <QFileInfo>
#include <QPainter>
#include <QProgressDialog>
#include <QSaveFile>

#include "viz/paint/files/animation.h"
#include "viz/paint/files/picture_file.h"
#include "viz/paint/files/run_picture.h"

namespace orrery::viz::inline widgets {
namespace {
constexpr QSize kAnimationSize(1280, 800);
}

std::string formatOf(const QString& file, std::initializer_list<const char*> known) {
  const std::string format = QFileInfo(file).suffix().toLower().toStdString();
  std::string expected;
  for (const char* name : known) {
    if (format == name) return format;
    expected += text_of(expected.empty() ? "" : " or ", ".", name);
  }
  throw std::invalid_argument(
      text_of("'", file.toStdString(), "': expected a name that ends in ", expected));
}

void writeFile(const QString& file, const QByteArray& bytes) {
  QSaveFile out(file);
  if (out.open(QIODevice::WriteOnly) && out.write(bytes) == bytes.size() && out.commit()) return;
  throw std::invalid_argument(
      text_of("'", file.toStdString(), "' cannot be written: ", out.errorString().toStdString()));
}

void exportWidget(QWidget& widget, const QString& file) {
  const std::string format = formatOf(file, {"png", "svg", "pdf"});
  const QByteArray picture =
      pictureFile(format, widget.size(), 2, [&widget](QPainter& painter, const QRectF&) {
        widget.render(&painter, QPoint(), {},
                      QWidget::DrawChildren | QWidget::DrawWindowBackground);
      });
  writeFile(file, picture);
}

void exportRun(QWidget& parent, const FinishedRun& run, const Focus& focus, const Theme& theme,
               const QString& file) {
  const std::string format = formatOf(file, {"gif", "mp4"});
  const std::vector<Time> times = animationTimes(run.stage->index(), -1);
  const int count = static_cast<int>(times.size());
  QProgressDialog progress(QWidget::tr("Making an animation…"), QWidget::tr("Cancel"), 0, count,
                           &parent);
  progress.setWindowModality(Qt::WindowModal);
  const RunPicture picture(run, "network", focus);
  const auto frame = [&](int i) {
    QImage image(kAnimationSize, QImage::Format_RGB32);
    QPainter painter(&image);
    picture.paint(painter, image.rect(), times[static_cast<std::size_t>(i)], theme);
    return image;
  };
  const QByteArray animation = animationFile(format, count, frame, [&](int i) {
    progress.setValue(i);
    return !progress.wasCanceled();
  });
  if (!animation.isEmpty()) writeFile(file, animation);
}

}  // namespace orrery::viz::inline widgets
