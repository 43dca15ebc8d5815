#pragma once

#include <QLabel>
#include <QPlainTextEdit>
#include <QWidget>

#include "viz/paint/theme.h"

namespace orrery::viz {

/// What takes the stage's place when there is nothing to show: why, in words that can be copied.
class MessagePage : public QWidget {
  Q_OBJECT

 public:
  /// `warning`: the heading has the colour of what is wrong.
  explicit MessagePage(QWidget* parent = nullptr, bool warning = true);
  void setMessage(const QString& heading, const QString& text);
  QString text() const { return text_->toPlainText(); }

 private:
  QLabel* heading_;
  QPlainTextEdit* text_;
};

}  // namespace orrery::viz
