#include "algorithms/levels/composition_costs.h"

#include <algorithm>
#include <list>
#include <memory>

#include "algorithms/instance.h"

namespace orrery::inline algorithms {

namespace {

/// One part of one group.
struct PartUse {
  const Role* role;
  const Algorithm* algorithm;
  std::vector<int> ranks;
  Problem problem;
};

/// A part that all groups do at the same time.
using Stage = std::vector<PartUse>;

/// The common base of one rank's walks through a composition.
class CostWalk : public Levels {
 public:
  CostWalk(const Composition& c, const Problem& x, const RankGroups& groups, int rank, Slice v)
      : Levels(x, find_collective(c.algorithm.collective).rooted, groups, rank, v), c_(c) {}

 protected:
  const Role& role(int i) const { return c_.form->roles[static_cast<std::size_t>(i)]; }
  const Algorithm& algorithm(int i, bool irregular) const {
    const Cast& cast = c_.casts[static_cast<std::size_t>(i)];
    return irregular ? *cast.irregular : *cast.regular;
  }
  bool has_irregular(int i) const override {
    return c_.casts[static_cast<std::size_t>(i)].irregular != nullptr;
  }
  std::string_view collective_of(int i) const override { return role(i).collective; }

 private:
  const Composition& c_;
};

/// A walk that collects the parts of which this rank is the first.
class Survey final : public CostWalk {
 public:
  Survey(const Composition& c, const Problem& x, const RankGroups& groups, int rank, Slice v,
         std::shared_ptr<const GroupGrid>& grid, std::vector<Stage>& stages)
      : CostWalk(c, x, groups, rank, v), grid_(grid), stages_(stages) {}

  std::shared_ptr<const GroupGrid> grid() override {
    if (grid_ == nullptr) grid_ = CostWalk::grid();
    return grid_;
  }

  Slice scratch(std::int64_t elements) override {
    return {0, problem().element_bytes, 0, elements};
  }

 private:
  void part(int i, bool irregular, const std::vector<int>& ranks, const Problem& y,
            const VectorOf&) override {
    pass();
    if (ranks.front() == rank())
      stages_[next_ - 1].push_back({&role(i), &algorithm(i, irregular), ranks, y});
  }
  void pass() override {
    if (++next_ > stages_.size()) stages_.resize(next_);
  }

  std::shared_ptr<const GroupGrid>& grid_;
  std::vector<Stage>& stages_;
  std::size_t next_ = 0;
};

std::vector<Stage> stages_of(const Composition& c, const Problem& x) {
  const RankGroups groups = groups_of(x, c.form->equal);
  const Slice v(0, x.element_bytes, 0, find_collective(c.algorithm.collective).vector_length(x));
  std::shared_ptr<const GroupGrid> grid;
  std::vector<Stage> stages;
  for (int r = 0; r < x.p; ++r) {
    Survey survey(c, x, groups, r, v, grid, stages);
    c.form->parts(survey);
  }
  return stages;
}

/// Returns the values of `ask` for each group of a stage; calls it once for identical groups.
template <class Ask>
auto answers(const Stage& stage, Ask&& ask) {
  std::vector<decltype(ask(stage.front()))> all;
  for (std::size_t i = 0; i < stage.size(); ++i) {
    const bool identical = i > 0 && stage[i].algorithm == stage[i - 1].algorithm &&
                           stage[i].problem == stage[i - 1].problem;
    all.push_back(identical ? all.back() : ask(stage[i]));
  }
  return all;
}

/// Returns a function that calls a member of the group's algorithm.
template <class Member>
auto asking(Member Algorithm::*member) {
  return [member](const PartUse& use) {
    const Algorithm& a = chosen(*use.algorithm, use.problem);
    return (a.*member)(settled(a, use.problem));
  };
}

std::int64_t rounds_of(const Stage& stage) {
  return std::ranges::max(answers(stage, asking(&Algorithm::rounds)));
}

/// Returns the first round of each part, and the total of rounds.
std::vector<int> first_rounds(const Composition& c, const Problem& x) {
  std::vector<int> first{0};
  for (const Stage& stage : stages_of(c, x))
    first.push_back(first.back() + static_cast<int>(rounds_of(stage)));
  return first;
}

/// Returns the first rounds from a cache: all ranks need the same, one after the other.
const std::vector<int>& kept_first_rounds(const Composition& c, const Problem& x) {
  constexpr std::size_t kKept = 16;
  struct Answer {
    const Composition* composition;
    Problem problem;
    std::vector<int> first;
  };
  thread_local std::list<Answer> kept;
  const auto known = std::ranges::find_if(
      kept, [&](const Answer& a) { return a.composition == &c && a.problem == x; });
  if (known != kept.end()) return known->first;
  Answer answer{&c, x, first_rounds(c, x)};
  if (kept.size() == kKept) kept.pop_back();
  kept.push_front(std::move(answer));
  return kept.front().first;
}

/// A walk that runs the parts of one rank.
class Run final : public CostWalk {
 public:
  Run(const Composition& c, const Call& call, const RankGroups& groups, Comm& comm,
      const std::vector<int>& first)
      : CostWalk(c, call.problem, groups, comm.rank(), call.v), comm_(comm), first_(first) {}

