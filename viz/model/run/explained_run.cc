#include "viz/model/run/explained_run.h"

namespace orrery::viz {
namespace {

/// Ends a run that nobody waits for any more.
class GivenUpRun : public Sink {
 public:
  explicit GivenUpRun(const RunControl* control) : control_(control) {}
  TraceLevel level() const override { return TraceLevel::kRounds; }
  void round(const RoundEvent& /*event*/) override {
    if (control_ != nullptr && control_->isCancelled()) throw RunControl::Cancelled{};
  }

 private:
  const RunControl* control_;
};

}  // namespace

std::shared_ptr<const PathIndex> pathOf(const RunSpec& spec, const Stage& stage,
                                        const RunControl* control) {
  try {
    GivenUpRun sink(control);
    Explained explained = explain(spec, &sink);
    if (!is_measured(explained.result)) return nullptr;
    return std::make_shared<const PathIndex>(std::move(explained.path), stage.index());
  } catch (const RunControl::Cancelled&) {
    return nullptr;
  }
}

}  // namespace orrery::viz
