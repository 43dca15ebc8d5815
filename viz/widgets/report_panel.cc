#include "viz/widgets/report_panel.h"

#include <QHeaderView>
#include <QVBoxLayout>

#include "scenarios/units_text.h"
#include "viz/paint/fonts.h"
#include "viz/paint/theme.h"

namespace orrery::viz {
namespace {

constexpr int kReportRow = 23;
constexpr int kRoundRow = 21;
constexpr int kPreferredWidth = 470;
}  // namespace

ReportPanel::ReportPanel(Session& session, QWidget* parent)
    : QWidget(parent),
      session_(session),
      tabs_(new QTabWidget(this)),
      report_view_(new FittedTable(report_, kReportRow, this)),
      rounds_view_(new FittedTable(rounds_, kRoundRow, this)),
      links_view_(new FittedTable(links_, kReportRow, this)),
      note_(new QLabel(this)),
      scenario_(new QTextBrowser(this)) {
  tabs_->addTab(makeReport(), tr("Report"));
  tabs_->addTab(makeLinks(), tr("Links"));
  tabs_->addTab(scenario_, tr("Scenario"));
  tabs_->tabBar()->setFocusPolicy(Qt::NoFocus);
  rounds_view_->setDispensable({RoundModel::kPort, RoundModel::kBytes, RoundModel::kMessages});
  scenario_->document()->setDocumentMargin(14);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->addWidget(tabs_);
  connect(rounds_view_, &FittedTable::clicked, this,
          [this](const QModelIndex& cell) { session_.showRound(cell.row()); });
  connect(&session, &Session::runChanged, this, &ReportPanel::followRun);
  connect(&session, &Session::frameChanged, this, &ReportPanel::followFrame);
}

QWidget* ReportPanel::makeReport() {
  auto* page = new QWidget(this);
  report_view_->horizontalHeader()->hide();
  report_view_->setStretched(ReportModel::kQuantity);
  report_view_->setSelectionMode(QAbstractItemView::NoSelection);
  report_view_->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  report_view_->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  note_->setProperty("warning", true);
  note_->setWordWrap(true);
  note_->setFont(textFont(lightTheme().small_size));
  note_->setContentsMargins(14, 8, 14, 8);
  page->setAutoFillBackground(true);
  page->setBackgroundRole(QPalette::Base);
  auto* column = new QVBoxLayout(page);
  column->setContentsMargins(8, 10, 8, 0);
  column->setSpacing(12);
  column->addWidget(note_);
  column->addWidget(report_view_);
  column->addWidget(rounds_view_, 1);
  return page;
}

void ReportPanel::followRun() {
  const FinishedRun& run = *session_.run();
  report_.setResult(run.result);
  rounds_.setRounds(run.result.metrics.per_round);
  links_.setLinks(run.result.metrics.hottest,
                  run.hasPicture() ? run.stage->layout().topology().hosts() : 0);
  report_view_->setFixedHeight(report_.rowCount() * kReportRow + 2);
  for (FittedTable* table : {report_view_, rounds_view_, links_view_}) table->fitColumns();
  QString note = QString::fromStdString(run.hasPicture() ? run.result.error.value_or("") : "");
  if (run.truncated) {
    note = tr("The pictures end at %1: the run has more messages than are kept.")
               .arg(QString::fromStdString(short_time(run.complete_until)));
  }
  note_->setText(note);
  note_->setVisible(!note.isEmpty());
}

void ReportPanel::followFrame() {
  rounds_view_->showRow(session_.frame().round);
}

QWidget* ReportPanel::makeLinks() {
  auto* page = new QWidget(this);
  page->setAutoFillBackground(true);
  page->setBackgroundRole(QPalette::Base);
  links_view_->setSelectionMode(QAbstractItemView::NoSelection);
  auto* column = new QVBoxLayout(page);
  column->setContentsMargins(8, 10, 8, 0);
  column->addWidget(links_view_);
  return page;
}

QSize ReportPanel::sizeHint() const {
  return {kPreferredWidth, 600};
}

void ReportPanel::setScenarioText(const QString& text) {
  scenario_->setMarkdown(text);
}

QStringList ReportPanel::tabNames() const {
  QStringList names;
  for (int i = 0; i < tabs_->count(); ++i) names.append(tabs_->tabText(i).toLower());
  return names;
}

bool ReportPanel::selectTab(const QString& name) {
  const auto index = tabNames().indexOf(name.toLower());
  if (index < 0) return false;
  tabs_->setCurrentIndex(static_cast<int>(index));
  return true;
}

}  // namespace orrery::viz
