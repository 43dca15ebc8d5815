#pragma once

#include <QWidget>

#include "viz/paint/theme.h"

namespace orrery::viz::inline widgets {

/// A view that paints itself, and can describe itself to a screen reader. Tab reaches it. Hovering
/// shows textAt(), unless it has one tool tip for all of it.
class SpokenView : public QWidget {
  Q_OBJECT

 public:
  SpokenView(const QString& name, QWidget* parent);
  /// Describes the current contents, several lines.
  virtual QString spokenText() const = 0;
  /// Returns the text for hovering over `pixel`; may be empty.
  virtual QString textAt(QPointF /*pixel*/) const { return {}; }
  virtual void setTheme(const Theme& theme);
  const Theme& theme() const { return *theme_; }

 protected:
  bool event(QEvent* event) override;
  /// Shows and speaks the new state of the session.
  void refresh();
  /// Marks the view if Tab has led to it; call it at the end of painting.
  void paintFocus(QPainter& painter);
  void focusInEvent(QFocusEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;

 private:
  const Theme* theme_ = &lightTheme();
  bool marked_ = false;
};

}  // namespace orrery::viz::inline widgets
