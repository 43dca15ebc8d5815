#pragma once

#include <QCoreApplication>

namespace orrery::viz {

/// Words::tr("..."): texts that people read, ready for translation, where there is no QObject whose
/// tr() it could be.
class Words {
  Q_DECLARE_TR_FUNCTIONS(Words)
};

}  // namespace orrery::viz
