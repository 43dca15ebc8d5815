#include "algorithms/plan/plan_check.h"

#include <algorithm>
#include <vector>

#include "algorithms/plan/cell_history.h"
#include "algorithms/plan/happens_before.h"
#include "algorithms/plan/memory.h"
#include "algorithms/plan/values.h"
#include "emu/base/check.h"
#include "emu/base/index.h"

namespace orrery::inline algorithms {
namespace {

/// The writers and readers of each cell; wires are not watched, as each side uses theirs once.
class Accesses {
 public:
  Accesses(const Plan& plan, HappensBefore& order, const PlanMemory& memory)
      : plan_(plan), order_(order), history_(memory.first_of_wire()) {}

  void read(std::int32_t a, const Chunks& c, std::int64_t cell, std::int64_t j) {
    if (c.buffer == Buffer::kWire) return;
    history_.read(
        a, cell, [&](std::int32_t earlier, bool) { require(earlier, a, c, j, "reads", "writes"); });
  }

  void write(std::int32_t a, const Chunks& c, std::int64_t cell, std::int64_t j) {
    if (c.buffer == Buffer::kWire) return;
    history_.write(a, cell, [&](std::int32_t earlier, bool wrote) {
      require(earlier, a, c, j, "writes", wrote ? "writes" : "reads");
    });
  }

 private:
  void require(std::int32_t earlier, std::int32_t later, const Chunks& c, std::int64_t j,
               std::string_view does, std::string_view did) {
    if (earlier == later || order_.before(earlier, later)) return;
    const Action& a = plan_.actions[at(later)];
    const std::string where = c.rank == a.rank ? "" : text_of("gpu ", c.rank, " ");
    throw PlanError(Fault::kRace, plan_, later,
                    text_of(does, " ", where, plan_.chunk(c.buffer, c.first + j), ", which ",
                            plan_.place(earlier), " ", did, "; nothing orders them"),
                    (c.first + j) / plan_.parts);
  }

  const Plan& plan_;
  HappensBefore& order_;
  CellHistory history_;
};

/// An execution of the plan on memory of its own, with the value of every cell.
class Walk {
 public:
  Walk(const Plan& plan, bool in_place) : plan_(plan), memory_(plan, in_place) {}

  /// Runs the plan; `accesses` may be null.
  void run(const HappensBefore& order, const PlanSetting& setting, bool all_give,
           Accesses* accesses) {
    setting_ = setting;
    start(all_give);
    for (const std::int32_t a : order.order()) step(a, accesses);
  }
  void run_checked(HappensBefore& order, const PlanSetting& setting, bool all_give) {
    Accesses accesses(plan_, order, memory_);
    run(order, setting, all_give, &accesses);
  }

  /// Throws the first read of a cell that was not written.
  void refuse_undefined() const {
    if (undefined_) throw *undefined_;
  }
  std::int32_t longest_chain() const { return longest_; }

  Values::Id value(std::int32_t rank, std::int64_t part) const {
    return value_[at(memory_.cell(rank, Buffer::kOutput, part))];
  }
  const Values& values() const { return values_; }

 private:
  void start(bool all_give) {
    values_ = {};
    value_.assign(at(memory_.cells()), Values::kNothing);
    chain_.assign(at(memory_.cells()), 0);
    undefined_.reset();
    for (std::int32_t r = 0; r < setting_.ranks; ++r)
      if (all_give || plan_.demand->gives(setting_, r))
        for (std::int32_t k = 0; k < plan_.input[at(r)]; ++k)
          value_[at(memory_.cell(r, Buffer::kInput, k))] = values_.leaf({r, k});
    if (plan_.knows_memory) return;
    for (std::int32_t r = 0; r < setting_.ranks; ++r)  // it may be input
      for (std::int32_t k = 0; k < plan_.output[at(r)]; ++k)
        value_[at(memory_.cell(r, Buffer::kOutput, k))] = values_.leaf({r, plan_.input[at(r)] + k});
  }

  void step(std::int32_t index, Accesses* accesses) {
    const Action& a = plan_.actions[at(index)];
    const auto reads = plan_.reads(a), writes = plan_.writes(a);
    const std::int32_t n = !reads.empty() ? reads.front().count : 0;
    sums_.assign(at(n), Values::kNothing);
    chains_.assign(at(n), 0);
    for (const Chunks& c : reads) read(index, c, &c == reads.data(), accesses);
    for (const Chunks& c : writes) write(index, c, accesses);
  }

  void read(std::int32_t index, const Chunks& c, bool first, Accesses* accesses) {
    const Action& a = plan_.actions[at(index)];
    const std::int64_t cell = memory_.cell(c);
    const std::int32_t far = c.rank == a.rank ? 0 : 1;
    for (std::int64_t j = 0; j < c.count; ++j) {
      if (accesses != nullptr) accesses->read(index, c, cell + j, j);
      const Values::Id value = value_[at(cell + j)];
      if (value == Values::kNothing) note_undefined(index, c, j);
      sums_[at(j)] = first ? value : values_.sum(sums_[at(j)], value);
      chains_[at(j)] = std::max(chains_[at(j)], chain_[at(cell + j)] + far);
    }
  }

