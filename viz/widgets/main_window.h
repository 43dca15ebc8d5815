#pragma once

#include <functional>
#include <vector>

#include <QComboBox>
#include <QLabel>
#include <QMainWindow>
#include <QSplitter>
#include <QStackedWidget>
#include <QTimer>

#include "viz/model/run/background_runner.h"
#include "viz/model/run/explainer.h"
#include "viz/model/run/lesson_session.h"
#include "viz/model/run/session.h"
#include "viz/widgets/charts_page.h"
#include "viz/widgets/compare_page.h"
#include "viz/widgets/compose_page.h"
#include "viz/widgets/course_page.h"
#include "viz/widgets/head_bar.h"
#include "viz/widgets/ink_layer.h"
#include "viz/widgets/lesson_panel.h"
#include "viz/widgets/message_page.h"
#include "viz/widgets/options.h"
#include "viz/widgets/presenter_window.h"
#include "viz/widgets/recent_menu.h"
#include "viz/widgets/report_panel.h"
#include "viz/widgets/transport_bar.h"
#include "viz/widgets/watch_page.h"

namespace orrery::viz {

/// The window: a scenario is composed or opened, watched, and its runs compared.
class MainWindow : public QMainWindow {
  Q_OBJECT

 public:
  explicit MainWindow(const Theme& theme = lightTheme(), QWidget* parent = nullptr);

  /// Reads a scenario (a file or the name of a built-in one) and starts its first cell in the
  /// background; settled() follows. What is wrong with the file is shown, and false returned.
  bool openScenario(const QString& name);
  /// As openScenario(), but asks first what becomes of changes that are not saved.
  void open(const QString& name);
  /// Opens what the program is started with; where that is nothing the first scenario, the first time the
  /// lessons. False if the scenario is wrong.
  bool start(const QString& name);
  /// Shows which lessons there are.
  void showCourse();
  bool showsCourse() const { return shows_course_; }
  /// Begins a lesson (a file or the name of a built-in one) at a page, from 0. What is wrong with the file is
  /// shown, and false returned.
  bool openLesson(const QString& name, int page = 0);
  LessonSession& lesson() { return lesson_; }
  LessonPanel& lessonPanel() { return *lesson_panel_; }
  /// As openScenario(), of a scenario that may come from no file.
  void showScenario(const Scenario& scenario, int cell = 0);
  const Scenario& scenario() const { return scenario_; }
  int shownCell() const { return shown_cell_; }
  /// Shows a moment that was shared (see saveMoment); waits for its run. What is wrong with it is said.
  void openMoment(const QString& file);
  /// Starts another cell of the scenario. REQUIRES 0 <= cell < scenario().cells.size().
  void runCell(int cell);
  /// Starts any run in the background; settled() follows.
  void run(const RunSpec& spec);
  /// Gives up the run under way; settled() follows.
  void cancel();
  bool isBusy() const { return runner_.isRunning(); }
  /// Shows a run that has ended.
  void show(const std::shared_ptr<const FinishedRun>& run);
  using QMainWindow::show;
  /// What is shown instead of the stage, or beside that of a run that got stuck; empty otherwise.
  QString errorText() const;

  Mode mode() const { return mode_; }
  void setMode(Mode mode);
  /// Names of everything that showTab() finds: modes, parts and the report's tabs.
  QStringList tabNames() const;
  /// False if there is none, or if the run has nothing for it.
  bool showTab(const QString& name);

  Session& session() { return session_; }
  ReportPanel& report() { return *report_; }
  StageView& stageView() { return watch_->stage(); }
  WatchPage& watchPage() { return *watch_; }
  ComposePage& composePage() { return *compose_; }
  ComparePage& comparePage() { return *compare_; }
  ChartsPage& chartsPage() { return *charts_; }
  void setTheme(const Theme& theme);
  const Theme& theme() const { return *theme_; }
  /// How large letters are, of the theme's.
  double letterSize() const { return letters_; }
  void setLetterSize(double share);
  /// Shows the tree over which messages go, as it grows, instead of the network.
  void showCommunication(bool shown);
  /// The report beside the stage.
  bool showsSide() const { return shows_side_; }
  void showSide(bool shown);
  /// Sizes that were dragged; none as long as nobody did.
  std::optional<Panes> panes() const;
  void setPanes(const Panes& panes);
  /// What keys act on: of the mode that is used.
  StageView& activeStage();
  Session& activeSession();
  /// The critical path and what time is made of, in all views; it takes another run to find them.
  bool showsWhy() const { return explainer_.isWanted(); }
  void showWhy(bool shown);
  Explainer& explainer() { return explainer_; }
  /// Full screen with large letters, without menus. Steps go through the pages of a lesson, too.
  bool isPresenting() const { return presents_; }
  void setPresenting(bool presents);
  PresenterWindow& presenterWindow() { return *presenter_; }
  InkLayer& inkLayer() { return *ink_; }
  /// What comes after this moment is hidden until it is shown again: in the mode that is used, on both sides of
  /// Compare.
  bool isFrozen() const { return session_.isFrozen() || compare_->isFrozen(); }
  void setFrozen(bool frozen);
  /// While it is presented: a round on, then what is hidden, then the next page.
  void nextStep();
  void previousStep();
  /// Writes what is seen: .png, .svg or .pdf. THROWS std::invalid_argument.
  void exportPicture(const QString& file);
  /// Writes the run that is watched as a film: .gif or .mp4. THROWS std::invalid_argument.
  void exportFilm(const QString& file);
  /// Takes size, theme and recent files from the last time, and keeps them for the next.
  void remember();
  /// Makes the window no larger than such a part of a screen has room for, frame and all.
  void fitInto(const QRect& room);

