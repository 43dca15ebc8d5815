#pragma once

#include <vector>

#include <QByteArray>
#include <QColor>
#include <QImage>

struct GifFileType;

namespace orrery::viz {

/// An animated GIF that repeats for ever. All pictures have the size of the first.
class GifWriter {
 public:
  /// `milliseconds`: how long each picture is shown.
  explicit GifWriter(int milliseconds) : delay_(milliseconds / 10) {}
  ~GifWriter();
  GifWriter(const GifWriter&) = delete;
  GifWriter& operator=(const GifWriter&) = delete;

  /// THROWS std::runtime_error.
  void add(const QImage& image);
  /// The contents of the file; nothing can be added any more. THROWS std::runtime_error. REQUIRES at
  /// least one picture.
  QByteArray file();

  /// At most 255 colours that stand for those of a picture, of which only pixels count that `before` (none where it is
  /// null) has otherwise: the most frequent ones.
  static std::vector<QRgb> palette(const QImage& image, const QImage& before = {});

 private:
  void open(const QImage& first);

  int delay_;  // hundredths of a second
  QSize size_;
  QImage before_;  // the last one that was added; of the next one only what differs is written
  QByteArray bytes_;
  GifFileType* gif_ = nullptr;  // open as long as pictures are added
};

}  // namespace orrery::viz
