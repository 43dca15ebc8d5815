#include "viz/model/items/link_model.h"

#include "scenarios/text/units_text.h"
#include "viz/model/text/qt_text.h"
#include "viz/model/text/texts.h"

namespace orrery::viz {
namespace {

/// Without coordinates, which the column has no room for.
QString nodeText(const Topology& topology, NodeId node) {
  if (const auto name = topology.name_of(node); !name.empty()) return textOf(std::string(name));
  if (const ServerShape* const servers = topology.servers()) return partName(*servers, node);
  const NodeId hosts = topology.hosts();
  return node < hosts ? LinkModel::tr("host %1").arg(node)
                      : LinkModel::tr("switch %1").arg(node - hosts);
}

}  // namespace

LinkModel::LinkModel(QObject* parent)
    : TableModel(parent, {{tr("From")},
                          {tr("To")},
                          {tr("Bytes carried"), Qt::AlignRight},
                          {tr("Utilization"), Qt::AlignRight}}) {}

void LinkModel::setLinks(std::vector<LinkLoad> links, const Topology* topology) {
  beginResetModel();
  rows_.clear();
  for (LinkLoad& l : links) {
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

}  // namespace orrery::viz
