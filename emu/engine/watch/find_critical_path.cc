#include "emu/engine/watch/find_critical_path.h"

#include <algorithm>

#include "emu/engine/links/router.h"

namespace orrery::inline engine {
namespace {

class WalkBack {
 public:
  WalkBack(StepLog& log, const Network& network, LinkTable& links, const Processors& processors,
           Time completion)
      : log_(log),
        network_(network),
        links_(links),
        processors_(processors),
        router_(network, links),
        now_(completion) {}

  CriticalPath from(Ended end) {
    for (; end.step() != 0; end = before(log_.read(end.step()), end.as_sender())) count_ties(end);
    count_ties(end);
    EMU_ASSERT(now_ == Time(0), "the critical path begins at ", now_.count(), " ps");
    std::ranges::reverse(path_.stretches);
    return std::move(path_);
  }

 private:
  NodeId host_of(int rank) const { return network_.host_of[static_cast<std::size_t>(rank)]; }

  void count_ties(const Ended& e) { path_.ties += static_cast<std::int64_t>(e.ties()); }

  /// Adds the stretches of a step; returns the event that enabled it.
  Ended before(const LoggedStep& s, bool as_sender) {
    switch (s.kind) {
      case LoggedStep::Kind::kWork:
        add(Cause::kCompute, s, s.time);
        return s.after;
      case LoggedStep::Kind::kOverhead:
        add(Cause::kOverhead, s, s.time);
        break;
      case LoggedStep::Kind::kMessage:
        host_of(s.rank) == host_of(s.partner) ? cross_host(s) : cross_links(s);
        break;
      case LoggedStep::Kind::kAbsence:
        add(Cause::kNoise, s, s.time);
    }
    add(Cause::kPort, s, s.port_to_start);
    if (!as_sender || s.late == Time(0)) return s.after;
    add(Cause::kPartner, s, s.late);
    return s.sender;
  }

  void add(Cause cause, const LoggedStep& s, Time time, LinkId link = -1) {
    if (time == Time(0)) return;
    const bool alone = cause == Cause::kCompute || cause == Cause::kNoise;
    const int partner = alone ? -1 : s.partner;
    path_.stretches.push_back({cause, s.rank, partner, s.round, link, now_ - time, now_});
    now_ -= time;
  }

  void cross_host(const LoggedStep& s) {
    add(Cause::kBytes, s, duration_of(Bytes(s.bytes), processors_.host_beta(s.rank, s.partner)));
    add(Cause::kAlpha, s, processors_.host_alpha(s.rank, s.partner));
  }

  void cross_links(const LoggedStep& s) {
    const Router::Routes routes = router_.choose_again(s.rank, s.partner, static_cast<int>(s.path));
    Time flow = duration_of(Bytes(s.bytes), {routes.ps_per_byte}) + s.time;
    for (auto slow = s.slowed.rbegin(); slow != s.slowed.rend(); ++slow, flow -= slow[-1].by)
      add(Cause::kContention, s, slow->by, links_.id(slow->link));
    add(Cause::kBytes, s, flow, links_.id(narrowest_link(routes)));
    add(Cause::kPort, s, s.port_to_flow);
    const std::vector<LinkSlot>& route = slowest_path(routes);
    for (auto link = route.rbegin(); link != route.rend(); ++link)
      add(Cause::kLatency, s, links_.latency(*link), links_.id(*link));
    add(Cause::kAlpha, s, processors_.alpha(s.rank, s.partner, Bytes(s.bytes)));
  }

  /// Returns the first link whose time per byte is that of the whole message.
  LinkSlot narrowest_link(const Router::Routes& routes) const {
    for (int path = 0; path < routes.paths; ++path)
      for (std::size_t hop = 0; hop < router_.route(path).size(); ++hop)
        if (router_.cost_of_hop(path, hop, routes.paths) == routes.ps_per_byte)
          return router_.route(path)[hop];
    return router_.route(0).front();
  }

  /// Returns the route whose latency is that of all.
  const std::vector<LinkSlot>& slowest_path(const Router::Routes& routes) const {
    for (int path = 0; path < routes.paths; ++path)
      if (router_.latency_of(path) == routes.latency) return router_.route(path);
    return router_.route(0);
  }

  StepLog& log_;
  const Network& network_;
  LinkTable& links_;
  const Processors& processors_;
  Router router_;
  CriticalPath path_;
  Time now_;  // current time of the walk
};

}  // namespace

CriticalPath critical_path(Causes& causes, const Network& network, LinkTable& links,
                           const Processors& processors, Time completion) {
  return WalkBack(causes.log(), network, links, processors, completion).from(causes.completion());
}

}  // namespace orrery::inline engine
