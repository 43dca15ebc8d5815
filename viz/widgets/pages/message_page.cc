#include "viz/widgets/pages/message_page.h"

#include <QVBoxLayout>

#include "viz/widgets/style.h"

namespace orrery::viz {

MessagePage::MessagePage(QWidget* parent, bool warning)
    : QWidget(parent), heading_(new QLabel(this)), text_(new QPlainTextEdit(this)) {
  setAutoFillBackground(true);
  setBackgroundRole(QPalette::Base);
  setLetters(*heading_, Letters::kTitle);
  heading_->setProperty("warning", warning);
  heading_->setWordWrap(true);
  text_->setReadOnly(true);
  text_->setTabChangesFocus(true);
  setLetters(*text_, Letters::kReport);
  text_->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(32, 28, 32, 28);
  column->setSpacing(14);
  column->addWidget(heading_);
  column->addWidget(text_, 1);
}

void MessagePage::setMessage(const QString& heading, const QString& text) {
  heading_->setText(heading);
  text_->setPlainText(text);
}

}  // namespace orrery::viz
