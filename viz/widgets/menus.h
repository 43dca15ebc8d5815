#pragma once

#include <functional>
#include <vector>

#include <QObject>

class QAction;
class QActionGroup;
class QKeySequence;
class QMenu;

namespace orrery::viz::inline paint {
struct Theme;
}

namespace orrery::viz::inline widgets {

class MainWindow;
class Pages;
class RecentMenu;
class TransportBar;
enum class Mode;
enum class Tool;

/// The menus of the window: every action has a place here and, if it is used often, a key.
class Menus : public QObject {
  Q_OBJECT

 public:
  /// Builds the menus. `window` has its pages, its runs and its presenting parts already.
  Menus(MainWindow& window, const TransportBar& transport);
  RecentMenu& recent() const { return *recent_; }
  void setTheme(const Theme& theme);
  /// Sets whether a run is visible: keys have other meanings elsewhere.
  void setPlaying(bool plays);
  /// Gives the keys of remote controls to the steps and to the black screen while presenting.
  void setPresenting(bool presents);
  void setOffered(Mode mode, bool offered);

 private:
  using Act = std::function<void()>;

  void makeFileMenu();
  void makeViewMenu();
  void makeParts(QMenu& view);
  void makePathActions(QMenu& view);
  void makeThemeMenu(QMenu& view);
  void makeLanguageMenu(QMenu& view);
  void makeNetworkMenu();
  void makeTimelineMenu();
  void makePresentMenu(const TransportBar& transport);
  void makeInkActions(QMenu& menu);
  void makeHelpMenu();
  QMenu* addMenu(const QString& title);
  QAction* addWatched(QMenu& menu, const QString& text, const QKeySequence& key, const Act& act);
  void addChecked(QMenu& menu, const QString& text, const QKeySequence& key,
                  const std::function<bool()>& shows, const Act& act);
  void chooseFile();
  void chooseExport(bool animation);
  void toggleTool(Tool tool);
  void followRank(int step);
  void escape();

  MainWindow& window_;
  Pages& pages_;
  RecentMenu* recent_;
  std::vector<QAction*> watched_;  ///< need a visible run
  std::vector<QAction*> modes_;
  using Keys = std::vector<std::pair<QAction*, QKeySequence>>;
  Keys presented_keys_;  ///< of actions that only work while presenting
  Keys usual_keys_;      ///< which these take from others
  QActionGroup* themes_;
};

}  // namespace orrery::viz::inline widgets
