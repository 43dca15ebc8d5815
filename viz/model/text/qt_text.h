#pragma once

#include <string_view>

#include <QString>

namespace orrery::viz::inline model {

/// Returns UTF-8 text as Qt's.
inline QString textOf(std::string_view s) {
  return QString::fromUtf8(s.data(), static_cast<qsizetype>(s.size()));
}

}  // namespace orrery::viz::inline model
