#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include <QByteArray>
#include <QPainter>
#include <QRectF>
#include <QSize>

#include "scenarios/report/plot/plot.h"

class QGuiApplication;

namespace orrery::viz::inline paint {

using Paint = std::function<void(QPainter&, const QRectF&)>;
using PaintPage = std::function<void(QPainter&, int page)>;  ///< page from 0

/// Returns a still picture of `size` as the contents of a file: "png" (with `scale` pixels for one), "svg" or
/// "pdf". A "png" may have pixels that `paint` leaves transparent. The same bytes every time. THROWS std::runtime_error. REQUIRES a QGuiApplication.
QByteArray pictureFile(std::string_view format, QSize size, double scale, const Paint& paint,
                       bool transparent = false);

/// Returns a "pdf" of several pages, all of one size.
QByteArray pagesFile(QSize size, int pages, const PaintPage& paint);

/// Paints pictures for commands without a display. The first picture starts Qt, which runs until
/// this object ends; for one thread.
class QtPictures : public Pictures {
 public:
  QtPictures();
  ~QtPictures() override;
  std::string plot(const Plot& plot, std::string_view format) const override;
  std::string render(const RunSpec& run, const RenderRequest& request,
                     std::string_view format) const override;
  std::vector<Slide> slides(const RunSpec& run, const RenderRequest& request) const override;
  Frames frames(const RunSpec& run, const FramesRequest& request) const override;
  std::string packed(const std::string& text) const override;
  void use_language(std::string_view language) const override;
  std::string translated(std::string_view text) const override;

 private:
  void startQt() const;
  mutable std::unique_ptr<QGuiApplication> application_;
};

}  // namespace orrery::viz::inline paint
