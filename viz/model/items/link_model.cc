#include "viz/model/items/link_model.h"

#include <algorithm>

#include "scenarios/document/units_text.h"

namespace orrery::viz {
namespace {

QVariant alignment(Qt::AlignmentFlag side) {
  return QVariant::fromValue(Qt::Alignment(side | Qt::AlignVCenter));
}

QString text(const std::string& s) {
  return QString::fromStdString(s);
}

}  // namespace

void LinkModel::setLinks(std::vector<LinkLoad> links, int hosts) {
  beginResetModel();
  links_ = std::move(links);
  hosts_ = hosts;
  endResetModel();
}

int LinkModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(links_.size());
}

int LinkModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : kColumns;
}

QString LinkModel::nodeText(NodeId node) const {
  return node < hosts_ ? tr("host %1").arg(node) : tr("switch %1").arg(node - hosts_);
}

QVariant LinkModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid() || index.row() >= rowCount()) return {};
  if (role == Qt::TextAlignmentRole) {
    return alignment(index.column() < kBytes ? Qt::AlignLeft : Qt::AlignRight);
  }
  if (role != Qt::DisplayRole) return {};
  const LinkLoad& l = links_[static_cast<std::size_t>(index.row())];
  const auto most = static_cast<double>(std::max<std::int64_t>(links_[0].bytes.count(), 1));
  switch (index.column()) {
    case kFrom:
      return nodeText(l.ends.from);
    case kTo:
      return nodeText(l.ends.to);
    case kBytes:
      return text(short_size(l.bytes));
    default:
      return tr("%1 %").arg(100 * static_cast<double>(l.bytes.count()) / most, 0, 'f', 1);
  }
}

QVariant LinkModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal) return {};
  if (role == Qt::TextAlignmentRole) {
    return alignment(section < kBytes ? Qt::AlignLeft : Qt::AlignRight);
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
      return tr("Of the hottest");
  }
}

}  // namespace orrery::viz