  void write(std::int32_t index, const Chunks& c, Accesses* accesses) {
    const Action& a = plan_.actions[at(index)];
    const std::int64_t cell = memory_.cell(c);
    const std::int32_t far = c.rank == a.rank ? 0 : 1;
    for (std::int64_t j = 0; j < c.count; ++j) {
      if (accesses != nullptr) accesses->write(index, c, cell + j, j);
      value_[at(cell + j)] = sums_[at(j)];
      chain_[at(cell + j)] = chains_[at(j)] + far;
      longest_ = std::max(longest_, chain_[at(cell + j)]);
    }
    for (const std::int32_t chain : chains_) longest_ = std::max(longest_, chain);
  }

  void note_undefined(std::int32_t index, const Chunks& c, std::int64_t j) {
    if (undefined_ || c.buffer == Buffer::kWire) return;
    const std::string where =
        c.rank == plan_.actions[at(index)].rank ? "" : text_of("gpu ", c.rank, " ");
    undefined_.emplace(Fault::kUndefined, plan_, index,
                       text_of("reads ", where, plan_.chunk(c.buffer, c.first + j),
                               ", into which nothing was written"),
                       (c.first + j) / plan_.parts);
  }

  const Plan& plan_;
  PlanMemory memory_;
  PlanSetting setting_;
  Values values_;
  std::vector<Values::Id> value_;
  std::vector<std::int32_t> chain_;  // length of the chain of messages of a cell's data
  std::vector<Values::Id> sums_;
  std::vector<std::int32_t> chains_;
  std::int32_t longest_ = 0;
  std::optional<PlanError> undefined_;
};

/// The demands of a collective, compared with the results of a walk.
class Outcome {
 public:
  Outcome(const Plan& plan, const Walk& walk) : plan_(plan), walk_(walk) {}

  /// Returns the first difference on `rank`, if it has required contents.
  std::optional<PlanError> mismatch(const PlanSetting& s, std::int32_t rank) const {
    if (!plan_.demand->takes(s, rank)) return {};
    const std::int64_t parts = plan_.demand->output(s) * plan_.parts;
    for (std::int64_t k = 0; k < parts; ++k)
      if (auto error = mismatch(s, rank, k)) return error;
    return {};
  }
  std::optional<PlanError> mismatch(const PlanSetting& s) const {
    for (std::int32_t r = 0; r < s.ranks; ++r)
      if (auto error = mismatch(s, r)) return error;
    return {};
  }
  /// Returns the only contributor to a rank's first chunk; -1: none, or several.
  std::int32_t single_contributor(std::int32_t rank) const {
    const auto all = walk_.values().contributions(walk_.value(rank, 0));
    return all.size() == 1 ? all.begin()->first.rank : -1;
  }

 private:
  /// Returns the required contributions of part k of the output.
  std::map<Contribution, std::uint64_t> needed(const PlanSetting& s, std::int32_t rank,
                                               std::int64_t k) const {
    const Contribution c = plan_.demand->result(s, rank, k / plan_.parts);
    const auto index = static_cast<std::int32_t>(c.index * plan_.parts + k % plan_.parts);
    std::map<Contribution, std::uint64_t> all;
    const std::int32_t last = plan_.demand->sums ? s.ranks - 1 : c.rank;
    for (std::int32_t r = plan_.demand->sums ? 0 : c.rank; r <= last; ++r) all[{r, index}] = 1;
    return all;
  }

  bool matches(Values::Id value, const PlanSetting& s, std::int32_t rank, std::int64_t k) const {
    if (value == Values::kNothing) return false;
    const Contribution c = plan_.demand->result(s, rank, k / plan_.parts);
    const auto index = static_cast<std::int32_t>(c.index * plan_.parts + k % plan_.parts);
    return walk_.values().fingerprint(value) == wanted(s, c.rank, index);
  }

  /// Returns the wanted fingerprint. Sums are cached: they are the same on all ranks.
  Values::Fingerprint wanted(const PlanSetting& s, std::int32_t rank, std::int32_t index) const {
    if (!plan_.demand->sums) return Values::fingerprint({rank, index});
    const auto [found, added] = sums_.try_emplace(index);
    if (added)
      for (std::int32_t r = 0; r < s.ranks; ++r)
        for (const std::size_t i : {0u, 1u}) found->second[i] += Values::fingerprint({r, index})[i];
    return found->second;
  }

