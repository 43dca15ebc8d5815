#pragma once

#include <QLabel>
#include <QPushButton>
#include <QWidget>

namespace orrery::viz {

/// What a newcomer is told above the first lesson: what is seen, which keys move it, where the other
/// lessons are.
class WelcomeBar : public QWidget {
  Q_OBJECT

 public:
  explicit WelcomeBar(QWidget* parent = nullptr);

 signals:
  void lessonsRequested();
  void closed();

 private:
  QPushButton* addButton(const QString& text);

  QLabel* text_;
};

}  // namespace orrery::viz
