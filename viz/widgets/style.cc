#include "viz/widgets/style.h"

#include <cmath>

#include <QApplication>
#include <QPalette>

#include "viz/paint/fonts.h"

namespace orrery::viz {
namespace {

constexpr const char* kProperty = "letters";

QString rule(Letters letters, const QFont& font) {
  return QStringLiteral("*[letters=\"%1\"] { font-family: \"%2\"; font-size: %3px; %4 }\n")
      .arg(static_cast<int>(letters))
      .arg(font.family())
      .arg(font.pixelSize())
      .arg(font.bold() ? QStringLiteral("font-weight: bold;") : QString());
}

QString lettersOf(const Theme& t) {
  return rule(Letters::kTitle, textFont(t.title_size, true)) +
         rule(Letters::kHeading, textFont(t.text_size + 2, true)) +
         rule(Letters::kSection, textFont(t.text_size, true)) +
         rule(Letters::kField, textFont(t.small_size + 1)) +
         rule(Letters::kNote, textFont(t.small_size)) +
         rule(Letters::kStrongNote, textFont(t.small_size, true)) +
         rule(Letters::kSmall, textFont(t.small_size - 1)) +
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

/// The style draws the outline of a box somewhat darker than a window, which cannot be seen in the dark.
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
  QApplication::setFont(textFont(theme.text_size - 1));
}

QString styleSheetOf(const Theme& theme) {
  return lettersOf(theme) + QStringLiteral(R"(
    QTableView { border: none; background: %1; selection-background-color: %5;
                 selection-color: %6; }
    QTableView::item { padding: 0 4px; }
    QHeaderView { background: %1; }
    QHeaderView::section { background: %1; color: %4; border: none; border-bottom: 1px solid %3;
                           padding: 4px 4px; }
    QTabWidget::pane { border: none; border-top: 1px solid %3; background: %1; }
    QTabBar::tab { color: %4; padding: 7px 14px; border: none;
                   border-bottom: 2px solid transparent; }
    QTabBar::tab:selected { color: %2; border-bottom: 2px solid %5; }
    QSplitter::handle { background: %3; }
    QToolButton { border: 1px solid transparent; border-radius: 4px; padding: 4px; }
    QToolButton:hover { background: %7; border-color: %3; }
    QToolButton:pressed { background: %3; }
    QPlainTextEdit, QTextBrowser { border: none; background: %1; color: %2; }
    QProgressBar { border: none; background: %3; max-height: 6px; border-radius: 3px; }
    QProgressBar::chunk { background: %5; border-radius: 3px; }
    QToolTip { color: %2; background: %7; border: 1px solid %3; }
    QLineEdit, QComboBox { background: %7; }
    QComboBox { combobox-popup: 0; }
    QComboBox QAbstractItemView { background: %7; color: %2; selection-background-color: %5;
                                  selection-color: %6; }
    QTreeView { border: none; background: %1; }
    QTreeView::item { padding: 3px 0; }
    QScrollArea, QScrollArea > #qt_scrollarea_viewport > QWidget { background: %1; }
    #lessons { border: none; background: %1; }
    #lessons::item { padding: 8px; border-bottom: 1px solid %3; }
    #lessons::item:selected { background: %5; color: %6; }
    #lesson QRadioButton { padding: 3px; }
    QPlainTextEdit[field="true"] { border: 1px solid %3; border-radius: 3px; background: %7; }
    QPushButton[mode="true"] { border: none; padding: 6px 14px; color: %4;
                               border-bottom: 2px solid transparent; }
    QPushButton[mode="true"]:checked { color: %2; border-bottom: 2px solid %5; }
    QPushButton[mode="true"]:hover { background: %7; }
    QPushButton[mode="true"]:focus { background: %7; border-bottom-color: %4; }
    QToolButton:focus, QTabBar:focus, QTableView:focus { border: 1px solid %5; }
    #head { border-bottom: 1px solid %3; }
    QLabel[faint="true"] { color: %4; }
    QLabel[warning="true"] { color: %8; }
  )")
                                .arg(theme.background.name(), theme.text.name(),
                                     theme.border.name(), theme.faint_text.name(),
                                     theme.accent.name(), theme.accent_text.name(),
                                     theme.raised.name(), theme.warning.name());
}

}  // namespace orrery::viz
