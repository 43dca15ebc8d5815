#pragma once

#include <functional>

#include <QDateTime>
#include <QLabel>
#include <QProgressBar>
#include <QTextBrowser>
#include <QTimer>
#include <QWidget>

#include "viz/model/text/spoken.h"

namespace orrery::viz {

/// A window for the speaker: notes, what the next step shows, how far it is, and the time.
class PresenterWindow : public QWidget {
  Q_OBJECT

 public:
  using Clock = std::function<QDateTime()>;

  PresenterWindow(Session& session, LessonSession& lesson, QWidget* parent);
  /// What it tells of from now on.
  void setSession(Session& session);
  /// By default that of the computer, in its time zone.
  void setClock(Clock clock);
  /// The time that has passed is counted from now on.
  void restart();
  /// All that it says at the moment, a line for each part.
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
  int round_ = -1;  // that was told of last
  QString told_;    // notes, as HTML
  QLabel *time_, *place_, *heading_, *next_, *hidden_;
  QProgressBar* progress_;
  QTextBrowser* notes_;
};

}  // namespace orrery::viz
