#include "viz/model/items/crossing_model.h"

#include <algorithm>

#include "scenarios/document/units_text.h"
#include "viz/model/text/block_names.h"
#include "viz/model/text/texts.h"

namespace orrery::viz {

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

int CrossingModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(messages_.size());
}

int CrossingModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : kColumns;
}

QVariant CrossingModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  if (role == Qt::TextAlignmentRole) {
    return QVariant::fromValue(Qt::Alignment(Qt::AlignRight | Qt::AlignVCenter));
  }
  if (role != Qt::DisplayRole) return {};
  const TraceIndex& trace = stage_->index();
  const MessageEvent& m = trace.trace().messages[static_cast<std::size_t>(message(index.row()))];
  switch (index.column()) {
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

QVariant CrossingModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal) return {};
  if (role == Qt::TextAlignmentRole) {
    return QVariant::fromValue(Qt::Alignment(Qt::AlignRight | Qt::AlignVCenter));
  }
  if (role != Qt::DisplayRole) return {};
  switch (section) {
    case kRound:
      return tr("Round");
    case kFrom:
      return tr("From");
    case kTo:
      return tr("To");
    case kBlocks:
      return tr("Blocks");
    case kBytes:
      return tr("Bytes");
    default:
      return tr("Start");
  }
}

}  // namespace orrery::viz
