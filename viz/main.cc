#include <algorithm>
#include <cstdlib>
#include <stdexcept>

#include <QApplication>
#include <QScreen>
#include <QSettings>
#include <QStyleFactory>
#include <QThreadPool>

#include "scenarios/commands/orrery/line/main_command.h"
#include "scenarios/run/plugin/plugin.h"
#include "scenarios/teaching/lesson.h"
#include "viz/model/text/language.h"
#include "viz/paint/theme.h"
#include "viz/qt_messages.h"
#include "viz/widgets/lesson_controller.h"
#include "viz/widgets/main_window.h"
#include "viz/widgets/moment.h"
#include "viz/widgets/options.h"
#include "viz/widgets/presenting.h"
#include "viz/widgets/run_controller.h"
#include "viz/widgets/screenshot.h"

namespace {

using namespace orrery::viz;

bool hasDisplay() {
  return qEnvironmentVariableIsSet("DISPLAY") || qEnvironmentVariableIsSet("WAYLAND_DISPLAY");
}

/// Selects painting without a display, unless the user chose a platform.
void choosePlatform(bool screenshot) {
  if (qEnvironmentVariableIsSet("QT_QPA_PLATFORM")) return;
  if (screenshot) {
    qputenv("QT_QPA_PLATFORM", "offscreen");
  } else if (!hasDisplay()) {
    throw std::invalid_argument(
        "no display was found (neither DISPLAY nor WAYLAND_DISPLAY is set); expected one, or "
        "--screenshot FILE.png to write a picture instead");
  }
}

/// Sets the language of the options, or the one chosen in the window, or the system's. THROWS
/// std::invalid_argument for a missing one.
void chooseLanguage(const Options& options) {
  const QStringList all = languages();
  if (!options.language.isEmpty() && !all.contains(options.language))
    throw std::invalid_argument(QStringLiteral("--language: '%1'; expected %2")
                                    .arg(options.language, all.join(QStringLiteral(" or ")))
                                    .toStdString());
  const QString chosen = options.screenshot.isEmpty()
                             ? QSettings().value(QString::fromLatin1(kLanguageSetting)).toString()
                             : QString();
  useLanguage(!options.language.isEmpty() ? options.language
              : all.contains(chosen)      ? chosen
                                          : languageOfSystem());
}

/// Returns whether the scenario has pages. Its errors are reported when it is opened.
bool isLesson(const Options& options) {
  try {
    return orrery::teaching::is_lesson(options.scenario.toStdString());
  } catch (const std::exception&) {
    return false;
  }
}

/// Returns whether the options specify more than the file to open.
bool namesAView(const Options& o) {
  return o.round || o.time || !o.follow.isEmpty() || o.parts || o.letters || o.port || o.turn ||
         !o.tab.isEmpty() || o.layout != QLatin1String("network") || o.why || o.freeze || o.lanes ||
         o.panes;
}

/// Returns the moment of a file, if one is to be opened, with the rest of the command line.
Options withMoment(int argc, char** argv, const Options& options) {
  if (!isMoment(options.scenario)) return options;
  QStringList others;
  for (int i = 1; i < argc; ++i) others << QString::fromLocal8Bit(argv[i]);
  others.removeOne(options.scenario);
  return optionsOf(wordsOfMoment(options.scenario, others));
}

int showWindow(char** argv, const Options& options) {
  int only_the_name = 1;  // Qt has options of its own, one of them --plugin
  QApplication app(only_the_name, argv);
  QApplication::setStyle(QStyleFactory::create(QStringLiteral("Fusion")));
  loadFonts();
  QCoreApplication::setOrganizationName(QStringLiteral("orrery"));
  QCoreApplication::setApplicationName(QStringLiteral("orrery"));
  chooseLanguage(options);
  MainWindow window;
  const auto chooseTheme = [&] {
    for (const Theme* theme : allThemes()) {
      if (theme->name.toLower() == options.theme) window.setTheme(*theme);
    }
  };
  chooseTheme();
  if (!options.screenshot.isEmpty()) {
    applyOptions(window, options);
    writeScreenshot(window, options);
    return EXIT_SUCCESS;
  }
  window.resize(options.sizeOr1600());
  window.remember();
  if (options.size) window.resize(*options.size);
  window.fitInto(window.screen()->availableGeometry());
  chooseTheme();
  window.show();
  if (namesAView(options)) {
    applyOptions(window, options);
  } else if (options.page || (isLesson(options) && !options.cell)) {
    window.lessons().open(options.scenario, options.page.value_or(1) - 1);
  } else if (window.start(options.scenario) && options.cell) {
    const auto last = static_cast<int>(window.runs().scenario().cells.size());
    window.runs().runCell(std::min(*options.cell, last) - 1);
  }
  window.presenting().setPresenting(options.present);
  const int status = QApplication::exec();
  // Does not wait for runs that have not noticed yet that they are given up.
  if (QThreadPool::globalInstance()->activeThreadCount() > 0) std::_Exit(status);
  return status;
}

int show(char** argv, const Options& options) {
  for (const QString& file : options.plugins) orrery::load_plugin(file.toStdString());
  choosePlatform(!options.screenshot.isEmpty());
  return showWindow(argv, options);
}

}  // namespace

int main(int argc, char** argv) {
  routeQtMessages("orrery-gui");
  orrery::MainCommand program("orrery-gui", "Shows a collective operation at work", ORRERY_VERSION);
  Options options;
  declareOptions(program, options);
  int status = EXIT_SUCCESS;
  program.callback([&] { status = show(argv, withMoment(argc, argv, options)); });
  return program.run({argv + 1, argv + argc}, status);
}
