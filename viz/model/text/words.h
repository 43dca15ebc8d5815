#pragma once

#include <string>
#include <string_view>

#include <QCoreApplication>

namespace orrery::viz::inline model {

/// Words::tr("..."): user texts, ready for translation, where there is no QObject with a tr() of
/// its own.
class Words {
  Q_DECLARE_TR_FUNCTIONS(Words)

 public:
  /// Returns a text of the tables shared with the command (keys, algorithms, metrics): unchanged
  /// without a translation.
  static QString of(std::string_view text) { return tr(std::string(text).c_str()); }
};

}  // namespace orrery::viz::inline model
