// Tests bytes within and between the groups of two machines against the tracer of De Sensi et al. (SC'25)
// (traced_bytes.csv; groups_*.csv: rank, group), for all algorithms with a counterpart here.
#include <map>

#include <gtest/gtest.h>

#include "algorithms/verify.h"
#include "emu/trace/sink.h"
#include "tests/golden/schedules/csv.h"
#include "tests/network.h"

namespace orrery {
namespace {

using testing::Row;
using testing::table;

/// Counts bytes by groups of ranks.
class ByGroup : public Sink {
 public:
  explicit ByGroup(std::vector<std::string> groups) : groups_(std::move(groups)) {}
  TraceLevel level() const override { return TraceLevel::kMessages; }
  void start(const MessageEvent& e) override {
    const bool within = of(e.source) == of(e.destination);
    (within ? internal : external) += static_cast<double>(e.bytes.count());
  }
  double internal = 0, external = 0;

 private:
  const std::string& of(int rank) const { return groups_.at(static_cast<std::size_t>(rank)); }
  std::vector<std::string> groups_;
};

/// Maps the tracer's names to ours. It names reduces by their trees, which are traversed in reverse.
const std::map<std::string, std::pair<std::string, std::string>>& counterparts() {
  static const std::map<std::string, std::pair<std::string, std::string>> all{
      {"allgather bine_doubling", {"allgather", "bine-doubling"}},
      {"allgather bine_halving", {"allgather", "bine-halving"}},
      {"allgather distance_doubling", {"allgather", "recursive-doubling"}},
      {"allgather distance_halving", {"allgather", "recursive-multiplying-halving"}},
      {"allgather ring", {"allgather", "ring"}},
      {"reduce_scatter bine_doubling", {"reduce-scatter", "bine-doubling"}},
      {"reduce_scatter bine_halving", {"reduce-scatter", "bine-halving"}},
      {"reduce_scatter distance_doubling", {"reduce-scatter", "recursive-doubling"}},
      {"reduce_scatter distance_halving", {"reduce-scatter", "recursive-halving"}},
      {"reduce_scatter ring", {"reduce-scatter", "ring"}},
      {"allreduce bine_latency", {"allreduce", "bine-latency"}},
      {"allreduce bine_bandwidth", {"allreduce", "bine-bandwidth"}},
      {"allreduce ring", {"allreduce", "ring"}},
      {"allreduce recursive_doubling", {"allreduce", "recursive-doubling-latency"}},
      {"allreduce rabenseifner", {"allreduce", "rabenseifner"}},
      {"alltoall bine", {"alltoall", "bine-doubling"}},
      {"alltoall bruck", {"alltoall", "bruck"}},
      {"bcast bine_halving", {"broadcast", "bine-tree-halving"}},
      {"bcast bine_doubling", {"broadcast", "bine-tree-doubling"}},
      {"bcast binomial_halving", {"broadcast", "binomial"}},
      {"bcast binomial_doubling", {"broadcast", "binomial-doubling"}},
      {"bcast bine_bdw_doubling_halving", {"broadcast", "bine-scatter-doubling-allgather-halving"}},
      {"bcast bine_bdw_halving_doubling", {"broadcast", "bine-scatter-halving-allgather-doubling"}},
      {"reduce bine_halving", {"reduce", "bine-tree-doubling"}},
      {"reduce bine_doubling", {"reduce", "bine-tree-halving"}},
      {"reduce binomial_halving", {"reduce", "binomial"}},
      {"reduce binomial_doubling", {"reduce", "binomial-halving"}},
      {"reduce bine_bdw_halving_doubling",
       {"reduce", "bine-reduce-scatter-doubling-gather-halving"}},
      {"reduce bine_bdw_doubling_halving",
       {"reduce", "bine-reduce-scatter-halving-gather-doubling"}},
      {"scatter bine_halving", {"scatter", "bine-halving"}},
      {"scatter bine_doubling", {"scatter", "bine-doubling"}},
      {"scatter binomial_halving", {"scatter", "binomial"}},
      {"scatter binomial_doubling", {"scatter", "binomial-doubling"}},
      {"gather bine_halving", {"gather", "bine-halving"}},
      {"gather bine_doubling", {"gather", "bine-doubling"}},
      {"gather binomial_halving", {"gather", "binomial-halving"}},
      {"gather binomial_doubling", {"gather", "binomial"}}};
  return all;
}

std::vector<std::string> groups_of(const std::string& machine, const std::string& timestamp) {
  std::vector<std::string> groups;
  for (const Row& row : table("groups_" + machine + '_' + timestamp + ".csv"))
    groups.push_back(row.at(1));
  return groups;
}

TEST(BytesBetweenGroups, AreThoseOfTheTracer) {
  constexpr std::int64_t kBlock = 4;  // elements of a byte
  int compared = 0;
  for (const Row& row : table("traced_bytes.csv")) {
    const auto found = counterparts().find(row[3] + ' ' + row[4]);
    if (found == counterparts().end()) continue;
    ++compared;
    const auto& [collective, algorithm] = found->second;
    SCOPED_TRACE(text_of(row[0], ", p = ", row[2], ", ", collective, ' ', algorithm));
    const Network network = testing::network_of("full:" + row[2]);
    Problem x;
    x.p = network.ranks();
    x.radix = 2;
    x.cost = {Time(1000), CostPerByte{1}, CostPerByte{0}};
    x.network = &network;
    const bool whole = collective == "broadcast" || collective == "reduce" ||
                       collective == "allreduce" || collective == "reduce-scatter";
    x.count = whole ? kBlock * x.p : kBlock;
    ByGroup bytes(groups_of(row[0], row[1]));
    execute(find_algorithm(collective, algorithm), x, network, {}, PayloadKind::kGhost,
            find_op("sum", "uint8"), &bytes);
    const auto unit = static_cast<double>(kBlock * x.p);
    EXPECT_EQ(bytes.internal / unit, std::stod(row[5]));
    EXPECT_EQ(bytes.external / unit, std::stod(row[6]));
  }
  EXPECT_EQ(compared, 66);
}

}  // namespace
}  // namespace orrery
