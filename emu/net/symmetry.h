#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "emu/net/topology.h"
#include "emu/net/translations.h"

namespace orrery::inline net {

/// The ranks are not symmetric: the order among them depends on their numbers.
class NotSymmetric : public std::invalid_argument {
 public:
  /// Creates the error. `what`: the messages that wait, such as "messages wait for ports".
  explicit NotSymmetric(const std::string& what)
      : std::invalid_argument(what +
                              ", and which goes first is not the same for all ranks; "
                              "expected symmetry = off") {}
};

/// Identical ranks: translations of their numbers (emu/net/translations.h) map one to the other and
/// leave the network and the program unchanged. Each class has one representative rank, the first,
/// whose actions represent those of all: a message of any rank is the image of a message of a
/// representative rank, and links that are images of each other carry equal loads.
///
/// Example  A ring algorithm on torus:4: the rotations r → r + s leave both unchanged. All ranks
///          are one class, with representative 0 and class_size() 4. Its message 0→1 represents
///          1→2, 2→3 and 3→0, and the link from host 0 to 1 represents the four links of that
///          direction. On torus:2x4, where ranks rotate by number and rows end at 3 and 7, only
///          rotations by rows remain: four classes of two.
class Symmetry {
 public:
  /// Finds the classes. Rank r is host r of `network`, which must outlive it; `numbering` has the
  /// allowed renumberings. If the network allows none of them, every rank is a class of its own.
  /// REQUIRES a period.
  Symmetry(const Topology& network, const SymmetricNumbering& numbering);

  /// Returns the representative ranks, ascending.
  const std::vector<int>& representatives() const { return representatives_; }
  int representative(int rank) const { return translations_.representative(rank); }
  /// Returns `rank` after the translation that maps `other` to its representative.
  int moved(int rank, int other) const { return translations_.moved(rank, other); }
  /// Returns the number of ranks in a class.
  std::int64_t class_size() const { return translations_.count(); }
  /// Returns the link that represents all images of this one.
  LinkId representative_of_link(LinkId id) const {
    return network_.representative(id, translations_);
  }
  /// Returns the first of the links that it represents, at most `most`, ascending.
  std::vector<LinkId> images(LinkId representative, std::int64_t most) const;

 private:
  const Topology& network_;
  Translations translations_;
  std::vector<int> representatives_;
};

}  // namespace orrery::inline net
