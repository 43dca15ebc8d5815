#include "viz/widgets/message_page.h"

#include <QVBoxLayout>

#include "viz/paint/fonts.h"

namespace orrery::viz {

MessagePage::MessagePage(QWidget* parent)
    : QWidget(parent), heading_(new QLabel(this)), text_(new QPlainTextEdit(this)) {
  const Theme& theme = lightTheme();
  setAutoFillBackground(true);
  setBackgroundRole(QPalette::Base);
  heading_->setFont(textFont(theme.title_size, true));
  heading_->setProperty("warning", true);
  heading_->setWordWrap(true);
  text_->setReadOnly(true);
  text_->setFont(monoFont(theme.text_size));
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
