#include "viz/widgets/menus.h"

#include <array>
#include <tuple>

#include <QActionGroup>
#include <QApplication>
#include <QFileDialog>
#include <QMenuBar>
#include <QMessageBox>
#include <QSettings>

#include "scenarios/text/scenario_library.h"
#include "viz/model/text/language.h"
#include "viz/widgets/finder.h"
#include "viz/widgets/lesson_controller.h"
#include "viz/widgets/main_window.h"
#include "viz/widgets/moment.h"
#include "viz/widgets/options.h"
#include "viz/widgets/pages/charts_page.h"
#include "viz/widgets/pages/compose_page.h"
#include "viz/widgets/pages/pages.h"
#include "viz/widgets/pages/side_panel.h"
#include "viz/widgets/pages/watch_page.h"
#include "viz/widgets/presenter_window.h"
#include "viz/widgets/presenting.h"
#include "viz/widgets/recent_menu.h"
#include "viz/widgets/run_controller.h"
#include "viz/widgets/transport_bar.h"
#include "viz/widgets/views/ink_layer.h"
#include "viz/widgets/window_help.h"

namespace orrery::viz::inline widgets {
namespace {
constexpr double kStep = 80;       ///< pixels that a key moves the network
constexpr double kLarger = 1.125;  ///< letters, at a step
constexpr double kInkStep = 24;    ///< pixels that a key moves pointer and pen
}  // namespace

Menus::Menus(MainWindow& window, const TransportBar& transport)
    : window_(window),
      pages_(window.pages()),
      recent_(new RecentMenu(tr("Open &recent"), &window)),
      themes_(new QActionGroup(this)) {
  makeFileMenu();
  makeViewMenu();
  makeNetworkMenu();
  makeTimelineMenu();
  QMenu* playback = addMenu(tr("&Playback"));
  for (QAction* action : transport.playbackActions()) playback->addAction(action);
  makePresentMenu(transport);
  makeHelpMenu();
}

QMenu* Menus::addMenu(const QString& title) {
  return window_.menuBar()->addMenu(title);
}

void Menus::makeFileMenu() {
  QMenu* file = addMenu(tr("&File"));
  ComposePage& compose = pages_.compose();
  file->addAction(tr("&New scenario"), QKeySequence::New, this, [this] {
    pages_.compose().startNew();
    pages_.setMode(Mode::kCompose);
  });
  file->addAction(tr("&Open…"), QKeySequence::Open, this, &Menus::chooseFile);
  file->addMenu(recent_);
  file->addAction(tr("&Save"), QKeySequence::Save, &compose, &ComposePage::save);
  file->addAction(tr("Save &as…"), Qt::CTRL | Qt::SHIFT | Qt::Key_S, &compose,
                  &ComposePage::chooseName);
  file->addSeparator();
  for (QAction* edit : compose.actions()) {  // which is seen in Compose
    file->addAction(edit);
    connect(edit, &QAction::triggered, this, [this] { pages_.chooseMode(Mode::kCompose); });
  }
  file->addSeparator();
  file->addAction(tr("&Export picture…"), Qt::CTRL | Qt::Key_E, this,
                  [this] { chooseExport(false); });
  file->addAction(tr("Export &animation…"), Qt::CTRL | Qt::SHIFT | Qt::Key_E, this,
                  [this] { chooseExport(true); });
  file->addSeparator();
  file->addAction(tr("Save this &moment…"), Qt::CTRL | Qt::Key_M, this,
                  [this] { shareMoment(window_, true); });
  file->addAction(tr("&Copy this moment as a command"), Qt::CTRL | Qt::SHIFT | Qt::Key_C, this,
                  [this] { shareMoment(window_, false); });
  file->addSeparator();
  file->addAction(tr("&Quit"), QKeySequence::Quit, &window_, &QWidget::close);
}

/// Adds an action whose key has another meaning while no run is shown.
QAction* Menus::addWatched(QMenu& menu, const QString& text, const QKeySequence& key,
                           const std::function<void()>& act) {
  QAction* action = menu.addAction(text);
  action->setShortcut(key);
  connect(action, &QAction::triggered, this, act);
  watched_.push_back(action);
  return action;
}

/// Adds an action that is checked while `shows` returns true.
void Menus::addChecked(QMenu& menu, const QString& text, const QKeySequence& key,
                       const std::function<bool()>& shows, const Act& act) {
  QAction* action = addWatched(menu, text, key, act);
  action->setCheckable(true);
  action->setChecked(shows());
  connect(&window_, &MainWindow::partsChanged, action,
          [action, shows] { action->setChecked(shows()); });
}

void Menus::makeViewMenu() {
  QMenu* view = addMenu(tr("&View"));
  const std::array<std::pair<QString, Qt::Key>, 4> modes{
      std::pair{tr("&Compose"), Qt::Key_F2}, std::pair{tr("&Watch"), Qt::Key_F3},
      std::pair{tr("Co&mpare"), Qt::Key_F4}, std::pair{tr("C&harts"), Qt::Key_F5}};
  for (std::size_t i = 0; i < modes.size(); ++i) {
    modes_.push_back(view->addAction(modes[i].first, modes[i].second, this,
                                     [this, i] { pages_.chooseMode(Mode(i)); }));
  }
  view->addSeparator();
  makeParts(*view);
  view->addSeparator();
  view->addAction(tr("&Full screen"), Qt::Key_F11, this,
                  [this] { window_.setWindowState(window_.windowState() ^ Qt::WindowFullScreen); });
  view->addAction(tr("&Larger letters"), Qt::CTRL | Qt::Key_Plus, this,
                  [this] { window_.setLetterSize(window_.letterSize() * kLarger); });
  view->addAction(tr("S&maller letters"), Qt::CTRL | Qt::Key_Minus, this,
                  [this] { window_.setLetterSize(window_.letterSize() / kLarger); });
  makeThemeMenu(*view);
  makeLanguageMenu(*view);
}

void Menus::makeParts(QMenu& view) {
  WatchPage* watch = &pages_.watch();
  const auto draw = [&](const QString& text, Qt::Key key, bool tree) {
    addChecked(
        view, text, key, [=] { return watch->stage().showsCommunication() == tree; },
        [=, this] { pages_.showCommunication(tree); });
  };
  draw(tr("&Network"), Qt::Key_W, false);
  draw(tr("Communication tr&ee"), Qt::Key_C, true);
  addChecked(
      view, tr("Map of l&inks"), Qt::Key_H, [=] { return watch->stage().showsLinkMap(); },
      [=, this] { pages_.showLinkMap(!watch->stage().showsLinkMap()); });
  addChecked(
      view, tr("Colour links by &load"), Qt::SHIFT | Qt::Key_L,
      [=] { return watch->stage().showsLoad(); },
      [=, this] { pages_.showLoad(!watch->stage().showsLoad()); });
  makePathActions(view);
  view.addSeparator();
  addChecked(
      view, tr("&Blocks"), Qt::Key_B, [=] { return watch->showsBlocks(); },
      [=] { watch->showBlocks(!watch->showsBlocks()); });
  addChecked(
      view, tr("B&ytes from rank to rank"), Qt::Key_X, [=] { return watch->blocks().showsPairs(); },
      [=] { watch->blocks().showPairs(!watch->blocks().showsPairs()); });
  addWatched(view, tr("Follow the c&ontents"), Qt::SHIFT | Qt::Key_B,
             [this] { window_.runs().followContents(); });
  addChecked(
      view, tr("&Timeline"), Qt::Key_T, [=] { return watch->showsTimeline(); },
      [=] { watch->showTimeline(!watch->showsTimeline()); });
  addChecked(
      view, tr("&Side panel"), Qt::Key_P, [this] { return window_.side().isWanted(); },
      [this] { window_.showSide(!window_.side().isWanted()); });
}

void Menus::makePathActions(QMenu& view) {
  RunController* runs = &window_.runs();
  addChecked(
      view, tr("Critical &path"), Qt::Key_K, [=] { return runs->showsWhy(); },
      [=] { runs->showWhy(!runs->showsWhy()); });
  usual_keys_.emplace_back(addWatched(view, tr("Next stretch of the path"), Qt::Key_Period,
                                      [this] { pages_.activeSession().stepStretch(1); }),
                           Qt::Key_Period);
  addWatched(view, tr("Previous stretch of the path"), Qt::Key_Comma,
             [this] { pages_.activeSession().stepStretch(-1); });
}

void Menus::makeThemeMenu(QMenu& view) {
  QMenu* menu = view.addMenu(tr("T&heme"));
  const std::array<QString, 3> names{tr("Light"), tr("Dark"), tr("Projector")};
  for (std::size_t i = 0; i < names.size(); ++i) {
    const Theme* theme = allThemes()[i];
    QAction* action = menu->addAction(names[i]);
    action->setData(theme->name);
    action->setCheckable(true);
    themes_->addAction(action);
    connect(action, &QAction::triggered, this, [this, theme] { window_.setTheme(*theme); });
  }
}

/// Makes the menu of languages. The window's texts are made with it: another language appears when
/// it is opened again.
void Menus::makeLanguageMenu(QMenu& view) {
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
            &window_, tr("Language"),
            tr("%1 is used when the window is opened again.").arg(nameOfLanguage(language)));
    });
  }
}

