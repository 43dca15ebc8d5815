#include "viz/widgets/control_keys.h"

#include <algorithm>
#include <initializer_list>

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QApplication>
#include <QComboBox>
#include <QKeyEvent>
#include <QRadioButton>
#include <QTabBar>

namespace orrery::viz::inline widgets {
namespace {

bool isOneOf(int key, std::initializer_list<Qt::Key> keys) {
  return std::ranges::find(keys, key) != keys.end();
}

bool presses(int key) {
  return isOneOf(key, {Qt::Key_Return, Qt::Key_Enter});
}

bool moves(int key) {
  return isOneOf(
      key, {Qt::Key_Up, Qt::Key_Down, Qt::Key_Home, Qt::Key_End, Qt::Key_PageUp, Qt::Key_PageDown});
}

bool turnsPage(int key) {
  return isOneOf(key, {Qt::Key_PageUp, Qt::Key_PageDown});
}

bool sidesteps(int key) {
  return isOneOf(key, {Qt::Key_Left, Qt::Key_Right});
}

bool uses(const QWidget& control, int key) {
  if (qobject_cast<const QRadioButton*>(&control) != nullptr && moves(key)) return !turnsPage(key);
  if (const auto* button = qobject_cast<const QAbstractButton*>(&control))
    return key == Qt::Key_Space || presses(key) || (button->group() != nullptr && sidesteps(key));
  if (qobject_cast<const QComboBox*>(&control) != nullptr)
    return key == Qt::Key_Space || moves(key);
  if (qobject_cast<const QTabBar*>(&control) != nullptr) return sidesteps(key);
  if (qobject_cast<const QAbstractItemView*>(&control) != nullptr)
    return moves(key) || presses(key);
  return qobject_cast<const QAbstractScrollArea*>(&control) != nullptr &&
         (moves(key) || sidesteps(key));
}

}  // namespace

ControlKeys::ControlKeys(QWidget& window) : QObject(&window), window_(window) {
  qApp->installEventFilter(this);
}

bool ControlKeys::eventFilter(QObject* watched, QEvent* event) {
  const bool asks = event->type() == QEvent::ShortcutOverride;
  if (!asks && event->type() != QEvent::KeyPress) return false;
  auto* control = qobject_cast<QWidget*>(watched);
  const auto& key = *static_cast<QKeyEvent*>(event);
  if (control == nullptr || control->window() != &window_ || !control->hasFocus() ||
      key.modifiers() != Qt::NoModifier || !uses(*control, key.key()))
    return false;
  if (asks) {
    event->accept();
    return true;
  }
  auto* button = qobject_cast<QAbstractButton*>(control);
  if (button == nullptr || !presses(key.key())) return false;
  const bool chosen = qobject_cast<QRadioButton*>(control) != nullptr && button->isChecked();
  if (chosen) return false;  // its page takes the choice as the answer
  button->click();
  return true;
}

}  // namespace orrery::viz::inline widgets
