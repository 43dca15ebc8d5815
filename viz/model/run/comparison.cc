#include "viz/model/run/comparison.h"

#include <algorithm>
#include <cmath>

#include "scenarios/report/why/why_report.h"
#include "scenarios/text/units_text.h"
#include "viz/model/text/qt_text.h"
#include "viz/model/text/why_text.h"
#include "viz/model/text/words.h"

namespace orrery::viz::inline model {
namespace {

struct Part {
  Time begin{0};
  Time end{0};
};

/// Returns the part before the first round (-1), or of round number `i` of the marks.
Part partOf(const std::vector<RoundMark>& marks, Time end, int i) {
  const auto at = [&](int k) {
    return k < 0                                ? Time{0}
           : k < static_cast<int>(marks.size()) ? marks[static_cast<std::size_t>(k)].begin
                                                : end;
  };
  return {at(i), at(i + 1)};
}

std::size_t roundsOf(const Session& s) {
  return s.hasPicture() ? s.run()->stage->index().rounds().size() : 0;
}

Time endOf(const Session& s) {
  return s.hasPicture() ? s.run()->stage->index().end() : Time{0};
}

bool isNothing(const FieldValue& value) {
  return std::holds_alternative<std::monostate>(value);
}

}  // namespace

Time sameRound(const std::vector<RoundMark>& from, Time from_end, Time t,
               const std::vector<RoundMark>& to, Time to_end) {
  if (t >= from_end) return to_end;
  const int i = markAt(from, t);
  if (i >= static_cast<int>(to.size())) return to_end;
  const Part a = partOf(from, from_end, i), b = partOf(to, to_end, i);
  const auto whole = static_cast<double>((a.end - a.begin).count());
  const double share = whole > 0 ? static_cast<double>((t - a.begin).count()) / whole : 0;
  return b.begin + Time(std::llround(share * static_cast<double>((b.end - b.begin).count())));
}

Comparison::Comparison(QObject* parent) : QObject(parent) {
  for (Session* s : {&left_, &right_}) {
    connect(s, &Session::frameChanged, this, [this, s] {
      if (s == &master()) follow();
    });
  }
}

void Comparison::setLock(Lock lock) {
  lock_ = lock;
  chooseMaster();
}

void Comparison::show(int side, std::shared_ptr<const FinishedRun> run) {
  this->side(side).show(std::move(run));
  emit runsChanged();
  chooseMaster();
}

void Comparison::clear() {
  const auto nothing = std::make_shared<const FinishedRun>();
  left_.show(nothing);
  right_.show(nothing);
  emit runsChanged();
}

void Comparison::setFrozen(bool frozen) {
  following_ = true;  // each side has its own end for a while
  for (Session* s : {&left_, &right_}) frozen ? s->freeze() : s->reveal();
  following_ = false;
  chooseMaster();
}

void Comparison::chooseMaster() {
  const bool right =
      lock_ == Lock::kTime ? endOf(right_) > endOf(left_) : roundsOf(right_) > roundsOf(left_);
  side(0).clock().pause();
  side(1).clock().pause();
  master_ = right ? 1 : 0;
  emit masterChanged();
  follow();
}

void Comparison::follow() {
  if (following_ || !isComplete()) return;
  following_ = true;  // the follower's change is not to be followed
  Session &from = master(), &to = side(1 - master_);
  const Time now = from.clock().now();
  const TraceIndex &a = from.run()->stage->index(), &b = to.run()->stage->index();
  to.clock().seek(lock_ == Lock::kTime ? now
                                       : sameRound(a.rounds(), a.end(), now, b.rounds(), b.end()));
  following_ = false;
}

std::vector<LinkId> Comparison::busierLinks(int side) const {
  std::vector<LinkId> busier;
  if (!isComplete()) return busier;
  const Session &mine = side == 0 ? left_ : right_, &other = side == 0 ? right_ : left_;
  const auto spec = [](const Session& s) { return s.run()->stage->layout().topology().spec(); };
  if (spec(mine) != spec(other)) return busier;
  auto theirs = other.frame().links.begin();
  const auto end = other.frame().links.end();
  for (const LinkState& l : mine.frame().links) {
    while (theirs != end && theirs->link < l.link) ++theirs;
    const int flows = theirs != end && theirs->link == l.link ? theirs->flows : 0;
    if (l.flows > std::max(flows, 1)) busier.push_back(l.link);
  }
  return busier;
}

ComparisonModel::ComparisonModel(QObject* parent)
    : TableModel(parent, {{tr("● is better")},
                          {tr("Left"), Qt::AlignRight},
                          {tr("Right"), Qt::AlignRight},
                          {tr("Right / left"), Qt::AlignRight}}) {}

/// Leaves out a metric that neither has, unless it becomes known after a second run.
void ComparisonModel::add(const Metric& metric, const RunResult& left, const RunResult& right) {
  constexpr int kDecimals = 3;
  const FieldValue l = value_of(metric, left), r = value_of(metric, right);
  if (isNothing(l) && isNothing(r) && !metric.late) return;
  const double a = number_of(l), b = number_of(r);
  Row row{Words::tr(std::string(metric.label).c_str()), textOf(shown(metric.kind, l, kDecimals)),
          textOf(shown(metric.kind, r, kDecimals)), tr("equal"), -1};
  if (a != b) {
    if (metric.better != Metric::Better::kNeither)
      row.better = (a < b) == (metric.better == Metric::Better::kLess) ? 0 : 1;
    row.difference = a > 0 ? QStringLiteral("× %1").arg(b / a, 0, 'f', 3) : QString();
  }
  rows_.push_back(row);
}

/// Causes are compared by difference, because there is no ratio if one run lacks the cause.
void ComparisonModel::addCauses(const TimeByCause& left, const TimeByCause& right) {
  for (const Cause cause : kAllCauses) {
    const Time l = time_of(left, cause), r = time_of(right, cause);
    if (l == Time{0} && r == Time{0}) continue;
    const QString more = textOf(short_time(std::chrono::abs(r - l)));
    rows_.push_back({tr("time for: %1").arg(causeName(cause)), textOf(short_time(l)),
                     textOf(short_time(r)), l == r ? tr("equal") : (l < r ? u'+' : u'−') + more,
                     l == r  ? -1
                     : l < r ? 0
                             : 1});
  }
}

void ComparisonModel::setResults(const RunResult* left, const RunResult* right,
                                 const PathIndex* left_path, const PathIndex* right_path) {
  beginResetModel();
  rows_.clear();
  if (left != nullptr && right != nullptr) {
    for (const Metric& metric : all_metrics()) {
      if (metric.is_in(Metric::kComparison)) add(metric, *left, *right);
    }
    if (left_path != nullptr && right_path != nullptr)
      addCauses(left_path->times(), right_path->times());
  }
  endResetModel();
}

QVariant ComparisonModel::cell(int row, int column) const {
  const Row& r = rows_[static_cast<std::size_t>(row)];
  switch (column) {
    case kQuantity:
      return r.quantity;
    case kLeft:
      return r.better == 0 ? QStringLiteral("● ") + r.left : r.left;
    case kRight:
      return r.better == 1 ? QStringLiteral("● ") + r.right : r.right;
    default:
      return r.difference;
  }
}

}  // namespace orrery::viz::inline model
