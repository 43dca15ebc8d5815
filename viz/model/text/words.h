#pragma once

#include <string>
#include <string_view>

#include <QCoreApplication>

namespace orrery::viz {

/// Words::tr("..."): texts that people read, ready for translation, where there is no QObject whose
/// tr() it could be.
class Words {
  Q_DECLARE_TR_FUNCTIONS(Words)

 public:
  /// A text of the tables that the command has as well (keys, algorithms, metrics): as it is where there is no
  /// translation of it.
  static QString of(std::string_view text) { return tr(std::string(text).c_str()); }
};

}  // namespace orrery::viz
