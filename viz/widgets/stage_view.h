#pragma once

#include <QWidget>

#include "viz/model/session.h"
#include "viz/paint/theme.h"

namespace orrery::viz {

/// The picture of the session's moment.
class StageView : public QWidget {
  Q_OBJECT

 public:
  explicit StageView(const Session& session, QWidget* parent = nullptr);
  void setTheme(const Theme& theme);
  /// Where the network lies, in this widget's coordinates.
  QRectF networkRect() const;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  const Session& session_;
  const Theme* theme_;
};

}  // namespace orrery::viz
