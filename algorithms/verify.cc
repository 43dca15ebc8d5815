#include "algorithms/verify.h"

#include <algorithm>
#include <map>
#include <vector>

#include "algorithms/common/skips.h"
#include "emu/comm/emulated_comm.h"
#include "emu/trace/trace.h"

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

/// Hands events on to both.
class Both : public Sink {
 public:
  Both(Sink& a, Sink* b) : a_(a), b_(b) {}
  void start(const MessageEvent& e) override { a_.start(e), b_ != nullptr ? b_->start(e) : void(); }
  void path(const PathEvent& e) override { a_.path(e), b_ != nullptr ? b_->path(e) : void(); }
  void rate(const RateEvent& e) override { a_.rate(e), b_ != nullptr ? b_->rate(e) : void(); }
  void round(const RoundEvent& e) override { a_.round(e), b_ != nullptr ? b_->round(e) : void(); }
  void compute(const ComputeEvent& e) override {
    a_.compute(e), b_ != nullptr ? b_->compute(e) : void();
  }
  void message(const MessageEvent& e) override {
    a_.message(e), b_ != nullptr ? b_->message(e) : void();
  }

 private:
  Sink& a_;
  Sink* b_;
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

}  // namespace

Execution execute(const Algorithm& a, const Problem& x, const Network& network,
                  const EngineOptions& options, PayloadKind payload, const Op& op, Sink* sink) {
  const Collective& kind = find_collective(a.collective);
  const auto store = make_store(payload, op, x.p);
  const bool checked = payload != PayloadKind::kGhost;
  const bool causal = checked && kind.synchronises;
  std::vector<Slice> v;
  v.reserve(static_cast<std::size_t>(x.p));
  for (int r = 0; r < x.p; ++r) v.push_back(store->allocate(kind.vector_length(x)));
  if (checked) fill(*store, v, kind, x);

  Knowledge knowledge(causal ? x.p : 0);
  Both both(knowledge, sink);
  World world(network, options, store.get(), causal ? &both : sink);
  const int blocks = blocks_for(a, x);
  const Partition partition = x.partition(kind.vector_length(x));
  const std::vector<int> skips = x.skips.empty() ? circulant::halving_skips(x.p) : x.skips;
  world.run([&](Endpoint& endpoint) {
    const auto comm = make_comm(endpoint);
    a.run(*comm, {v[static_cast<std::size_t>(comm->rank())], partition, x.root, blocks, skips});
  });

  Execution result;
  result.metrics = world.metrics();
  if (!checked) return result;
  const auto difference = causal ? knowledge.gap() : compare(*store, v, kind, x);
  result.verified = !difference.has_value();
  result.mismatch = difference.value_or("");
  return result;
}

}  // namespace orrery
