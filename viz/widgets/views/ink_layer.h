#pragma once

#include <QPointer>

#include "viz/paint/ink.h"
#include "viz/widgets/views/spoken_view.h"

namespace orrery::viz {

/// What a mouse is over the views.
enum class Tool {
  kNone,     ///< it follows and moves what is seen
  kPointer,  ///< the same, with a spot that all can see
  kPen       ///< it draws
};

/// A sheet over the views to point and draw on. It is there as long as a tool is chosen.
class InkLayer : public SpokenView {
  Q_OBJECT

 public:
  /// `covered` is below `parent` and keeps its place there.
  InkLayer(QWidget& covered, QWidget* parent);
  Tool tool() const { return tool_; }
  /// Without a tool nothing stays.
  void setTool(Tool tool);
  const Ink& ink() const { return ink_; }
  /// Strokes and the pointer vanish, until it is moved.
  void erase();
  /// Moves the pointer, or the pen over the sheet: keys do this.
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
  QPointer<QWidget> pressed_;  // below this, by the button that is held
};

}  // namespace orrery::viz
