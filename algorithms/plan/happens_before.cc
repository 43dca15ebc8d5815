#include "algorithms/plan/happens_before.h"

#include <algorithm>

#include "emu/base/check.h"
#include "emu/base/index.h"

namespace orrery::inline algorithms {

HappensBefore::HappensBefore(const Plan& plan) : plan_(plan), known_(at(plan.threads)) {
  index();
  sort();
}

bool HappensBefore::is_first_of_thread(std::int32_t a) const {
  return a == 0 || plan_.actions[at(a)].thread != plan_.actions[at(a - 1)].thread;
}

/// Indexes the followers of actions, thread by thread; the first follower of an action is the next
/// one of its thread.
void HappensBefore::index() {
  const std::size_t n = plan_.actions.size();
  before_ = Grouped<std::int32_t>(n, [this](auto add) {
    for (const Precedence& p : plan_.precedences) add(at(p.later), p.earlier);
  });
  after_ = Grouped<std::int32_t>(n, [&](auto add) {
    for (std::size_t a = 0; a + 1 < n; ++a)
      if (const auto next = static_cast<std::int32_t>(a + 1); !is_first_of_thread(next))
        add(a, next);
    for (const Precedence& p : plan_.precedences) add(at(p.earlier), p.later);
  });
}

void HappensBefore::sort() {
  const std::size_t n = plan_.actions.size();
  std::vector<std::int32_t> waits(n);
  for (const std::int32_t a : after_.values()) ++waits[at(a)];
  for (const Hopeless& h : plan_.hopeless) ++waits[at(h.action)];
  for (std::size_t a = 0; a < n; ++a)
    if (waits[a] == 0) order_.push_back(static_cast<std::int32_t>(a));
  for (std::size_t done = 0; done < order_.size(); ++done)
    for (const std::int32_t a : after(order_[done]))
      if (--waits[at(a)] == 0) order_.push_back(a);
  if (order_.size() < n) fail_stuck(waits);
  place_.resize(n);
  for (std::size_t i = 0; i < n; ++i) place_[at(order_[i])] = static_cast<std::int32_t>(i);
}

/// Returns whether its thread gets as far as this action, and no further.
bool HappensBefore::halts(const std::vector<std::int32_t>& waits, std::int32_t a) const {
  return waits[at(a)] > 0 && (is_first_of_thread(a) || waits[at(a - 1)] == 0);
}

/// Throws the error. Begins with the first stuck action in the file, and goes back to its blockers:
/// an event that never happens, or a cycle.
void HappensBefore::fail_stuck(const std::vector<std::int32_t>& waits) const {
  const auto is_stuck = [&](std::int32_t a) { return waits[at(a)] > 0; };
  const auto stuck_before = [&](std::int32_t a) {
    for (const std::int32_t b : before_[at(a)])
      if (is_stuck(b)) return b;
    return a - 1;  // of its thread, or it would not be stuck
  };
  const auto first = static_cast<std::int32_t>(
      std::ranges::find_if(waits, [](std::int32_t n) { return n > 0; }) - waits.begin());
  std::vector<bool> seen(waits.size());
  std::int32_t start = first;
  for (; !seen[at(start)]; start = stuck_before(start)) {
    const auto hopeless = std::ranges::find(plan_.hopeless, start, &Hopeless::action);
    if (halts(waits, start) && hopeless != plan_.hopeless.end())
      fail_hopeless(waits, first, *hopeless);
    seen[at(start)] = true;
  }
  std::vector<std::int32_t> cycle{start};
  for (std::int32_t a = stuck_before(start); a != start; a = stuck_before(a)) cycle.push_back(a);
  std::ranges::rotate(cycle, std::ranges::min_element(cycle));
  std::string text = "waits for ";
  constexpr std::size_t kMost = 64;
  for (std::size_t i = 1; i < cycle.size() && i < kMost; ++i)
    text += plan_.place(cycle[i]) + ", which waits for ";
  if (cycle.size() > kMost) text += text_of("(", cycle.size() - kMost, " more), which wait for ");
  throw PlanError(Fault::kDeadlock, plan_, cycle.front(), text + plan_.place(cycle.front()));
}

void HappensBefore::fail_hopeless(const std::vector<std::int32_t>& waits, std::int32_t first,
                                  const Hopeless& cause) const {
  const std::string by =
      first == cause.action ? "" : ", as " + plan_.place(cause.action) + " waits";
  throw PlanError(
      Fault::kDeadlock, plan_, first,
      text_of("waits for ever", by, " ", cause.reason, others_stuck(waits, {first, cause.action})));
}

/// Describes where the other threads halt, except the named ones.
std::string HappensBefore::others_stuck(const std::vector<std::int32_t>& waits,
                                        const std::set<std::int32_t>& named) const {
  constexpr std::int64_t kMost = 8;
  std::string text;
  std::int64_t others = 0;
  for (std::size_t a = 0; a < waits.size(); ++a) {
    const auto action = static_cast<std::int32_t>(a);
    if (!halts(waits, action) || named.contains(action)) continue;
    if (++others <= kMost) text += text_of(others == 1 ? "; so do " : ", ", plan_.place(action));
  }
  return others <= kMost ? text : text_of(text, " and ", others - kMost, " more");
}

bool HappensBefore::before(std::int32_t earlier, std::int32_t later) {
  const std::int32_t from = plan_.actions[at(earlier)].thread, to = plan_.actions[at(later)].thread;
  if (from == to) return earlier <= later;
  auto& known = known_[at(to)];
  if (const auto found = known.find(from); found != known.end() && found->second >= earlier)
    return true;
  return search(earlier, later);
}

/// Searches back from `later`, along threads and precedences, to the position of `earlier` in the
/// order.
bool HappensBefore::search(std::int32_t earlier, std::int32_t later) {
  const std::int32_t wanted = plan_.actions[at(earlier)].thread;
  auto& known = known_[at(plan_.actions[at(later)].thread)];
  std::unordered_map<std::int32_t, std::int32_t> reached;  // last action, by thread
  std::vector<std::int32_t> open{later};
  while (!open.empty()) {
    std::int32_t a = open.back();
    open.pop_back();
    const std::int32_t thread = plan_.actions[at(a)].thread;
    const auto [last, added] = reached.try_emplace(thread, -1);
    const std::int32_t behind = last->second;
    if (a <= behind) continue;
    last->second = a;
    if (a != later) {
      std::int32_t& most = known.try_emplace(thread, -1).first->second;
      most = std::max(most, a);
      if (thread == wanted && a >= earlier) return true;
    }
    for (;; --a) {
      for (const std::int32_t b : before_[at(a)])
        if (place(b) >= place(earlier)) open.push_back(b);
      if (is_first_of_thread(a) || a - 1 <= behind || place(a - 1) < place(earlier)) break;
    }
  }
  return false;
}

}  // namespace orrery::inline algorithms
