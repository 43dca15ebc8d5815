#pragma once

#include <QLabel>
#include <QTabWidget>
#include <QTextBrowser>
#include <QWidget>

#include "viz/model/items/result_models.h"
#include "viz/model/run/session.h"
#include "viz/paint/theme.h"
#include "viz/widgets/pages/why_page.h"
#include "viz/widgets/views/fitted_table.h"
#include "viz/widgets/views/listing_view.h"
#include "viz/widgets/views/meters_view.h"

namespace orrery::viz::inline widgets {

class ColouredOperations;

/// The operations of the session's run with their times. The table follows the session, and a click
/// moves the session to a moment of the operation.
class OperationsPage : public QWidget {
  Q_OBJECT

 public:
  explicit OperationsPage(Session& session, QWidget* parent = nullptr);
  void setTheme(const Theme& theme);
  const FittedTable& table() const { return *table_; }

 private:
  void followRun();
  void followFrame();
  void choose(int row);
  bool isUnderWay(int row) const;
  const OperationRounds& rounds() const;

  Session& session_;
  ColouredOperations* operations_;
  FittedTable* table_;
  int chosen_ = -1;
};

/// The metrics beside the stage: meters, key metrics and the table of rounds; the operations, if
/// the run has some; the listing; the hottest links and the messages on the followed one; the
/// critical path; the scenario's text. The table of rounds follows the session and moves it when a
/// round is clicked.
class ReportPanel : public QWidget {
  Q_OBJECT

 public:
  explicit ReportPanel(Session& session, QWidget* parent = nullptr);

  void setTheme(const Theme& theme);
  void setScenarioText(const QString& text);
  /// Returns the names of the tabs for the command line, the same in every language.
  QStringList tabNames() const;
  QString currentTab() const;
  /// Selects a tab. Returns false if it does not exist, or if the run has nothing for it.
  bool selectTab(const QString& name);
  ListingView& listing() { return *listing_; }
  const CrossingModel& crossing() const { return crossing_; }
  const FittedTable& roundTable() const { return *rounds_view_; }
  const WhyPage& whyPage() const { return *why_; }
  const OperationsPage& operationsPage() const { return *operations_; }
  QSize sizeHint() const override;

 signals:
  void whyRequested();  ///< its page is opened

 private:
  void addTab(QWidget* page, const char* name, const QString& title);
  QWidget* makeReport();
  QWidget* makeLinks();
  void fillTables();
  void followRun();
  void followFrame();
  void followFocus();
  void tellLandmarks();

  Session& session_;
  ReportModel report_;
  RoundModel rounds_;
  LinkModel links_;
  CrossingModel crossing_;
  QTabWidget* tabs_;
  MetersView* meters_;
  CausesView* causes_;
  OperationsPage* operations_;
  WhyPage* why_;
  FittedTable* report_view_;
  FittedTable* rounds_view_;
  FittedTable* links_view_;
  FittedTable* crossing_view_;
  QLabel* crossing_name_;
  ListingView* listing_;
  QLabel* note_;
  QLabel* landmarks_;
  QTextBrowser* scenario_;
};

}  // namespace orrery::viz::inline widgets
