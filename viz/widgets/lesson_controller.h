#pragma once

#include <QObject>

namespace orrery::viz::inline model {
class LessonSession;
class Session;
struct Focus;
}  // namespace orrery::viz::inline model

namespace orrery::viz::inline widgets {

class Pages;
class RunController;
class SidePanel;

/// Lessons in the window: their list, and one page after another beside its run.
class LessonController : public QObject {
  Q_OBJECT

 public:
  LessonController(LessonSession& lesson, Session& session, RunController& runs, Pages& pages,
                   SidePanel& side);
  /// Begins a lesson (a file or the name of a built-in one) at a page, from 0. Shows errors of the
  /// file, and returns false then.
  bool open(const QString& name, int page = 0);
  void leave();
  /// Shows the list of lessons.
  void showCourse();
  /// Restores the reader's last choice whether answers are kept, and keeps the choice for the next
  /// time.
  void remember();

 private:
  void showPage();
  void showRun();
  void showPair();
  void followArrangement(bool anew);
  void followReply();
  void followPick(const Focus& focus);

  LessonSession& lesson_;
  Session& session_;
  RunController& runs_;
  Pages& pages_;
  SidePanel& side_;
};

}  // namespace orrery::viz::inline widgets
