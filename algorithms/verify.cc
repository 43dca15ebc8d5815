#include "algorithms/verify.h"

#include <algorithm>
#include <map>
#include <vector>

#include "algorithms/instance.h"
#include "emu/engine/stop.h"
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

/// A program with the vectors of all ranks in one store.
class Together {
 public:
  Together(const Program& program, int p, Store& store) : program_(program), store_(store) {
    vectors_.reserve(static_cast<std::size_t>(p));
    for (int r = 0; r < p; ++r) vectors_.push_back(store.allocate(program_.length()));
  }

  bool synchronises() const { return program_.synchronises(); }
  const std::vector<Slice>& vectors() const { return vectors_; }

  void fill() {
    for (std::size_t r = 0; r < vectors_.size(); ++r) {
      check_stop();
      program_.fill(store_, vectors_[r], static_cast<int>(r));
    }
  }

  Metrics run(const Network& network, const EngineOptions& options, Sink* sink,
              const WrapComm& wrap = {}) const {
    World world(network, options, &store_, sink);
    program_.begin();
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

/// A run of its own, in which every message leaves when its sender posts it: one that is posted too
/// early must not look wise because it had to wait.
std::optional<std::string> causality_gap(const Together& ranks, Network network) {
  network.ports.kind = Ports::Kind::kUnlimited;
  Knowledge knowledge(network.ranks());
  ranks.run(network, {Protocol::kEager, Sync::kAsync}, &knowledge);
  return knowledge.gap();
}

}  // namespace

Execution execute(const Program& program, const Network& network, const EngineOptions& options,
                  PayloadKind payload, const Op& op, Sink* sink, const WrapComm& wrap) {
  const auto store = make_store(payload, op, network.ranks());
  const bool checked = payload != PayloadKind::kGhost;
  Together ranks(program, network.ranks(), *store);
  if (checked) ranks.fill();

  Execution result;
  result.metrics = ranks.run(network, options, sink, wrap);
  if (!checked) return result;
  const auto difference = ranks.synchronises() ? causality_gap(ranks, network) : ranks.mismatch();
  result.verified = !difference.has_value();
  result.mismatch = difference.value_or("");
  return result;
}

Execution execute(const Algorithm& a, const Problem& x, const Network& network,
                  const EngineOptions& options, PayloadKind payload, const Op& op, Sink* sink,
                  const WrapComm& wrap) {
  return execute(Instance(a, x), network, options, payload, op, sink, wrap);
}

std::string bracketing(const Algorithm& a, const Problem& x, const Network& network, int rank) {
  ExpressionStore store;
  const Instance instance(a, x);
  const Together ranks(instance, x.p, store);
  for (int r = 0; r < x.p; ++r) store.fill(ranks.vectors()[static_cast<std::size_t>(r)], {0, r});
  ranks.run(network, {}, nullptr);
  const Slice v = ranks.vectors()[static_cast<std::size_t>(rank)];
  return store.text(instance.block(v, rank).part(0, 1));
}

}  // namespace orrery
