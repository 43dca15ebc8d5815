#pragma once

#include <QObject>

namespace orrery::viz {

class LessonSession;
class Pages;
class RunController;
class Session;
class SidePanel;
struct Focus;

/// Lessons in the window: their list, and one page after another beside the run that it is about.
class LessonController : public QObject {
  Q_OBJECT

 public:
  LessonController(LessonSession& lesson, Session& session, RunController& runs, Pages& pages,
                   SidePanel& side);
  /// Begins a lesson (a file or the name of a built-in one) at a page, from 0. What is wrong with the file is
  /// shown, and false returned.
  bool open(const QString& name, int page = 0);
  void leave();
  /// Shows which lessons there are.
  void showCourse();
  /// Keeps answers if the reader wished so the last time, and the reader's wish for the next.
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

}  // namespace orrery::viz
