#include "viz/widgets/pages/report_panel.h"

#include <QHeaderView>
#include <QScrollArea>
#include <QScrollBar>

#include "scenarios/text/units_text.h"
#include "viz/model/text/landmarks.h"
#include "viz/model/text/texts.h"
#include "viz/widgets/finder.h"
#include "viz/widgets/laid_out.h"
#include "viz/widgets/style.h"

namespace orrery::viz::inline widgets {

namespace {

constexpr int kPreferredWidth = 470;

/// Has a bar only where its page does not fit. Qt decides that before a window has its size, and
/// without the lines that texts need at that width: their page would paint parts over each other.
class PageArea : public QScrollArea {
 protected:
  void resizeEvent(QResizeEvent* event) override {
    makeRoom();
    QScrollArea::resizeEvent(event);
  }
  bool eventFilter(QObject* watched, QEvent* event) override {
    if (event->type() == QEvent::LayoutRequest) makeRoom();
    return QScrollArea::eventFilter(watched, event);
  }

 private:
  void makeRoom() {
    const bool fits = heightFor(width()) <= height();
    setVerticalScrollBarPolicy(fits ? Qt::ScrollBarAlwaysOff : Qt::ScrollBarAlwaysOn);
    const int bar = fits ? 0 : verticalScrollBar()->sizeHint().width();
    widget()->setMinimumHeight(heightFor(width() - bar));
  }
  int heightFor(int width) const {
    const QLayout* layout = widget()->layout();
    const int lines = layout == nullptr ? 0 : layout->totalMinimumHeightForWidth(width);
    return std::max(lines, widget()->minimumSizeHint().height());
  }
};

/// Makes a page scroll if the window is too low for it.
QScrollArea* scrolled(QWidget* page) {
  auto* area = new PageArea;
  area->setWidget(page);
  area->setWidgetResizable(true);
  area->setFrameShape(QFrame::NoFrame);
  area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  area->setFocusPolicy(Qt::NoFocus);
  return area;
}

constexpr int kSample = 10;  ///< side of a sample of colour
}  // namespace

/// Their names stand beside the colours that they have in pictures.
class ColouredOperations : public OperationModel {
 public:
  using OperationModel::OperationModel;
  void setTheme(const Theme& theme) { theme_ = &theme; }

  QVariant data(const QModelIndex& index, int role) const override {
    if (role != Qt::DecorationRole || index.column() != kName)
      return OperationModel::data(index, role);
    return operationColour(*theme_, index.row(), rowCount());
  }

 private:
  const Theme* theme_ = &lightTheme();
};

OperationsPage::OperationsPage(Session& session, QWidget* parent)
    : QWidget(parent),
      session_(session),
      operations_(new ColouredOperations(this)),
      table_(new FittedTable(*operations_, this)) {
  setAutoFillBackground(true);
  setBackgroundRole(QPalette::Base);
  table_->setAccessibleName(tr("Operations"));
  table_->setWrapped(OperationModel::kRuns);
  table_->setIconSize(QSize(kSample, kSample));
  table_->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Ignored);
  laidOut<QVBoxLayout>(this, {8, 8, 8, 0}, kUsualSpacing, {table_});
  connect(&session, &Session::runChanged, this, &OperationsPage::followRun);
  connect(&session, &Session::extentChanged, this, &OperationsPage::followRun);
  connect(&session, &Session::frameChanged, this, &OperationsPage::followFrame);
  connect(table_, &FittedTable::chosen, this, &OperationsPage::choose);
}

void OperationsPage::setTheme(const Theme& theme) {
  operations_->setTheme(theme);
}

const OperationRounds& OperationsPage::rounds() const {
  static const OperationRounds nothing;
  return session_.hasPicture() ? session_.run()->stage->index().operations() : nothing;
}

void OperationsPage::followRun() {
  chosen_ = -1;
  operations_->setOperations(session_.run()->result.operations);
  table_->fitColumns();
  followFrame();
}

bool OperationsPage::isUnderWay(int row) const {
  const Metrics& m = operations_->operation(row).metrics;
  const Time now = session_.clock().now();
  return m.begin <= now && now <= m.begin + m.completion;
}

/// Marks an operation: the clicked one as long as it is under way, otherwise that of the round.
void OperationsPage::followFrame() {
  if (operations_->rowCount() == 0) return;
  if (chosen_ >= 0 && !isUnderWay(chosen_)) chosen_ = -1;
  const int round = session_.frame().round;
  table_->showRow(chosen_ >= 0 ? chosen_ : round < 0 ? -1 : rounds().operation(round));
}

