#pragma once

#include <memory>
#include <string>
#include <vector>

#include "viz/model/run/finished_run.h"
#include "viz/model/run/stage.h"

/// Runs for tests of the viewer: of algorithms, and made by hand, with round times.
namespace orrery::viz {

inline constexpr Time kLatency = 400ns;  ///< of every hand-made message
inline constexpr Time kFlow = 600ns;

inline std::shared_ptr<const FinishedRun> runOf(const std::string& collective,
                                                const std::string& algorithm,
                                                const std::string& topology,
                                                std::int64_t bytes = 1024, int root = 0,
                                                PayloadKind payload = PayloadKind::kGhost) {
  RunSpec spec;
  spec.collective = collective;
  spec.algorithm = algorithm;
  spec.topology = topology;
  spec.bytes = Bytes(bytes);
  spec.root = root;
  spec.payload = payload;
  return runCell(spec);
}

inline std::shared_ptr<const Network> makeNetwork(const std::string& topology) {
  auto network = std::make_shared<Network>();
  network->topology = make_topology(topology);
  for (NodeId h = 0; h < network->topology->hosts(); ++h) network->host_of.push_back(h);
  return network;
}

/// Adds a message from `source` to `destination` from `start` on, alone on its route: 400 ns of
/// latency, then `bytes` at the rate that takes 600 ns. Its elements are bytes `element` ...
inline void addMessage(Trace& trace, const Network& network, int round, int source, int destination,
                       Time start, std::int64_t bytes = 30000, std::int64_t element = 0) {
  MessageEvent m;
  m.id = static_cast<std::int64_t>(trace.messages.size());
  m.source = source;
  m.destination = destination;
  m.round = round;
  m.bytes = Bytes(bytes);
  m.element = element;
  m.elements = bytes;
  m.buffer = static_cast<std::uint32_t>(source);
  m.posted = m.start = start;
  m.ready = m.flow = start + kLatency;
  m.end = m.flow + kFlow;
  std::vector<LinkId> links;
  const NodeId from = network.host_of.at(static_cast<std::size_t>(source));
  const NodeId to = network.host_of.at(static_cast<std::size_t>(destination));
  network.topology->append_route(from, to, 0, links);
  trace.path({m.id, m.bytes, links});
  trace.rate({m.id, 0, m.flow, static_cast<double>(bytes) / to_seconds(kFlow)});
  trace.rate({m.id, 0, m.end, 0});
  trace.message(m);
}

/// Returns a ring allreduce: 2 (p - 1) rounds of 1 µs in which every rank sends a block to its
/// right neighbour.
inline Trace ringTrace(const Network& network) {
  Trace trace;
  const int p = network.ranks();
  for (int k = 0; k < 2 * (p - 1); ++k) {
    for (int r = 0; r < p; ++r) {
      const int block = ((r - k) % p + p) % p;
      addMessage(trace, network, k, r, (r + 1) % p, k * (kLatency + kFlow), 30000, 30000 * block);
    }
  }
  return trace;
}

inline std::shared_ptr<const Stage> ringStage(const std::string& topology) {
  auto network = makeNetwork(topology);
  return std::make_shared<const Stage>(
      TraceIndex(std::make_shared<const Trace>(ringTrace(*network)), network));
}

}  // namespace orrery::viz
