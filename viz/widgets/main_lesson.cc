// Lessons in the window: their list, and one page after another beside the run that it is about.
#include <QFile>
#include <QSettings>

#include "scenarios/teaching/rounds_seen.h"
#include "scenarios/text/scenario_library.h"
#include "viz/model/run/answer_file.h"
#include "viz/model/text/language.h"
#include "viz/widgets/main_window.h"

namespace orrery::viz {
namespace {
constexpr auto kKeepSetting = "keep_answers";
}

void MainWindow::makeLessons() {
  connect(&lesson_, &LessonSession::pageChanged, this, &MainWindow::showLessonPage);
  connect(&lesson_, &LessonSession::replied, this, &MainWindow::followReply);
  connect(&lesson_, &LessonSession::answered, this, [this](const GivenAnswer& answer) {
    if (lesson_panel_->keepsAnswers()) keepAnswer(answerFile(), answer);
  });
  connect(lesson_panel_, &LessonPanel::courseRequested, this, &MainWindow::showCourse);
  connect(lesson_panel_, &LessonPanel::keepChanged, this, [this](bool keeps) {
    if (remembers_) QSettings().setValue(QString::fromLatin1(kKeepSetting), keeps);
  });
  connect(course_, &CoursePage::lessonChosen, this, &MainWindow::open);
  connect(&session_, &Session::picked, this, &MainWindow::followPick);
  connect(&compare_->comparison().side(0), &Session::picked, this, &MainWindow::followPick);
  lesson_panel_->hide();
  lesson_panel_->setKeepsAnswers(false, answerFile());
}

void MainWindow::rememberLessons() {
  const bool keeps = QSettings().value(QString::fromLatin1(kKeepSetting), false).toBool();
  lesson_panel_->setKeepsAnswers(keeps, answerFile());
}

void MainWindow::chooseMode(Mode mode) {
  shows_course_ = false;
  setMode(mode);
}

void MainWindow::leaveLesson() {
  shows_course_ = false;
  lesson_.end();
}

void MainWindow::showCourse() {
  if (lesson_.isOpen())
    course_->note(QString::fromStdString(lesson_.lesson().name), lesson_.score().right,
                  lesson_.questions());
  course_->fill();
  shows_course_ = true;
  setMode(Mode::kWatch);
  course_->takeFocus();
}

bool MainWindow::openLesson(const QString& name, int page) {
  try {
    const auto path = find_scenario(name.toStdString());
    const auto file = QString::fromStdString(path.string());
    QFile in(file);
    if (in.open(QIODevice::ReadOnly)) compose_->read(QString::fromUtf8(in.readAll()), file);
    recent_->note(file);
    runner_.forget();
    shows_course_ = false;
    lesson_.begin(teaching::load_lesson(name.toStdString(), usedLanguage().toStdString()), page);
    return true;
  } catch (const std::exception& e) {
    clear();
    showError(tr("This lesson cannot be read"), QString::fromUtf8(e.what()));
    return false;
  }
}

/// The run of the page, as far as it may be seen, and the views that the page names.
void MainWindow::showLessonPage() {
  lesson_panel_->setVisible(lesson_.isOpen());
  if (!lesson_.isOpen()) return;
  const teaching::Page& page = lesson_.page();
  title_->setText(QString::fromStdString(lesson_.lesson().title));
  setWindowTitle(tr("%1[*] – Orrery").arg(title_->text()));
  report_->setScenarioText(QString::fromStdString(lesson_.lesson().goal));
  watch_->showBlocks(page.show == "blocks");
  watch_->showTimeline(page.show == "timeline");
  showCommunication(page.show == "tree");
  if (page.show == "listing") report_->selectTab(QStringLiteral("listing"));
  showLessonRun();
  followBusy();
  setMode(Mode::kWatch);
  lesson_panel_->takeFocus();
}

/// What other modes can show of the lesson is hidden with the future of its run.
void MainWindow::showLessonRun() {
  scenario_ = lesson_.isHidden() ? Scenario{} : lesson_.scene().laboratory->scenario();
  fillCells();
  cells_->hide();
  compare_->clear();
  charts_->setScenario(scenario_);
  showRun(lesson_.run());
  session_.clock().seek(lesson_.moment());
  session_.setFocus(lesson_.focus());
  session_.setAnswers(lesson_.marks());
  if (lesson_.comparesRuns()) showLessonPair();
}

/// Two networks side by side, each as far as it may be seen.
void MainWindow::showLessonPair() {
  compare_->showPair(lesson_.run(), lesson_.otherRun());
  Session& master = compare_->master();
  master.clock().seek(lesson_.isHidden() ? master.clock().end() : lesson_.moment());
  for (int side : {0, 1}) compare_->comparison().side(side).setFocus(lesson_.focus());
  compare_->comparison().side(0).setAnswers(lesson_.marks());
  setMode(mode_);
}

/// Whether two runs are seen side by side.
bool MainWindow::showsTwo() const {
  return mode_ == Mode::kCompare ||
         (mode_ == Mode::kWatch && !shows_course_ && compare_->showsPair() && lesson_.isOpen());
}

/// The answer has been given: the run goes on from where it stood.
void MainWindow::followReply() {
  if (lesson_.isHidden()) {
    if (showsTwo()) compare_->comparison().side(0).setAnswers(lesson_.marks());
    return session_.setAnswers(lesson_.marks());
  }
  showLessonRun();
  activeSession().clock().play();
  lesson_panel_->takeFocus();
}

/// What is pointed at is what the question is answered with, if it asks for such a thing.
void MainWindow::followPick(const Focus& focus) {
  if (!lesson_.isOpen() || !lesson_.isHidden() || !session_.hasPicture()) return;
  const std::string kind(teaching::pointed_at(*lesson_.page().question));
  const std::string name = nameOf(*session_.run(), focus, kind);
  if (!name.empty()) lesson_panel_->point(QString::fromStdString(name));
}

bool MainWindow::showsReport() const {
  if (session_.run() == nullptr || !session_.run()->isMeasured() || session_.isFrozen())
    return false;
  return !lesson_.isOpen() || (lesson_.page().show == "listing" && session_.hasPicture());
}

}  // namespace orrery::viz
