#include "viz/widgets/window_help.h"

#include <QAction>
#include <QCoreApplication>
#include <QDialog>
#include <QDialogButtonBox>
#include <QMenu>
#include <QMessageBox>
#include <QSysInfo>
#include <QTextBrowser>

#include "scenarios/teaching/glossary.h"
#include "viz/model/text/words.h"
#include "viz/widgets/laid_out.h"

namespace orrery::viz::inline widgets {
namespace {

constexpr QSize kHelpSize(620, 640);

struct HelpWords {
  Q_DECLARE_TR_FUNCTIONS(HelpWords)
};

/// Returns a row of a table; `below` is a smaller second line.
QString row(const QString& key, const QString& text, const QString& below = {}) {
  const QString line = below.isEmpty()
                           ? QString()
                           : QStringLiteral("<br><small>%1</small>").arg(below.toHtmlEscaped());
  return QStringLiteral("<tr><td><b>%1</b>&nbsp;&nbsp;</td><td>%2%3</td></tr>")
      .arg(key.toHtmlEscaped(), text.toHtmlEscaped(), line);
}

QString plain(QString text) {
  return text.remove(u'&');
}

QString rowsOf(const QMenu& menu) {
  QString rows;
  for (const QAction* action : menu.actions()) {
    if (action->menu() != nullptr) rows += rowsOf(*action->menu());
    if (action->shortcut().isEmpty()) continue;
    rows += row(action->shortcut().toString(QKeySequence::NativeText), plain(action->text()));
  }
  return rows;
}

QString section(const QString& name, const QString& rows) {
  return QStringLiteral("<h3>%1</h3><table cellpadding=\"2\">%2</table>").arg(name, rows);
}

QString mouseHelp() {
  return section(
      HelpWords::tr("Mouse"),
      row(HelpWords::tr("click"),
          HelpWords::tr("follow a rank, a link or a block; again: stop following")) +
          row(HelpWords::tr("wheel, drag"), HelpWords::tr("zoom and move the network")) +
          row(HelpWords::tr("right drag"), HelpWords::tr("turn the planes of a 3D torus")) +
          row(HelpWords::tr("double click"), HelpWords::tr("show all of the network")) +
          row(HelpWords::tr("drag on the timeline"), HelpWords::tr("go to another time")) +
          row(HelpWords::tr("wheel on the timeline"),
              HelpWords::tr(
                  "zoom into time; with Ctrl into ranks; with Shift move through ranks")) +
          row(HelpWords::tr("right drag on the timeline"), HelpWords::tr("move it")) +
          row(HelpWords::tr("click on a point of a chart"),
              HelpWords::tr("open its run; or choose it with the arrow keys and press Enter")));
}

/// Returns all terms of `orrery explain`, each with its formula, its source and a scenario.
QString termsHelp() {
  QString rows;
  for (const teaching::Term& term : teaching::glossary()) {
    QStringList facts;
    for (const std::string_view fact : {term.formula, term.source, term.scenario})
      facts.append(QString::fromUtf8(fact));
    rows += row(QString::fromUtf8(term.word), Words::of(term.meaning),
                facts.join(QStringLiteral(" · ")));
  }
  return section(HelpWords::tr("Terms"), rows);
}

}  // namespace

QString keyboardHelp(const QMenuBar& menus) {
  QString html;
  for (const QAction* action : menus.actions()) {
    const QString rows = action->menu() == nullptr ? QString() : rowsOf(*action->menu());
    if (!rows.isEmpty()) html += section(plain(action->text()), rows);
  }
  return html + mouseHelp() + termsHelp();
}

void showKeyboardHelp(QWidget& parent, const QMenuBar& menus) {
  QDialog dialog(&parent);
  dialog.setWindowTitle(HelpWords::tr("Keyboard, mouse and terms"));
  auto* text = new QTextBrowser(&dialog);
  text->document()->setDocumentMargin(12);
  text->setHtml(keyboardHelp(menus));
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, &dialog);
  QObject::connect(buttons, &QDialogButtonBox::rejected, &dialog, &QDialog::reject);
  laidOut<QVBoxLayout>(&dialog, {text, buttons});
  dialog.resize(kHelpSize);
  dialog.exec();
}

QString aboutText() {
  return HelpWords::tr(
             "<h3>Orrery %1</h3><p>An emulator and teaching testbed for collective communication: "
             "every rank runs the real algorithm, the network is emulated, and the run can be "
             "watched forwards and backwards.</p><p>Qt %2 · compiled by %3<br>on %4</p>")
      .arg(QStringLiteral(ORRERY_VERSION), QString::fromLatin1(qVersion()),
           QStringLiteral("g++ " __VERSION__), QSysInfo::prettyProductName());
}

void showAbout(QWidget& parent) {
  QMessageBox::about(&parent, HelpWords::tr("About Orrery"), aboutText());
}

}  // namespace orrery::viz::inline widgets