void Menus::makeNetworkMenu() {
  QMenu* menu = addMenu(tr("&Network"));
  const auto add = [&](const QString& text, const QKeySequence& key, auto&& act) {
    addWatched(*menu, text, key, [this, act] { act(pages_.activeStage()); });
  };
  add(tr("Zoom &in"), Qt::Key_Plus, [](StageView& s) { s.zoomIn(); });
  add(tr("Zoom &out"), Qt::Key_Minus, [](StageView& s) { s.zoomOut(); });
  add(tr("&Fit"), Qt::Key_0, [](StageView& s) { s.fit(); });
  add(tr("Go to the fo&llowed object"), Qt::Key_G, [](StageView& s) { s.showNeighbourhood(); });
  add(tr("Move the view left"), Qt::ALT | Qt::Key_Left, [](StageView& s) { s.moveBy({kStep, 0}); });
  add(tr("Move the view right"), Qt::ALT | Qt::Key_Right, [](StageView& s) {
    s.moveBy({-kStep, 0});
  });
  add(tr("Move the view up"), Qt::ALT | Qt::Key_Up, [](StageView& s) { s.moveBy({0, kStep}); });
  add(tr("Move the view down"), Qt::ALT | Qt::Key_Down, [](StageView& s) {
    s.moveBy({0, -kStep});
  });
  add(tr("Turn left"), Qt::Key_BracketLeft, [](StageView& s) { s.turnLeft(); });
  add(tr("Turn right"), Qt::Key_BracketRight, [](StageView& s) { s.turnRight(); });
  menu->addSeparator();
  addWatched(*menu, tr("Fin&d…"), QKeySequence::Find,
             [this] { window_.findChild<Finder*>()->setFocus(); });
  addWatched(*menu, tr("Follow the &next rank"), Qt::Key_N, [this] { followRank(1); });
  addWatched(*menu, tr("Follow the &previous rank"), Qt::SHIFT | Qt::Key_N,
             [this] { followRank(-1); });
  menu->addAction(tr("Cancel the run, or stop followin&g"), Qt::Key_Escape, this, &Menus::escape);
}

