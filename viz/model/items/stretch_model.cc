#include "viz/model/items/stretch_model.h"

#include "scenarios/text/units_text.h"
#include "viz/model/text/texts.h"
#include "viz/model/text/why_text.h"

namespace orrery::viz {
namespace {

QString ranksOf(const Stretch& s) {
  if (s.partner < 0) return QString::number(s.rank);
  return QStringLiteral("%1 → %2").arg(s.rank).arg(s.partner);
}

}  // namespace

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
  return QStringLiteral("%1 → %2").arg(nodeName(*stage_, ends.from), nodeName(*stage_, ends.to));
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

}  // namespace orrery::viz
