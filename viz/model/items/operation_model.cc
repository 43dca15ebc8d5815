#include "viz/model/items/operation_model.h"

#include "scenarios/document/units_text.h"
#include "viz/model/text/qt_text.h"

namespace orrery::viz {
namespace {

QVariant alignmentOf(int column) {
  const bool is_word = column == OperationModel::kName || column >= OperationModel::kRuns;
  const auto side = is_word ? Qt::AlignLeft : Qt::AlignRight;
  return alignedTo(side);
}

QString ratio(double value) {
  return QString::number(value, 'f', 2);
}

/// "allreduce ring", or what else it does.
QString programText(const RunSpec& operation) {
  if (operation.operation.compute) return OperationModel::tr("computing");
  if (!operation.operation.messages.empty()) return OperationModel::tr("messages");
  return textOf(operation.collective) + u' ' + textOf(operation.algorithm);
}

}  // namespace

void OperationModel::setOperations(std::vector<OperationResult> operations) {
  beginResetModel();
  operations_ = std::move(operations);
  endResetModel();
}

int OperationModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(operations_.size());
}

int OperationModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : kColumns;
}

QVariant OperationModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid() || index.row() >= rowCount()) return {};
  if (role == Qt::TextAlignmentRole) return alignmentOf(index.column());
  const OperationResult& o = operation(index.row());
  if (role == Qt::ToolTipRole)
    return tr("%1 among %2").arg(programText(o.spec), textOf(o.spec.operation.among));
  if (role != Qt::DisplayRole) return {};
  const Metrics& m = o.metrics;
  switch (index.column()) {
    case kName:
      return textOf(o.name);
    case kRuns:
      return programText(o.spec);
    case kAmong:
      return textOf(o.spec.operation.among);
    case kBegins:
      return textOf(short_time(m.begin));
    case kEnds:
      return textOf(short_time(m.begin + m.completion));
    case kTime:
      return textOf(short_time(m.completion));
    case kLambda:
      return ratio(o.deficiency.lambda);
    case kPsi:
      return ratio(o.deficiency.psi);
    default:
      return ratio(o.deficiency.xi);
  }
}

QVariant OperationModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal) return {};
  if (role == Qt::TextAlignmentRole) return alignmentOf(section);
  if (role != Qt::DisplayRole && role != Qt::ToolTipRole) return {};
  const bool tip = role == Qt::ToolTipRole;
  switch (section) {
    case kName:
      return tip ? tr("In the colour of its messages and of its time on the timeline")
                 : tr("Operation");
    case kRuns:
      return tip ? tr("The collective with its algorithm, or what else ranks do") : tr("Runs");
    case kAmong:
      return tip ? tr("The groups of ranks, each of which does it by itself") : tr("Among");
    case kBegins:
      return tip ? tr("When the first rank begins it") : tr("Begins");
    case kEnds:
      return tip ? tr("When the last rank ends it") : tr("Ends");
    case kTime:
      return tip ? tr("From its first begin to its last end") : tr("Takes");
    case kLambda:
      return tip ? tr("Rounds over the fewest that its groups need") : QStringLiteral("Λ");
    case kPsi:
      return tip ? tr("Bytes through the busiest port over the fewest") : QStringLiteral("Ψ");
    default:
      return tip ? tr("Bytes over the busiest link over those through the busiest port")
                 : QStringLiteral("Ξ");
  }
}

}  // namespace orrery::viz
