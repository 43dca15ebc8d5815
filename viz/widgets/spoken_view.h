#pragma once

#include <QWidget>

namespace orrery::viz {

/// A view that paints what it shows, and can say it to a screen reader. Tab reaches it.
class SpokenView : public QWidget {
  Q_OBJECT

 public:
  SpokenView(const QString& name, QWidget* parent);
  /// What is seen at the moment, several lines.
  virtual QString spokenText() const = 0;

 protected:
  /// Shows and says what has become of the session.
  void refresh();
  /// Marks the view that Tab has led to; at the end of painting.
  void paintFocus(QPainter& painter);
  void focusInEvent(QFocusEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;

 private:
  bool marked_ = false;
};

}  // namespace orrery::viz
