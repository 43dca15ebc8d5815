#pragma once

#include "viz/model/run/session.h"
#include "viz/paint/theme.h"
#include "viz/widgets/views/spoken_view.h"

namespace orrery::viz {

/// What the time of the session's run is made of, as a bar; takes no room while that is not known. A click on a
/// cause goes to the longest stretch of the path that has it.
class CausesView : public SpokenView {
  Q_OBJECT

 public:
  explicit CausesView(Session& session, QWidget* parent = nullptr);
  QSize sizeHint() const override;
  QString spokenText() const override;
  QString textAt(QPointF pixel) const override;

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;

 private:
  void follow();

  Session& session_;
};

}  // namespace orrery::viz
