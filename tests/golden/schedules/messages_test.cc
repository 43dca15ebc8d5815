// Tests the messages of runs and their times against other programs: catalogue_messages.csv (sizes by pair of MPICH's
// C functions, which log every send), catalogue_costs.csv (times of prototypes in a separate event simulation, ports
// as stated), catalogue_elimination.csv, and the rows of bine_schedules.csv that are Swing's.
#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <sstream>

#include <gtest/gtest.h>

#include "algorithms/verify.h"
#include "emu/trace/sink.h"
#include "tests/golden/schedules/csv.h"
#include "tests/network.h"

namespace orrery {
namespace {

using testing::integer;
using testing::integers;
using testing::Row;
using testing::table;

class Messages : public Sink {
 public:
  TraceLevel level() const override { return TraceLevel::kMessages; }
  void start(const MessageEvent& e) override { all.push_back(e); }
  std::vector<MessageEvent> all;
};

/// Returns a network with α = 1000 ns and β = 1 ns/B, as in the tables.
Network network_of(int p, int ports, double gamma_ps) {
  Network network = testing::network_of(text_of("full:", p));
  network.costs.links.resize(1);
  network.costs.alpha = 1000ns - network.costs.links[0].latency;
  network.costs.links[0].bandwidth = Bandwidth{1e9};
  network.costs.gamma = {gamma_ps};
  network.ports.count = ports;
  return network;
}

struct Asked {
  std::string collective, algorithm;
  int p = 1, root = 0, radix = 0, blocks = 0, ports = 1;
  std::int64_t count = 1;
  double gamma_ps = 125;
  std::vector<int> dims = {};
  int group = 0;  ///< ranks in one; 0: no groups
  std::vector<std::int64_t> sizes = {};
};

struct Ran {
  Metrics metrics;
  std::vector<MessageEvent> messages;
};

Ran run(const Asked& asked) {
  const Algorithm& a = find_algorithm(asked.collective, asked.algorithm);
  const Network network = network_of(asked.p, asked.ports, asked.gamma_ps);
  Problem x;
  x.p = asked.p;
  x.root = asked.root;
  x.count = asked.count;
  x.radix = asked.radix;
  x.blocks = asked.blocks;
  x.dims = asked.dims;
  x.sizes = asked.sizes;
  if (asked.group > 0) x.groups.emplace_back();
  for (int r = 0; r < x.p && asked.group > 0; ++r) x.groups[0].push_back(r / asked.group);
  x.cost = {1000ns, CostPerByte{1000}, network.costs.gamma};
  x.network = &network;
  EXPECT_EQ(refusal(a, x), std::nullopt);
  Messages sink;
  const Execution e =
      execute(a, x, network, {}, PayloadKind::kProvenance, find_op("sum", "uint8"), &sink);
  EXPECT_EQ(e.verified, true) << e.mismatch;
  return {e.metrics, sink.all};
}

TEST(Radix, PairsExchangeWhatMpichSends) {
  std::map<std::tuple<std::string, std::string, int, int>,
           std::map<std::pair<int, int>, std::vector<int>>>
      wanted;
  for (const Row& row : table("catalogue_messages.csv"))
    wanted[{row[0], row[1], std::stoi(row[2]), std::stoi(row[3])}]
          [{std::stoi(row[4]), std::stoi(row[5])}] = integers(row[6]);
  for (const auto& [key, pairs] : wanted) {
    const auto& [collective, algorithm, p, k] = key;
    SCOPED_TRACE(text_of(collective, ' ', algorithm, ", p = ", p, ", k = ", k));
    int unit = 1;
    if (algorithm == "k-reduce-scatter-allgather")
      while (unit * k <= p) unit *= k;
    std::map<std::pair<int, int>, std::vector<int>> sent;
    for (const MessageEvent& e : run({collective, algorithm, p, 0, k, 0, 1, unit}).messages)
      sent[{e.source, e.destination}].push_back(static_cast<int>(e.bytes.count()));
    EXPECT_EQ(sent, pairs);
  }
}

/// Returns a value from "k=3 at-once" or "n=4 root=0"; -1 if it is missing.
int value_of(const std::string& parameters, const std::string& name) {
  std::istringstream in(parameters);
  for (std::string word; in >> word;)
    if (word.starts_with(name + '=')) return std::stoi(word.substr(name.size() + 1));
  return -1;
}

std::int64_t rounds_with_messages(const Ran& ran) {
  std::set<int> rounds;
  for (const MessageEvent& e : ran.messages) rounds.insert(e.round);
  return std::ssize(rounds);
}

/// Returns the rounds for n = floor(log2 p): 2n + 2, or n + 2 of the short algorithm; 2n and n if p is a power of
/// two. The table's rows of p = 9 count 6 and 4, not 8 and 5, although messages, bytes and time agree.
int rounds_of_elimination(const std::string& name, int p) {
  int n = 0;
  while (2 << n <= p) ++n;
  const bool more = p != 1 << n;
  return name == "elimination-short" ? n + (more ? 2 : 0) : 2 * n + (more ? 2 : 0);
}

/// Returns the sides of "dims=2x3 (first varies fastest)"; ours begin with the last.
std::vector<int> sides_of(const std::string& parameters) {
  std::vector<int> sides;
  std::istringstream in(parameters.substr(parameters.find('=') + 1));
  for (int side = 0; in >> side; in.get()) sides.insert(sides.begin(), side);
  return sides;
}

/// Translates the names of algorithms that consist of parts.
void put_parts(Asked& asked, const Row& row) {
  if (row[1] == "multi-ring") asked.algorithm = "blueconnect(ring)", asked.dims = sides_of(row[3]);
  if (row[1] != "full-lane") return;
  asked.algorithm = row[0] == "alltoall" ? "full-lane(pairwise)" : "full-lane(ring)";
  asked.group = value_of(row[3], "s");
}

TEST(Catalogue, TimesAreThoseOfThePrototypes) {
  int rows = 0;
  for (const Row& row : table("catalogue_costs.csv")) {
    ++rows;
    const auto given = [&](const char* name) { return value_of(row[3], name); };
    Asked asked{row[0], row[1], std::stoi(row[2])};
    asked.root = std::max(given("root"), 0);
    asked.radix = std::max({given("k"), given("r"), 0});
    asked.blocks = std::max({given("n"), given("F"), 0});
    asked.ports = std::stoi(row[4]);
    asked.count = std::stoi(row[5]);
    if (row[3].ends_with("gamma=0")) asked.gamma_ps = 0;
    put_parts(asked, row);
    SCOPED_TRACE(text_of(row[0], ' ', row[1], ", p = ", row[2], ", ", row[3], ", ports ", row[4]));
    const Metrics m = run(asked).metrics;
    if (row[1].starts_with("elimination")) {
      const int rounds = rounds_of_elimination(row[1], asked.p);
      EXPECT_EQ(rounds_with_messages(run(asked)), rounds);  // some numbers are unused
      if (asked.p != 9) {
        EXPECT_EQ(rounds, std::stoi(row[6]));
      }
    } else if (!row[6].empty()) {
      EXPECT_EQ(m.rounds, std::stoi(row[6]));
    }
    EXPECT_EQ(std::ssize(run(asked).messages), std::stoi(row[7]));
    EXPECT_EQ(m.bytes_total.count(), std::stoi(row[8]));
    EXPECT_EQ(m.bytes_max_rank.count(), std::stoi(row[9]));
    // An in-place exclusive scan copies its sum once, which does not always overlap with messages.
    const std::int64_t copy = row[0] == "exscan" ? asked.count * 125 : 0;
    EXPECT_GE(m.completion.count(), std::stoll(row[10]) * 1000);
    EXPECT_LE(m.completion.count(), std::stoll(row[10]) * 1000 + copy);
  }
  EXPECT_GT(rows, 120);
}

TEST(Elimination, TimesAreThoseOfThePrototypes) {
  for (const Row& row : table("catalogue_elimination.csv")) {
    if (row[1] != "all") continue;
    const int p = std::stoi(row[0]);
    SCOPED_TRACE(text_of("p = ", p));
    std::int64_t N = 1;
    while (2 * N <= p) N *= 2;
    EXPECT_EQ(run({"allreduce", "elimination", p, 0, 0, 0, 1, N * 1024}).metrics.completion.count(),
              std::stoll(row[4]) * 1000);
    EXPECT_EQ(run({"allreduce", "elimination-short", p, 0, 0, 0, 1, 64}).metrics.completion.count(),
              std::stoll(row[5]) * 1000);
  }
}

/// Returns the sizes of rank a's data for rank b in catalogue_tuna.csv, in nodes of s ranks if s > 0, by the ranks'
/// old numbers.
std::vector<std::int64_t> sizes_of_tuna(int p, int s) {
  const auto old = [&](int r) -> std::int64_t {
    return s == 0 ? p - 1 - r : (p - r / s * s) % p + s - 1 - r % s;
  };
  std::vector<std::int64_t> sizes;
  for (int a = 0; a < p; ++a)
    for (int b = 0; b < p; ++b) {
      const std::int64_t x = old(a), y = old(b);
      sizes.push_back(8 * ((7 * x + 13 * y + x * y) % 11));
    }
  return sizes;
}

TEST(Tuna, PairsExchangeWhatItsAuthorsCodeSends) {
  std::map<std::tuple<std::string, int, int, int>, std::map<std::pair<int, int>, std::vector<int>>>
      wanted;
  for (const Row& row : table("catalogue_tuna.csv"))
    wanted[{row[0], std::stoi(row[1]), std::stoi(row[2]), row[3].empty() ? 0 : std::stoi(row[3])}]
          [{std::stoi(row[4]), std::stoi(row[5])}] = integers(row[6]);
  EXPECT_EQ(wanted.size(), 6U);
  for (const auto& [key, pairs] : wanted) {
    const auto& [algorithm, p, k, s] = key;
    SCOPED_TRACE(text_of(algorithm, ", p = ", p, ", k = ", k, ", s = ", s));
    Asked asked{"alltoallv", algorithm, p, 0, k};
    asked.group = s;
    asked.sizes = sizes_of_tuna(p, s);
    asked.count = std::accumulate(asked.sizes.begin(), asked.sizes.end(), std::int64_t{0});
    std::map<std::pair<int, int>, std::vector<int>> sent;
    for (const MessageEvent& e : run(asked).messages)
      sent[{e.source, e.destination}].push_back(static_cast<int>(e.bytes.count()));
    EXPECT_EQ(sent, pairs);
  }
}

/// Checks the peers by round of algorithms under Bine's names that are Swing's code.
TEST(Bine, WhatIsSwingsHasThePartnersOfTheReference) {
  const std::map<std::string, std::string> names{{"allreduce latency", "bine-latency"},
                                                 {"allgather halving", "bine-halving"},
                                                 {"reduce-scatter doubling", "bine-doubling"}};
  std::map<std::pair<std::string, int>, std::set<std::tuple<int, int, int, int>>> wanted;
  for (const Row& row : table("bine_schedules.csv")) {
    const std::string name = row[1] + ' ' + row[2];
    if (!names.contains(name) || row[6].empty()) continue;
    const int p = std::stoi(row[0]);
    const auto blocks = row[8] == "all" ? p : static_cast<int>(integers(row[8]).size());
    wanted[{name, p}].emplace(std::stoi(row[4]), std::stoi(row[5]), std::stoi(row[6]), blocks);
  }
  for (const auto& [key, messages] : wanted) {
    const auto& [name, p] = key;
    SCOPED_TRACE(text_of(name, ", p = ", p));
    const std::string collective = name.substr(0, name.find(' '));
    std::set<std::tuple<int, int, int, int>> sent;
    const std::int64_t count = collective == "allgather" ? 1 : p;
    for (const MessageEvent& e : run({collective, names.at(name), p, 0, 0, 0, 1, count}).messages)
      sent.emplace(e.round, e.source, e.destination, static_cast<int>(e.bytes.count()));
    EXPECT_EQ(sent, messages);
  }
}

}  // namespace
}  // namespace orrery
