#pragma once

#include <QMenu>

namespace orrery::viz::inline widgets {

/// The scenarios opened or saved last, the latest first and each of them once, independent of the
/// program's working folder; kept from one time to the next. Files of equal names show their
/// folders.
class RecentMenu : public QMenu {
  Q_OBJECT

 public:
  RecentMenu(const QString& title, QWidget* parent);
  /// Restores the list of the last time, and keeps it from now on.
  void remember();
  bool remembers() const { return remembers_; }
  void note(const QString& file);

 signals:
  void chosen(const QString& file);

 private:
  void fill(const QStringList& files);

  bool remembers_ = false;
};

}  // namespace orrery::viz::inline widgets
