#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "emu/net/topology.h"
#include "emu/net/translations.h"

namespace orrery {

/// The ranks are not symmetric after all: which of them goes first depends on their numbers.
class NotSymmetric : public std::invalid_argument {
 public:
  /// `what` waits, and others too: "messages wait for ports".
  explicit NotSymmetric(const std::string& what)
      : std::invalid_argument(what +
                              ", and which goes first is not the same for all ranks; "
                              "expected symmetry = off") {}
};

/// Ranks that are identical: translations of their numbers (emu/net/translations.h) take one to the other and leave the
/// network and what ranks do as they are. Of each class there is one representative, the first, and what it does
/// stands for what all do: a message of any rank is the image of one that a representative sends, and links that
/// are images of each other carry as much.
///
/// Example  A ring algorithm on torus:4: the rotations r → r + s leave both as they are. All ranks are one class, with
///          representative 0 and class_size() 4. Its message 0→1 stands for 1→2, 2→3 and 3→0, and the link from host 0
///          to 1 for the four links of that direction. On torus:2x4, where ranks rotate by number and rows end at 3 and
///          7, only rotations by rows remain: four classes of two.
class Symmetry {
 public:
  /// Rank r is host r of `network`, which must outlive it, and `numbering` says how ranks may be renumbered. Where the network
  /// allows none of that, every rank is a class of its own. REQUIRES a period.
  Symmetry(const Topology& network, const SymmetricNumbering& numbering);

  /// Ascending.
  const std::vector<int>& representatives() const { return representatives_; }
  int representative(int rank) const { return translations_.representative(rank); }
  /// `rank`, moved as `other` has to be moved to become its representative.
  int moved(int rank, int other) const { return translations_.moved(rank, other); }
  /// Ranks of a class.
  std::int64_t class_size() const { return translations_.count(); }
  /// The link that stands for all that are images of this one.
  LinkId representative_of_link(LinkId id) const {
    return network_.representative(id, translations_);
  }
  /// The first of the links that it stands for, `most` or all, ascending.
  std::vector<LinkId> images(LinkId representative, std::int64_t most) const;

 private:
  const Topology& network_;
  Translations translations_;
  std::vector<int> representatives_;
};

}  // namespace orrery
