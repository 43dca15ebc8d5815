#pragma once

#include <QObject>
#include <QUndoStack>
#include <QWidget>

#include "viz/model/items/compose_model.h"

namespace orrery::viz::inline widgets {

/// The edits of a scenario, over all of its fields, to be undone and done again. Letters that are
/// typed or deleted one after another in a field are one edit.
class ComposeEdits : public QObject {
  Q_OBJECT

 public:
  /// `model` must outlive it.
  explicit ComposeEdits(ComposeModel& model, QObject* parent = nullptr);
  /// Adds undo and redo to a page, with their keys.
  void addActions(QWidget& page);
  /// Adds the difference from the last known state, if any.
  void note();
  /// Takes the present state as known; nothing of it is to be undone.
  void skip() { known_ = model_.state(); }
  /// Discards all edits: another scenario was opened.
  void forget();

 signals:
  /// Tells that a key (null: title or description) has been changed back, or again.
  void restored(const orrery::Key* key);

 private:
  class Edit;
  void restore(const ComposeModel::State& state, const Key* key);

  ComposeModel& model_;
  ComposeModel::State known_;
  QUndoStack stack_;
};

}  // namespace orrery::viz::inline widgets
