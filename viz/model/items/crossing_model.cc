#include "viz/model/items/crossing_model.h"

#include <algorithm>

#include "scenarios/text/units_text.h"
#include "viz/model/text/block_names.h"
#include "viz/model/text/texts.h"

namespace orrery::viz {

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

}  // namespace orrery::viz