void Menus::makeTimelineMenu() {
  QMenu* menu = addMenu(tr("&Timeline"));
  TimelineView* lanes = &pages_.watch().timeline();
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
  for (const auto& [text, key, way] : {std::tuple{tr("Ranks a&bove"), Qt::Key_PageUp, -0.5},
                                       {tr("Ranks belo&w"), Qt::Key_PageDown, 0.5}})
    usual_keys_.emplace_back(add(text, key, [lanes, way = way] { lanes->pan(0, way); }), key);
  menu->addSeparator();
  add(tr("W&hole timeline"), Qt::CTRL | Qt::Key_0, [lanes] { lanes->showAll(); });
}

void Menus::makePresentMenu(const TransportBar& transport) {
  QMenu* menu = addMenu(tr("P&resent"));
  Presenting* presenting = &window_.presenting();
  PresenterWindow* presenter = &presenting->presenter();
  QAction* present = menu->addAction(tr("&Present in full screen"), Qt::Key_F7, this, [=] {
    presenting->setPresenting(!presenting->isPresenting());
  });
  present->setCheckable(true);
  connect(&window_, &MainWindow::partsChanged, present,
          [=] { present->setChecked(presenting->isPresenting()); });
  QAction* notes = menu->addAction(tr("Presenter's &notes"), Qt::SHIFT | Qt::Key_F7, this,
                                   [=] { presenter->setVisible(!presenter->isVisible()); });
  notes->setCheckable(true);
  connect(presenter, &PresenterWindow::shown, notes, &QAction::setChecked);
  const auto add = [&](const QString& text, Qt::Key key, const Act& act) {
    presented_keys_.emplace_back(addWatched(*menu, text, {}, act), key);
  };
  add(tr("Previous step, while presenting"), Qt::Key_PageUp, [=] { presenting->previousStep(); });
  add(tr("Next step, while presenting"), Qt::Key_PageDown, [=] { presenting->nextStep(); });
  add(tr("Black screen, while presenting"), Qt::Key_Period,
      [=] { presenting->setBlack(!presenting->isBlack()); });
  menu->addSeparator();
  addChecked(
      *menu, tr("&Freeze and ask, or show all again"), Qt::Key_F,
      [=] { return presenting->isFrozen(); },
      [=] { presenting->setFrozen(!presenting->isFrozen()); });
  menu->addSeparator();
  makeInkActions(*menu);
  presenter->addActions(menu->actions());
  for (QAction* action : transport.playbackActions()) presenter->addAction(action);
}

