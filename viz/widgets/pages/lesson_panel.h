#pragma once

#include <QButtonGroup>
#include <QCheckBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTextBrowser>
#include <QVBoxLayout>
#include <QWidget>

#include "viz/model/run/lesson_session.h"

namespace orrery::viz {

/// A page of text with commands in it, which break between words only ("--bytes" stays together) and are copied
/// as they are written.
class PageText : public QTextBrowser {
 public:
  using QTextBrowser::QTextBrowser;
  void setPage(const QString& html);

 protected:
  QMimeData* createMimeDataFromSelection() const override;
};

/// A lesson beside the network: what a page says and asks, the reader's answer, and what is said to it. Keys
/// suffice: the field or the choices have the focus when a page asks, Enter answers, and goes on when there
/// is nothing left to answer.
class LessonPanel : public QWidget {
  Q_OBJECT

 public:
  explicit LessonPanel(LessonSession& lesson, QWidget* parent = nullptr);

  /// Whether answers are kept.
  bool keepsAnswers() const { return keep_->isChecked(); }
  void setKeepsAnswers(bool keeps, const QString& file);
  /// What was pointed at becomes the answer; of a set or an order a part of it, or no longer.
  void point(const QString& name);
  /// To where the page goes on.
  void takeFocus();

 signals:
  void courseRequested();
  void keepChanged(bool keeps);

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  void makeLayout(QLayout* buttons);
  QLayout* makeButtons();
  void showPage();
  void showReply();
  void fitText();
  void showOptions();
  QAbstractButton* makeChoice(const QString& option);
  QAbstractButton* makeStep(const QString& option);
  void submit();
  void goOn();
  QString given() const;

  LessonSession& lesson_;
  QLabel* progress_;
  PageText* text_;
  QLineEdit* field_;
  QWidget* choices_;
  QButtonGroup* group_;
  QLabel* reply_;
  QPushButton *answer_, *reveal_, *back_, *next_, *course_;
  QCheckBox* keep_;
};

}  // namespace orrery::viz
