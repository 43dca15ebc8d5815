#include "viz/model/items/stretch_model.h"

#include "scenarios/document/units_text.h"
#include "viz/model/text/texts.h"
#include "viz/model/text/why_text.h"

namespace orrery::viz {
namespace {

bool isWord(int column) {
  return column == StretchModel::kCause || column == StretchModel::kLink;
}

QString ranksOf(const Stretch& s) {
  if (s.partner < 0) return QString::number(s.rank);
  return QStringLiteral("%1 → %2").arg(s.rank).arg(s.partner);
}

}  // namespace

void StretchModel::setPath(const PathIndex* path, const Stage* stage) {
  beginResetModel();
  path_ = path;
  stage_ = stage;
  endResetModel();
}

int StretchModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() || path_ == nullptr ? 0 : static_cast<int>(path_->stretches().size());
}

int StretchModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : kColumns;
}

QString StretchModel::linkOf(const Stretch& s) const {
  if (s.link < 0) return {};
  const Link ends = stage_->layout().topology().link(s.link);
  return QStringLiteral("%1 → %2").arg(nodeName(*stage_, ends.from), nodeName(*stage_, ends.to));
}

QVariant StretchModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid() || index.row() >= rowCount()) return {};
  const Stretch& s = path_->stretches()[static_cast<std::size_t>(index.row())];
  if (role == Qt::ToolTipRole) return stretchText(*stage_, s);
  if (role == Qt::TextAlignmentRole)
    return QVariant::fromValue(Qt::Alignment(
        (isWord(index.column()) ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter));
  if (role != Qt::DisplayRole) return {};
  switch (index.column()) {
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

QVariant StretchModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal) return {};
  if (role == Qt::TextAlignmentRole) return data(index(0, section), role);
  if (role != Qt::DisplayRole) return {};
  switch (section) {
    case kFrom:
      return tr("From");
    case kTakes:
      return tr("Takes");
    case kCause:
      return tr("Cause");
    case kRanks:
      return tr("Ranks");
    case kRound:
      return tr("Round");
    default:
      return tr("Link");
  }
}

}  // namespace orrery::viz
