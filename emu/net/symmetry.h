#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "emu/net/topology.h"
#include "emu/net/translations.h"

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

/// Ranks that are alike: translations of their numbers (emu/net/translations.h) take one to the other and leave the
/// network and what ranks do as they are. Of each class there is one representative, the first, and what it does
/// stands for what all do: a message of any rank is the image of one that a representative sends, and links that
/// are images of each other carry as much.
class Symmetry {
 public:
  /// Rank r is host r of `network`, which must outlive it, and ranks are alike as `alike` says. Where the network
  /// allows none of that, every rank is a class of its own. REQUIRES a period.
  Symmetry(const Topology& network, const Alike& alike);

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
