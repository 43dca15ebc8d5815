#include "algorithms/verify.h"

#include <cstring>
#include <map>
#include <tuple>
#include <vector>

#include "algorithms/instance.h"
#include "algorithms/witness.h"
#include "emu/engine/stop.h"
#include "emu/payload/expression_store.h"
#include "emu/payload/real_store.h"

namespace orrery::inline algorithms {

namespace {

/// The most ranks with which barriers are verified with ghost payload as well.
constexpr int kMostOfBarriers = 64;

/// A program with the vectors of all ranks in one store.
class Together {
 public:
  Together(const Program& program, int p, Store& store) : program_(program), store_(store) {
    vectors_.reserve(static_cast<std::size_t>(p));
    for (int r = 0; r < p; ++r) vectors_.push_back(store.allocate(program_.length()));
  }

  const std::vector<Slice>& vectors() const { return vectors_; }

  void fill() {
    for (std::size_t r = 0; r < vectors_.size(); ++r) {
      check_stop();
      program_.fill(store_, vectors_[r], static_cast<int>(r));
    }
  }

  Metrics run(const Network& network, const EngineOptions& options, const Observers& observers = {},
              const WrapComm& wrap = {}) const {
    program_.begin(store_.has_content());
    if (!store_.has_content() && !observers.any() && !wrap)
      if (const auto metrics = program_.measure(network, options)) return *metrics;
    World world(network, options, &store_, observers);
    world.run([&](Comm& comm) {
      const auto wrapped = wrap ? wrap(comm) : nullptr;
      program_.run(wrapped ? *wrapped : comm, vectors_[static_cast<std::size_t>(comm.rank())]);
    });
    return world.metrics();
  }

  std::optional<std::string> mismatch() const {
    for (std::size_t r = 0; r < vectors_.size(); ++r) {
      check_stop();
      if (auto difference = program_.mismatch(store_, vectors_[r], static_cast<int>(r)))
        return difference;
    }
    return std::nullopt;
  }

 private:
  const Program& program_;
  Store& store_;
  std::vector<Slice> vectors_;
};

/// Describes the first rank of a barrier of p that may leave before another has entered. The run is
/// eager, on a network of its own: neither times nor a ready receiver prove anything.
std::optional<std::string> barrier_gap(const Program& barrier, int p) {
  Network network;
  network.topology = make_topology(text_of("full:", p));
  network.host_of = place_ranks({}, p, p);
  network.ports.kind = Ports::Kind::kUnlimited;
  RealStore store(rank_sets(), p);
  std::vector<Slice> known;
  known.reserve(static_cast<std::size_t>(p));
  for (int r = 0; r < p; ++r) known.push_back(set_of(r, p, store));
  Together(barrier, p, store).run(network, {Protocol::kEager, Sync::kAsync}, {}, [&](Comm& c) {
    return witness(c, known[static_cast<std::size_t>(c.rank())]);
  });
  for (int r = 0; r < p; ++r)
    if (auto gap = not_known(store, known[static_cast<std::size_t>(r)], r, p)) return gap;
  return std::nullopt;
}

std::optional<std::string> first_gap(const Program& program) {
  for (const Program::Barrier& barrier : program.barriers())
    if (const auto gap = barrier_gap(*barrier.program, barrier.ranks))
      return barrier.operation.empty()
                 ? *gap
                 : text_of("operation ", barrier.operation, ", of its ranks: ", *gap);
  return std::nullopt;
}

/// A store whose results encode their order of reduction, for comparison with those of other ranks
/// or with the order of ranks.
class BracketStore : public RealStore {
 public:
  BracketStore(std::uint32_t element_bytes, int ranks)
      : RealStore(bracket_op(element_bytes), ranks), ranks_(ranks) {}

  /// Makes mismatch() compare with the left fold of the ranks in order.
  void compare_with_order() { with_order_ = true; }
  bool has_reductions() const { return !seen_.empty(); }

