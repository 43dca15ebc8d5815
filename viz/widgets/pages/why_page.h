#pragma once

#include <QLabel>
#include <QWidget>

#include "viz/model/items/result_models.h"
#include "viz/model/run/session.h"
#include "viz/paint/theme.h"
#include "viz/widgets/views/fitted_table.h"
#include "viz/widgets/views/spoken_view.h"

namespace orrery::viz::inline widgets {

/// The causes of the time of the session's run, as a bar; takes no room while they are not known. A
/// click on a cause goes to its longest stretch on the path.
class CausesView : public SpokenView {
  Q_OBJECT

 public:
  explicit CausesView(Session& session, QWidget* parent = nullptr);
  QSize sizeHint() const override;
  QString spokenText() const override;
  QString textAt(QPointF pixel) const override;

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;

 private:
  void follow();

  Session& session_;
};

/// The causes of the time of the session's run: their bar, and the stretches of the critical path.
/// The table follows the session and moves it when a stretch is chosen.
class WhyPage : public QWidget {
  Q_OBJECT

 public:
  explicit WhyPage(Session& session, QWidget* parent = nullptr);
  void setTheme(const Theme& theme);
  const FittedTable& table() const { return *table_; }

 private:
  void follow();

  Session& session_;
  StretchModel stretches_;
  CausesView* causes_;
  QLabel* note_;
  FittedTable* table_;
};

}  // namespace orrery::viz::inline widgets
