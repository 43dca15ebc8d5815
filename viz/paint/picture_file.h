#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "scenarios/plot/plot.h"

class QGuiApplication;

namespace orrery::viz {

/// Pictures for commands, painted without a display. Starts Qt, for as long as it lives, when there is
/// something to paint and nobody else has; for one thread.
class QtPictures : public Pictures {
 public:
  QtPictures();
  ~QtPictures() override;
  std::string plot(const Plot& plot, std::string_view format) const override;

 private:
  void startQt() const;
  mutable std::unique_ptr<QGuiApplication> application_;
};

}  // namespace orrery::viz
