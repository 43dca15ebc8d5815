#include "emu/engine/replay.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <span>
#include <tuple>
#include <utility>

#include "emu/base/check.h"
#include "emu/engine/pool.h"

namespace orrery {

namespace {

using Call = Script::Call;
using CallKind = Script::Call::Kind;

bool is_post(const Call& c) {
  return c.kind == CallKind::kSend || c.kind == CallKind::kReceive;
}

/// The places of all sends, or of all receives: those of one envelope in the order in which they were posted.
std::vector<std::uint32_t> ends_of(std::span<const Call> calls, CallKind kind) {
  std::vector<std::uint32_t> ends;
  for (std::uint32_t i = 0; i < calls.size(); ++i)
    if (calls[i].kind == kind) ends.push_back(i);
  const bool sends = kind == CallKind::kSend;
  std::ranges::stable_sort(ends, {}, [&](std::uint32_t i) {
    const Call& c = calls[i];
    return std::tuple(sends ? c.rank : c.what, sends ? c.what : c.rank, c.tag);
  });
  return ends;
}

/// For every send its receive.
std::vector<std::uint32_t> receives_of(std::span<const Call> calls) {
  const auto sends = ends_of(calls, CallKind::kSend), receives = ends_of(calls, CallKind::kReceive);
  EMU_CHECK(sends.size() == receives.size(), "a script of ", sends.size(), " sends and ",
            receives.size(), " receives");
  std::vector<std::uint32_t> receive_of(calls.size(), kNone);
  for (std::size_t i = 0; i < sends.size(); ++i) receive_of[sends[i]] = receives[i];
  return receive_of;
}

/// Where in its rank's program a send or receive stands.
struct Place {
  std::int32_t round = 0;
  std::uint32_t turn = 0;      ///< how often its rank had to wait before
  std::uint32_t number = 0;    ///< among the sends, or the receives, of its rank
  std::uint32_t wait = kNone;  ///< the call that waits for it
};

/// By call; nothing of those that are neither sends nor receives.
std::vector<Place> places_of(std::span<const Call> calls, std::size_t ranks) {
  struct Rank {
    Place now;
    std::array<std::uint32_t, 2> numbers{};  // of sends and of receives
    std::vector<std::uint32_t> posts, awaited;
  };
  std::vector<Rank> all(ranks);
  std::vector<Place> places(calls.size());
  for (std::uint32_t i = 0; i < calls.size(); ++i) {
    const Call& c = calls[i];
    Rank& rank = all[static_cast<std::size_t>(c.rank)];
    if (c.kind == CallKind::kRound) rank.now.round = c.what;
    if (c.kind == CallKind::kAwait)
      rank.awaited.push_back(rank.posts[static_cast<std::size_t>(c.what)]);
    if (Script::takes_time(c.kind)) ++rank.now.turn;
    if (c.kind == CallKind::kWait)
      for (const std::uint32_t post : std::exchange(rank.awaited, {})) places[post].wait = i;
    if (!is_post(c)) continue;
    rank.posts.push_back(i);
    places[i] = rank.now;
    places[i].number = rank.numbers[c.kind == CallKind::kSend ? 0 : 1]++;
  }
  return places;
}

/// Messages of one rank to another that begin together, one after the other, are as large and are waited for together:
/// all but the first of them can go as one. The first goes by itself, since it may find its links free.
class Companions {
 public:
  Companions(std::span<const Call> calls, const Network& network,
             std::span<const std::uint32_t> receive_of)
      : calls_(calls), network_(network), receive_of_(receive_of) {
    if (may_join()) places_ = places_of(calls, network.host_of.size());
  }

  /// Whether a send goes with the one before it of its rank.
  bool go_together(std::uint32_t before, std::uint32_t send) const {
    const Call &a = calls_[before], &b = calls_[send];
    return !places_.empty() && a.what == b.what && a.bytes == b.bytes && follows(before, send) &&
           follows(receive_of_[before], receive_of_[send]) && has_one_path(b.rank, b.what);
  }

 private:
  /// Nothing is done message by message but what a sender's processor does one after the other.
  bool may_join() const {
    const Ports& ports = network_.ports;
    return (ports.kind == Ports::Kind::kUnlimited || ports.are_links()) &&
           network_.routing != Routing::kAdaptive && !network_.costs.by_size() &&
           network_.costs.overhead == Time(0);
  }
  bool follows(std::uint32_t before, std::uint32_t post) const {
    const Place &a = places_[before], &b = places_[post];
    return b.number == a.number + 1 && b.round == a.round && b.turn == a.turn && b.wait == a.wait &&
           b.wait != kNone;
  }
  bool has_one_path(int source, int destination) const {
    const NodeId from = network_.host_of[static_cast<std::size_t>(source)],
                 to = network_.host_of[static_cast<std::size_t>(destination)];
    const Routing split =
        network_.routing == Routing::kEcmp ? Routing::kDimensionOrder : network_.routing;
    return from == to || network_.topology->path_count(from, to, split) == 1;
  }

