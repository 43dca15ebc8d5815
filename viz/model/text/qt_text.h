#pragma once

#include <string_view>

#include <QString>
#include <QVariant>

namespace orrery::viz {

/// Returns UTF-8 text as Qt's.
inline QString textOf(std::string_view s) {
  return QString::fromUtf8(s.data(), static_cast<qsizetype>(s.size()));
}

/// Returns what a table model answers for Qt::TextAlignmentRole.
inline QVariant alignedTo(Qt::AlignmentFlag side) {
  return QVariant::fromValue(Qt::Alignment(side | Qt::AlignVCenter));
}

}  // namespace orrery::viz
