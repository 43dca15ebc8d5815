#include "viz/widgets/pages/side_panel.h"

#include <QComboBox>
#include <QLabel>

#include "viz/widgets/laid_out.h"
#include "viz/widgets/pages/lesson_panel.h"
#include "viz/widgets/pages/report_panel.h"
#include "viz/widgets/style.h"

namespace orrery::viz::inline widgets {

// The layout takes the children over in the order in which they are seen.
SidePanel::SidePanel(Session& session, LessonSession& lesson, QWidget* parent)
    : QWidget(parent),
      report_(new ReportPanel(session, parent)),
      lesson_(new LessonPanel(lesson, parent)),
      frozen_(new QLabel(parent)),
      title_(new QLabel(parent)),
      cells_(new QComboBox(parent)) {
  title_->setWordWrap(true);
  setLetters(*title_, Letters::kHeading);
  title_->setContentsMargins(14, 12, 14, 6);
  frozen_->setText(tr("<b>What happens next?</b><br>Everything after this moment is hidden (F)."));
  frozen_->setWordWrap(true);
  frozen_->setContentsMargins(14, 0, 14, 8);
  for (QWidget* part : std::initializer_list<QWidget*>{frozen_, cells_, report_, lesson_})
    part->hide();
  cells_->setFocusPolicy(Qt::TabFocus);
  cells_->setToolTip(tr("The cell of the sweep that is shown"));
  cells_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  auto* chooser = laidOut<QVBoxLayout>(nullptr, {14, 0, 14, 8}, kUsualSpacing, {cells_});
  laidOut<QVBoxLayout>(this, {0, 0, 0, 0}, 0,
                       {title_, chooser, frozen_, {lesson_, 2}, {report_, 1}, kRoom});
}

void SidePanel::setTitle(const QString& title) {
  title_->setText(title);
  emit titleChanged(title);
}

void SidePanel::setCells(const std::vector<QString>& cells) {
  cells_->clear();
  for (const QString& cell : cells) cells_->addItem(cell);
  cells_->setVisible(cells.size() > 1);
}

void SidePanel::setPresenting(bool presents) {
  presents_ = presents;
  wanted_presented_ = !lesson_->isHidden();
  lesson_->setPresenting(presents);
}

void SidePanel::setFrozen(bool frozen) {
  frozen_->setVisible(frozen);
}

}  // namespace orrery::viz::inline widgets
