#pragma once

#include <vector>

#include <QString>

#include "emu/trace/metrics.h"
#include "scenarios/cell/operation_rounds.h"
#include "scenarios/run/metrics/metric.h"
#include "scenarios/run/runner.h"
#include "viz/model/index/path_index.h"
#include "viz/model/items/table_model.h"
#include "viz/model/run/stage.h"

namespace orrery::viz::inline model {

/// The operations of a run, in the order of its scenario: row = number of the operation.
class OperationModel : public TableModel {
  Q_OBJECT

 public:
  enum Column { kName, kBegins, kTime, kLambda, kPsi, kXi, kRuns };

  explicit OperationModel(QObject* parent = nullptr);
  /// Replaces the operations; none for a run that is not measured, or that is hidden from now on.
  void setOperations(std::vector<OperationResult> operations);
  const OperationResult& operation(int row) const {
    return operations_[static_cast<std::size_t>(row)];
  }

 private:
  int rows() const override { return static_cast<int>(operations_.size()); }
  QVariant cell(int row, int column) const override;
  QString meaning(int row) const override;

  std::vector<OperationResult> operations_;
};

/// The per-round table: row k is round k. Rounds of operations have their names.
class RoundModel : public TableModel {
  Q_OBJECT

 public:
  enum Column { kRound, kMessages, kBytes, kPort, kLink, kStart, kDuration };

  explicit RoundModel(QObject* parent = nullptr);
  void setRounds(std::vector<RoundMetrics> rounds, OperationRounds operations = {});

 private:
  int rows() const override { return static_cast<int>(rounds_.size()); }
  QVariant cell(int row, int column) const override;

  std::vector<RoundMetrics> rounds_;
  OperationRounds operations_;
};

/// The most used links.
class LinkModel : public TableModel {
  Q_OBJECT

 public:
  enum Column { kFrom, kTo, kBytes, kUtilization };

  explicit LinkModel(QObject* parent = nullptr);
  /// Replaces the links. `topology` names the nodes; null: the list is empty.
  void setLinks(const std::vector<LinkLoad>& links, const Topology* topology);

  LinkId link(int row) const { return rows_[static_cast<std::size_t>(row)].load.link; }

 private:
  int rows() const override { return static_cast<int>(rows_.size()); }
  QVariant cell(int row, int column) const override;

  struct Row {
    LinkLoad load;
    QString from, to;
  };
  std::vector<Row> rows_;
};

/// The messages that cross one link, in order of start.
class CrossingModel : public TableModel {
  Q_OBJECT

 public:
  enum Column { kRound, kFrom, kTo, kBlocks, kBytes, kStart };

  explicit CrossingModel(QObject* parent = nullptr);
  /// Shows a link. `stage` may be null, `link` negative: none. The stage must outlive the list.
  void setLink(const Stage* stage, LinkId link);
  std::int64_t message(int row) const { return messages_[static_cast<std::size_t>(row)]; }

 private:
  int rows() const override { return static_cast<int>(messages_.size()); }
  QVariant cell(int row, int column) const override;

  const Stage* stage_ = nullptr;
  std::vector<std::int64_t> messages_;
};

/// The stretches of a critical path, one a row: row = number of the stretch.
class StretchModel : public TableModel {
  Q_OBJECT

 public:
  enum Column { kFrom, kTakes, kCause, kRanks, kRound, kLink };

  explicit StretchModel(QObject* parent = nullptr);
  /// Shows a path. Neither is owned; both null: nothing is shown.
  void setPath(const PathIndex* path, const Stage* stage);

 private:
  int rows() const override {
    return path_ == nullptr ? 0 : static_cast<int>(path_->stretches().size());
  }
  QVariant cell(int row, int column) const override;
  QString meaning(int row) const override;
  QString linkOf(const Stretch& s) const;

  const PathIndex* path_ = nullptr;
  const Stage* stage_ = nullptr;
};

/// The key metrics of a run: quantity, value, unit. Tool tips explain each metric.
class ReportModel : public TableModel {
  Q_OBJECT

 public:
  enum Column { kQuantity, kValue, kUnit };

  explicit ReportModel(QObject* parent = nullptr);
  /// Shows a result; that of a failed run leaves the table empty. `pending`: the time without
  /// contention is unknown.
  void setResult(const RunResult& result, bool pending = false);

 private:
  int rows() const override { return static_cast<int>(rows_.size()); }
  QVariant cell(int row, int column) const override;
  QString meaning(int row) const override { return rows_[static_cast<std::size_t>(row)].meaning; }

  struct Row {
    QString quantity, value, unit, meaning;
  };
  /// Adds a row. `text` is a value, usually with a space and a unit.
  void add(const Metric& metric, const std::string& text);

  std::vector<Row> rows_;
};

}  // namespace orrery::viz::inline model