  Slice scratch(std::int64_t elements) override { return comm_.scratch(elements); }

 private:
  void part(int i, bool irregular, const std::vector<int>& ranks, const Problem& y,
            const VectorOf& vector) override {
    const std::unique_ptr<Comm> sub = comm_.sub(ranks);
    PlacedComm placed(*sub, vector(), first_[next_++]);
    const Instance instance(algorithm(i, irregular), y);
    instance.run(placed, placed.vector());
  }
  void pass() override { ++next_; }

  Comm& comm_;
  std::vector<int> first_;
  std::size_t next_ = 0;
};

void run(const Composition& c, Comm& comm, const Call& call) {
  const RankGroups groups = groups_of(call.problem, c.form->equal);
  Run run(c, call, groups, comm, kept_first_rounds(c, call.problem));
  c.form->parts(run);
}

std::int64_t rounds(const Composition& c, const Problem& x) {
  return kept_first_rounds(c, x).back();
}

Bytes bytes_total(const Composition& c, const Problem& x) {
  Bytes sum(0);
  for (const Stage& stage : stages_of(c, x))
    for (const Bytes sent : answers(stage, asking(&Algorithm::bytes_total))) sum += sent;
  return sum;
}

/// Returns the sum over parts, as if one rank were the busiest of each.
Bytes bytes_max_rank(const Composition& c, const Problem& x) {
  std::vector<Bytes> sent(static_cast<std::size_t>(x.p), Bytes(0));
  for (const Stage& stage : stages_of(c, x)) {
    const auto most = answers(stage, asking(&Algorithm::bytes_max_rank));
    for (std::size_t g = 0; g < stage.size(); ++g)
      for (const int r : stage[g].ranks) sent[static_cast<std::size_t>(r)] += most[g];
  }
  return std::ranges::max(sent);
}

Time time(const Composition& c, const Problem& x) {
  Time sum(0);
  for (const Stage& stage : stages_of(c, x))
    sum += std::ranges::max(answers(stage, asking(&Algorithm::time)));
  return sum;
}

/// Returns why groups do not fit. Sums of neighbouring ranks stay in order, if every part keeps its
/// own.
std::optional<std::string> wrong_groups(const Composition& c, const Problem& x) {
  if (!c.form->grouped) return std::nullopt;
  if (const auto differ = c.form->equal ? groups_differ(x) : std::nullopt)
    return text_of(c.name, ' ', *differ);
  if (!x.commutative && !groups_of(x, c.form->equal).consecutive())
    return text_of(
        c.name, " needs a commutative operator: the groups are not ranges of neighbouring ranks");
  return std::nullopt;
}

std::optional<std::string> unsupported(const Composition& c, const Problem& x) {
  if (auto reason = wrong_groups(c, x)) return reason;
  if (c.form->unsupported != nullptr)
    if (auto reason = c.form->unsupported(x)) return reason;
  for (const Stage& stage : stages_of(c, x))
    for (const PartUse& use : stage)
      if (const auto reason = refusal(*use.algorithm, use.problem))
        return text_of(c.name, ": ", use.role->level == Level::kIntra ? "intra " : "inter ",
                       use.algorithm->collective, ' ', use.algorithm->name, " on ", use.problem.p,
                       " ranks: ", *reason);
  return std::nullopt;
}

}  // namespace

void say_costs(Composition& c) {
  Algorithm& a = c.algorithm;
  a.run = decltype(a.run)::of<run>(c);
  a.unsupported = decltype(a.unsupported)::of<unsupported>(c);
  a.rounds = decltype(a.rounds)::of<rounds>(c);
  a.bytes_total = decltype(a.bytes_total)::of<bytes_total>(c);
  a.bytes_max_rank = decltype(a.bytes_max_rank)::of<bytes_max_rank>(c);
  a.time = decltype(a.time)::of<time>(c);
}

}  // namespace orrery::inline algorithms
