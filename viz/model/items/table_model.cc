#include "viz/model/items/table_model.h"

#include <utility>

namespace orrery::viz::inline model {
namespace {

QVariant alignedTo(Qt::AlignmentFlag side) {
  return QVariant::fromValue(Qt::Alignment(side | Qt::AlignVCenter));
}

/// Returns the tool tip; the view shows none for an invalid value.
QVariant tipOf(const QString& text) {
  return text.isEmpty() ? QVariant() : QVariant(text);
}

}  // namespace

TableModel::TableModel(QObject* parent, std::vector<Head> heads)
    : QAbstractTableModel(parent), heads_(std::move(heads)) {}

int TableModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : rows();
}

int TableModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(heads_.size());
}

QVariant TableModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid() || index.row() >= rows()) return {};
  if (role == Qt::DisplayRole) return cell(index.row(), index.column());
  if (role == Qt::ToolTipRole) return tipOf(meaning(index.row()));
  if (role != Qt::TextAlignmentRole) return {};
  return alignedTo(heads_[static_cast<std::size_t>(index.column())].side);
}

QVariant TableModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal) return {};
  const Head& head = heads_[static_cast<std::size_t>(section)];
  if (role == Qt::DisplayRole) return head.title;
  if (role == Qt::ToolTipRole) return tipOf(head.meaning);
  return role == Qt::TextAlignmentRole ? alignedTo(head.side) : QVariant();
}

}  // namespace orrery::viz::inline model
