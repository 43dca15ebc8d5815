// The menus of the window: everything it does has a place and, where it is used often, a key here.
#include <algorithm>
#include <array>

#include <QActionGroup>
#include <QApplication>
#include <QClipboard>
#include <QFileDialog>
#include <QMenuBar>
#include <QMessageBox>
#include <QSettings>

#include "scenarios/text/scenario_library.h"
#include "viz/model/text/language.h"
#include "viz/widgets/main_window.h"
#include "viz/widgets/moment.h"
#include "viz/widgets/options.h"
#include "viz/widgets/screenshot.h"
#include "viz/widgets/window_export.h"
#include "viz/widgets/window_help.h"

namespace orrery::viz {
namespace {
constexpr double kStep = 80;       ///< pixels that a key moves the network
constexpr double kLarger = 1.125;  ///< letters, at a step
}  // namespace

void MainWindow::makeMenus() {
  makeFileMenu();
  makeViewMenu();
  makeNetworkMenu();
  makeTimelineMenu();
  makePlaybackMenu();
  makePresentMenu();
  makeHelpMenu();
}

void MainWindow::makeFileMenu() {
  QMenu* file = menuBar()->addMenu(tr("&File"));
  file->addAction(tr("&New scenario"), QKeySequence::New, this, [this] {
    compose_->startNew();
    setMode(Mode::kCompose);
  });
  file->addAction(tr("&Open…"), QKeySequence::Open, this, &MainWindow::chooseFile);
  file->addMenu(recent_);
  file->addAction(tr("&Save"), QKeySequence::Save, compose_, &ComposePage::save);
  file->addAction(tr("Save &as…"), Qt::CTRL | Qt::SHIFT | Qt::Key_S, compose_,
                  &ComposePage::chooseName);
  file->addSeparator();
  file->addAction(tr("&Export picture…"), Qt::CTRL | Qt::Key_E, this,
                  [this] { chooseExport(false); });
  file->addAction(tr("Export &film…"), Qt::CTRL | Qt::SHIFT | Qt::Key_E, this,
                  [this] { chooseExport(true); });
  file->addSeparator();
  file->addAction(tr("Save this &moment…"), Qt::CTRL | Qt::Key_M, this,
                  [this] { shareMoment(true); });
  file->addAction(tr("&Copy this moment as a command"), Qt::CTRL | Qt::SHIFT | Qt::Key_C, this,
                  [this] { shareMoment(false); });
  file->addSeparator();
  file->addAction(tr("&Quit"), QKeySequence::Quit, this, &QWidget::close);
}

/// An action whose key has another meaning where no run is seen.
QAction* MainWindow::addWatched(QMenu& menu, const QString& text, const QKeySequence& key,
                                const std::function<void()>& act) {
  QAction* action = menu.addAction(text);
  action->setShortcut(key);
  connect(action, &QAction::triggered, this, act);
  watched_.push_back(action);
  return action;
}

void MainWindow::makeViewMenu() {
  QMenu* view = menuBar()->addMenu(tr("&View"));
  const std::array<std::pair<QString, Qt::Key>, 4> modes{
      std::pair{tr("&Compose"), Qt::Key_F2}, std::pair{tr("&Watch"), Qt::Key_F3},
      std::pair{tr("Co&mpare"), Qt::Key_F4}, std::pair{tr("C&harts"), Qt::Key_F5}};
  for (std::size_t i = 0; i < modes.size(); ++i) {
    modes_.push_back(
        view->addAction(modes[i].first, modes[i].second, this, [this, i] { chooseMode(Mode(i)); }));
  }
  view->addSeparator();
  const auto draw = [&](const QString& text, Qt::Key key, bool communication) {
    QAction* action =
        addWatched(*view, text, key, [this, communication] { showCommunication(communication); });
    action->setCheckable(true);
    const auto follow = [=, this] {
      action->setChecked(stageView().showsCommunication() == communication);
    };
    connect(this, &MainWindow::partsChanged, action, follow);
    follow();
  };
  draw(tr("&Network"), Qt::Key_W, false);
  draw(tr("Communication tr&ee"), Qt::Key_C, true);
  makePathMenu(*view);
  view->addSeparator();
  const auto part = [&](const QString& text, Qt::Key key, auto shows, auto show) {
    QAction* action = addWatched(*view, text, key, [=] { show(!shows()); });
    action->setCheckable(true);
    const auto follow = [=] { action->setChecked(shows()); };
    connect(watch_, &WatchPage::partsChanged, action, follow);
    connect(this, &MainWindow::partsChanged, action, follow);
    follow();
  };
  part(
      tr("&Blocks"), Qt::Key_B, [this] { return watch_->showsBlocks(); },
      [this](bool on) { watch_->showBlocks(on); });
  part(
      tr("&Timeline"), Qt::Key_T, [this] { return watch_->showsTimeline(); },
      [this](bool on) { watch_->showTimeline(on); });
  part(
      tr("&Side panel"), Qt::Key_P, [this] { return showsSide(); },
      [this](bool on) { showSide(on); });
  view->addSeparator();
  view->addAction(tr("&Full screen"), Qt::Key_F11, this,
                  [this] { setWindowState(windowState() ^ Qt::WindowFullScreen); });
  view->addAction(tr("&Larger letters"), Qt::CTRL | Qt::Key_Plus, this,
                  [this] { setLetterSize(letterSize() * kLarger); });
  view->addAction(tr("S&maller letters"), Qt::CTRL | Qt::Key_Minus, this,
                  [this] { setLetterSize(letterSize() / kLarger); });
  makeThemeMenu(*view);
  makeLanguageMenu(*view);
}

void MainWindow::makePathMenu(QMenu& view) {
  QAction* why =
      addWatched(view, tr("Critical &path"), Qt::Key_K, [this] { showWhy(!showsWhy()); });
  why->setCheckable(true);
  connect(this, &MainWindow::partsChanged, why, [=, this] { why->setChecked(showsWhy()); });
  addWatched(view, tr("Next stretch of the path"), Qt::Key_Period,
             [this] { activeSession().nextStretch(); });
  addWatched(view, tr("Previous stretch of the path"), Qt::Key_Comma,
             [this] { activeSession().previousStretch(); });
}

void MainWindow::makeThemeMenu(QMenu& view) {
  QMenu* menu = view.addMenu(tr("T&heme"));
  themes_ = new QActionGroup(this);
  const std::array<QString, 3> names{tr("Light"), tr("Dark"), tr("Projector")};
  for (std::size_t i = 0; i < names.size(); ++i) {
    const Theme* theme = allThemes()[i];
    QAction* action = menu->addAction(names[i]);
    action->setData(theme->name);
    action->setCheckable(true);
    themes_->addAction(action);
    connect(action, &QAction::triggered, this, [this, theme] { setTheme(*theme); });
  }
}

/// Texts are made with the window: another language is seen when it is opened again.
void MainWindow::makeLanguageMenu(QMenu& view) {
  const QStringList all = languages();
  if (all.size() < 2) return;
  QMenu* menu = view.addMenu(tr("Lan&guage"));
  auto* group = new QActionGroup(this);
  for (const QString& language : all) {
    QAction* action = menu->addAction(nameOfLanguage(language));
    action->setCheckable(true);
    action->setChecked(language == usedLanguage());
    group->addAction(action);
    connect(action, &QAction::triggered, this, [this, language] {
      QSettings().setValue(QString::fromLatin1(kLanguageSetting), language);
      if (language != usedLanguage())
        QMessageBox::information(
            this, tr("Language"),
            tr("%1 is used when the window is opened again.").arg(nameOfLanguage(language)));
    });
  }
}

void MainWindow::makeNetworkMenu() {
  QMenu* menu = menuBar()->addMenu(tr("&Network"));
  const auto add = [&](const QString& text, const QKeySequence& key, auto&& act) {
    addWatched(*menu, text, key, [this, act] { act(activeStage()); });
  };
  add(tr("Zoom &in"), Qt::Key_Plus, [](StageView& s) { s.zoomIn(); });
  add(tr("Zoom &out"), Qt::Key_Minus, [](StageView& s) { s.zoomOut(); });
  add(tr("&Fit"), Qt::Key_0, [](StageView& s) { s.fit(); });
  add(tr("See what is on the left"), Qt::ALT | Qt::Key_Left, [](StageView& s) {
    s.moveBy({kStep, 0});
  });
  add(tr("See what is on the right"), Qt::ALT | Qt::Key_Right, [](StageView& s) {
    s.moveBy({-kStep, 0});
  });
  add(tr("See what is above"), Qt::ALT | Qt::Key_Up, [](StageView& s) { s.moveBy({0, kStep}); });
  add(tr("See what is below"), Qt::ALT | Qt::Key_Down, [](StageView& s) { s.moveBy({0, -kStep}); });
  add(tr("Turn left"), Qt::Key_BracketLeft, [](StageView& s) { s.turnLeft(); });
  add(tr("Turn right"), Qt::Key_BracketRight, [](StageView& s) { s.turnRight(); });
  menu->addSeparator();
  addWatched(*menu, tr("Follow the &next rank"), Qt::Key_N, [this] { followRank(1); });
  addWatched(*menu, tr("Follow the &previous rank"), Qt::SHIFT | Qt::Key_N,
             [this] { followRank(-1); });
  menu->addAction(tr("Cancel the run, or let &go of what is followed"), Qt::Key_Escape, this,
                  &MainWindow::escape);
}

void MainWindow::makeTimelineMenu() {
  QMenu* menu = menuBar()->addMenu(tr("&Timeline"));
  TimelineView* lanes = &watch_->timeline();
  const auto add = [&](const QString& text, const QKeySequence& key, auto&& act) {
    return addWatched(*menu, text, key, act);
  };
  add(tr("Zoom &into time"), Qt::CTRL | Qt::Key_Up, [lanes] { lanes->zoomIn(); });
  add(tr("Zoom &out of time"), Qt::CTRL | Qt::Key_Down, [lanes] { lanes->zoomOut(); });
  add(tr("&Earlier"), Qt::CTRL | Qt::Key_Left, [lanes] { lanes->pan(-0.25, 0); });
  add(tr("&Later"), Qt::CTRL | Qt::Key_Right, [lanes] { lanes->pan(0.25, 0); });
  menu->addSeparator();
  add(tr("&Fewer ranks"), Qt::CTRL | Qt::SHIFT | Qt::Key_Up, [lanes] { lanes->zoomIntoRanks(); });
  add(tr("&More ranks"), Qt::CTRL | Qt::SHIFT | Qt::Key_Down, [lanes] { lanes->zoomOutOfRanks(); });
  rank_keys_ = {
      add(tr("Ranks a&bove"), Qt::Key_PageUp, [lanes] { lanes->pan(0, -0.5); }),
      add(tr("Ranks belo&w"), Qt::Key_PageDown, [lanes] { lanes->pan(0, 0.5); }),
  };
  menu->addSeparator();
  add(tr("W&hole timeline"), Qt::CTRL | Qt::Key_0, [lanes] { lanes->showAll(); });
}

void MainWindow::makePlaybackMenu() {
  QMenu* playback = menuBar()->addMenu(tr("&Playback"));
  for (QAction* action : transport_->playbackActions()) playback->addAction(action);
}

void MainWindow::makeHelpMenu() {
  QMenu* help = menuBar()->addMenu(tr("&Help"));
  help->addAction(tr("&Keyboard and mouse"), QKeySequence::HelpContents, this,
                  [this] { showKeyboardHelp(*this, *menuBar()); });
  help->addAction(tr("&Lessons"), Qt::Key_F6, this, &MainWindow::showCourse);
  help->addAction(tr("&About Orrery"), this, [this] { showAbout(*this); });
}

void MainWindow::showCommunication(bool shown) {
  for (StageView* stage : {&watch_->stage(), &compare_->stage(0), &compare_->stage(1)})
    stage->showCommunication(shown);
  emit partsChanged();
}

void MainWindow::showWhy(bool shown) {
  explainer_.setWanted(shown);
  compare_->showWhy(shown);
  emit partsChanged();
}

StageView& MainWindow::activeStage() {
  return showsTwo() ? compare_->stage(0) : watch_->stage();
}

Session& MainWindow::activeSession() {
  return showsTwo() ? compare_->master() : session_;
}

void MainWindow::followRank(int step) {
  Session& session = activeSession();
  if (!session.hasPicture()) return;
  const int p = session.run()->stage->network().ranks();
  Focus focus;
  const int rank = session.focus().rank;
  focus.rank = rank < 0 ? (step > 0 ? 0 : p - 1) : (rank + step + p) % p;
  session.setFocus(focus);
}

void MainWindow::chooseFile() {
  const QString start = scenario_.file.empty()
                            ? QString::fromStdString(scenario_directory().string())
                            : QString::fromStdString(scenario_.file.parent_path().string());
  const QString file =
      QFileDialog::getOpenFileName(this, tr("Open a scenario"), start,
                                   tr("Scenarios and moments (*.toml *.moment);;All files (*)"));
  if (!file.isEmpty()) open(file);
}

void MainWindow::chooseExport(bool film) {
  if (mode_ == Mode::kCharts && !film) return charts_->exportChart();
  const QString file = QFileDialog::getSaveFileName(
      this, film ? tr("Export the run as a film") : tr("Export what is seen"), {},
      film ? tr("Films (*.gif *.mp4)") : tr("Pictures (*.png *.svg *.pdf)"));
  if (file.isEmpty()) return;
  try {
    film ? exportFilm(file) : exportPicture(file);
  } catch (const std::exception& e) {
    QMessageBox::warning(this, tr("Export"), QString::fromUtf8(e.what()));
  }
}

/// Into a file, or onto the clipboard.
void MainWindow::shareMoment(bool as_file) {
  try {
    const Options moment = momentOf(*this);
    if (!as_file) return QApplication::clipboard()->setText(commandOf(moment));
    QString file =
        QFileDialog::getSaveFileName(this, tr("Save this moment"), {}, tr("Moments (*.moment)"));
    if (file.isEmpty()) return;
    if (!isMoment(file)) file += QStringLiteral(".moment");
    saveMoment(moment, file);
  } catch (const std::exception& e) {
    QMessageBox::warning(this, tr("Share a moment"), QString::fromUtf8(e.what()));
  }
}

void MainWindow::openMoment(const QString& file) {
  try {
    const Options moment = optionsOf(wordsOfMoment(file));
    if (moment.size && !isMaximized() && !isFullScreen()) resize(*moment.size);
    if (!moment.theme.isEmpty()) setTheme(themeNamed(moment.theme.toStdString()));
    applyOptions(*this, moment);
  } catch (const std::exception& e) {
    QMessageBox::warning(this, tr("This moment cannot be shown"), QString::fromUtf8(e.what()));
  }
}

void MainWindow::exportPicture(const QString& file) {
  exportWidget(*pages_->currentWidget(), file);
}

void MainWindow::exportFilm(const QString& file) {
  const Session& session = activeSession();
  if (!session.hasPicture()) {
    throw std::invalid_argument(tr("there is no run to make a film of").toStdString());
  }
  exportRun(*this, *session.run(), session.focus(), *theme_, file);
}

}  // namespace orrery::viz
