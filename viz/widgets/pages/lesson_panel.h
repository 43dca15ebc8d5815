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

namespace orrery::viz::inline widgets {

/// A page of text with commands in it, which break between words only ("--bytes" stays together)
/// and are copied unchanged.
class PageText : public QTextBrowser {
 public:
  using QTextBrowser::QTextBrowser;
  void setPage(const QString& html);

 protected:
  QMimeData* createMimeDataFromSelection() const override;
};

/// A lesson beside the network: the text and question of a page, the reader's answer, and the reply
/// to it. Keys suffice: the field or the choices have the focus when a page asks, Enter answers,
/// and moves on when nothing is left to answer.
class LessonPanel : public QWidget {
  Q_OBJECT

 public:
  explicit LessonPanel(LessonSession& lesson, QWidget* parent = nullptr);

  /// Returns whether answers are kept.
  bool keepsAnswers() const { return keep_->isChecked(); }
  void setKeepsAnswers(bool keeps, const QString& file);
  /// Makes the pointed-at item the answer; in a set or an order, adds it or removes it.
  void point(const QString& name);
  /// Moves the focus to the control that continues the page.
  void takeFocus();
  /// While presenting, keys belong to the window: no control takes them.
  void setPresenting(bool presents) { presents_ = presents, takeFocus(); }

 signals:
  void courseRequested();
  void keepChanged(bool keeps);

 protected:
  void keyPressEvent(QKeyEvent* event) override;
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
  bool presents_ = false;
};

}  // namespace orrery::viz::inline widgets
