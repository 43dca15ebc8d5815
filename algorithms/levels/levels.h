#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "algorithms/algorithm.h"
#include "algorithms/levels/placed_comm.h"
#include "algorithms/levels/rank_groups.h"

/// Algorithms of several levels: sequential parts, each a collective on a group of ranks. Written
/// once for each collective (allreduce/hierarchical.cc); runs and costs derive from there.
namespace orrery::inline algorithms {

/// The ranks of a part: one group, one rank of each group, or all ranks.
enum class Level { kIntra, kInter, kAll };

/// A required part of a composition.
struct Role {
  Level level;
  std::string_view collective;
  std::string_view standard;        ///< the default algorithm
  std::string_view irregular = {};  ///< the default for blocks of different sizes; may be empty
};

class Levels;

/// The composition of a collective from parts.
struct LevelForm {
  std::string_view collective;
  std::string_view standard;  ///< composition of the catalogue's entry: "leader()"
  /// Returns another standard for some problems; may be null.
  std::string_view (*standard_for)(const Problem&) = nullptr;
  std::span<const Role> roles;  ///< in the order of their first use
  bool equal = false;           ///< refuses groups of different sizes
  bool grouped = true;          ///< uses groups
  /// Returns why a problem is refused for another reason; may be null.
  std::optional<std::string> (*unsupported)(const Problem&) = nullptr;
  /// Runs all parts of a rank, in order.
  void (*parts)(Levels& at);
};

/// The execution of one rank's parts.
class Levels {
 public:
  /// Prepares the parts. `x` must outlive it. Its root is ignored unless the collective is rooted.
  Levels(const Problem& x, bool rooted, const RankGroups& groups, int rank, Slice v);
  virtual ~Levels() = default;
  Levels(const Levels&) = delete;
  Levels& operator=(const Levels&) = delete;

  const Problem& problem() const { return x_; }
  const RankGroups& groups() const { return groups_; }
  /// Returns grid_of(problem()), shared by consecutive calls for ranks.
  virtual std::shared_ptr<const GroupGrid> grid() {
    return std::make_shared<const GroupGrid>(grid_of(x_));
  }
  int rank() const { return rank_; }
  Slice v() const { return v_; }
  /// Returns the partition of v, or its first part, into the ranks' blocks.
  const Partition& partition() const { return partition_; }
  /// Returns rank r's block of v.
  Slice block(int r) const { return partition_.block(v_, r); }
  /// Returns the blocks of several ranks, in order.
  Slices blocks_of(const std::vector<int>& ranks) const;
  /// Returns a buffer for data in transit.
  virtual Slice scratch(std::int64_t elements) = 0;

  // The groups of this rank.
  int j() const { return groups_.of(rank_); }                            ///< its group's number
  int i() const { return groups_.place(rank_); }                         ///< its place there
  const std::vector<int>& node() const { return groups_.members(j()); }  ///< L_j
  /// Returns the place of a group's leader: its first rank, or the root of a rooted collective.
  int leader_place() const;
  std::vector<int> leaders() const;  ///< returns C, in the order of the groups
  int root_node() const { return groups_.of(root_); }
  int root_place() const { return groups_.place(root_); }
  int lanes() const { return groups_.smallest(); }
  /// Returns Q_i; empty if the rank is in no lane.
  std::vector<int> lane() const;

  /// Returns lane i's part of v; lane_sizes() the elements of each rank of a group in its lane's
  /// part, 0 without a lane.
  Slice lane_part(int i) const;
  std::vector<std::int64_t> lane_sizes() const;

  // The parts. A rank that is not among `ranks` does nothing in one; all others pass the same
  // arguments except for slices. `role` is an index into LevelForm::roles, `root` one into `ranks`.

  /// Runs a collective on a whole vector: broadcast, reduce, allreduce.
  void whole(int role, const std::vector<int>& ranks, int root, Slice vector);

  using BlockOf = std::function<Slices(int i)>;
  /// Runs a collective on blocks of the given sizes, where block(i) is that of ranks[i]: gather,
  /// scatter, allgather, reduce-scatter. For different sizes it runs the irregular form, or, if the
  /// algorithm has none, blocks as large as the largest.
  void blocks(int role, const std::vector<int>& ranks, int root,
              const std::vector<std::int64_t>& sizes, const BlockOf& block);

  /// Runs an alltoall: out(i) goes to ranks[i], and in(i) comes from there; both are padded to
  /// `size` elements.
  void exchange(int role, const std::vector<int>& ranks, std::int64_t size, const BlockOf& out,
                const BlockOf& in);

 protected:
  using VectorOf = std::function<Slices()>;
  /// Runs the role's algorithm on `y`, whose vector is in these places; `irregular`: its irregular
  /// form.
  virtual void part(int role, bool irregular, const std::vector<int>& ranks, const Problem& y,
                    const VectorOf& vector) = 0;
  /// Notes that the rank is in none of the groups of the next part.
  virtual void pass() = 0;
  /// Returns whether the role's algorithm has an irregular form.
  virtual bool has_irregular(int role) const = 0;
  virtual std::string_view collective_of(int role) const = 0;

 private:
  bool takes_part(const std::vector<int>& ranks);
  Problem part_problem(const std::vector<int>& ranks, int root, std::int64_t count) const;
  /// Appends the slices of a block and padding up to `size` elements.
  void append_padded(Slices& all, const Slices& block, std::int64_t size);
  /// Appends a block with padding from the rank's initial data: it is sent, but not used.
  void append_filled(Slices& all, const Slices& block, std::int64_t size) const;

  const Problem& x_;
  int root_;
  const RankGroups& groups_;
  int rank_;
  Slice v_;
  Partition partition_;
};

}  // namespace orrery::inline algorithms
