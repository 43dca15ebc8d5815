#include "algorithms/phases/gather_tree.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "algorithms/trees/completion_time.h"

namespace orrery::inline algorithms {

namespace {

std::vector<std::int64_t> block_sizes_of(const Partition& partition) {
  std::vector<std::int64_t> sizes;
  sizes.reserve(static_cast<std::size_t>(partition.blocks()));
  for (int r = 0; r < partition.blocks(); ++r) sizes.push_back(partition.size(r));
  return sizes;
}

trees::Blocks blocks_of(const Problem& x) {
  return trees::Blocks(block_sizes_of(x.partition(x.count)));
}

constexpr std::size_t kMostPlans = 16;  ///< that a thread remembers
constexpr int kManyRanks = 4000;  ///< whose plan takes megabytes, so that others are forgotten

/// The inputs that determine a tree.
struct PlanKey {
  TreeBuild build = nullptr;
  trees::TreeCosts costs;
  int p = 0, root = 0;
  std::int64_t count = 0;
  std::vector<std::int64_t> sizes;

  bool fits(TreeBuild other, const Problem& x, const trees::TreeCosts& c) const {
    return build == other && costs.alpha == c.alpha && costs.beta == c.beta &&
           costs.gamma == c.gamma && p == x.p && root == x.root && count == x.count &&
           sizes == x.sizes;
  }
};

/// Returns one message of the blocks in `places`.
Slice message(Comm& c, const std::vector<Slice>& places) {
  return places.size() == 1 ? places.front() : c.join(places);
}

/// The rank's own block, and the place of its whole subtree: v for the root; a leaf is its own
/// subtree, others assemble it in a buffer.
struct Buffers {
  Buffers(const TreePlan& plan, Comm& c, const Call& call)
      : own(call.v.part(plan.total(), plan.own_size(c.rank()))), all(own) {
    const bool root = c.rank() == plan.root();
    assembles = root || !plan.tree().leaf(c.rank());
    if (assembles) all = root ? call.v.part(0, plan.total()) : c.scratch(plan.size(c.rank()));
  }
  Slice own, all;
  bool assembles;
};

}  // namespace

TreePlan::TreePlan(trees::Tree tree, const Problem& x)
    : tree_(std::move(tree)),
      partition_(x.partition(x.count)),
      runs_(at(x.p)),
      size_(block_sizes_of(partition_)),
      round_(at(x.p)) {
  std::vector<int> ready(at(x.p), 0);
  for (const int r : tree_.bottom_up()) {
    join_runs(r);
    for (const int child : tree_.children(r)) size_[at(r)] += size_[at(child)];
    set_round(r, ready);
  }
  rounds_ = ready[at(root())];
}

void TreePlan::join_runs(int r) {
  std::vector<Run> all{{r, r}};
  for (const int child : tree_.children(r))
    all.insert(all.end(), runs_[at(child)].begin(), runs_[at(child)].end());
  std::ranges::sort(all, {}, &Run::from);
  std::vector<Run>& joined = runs_[at(r)];
  for (const Run& run : all) {
    if (!joined.empty() && joined.back().to + 1 == run.from)
      joined.back().to = run.to;
    else
      joined.push_back(run);
  }
}

void TreePlan::set_round(int r, std::vector<int>& ready) {
  int next = 0;
  for (const int child : tree_.children(r)) {
    if (size(child) == 0) continue;
    round_[at(child)] = std::max(next, ready[at(child)]);
    next = round_[at(child)] + 1;
  }
  ready[at(r)] = next;
}

Slice TreePlan::place(Slice buffer, int r, Run run) const {
  std::int64_t before = 0;
  for (const Run& held : runs_[at(r)]) {
    if (run.from > held.to) {
      before += partition_.offset(held.to + 1) - partition_.offset(held.from);
      continue;
    }
    return buffer.part(before + partition_.offset(run.from) - partition_.offset(held.from),
                       partition_.offset(run.to + 1) - partition_.offset(run.from));
  }
  throw LogicError(text_of("rank ", run.from, " is not below rank ", r));
}

std::vector<Slice> TreePlan::places(Slice buffer, int r, int part) const {
  std::vector<Slice> all;
  for (const Run& run : runs_[at(part)])
    if (const Slice found = place(buffer, r, run); !found.empty()) all.push_back(found);
  return all;
}

std::string TreePlan::text(int r) const {
  std::string ranks;
  for (const auto& [from, to] : runs_[at(r)]) {
    ranks += text_of(ranks.empty() ? "" : ", ", from);
    if (to > from) ranks += text_of("..", to);
  }
  return text_of("m[", ranks, "] = ", size(r));
}

RoundWords tree_words(const TreePlan& plan, int round, int r, bool scatter) {
  const int k = scatter ? plan.rounds() - 1 - round : round;
  if (r != plan.root() && plan.size(r) > 0 && plan.round(r) == k) return {plan.text(r)};
  for (const int child : plan.tree().children(r))
    if (plan.size(child) > 0 && plan.round(child) == k) return {plan.text(child)};
  return {};
}

trees::TreeCosts tree_costs(const Problem& x, std::int64_t total) {
  const double element = x.element_bytes;
  const auto alpha = static_cast<double>(x.cost.alpha.count());
  const double beta = x.cost.beta.ps * element, gamma = x.cost.gamma.ps * element;
  // as trees::check_costs bounds it, with a bit to spare for rounding up
  const double longest =
      (alpha + 1) * (x.p + 64.0) + (beta + gamma + 2) * 64 * static_cast<double>(total);
  const int bits = std::min(20, 61 - std::ilogb(longest));
  const auto scaled = [bits](double ps) {
    return static_cast<trees::Cost>(std::llround(std::ldexp(ps, bits)));
  };
  return {scaled(alpha), scaled(beta), scaled(gamma)};
}

std::shared_ptr<const TreePlan> plan_of(TreeBuild build, const Problem& x) {
  thread_local std::vector<std::pair<PlanKey, std::shared_ptr<const TreePlan>>>
      plans;  // the last one used first
  const trees::TreeCosts costs = tree_costs(x, x.count);
  auto known =
      std::ranges::find_if(plans, [&](const auto& p) { return p.first.fits(build, x, costs); });
  if (known == plans.end()) {
    auto plan = std::make_shared<TreePlan>(build(blocks_of(x), costs, x.root).tree, x);
    if (x.p > kManyRanks) plans.clear();
    if (plans.size() == kMostPlans) plans.pop_back();
    known =
        plans.insert(plans.end(), {{build, costs, x.p, x.root, x.count, x.sizes}, std::move(plan)});
  }
  std::rotate(plans.begin(), known, known + 1);
  return plans.front().second;
}

void gather_over(const TreePlan& plan, Comm& c, const Call& call) {
  const trees::Tree& T = plan.tree();
  const int r = c.rank();
  const Buffers mine(plan, c, call);
  for (int i = 0; i <= T.degree(r); ++i) {
    if (i == T.copy_place(r) && mine.assembles) c.copy(plan.own_place(mine.all, r), mine.own);
    if (i == T.degree(r)) break;
    const int child = T.children(r)[static_cast<std::size_t>(i)];
    if (plan.size(child) == 0) continue;
    // The rank receives from its next child all blocks of the child's subtree.
    c.round(plan.round(child));
    c.recv(message(c, plan.places(mine.all, r, child)), child);
  }
  if (r == plan.root() || plan.size(r) == 0) return;
  // The rank has all blocks of its subtree and sends them to its parent in one message.
  c.round(plan.round(r));
  c.send(mine.all, T.parent(r));
}

void scatter_over(const TreePlan& plan, Comm& c, const Call& call) {
  const trees::Tree& T = plan.tree();
  const int r = c.rank(), last = plan.rounds() - 1;
  const Buffers mine(plan, c, call);
  if (r != plan.root() && plan.size(r) > 0) {
    // The rank receives from its parent all blocks of its own subtree.
    c.round(last - plan.round(r));
    c.recv(mine.all, T.parent(r));
  }
  for (int i = T.degree(r); i >= 0; --i) {
    const int child = i < T.degree(r) ? T.children(r)[static_cast<std::size_t>(i)] : r;
    if (child != r && plan.size(child) > 0) {
      // The rank sends its next child the blocks of the child's subtree.
      c.round(last - plan.round(child));
      c.send(message(c, plan.places(mine.all, r, child)), child);
    }
    if (i == T.copy_place(r) && mine.assembles) c.copy(mine.own, plan.own_place(mine.all, r));
  }
}

Bytes tree_bytes(const TreePlan& plan, const Problem& x) {
  std::int64_t sent = 0;
  for (int r = 0; r < x.p; ++r) sent += r == plan.root() ? 0 : plan.size(r);
  return x.elements(sent);
}

Bytes gather_bytes_max_rank(const TreePlan& plan, const Problem& x) {
  std::int64_t most = 0;
  for (int r = 0; r < x.p; ++r) most = std::max(most, r == plan.root() ? 0 : plan.size(r));
  return x.elements(most);
}

Bytes scatter_bytes_max_rank(const TreePlan& plan, const Problem& x) {
  std::int64_t most = 0;
  for (int r = 0; r < x.p; ++r) most = std::max(most, plan.size(r) - plan.own_size(r));
  return x.elements(most);
}

Time tree_time(const TreePlan& plan, const Problem& x) {
  return Time(trees::completion_time(
      plan.tree(), blocks_of(x),
      [&](std::int64_t n) { return x.cost.message(x.elements(n)).count(); },
      [&](std::int64_t n) { return x.cost.reduction(x.elements(n)).count(); }));
}

std::optional<std::string> too_many_ranks(int p, int most) {
  if (p <= most) return std::nullopt;
  return text_of("this tree is built for at most ", most, " ranks, not ", p);
}

}  // namespace orrery::inline algorithms
