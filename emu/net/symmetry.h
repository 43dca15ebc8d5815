#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <vector>

#include "emu/net/topology.h"

namespace orrery {

/// Ranks turned out not to be alike: which of them goes first depends on their numbers.
class NotAlike : public std::invalid_argument {
 public:
  /// `what` waits, and others too: "messages wait for ports".
  explicit NotAlike(const std::string& what)
      : std::invalid_argument(what +
                              ", and which goes first is not the same for all ranks; "
                              "expected symmetry = off") {}
};

/// Ranks that are alike. Ranks have coordinates on a grid every side of which closes to a ring; they are alike
/// if their coordinates differ by multiples of a period on every side, that is, if a translation by multiples of
/// the period takes one to the other. Of each class there is one representative, the first. Where these
/// translations leave the network and what ranks do as they are, what representatives do stands for what all do:
/// a message of any rank is the image of one that a representative sends, and links that are images of each other
/// carry as much.
class Symmetry {
 public:
  /// Rank r is host r of `network`, a torus or a star, which must outlive it; coordinates are row-major, their last varies fastest.
  /// Looks at every link. THROWS std::invalid_argument, which says why: a network that the translations do not
  /// leave as it is, sides whose product is not the number of hosts, a period that does not divide all sides
  /// but those of 1.
  Symmetry(const Topology& network, std::vector<int> sides, int period);

  /// Ascending.
  const std::vector<int>& representatives() const { return representatives_; }
  int representative(int rank) const { return moved(rank, rank); }
  /// `rank`, moved as `other` has to be moved to become its representative.
  int moved(int rank, int other) const;
  /// Ranks of a class.
  std::int64_t class_size() const { return class_size_; }
  /// The link that stands for all that are images of this one.
  LinkId representative_of_link(LinkId id) const;
  /// The first of the links that it stands for, `most` or all, ascending.
  std::vector<LinkId> images(LinkId representative, std::int64_t most) const;

 private:
  std::uint64_t ends_of(const Link& link) const;
  void check_links();

  const Topology& network_;
  std::vector<int> sides_;
  int period_;
  std::vector<int> representatives_;
  std::int64_t class_size_ = 1;
  std::unordered_map<std::uint64_t, LinkId> links_;  // by the ends of what stands for them
};

}  // namespace orrery
