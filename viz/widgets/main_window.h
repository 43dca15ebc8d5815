#pragma once

#include <QComboBox>
#include <QLabel>
#include <QMainWindow>
#include <QProgressBar>
#include <QSplitter>
#include <QStackedWidget>

#include "viz/model/background_runner.h"
#include "viz/model/session.h"
#include "viz/widgets/message_page.h"
#include "viz/widgets/report_panel.h"
#include "viz/widgets/stage_view.h"
#include "viz/widgets/transport_bar.h"

namespace orrery::viz {

/// The window: stage, report and playback bar, and the scenario they show.
class MainWindow : public QMainWindow {
  Q_OBJECT

 public:
  explicit MainWindow(const Theme& theme = lightTheme(), QWidget* parent = nullptr);

  /// Reads a scenario (a file or the name of a built-in one) and starts its first cell in the
  /// background; settled() follows. What is wrong with the file is shown, and false returned.
  bool openScenario(const QString& name);
  const Scenario& scenario() const { return scenario_; }
  /// Starts another cell of the scenario. REQUIRES 0 <= cell < scenario().cells.size().
  void runCell(int cell);
  /// Starts any run in the background; settled() follows.
  void run(const RunSpec& spec);
  bool isBusy() const { return runner_.isRunning(); }
  /// What is shown instead of the stage; empty while the stage is shown.
  QString errorText() const;

  Session& session() { return session_; }
  ReportPanel& report() { return *report_; }
  StageView& stageView() { return *stage_; }
  void setTheme(const Theme& theme);

 signals:
  void settled();  ///< a run has ended and is shown, or its error is

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  void makeCentre();
  QWidget* makeSide();
  void makeMenus();
  void chooseFile();
  void showRun(const std::shared_ptr<const FinishedRun>& run);
  void showError(const QString& heading, const QString& text);
  void clear();
  void fillCells();

  Session session_;
  BackgroundRunner runner_;
  Scenario scenario_;
  QSplitter* halves_;
  bool halves_moved_ = false;  // by the user
  QStackedWidget* pages_;
  StageView* stage_;
  MessagePage* message_;
  ReportPanel* report_;
  TransportBar* transport_;
  QLabel* title_;
  QComboBox* cells_;
  QProgressBar* busy_;
};

}  // namespace orrery::viz