  std::optional<std::string> mismatch(Slice slice, Content expected) const override {
    if (slice.count() == 0 || expected.first() == expected.last(ranks_)) return std::nullopt;
    const auto i = with_order_ ? first_wrong(slice, expected) : first_unlike(slice, expected);
    if (!i) return std::nullopt;
    return text_of("element ", expected.logical + *i, " is not reduced in the order of ",
                   with_order_ ? "ranks" : "a rank before it");
  }

 private:
  /// Returns the first element that another rank has with different bits.
  std::optional<std::int64_t> first_unlike(Slice slice, Content expected) const {
    auto& seen =
        seen_[{slice.offset() - expected.logical, expected.first(), expected.last(ranks_)}];
    const auto end = static_cast<std::size_t>(expected.logical + slice.count());
    if (seen.size() < end) seen.resize(end);
    for (std::int64_t i = 0; i < slice.count(); ++i) {
      auto& known = seen[static_cast<std::size_t>(expected.logical + i)];
      std::uint64_t bits = 0;
      std::memcpy(&bits, data(slice.part(i, 1)), slice.element_bytes());
      if (known.value_or(bits) != bits) return i;
      known = bits;
    }
    return std::nullopt;
  }

  bool with_order_ = false;
  int ranks_;
  /// Bits by logical index; separate for operations elsewhere in the vector, or of other ranks.
  mutable std::map<std::tuple<std::int64_t, int, int>, std::vector<std::optional<std::uint64_t>>>
      seen_;
};

/// Determines how reproducible the sums of a program are, and notes it in `result`.
void find_reproducible(Execution& result, const Program& program, const Network& network,
                       const EngineOptions& options, const Op& op) {
  BracketStore store(op.element_bytes, network.ranks());
  Together ranks(program, network.ranks(), store);
  ranks.fill();
  ranks.run(network, options);
  std::optional<std::string> unlike = ranks.mismatch();
  if (!store.has_reductions()) return;
  result.reproducible = Reproducible::kNeither;
  if (!unlike) {
    store.compare_with_order();
    unlike = ranks.mismatch();
    result.reproducible = unlike ? Reproducible::kOnAllRanks : Reproducible::kOrderOfRanks;
  }
  result.reordered = unlike.value_or("");
}

Execution run_and_compare(const Program& program, const Network& network,
                          const EngineOptions& options, PayloadKind payload, const Op& op,
                          const Observers& observers, const WrapComm& wrap) {
  const auto store = make_store(payload, op, network.ranks());
  const bool checked = payload != PayloadKind::kGhost;
  Together ranks(program, network.ranks(), *store);
  if (checked) ranks.fill();

  Execution result;
  result.metrics = ranks.run(network, options, observers, wrap);
  auto difference =
      checked || network.ranks() <= kMostOfBarriers ? first_gap(program) : std::nullopt;
  if (checked && !difference) difference = ranks.mismatch();
  if (!checked && !difference) return result;
  result.verified = !difference.has_value();
  result.mismatch = difference.value_or("");
  return result;
}

}  // namespace

Execution execute(const Program& program, const Network& network, const EngineOptions& options,
                  PayloadKind payload, const Op& op, const Observers& observers,
                  const WrapComm& wrap) {
  Execution result = run_and_compare(program, network, options, payload, op, observers, wrap);
  if (payload == PayloadKind::kReal && op.rounds && result.verified == true)
    find_reproducible(result, program, network, options, op);
  return result;
}

Execution execute(const Algorithm& a, const Problem& x, const Network& network,
                  const EngineOptions& options, PayloadKind payload, const Op& op,
                  const Observers& observers, const WrapComm& wrap) {
  return execute(Instance(a, x), network, options, payload, op, observers, wrap);
}

std::string bracketing(const Algorithm& a, const Problem& x, const Network& network, int rank) {
  ExpressionStore store;
  const Instance instance(a, x);
  const Together ranks(instance, x.p, store);
  for (int r = 0; r < x.p; ++r) store.fill(ranks.vectors()[static_cast<std::size_t>(r)], {0, r});
  ranks.run(network, {});
  const Slice v = ranks.vectors()[static_cast<std::size_t>(rank)];
  return store.text(instance.block(v, rank).part(0, 1));
}

}  // namespace orrery::inline algorithms
