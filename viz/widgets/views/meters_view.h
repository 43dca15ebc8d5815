#pragma once

#include <QWidget>

#include "viz/model/run/session.h"
#include "viz/paint/theme.h"

namespace orrery::viz {

/// Λ, Ψ and Ξ of the session's run, and what the present round contributes to them.
class MetersView : public QWidget {
  Q_OBJECT

 public:
  explicit MetersView(Session& session, QWidget* parent = nullptr);
  void setTheme(const Theme& theme);
  QSize sizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  Session& session_;
  const Theme* theme_;
};

}  // namespace orrery::viz
