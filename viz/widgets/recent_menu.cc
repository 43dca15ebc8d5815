#include "viz/widgets/recent_menu.h"

#include <QFileInfo>
#include <QSettings>

namespace orrery::viz {
namespace {

constexpr int kMost = 8;

QString settingName() {
  return QStringLiteral("recent");
}

}  // namespace

RecentMenu::RecentMenu(const QString& title, QWidget* parent) : QMenu(title, parent) {
  setEnabled(false);
  setToolTipsVisible(true);
}

void RecentMenu::remember() {
  remembers_ = true;
  fill(QSettings().value(settingName()).toStringList());
}

void RecentMenu::note(const QString& file) {
  if (!remembers_) return;
  QSettings settings;
  QStringList files = settings.value(settingName()).toStringList();
  files.removeAll(file);
  files.prepend(file);
  files = files.mid(0, kMost);
  settings.setValue(settingName(), files);
  fill(files);
}

/// Files that are gone are kept, because they may come back, but cannot be chosen.
void RecentMenu::fill(const QStringList& files) {
  clear();
  for (const QString& file : files) {
    QAction* action =
        addAction(QFileInfo(file).fileName(), this, [this, file] { emit chosen(file); });
    action->setToolTip(file);
    action->setEnabled(QFileInfo::exists(file));
  }
  setEnabled(!files.isEmpty());
}

}  // namespace orrery::viz
