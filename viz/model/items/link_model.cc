#include "viz/model/items/link_model.h"

#include "scenarios/document/units_text.h"
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

void LinkModel::setLinks(std::vector<LinkLoad> links, const Topology* topology) {
  beginResetModel();
  rows_.clear();
  for (LinkLoad& l : links) {
    if (topology == nullptr) break;
    rows_.push_back({l, nodeText(*topology, l.ends.from), nodeText(*topology, l.ends.to)});
  }
  endResetModel();
}

int LinkModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}

int LinkModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : kColumns;
}

QVariant LinkModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid() || index.row() >= rowCount()) return {};
  if (role == Qt::TextAlignmentRole) {
    return alignedTo(index.column() < kBytes ? Qt::AlignLeft : Qt::AlignRight);
  }
  if (role != Qt::DisplayRole) return {};
  const Row& row = rows_[static_cast<std::size_t>(index.row())];
  switch (index.column()) {
    case kFrom:
      return row.from;
    case kTo:
      return row.to;
    case kBytes:
      return textOf(short_size(row.load.bytes));
    default:
      return textOf(short_share(row.load.utilization));
  }
}

QVariant LinkModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal) return {};
  if (role == Qt::TextAlignmentRole) {
    return alignedTo(section < kBytes ? Qt::AlignLeft : Qt::AlignRight);
  }
  if (role != Qt::DisplayRole) return {};
  switch (section) {
    case kFrom:
      return tr("From");
    case kTo:
      return tr("To");
    case kBytes:
      return tr("Bytes carried");
    default:
      return tr("Utilization");
  }
}

}  // namespace orrery::viz