void Menus::makeInkActions(QMenu& menu) {
  InkLayer* ink = &window_.presenting().ink();
  const std::array<std::tuple<QString, Qt::Key, Tool>, 2> tools{
      std::tuple{tr("P&ointer"), Qt::Key_L, Tool::kPointer},
      std::tuple{tr("P&en"), Qt::Key_D, Tool::kPen}};
  for (const auto& [text, key, tool] : tools) {
    QAction* action = addWatched(menu, text, key, [this, tool = tool] { toggleTool(tool); });
    action->setCheckable(true);
    connect(ink, &InkLayer::toolChanged, action,
            [=, tool = tool] { action->setChecked(ink->tool() == tool); });
  }
  addWatched(menu, tr("E&rase the drawing"), Qt::Key_Delete, [=] { ink->erase(); });
  const std::array<std::tuple<QString, Qt::Key, QPointF>, 4> ways{
      std::tuple{tr("Pointer or pen to the left"), Qt::Key_Left, QPointF(-kInkStep, 0)},
      std::tuple{tr("Pointer or pen to the right"), Qt::Key_Right, QPointF(kInkStep, 0)},
      std::tuple{tr("Pointer or pen up"), Qt::Key_Up, QPointF(0, -kInkStep)},
      std::tuple{tr("Pointer or pen down"), Qt::Key_Down, QPointF(0, kInkStep)}};
  for (const auto& [text, key, way] : ways)
    addWatched(menu, text, Qt::ALT | Qt::SHIFT | key, [=, way = way] { ink->moveBy(way); });
}

