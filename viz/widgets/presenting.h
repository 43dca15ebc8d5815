#pragma once

#include <QObject>

#include "viz/paint/theme.h"

class QMainWindow;
class QWidget;

namespace orrery::viz::inline model {
class LessonSession;
class Session;
}  // namespace orrery::viz::inline model

namespace orrery::viz::inline widgets {

class InkLayer;
class Pages;
class PresenterWindow;
enum class Mode;

/// Presentation: full screen with large letters and without menus, steps, the presenter's window,
/// pen and pointer; and questions about the next step.
class Presenting : public QObject {
  Q_OBJECT

 public:
  /// Creates it. `window` has its central widget.
  Presenting(Session& session, LessonSession& lesson, Pages& pages, QMainWindow& window);
  bool isPresenting() const { return presents_; }
  void setPresenting(bool presents);
  /// Returns a theme with letters of the chosen size (a factor): larger while presenting.
  Theme dressed(const Theme& theme, double letters) const;
  PresenterWindow& presenter() const { return *presenter_; }
  InkLayer& ink() const { return *ink_; }
  /// Returns and set whether everything after this moment is hidden: in the current mode, on both
  /// sides of Compare.
  bool isFrozen() const;
  void setFrozen(bool frozen);
  /// Returns and set whether the screen is black; any key and any click shows the window again.
  bool isBlack() const;
  void setBlack(bool black);
  /// Returns whether a mode shows nothing that is hidden.
  bool offers(Mode mode) const;
  /// Moves on while presenting: by a round, then to the hidden part, then to the next page. Steps
  /// go through the pages of a lesson, too.
  void nextStep();
  void previousStep();

 signals:
  void changed();        ///< presenting has begun or ended
  void extentChanged();  ///< more or less of a run is visible, or another one

 private:
  Session& session_;
  LessonSession& lesson_;
  Pages& pages_;
  QWidget& window_;
  InkLayer* ink_;
  QWidget* black_;
  PresenterWindow* presenter_;
  bool presents_ = false;
};

}  // namespace orrery::viz::inline widgets
