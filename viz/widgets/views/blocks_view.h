#pragma once

#include <QWidget>

#include "viz/model/run/session.h"
#include "viz/model/text/spoken.h"
#include "viz/paint/theme.h"
#include "viz/widgets/views/spoken_view.h"

namespace orrery::viz {

/// What every rank holds of every block at the session's moment. Hovering tells whose contributions
/// a cell is made of; a click follows its rank and block.
class BlocksView : public SpokenView {
  Q_OBJECT

 public:
  explicit BlocksView(Session& session, QWidget* parent = nullptr);
  QString spokenText() const override { return spokenBlocks(session_); }
  QString textAt(QPointF pixel) const override;

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;

 private:
  const BlockHistory* history() const;

  Session& session_;
};

}  // namespace orrery::viz
