#include "viz/widgets/pages/why_page.h"

#include <QVBoxLayout>

#include "viz/model/text/why_text.h"
#include "viz/widgets/style.h"

namespace orrery::viz {

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
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(8, 8, 8, 0);
  column->setSpacing(8);
  column->addWidget(causes_);
  column->addWidget(note_);
  column->addWidget(table_, 1);
  column->addStretch();
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
  note_->setText(path == nullptr
                     ? tr("What the run waited for is shown with View, Critical path (K).")
                     : tiesText(path->path()));
  note_->setVisible(!note_->text().isEmpty());
}

}  // namespace orrery::viz
