#include "viz/widgets/pages/why_page.h"

#include <cmath>

#include <QMouseEvent>
#include <QPainter>

#include "viz/model/text/why_text.h"
#include "viz/paint/lanes/causes_bar.h"
#include "viz/widgets/laid_out.h"
#include "viz/widgets/style.h"

namespace orrery::viz::inline widgets {

CausesView::CausesView(Session& session, QWidget* parent)
    : SpokenView(tr("Causes"), parent), session_(session) {
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  connect(&session, &Session::pathChanged, this, &CausesView::follow);
  connect(&session, &Session::frameChanged, this, &CausesView::refresh);
  follow();
}

void CausesView::follow() {
  setVisible(session_.path() != nullptr);
  updateGeometry();
  refresh();
}

QSize CausesView::sizeHint() const {
  const TimeByCause times = session_.path() != nullptr ? session_.path()->times() : TimeByCause{};
  return {300, static_cast<int>(std::ceil(causesHeight(times, theme())))};
}

QString CausesView::spokenText() const {
  return session_.path() != nullptr ? causesText(session_.path()->path()) : QString();
}

void CausesView::paintEvent(QPaintEvent* /*event*/) {
  if (session_.path() == nullptr) return;
  QPainter painter(this);
  const int i = session_.stretch();
  std::optional<Cause> now;
  if (i >= 0) now = session_.path()->stretches()[static_cast<std::size_t>(i)].cause;
  paintCauses(painter, rect(), session_.path()->times(), now, theme());
  paintFocus(painter);
}

void CausesView::mousePressEvent(QMouseEvent* event) {
  if (session_.path() == nullptr || event->button() != Qt::LeftButton) return;
  const auto cause = causeAt(rect(), session_.path()->times(), event->position(), theme());
  if (cause) session_.showStretch(session_.path()->longest(*cause));
}

QString CausesView::textAt(QPointF pixel) const {
  if (session_.path() == nullptr) return {};
  const auto cause = causeAt(rect(), session_.path()->times(), pixel, theme());
  return cause ? meaningOf(*cause) + u'\n' + tr("Click: its longest stretch")
               : causesText(session_.path()->path());
}

WhyPage::WhyPage(Session& session, QWidget* parent)
    : QWidget(parent),
      session_(session),
      causes_(new CausesView(session, this)),
      note_(new QLabel(this)),
      table_(new FittedTable(stretches_, this)) {
  setAutoFillBackground(true);
  setBackgroundRole(QPalette::Base);
  note_->setWordWrap(true);
  setLetters(*note_, Letters::kNote);
  note_->setContentsMargins(12, 2, 12, 2);
  table_->setAccessibleName(tr("Stretches of the critical path"));
  table_->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Ignored);
  laidOut<QVBoxLayout>(this, {8, 8, 8, 0}, 8, {causes_, note_, {table_, 1}, kRoom});
  connect(&session, &Session::pathChanged, this, &WhyPage::follow);
  connect(&session, &Session::frameChanged, this, [this] { table_->showRow(session_.stretch()); });
  connect(table_, &FittedTable::chosen, this, [this](int row) { session_.showStretch(row); });
  follow();
}

void WhyPage::setTheme(const Theme& theme) {
  causes_->setTheme(theme);
}

void WhyPage::follow() {
  const PathIndex* path = session_.path();
  stretches_.setPath(path, path != nullptr ? session_.run()->stage.get() : nullptr);
  table_->setVisible(path != nullptr);
  table_->fitColumns();
  table_->showRow(session_.stretch());
  note_->setText(path == nullptr ? tr("View, Critical path (K) shows the causes of the time.")
                                 : tiesText(path->path()));
  note_->setVisible(!note_->text().isEmpty());
}

}  // namespace orrery::viz::inline widgets
