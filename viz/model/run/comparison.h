#pragma once

#include <vector>

#include <QObject>
#include <QString>

#include "scenarios/run/metrics/metric.h"
#include "viz/model/items/table_model.h"
#include "viz/model/run/session.h"

namespace orrery::viz::inline model {

/// Two runs side by side. The user moves one of them, the master; the other follows: to the same
/// time, or to the same part of the same round.
class Comparison : public QObject {
  Q_OBJECT

 public:
  enum class Lock { kTime, kRound };

  explicit Comparison(QObject* parent = nullptr);

  Session& side(int i) { return i == 0 ? left_ : right_; }  ///< 0 or 1
  /// Returns the run that lasts longer, in time or in rounds: it can always be moved.
  Session& master() { return side(master_); }
  Lock lock() const { return lock_; }
  void setLock(Lock lock);
  /// Shows a run (not null) on a side.
  void show(int side, std::shared_ptr<const FinishedRun> run);
  void clear();
  /// Hides everything after now on both sides, or shows it again (see Session::freeze).
  void setFrozen(bool frozen);
  bool isFrozen() const { return left_.isFrozen() || right_.isFrozen(); }
  bool isComplete() const { return left_.hasPicture() && right_.hasPicture(); }

  /// Returns the links that more flows share on this side than on the other; empty where the
  /// networks differ.
  std::vector<LinkId> busierLinks(int side) const;

 signals:
  void runsChanged();
  void masterChanged();

 private:
  void chooseMaster();
  void follow();
  Session left_, right_;
  Lock lock_ = Lock::kTime;
  int master_ = 0;
  bool following_ = false;
};

/// The key metrics of both runs and their differences.
class ComparisonModel : public TableModel {
  Q_OBJECT

 public:
  enum Column { kQuantity, kLeft, kRight, kDifference };

  explicit ComparisonModel(QObject* parent = nullptr);
  /// Shows two results; a run that did not end leaves the table empty. The causes of their time may
  /// be null.
  void setResults(const RunResult* left, const RunResult* right,
                  const PathIndex* left_path = nullptr, const PathIndex* right_path = nullptr);
  /// Returns 0 or 1 for the side with the better metric; -1 where neither is better.
  int better(int row) const { return rows_[static_cast<std::size_t>(row)].better; }

 private:
  int rows() const override { return static_cast<int>(rows_.size()); }
  QVariant cell(int row, int column) const override;

  struct Row {
    QString quantity, left, right, difference;
    int better = -1;
  };
  void add(const Metric& metric, const RunResult& left, const RunResult& right);
  void addCauses(const TimeByCause& left, const TimeByCause& right);

  std::vector<Row> rows_;
};

/// Returns the time in the run of `to` at the same part of the same round as at t in that of
/// `from`; its end if it has no such round.
Time sameRound(const std::vector<RoundMark>& from, Time from_end, Time t,
               const std::vector<RoundMark>& to, Time to_end);

}  // namespace orrery::viz::inline model
