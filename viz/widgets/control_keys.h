#pragma once

#include <QWidget>

namespace orrery::viz::inline widgets {

/// A filter that gives a control focused by Tab its own keys: elsewhere in a window space plays the
/// run and arrows step through it. Return presses a button.
class ControlKeys : public QObject {
  Q_OBJECT

 public:
  explicit ControlKeys(QWidget& window);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  QWidget& window_;
};

}  // namespace orrery::viz::inline widgets
