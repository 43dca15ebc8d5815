#pragma once

#include <map>
#include <string>
#include <vector>

#include "scenarios/run/score/schedule_times.h"

/// Collectives of NCCL as nccl-tests measured them on nodes of GPUs with NVSwitch, and how long they take by formulas.
namespace orrery::inline run {

struct NcclProtocol;

/// Costs of NCCL on one kind of node, in seconds and bytes a second.
///
/// m bytes as nccl-tests count (the whole vector; of allgather, reduce-scatter and alltoall all parts), N nodes of G GPUs,
/// p = N G, f = (p-1)/p, R = nic G the rate of a node's NICs, each GPU's channels using its own, r the slower of nvlink and
/// R (nvlink on one node, nic for G = 1). A way round the ring takes L = hop_out N + hop_in (p - N), on one node
/// hop_in (p-1). Of the protocols Simple, LL128 and LL, rings use the fastest; LL128 and LL have shorter hops and lower
/// rates, by the ratios of NCCL's cost model (ncclTopoTuneModel).
///
/// - all_gather, reduce_scatter: the ring, start + L + f m / r; for G = 1 PAT if it is faster, start +
///   ⌊log2 N⌋ hop_out / 3.5 + N 2.8 us + m / (3/4 nic). NCCL's rule: ncclPatEnable.
/// - all_reduce: the fastest of the ring, start + 2 L + 2 f m / r; on one node NVLS, where the switch adds up,
///   start + v with v = (1 + 1/G) m / nvls, as a GPU's link carries the vector and the sum of its part each way; on
///   several nodes two trees over the nodes with NVLS inside, start + 2 level ⌈log2 N⌉ + max(v, a m / R), a = 2,
///   and 1 for N = 2, where either tree has one edge, or with chains inside and LL, start + 2 (G-1) h + 2 k ⌈log2 N⌉ +
///   a m / s, with LL's hops h inside and k of trees between nodes, and s the slower of 0.92 R / 3.8 and LL's limit.
/// - sendrecv, to the next GPU from the one before: start + m / e(c), e(c) = (exchange^-3 + (c channel_out)^-3)^(-1/3),
///   the rate of c channels through a NIC; c = 2, or 1 if 2 p > 4 P, of a GPU's P = min(16, 4 G) channels. On one node
///   start + m / min(nvlink, c channel_in); of 32 channels c is the largest power of two with c p <= 32, and doubles
///   while m > c 16 MiB. NCCL's rules: ncclTopoGetNchannels and addP2pToPlan.
/// - alltoall: start + L + the slower of (G-1)/p m / nvlink and (p-G)/p m / e(c) with the channels to all p - G peers,
///   at most P.
class NcclCosts {
 public:
  /// Reads columns name, value, meaning. THROWS InputError, also for a name that is unknown or missing.
  explicit NcclCosts(const std::string& path);

  struct Layout {
    int nodes = 1, gpus = 1;  ///< of each node
  };
  // Seconds, of at least two GPUs.
  double ring(Layout at, double bytes, int ways) const;
  double parts(Layout at, double bytes) const;  ///< all_gather, reduce_scatter
  double allreduce(Layout at, double bytes) const;
  double alltoall(Layout at, double bytes) const;
  double shift(Layout at, double bytes) const;

 private:
  double of(const char* name) const { return values_.at(name); }
  double around(Layout at, const NcclProtocol& by) const;
  double trees(Layout at, double bytes) const;
  double out_of_node(Layout at, int peers) const;

  std::map<std::string, double> values_;
};

/// Times of nccl-tests.
struct NcclTables {
  /// Columns nodes, gpus_per_node, collective, bytes, time_us; lines with # are left out. Empty: none.
  std::string table;
  std::vector<std::string> logs = {};  ///< outputs as they were printed
  std::string given = {};              ///< facts that the logs lack (benchmark_rows.h)
};

/// Predicts times. `file` of a row is its layout and collective, "10x4 all_gather", and it is fitted if the table `fitted`
/// has its layout. Each is predicted, or has the reason why not. `warnings` as for read_measured(). THROWS InputError
/// with line and column.
std::vector<MeasuredSchedule> predict_nccl(const NcclTables& measured, const std::string& fitted,
                                           const NcclCosts& costs,
                                           std::vector<std::string>* warnings = nullptr);

}  // namespace orrery::inline run
