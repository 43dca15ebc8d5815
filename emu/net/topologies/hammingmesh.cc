#include <algorithm>
#include <array>
#include <cstdlib>
#include <utility>

#include "emu/base/check.h"
#include "emu/net/topologies/product.h"
#include "emu/net/translations.h"

namespace orrery::inline net {
namespace {

constexpr int kRadix = 64;  ///< ports of a switch

/// Creates the fat tree that joins `ports` edge hosts at full bandwidth: one switch while that has
/// enough ports, otherwise two levels, with leaves of at most kRadix/2 hosts and as many roots as a
/// leaf has hosts. `leaf` becomes the number of hosts below a leaf.
std::unique_ptr<Topology> make_tree(int ports, int& leaf) {
  leaf = ports;
  if (ports <= kRadix) return make_topology(text_of("star:", ports));
  for (leaf = kRadix / 2; ports % leaf != 0;) --leaf;
  return make_topology(text_of("fat-tree:", leaf, ",", ports / leaf, ";1,", leaf));
}

/// A row of HammingMesh: `boards` lines of `side` hosts; the two ends of each are hosts of a tree.
///
/// Links: those inside the boards first (level 0), positive and negative ones in turn, then those of
/// the tree, one level higher than in the tree. Port 2i of the tree is the first host of board i,
/// port 2i+1 its last.
class BoardLine final : public Topology {
 public:
  BoardLine(int side, int boards) : side_(side), hosts_(side * boards) {
    tree_ = make_tree(2 * boards, leaf_);
    tree_first_ = LinkId{2} * boards * (side - 1);
  }

  std::string spec() const override { return "board line"; }  // part of a product only
  int hosts() const override { return hosts_; }
  int nodes() const override { return hosts_ + tree_->nodes() - tree_->hosts(); }
  LinkId link_count() const override { return tree_first_ + tree_->link_count(); }
  int ports_per_host() const override { return 2; }
  int levels() const override { return 1 + tree_->levels(); }
  Link link(LinkId id) const override;
  int path_count(NodeId src, NodeId dst, Routing routing) const override;
  void append_route(NodeId src, NodeId dst, int path, std::vector<LinkId>& out) const override;

  int side() const { return side_; }
  /// Returns whether one switch joins all boards, so that each has the same view of the others.
  bool has_one_switch() const { return tree_->nodes() == tree_->hosts() + 1; }
  /// Returns the board of a link, inside or to the switch. REQUIRES has_one_switch(), as the next function does.
  int board_of(LinkId id) const {
    return static_cast<int>((id - first_like(id)) / links_of_board(id));
  }
  /// Returns the corresponding link of another board.
  LinkId on_board(LinkId id, int board) const {
    const LinkId first = first_like(id), links = links_of_board(id);
    return first + LinkId{board} * links + (id - first) % links;
  }

 private:
  /// A route over the tree, from port to port.
  struct Way {
    NodeId out = 0;
    NodeId in = 0;
    int hops = 0;
  };

  bool is_inside(LinkId id) const { return id < tree_first_; }
  LinkId first_like(LinkId id) const { return is_inside(id) ? 0 : tree_first_; }
  /// Returns the number of links of a board: two for each pair of neighbours inside, two for each
  /// port of the switch.
  LinkId links_of_board(LinkId id) const { return is_inside(id) ? LinkId{2} * (side_ - 1) : 4; }
  NodeId host_of_port(NodeId port) const {
    return port / 2 * side_ + (port % 2 == 0 ? 0 : side_ - 1);
  }
  Way shortest_over_tree(NodeId src, NodeId dst) const;
  bool stays_on_board(NodeId src, NodeId dst, const Way& over_tree) const;
  void append_on_board(NodeId src, NodeId dst, std::vector<LinkId>& out) const;

