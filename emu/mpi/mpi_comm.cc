#include "emu/base/call_checks.h"
#include "emu/mpi/rank.h"

namespace orrery::inline mpi {

namespace {

class MpiComm final : public Comm {
 public:
  MpiComm(RankEngine& engine, RankEngine::Task& task, Context& context)
      : engine_(engine), task_(task), context_(context) {}

  int size() const override { return context_.size(); }
  int rank() const override { return context_.own; }

  void send(Slice what, int to, int tag) override {
    if (what.empty()) return;
    check_rank("send to", to, size());
    wait(engine_.post(task_, context_, what, to, tag, true));
  }
  void recv(Slice into, int from, int tag) override {
    if (into.empty()) return;
    check_rank("recv from", from, size());
    wait(engine_.post(task_, context_, into, from, tag, false));
  }
  void sendrecv(Slice out, int to, Slice in, int from, int tag) override {
    if (out.empty()) return recv(in, from, tag);
    if (in.empty()) return send(out, to, tag);
    check_rank("sendrecv to", to, size());
    check_rank("sendrecv from", from, size());
    const Handle receive = engine_.post(task_, context_, in, from, tag, false);
    const Handle both[] = {receive, engine_.post(task_, context_, out, to, tag, true)};
    wait_all(both);
  }
  Handle isend(Slice what, int to, int tag) override {
    if (what.empty()) return {};
    check_rank("isend to", to, size());
    return engine_.post(task_, context_, what, to, tag, true);
  }
  Handle irecv(Slice into, int from, int tag) override {
    if (into.empty()) return {};
    check_rank("irecv from", from, size());
    return engine_.post(task_, context_, into, from, tag, false);
  }
  void wait(Handle h) override { engine_.await(task_, {&h, 1}); }
  void wait_all(std::span<const Handle> handles) override { engine_.await(task_, handles); }

  void reduce(Slice into, Slice from) override { combine(into, from, false); }
  void reduce_front(Slice into, Slice from) override { combine(into, from, true); }
  void copy(Slice into, Slice from) override {
    check_counts("copy", into.count(), from.count());
    if (into != from) engine_.store().copy(into, from);
    release(into, from);
  }
  Slice scratch(std::int64_t elements) override { return engine_.scratch(elements); }
  Slice join(std::span<const Slice> parts) override { return engine_.store().join(parts); }

  void round(int k, std::source_location /*where*/) override {
    check_round(k, task_.round);
    task_.round = k;
  }
  void lanes(int n, const std::function<void(Comm&, int)>& body) override {
    check_lanes(n);
    engine_.run_lanes(task_, context_, n, body);
  }
  std::unique_ptr<Comm> sub(std::span<const int> ranks) override {
    return make_comm(engine_, task_, engine_.sub(context_, ranks));
  }

 private:
  void combine(Slice into, Slice from, bool from_first) {
    check_counts("reduce", into.count(), from.count());
    engine_.store().reduce(into, from, from_first);
    release(into, from);
  }
  void release(Slice a, Slice b) {
    for (const Slice& s : {a, b})
      if (s.joined()) engine_.store().release(s);
  }

  RankEngine& engine_;
  RankEngine::Task& task_;
  Context& context_;
};

}  // namespace

std::unique_ptr<Comm> make_comm(RankEngine& engine, RankEngine::Task& task, Context& context) {
  return std::make_unique<MpiComm>(engine, task, context);
}

}  // namespace orrery::inline mpi
