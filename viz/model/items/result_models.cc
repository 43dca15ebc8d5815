#include "viz/model/items/result_models.h"

#include <algorithm>

#include "scenarios/text/units_text.h"
#include "viz/model/text/block_names.h"
#include "viz/model/text/qt_text.h"
#include "viz/model/text/texts.h"
#include "viz/model/text/why_text.h"
#include "viz/model/text/words.h"

namespace orrery::viz::inline model {

namespace {

QString ratio(double value) {
  return QString::number(value, 'f', 2);
}

/// Returns "allreduce ring", or the name of another operation.
QString programText(const RunSpec& operation) {
  if (operation.operation.compute) return OperationModel::tr("computing");
  if (!operation.operation.messages.empty()) return OperationModel::tr("messages");
  return textOf(operation.collective) + u' ' + textOf(operation.algorithm);
}

/// Returns a name without coordinates, for which the column has no room.
QString nodeText(const Topology& topology, NodeId node) {
  if (const auto name = topology.name_of(node); !name.empty()) return textOf(std::string(name));
  if (const ServerShape* const servers = topology.servers()) return partName(*servers, node);
  const NodeId hosts = topology.hosts();
  return node < hosts ? LinkModel::tr("host %1").arg(node)
                      : LinkModel::tr("switch %1").arg(node - hosts);
}

QString ranksOf(const Stretch& s) {
  if (s.partner < 0) return QString::number(s.rank);
  return QStringLiteral("%1 → %2").arg(s.rank).arg(s.partner);
}

QString translated(std::string_view text) {
  return Words::tr(std::string(text).c_str());
}

/// Returns whether a metric is shown: bytes only if there are messages.
bool isShown(const Metric& metric, const RunResult& result, const FieldValue& value) {
  return metric.is_in(Metric::kPanel) && !std::holds_alternative<std::monostate>(value) &&
         (metric.kind != Kind::kBytes || result.metrics.messages > 0);
}

}  // namespace

OperationModel::OperationModel(QObject* parent)
    : TableModel(parent,
                 {{tr("Operation"), Qt::AlignLeft,
                   tr("Operation, in the colour of its messages and of its time on the timeline")},
                  {tr("Begins"), Qt::AlignRight, tr("Time at which the first rank begins it")},
                  {tr("Takes"), Qt::AlignRight, tr("Time from its first start to its last end")},
                  {QStringLiteral("Λ"), Qt::AlignRight,
                   tr("Rounds divided by the fewest that its groups need")},
                  {QStringLiteral("Ψ"), Qt::AlignRight,
                   tr("Bytes through the busiest port divided by the fewest possible")},
                  {QStringLiteral("Ξ"), Qt::AlignRight,
                   tr("Bytes over the busiest link divided by those through the busiest port")},
                  {tr("Runs"), Qt::AlignLeft,
                   tr("The collective with its algorithm, or the other work of ranks")}}) {}

void OperationModel::setOperations(std::vector<OperationResult> operations) {
  beginResetModel();
  operations_ = std::move(operations);
  endResetModel();
}

QString OperationModel::meaning(int row) const {
  const RunSpec& spec = operation(row).spec;
  const Metrics& m = operation(row).metrics;
  return tr("%1 among %2, ends at %3")
      .arg(programText(spec), textOf(spec.operation.among),
           textOf(short_time(m.begin + m.completion)));
}

QVariant OperationModel::cell(int row, int column) const {
  const OperationResult& o = operation(row);
  const Metrics& m = o.metrics;
  switch (column) {
    case kName:
      return textOf(o.name);
    case kRuns:
      return programText(o.spec);
    case kBegins:
      return textOf(short_time(m.begin));
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

RoundModel::RoundModel(QObject* parent)
    : TableModel(
          parent,
          {{tr("Round"), Qt::AlignRight, tr("Round")},
           {tr("Msgs"), Qt::AlignRight, tr("Transfers of this round")},
           {tr("Bytes"), Qt::AlignRight, tr("Bytes sent, over all ranks")},
           {tr("Port"), Qt::AlignRight, tr("Most bytes that one host injects into one link")},
           {tr("Link"), Qt::AlignRight, tr("Most bytes that one link carries")},
           {tr("Start"), Qt::AlignRight, tr("Start of the first transfer")},
           {tr("Takes"), Qt::AlignRight, tr("From its first start to its last end")}}) {}

void RoundModel::setRounds(std::vector<RoundMetrics> rounds, OperationRounds operations) {
  beginResetModel();
  operations_ = std::move(operations);
  rounds_ = std::move(rounds);
  endResetModel();
}

QVariant RoundModel::cell(int row, int column) const {
  const RoundMetrics& r = rounds_[static_cast<std::size_t>(row)];
  switch (column) {
    case kRound:
      return roundName(operations_, row);
    case kMessages:
      return textOf(short_count(r.messages));
    case kBytes:
      return textOf(short_size(r.bytes));
    case kPort:
      return textOf(short_size(r.max_port));
    case kLink:
      return textOf(short_size(r.max_link));
    case kStart:
      return r.messages == 0 ? QStringLiteral("–") : textOf(short_time(r.first_start));
    default:
      return r.messages == 0 ? QStringLiteral("–") : textOf(short_time(r.last_end - r.first_start));
  }
}

LinkModel::LinkModel(QObject* parent)
    : TableModel(parent, {{tr("From")},
                          {tr("To")},
                          {tr("Bytes carried"), Qt::AlignRight},
                          {tr("Utilization"), Qt::AlignRight}}) {}

void LinkModel::setLinks(const std::vector<LinkLoad>& links, const Topology* topology) {
  beginResetModel();
  rows_.clear();
  for (const LinkLoad& l : links) {
    if (topology == nullptr) break;
    rows_.push_back({l, nodeText(*topology, l.ends.from), nodeText(*topology, l.ends.to)});
  }
  endResetModel();
}

QVariant LinkModel::cell(int row, int column) const {
  const auto& [load, from, to] = rows_[static_cast<std::size_t>(row)];
  switch (column) {
    case kFrom:
      return from;
    case kTo:
      return to;
    case kBytes:
      return textOf(short_size(load.bytes));
    default:
      return textOf(short_share(load.utilization));
  }
}

CrossingModel::CrossingModel(QObject* parent)
    : TableModel(parent, {{tr("Round"), Qt::AlignRight},
                          {tr("From"), Qt::AlignRight},
                          {tr("To"), Qt::AlignRight},
                          {tr("Blocks"), Qt::AlignRight},
                          {tr("Bytes"), Qt::AlignRight},
                          {tr("Start"), Qt::AlignRight}}) {}

void CrossingModel::setLink(const Stage* stage, LinkId link) {
  beginResetModel();
  stage_ = stage;
  messages_.clear();
  if (stage != nullptr && link >= 0) {
    for (const Trace::Message& m : stage->index().trace().messages) {
      const bool crosses = std::any_of(m.paths.begin(), m.paths.end(), [link](const auto& path) {
        return std::find(path.links.begin(), path.links.end(), link) != path.links.end();
      });
      if (crosses && m.end > m.start) messages_.push_back(m.id);
    }
  }
  endResetModel();
}

QVariant CrossingModel::cell(int row, int column) const {
  const TraceIndex& trace = stage_->index();
  const MessageEvent& m = trace.trace().messages[static_cast<std::size_t>(message(row))];
  switch (column) {
    case kRound:
      if (trace.operations().any()) return roundName(trace.operations(), m.round);
      return m.round;
    case kFrom:
      return m.source;
    case kTo:
      return m.destination;
    case kBlocks:
      return messageName(trace.blocks(), m);
    case kBytes:
      return QString::fromStdString(short_size(m.bytes));
    default:
      return QString::fromStdString(short_time(m.start));
  }
}

StretchModel::StretchModel(QObject* parent)
    : TableModel(parent, {{tr("From"), Qt::AlignRight},
                          {tr("Takes"), Qt::AlignRight},
                          {tr("Cause")},
                          {tr("Ranks"), Qt::AlignRight},
                          {tr("Round"), Qt::AlignRight},
                          {tr("Link")}}) {}

void StretchModel::setPath(const PathIndex* path, const Stage* stage) {
  beginResetModel();
  path_ = path;
  stage_ = stage;
  endResetModel();
}

QString StretchModel::linkOf(const Stretch& s) const {
  if (s.link < 0) return {};
  const Link ends = stage_->layout().topology().link(s.link);
  const auto& hosts = stage_->ranksOfHost();
  const auto name = [&](NodeId node) {
    const auto n = static_cast<std::size_t>(node);
    const bool named = !stage_->layout().topology().name_of(node).empty();
    return named || n >= hosts.size() || hosts[n].empty() ? nodeName(*stage_, node)
                                                          : ranksText(hosts[n]);
  };
  return QStringLiteral("%1 → %2").arg(name(ends.from), name(ends.to));
}

QString StretchModel::meaning(int row) const {
  return stretchText(*stage_, path_->stretches()[static_cast<std::size_t>(row)]);
}

QVariant StretchModel::cell(int row, int column) const {
  const Stretch& s = path_->stretches()[static_cast<std::size_t>(row)];
  switch (column) {
    case kFrom:
      return QString::fromStdString(short_time(s.from));
    case kTakes:
      return QString::fromStdString(short_time(s.to - s.from));
    case kCause:
      return causeName(s.cause);
    case kRanks:
      return ranksOf(s);
    case kRound:
      return roundName(stage_->index().operations(), s.round);
    default:
      return linkOf(s);
  }
}

ReportModel::ReportModel(QObject* parent)
    : TableModel(parent, {{tr("Quantity")}, {tr("Value"), Qt::AlignRight}, {tr("Unit")}}) {}

void ReportModel::setResult(const RunResult& result, bool pending) {
  beginResetModel();
  rows_.clear();
  if (is_measured(result)) {
    for (const Metric& metric : all_metrics()) {
      const FieldValue value = value_of(metric, result);
      if (isShown(metric, result, value))
        add(metric, metric.late && pending ? "…" : shown(metric.kind, value));
    }
  }
  endResetModel();
}

void ReportModel::add(const Metric& metric, const std::string& text) {
  const QString all = metric.kind == Kind::kBool ? translated(text) : QString::fromStdString(text);
  const auto space = all.lastIndexOf(u' ');
  rows_.push_back({translated(metric.label), space < 0 ? all : all.left(space),
                   space < 0 ? QString() : all.mid(space + 1), translated(metric.meaning)});
}

QVariant ReportModel::cell(int row, int column) const {
  const Row& r = rows_[static_cast<std::size_t>(row)];
  switch (column) {
    case kQuantity:
      return r.quantity;
    case kValue:
      return r.value;
    default:
      return r.unit;
  }
}

}  // namespace orrery::viz::inline model
