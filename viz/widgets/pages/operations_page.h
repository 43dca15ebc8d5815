#pragma once

#include <QWidget>

#include "viz/model/run/session.h"
#include "viz/paint/theme.h"
#include "viz/widgets/views/fitted_table.h"

namespace orrery::viz {

class ColouredOperations;

/// The operations of the session's run with what each took. The table follows the session, and moves it to where an
/// operation is under way when that is clicked.
class OperationsPage : public QWidget {
  Q_OBJECT

 public:
  explicit OperationsPage(Session& session, QWidget* parent = nullptr);
  void setTheme(const Theme& theme);
  const FittedTable& table() const { return *table_; }

 private:
  void followRun();
  void followFrame();
  void choose(int row);
  bool isUnderWay(int row) const;
  const OperationRounds& rounds() const;

  Session& session_;
  ColouredOperations* operations_;
  FittedTable* table_;
  int chosen_ = -1;
};

}  // namespace orrery::viz
