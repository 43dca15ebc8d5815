#include "viz/model/items/operation_model.h"

#include "scenarios/text/units_text.h"
#include "viz/model/text/qt_text.h"

namespace orrery::viz {
namespace {

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

OperationModel::OperationModel(QObject* parent)
    : TableModel(parent, {{tr("Operation"), Qt::AlignLeft,
                           tr("In the colour of its messages and of its time on the timeline")},
                          {tr("Begins"), Qt::AlignRight, tr("When the first rank begins it")},
                          {tr("Ends"), Qt::AlignRight, tr("When the last rank ends it")},
                          {tr("Takes"), Qt::AlignRight, tr("From its first begin to its last end")},
                          {QStringLiteral("Λ"), Qt::AlignRight,
                           tr("Rounds over the fewest that its groups need")},
                          {QStringLiteral("Ψ"), Qt::AlignRight,
                           tr("Bytes through the busiest port over the fewest")},
                          {QStringLiteral("Ξ"), Qt::AlignRight,
                           tr("Bytes over the busiest link over those through the busiest port")},
                          {tr("Runs"), Qt::AlignLeft,
                           tr("The collective with its algorithm, or what else ranks do")},
                          {tr("Among"), Qt::AlignLeft,
                           tr("The groups of ranks, each of which does it by itself")}}) {}

void OperationModel::setOperations(std::vector<OperationResult> operations) {
  beginResetModel();
  operations_ = std::move(operations);
  endResetModel();
}

QString OperationModel::meaning(int row) const {
  const RunSpec& spec = operation(row).spec;
  return tr("%1 among %2").arg(programText(spec), textOf(spec.operation.among));
}

QVariant OperationModel::cell(int row, int column) const {
  const OperationResult& o = operation(row);
  const Metrics& m = o.metrics;
  switch (column) {
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

}  // namespace orrery::viz
