#pragma once

#include <algorithm>
#include <cstdio>
#include <numeric>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

/// Irregular traffic for both programs: the sends and receives of each rank, in rounds. A rank begins all messages of a
/// round together, and the next round when all have ended.
namespace traffic {

struct Message {
  unsigned long source = 0, destination = 0;
  long bytes = 0;
};
struct Round {
  std::vector<Message> sends, receives;
};
using Ranks = std::vector<std::vector<Round>>;  // by rank, then by round

/// Sizes from 1 byte to 1 MiB.
class RandomSizes {
 public:
  long operator()() { return 1 + static_cast<long>(random_() % (1UL << 20)); }
  std::vector<unsigned long> permutation(unsigned long n) {
    std::vector<unsigned long> order(n);
    std::iota(order.begin(), order.end(), 0);
    for (unsigned long i = n; i > 1; --i) std::swap(order[i - 1], order[random_() % i]);
    return order;
  }

 private:
  std::mt19937_64 random_{1};
};

inline void add(Ranks& ranks, std::size_t round, const Message& m) {
  if (m.source == m.destination) return;
  ranks[m.source][round].sends.push_back(m);
  ranks[m.destination][round].receives.push_back(m);
}

/// permutations:N    in each of N rounds every rank sends to another one
/// at-once           every rank to every other, in one round
/// incast            all to rank 0
inline Ranks make(const std::string& kind, unsigned long p) {
  RandomSizes random;
  unsigned long rounds = 1;
  const bool permutes = std::sscanf(kind.c_str(), "permutations:%lu", &rounds) == 1;
  Ranks ranks(p, std::vector<Round>(rounds));
  if (permutes) {
    for (unsigned long k = 0; k < rounds; ++k) {
      const std::vector<unsigned long> to = random.permutation(p);
      for (unsigned long r = 0; r < p; ++r) add(ranks, k, {r, to[r], random()});
    }
  } else if (kind == "at-once") {
    for (unsigned long k = 1; k < p; ++k)
      for (unsigned long r = 0; r < p; ++r) add(ranks, 0, {r, (r + k) % p, random()});
  } else if (kind == "incast") {
    for (unsigned long r = 1; r < p; ++r) add(ranks, 0, {r, 0, random()});
  } else {
    throw std::invalid_argument("unknown traffic " + kind);
  }
  return ranks;
}

/// Prints the traffic in the format GOAL.
inline void print(const Ranks& ranks) {
  std::printf("num_ranks %zu\n", ranks.size());
  for (std::size_t r = 0; r < ranks.size(); ++r) {
    std::printf("rank %zu {\n", r);
    int label = 0, before_first = 0, before_last = 0;  // labels of the round before
    for (const Round& round : ranks[r]) {
      const int first = label + 1;
      for (const Message& m : round.receives)
        std::printf("l%d: recv %ldb from %lu\n", ++label, m.bytes, m.source);
      for (const Message& m : round.sends)
        std::printf("l%d: send %ldb to %lu\n", ++label, m.bytes, m.destination);
      for (int i = first; i <= label; ++i)
        for (int j = before_first; j <= before_last && j > 0; ++j)
          std::printf("l%d requires l%d\n", i, j);
      if (label >= first) before_first = first, before_last = label;
    }
    std::printf("}\n");
  }
}

}  // namespace traffic
