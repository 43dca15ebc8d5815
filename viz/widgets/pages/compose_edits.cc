#include "viz/widgets/pages/compose_edits.h"

#include <cstdlib>
#include <utility>

#include <QAction>

namespace orrery::viz::inline widgets {
namespace {

using State = ComposeModel::State;

/// Identifies the place of an edit; the places of keys are after these.
enum EditPlace { kNoPlace = -1, kTitle, kDescription, kFirstKey };

/// Returns the text of a place; `key` is its key, or null.
const QString& textAt(const State& state, int place, const Key* key) {
  static const QString nothing;
  if (place == kTitle) return state.title;
  if (place == kDescription) return state.description;
  for (const auto& [given, text] : state.values)
    if (given == key) return text;
  return nothing;
}

const Key* keyOf(int place) {
  return place < kFirstKey ? nullptr : &all_keys()[static_cast<std::size_t>(place - kFirstKey)];
}

/// Returns the first place that differs.
int placeOf(const State& a, const State& b) {
  const auto places = kFirstKey + static_cast<int>(all_keys().size());
  for (int place = kTitle; place < places; ++place)
    if (textAt(a, place, keyOf(place)) != textAt(b, place, keyOf(place))) return place;
  return kNoPlace;
}

}  // namespace

class ComposeEdits::Edit : public QUndoCommand {
 public:
  Edit(ComposeEdits& edits, State before, State after)
      : edits_(edits),
        before_(std::move(before)),
        after_(std::move(after)),
        place_(placeOf(before_, after_)) {}
  void undo() override { edits_.restore(before_, keyOf(place_)); }
  /// Does nothing the first time: the user has done it.
  void redo() override {
    if (std::exchange(is_done_, true)) edits_.restore(after_, keyOf(place_));
  }
  int id() const override { return place_; }
  bool mergeWith(const QUndoCommand* later) override {
    const auto& next = static_cast<const Edit&>(*later);
    if (!isTyping() || !next.isTyping()) return false;
    after_ = next.after_;
    typed_ = true;
    return true;
  }

 private:
  /// Returns whether a single letter has come or gone.
  bool isTyping() const {
    const Key* key = keyOf(place_);
    const auto length = [&](const State& s) { return textAt(s, place_, key).size(); };
    return typed_ || std::abs(length(after_) - length(before_)) == 1;
  }

  ComposeEdits& edits_;
  State before_, after_;
  int place_;
  bool is_done_ = false, typed_ = false;
};

ComposeEdits::ComposeEdits(ComposeModel& model, QObject* parent)
    : QObject(parent), model_(model), known_(model.state()) {}

void ComposeEdits::addActions(QWidget& page) {
  for (const auto& [action, key] :
       {std::pair{stack_.createUndoAction(this, tr("Undo")), QKeySequence(QKeySequence::Undo)},
        {stack_.createRedoAction(this, tr("Redo")), Qt::CTRL | Qt::SHIFT | Qt::Key_Z}}) {
    action->setShortcut(key);
    action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    page.addAction(action);
  }
}

void ComposeEdits::note() {
  State now = model_.state();
  if (now == known_) return;
  State before = std::exchange(known_, std::move(now));
  stack_.push(new Edit(*this, std::move(before), known_));
}

void ComposeEdits::forget() {
  skip();
  stack_.clear();
}

void ComposeEdits::restore(const State& state, const Key* key) {
  model_.restore(state);
  skip();
  emit restored(key);
}

}  // namespace orrery::viz::inline widgets
