#pragma once

#include <memory>

#include <QFutureWatcher>
#include <QObject>

#include "viz/model/run/run_control.h"
#include "viz/model/run/session.h"

namespace orrery::viz {

/// Finds the critical path of whatever run a session shows, as long as somebody wants to see it: it runs the
/// cell again on a worker thread, with a record of what waits for what. Needs an event loop.
class Explainer : public QObject {
  Q_OBJECT

 public:
  explicit Explainer(Session& session, QObject* parent = nullptr);
  ~Explainer() override { giveUp(); }

  bool isWanted() const { return wanted_; }
  void setWanted(bool wanted);
  bool isRunning() const { return running_; }

 signals:
  void settled();  ///< the session has the path, or there is none

 private:
  using Result = std::shared_ptr<const PathIndex>;
  void follow();
  void giveUp();

  Session& session_;
  QFutureWatcher<Result> watcher_;
  std::shared_ptr<RunControl> control_;
  bool wanted_ = false, running_ = false;
};

}  // namespace orrery::viz
