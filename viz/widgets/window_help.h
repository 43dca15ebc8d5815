#pragma once

#include <QMenuBar>
#include <QString>

namespace orrery::viz {

/// All keys of the window, from its menus, and what the mouse does: as HTML.
QString keyboardHelp(const QMenuBar& menus);
void showKeyboardHelp(QWidget& parent, const QMenuBar& menus);
/// What the program is and the versions of what it is made of: as HTML.
QString aboutText();
void showAbout(QWidget& parent);

}  // namespace orrery::viz
