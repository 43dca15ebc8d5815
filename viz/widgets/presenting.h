#pragma once

#include <QObject>

class QMainWindow;

namespace orrery::viz {

class InkLayer;
class LessonSession;
class Pages;
class PresenterWindow;
class Session;
enum class Mode;

/// Presenting: full screen with large letters and without menus, steps, the presenter's window, pen and pointer; and
/// asking what comes next.
class Presenting : public QObject {
  Q_OBJECT

 public:
  /// `window` has its central widget.
  Presenting(Session& session, LessonSession& lesson, Pages& pages, QMainWindow& window);
  bool isPresenting() const { return presents_; }
  void setPresenting(bool presents);
  /// How large letters are, of the size that is chosen.
  double letters() const;
  PresenterWindow& presenter() const { return *presenter_; }
  InkLayer& ink() const { return *ink_; }
  /// What comes after this moment is hidden until it is shown again: in the mode that is used, on both sides of
  /// Compare.
  bool isFrozen() const;
  void setFrozen(bool frozen);
  /// Whether a mode shows nothing that is hidden.
  bool offers(Mode mode) const;
  /// While it is presented: a round on, then what is hidden, then the next page. Steps go through the pages of a
  /// lesson, too.
  void nextStep();
  void previousStep();

 signals:
  void changed();        ///< it is begun or ended
  void extentChanged();  ///< more or less of a run may be seen, or another one

 private:
  Session& session_;
  LessonSession& lesson_;
  Pages& pages_;
  QWidget& window_;
  InkLayer* ink_;
  PresenterWindow* presenter_;
  bool presents_ = false;
};

}  // namespace orrery::viz