void Menus::makeHelpMenu() {
  QMenu* help = addMenu(tr("&Help"));
  help->addAction(tr("&Keyboard, mouse and terms"), QKeySequence::HelpContents, this,
                  [this] { showKeyboardHelp(window_, *window_.menuBar()); });
  help->addAction(tr("&Lessons"), Qt::Key_F6, this, [this] { window_.lessons().showCourse(); });
  help->addAction(tr("&About Orrery"), this, [this] { showAbout(window_); });
}

void Menus::followRank(int step) {
  Session& session = pages_.activeSession();
  if (!session.hasPicture()) return;
  const int p = session.run()->stage->network().ranks();
  Focus focus;
  const int rank = session.focus().rank;
  focus.rank = rank < 0 ? (step > 0 ? 0 : p - 1) : (rank + step + p) % p;
  session.setFocus(focus);
}

void Menus::chooseFile() {
  const auto& file = window_.runs().scenario().file;
  const auto start = file.empty() ? scenario_directory() : file.parent_path();
  const QString chosen = QFileDialog::getOpenFileName(
      &window_, tr("Open a scenario"), QString::fromStdString(start.string()),
      tr("Scenarios and moments (*.toml *.moment);;All files (*)"));
  if (!chosen.isEmpty()) window_.open(chosen);
}

void Menus::chooseExport(bool animation) {
  if (pages_.mode() == Mode::kCharts && !animation) return pages_.charts().exportChart();
  const QString file = QFileDialog::getSaveFileName(
      &window_, animation ? tr("Export the run as an animation") : tr("Export the picture"), {},
      animation ? tr("Animations (*.gif *.mp4)") : tr("Pictures (*.png *.svg *.pdf)"));
  if (file.isEmpty()) return;
  try {
    animation ? window_.exportAnimation(file) : window_.exportPicture(file);
  } catch (const std::exception& e) {
    QMessageBox::warning(&window_, tr("Export"), QString::fromUtf8(e.what()));
  }
}

void Menus::toggleTool(Tool tool) {
  InkLayer& ink = window_.presenting().ink();
  ink.setTool(ink.tool() == tool ? Tool::kNone : tool);
}

/// Cancels the current action, or stops following.
void Menus::escape() {
  if (QWidget* list = QApplication::activePopupWidget()) return list->hide();
  Presenting& presenting = window_.presenting();
  if (window_.runs().isBusy()) return window_.runs().cancel();
  if (pages_.showsCourse()) return pages_.chooseMode(Mode::kWatch);
  if (pages_.mode() == Mode::kCharts && pages_.charts().isBusy()) return pages_.charts().cancel();
  if (presenting.ink().tool() != Tool::kNone) return presenting.ink().setTool(Tool::kNone);
  if (pages_.activeSession().focus().any()) return pages_.activeSession().setFocus({});
  const bool stays = !pages_.plays() || pages_.activeStage().hasFocus();
  if (presenting.isPresenting() && stays) return presenting.setPresenting(false);
  if (pages_.plays()) pages_.activeStage().setFocus();
}

void Menus::setTheme(const Theme& theme) {
  for (QAction* action : themes_->actions()) action->setChecked(action->data() == theme.name);
}

void Menus::setPlaying(bool plays) {
  for (QAction* action : watched_) action->setEnabled(plays);
}

void Menus::setPresenting(bool presents) {
  for (const auto& [action, key] : presented_keys_) {
    action->setShortcut(presents ? key : QKeySequence());
    if (!presents) action->setEnabled(false);
  }
  for (const auto& [action, key] : usual_keys_)
    action->setShortcut(presents ? QKeySequence() : key);
}

void Menus::setOffered(Mode mode, bool offered) {
  modes_[static_cast<std::size_t>(mode)]->setEnabled(offered);
}

}  // namespace orrery::viz::inline widgets
