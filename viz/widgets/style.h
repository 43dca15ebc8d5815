#pragma once

#include <QString>
#include <QWidget>

#include "viz/paint/theme.h"

namespace orrery::viz::inline widgets {

/// Gives the application the theme's colours and font: menus and tool tips are windows of their own.
void dressApplication(const Theme& theme);
/// Returns the rest of the theme, for a window and its contents.
QString styleSheetOf(const Theme& theme);

/// The purpose of a widget's letters. The theme decides their size; widgets without a purpose have
/// the application's font.
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

/// Converts a length in pixels of the light theme to this theme.
int scaled(int pixels, const Theme& theme);

}  // namespace orrery::viz::inline widgets
