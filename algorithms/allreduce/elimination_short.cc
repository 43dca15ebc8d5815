// Allreduce of short vectors with 3-2 elimination: whole vectors, any number of ranks.
// Ref      R. Rabenseifner, J. L. Träff, "More Efficient Reduction Algorithms for Non-Power-of-Two
//          Number of Processors in Message-Passing Parallel Systems", EuroPVM/MPI 2004, LNCS 3241,
//          rebuilt from its bounds.
// Letters  p ranks, m bytes; a, b a pair; e0, e1, e2 a triple (see schedules/elimination.h).
// Rounds   A pair exchanges vectors, and both sum them. A triple takes two rounds: e2 sends its vector
//          to e1, which sums; then e0 and e1 exchange sums. e2 is out, and gets the result from e1 in
//          the end. ceil(log2 p) + 1, or log2 p if p is a power of two.
// Sent     m in every round by a rank that is never eliminated.
// Time     (ceil(log2 p) + 1)(α + m β) + ceil(log2 p) m γ; log2 p (α + m β + m γ) for powers of two.
// Keeps the order of ranks, so any associative operator will do.
#include <algorithm>
#include <vector>

#include "algorithms/algorithm.h"
#include "algorithms/common/arithmetic.h"
#include "algorithms/schedules/elimination.h"

namespace orrery::allreduce_elimination_short {

namespace {

using elimination::Team;

/// Exchanges vectors with the peer; both sum them.
void exchange(Comm& c, Slice v, Slice T, int peer) {
  c.sendrecv(v, peer, T, peer);
  peer < c.rank() ? c.reduce_front(v, T) : c.reduce(v, T);
}

/// Combines the second and the third member of a triple: e2 is out.
void eliminate(Comm& c, Slice v, Slice T, const Team& team) {
  // In a team of three the third member hands its vector to the second, which adds it, and is out.
  c.round(team.round);
  if (team.member == 2) return c.send(v, team.ranks[1]);
  c.recv(T, team.ranks[2]);
  c.reduce(v, T);
}

void run(Comm& c, const Call& call) {
  const std::vector<Team> teams = elimination::teams(c.size(), c.rank());
  const Slice v = call.v;
  const Slice T = teams.empty() || teams.front().eliminated() ? Slice() : c.scratch(v.count());
  for (const Team& team : teams) {
    if (team.triple && team.member > 0) eliminate(c, v, T, team);
    if (team.eliminated()) break;
    // The two that are left swap their vectors, and both add them.
    c.round(team.round + (team.triple ? 1 : 0));
    exchange(c, v, T, team.ranks[team.member == 0 ? 1 : 0]);
  }
  for (const Team& team : teams) {
    if (!team.triple || team.member == 0) continue;
    // The rank that was out gets the finished vector from the one that counted for it.
    c.round(elimination::rounds(c.size()));
    team.eliminated() ? c.recv(v, team.ranks[1]) : c.send(v, team.ranks[2]);
  }
}

/// Returns the number of vectors that rank r sends.
std::int64_t sent_by(int p, int r) {
  std::int64_t vectors = 0;
  for (const Team& team : elimination::teams(p, r))
    vectors += team.triple && team.member == 1 ? 2 : 1;
  return vectors;
}

Bytes bytes_max_rank(const Problem& x) {
  std::int64_t most = 0;
  for (int r = 0; r < x.p; ++r) most = std::max(most, sent_by(x.p, r));
  return most * x.bytes();
}

Bytes bytes_total(const Problem& x) {
  std::int64_t vectors = 0;
  for (int r = 0; r < x.p; ++r) vectors += sent_by(x.p, r);
  return vectors * x.bytes();
}

std::int64_t rounds(const Problem& x) {
  return elimination::rounds(x.p) + (is_power_of_two(x.p) ? 0 : 1);
}

}  // namespace

extern const Algorithm allreduce_elimination_short{
    .collective = "allreduce",
    .name = "elimination-short",
    .summary =
        "Pairs and triples of groups exchange whole vectors and join: any number of ranks, few "
        "rounds.",
    .reference = "Rabenseifner and Träff, EuroPVM/MPI 2004",
    .formula = "at most (ceil(log2 p)+1)(α + mβ) + ceil(log2 p)mγ",
    .reproducible = Reproducible::kOnAllRanks,
    .run = run,
    .rounds = rounds,
    .bytes_total = bytes_total,
    .bytes_max_rank = bytes_max_rank,
    .time =
        [](const Problem& x) {
          return rounds(x) * x.cost.message(x.bytes()) +
                 elimination::rounds(x.p) * x.cost.reduction(x.bytes());
        },
};

}  // namespace orrery::allreduce_elimination_short
