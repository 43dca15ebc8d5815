#pragma once

#include <memory>
#include <optional>

#include <QMainWindow>

#include "viz/paint/theme.h"

class QSplitter;

namespace orrery::viz::inline model {
class LessonSession;
class Session;
}  // namespace orrery::viz::inline model

namespace orrery::inline spec {
struct Scenario;
}

namespace orrery::viz::inline widgets {

class HeadBar;
class LessonController;
class Menus;
class Pages;
class Presenting;
class RunController;
class SidePanel;
class TransportBar;
struct Panes;

/// The window: the user composes or opens a scenario, watches its runs and compares them.
class MainWindow : public QMainWindow {
  Q_OBJECT

 public:
  explicit MainWindow(const Theme& theme = lightTheme(), QWidget* parent = nullptr);
  ~MainWindow() override;

  /// Reads a scenario (a file or the name of a built-in one) and starts its first cell in the
  /// background. Shows errors of the file, and returns false then.
  bool openScenario(const QString& name);
  /// Opens as openScenario(), also a moment or a lesson, but first asks about unsaved changes.
  void open(const QString& name);
  /// Opens the file that the program is started with; without one the first scenario, the first
  /// time the lessons. Returns false if the scenario is wrong.
  bool start(const QString& name);
  /// Shows as openScenario(), for a scenario that may come from no file.
  void showScenario(const Scenario& scenario, int cell = 0);

  Session& session() const { return *session_; }  ///< of the watched run
  LessonSession& lesson() const { return *lesson_; }
  Pages& pages() const { return *pages_; }
  SidePanel& side() const { return *side_; }
  RunController& runs() const { return *runs_; }
  LessonController& lessons() const { return *lessons_; }
  Presenting& presenting() const { return *presenting_; }

  /// Returns the names of all arguments of showTab(): modes, parts and the report's tabs.
  QStringList tabNames() const;
  /// Shows a tab. Returns false if it does not exist, or if the run has nothing for it.
  bool showTab(const QString& name);
  void setTheme(const Theme& theme);
  const Theme& theme() const { return *theme_; }
  /// Returns the size of letters, as a factor of the theme's.
  double letterSize() const { return letters_; }
  void setLetterSize(double share);
  /// Shows or hides the report beside the stage.
  void showSide(bool shown);
  /// Returns the sizes that the user dragged; none before.
  std::optional<Panes> panes() const;
  void setPanes(const Panes& panes);
  /// Writes the visible picture: .png, .svg or .pdf. THROWS std::invalid_argument.
  void exportPicture(const QString& file);
  /// Writes the watched run as an animation: .gif or .mp4. THROWS std::invalid_argument.
  void exportAnimation(const QString& file);
  /// Restores size, theme and recent files of the last time, and keeps them for the next.
  void remember();
  /// Makes the window no larger, frame and all, than the room on such a part of a screen.
  void fitInto(const QRect& room);

 signals:
  void partsChanged();

 protected:
  void resizeEvent(QResizeEvent* event) override;
  void closeEvent(QCloseEvent* event) override;
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dropEvent(QDropEvent* event) override;

 private:
  void makeCentre();
  void connectParts();
  void arrange(bool anew);
  void arrangeHalves();
  void followPresenting();
  void followExtent();

  std::unique_ptr<Session> session_;
  std::unique_ptr<LessonSession> lesson_;
  const Theme* theme_ = &lightTheme();
  double letters_ = 1;
  Theme dressed_;  ///< the theme with letters of their size
  QSplitter* halves_;
  Pages* pages_;
  SidePanel* side_;
  TransportBar* transport_;
  HeadBar* head_;
  bool halves_moved_ = false;  // by the user
  std::unique_ptr<RunController> runs_;
  std::unique_ptr<Presenting> presenting_;
  std::unique_ptr<Menus> menus_;
  std::unique_ptr<LessonController> lessons_;
};

}  // namespace orrery::viz::inline widgets
