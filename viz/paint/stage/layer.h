#pragma once

#include <functional>
#include <optional>

#include <QImage>

#include "viz/paint/stage/stage_painter.h"

namespace orrery::viz::inline paint {

/// What stays in a picture while only messages move on: ground, links and nodes, painted once and then copied.
class Layer {
 public:
  /// Calls paint(painter), or repeats what it painted before if that would look the same.
  void put(QPainter& painter, const View& view, const Picture& picture,
           const std::function<void(QPainter&)>& paint);
  /// Forgets it before pictures of another run, or with another theme.
  void clear() { seen_.reset(); }

 private:
  /// The causes of its look, besides the run and the theme.
  struct Seen {
    View view;
    QSize size;
    const Layout* layout = nullptr;
    Focus focus;
    bool by_load = false, compared = false;
    std::vector<LinkId> highlighted;
    Marks answers;
    std::vector<LinkState> links;
    std::vector<RankState> ranks;
    friend bool operator==(const Seen&, const Seen&) = default;
  };

  std::optional<Seen> seen_;
  QImage image_;
};

}  // namespace orrery::viz::inline paint
