#pragma once

#include <QPointer>

#include "viz/paint/ink.h"
#include "viz/widgets/views/spoken_view.h"

namespace orrery::viz::inline widgets {

/// The use of the mouse over the views.
enum class Tool {
  kNone,     ///< it follows and moves items
  kPointer,  ///< the same, with a spot visible to all
  kPen       ///< it draws
};

/// A sheet over the views to point and draw on. It exists while a tool is chosen.
class InkLayer : public SpokenView {
  Q_OBJECT

 public:
  /// Creates it. `covered` is below `parent` and keeps its place there.
  InkLayer(QWidget& covered, QWidget* parent);
  Tool tool() const { return tool_; }
  /// Sets the tool. kNone also erases everything.
  void setTool(Tool tool);
  const Ink& ink() const { return ink_; }
  /// Removes strokes and, until it is moved, the pointer.
  void erase();
  /// Moves the pointer, or the pen, over the sheet: for keys.
  void moveBy(QPointF pixels);
  QString spokenText() const override;

 signals:
  void toolChanged();

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void leaveEvent(QEvent* event) override;

 private:
  void cover();
  void passOn(const QMouseEvent& event);

  QWidget& covered_;
  Tool tool_ = Tool::kNone;
  Ink ink_;
  QPointer<QWidget> pressed_;  // below this, while the button is held
};

}  // namespace orrery::viz::inline widgets