  std::optional<PlanError> mismatch(const PlanSetting& s, std::int32_t rank, std::int64_t k) const {
    const Values::Id value = walk_.value(rank, k);
    if (matches(value, s, rank, k)) return {};
    const auto held = walk_.values().contributions(value), need = needed(s, rank, k);
    return PlanError(
        Fault::kResult, {rank, -1, -1, 0, k / plan_.parts},
        text_of("gpu ", rank, " ", plan_.chunk(Buffer::kOutput, k), ": ", difference(held, need),
                ": holds ", text_of_contributions(held, plan_.parts), "; ", plan_.demand->name,
                " needs ", text_of_contributions(need, plan_.parts)));
  }

  static std::string_view difference(const std::map<Contribution, std::uint64_t>& held,
                                     const std::map<Contribution, std::uint64_t>& need) {
    if (held.empty()) return "contributions missing";
    bool strange = false, twice = false;
    for (const auto& [c, times] : held) {
      strange = strange || !need.contains(c);
      twice = twice || times > 1;
    }
    return twice ? "counted twice" : strange ? "wrong data" : "contributions missing";
  }

  const Plan& plan_;
  const Walk& walk_;
  mutable std::unordered_map<std::int32_t, Values::Fingerprint> sums_;
};

PlanSetting with_root(const Plan& plan, std::int32_t root) {
  PlanSetting s = plan.setting;
  s.root = root;
  return s;
}

/// Returns the probable root of a plan.
std::int32_t probable_root(const Plan& plan, const Walk& walk) {
  const Outcome outcome(plan, walk);
  const std::int32_t p = plan.setting.ranks;
  if (plan.demand->root_gives) return std::max(0, outcome.single_contributor(p > 1 ? 1 : 0));
  for (std::int32_t r = 0; r < p; ++r)
    if (!outcome.mismatch(with_root(plan, r), r)) return r;
  return 0;
}

void check_mode(const Plan& plan, HappensBefore& order, bool in_place, PlanCheck& result) {
  Walk walk(plan, in_place);
  const bool unknown_root = plan.demand->rooted && !plan.root;
  walk.run_checked(order, with_root(plan, plan.root.value_or(0)),
                   unknown_root || !plan.demand->any_data);
  PlanSetting setting = with_root(plan, plan.root.value_or(0));
  if (unknown_root) {
    setting.root = probable_root(plan, walk);
    if (plan.demand->root_gives) walk.run(order, setting, false, nullptr);
  }
  result.longest_chain = std::max(result.longest_chain, walk.longest_chain());
  walk.refuse_undefined();
  if (plan.demand->rooted) result.root = setting.root;
  if (!plan.demand->any_data) return;
  if (const auto error = Outcome(plan, walk).mismatch(setting)) throw *error;
  result.verified = true;
}

/// Checks a barrier, by the ranks that every action knows to have begun.
void check_barrier(const Plan& plan, const HappensBefore& order) {
  const std::size_t p = at(plan.setting.ranks);
  std::vector<std::vector<bool>> knows(plan.actions.size());
  std::vector<std::vector<bool>> left(p, std::vector<bool>(p));
  for (std::size_t a = 0; a < plan.actions.size(); ++a) {
    knows[a].resize(p);
    knows[a][at(plan.actions[a].rank)] = true;
  }
  for (const std::int32_t a : order.order()) {
    const std::vector<bool>& known = knows[at(a)];
    for (const std::int32_t next : order.after(a))
      for (std::size_t r = 0; r < p; ++r)
        if (known[r]) knows[at(next)][r] = true;
    for (std::size_t r = 0; r < p; ++r)
      if (known[r]) left[at(plan.actions[at(a)].rank)][r] = true;
  }
  for (std::size_t r = 0; r < p; ++r)
    for (std::size_t q = 0; q < p; ++q)
      if (!left[r][q] && r != q)
        throw PlanError(Fault::kResult, {static_cast<std::int32_t>(r), -1, -1, 0, -1},
                        text_of("gpu ", r, " can leave before gpu ", q, " has entered"));
}

/// Throws for files that demand too much memory or time.
void refuse_endless(const Plan& plan) {
  constexpr std::int64_t kMostMoves = std::int64_t{1} << 25;
  std::int64_t moves = 0;
  for (const Chunks& c : plan.operands) moves += c.count;
  if (moves > kMostMoves)
    throw PlanError(Fault::kStructure, {},
                    text_of("its steps move ", moves, " chunks; expected at most ", kMostMoves));
}

void check_all(const Plan& plan, PlanCheck& result) {
  refuse_endless(plan);
  if (plan.in_place) {
    HappensBefore order(plan);
    check_mode(plan, order, true, result);
  }
  HappensBefore order(plan);
  if (plan.out_of_place || !plan.in_place) check_mode(plan, order, false, result);
  if (plan.demand->name != "barrier") return;
  check_barrier(plan, order);
  result.verified = true;
}

}  // namespace

PlanCheck check(const Plan& plan) {
  PlanCheck result;
  try {
    check_all(plan, result);
  } catch (const PlanError& e) {
    result.verified = false;
    result.error = e;
  }
  return result;
}

}  // namespace orrery::inline algorithms