/// Goes to the first messages of an operation, or to its middle if it has none.
void OperationsPage::choose(int row) {
  chosen_ = row;
  const Metrics& m = operations_->operation(row).metrics;
  if (rounds().any() && session_.showRound(rounds().first_round(row)) && isUnderWay(row)) return;
  session_.clock().seek(m.begin + m.completion / 2);
}

ReportPanel::ReportPanel(Session& session, QWidget* parent)
    : QWidget(parent),
      session_(session),
      tabs_(new QTabWidget(this)),
      meters_(new MetersView(session, this)),
      causes_(new CausesView(session, this)),
      operations_(new OperationsPage(session, this)),
      why_(new WhyPage(session, this)),
      report_view_(new FittedTable(report_, this)),
      rounds_view_(new FittedTable(rounds_, this)),
      links_view_(new FittedTable(links_, this)),
      crossing_view_(new FittedTable(crossing_, this)),
      crossing_name_(new QLabel(this)),
      listing_(new ListingView(session, this)),
      note_(new QLabel(this)),
      landmarks_(new QLabel(this)),
      scenario_(new QTextBrowser(this)) {
  addTab(scrolled(makeReport()), "report", tr("Report"));
  addTab(operations_, "operations", tr("Operations"));
  addTab(scrolled(listing_), "listing", tr("Listing"));
  addTab(scrolled(makeLinks()), "links", tr("Links"));
  addTab(scrolled(why_), "why", tr("Why"));
  addTab(scenario_, "scenario", tr("Scenario"));
  tabs_->tabBar()->setFocusPolicy(Qt::TabFocus);
  for (QWidget* table : {rounds_view_, crossing_view_})  // as high as there is room
    table->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Ignored);
  scenario_->document()->setDocumentMargin(14);
  scenario_->setAccessibleName(tr("Scenario"));
  report_view_->setAccessibleName(tr("Metrics of the run"));
  rounds_view_->setAccessibleName(tr("Rounds"));
  links_view_->setAccessibleName(tr("Links with the most bytes"));
  crossing_view_->setAccessibleName(tr("Messages over the link"));
  laidOut<QVBoxLayout>(this, {0, 0, 0, 0}, kUsualSpacing, {tabs_});
  connect(tabs_, &QTabWidget::currentChanged, this, [this](int i) {
    if (tabs_->widget(i)->objectName() == QLatin1String("why")) emit whyRequested();
  });
  connect(meters_, &MetersView::whyAsked, this, [this] { selectTab(QStringLiteral("why")); });
  connect(landmarks_, &QLabel::linkActivated, this, [this](const QString& number) {
    showLandmark(session_, landmarksOf(*session_.run()).at(number.toUInt()));
  });
  connect(rounds_view_, &FittedTable::chosen, this,
          [this](int round) { session_.showRound(round); });
  connect(&session, &Session::runChanged, this, &ReportPanel::followRun);
  connect(&session, &Session::runCompleted, this, &ReportPanel::fillTables);
  connect(&session, &Session::frameChanged, this, &ReportPanel::followFrame);
  connect(&session, &Session::focusChanged, this, &ReportPanel::followFocus);
  connect(links_view_, &FittedTable::chosen, this, [this](int row) {
    Focus focus;
    focus.link = links_.link(row);
    session_.setFocus(focus);
  });
  connect(crossing_view_, &FittedTable::chosen, this,
          [this](int row) { session_.showMessage(crossing_.message(row)); });
}

void ReportPanel::addTab(QWidget* page, const char* name, const QString& title) {
  page->setObjectName(QString::fromLatin1(name));
  tabs_->addTab(page, title);
}

QWidget* ReportPanel::makeReport() {
  auto* page = new QWidget(this);
  report_view_->horizontalHeader()->hide();
  report_view_->setStretched(ReportModel::kQuantity);
  report_view_->setSelectionMode(QAbstractItemView::NoSelection);
  report_view_->showAllRows();
  note_->setProperty("warning", true);
  note_->setWordWrap(true);
  setLetters(*note_, Letters::kNote);
  note_->setContentsMargins(14, 8, 14, 8);
  landmarks_->setWordWrap(true);
  landmarks_->setTextFormat(Qt::RichText);
  setLetters(*landmarks_, Letters::kNote);
  landmarks_->setContentsMargins(12, 0, 12, 0);
  landmarks_->setFocusPolicy(Qt::TabFocus);
  page->setAutoFillBackground(true);
  page->setBackgroundRole(QPalette::Base);
  laidOut<QVBoxLayout>(page, {8, 8, 8, 0}, 8,
                       {note_, meters_, landmarks_, causes_, report_view_, {rounds_view_, 1}});
  return page;
}

