#pragma once

#include <vector>

#include <QAction>
#include <QComboBox>
#include <QElapsedTimer>
#include <QLabel>
#include <QTimer>
#include <QWidget>

#include "viz/model/run/session.h"
#include "viz/model/text/spoken.h"
#include "viz/paint/icons.h"
#include "viz/paint/theme.h"
#include "viz/widgets/views/spoken_view.h"

namespace orrery::viz::inline widgets {

/// The session's time as a bar: shows the time and sets it with the mouse.
class TimeSlider : public SpokenView {
  Q_OBJECT

 public:
  explicit TimeSlider(Session& session, QWidget* parent = nullptr);
  QString spokenText() const override { return spokenTime(*session_); }
  void setSession(Session& session);
  QSize sizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;

 private:
  void seekTo(const QMouseEvent& event);

  Session* session_;
};

/// Play, pause, steps by round, the time and the speed. Its actions carry the keys and also belong
/// in a menu. While it plays, its timer tells the session's clock the time that has passed.
class TransportBar : public QWidget {
  Q_OBJECT

 public:
  explicit TransportBar(Session& session, QWidget* parent = nullptr);
  void setTheme(const Theme& theme);
  /// Sets the session that the bar moves.
  void setSession(Session& session);
  /// Sets whether its keys work.
  void setActive(bool active);
  const std::vector<QAction*>& playbackActions() const { return actions_; }

 private:
  QAction* addStep(Symbol symbol, const QString& text, const QKeySequence& key);
  void makeActions();
  void makeSpeeds();
  void changeSpeed(int step);
  void makeLayout();
  void followRun();
  void followPlaying(bool playing);
  void followSpeed();

  Session* session_;
  const Theme* theme_;
  TimeSlider* slider_;
  QComboBox* speeds_;
  QLabel* pace_;
  QAction *play_ = nullptr, *equal_ = nullptr;
  bool active_ = true;
  std::vector<QAction*> actions_;
  std::vector<Symbol> symbols_;  // of the first actions_, which have buttons
  QTimer timer_;
  QElapsedTimer passed_;
};

}  // namespace orrery::viz::inline widgets
