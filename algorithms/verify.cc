#include "algorithms/verify.h"

#include <algorithm>
#include <map>
#include <vector>

#include "algorithms/common/skips.h"
#include "emu/comm/emulated_comm.h"
#include "emu/payload/expression_store.h"

namespace orrery {

namespace {

/// Who is known to have entered, by rank: a message brings what its sender knew when it started to
/// send.
class Knowledge : public Sink {
 public:
  explicit Knowledge(int p)
      : known_(static_cast<std::size_t>(p), std::vector<bool>(static_cast<std::size_t>(p))) {
    for (std::size_t r = 0; r < known_.size(); ++r) known_[r][r] = true;
  }

  void start(const MessageEvent& e) override {
    carried_[e.id] = known_[static_cast<std::size_t>(e.source)];
  }
  void message(const MessageEvent& e) override {
    const auto carried = carried_.extract(e.id);
    std::vector<bool>& to = known_[static_cast<std::size_t>(e.destination)];
    for (std::size_t r = 0; r < to.size(); ++r) to[r] = to[r] || carried.mapped()[r];
  }

  /// The first rank that may have left before another entered, in words.
  std::optional<std::string> gap() const {
    for (std::size_t r = 0; r < known_.size(); ++r)
      if (const auto unknown = std::find(known_[r].begin(), known_[r].end(), false);
          unknown != known_[r].end())
        return text_of("rank ", r, " can leave before rank ", unknown - known_[r].begin(),
                       " has entered");
    return std::nullopt;
  }

 private:
  std::vector<std::vector<bool>> known_;
  std::map<std::int64_t, std::vector<bool>> carried_;  // by messages under way
};

void fill(Store& store, const std::vector<Slice>& v, const Collective& kind, const Problem& x) {
  for (int r = 0; r < x.p; ++r)
    for (const Piece& piece : kind.before(x, r))
      store.fill(v[static_cast<std::size_t>(r)].part(piece.offset, piece.count), piece.content);
}

std::optional<std::string> compare(const Store& store, const std::vector<Slice>& v,
                                   const Collective& kind, const Problem& x) {
  for (int r = 0; r < x.p; ++r)
    for (const Piece& piece : kind.after(x, r))
      if (auto difference = store.mismatch(
              v[static_cast<std::size_t>(r)].part(piece.offset, piece.count), piece.content))
        return text_of("rank ", r, ": ", *difference);
  return std::nullopt;
}

/// Blocks of any sizes share out `count`, equal ones the whole vector.
Partition partition_of(const Collective& kind, const Problem& x) {
  return x.partition(kind.irregular ? x.count : kind.vector_length(x));
}

/// A collective ready to run: what every rank is given.
class Instance {
 public:
  Instance(const Algorithm& a, const Problem& x, Store& store)
      : algorithm_(chosen(a, x)),
        problem_(x),
        blocks_(blocks_for(algorithm_, x)),
        partition_(partition_of(find_collective(a.collective), x)),
        skips_(x.skips.empty() ? circulant::halving_skips(x.p) : x.skips) {
    const std::int64_t length = find_collective(a.collective).vector_length(x);
    vectors_.reserve(static_cast<std::size_t>(x.p));
    for (int r = 0; r < x.p; ++r) vectors_.push_back(store.allocate(length));
  }

  const std::vector<Slice>& vectors() const { return vectors_; }
  Slice block(int rank) const {
    return partition_.block(vectors_[static_cast<std::size_t>(rank)], rank);
  }

  Metrics run(const Network& network, const EngineOptions& options, Store& store, Sink* sink,
              const WrapComm& wrap = {}) const {
    World world(network, options, &store, sink);
    world.run([&](Endpoint& endpoint) {
      auto comm = make_comm(endpoint);
      if (wrap) comm = wrap(std::move(comm));
      const Slice v = vectors_[static_cast<std::size_t>(comm->rank())];
      algorithm_.run(*comm, {v, partition_, problem_.root, blocks_, skips_, problem_});
    });
    return world.metrics();
  }

 private:
  const Algorithm& algorithm_;
  const Problem& problem_;
  int blocks_;
  Partition partition_;
  std::vector<int> skips_;
  std::vector<Slice> vectors_;
};

/// A run of its own, in which every message leaves when its sender posts it: one that is posted too
/// early must not look wise because it had to wait.
std::optional<std::string> causality_gap(const Instance& instance, Network network, Store& store) {
  network.ports.kind = Ports::Kind::kUnlimited;
  Knowledge knowledge(network.ranks());
  instance.run(network, {Protocol::kEager, Sync::kAsync}, store, &knowledge);
  return knowledge.gap();
}

}  // namespace

Execution execute(const Algorithm& a, const Problem& x, const Network& network,
                  const EngineOptions& options, PayloadKind payload, const Op& op, Sink* sink,
                  const WrapComm& wrap) {
  const Collective& kind = find_collective(a.collective);
  const auto store = make_store(payload, op, x.p);
  const bool checked = payload != PayloadKind::kGhost;
  const Instance instance(a, x, *store);
  if (checked) fill(*store, instance.vectors(), kind, x);

  Execution result;
  result.metrics = instance.run(network, options, *store, sink, wrap);
  if (!checked) return result;
  const auto difference = kind.synchronises ? causality_gap(instance, network, *store)
                                            : compare(*store, instance.vectors(), kind, x);
  result.verified = !difference.has_value();
  result.mismatch = difference.value_or("");
  return result;
}

std::string bracketing(const Algorithm& a, const Problem& x, const Network& network, int rank) {
  ExpressionStore store;
  const Instance instance(a, x, store);
  for (int r = 0; r < x.p; ++r) store.fill(instance.vectors()[static_cast<std::size_t>(r)], {0, r});
  instance.run(network, {}, store, nullptr);
  return store.text(instance.block(rank).part(0, 1));
}

}  // namespace orrery
