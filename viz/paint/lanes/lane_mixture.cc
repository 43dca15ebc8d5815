#include "viz/paint/lanes/lane_mixture.h"

namespace orrery::viz::inline paint {
namespace {

/// Colour of several lanes in one pixel.
class Blend {
 public:
  void add(const QColor& colour, double share) {
    share = std::clamp(share, 0.0, left_);
    left_ -= share;
    red_ += share * colour.red();
    green_ += share * colour.green();
    blue_ += share * colour.blue();
  }
  double left() const { return left_; }
  QRgb colour() const {
    return qRgb(static_cast<int>(red_), static_cast<int>(green_), static_cast<int>(blue_));
  }

 private:
  double red_ = 0, green_ = 0, blue_ = 0, left_ = 1;
};

}  // namespace

QRgb mixedCauses(const Mixture& mixture, int x, double ranks, std::span<const QColor> colours,
                 const Theme& theme) {
  const std::size_t count = colours.size();
  double all = 0;
  for (std::size_t i = 0; i < count; ++i) all += mixture.at(i, x) / ranks;
  const double scale = all > 1 ? 1 / all : 1;
  Blend blend;
  for (std::size_t i = 0; i < count; ++i) blend.add(colours[i], mixture.at(i, x) / ranks * scale);
  blend.add(theme.waiting_lane, mixture.at(count, x) / ranks - (1 - blend.left()));
  blend.add(theme.background, blend.left());
  return blend.colour();
}

QRgb mixedColour(const Mixture& mixture, int x, double ranks, const Theme& theme) {
  const double send = mixture.at(0, x) / ranks, receive = mixture.at(1, x) / ranks;
  const double compute = mixture.at(2, x) / ranks, alive = mixture.at(3, x) / ranks;
  const double most = std::max({send, receive, compute, send / 2 + receive / 2 + compute});
  const double all = send + receive + compute;
  Blend blend;
  if (all > 0) {
    const double scale = std::min(most, 1.0) / all;
    blend.add(theme.computing_lane, compute * scale);
    blend.add(theme.sending, send * scale);
    blend.add(theme.receiving, receive * scale);
  }
  blend.add(theme.waiting_lane, alive - (1 - blend.left()));
  blend.add(theme.background, blend.left());
  return blend.colour();
}

}  // namespace orrery::viz::inline paint
