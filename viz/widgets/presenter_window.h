#pragma once

#include <functional>

#include <QDateTime>
#include <QLabel>
#include <QProgressBar>
#include <QTextBrowser>
#include <QTimer>
#include <QWidget>

#include "viz/model/text/spoken.h"

namespace orrery::viz::inline widgets {

/// A window for the speaker: notes, the next step, progress, and the time.
class PresenterWindow : public QWidget {
  Q_OBJECT

 public:
  using Clock = std::function<QDateTime()>;

  PresenterWindow(Session& session, LessonSession& lesson, QWidget* parent);
  /// Sets the session that the window describes.
  void setSession(Session& session);
  /// Sets the clock; the default is the computer's, in its time zone.
  void setClock(Clock clock);
  /// Restarts the count of the passed time.
  void restart();
  /// Returns all current texts, a line for each part.
  QString text() const;

 signals:
  void shown(bool visible);

 protected:
  void showEvent(QShowEvent* event) override;
  void hideEvent(QHideEvent* event) override;

 private:
  void makeLayout();
  void connectSession();
  void followFrame();
  void refresh();
  void showTime();

  Session* session_;
  LessonSession& lesson_;
  Clock clock_;
  QDateTime began_;
  QTimer timer_;
  int round_ = -1;  // the round described last
  QString told_;    // notes, as HTML
  QLabel *time_, *place_, *heading_, *next_, *hidden_;
  QProgressBar* progress_;
  QTextBrowser* notes_;
};

}  // namespace orrery::viz::inline widgets
