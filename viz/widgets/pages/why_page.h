#pragma once

#include <QLabel>
#include <QWidget>

#include "viz/model/items/stretch_model.h"
#include "viz/model/run/session.h"
#include "viz/widgets/views/causes_view.h"
#include "viz/widgets/views/fitted_table.h"

namespace orrery::viz {

/// What the time of the session's run is made of: the bar of causes, and the stretches of the critical path. The
/// table follows the session and moves it when a stretch is chosen.
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

}  // namespace orrery::viz
