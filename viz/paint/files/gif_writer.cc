#include "viz/paint/files/gif_writer.h"

#include <algorithm>
#include <array>
#include <gif_lib.h>
#include <iterator>
#include <memory>
#include <stdexcept>
#include <unordered_map>
#include <utility>

namespace orrery::viz::inline paint {
namespace {

constexpr std::size_t kMostColours = 256;
constexpr unsigned char kKept = 255;  ///< a pixel that stays as the picture before left it

int distance(QRgb a, QRgb b) {
  const int red = qRed(a) - qRed(b), green = qGreen(a) - qGreen(b), blue = qBlue(a) - qBlue(b);
  return red * red + green * green + blue * blue;
}

const QRgb* lineOf(const QImage& image, int y) {
  return reinterpret_cast<const QRgb*>(image.constScanLine(y));
}

/// Returns the smallest rectangle outside of which two pictures of one size are the same, at least a pixel.
QRect changedPart(const QImage& before, const QImage& after) {
  QRect changed;
  for (int y = 0; y < after.height(); ++y) {
    const QRgb *const a = lineOf(before, y), *const b = lineOf(after, y),
                      *const end = b + after.width();
    const auto first = std::mismatch(b, end, a).first;
    if (first == end) continue;
    const auto last = std::mismatch(std::reverse_iterator(end), std::reverse_iterator(first),
                                    std::reverse_iterator(a + after.width()))
                          .first;
    changed |= QRect(QPoint(static_cast<int>(first - b), y),
                     QPoint(static_cast<int>(last.base() - b) - 1, y));
  }
  return changed.isEmpty() ? QRect(0, 0, 1, 1) : changed;
}

/// Finds the index of the nearest colour; remembers earlier results.
class Nearest {
 public:
  explicit Nearest(const std::vector<QRgb>& colours) : colours_(colours) {}
  unsigned char operator()(QRgb colour) {
    const auto [it, added] = known_.try_emplace(colour, 0);
    if (added) {
      const auto best = std::min_element(
          colours_.begin(), colours_.end(),
          [colour](QRgb a, QRgb b) { return distance(a, colour) < distance(b, colour); });
      it->second = static_cast<unsigned char>(best - colours_.begin());
    }
    return it->second;
  }

 private:
  const std::vector<QRgb>& colours_;
  std::unordered_map<QRgb, unsigned char> known_;
};

int appendBytes(GifFileType* gif, const GifByteType* bytes, int count) {
  static_cast<QByteArray*>(gif->UserData)->append(reinterpret_cast<const char*>(bytes), count);
  return count;
}

void check(int status) {
  if (status != GIF_OK) throw std::runtime_error("a GIF cannot be made");
}

std::shared_ptr<ColorMapObject> mapOf(const std::vector<QRgb>& colours) {
  std::shared_ptr<ColorMapObject> map(GifMakeMapObject(static_cast<int>(kMostColours), nullptr),
                                      GifFreeMapObject);
  if (!map) throw std::runtime_error("a GIF cannot be made");
  for (std::size_t i = 0; i < kMostColours; ++i) {
    const QRgb c = i < colours.size() ? colours[i] : 0;
    map->Colors[i] = {static_cast<GifByteType>(qRed(c)), static_cast<GifByteType>(qGreen(c)),
                      static_cast<GifByteType>(qBlue(c))};
  }
  return map;
}

}  // namespace

std::vector<QRgb> GifWriter::palette(const QImage& image, const QImage& before) {
  std::unordered_map<QRgb, int> counts;
  for (int y = 0; y < image.height(); ++y) {
    const QRgb* const line = lineOf(image, y);
    for (int x = 0; x < image.width(); ++x)
      if (before.isNull() || lineOf(before, y)[x] != line[x]) ++counts[line[x]];
  }
  std::vector<std::pair<int, QRgb>> order;
  for (const auto& [colour, count] : counts) order.emplace_back(-count, colour);
  std::sort(order.begin(), order.end());
  // Takes first frequent colours that differ from each other, then others while there is room.
  std::vector<QRgb> colours;
  for (const int apart : {300, 40, 0}) {
    for (const auto& [count, colour] : order) {
      if (colours.size() == kKept) return colours;
      const bool near = std::any_of(colours.begin(), colours.end(), [&, c = colour](QRgb other) {
        return distance(other, c) <= apart;
      });
      if (!near) colours.push_back(colour);
    }
  }
  return colours;
}

void GifWriter::open(const QImage& first) {
  size_ = first.size();
  int error = 0;
  gif_ = EGifOpen(&bytes_, appendBytes, &error);
  if (gif_ == nullptr) throw std::runtime_error("a GIF cannot be made");
  EGifSetGifVersion(gif_, true);
  check(EGifPutScreenDesc(gif_, size_.width(), size_.height(), 8, 0, nullptr));
  const std::array<unsigned char, 3> endless{1, 0, 0};
  check(EGifPutExtensionLeader(gif_, APPLICATION_EXT_FUNC_CODE));
  check(EGifPutExtensionBlock(gif_, 11, "NETSCAPE2.0"));
  check(EGifPutExtensionBlock(gif_, 3, endless.data()));
  check(EGifPutExtensionTrailer(gif_));
}

void GifWriter::add(const QImage& picture) {
  const QImage image = picture.convertToFormat(QImage::Format_RGB32);
  if (gif_ == nullptr) open(image);
  if (image.size() != size_) throw std::runtime_error("the pictures of a GIF differ in size");
  const std::vector<QRgb> colours = palette(image, before_);
  const QRect part = before_.isNull() ? image.rect() : changedPart(before_, image);
  const GraphicsControlBlock control{DISPOSE_DO_NOT, false, delay_, kKept};
  std::array<GifByteType, 4> block{};
  const auto length = EGifGCBToExtension(&control, block.data());
  check(EGifPutExtension(gif_, GRAPHICS_EXT_FUNC_CODE, static_cast<int>(length), block.data()));
  check(EGifPutImageDesc(gif_, part.x(), part.y(), part.width(), part.height(), false,
                         mapOf(colours).get()));
  Nearest nearest(colours);
  std::vector<GifPixelType> row(static_cast<std::size_t>(part.width()));
  for (int y = part.top(); y <= part.bottom(); ++y) {
    for (int x = part.left(); x <= part.right(); ++x) {
      const QRgb colour = lineOf(image, y)[x];
      const bool kept = !before_.isNull() && lineOf(before_, y)[x] == colour;
      row[static_cast<std::size_t>(x - part.left())] = kept ? kKept : nearest(colour);
    }
    check(EGifPutLine(gif_, row.data(), part.width()));
  }
  before_ = image;
}

QByteArray GifWriter::file() {
  int error = 0;
  GifFileType* gif = std::exchange(gif_, nullptr);
  if (gif == nullptr) throw std::runtime_error("a GIF needs a picture");
  check(EGifCloseFile(gif, &error));
  return bytes_;
}

GifWriter::~GifWriter() {
  int error = 0;
  if (gif_ != nullptr) EGifCloseFile(gif_, &error);
}

}  // namespace orrery::viz::inline paint
