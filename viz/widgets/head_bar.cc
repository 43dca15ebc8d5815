#include "viz/widgets/head_bar.h"

#include <array>

#include <QHBoxLayout>

#include "viz/widgets/pages/pages.h"

namespace orrery::viz::inline widgets {
namespace {
constexpr int kProgressWidth = 150;
}

HeadBar::HeadBar(QWidget* parent)
    : QWidget(parent),
      modes_(new QButtonGroup(this)),
      busy_(new QProgressBar(this)),
      cancel_(new QPushButton(tr("Cancel"), this)) {
  setObjectName(QStringLiteral("head"));
  setAttribute(Qt::WA_StyledBackground);
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(12, 4, 12, 0);
  row->setSpacing(2);
  const std::array<std::pair<QString, QString>, 4> names{
      std::pair{tr("Compose"), tr("Choose or write a scenario (F2)")},
      std::pair{tr("Watch"), tr("See a run (F3)")},
      std::pair{tr("Compare"), tr("See two runs side by side (F4)")},
      std::pair{tr("Charts"), tr("Run a whole sweep and draw its results (F5)")}};
  for (std::size_t i = 0; i < names.size(); ++i) {
    auto* button = new QPushButton(names[i].first, this);
    button->setToolTip(names[i].second);
    button->setProperty("mode", true);
    button->setCheckable(true);
    button->setFocusPolicy(Qt::TabFocus);
    modes_->addButton(button, static_cast<int>(i));
    row->addWidget(button);
  }
  connect(modes_, &QButtonGroup::idClicked, this, [this](int id) { emit modeChosen(Mode(id)); });
  connect(cancel_, &QPushButton::clicked, this, &HeadBar::cancelled);
  row->addStretch();
  busy_->setFixedWidth(kProgressWidth);
  busy_->setTextVisible(false);
  cancel_->setFocusPolicy(Qt::TabFocus);
  row->addWidget(busy_);
  row->addSpacing(8);
  row->addWidget(cancel_);
  setBusy(false, 0);
}

void HeadBar::setMode(Mode mode) {
  if (QAbstractButton* button = modes_->button(static_cast<int>(mode))) button->setChecked(true);
}

void HeadBar::add(QWidget& field) {
  auto* row = static_cast<QHBoxLayout*>(layout());
  row->addSpacing(8);
  row->addWidget(&field);
}

void HeadBar::setOffered(Mode mode, bool offered) {
  modes_->button(static_cast<int>(mode))->setEnabled(offered);
}

void HeadBar::setModified(bool modified) {
  modes_->button(static_cast<int>(Mode::kCompose))
      ->setText(modified ? tr("Compose ●") : tr("Compose"));
}

void HeadBar::setBusy(bool busy, int permille) {
  busy_->setVisible(busy);
  cancel_->setVisible(busy);
  busy_->setRange(0, permille < 0 ? 0 : 1000);
  if (permille >= 0) busy_->setValue(permille);
}

}  // namespace orrery::viz::inline widgets