  int side_;
  int hosts_;
  std::unique_ptr<Topology> tree_;
  int leaf_ = 0;  ///< hosts below a leaf of the tree
  LinkId tree_first_ = 0;
};

Link BoardLine::link(LinkId id) const {
  if (id < tree_first_) {
    const auto i = static_cast<NodeId>(id / 2);
    const NodeId lower = i + i / (side_ - 1);
    return id % 2 == 0 ? Link{.from = lower, .to = lower + 1}
                       : Link{.from = lower + 1, .to = lower};
  }
  Link link = tree_->link(id - tree_first_);
  for (NodeId* end : {&link.from, &link.to})
    *end = *end < tree_->hosts() ? host_of_port(*end) : *end - tree_->hosts() + hosts_;
  ++link.level;
  return link;
}

/// Returns the shortest route over the tree. REQUIRES src != dst.
BoardLine::Way BoardLine::shortest_over_tree(NodeId src, NodeId dst) const {
  Way best{.hops = hosts_ + 5};
  const NodeId from = src / side_ * 2;
  const NodeId to = dst / side_ * 2;
  for (const NodeId out : {from, from + 1}) {
    for (const NodeId in : {to, to + 1}) {
      if (out == in) continue;
      const int over_tree = out / leaf_ == in / leaf_ ? 2 : 4;
      const int hops =
          std::abs(src - host_of_port(out)) + over_tree + std::abs(dst - host_of_port(in));
      if (hops < best.hops) best = {out, in, hops};
    }
  }
  return best;
}

void BoardLine::append_on_board(NodeId src, NodeId dst, std::vector<LinkId>& out) const {
  const LinkId board = src / side_;  // its links: 2 for each host except the last
  for (NodeId x = src; x < dst; ++x) out.push_back(2 * (x - board));
  for (NodeId x = src; x > dst; --x) out.push_back(2 * (x - 1 - board) + 1);
}

bool BoardLine::stays_on_board(NodeId src, NodeId dst, const Way& over_tree) const {
  return src / side_ == dst / side_ && std::abs(src - dst) <= over_tree.hops;
}

int BoardLine::path_count(NodeId src, NodeId dst, Routing routing) const {
  const Way way = shortest_over_tree(src, dst);
  return stays_on_board(src, dst, way) ? 1 : tree_->path_count(way.out, way.in, routing);
}

void BoardLine::append_route(NodeId src, NodeId dst, int path, std::vector<LinkId>& out) const {
  if (src == dst) return;
  const Way way = shortest_over_tree(src, dst);
  if (stays_on_board(src, dst, way)) return append_on_board(src, dst, out);
  append_on_board(src, host_of_port(way.out), out);
  const std::size_t begin = out.size();
  tree_->append_route(way.out, way.in, path, out);
  for (std::size_t i = begin; i < out.size(); ++i) out[i] += tree_first_;
  append_on_board(host_of_port(way.in), dst, out);
}

/// Returns the sizes of "AxB"; `what` names them.
std::pair<int, int> parse_pair(std::string_view text, std::string_view what) {
  const std::vector<int> sizes = parse_sizes(text, 'x', what);
  EMU_CHECK(sizes.size() == 2, what, "s: '", text, "'; expected two numbers, such as 2x2");
  return {sizes[0], sizes[1]};
}

/// Boards of a x b hosts, each a mesh, R rows of C boards. The hosts on the edges of the boards in
/// one row of hosts are joined by a fat tree, likewise in one column: a product of two lines.
/// Ref  T. Hoefler, T. Bonato, D. De Sensi, S. Di Girolamo, S. Li, M. Heddes, J. Belk, D. Goel,
///      M. Castro, S. Scott: HammingMesh: a network topology for large-scale deep learning, SC 2022.
class HammingMesh final : public Product {
 public:
  /// Builds the product; `own` are its lines.
  HammingMesh(std::string spec, std::vector<std::unique_ptr<Topology>> lines,
              std::array<const BoardLine*, 2> own)
      : Product(std::move(spec), std::move(lines)), lines_(own) {}

  /// Returns permutations of boards, separately of rows and columns.
  Translations translations(const SymmetricNumbering& numbering) const override {
    if (!std::ranges::all_of(lines_, &BoardLine::has_one_switch)) return {};
    return rotations(numbering, dims(), std::array{lines_[0]->side(), lines_[1]->side()});
  }
  /// Returns the link at the same place on the board to which the first host of its board moves.
  LinkId representative(LinkId id, const Translations& all) const override;

 private:
  std::array<const BoardLine*, 2> lines_;  // along columns, along rows
};

LinkId HammingMesh::representative(LinkId id, const Translations& all) const {
  const Place place = place_of(id);
  const BoardLine& line = *lines_[place.axis];
  const NodeId host = host_on(place.axis, place.copy, line.board_of(place.number) * line.side());
  const NodeId moved = all.representative(host);
  const int board = coordinate(place.axis, moved) / line.side();
  return link_at({place.axis, copy_of(place.axis, moved), line.on_board(place.number, board)});
}

std::unique_ptr<Topology> make_hammingmesh(std::string_view parameters) {
  const std::size_t at = parameters.find('@');
  EMU_CHECK(at != std::string_view::npos, "hammingmesh:", parameters,
            " lacks '@'; expected the size of a board @ rows and columns of boards, such as "
            "hammingmesh:2x2@4x4");
  const auto [a, b] = parse_pair(parameters.substr(0, at), "hammingmesh: board side");
  const auto [rows, columns] = parse_pair(parameters.substr(at + 1), "hammingmesh: boards in line");
  const std::string spec = text_of("hammingmesh:", a, "x", b, "@", rows, "x", columns);
  for (const int side : {a, b})
    EMU_CHECK(side % 2 == 0, spec, ": a side of the boards is ", side,
              "; expected an even number (in the middle of an odd one both ways out are equally "
              "long; boards of 1x1 are hyperx:",
              rows, "x", columns, ")");
  for (const auto& [side, count] : {std::pair(a, rows), std::pair(b, columns)})
    node_count(std::vector{side, count, 2}, spec + ": the number of hosts in a line");
  auto along_columns = std::make_unique<BoardLine>(a, rows);
  auto along_rows = std::make_unique<BoardLine>(b, columns);
  const std::array<const BoardLine*, 2> own{along_columns.get(), along_rows.get()};
  std::vector<std::unique_ptr<Topology>> lines;
  lines.push_back(std::move(along_columns));
  lines.push_back(std::move(along_rows));
  return std::make_unique<HammingMesh>(spec, std::move(lines), own);
}

}  // namespace

extern const TopologyKind hammingmesh_kind{
    .name = "hammingmesh",
    .grammar = "hammingmesh:AxB@RxC",
    .summary =
        "R x C boards, each a mesh of AxB hosts; fat trees join the edges in rows and columns",
    .example = "hammingmesh:2x2@2x3",
    .make = make_hammingmesh,
};

}  // namespace orrery::inline net
