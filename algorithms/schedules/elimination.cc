#include "algorithms/schedules/elimination.h"

#include <algorithm>

#include "algorithms/common/arithmetic.h"

namespace orrery::elimination {

namespace {

bool has_triple(int p, int z) {
  return (p >> z) % 2 == 1;
}
/// Returns the group of level z + 1 that group c becomes a part of.
int next_group(int p, int z, int c) {
  return has_triple(p, z) ? std::max(c - 1, 0) / 2 : c / 2;
}
/// Returns the first of the groups that form group c of level z + 1, and their number.
int first_of(int p, int z, int c) {
  return 2 * c + (has_triple(p, z) && c > 0 ? 1 : 0);
}
int members_of(int p, int z, int c) {
  return has_triple(p, z) && c == 0 ? 3 : 2;
}

/// Returns the rank at place j of group c of level z.
int rank_at(int p, int z, int c, int j) {
  for (; z > 0; --z, j /= 2) c = first_of(p, z - 1, c) + j % 2;
  return c;
}

}  // namespace

std::vector<Team> teams(int p, int r) {
  std::vector<Team> all;
  bool late = false;
  for (int z = 0, c = r, j = 0; z < floor_log2(p); ++z) {
    const int next = next_group(p, z, c), first = first_of(p, z, next),
              members = members_of(p, z, next);
    Team team{z, j, z + (late && next == 0 && members == 2 ? 1 : 0), members == 3, c - first, {}};
    for (int i = 0; i < members; ++i)
      team.ranks[static_cast<std::size_t>(i)] = rank_at(p, z, first + i, j);
    all.push_back(team);
    if (team.eliminated()) break;
    late = late || has_triple(p, z);
    c = next;
    j = 2 * j + team.member;
  }
  return all;
}

int rounds(int p) {
  return ceil_log2(p);
}

}  // namespace orrery::elimination
