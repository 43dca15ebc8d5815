#pragma once

#include <QWidget>

#include "viz/paint/theme.h"

namespace orrery::viz {

/// A view that paints what it shows, and can say it to a screen reader. Tab reaches it. Hovering tells textAt(),
/// unless it has one tool tip for all of it.
class SpokenView : public QWidget {
  Q_OBJECT

 public:
  SpokenView(const QString& name, QWidget* parent);
  /// What is seen at the moment, several lines.
  virtual QString spokenText() const = 0;
  /// What hovering over `pixel` tells; empty where there is nothing.
  virtual QString textAt(QPointF /*pixel*/) const { return {}; }
  virtual void setTheme(const Theme& theme);
  const Theme& theme() const { return *theme_; }

 protected:
  bool event(QEvent* event) override;
  /// Shows and says what has become of the session.
  void refresh();
  /// Marks the view that Tab has led to; at the end of painting.
  void paintFocus(QPainter& painter);
  void focusInEvent(QFocusEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;

 private:
  const Theme* theme_ = &lightTheme();
  bool marked_ = false;
};

}  // namespace orrery::viz
