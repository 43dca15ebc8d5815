#pragma once

#include <QString>
#include <QWidget>

#include "viz/paint/theme.h"

namespace orrery::viz {

/// Gives the application the theme's colours and font: menus and tool tips are windows of their own.
void dressApplication(const Theme& theme);
/// The rest of the theme, for a window and what is in it.
QString styleSheetOf(const Theme& theme);

/// What a widget's letters are for. How large they are then is up to the theme; widgets without a
/// purpose have the application's font.
enum class Letters {
  kTitle,
  kHeading,
  kSection,
  kField,
  kNote,
  kStrongNote,
  kSmall,
  kCode,
  kReport  ///< code, large
};
void setLetters(QWidget& widget, Letters letters);

/// A length in pixels, of the light theme, in the theme's proportion.
int scaled(int pixels, const Theme& theme);

}  // namespace orrery::viz