void ReportPanel::fillTables() {
  const FinishedRun& run = *session_.run();
  report_.setResult(run.result, run.pending);
  report_view_->fitColumns();
}

void ReportPanel::followRun() {
  const FinishedRun& run = *session_.run();
  fillTables();
  const bool several = runs_operations(run.result.spec);  // which have no one listing
  for (int i = 0; i < tabs_->count(); ++i) {
    const QString name = tabs_->widget(i)->objectName();
    if (name == QLatin1String("operations")) tabs_->setTabVisible(i, several);
    if (name == QLatin1String("listing")) tabs_->setTabVisible(i, !several);
  }
  rounds_.setRounds(run.result.metrics.per_round, OperationRounds(run.result.spec));
  links_.setLinks(run.result.metrics.hottest,
                  run.hasPicture() ? &run.stage->layout().topology() : nullptr);
  meters_->setVisible(run.isMeasured() && run.result.metrics.bytes_total.count() > 0);
  for (FittedTable* table : {rounds_view_, links_view_}) table->fitColumns();
  QString note = QString::fromStdString(run.hasPicture() ? run.result.error.value_or("") : "");
  if (run.truncated) {
    note = tr("This run has too many messages to keep each: from %1 on the network shows totals of "
              "rounds.")
               .arg(QString::fromStdString(short_time(run.complete_until)));
  }
  tellLandmarks();
  note_->setText(note);
  note_->setVisible(!note.isEmpty());
}

/// Lists the landmarks; a click on a name goes there.
void ReportPanel::tellLandmarks() {
  QStringList lines;
  for (const Landmark& mark : landmarksOf(*session_.run()))
    lines.append(QStringLiteral("<a href=\"%1\">%2</a>: %3")
                     .arg(lines.size())
                     .arg(mark.name.toHtmlEscaped(), mark.text.toHtmlEscaped()));
  landmarks_->setText(lines.join(QStringLiteral("<br>")));
  landmarks_->setVisible(!lines.isEmpty());
}

void ReportPanel::followFocus() {
  const LinkId link = session_.focus().link;
  const Stage* stage = session_.hasPicture() ? session_.run()->stage.get() : nullptr;
  crossing_.setLink(stage, link);
  const bool shown = stage != nullptr && link >= 0;
  crossing_view_->setVisible(shown);
  if (!shown) return crossing_name_->setText(tr("Click a link to list its messages."));
  const Link ends = stage->layout().topology().link(link);
  crossing_name_->setText(tr("%1 messages from %2 to %3")
                              .arg(crossing_.rowCount())
                              .arg(nodeName(*stage, ends.from), nodeName(*stage, ends.to)));
  crossing_view_->fitColumns();
}

void ReportPanel::setTheme(const Theme& theme) {
  meters_->setTheme(theme);
  causes_->setTheme(theme);
  operations_->setTheme(theme);
  why_->setTheme(theme);
  listing_->setTheme(theme);
  for (FittedTable* table : findChildren<FittedTable*>()) table->fitColumns();
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
  setLetters(*crossing_name_, Letters::kStrongNote);
  crossing_name_->setContentsMargins(6, 12, 6, 2);
  crossing_name_->setWordWrap(true);
  links_view_->showAllRows();
  column->addWidget(links_view_);
  column->addWidget(crossing_name_);
  column->addWidget(crossing_view_, 1);
  column->addStretch();
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
  for (int i = 0; i < tabs_->count(); ++i) names.append(tabs_->widget(i)->objectName());
  return names;
}

QString ReportPanel::currentTab() const {
  return tabNames().value(tabs_->currentIndex());
}

bool ReportPanel::selectTab(const QString& name) {
  const auto index = tabNames().indexOf(name.toLower());
  if (index < 0 || !tabs_->isTabVisible(static_cast<int>(index))) return false;
  tabs_->setCurrentIndex(static_cast<int>(index));
  return true;
}

}  // namespace orrery::viz::inline widgets
