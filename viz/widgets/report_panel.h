#pragma once

#include <QLabel>
#include <QTabWidget>
#include <QTextBrowser>
#include <QWidget>

#include "viz/model/link_model.h"
#include "viz/model/report_model.h"
#include "viz/model/round_model.h"
#include "viz/model/session.h"
#include "viz/widgets/fitted_table.h"

namespace orrery::viz {

/// The figures beside the stage: key figures and the table of rounds, the hottest links, and the
/// scenario's text. The table of rounds follows the session and moves it when a round is clicked.
class ReportPanel : public QWidget {
  Q_OBJECT

 public:
  explicit ReportPanel(Session& session, QWidget* parent = nullptr);

  void setScenarioText(const QString& text);
  QStringList tabNames() const;
  bool selectTab(const QString& name);  ///< false if there is none
  const FittedTable& roundTable() const { return *rounds_view_; }
  QSize sizeHint() const override;

 private:
  QWidget* makeReport();
  QWidget* makeLinks();
  void followRun();
  void followFrame();

  Session& session_;
  ReportModel report_;
  RoundModel rounds_;
  LinkModel links_;
  QTabWidget* tabs_;
  FittedTable* report_view_;
  FittedTable* rounds_view_;
  FittedTable* links_view_;
  QLabel* note_;
  QTextBrowser* scenario_;
};

}  // namespace orrery::viz
