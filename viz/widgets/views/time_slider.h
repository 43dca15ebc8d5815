#pragma once

#include <QWidget>

#include "viz/model/run/session.h"
#include "viz/model/text/spoken.h"
#include "viz/paint/theme.h"
#include "viz/widgets/views/spoken_view.h"

namespace orrery::viz {

/// The session's time as a bar: shows where it is and takes it along with the mouse.
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

}  // namespace orrery::viz
