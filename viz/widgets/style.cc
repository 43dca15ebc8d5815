#include "viz/widgets/style.h"

#include <cmath>

#include <QApplication>
#include <QPalette>

namespace orrery::viz::inline widgets {
namespace {

/// With %1 to %8 for colours of the theme.
constexpr const char* kSheet =
#include "style.inc"
    ;

constexpr const char* kProperty = "letters";

QString rule(Letters letters, const QFont& font) {
  return QStringLiteral("*[letters=\"%1\"] { font-family: \"%2\"; font-size: %3px; %4 }\n")
      .arg(static_cast<int>(letters))
      .arg(font.families().join(QStringLiteral("\", \"")))
      .arg(font.pixelSize())
      .arg(font.bold() ? QStringLiteral("font-weight: bold;") : QString());
}

QString lettersOf(const Theme& t) {
  return rule(Letters::kTitle, textFont(t.title_size, true)) +
         rule(Letters::kHeading, textFont(t.heading_size, true)) +
         rule(Letters::kSection, textFont(t.text_size, true)) +
         rule(Letters::kField, textFont(t.text_size)) +
         rule(Letters::kNote, textFont(t.small_size)) +
         rule(Letters::kStrongNote, textFont(t.small_size, true)) +
         rule(Letters::kSmall, textFont(t.small_size)) +
         rule(Letters::kCode, monoFont(t.small_size)) +
         rule(Letters::kReport, monoFont(t.text_size));
}

QPalette paletteOf(const Theme& theme) {
  QPalette p;
  p.setColor(QPalette::Window, theme.panel);
  p.setColor(QPalette::WindowText, theme.text);
  p.setColor(QPalette::Base, theme.background);
  p.setColor(QPalette::AlternateBase, theme.panel);
  p.setColor(QPalette::Text, theme.text);
  p.setColor(QPalette::Button, theme.raised);
  p.setColor(QPalette::ButtonText, theme.text);
  p.setColor(QPalette::ToolTipBase, theme.raised);
  p.setColor(QPalette::ToolTipText, theme.text);
  p.setColor(QPalette::PlaceholderText, theme.faint_text);
  p.setColor(QPalette::Highlight, theme.accent);
  p.setColor(QPalette::HighlightedText, theme.accent_text);
  p.setColor(QPalette::Link, theme.accent);
  for (auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText}) {
    p.setColor(QPalette::Disabled, role, theme.node_rim);
  }
  p.setColor(QPalette::Disabled, QPalette::Light, Qt::transparent);  // no shadow of disabled words
  return p;
}

/// Returns the palette of boxes. The style draws their outline somewhat darker than the window,
/// which would be invisible in the dark theme.
QPalette boxPaletteOf(const Theme& theme) {
  QPalette p = paletteOf(theme);
  p.setColor(QPalette::Window, theme.faint_text);
  p.setColor(QPalette::Base, theme.raised);
  return p;
}

}  // namespace

void setLetters(QWidget& widget, Letters letters) {
  widget.setProperty(kProperty, static_cast<int>(letters));
}

int scaled(int pixels, const Theme& theme) {
  return static_cast<int>(
      std::lround(static_cast<double>(pixels) * theme.text_size / lightTheme().text_size));
}

void dressApplication(const Theme& theme) {
  QApplication::setPalette(paletteOf(theme));
  QApplication::setPalette(boxPaletteOf(theme), "QCheckBox");
  QApplication::setFont(textFont(theme.text_size));
}

QString styleSheetOf(const Theme& theme) {
  return lettersOf(theme) +
         QString::fromUtf8(kSheet).arg(theme.background.name(), theme.text.name(),
                                       theme.border.name(), theme.faint_text.name(),
                                       theme.accent.name(), theme.accent_text.name(),
                                       theme.raised.name(), theme.warning.name());
}

}  // namespace orrery::viz::inline widgets
