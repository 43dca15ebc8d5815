#pragma once

#include <QMenu>

namespace orrery::viz {

/// The scenarios that were opened or saved last, the latest first and each of them once, whatever the
/// folder is that the program is started in; kept from one time to the next. Files of equal names are
/// told apart by their folders.
class RecentMenu : public QMenu {
  Q_OBJECT

 public:
  RecentMenu(const QString& title, QWidget* parent);
  /// From now on they are kept; those of the last time are there.
  void remember();
  bool remembers() const { return remembers_; }
  void note(const QString& file);

 signals:
  void chosen(const QString& file);

 private:
  void fill(const QStringList& files);

  bool remembers_ = false;
};

}  // namespace orrery::viz
