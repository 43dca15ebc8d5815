#pragma once

#include <vector>

#include <QByteArray>
#include <QColor>
#include <QImage>

struct GifFileType;

namespace orrery::viz::inline paint {

/// An animated GIF that repeats forever. All pictures have the size of the first.
class GifWriter {
 public:
  /// Starts a file; `milliseconds` is the duration of each picture.
  explicit GifWriter(int milliseconds) : delay_(milliseconds / 10) {}
  ~GifWriter();
  GifWriter(const GifWriter&) = delete;
  GifWriter& operator=(const GifWriter&) = delete;

  /// Adds a picture. THROWS std::runtime_error.
  void add(const QImage& image);
  /// Returns the contents of the file; nothing can be added afterwards. THROWS std::runtime_error.
  /// REQUIRES at least one picture.
  QByteArray file();

  /// Returns at most 255 colours for a picture, the most frequent ones. Only pixels that differ
  /// from `before` (all if it is null) count.
  static std::vector<QRgb> palette(const QImage& image, const QImage& before = {});

 private:
  void open(const QImage& first);

  int delay_;  // hundredths of a second
  QSize size_;
  QImage before_;  // the last picture added; of the next one only the differences are written
  QByteArray bytes_;
  GifFileType* gif_ = nullptr;  // open while pictures are added
};

}  // namespace orrery::viz::inline paint
