#pragma once

#include <vector>

#include <QWidget>

#include "scenarios/report/deficiency_words.h"
#include "viz/model/run/session.h"
#include "viz/paint/theme.h"

namespace orrery::viz::inline widgets {

/// The time of the session's run, and its three deficiencies, each as a sentence with a bar; the
/// bars have one scale, which begins at 1, the optimum. A click explains the value. Shows nothing of
/// a run whose end is hidden.
class MetersView : public QWidget {
  Q_OBJECT

 public:
  explicit MetersView(Session& session, QWidget* parent = nullptr);
  void setTheme(const Theme& theme);
  /// Returns the largest deficiency; at least 2, where bars of small ones end.
  double largest() const;
  /// Lets bars end at `most`, if that is more than the largest deficiency: several views have one scale.
  void setScale(double most);
  bool isEmpty() const { return meters_.empty(); }
  QSize sizeHint() const override;

 signals:
  void whyAsked();

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  void follow();
  void fit();

  Session& session_;
  const Theme* theme_;
  double scale_ = 0;
  QString headline_;
  std::vector<DeficiencyWords> meters_;
};

}  // namespace orrery::viz::inline widgets
