#pragma once

#include <array>
#include <memory>

#include <QStackedWidget>

namespace orrery::viz::inline model {
class LessonSession;
struct FinishedRun;
class Session;
}  // namespace orrery::viz::inline model
namespace orrery::viz::inline paint {
struct Theme;
}

namespace orrery::viz::inline widgets {

class ChartsPage;
class ComparePage;
class ComposePage;
class CoursePage;
class MessagePage;
class StageView;
class WatchPage;

/// The current mode of the window.
enum class Mode { kCompose, kWatch, kCompare, kCharts };

/// The waiting time of a started run.
enum class Wait {
  kNone,   ///< it is shown, or there is no run
  kShort,  ///< the previous picture may stay for a moment
  kLong    ///< its network or a text shows that it runs
};

/// The pages of the window, and the choice of the visible one: that of the mode, or a substitute
/// for a run.
class Pages : public QStackedWidget {
  Q_OBJECT

 public:
  Pages(Session& session, const LessonSession& lesson, QWidget* parent);
  void setTheme(const Theme& theme);

  ComposePage& compose() const { return *compose_; }
  WatchPage& watch() const { return *watch_; }
  ComparePage& compare() const { return *compare_; }
  ChartsPage& charts() const { return *charts_; }
  CoursePage& course() const { return *course_; }
  MessagePage& running() const { return *running_; }
  StageView& next() const { return *next_stage_; }  ///< the network of a run under way
  StageView& stage() const;                         ///< of the watched run

  Mode mode() const { return mode_; }
  void setMode(Mode mode);
  /// Leaves the course for a mode.
  void chooseMode(Mode mode);
  /// Arranges the pages again.
  void refresh() { setMode(mode_); }
  /// Shows the beginning of the run that is waited for instead of a text.
  void setNext(const std::shared_ptr<const FinishedRun>& beginning);
  Wait wait() const { return wait_; }
  void setWait(Wait wait);
  bool showsCourse() const { return shows_course_; }
  void showCourse();
  void leaveCourse() { shows_course_ = false; }
  /// Shows an error in Watch.
  void showMessage(const QString& heading, const QString& text);
  /// Returns the text instead of the stage, or beside that of a run that got stuck; empty
  /// otherwise.
  QString errorText() const;
  /// Shows the growing tree of messages instead of the network.
  void showCommunication(bool shown);
  void showLoad(bool shown);
  void showLinkMap(bool shown);

  bool watches() const;   ///< a run, or its substitute
  bool plays() const;     ///< a run, or two of them
  bool showsTwo() const;  ///< side by side
  /// Returns the stage that keys act on: that of the current mode.
  StageView& activeStage() const;
  Session& activeSession() const;

 signals:
  void arranged(bool anew);  ///< `anew`: in another mode; its page follows
  void roomChanged();        ///< for the pages
  void partsChanged();

 private:
  std::array<StageView*, 3> stages() const;  ///< of all pages
  QWidget& seen() const;

  Session& session_;
  const LessonSession& lesson_;
  ComposePage* compose_;
  WatchPage* watch_;
  ComparePage* compare_;
  ChartsPage* charts_;
  CoursePage* course_;
  MessagePage* message_;
  MessagePage* running_;
  Session* next_;  // its beginning
  StageView* next_stage_;
  Mode mode_ = Mode::kWatch;
  Wait wait_ = Wait::kNone;
  bool shows_course_ = false;
};

}  // namespace orrery::viz::inline widgets