 signals:
  void partsChanged();
  void settled();  ///< a run has ended and is shown, or its error is

 protected:
  void resizeEvent(QResizeEvent* event) override;
  void closeEvent(QCloseEvent* event) override;
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dropEvent(QDropEvent* event) override;

 private:
  void makeCentre();
  QWidget* makeSide();
  void arrangeHalves();
  // main_menus.cc
  void makeMenus();
  void makeFileMenu();
  void makeViewMenu();
  void makeNetworkMenu();
  void makeTimelineMenu();
  void makePathMenu(QMenu& view);
  void makePlaybackMenu();
  void makeHelpMenu();
  void makeThemeMenu(QMenu& view);
  void makeLanguageMenu(QMenu& view);
  QAction* addWatched(QMenu& menu, const QString& text, const QKeySequence& key,
                      const std::function<void()>& act);
  void chooseFile();
  void chooseExport(bool film);
  void shareMoment(bool as_file);
  void followRank(int step);
  // main_present.cc
  void makePresentMenu();
  void makeInkActions(QMenu& menu);
  void makePresenter();
  void followPresenting();
  void followExtent();
  bool offers(Mode mode) const;
  void toggleTool(Tool tool);
  double shownLetters() const;
  // main_runs.cc
  void showRun(const std::shared_ptr<const FinishedRun>& run);
  void showReason();
  void showError(const QString& heading, const QString& text);
  void clear();
  void fillCells();
  bool showsReport() const;
  // main_lesson.cc
  void makeLessons();
  void chooseMode(Mode mode);
  void rememberLessons();
  void leaveLesson();
  void showLessonPage();
  void showLessonRun();
  void showLessonPair();
  bool showsTwo() const;
  void followReply();
  void followPick(const Focus& focus);
  void followBusy();
  void followWait();
  void endWait();
  QWidget* watchedPage() const;
  void escape();

  /// What a run that was started lets one wait for.
  enum class Wait {
    kNone,   ///< it is shown, or there is none
    kShort,  ///< what was shown before it may stay for a moment
    kLong    ///< it is said that it runs
  };

  Session session_;
  BackgroundRunner runner_;
  Explainer explainer_{session_};
  LessonSession lesson_;
  Scenario scenario_;
  Mode mode_ = Mode::kWatch;
  Wait wait_ = Wait::kNone;
  int shown_cell_ = 0;
  bool remembers_ = false;
  const Theme* theme_ = &lightTheme();
  double letters_ = 1;
  Theme dressed_;  ///< the theme with letters of their size
  bool shows_side_ = true;
  bool shows_course_ = false;
  QSplitter* halves_;
  bool halves_moved_ = false;  // by the user
  QStackedWidget* pages_;
  ComposePage* compose_;
  WatchPage* watch_;
  ComparePage* compare_;
  ChartsPage* charts_;
  CoursePage* course_;
  MessagePage* message_;
  MessagePage* running_;
  QWidget* side_ = nullptr;
  ReportPanel* report_;
  LessonPanel* lesson_panel_;
  TransportBar* transport_;
  HeadBar* head_;
  InkLayer* ink_ = nullptr;
  PresenterWindow* presenter_ = nullptr;
  QLabel* frozen_;  ///< says so
  bool presents_ = false;
  QLabel* title_;
  QComboBox* cells_;
  RecentMenu* recent_;
  QTimer busy_timer_;
  std::vector<QAction*> watched_;  ///< that need a run to be seen
  std::vector<QAction*> modes_;
  std::vector<QAction*> steps_;  ///< of who presents, back and on; otherwise their keys are those
  std::vector<QAction*> rank_keys_;  ///< of these
  QActionGroup* themes_ = nullptr;
};

}  // namespace orrery::viz
