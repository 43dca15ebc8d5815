#pragma once

#include <array>
#include <vector>

/// The schedule of the allreduce by 3-2 elimination, for any number of ranks. Pure functions.
///
/// Ref      R. Rabenseifner, J. L. Träff, "More Efficient Reduction Algorithms for Non-Power-of-Two
///          Number of Processors in Message-Passing Parallel Systems", EuroPVM/MPI 2004, LNCS 3241;
///          rebuilt from its bounds.
/// Letters  p ranks, n = floor(log2 p), z level 0 .. n-1, g = floor(p / 2^z) groups, c group, j place.
///
/// A group of level z is 2^z ranks that hold the sum of a range of consecutive ranks, each a part of
/// its own: place j holds the j-th of 2^z parts. On level 0 every rank is a group. Groups next to each
/// other pair up; if g is odd, the first three of them make a triple. The ranks at one place of a
/// pair's or triple's groups work together; two of them are left, which hold the two halves of their
/// part: places 2j and 2j+1 of the next level. The third rank of a triple is eliminated.
///
/// p = 7:   z  g  triples              pairs
///          0  7  0 1 2                3 4, 5 6
///          1  3  0 3 5, 1 4 6
namespace orrery::elimination {

/// The team of a rank on one level.
struct Team {
  int z = 0;            ///< level
  int place = 0;        ///< j: the part of level z that it works on
  int round = 0;        ///< of its first exchange: z, or z + 1 where the first group is late
  bool triple = false;  ///< three members instead of two
  int member = 0;       ///< index of the rank in `ranks`
  std::array<int, 3>
      ranks{};  ///< the members, in order of their groups; the third of a triple only

  bool eliminated() const { return member == 2; }
};

/// Returns the teams of rank r on levels 0, 1, ..., up to its elimination. REQUIRES p >= 1.
///
/// A triple takes two rounds, z and z + 1. In the first, only its second and third member exchange:
/// the first group has one more round to get ready. From the first triple on, the first group is
/// one round late, never more.
std::vector<Team> teams(int p, int r);

/// Returns the rounds until all sums are complete: n, or n + 1 if p is not a power of two.
int rounds(int p);

}  // namespace orrery::elimination
