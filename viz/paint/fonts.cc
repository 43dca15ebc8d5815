#include "viz/paint/fonts.h"

#include <QFontDatabase>

// Outside any namespace, as Q_INIT_RESOURCE demands: fetches the fonts from this static library.
static void initFontResource() {
  Q_INIT_RESOURCE(fonts);
}

namespace orrery::viz {

void loadFonts() {
  static const bool loaded = [] {
    initFontResource();
    for (const char* file :
         {":/fonts/DejaVuSans.ttf", ":/fonts/DejaVuSans-Bold.ttf", ":/fonts/DejaVuSansMono.ttf"}) {
      QFontDatabase::addApplicationFont(QString::fromLatin1(file));
    }
    return true;
  }();
  Q_UNUSED(loaded);
}

QFont textFont(int pixels, bool bold) {
  QFont font(QStringLiteral("DejaVu Sans"));
  font.setPixelSize(pixels);
  font.setBold(bold);
  font.setHintingPreference(QFont::PreferNoHinting);
  return font;
}

QFont monoFont(int pixels) {
  QFont font(QStringLiteral("DejaVu Sans Mono"));
  font.setPixelSize(pixels);
  font.setHintingPreference(QFont::PreferNoHinting);
  return font;
}

}  // namespace orrery::viz
