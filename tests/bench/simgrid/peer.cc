// The cases of ../simgrid.sh on SimGrid's S4U interface, sizes only: an actor for each rank, one
// communication each way at once. A mailbox for each rank is enough, although several ranks send to
// it: all go in step here, so no rank sends to one that still waits for another.
//   peer ring|rabenseifner torus:RxC|fat-tree:K,2 BYTES
// Prints: messages, seconds of wall clock, simulated seconds, peak resident bytes of the run.
#include <chrono>
#include <cstdio>
#include <fstream>
#include <simgrid/s4u.hpp>
#include <stdexcept>
#include <string>
#include <vector>

namespace sg4 = simgrid::s4u;

namespace {

constexpr double kBandwidth = 50e9, kLatency = 100e-9;  // bytes per second and seconds, of a link

struct Case {
  std::string algorithm;
  unsigned long rows = 0, columns = 0;  // of the torus; K, K of the fat tree
  bool torus = false;
  long bytes = 0;
  unsigned long ranks() const { return rows * columns; }
};

Case parse(int argc, char** argv) {
  if (argc != 4) throw std::invalid_argument("peer ALGORITHM TOPOLOGY BYTES");
  Case c{.algorithm = argv[1], .bytes = std::stol(argv[3])};
  const std::string topology = argv[2];
  if (std::sscanf(argv[2], "torus:%lux%lu", &c.rows, &c.columns) == 2)
    c.torus = true;
  else if (std::sscanf(argv[2], "fat-tree:%lu,2", &c.rows) == 1)
    c.columns = c.rows;
  else
    throw std::invalid_argument("unknown topology " + topology);
  return c;
}

std::vector<sg4::Host*> make_platform(const Case& c) {
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
      c.torus ? sg4::create_torus_zone("net", nullptr, {c.columns, c.rows}, callbacks, kBandwidth,
                                       kLatency, duplex)
              : sg4::create_fatTree_zone("net", nullptr, {2, {k, k}, {1, k}, {1, 1}}, callbacks,
                                         kBandwidth, kLatency, duplex);
  zone->seal();
  return hosts;
}

char nothing;  // what every message points at

/// One message each way; returns when both have arrived.
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

/// q of 2^q.
unsigned long log2_of(unsigned long p) {
  unsigned long q = 0;
  while (1ul << q < p) ++q;
  return q;
}

/// Needs p = 2^q that divides the bytes: halving at distances 1, 2, 4, .., then doubling backwards.
void rabenseifner(const Case& c, unsigned long r, const std::vector<sg4::Mailbox*>& boxes) {
  const unsigned long steps = log2_of(c.ranks());
  const auto step = [&](unsigned long s) {
    const unsigned long partner = r ^ (1ul << s);
    exchange(boxes[partner], boxes[r], c.bytes >> (s + 1));
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

int run(int argc, char** argv) {
  sg4::Engine engine(&argc, argv);
  const Case c = parse(argc, argv);
  const std::vector<sg4::Host*> hosts = make_platform(c);
  const bool is_ring = c.algorithm == "ring";
  std::vector<sg4::Mailbox*> boxes(c.ranks());
  for (std::size_t i = 0; i < boxes.size(); ++i)
    boxes[i] = sg4::Mailbox::by_name(std::to_string(i));

  const auto start = std::chrono::steady_clock::now();
  for (unsigned long r = 0; r < c.ranks(); ++r)
    sg4::Actor::create("", hosts[r], [&, r] {
      if (is_ring)
        ring(c, r, boxes);
      else
        rabenseifner(c, r, boxes);
    });
  engine.run();
  const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - start;
  const unsigned long rounds = is_ring ? 2 * (c.ranks() - 1) : 2 * log2_of(c.ranks());
  std::printf("%lu %.6f %.12f %ld\n", rounds * c.ranks(), wall.count(), sg4::Engine::get_clock(),
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
