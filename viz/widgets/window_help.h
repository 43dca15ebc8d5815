#pragma once

#include <QMenuBar>
#include <QString>

namespace orrery::viz::inline widgets {

/// Returns all keys of the window, from its menus, and the uses of the mouse: as HTML.
QString keyboardHelp(const QMenuBar& menus);
void showKeyboardHelp(QWidget& parent, const QMenuBar& menus);
/// Describes the program and the versions of its parts: as HTML.
QString aboutText();
void showAbout(QWidget& parent);

}  // namespace orrery::viz::inline widgets
