// The cases of ../simgrid.sh on SimGrid's S4U interface, sizes only: an actor for each rank. In collectives there is one
// communication each way at once, and a mailbox for each rank is enough, although several ranks send to
// it: no rank sends to one that still waits for another. Where ranks are not in step each pair has a mailbox.
//   peer ring|rabenseifner TOPOLOGY BYTES [HOSTS]     HOSTS: a file with the host of each rank
//   peer permutations:N|at-once|incast TOPOLOGY       see traffic.h
//   peer goal permutations:N|at-once|incast P         prints that traffic of P ranks in the format GOAL
//   peer hosts P                                      prints a random host for each of P ranks
// TOPOLOGY is torus:RxC, fat-tree:K,2 or star:P.
// Prints: messages, seconds of wall clock, simulated seconds, peak resident bytes of the run.
#include <chrono>
#include <cstdio>
#include <fstream>
#include <simgrid/s4u.hpp>
#include <stdexcept>
#include <string>
#include <vector>

#include "traffic.h"

namespace sg4 = simgrid::s4u;

namespace {

constexpr double kBandwidth = 50e9, kLatency = 100e-9;  // bytes per second and seconds, of a link

struct Case {
  std::string algorithm;
  unsigned long rows = 0, columns = 1;  // of the torus; K, K of the fat tree; P, 1 of the star
  enum class Kind { kTorus, kFatTree, kStar } kind = Kind::kTorus;
  long bytes = 0;
  std::string hosts;
  unsigned long ranks() const { return rows * columns; }
  bool is_collective() const { return algorithm == "ring" || algorithm == "rabenseifner"; }
};

Case parse(int argc, char** argv) {
  if (argc < 3 || argc > 5) throw std::invalid_argument("peer ALGORITHM TOPOLOGY [BYTES [HOSTS]]");
  Case c{.algorithm = argv[1]};
  if (argc > 3) c.bytes = std::stol(argv[3]);
  if (argc > 4) c.hosts = argv[4];
  const std::string topology = argv[2];
  if (std::sscanf(argv[2], "torus:%lux%lu", &c.rows, &c.columns) == 2)
    c.kind = Case::Kind::kTorus;
  else if (std::sscanf(argv[2], "fat-tree:%lu,2", &c.rows) == 1)
    c.kind = Case::Kind::kFatTree, c.columns = c.rows;
  else if (std::sscanf(argv[2], "star:%lu", &c.rows) == 1)
    c.kind = Case::Kind::kStar;
  else
    throw std::invalid_argument("unknown topology " + topology);
  return c;
}

std::vector<sg4::Host*> make_star(unsigned long p) {
  std::vector<sg4::Host*> hosts;
  sg4::NetZone* const zone = sg4::create_star_zone("net");
  for (unsigned long i = 0; i < p; ++i) {
    const std::string number = std::to_string(i);
    hosts.push_back(zone->create_host("h" + number, 1e9)->seal());
    const sg4::Link* const link =
        zone->create_split_duplex_link("l" + number, kBandwidth)->set_latency(kLatency)->seal();
    zone->add_route(hosts[i]->get_netpoint(), nullptr, nullptr, nullptr,
                    {{link, sg4::LinkInRoute::Direction::UP}}, true);
  }
  zone->seal();
  return hosts;
}

std::vector<sg4::Host*> make_platform(const Case& c) {
  if (c.kind == Case::Kind::kStar) return make_star(c.rows);
  std::vector<sg4::Host*> hosts(c.ranks());
  const sg4::ClusterCallbacks callbacks(
      [&hosts](sg4::NetZone* zone, const std::vector<unsigned long>&, unsigned long id) {
        sg4::Host* const host = zone->create_host("h" + std::to_string(id), 1e9);
        hosts[id] = host;
        return std::make_pair(host->get_netpoint(),
                              static_cast<simgrid::kernel::routing::NetPoint*>(nullptr));
      });
  const auto duplex = sg4::Link::SharingPolicy::SPLITDUPLEX;
  const auto k = static_cast<unsigned>(c.rows);
  sg4::NetZone* const zone =
      c.kind == Case::Kind::kTorus
          ? sg4::create_torus_zone("net", nullptr, {c.columns, c.rows}, callbacks, kBandwidth,
                                   kLatency, duplex)
          : sg4::create_fatTree_zone("net", nullptr, {2, {k, k}, {1, k}, {1, 1}}, callbacks,
                                     kBandwidth, kLatency, duplex);
  zone->seal();
  return hosts;
}

/// Returns the host of each rank: in order, or from a file.
std::vector<sg4::Host*> place(const Case& c, const std::vector<sg4::Host*>& hosts) {
  if (c.hosts.empty()) return hosts;
  std::ifstream file(c.hosts);
  std::vector<sg4::Host*> placed;
  for (std::size_t host = 0; file >> host;) placed.push_back(hosts.at(host));
  if (placed.size() != hosts.size()) throw std::invalid_argument("too few hosts in " + c.hosts);
  return placed;
}

char nothing;  // the target of every message's pointer

sg4::Mailbox* mailbox(unsigned long from, unsigned long to) {
  return sg4::Mailbox::by_name(std::to_string(from) + "-" + std::to_string(to));
}

/// Sends one message in each direction; returns when both have arrived.
void exchange(sg4::Mailbox* to, sg4::Mailbox* from, long out) {
  const sg4::CommPtr sent = to->put_async(&nothing, static_cast<uint64_t>(out));
  from->get<char>();
  sent->wait();
}

long block(long bytes, unsigned long p, unsigned long i) {
  const auto ranks = static_cast<long>(p), n = static_cast<long>(i);
  return bytes / ranks + (n < bytes % ranks ? 1 : 0);
}

void ring(const Case& c, unsigned long r, const std::vector<sg4::Mailbox*>& boxes) {
  const unsigned long p = c.ranks();
  for (unsigned long half = 0; half < 2; ++half)
    for (unsigned long k = 0; k + 1 < p; ++k)
      exchange(boxes[(r + 1) % p], boxes[r], block(c.bytes, p, (r + half + 2 * p - k) % p));
}

/// Returns q for 2^q.
unsigned long log2_of(unsigned long p) {
  unsigned long q = 0;
  while (1ul << q < p) ++q;
  return q;
}

/// Runs the algorithm for p = 2^q that divides the bytes: halving at distances 1, 2, 4, .., then
/// doubling in reverse.
void rabenseifner(const Case& c, unsigned long r, const std::vector<sg4::Mailbox*>& boxes) {
  const unsigned long steps = log2_of(c.ranks());
  const auto step = [&](unsigned long s) {
    const unsigned long partner = r ^ (1ul << s);
    const bool in_step = c.hosts.empty();
    exchange(in_step ? boxes[partner] : mailbox(r, partner),
             in_step ? boxes[r] : mailbox(partner, r), c.bytes >> (s + 1));
  };
  for (unsigned long s = 0; s < steps; ++s) step(s);
  for (unsigned long s = steps; s-- > 0;) step(s);
}

long peak_resident() {
  std::ifstream status("/proc/self/status");
  long kib = 0;
  for (std::string word; status >> word;)
    if (word == "VmHWM:") status >> kib;
  return kib * 1024;
}

void run_rounds(const std::vector<traffic::Round>& rounds) {
  char* received = nullptr;
  for (const traffic::Round& round : rounds) {
    std::vector<sg4::CommPtr> posted;
    for (const traffic::Message& m : round.receives)
      posted.push_back(mailbox(m.source, m.destination)->get_async<char>(&received));
    for (const traffic::Message& m : round.sends)
      posted.push_back(
          mailbox(m.source, m.destination)->put_async(&nothing, static_cast<uint64_t>(m.bytes)));
    for (const sg4::CommPtr& comm : posted) comm->wait();
  }
}

/// Starts the actors of a collective; returns the number of messages.
unsigned long start_collective(const Case& c, const std::vector<sg4::Host*>& hosts) {
  const bool is_ring = c.algorithm == "ring";
  static std::vector<sg4::Mailbox*> boxes;
  for (std::size_t i = 0; i < hosts.size(); ++i)
    boxes.push_back(sg4::Mailbox::by_name(std::to_string(i)));
  for (unsigned long r = 0; r < c.ranks(); ++r)
    sg4::Actor::create("", hosts[r], [&c, r, is_ring] {
      is_ring ? ring(c, r, boxes) : rabenseifner(c, r, boxes);
    });
  const unsigned long rounds = is_ring ? 2 * (c.ranks() - 1) : 2 * log2_of(c.ranks());
  return rounds * c.ranks();
}

unsigned long start_traffic(const Case& c, const std::vector<sg4::Host*>& hosts) {
  static traffic::Ranks ranks;
  ranks = traffic::make(c.algorithm, c.ranks());
  unsigned long messages = 0;
  for (unsigned long r = 0; r < c.ranks(); ++r) {
    for (const traffic::Round& round : ranks[r]) messages += round.sends.size();
    sg4::Actor::create("", hosts[r], [r] { run_rounds(ranks[r]); });
  }
  return messages;
}

int run(int argc, char** argv) {
  if (argc >= 4 && std::string(argv[1]) == "goal") {
    traffic::print(traffic::make(argv[2], std::stoul(argv[3])));
    return 0;
  }
  if (argc >= 3 && std::string(argv[1]) == "hosts") {
    for (const unsigned long host : traffic::RandomSizes().permutation(std::stoul(argv[2])))
      std::printf("%lu\n", host);
    return 0;
  }
  sg4::Engine engine(&argc, argv);
  const Case c = parse(argc, argv);
  const std::vector<sg4::Host*> hosts = place(c, make_platform(c));
  const auto start = std::chrono::steady_clock::now();
  const unsigned long messages =
      c.is_collective() ? start_collective(c, hosts) : start_traffic(c, hosts);
  engine.run();
  const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - start;
  std::printf("%lu %.6f %.12f %ld\n", messages, wall.count(), sg4::Engine::get_clock(),
              peak_resident());
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const std::exception& e) {
    std::fprintf(stderr, "peer: %s\n", e.what());
    return 2;
  }
}
