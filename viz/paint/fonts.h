#pragma once

#include <QFont>

/// The bundled fonts: the same letters on every machine.
namespace orrery::viz {

/// To be called once a QGuiApplication exists, before any text is painted; may be called again.
void loadFonts();

QFont textFont(int pixels, bool bold = false);
QFont monoFont(int pixels);

}  // namespace orrery::viz