  std::span<const Call> calls_;
  const Network& network_;
  std::span<const std::uint32_t> receive_of_;
  std::vector<Place> places_;  // none if no messages go together
};

}  // namespace

Replay::Replay(const Script& script, const Network& network) : unit_(script.unit()) {
  std::vector<std::uint32_t> message_of(script.calls().size(), kNone);
  find_messages(script, network, message_of);
  find_steps(script, message_of);
}

/// `message_of` becomes the message of every send and receive, kNone of those that go with the ones before them.
void Replay::find_messages(const Script& script, const Network& network,
                           std::vector<std::uint32_t>& message_of) {
  struct Rank {
    std::int32_t round = 0;
    std::uint32_t send = kNone;     // the last one
    std::uint32_t message = kNone;  // of the last one
    bool goes_on = false;           // with the one before it
  };
  const std::span<const Call> calls = script.calls();
  const std::vector<std::uint32_t> receive_of = receives_of(calls);
  const Companions companions(calls, network, receive_of);
  std::vector<Rank> ranks(static_cast<std::size_t>(script.ranks()));
  for (std::uint32_t i = 0; i < calls.size(); ++i) {
    const Call& c = calls[i];
    Rank& rank = ranks[static_cast<std::size_t>(c.rank)];
    if (c.kind == CallKind::kRound) rank.round = c.what;
    if (c.kind != CallKind::kSend) continue;
    const std::uint32_t before = std::exchange(rank.send, i);
    const bool together = before != kNone && companions.go_together(before, i);
    if (std::exchange(rank.goes_on, together) && together) {
      ++messages_[rank.message].alike;
      joined_ = true;
      continue;
    }
    rank.message = message_of[i] = message_of[receive_of[i]] =
        static_cast<std::uint32_t>(messages_.size());
    messages_.push_back({c.rank, c.what, rank.round, 1, in_units(c.bytes)});
  }
}

void Replay::find_steps(const Script& script, const std::vector<std::uint32_t>& message_of) {
  struct Rank {
    std::vector<std::uint32_t> posts;  // its sends and receives
    std::vector<End> awaited;          // since it passed its last kWait
    std::uint32_t before = kNone;      // its last step that takes time
    bool begun = false;
  };
  const std::span<const Call> calls = script.calls();
  std::vector<Rank> ranks(static_cast<std::size_t>(script.ranks()));
  first_.resize(ranks.size());
  steps_.reserve(calls.size());
  for (std::uint32_t i = 0; i < calls.size(); ++i) {
    const Call& c = calls[i];
    Rank& rank = ranks[static_cast<std::size_t>(c.rank)];
    const auto place = static_cast<std::uint32_t>(steps_.size());
    if (const std::uint32_t last = std::exchange(rank.before, kNone); last != kNone)
      steps_[last].what = place;
    else if (!std::exchange(rank.begun, true))
      first_[static_cast<std::size_t>(c.rank)] = place;
    Step s{c.kind, static_cast<std::uint32_t>(c.what), {kNoEnd, kNoEnd}};
    if (is_post(c)) {
      rank.posts.push_back(i);
      s.what = message_of[i];
      if (s.what == kNone) continue;
    } else if (c.kind == CallKind::kAwait) {
      const std::uint32_t post = rank.posts[s.what], message = message_of[post];
      if (message != kNone)
        rank.awaited.push_back(2 * message + (calls[post].kind == CallKind::kSend ? 0 : 1));
      continue;
    } else if (c.kind == CallKind::kWait) {
      add_awaits(rank.awaited);
      std::ranges::copy(std::exchange(rank.awaited, {}), s.ends.begin());
    } else if (Script::takes_time(c.kind)) {
      s.amount = static_cast<std::uint32_t>(works_.size());
      works_.push_back(in_units(c.bytes));
    }
    if (Script::takes_time(c.kind)) rank.before = static_cast<std::uint32_t>(steps_.size());
    steps_.push_back(s);
  }
}

/// Steps for all of these but the last two, which stay.
void Replay::add_awaits(std::vector<End>& ends) {
  while (ends.size() > 2) {
    const End last = ends.back();
    ends.pop_back();
    steps_.push_back({CallKind::kAwait, 0, {ends.back(), last}});
    ends.pop_back();
  }
}

bool Replay::grows(std::int64_t from, std::int64_t to) const {
  return unit_ % (from / std::gcd(from, to)) == 0;
}

bool Replay::supports(const Network& network, const EngineOptions& options) {
  return network.symmetry == nullptr && network.conditions == nullptr &&
         options.sync == Sync::kAsync && options.eager_limit < Bytes(0);
}

}  // namespace orrery
