#include "viz/model/layout/diagram.h"

#include <algorithm>

#include "emu/base/index.h"

namespace orrery::viz::inline model {
namespace {

constexpr double kWideAspect = 0.5;    ///< height over width that a wide tree is stretched to
constexpr double kMargin = 0.7;        ///< around nodes
constexpr double kBetweenTrees = 1.2;  ///< trees
constexpr std::size_t kColumns = 2;    ///< of several trees
constexpr double kLongChain = 2.5;     ///< depth over width from which a tree lies on its side

/// One tree (or several roots' ones) in units of leaves and levels.
class TreeShape {
 public:
  explicit TreeShape(const CommunicationTree& tree)
      : children_(tree.parent.size()), leaf_(tree.parent.size()), level_(tree.parent.size()) {
    for (std::size_t r = 0; r < tree.parent.size(); ++r)
      if (tree.parent[r] >= 0) children_[at(tree.parent[r])].push_back(static_cast<int>(r));
    for (auto& c : children_) std::ranges::sort(c, {}, [&](int r) { return tree.message[at(r)]; });
    for (std::size_t r = 0; r < tree.parent.size(); ++r)
      if (tree.parent[r] < 0 && !children_[r].empty()) place(static_cast<int>(r));
    placeLonely(tree);
  }
  double width() const { return std::max(next_ - 1, 0.0); }
  int depth() const { return depth_; }
  QPointF of(int rank) const { return {leaf_[at(rank)], static_cast<double>(level_[at(rank)])}; }

 private:
  /// Places leaves from left to right; a parent stands over the middle of its children.
  void place(int root) {
    std::vector<int> order, open{root};
    while (!open.empty()) {
      const int r = open.back();
      open.pop_back();
      order.push_back(r);
      depth_ = std::max(depth_, level_[at(r)]);
      for (auto c = children_[at(r)].rbegin(); c != children_[at(r)].rend(); ++c) {
        level_[at(*c)] = level_[at(r)] + 1;
        open.push_back(*c);
      }
    }
    for (const int r : order)
      if (children_[at(r)].empty()) leaf_[at(r)] = next_++;
    for (auto r = order.rbegin(); r != order.rend(); ++r)
      if (const auto& c = children_[at(*r)]; !c.empty())
        leaf_[at(*r)] = (leaf_[at(c.front())] + leaf_[at(c.back())]) / 2;
  }
  /// Places ranks that no message reaches in a row of their own below.
  void placeLonely(const CommunicationTree& tree) {
    double leaf = 0;
    const int level = depth_ + 1;
    for (std::size_t r = 0; r < tree.parent.size(); ++r) {
      if (tree.parent[r] >= 0 || !children_[r].empty()) continue;
      leaf_[r] = leaf++;
      level_[r] = level;
      depth_ = level;
    }
    next_ = std::max(next_, leaf);
  }

  std::vector<std::vector<int>> children_;
  std::vector<double> leaf_;
  std::vector<int> level_;
  double next_ = 0;
  int depth_ = 0;
};

/// Returns the corner of the next of several trees: to the right of the one before, or below the
/// first ones.
QPointF nextCorner(const std::vector<QRectF>& parts) {
  if (parts.empty()) return {};
  if (parts.size() % kColumns != 0)
    return {parts.back().right() + kBetweenTrees, parts.back().top()};
  double bottom = 0;
  for (const QRectF& part : parts) bottom = std::max(bottom, part.bottom());
  return {0, bottom + kBetweenTrees};
}

void addTree(Diagram& d, const CommunicationTree& tree) {
  const TreeShape shape(tree);
  const bool lies = shape.depth() > kLongChain * std::max(shape.width(), 1.0);
  const double tall =
      lies ? 1 : std::max(1.0, kWideAspect * shape.width() / std::max(shape.depth(), 1));
  const int part = static_cast<int>(d.parts.size());
  const QPointF corner = nextCorner(d.parts);
  const auto first = static_cast<int>(d.nodes.size());
  for (int r = 0; r < static_cast<int>(tree.parent.size()); ++r) {
    const QPointF p = shape.of(r);
    const QPointF place = lies ? p.transposed() : QPointF(p.x(), tall * p.y());
    d.nodes.push_back({r, part, corner + place});
    if (const int parent = tree.parent[at(r)]; parent >= 0) {
      const int from = tree.up ? r : parent, to = tree.up ? parent : r;
      d.edges.push_back({first + from, first + to, tree.message[at(r)]});
    }
  }
  const double width = lies ? shape.depth() : shape.width();
  const double height = lies ? shape.width() : tall * shape.depth();
  d.parts.push_back(QRectF(corner, QSizeF(std::max(width, 1.0), height)));
}

/// Adds the rounds; a rank's node in row k stands for its state before the k-th existing round.
void addRounds(Diagram& d, const Communication& c, const TraceIndex& index) {
  const int p = index.network().ranks();
  const auto rows = static_cast<int>(index.rounds().size());
  const double tall = std::clamp(kWideAspect * p / std::max(rows, 1), 0.7, 4.0);
  for (int row = 0; row <= rows; ++row)
    for (int r = 0; r < p; ++r) d.nodes.push_back({r, row, QPointF(r, tall * row)});
  const auto rowOf = [&](int round) {
    const auto mark = std::ranges::lower_bound(index.rounds(), round, {}, &RoundMark::round);
    return static_cast<int>(mark - index.rounds().begin());
  };
  for (const std::int64_t id : c.messages) {
    const MessageEvent& m = index.trace().messages[static_cast<std::size_t>(id)];
    const int row = std::min(rowOf(m.round), rows - 1);
    d.edges.push_back({row * p + m.source, (row + 1) * p + m.destination, id});
  }
}

}  // namespace

Diagram makeDiagram(const Communication& communication, const TraceIndex& index) {
  Diagram d;
  if (communication.trees.empty())
    addRounds(d, communication, index);
  else
    for (const CommunicationTree& tree : communication.trees) addTree(d, tree);
  std::ranges::stable_sort(d.edges, {}, &Diagram::Edge::message);
  QRectF box;
  for (const Diagram::Node& node : d.nodes) box = box.united(QRectF(node.at, QSizeF(1e-6, 1e-6)));
  d.bounds = box.adjusted(-kMargin, -kMargin, kMargin, kMargin);
  return d;
}

}  // namespace orrery::viz::inline model
