#include "scenarios/commands/orrery_mpi/measure.h"

#include <algorithm>
#include <cstring>
#include <new>
#include <vector>

#include <fmt/format.h>

#include "algorithms/common/neighbors.h"
#include "algorithms/common/partition.h"
#include "algorithms/instance.h"
#include "algorithms/witness.h"
#include "emu/engine/world.h"
#include "emu/mpi/native.h"
#include "emu/payload/real_store.h"
#include "scenarios/cell/validate.h"
#include "scenarios/commands/orrery/commands.h"
#include "scenarios/run/runner.h"
#include "scenarios/spec/problem.h"
#include "scenarios/text/units_text.h"

namespace orrery::inline commands {
namespace {

/// One rank's data and its repeated runs.
class Trial {
 public:
  Trial(Processes& processes, const Algorithm& a, const Problem& x, const Op& op,
        const MeasureOptions& options)
      : processes_(processes),
        options_(options),
        problem_(x),
        instance_(a, x),
        store_(op, x.p),
        v_(store_.allocate(instance_.length())),
        rank_(processes, store_, MpiRank::Seconds(options.patience), kExitInternal) {}

  Timing algorithm() {
    Timing timing = repeat([this] { return rank_.run([this](Comm& c) { instance_.run(c, v_); }); });
    if (instance_.collective().synchronises) timing.mismatch = first_of(gap());
    return timing;
  }

  void native(Measurement& measurement) {
    const Collective& collective = instance_.collective();
    NativeCall call{.v = v_, .block = problem_.count, .root = problem_.root};
    if (collective.for_pairs)
      add_pairs(call);
    else
      for (int r = 0; r < problem_.p; ++r) call.sizes.push_back(instance_.partition().size(r));
    if (collective.among_neighbors) {
      call.grid = Neighbors(problem_).sides();
      call.periodic = problem_.periodic;
    }
    const bool apart = collective.name == "reduce-scatter";
    if (apart) call.result = store_.allocate(call.sizes[static_cast<std::size_t>(own())]);
    NativeCollective native(processes_, store_, collective.name, call);
    measurement.replaced_operator = native.replaced_operator();
    measurement.native = repeat([&] {
      const MpiRank::Seconds seconds = native.run();
      if (apart) store_.copy(instance_.block(v_, own()), call.result);
      return seconds;
    });
  }

 private:
  int own() const { return processes_.rank(); }

  void add_pairs(NativeCall& call) const {
    const PairBlocks B(v_, instance_.partition(), problem_.p, own());
    for (int r = 0; r < problem_.p; ++r) {
      call.out.push_back(B.out(r));
      call.in.push_back(B.in(r));
    }
  }

  /// Calls `once`, which runs the collective and returns its time here.
  template <class Once>
  Timing repeat(Once&& once) {
    std::vector<double> seconds;
    std::string mismatch;
    for (int i = 0; i < options_.warmup + options_.repetitions; ++i) {
      clear(v_);
      instance_.fill(store_, v_, own());
      const double time = once().count();
      if (i >= options_.warmup) seconds.push_back(time);
      if (mismatch.empty()) mismatch = instance_.mismatch(store_, v_, own()).value_or("");
    }
    seconds = processes_.largest(seconds);
    std::sort(seconds.begin(), seconds.end());
    const std::size_t n = seconds.size();
    return {(seconds[(n - 1) / 2] + seconds[n / 2]) / 2, seconds.front(), seconds.back(),
            first_of(mismatch)};
  }

  /// Clears the data of the last repetition, which must not pass for this one's result.
  void clear(Slice s) {
    if (s.count() > 0)
      std::memset(store_.data(s), 0xa5, static_cast<std::size_t>(s.bytes().count()));
  }

  /// Describes a rank that may leave the barrier before all have entered; or returns nothing.
  std::string gap() {
    const int p = processes_.size();
    RealStore store(rank_sets(), p);
    const Slice known = set_of(processes_.rank(), p, store);
    MpiRank rank(processes_, store, MpiRank::Seconds(options_.patience), kExitInternal);
    rank.run([&](Comm& c) { instance_.run(*witness(c, known), v_); });
    return not_known(store, known, processes_.rank(), p).value_or("");
  }

  std::string first_of(const std::string& own) {
    for (std::string& text : processes_.all(own))
      if (!text.empty()) return std::move(text);
    return {};
  }

  Processes& processes_;
  const MeasureOptions& options_;
  const Problem& problem_;
  Instance instance_;
  RealStore store_;
  Slice v_;
  MpiRank rank_;
};

}  // namespace

Measurement measure(Processes& processes, const Algorithm& a, const Problem& x, const Op& op,
                    const MeasureOptions& options) {
  try {
    Trial trial(processes, a, x, op, options);
    Measurement measurement{trial.algorithm(), {}};
    if (options.native) trial.native(measurement);
    return measurement;
  } catch (const std::bad_alloc&) {
    processes.fail(kExitBadInput, text_of("rank ", processes.rank(), ": not enough memory"));
  } catch (const std::exception& e) {
    processes.fail(kExitInternal, e.what());
  }
}

Measurement measure(Processes& processes, const RunSpec& cell, const MeasureOptions& options) {
  const Network network = make_network(cell);
  const Problem x = make_problem(cell, &network);
  return measure(processes, find_algorithm(cell.collective, cell.algorithm), x,
                 find_op(cell.op, cell.datatype), options);
}

int processes_here(const std::vector<std::string>& hosts, int rank) {
  return static_cast<int>(std::ranges::count(hosts, hosts[static_cast<std::size_t>(rank)]));
}

void check_memory(const Scenario& scenario, const Processes& processes, int processes_here) {
  for (const RunSpec& cell : scenario.cells) {
    if (!cell.skipped.empty()) continue;
    const double need = static_cast<double>(memory_estimate(cell)) * processes_here /
                        static_cast<double>(processes.size());
    if (need > static_cast<double>(physical_memory()))
      throw InputError(fmt::format(
          "bytes: {} on {} processes of this host need about {} of memory; it has {}",
          cell.bytes_text, processes_here, short_size(Bytes(static_cast<std::int64_t>(need))),
          short_size(Bytes(physical_memory()))));
  }
}

}  // namespace orrery::inline commands
