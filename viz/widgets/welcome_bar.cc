#include "viz/widgets/welcome_bar.h"

#include <QHBoxLayout>

#include "viz/widgets/style.h"

namespace orrery::viz {

WelcomeBar::WelcomeBar(QWidget* parent) : QWidget(parent), text_(new QLabel(this)) {
  setObjectName(QStringLiteral("welcome"));
  setAttribute(Qt::WA_StyledBackground);
  text_->setText(
      tr("<b>Welcome to Orrery.</b> This is the first lesson: four ranks add up their vectors. "
         "Space plays and stops the run, → and ← go from round to round; click a rank, a block or "
         "a link to follow it. “Scenario” on the right says what the lesson shows."));
  text_->setWordWrap(true);
  setLetters(*text_, Letters::kField);
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(16, 8, 16, 8);
  row->setSpacing(10);
  row->addWidget(text_, 1);
  connect(addButton(tr("All lessons")), &QPushButton::clicked, this, &WelcomeBar::lessonsRequested);
  connect(addButton(tr("Close")), &QPushButton::clicked, this, &WelcomeBar::closed);
}

QPushButton* WelcomeBar::addButton(const QString& text) {
  auto* button = new QPushButton(text, this);
  button->setFocusPolicy(Qt::TabFocus);
  layout()->addWidget(button);
  return button;
}

}  // namespace orrery::viz
