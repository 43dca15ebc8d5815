#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "algorithms/algorithm.h"
#include "algorithms/levels/placed_comm.h"
#include "algorithms/levels/rank_groups.h"

/// What a rank does in an algorithm of several levels: one part after the other, each a collective of its own on a
/// group of ranks. Written once for each collective (allreduce/hierarchical.cc); run, and counted, from there.
namespace orrery {

/// Among the ranks of one group, between groups, or of all ranks.
enum class Level { kIntra, kInter, kAll };

/// A part that a composition needs.
struct Role {
  Level level;
  std::string_view collective;
  std::string_view standard;        ///< the algorithm where none is named
  std::string_view irregular = {};  ///< where none is named and blocks differ in size; may be empty
};

class Levels;

/// How a collective is put together from parts.
struct LevelForm {
  std::string_view collective;
  std::string_view standard;  ///< the composition that the catalogue's entry stands for: "leader()"
  /// Another one for some problems; may be null.
  std::string_view (*standard_for)(const Problem&) = nullptr;
  std::span<const Role> roles;  ///< in the order in which they come first
  bool equal = false;           ///< refuses groups that differ in size
  bool grouped = true;          ///< has groups at all
  /// What else is refused, in words; may be null.
  std::optional<std::string> (*unsupported)(const Problem&) = nullptr;
  /// All that a rank does, in the order of what happens.
  void (*parts)(Levels& at);
};

/// One rank's way through the parts.
class Levels {
 public:
  /// `x` must outlive it. Its root means nothing unless the collective is rooted.
  Levels(const Problem& x, bool rooted, const RankGroups& groups, int rank, Slice v);
  virtual ~Levels() = default;
  Levels(const Levels&) = delete;
  Levels& operator=(const Levels&) = delete;

  const Problem& problem() const { return x_; }
  const RankGroups& groups() const { return groups_; }
  /// grid_of(problem()), shared by calls for one rank after the other.
  virtual std::shared_ptr<const GroupGrid> grid() {
    return std::make_shared<const GroupGrid>(grid_of(x_));
  }
  int rank() const { return rank_; }
  Slice v() const { return v_; }
  /// How v, or the first part of it, is cut into the ranks' blocks.
  const Partition& partition() const { return partition_; }
  /// Rank r's block of v.
  Slice block(int r) const { return partition_.block(v_, r); }
  /// The blocks of several ranks, one after the other.
  Slices blocks_of(const std::vector<int>& ranks) const;
  /// A buffer for what is on its way.
  virtual Slice scratch(std::int64_t elements) = 0;

  // The groups that this rank is in.
  int j() const { return groups_.of(rank_); }                            ///< its group's number
  int i() const { return groups_.place(rank_); }                         ///< its place there
  const std::vector<int>& node() const { return groups_.members(j()); }  ///< L_j
  /// The place of a group's leader: its first rank, or the root of a rooted collective.
  int leader_place() const;
  std::vector<int> leaders() const;  ///< C, in the order of the groups
  int root_node() const { return groups_.of(root_); }
  int root_place() const { return groups_.place(root_); }
  int lanes() const { return groups_.smallest(); }
  /// Q_i; empty if the rank is in no lane.
  std::vector<int> lane() const;

  /// Lane i's part of v, and what of it each rank of a group has: nothing where it is in no lane.
  Slice lane_part(int i) const;
  std::vector<std::int64_t> lane_sizes() const;

  // The parts. A rank that is not among `ranks` has nothing to do in one; all others give it the same arguments but
  // for slices. `role` is a place in LevelForm::roles, `root` one in `ranks`.

  /// A collective on a whole vector: broadcast, reduce, allreduce.
  void whole(int role, const std::vector<int>& ranks, int root, Slice vector);

  using BlockOf = std::function<Slices(int i)>;
  /// One on blocks of the given sizes, where block(i) is that of ranks[i]: gather, scatter, allgather, reduce-scatter.
  /// Where sizes differ its irregular form is run, or, where its algorithm has none, blocks as large as the largest.
  void blocks(int role, const std::vector<int>& ranks, int root,
              const std::vector<std::int64_t>& sizes, const BlockOf& block);

  /// An alltoall: out(i) goes to ranks[i], and in(i) comes from there; they fill up to `size` elements.
  void exchange(int role, const std::vector<int>& ranks, std::int64_t size, const BlockOf& out,
                const BlockOf& in);

 protected:
  using VectorOf = std::function<Slices()>;
  /// The role's algorithm on `y`, whose vector is in these places; `irregular`: its irregular form.
  virtual void part(int role, bool irregular, const std::vector<int>& ranks, const Problem& y,
                    const VectorOf& vector) = 0;
  /// The rank is in none of the groups that do the next part.
  virtual void pass() = 0;
  /// Whether the role's algorithm has an irregular form.
  virtual bool has_irregular(int role) const = 0;
  virtual std::string_view collective_of(int role) const = 0;

 private:
  bool takes_part(const std::vector<int>& ranks);
  Problem part_problem(const std::vector<int>& ranks, int root, std::int64_t count) const;
  /// The slices of a block and what is missing to `size` elements.
  void append_padded(Slices& all, const Slices& block, std::int64_t size);
  /// What is missing is what the rank has had from the start: it is sent, but not used.
  void append_filled(Slices& all, const Slices& block, std::int64_t size) const;

  const Problem& x_;
  int root_;
  const RankGroups& groups_;
  int rank_;
  Slice v_;
  Partition partition_;
};

}  // namespace orrery
