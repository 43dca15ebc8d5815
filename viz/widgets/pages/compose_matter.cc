// Fields of Compose that have an effect, and the remarks beside them.
#include "viz/model/text/qt_text.h"
#include "viz/model/text/window_text.h"
#include "viz/model/text/words.h"
#include "viz/widgets/pages/compose_page.h"

namespace orrery::viz::inline widgets {

QString ComposePage::helpOf(const Key& key) {
  const QString name = textOf(key.name);
  return tr("%1: %2. Expected: %3; several values with commas make a sweep.")
      .arg(name, keyText(Words::of(key.help)), Words::of(key.expected));
}

/// Shows which fields matter. The last scenario without errors counts, so that nothing jumps while
/// a value is typed.
void ComposePage::showMatter(const Scenario& scenario) {
  idle_.clear();
  for (const auto& [key, field] : fields_) {
    const QString reason = ComposeModel::idleReason(*key, scenario);
    if (!reason.isEmpty()) idle_[key] = reason;
    field.note->setText(reason.isEmpty() ? QString() : tr("No effect: %1.").arg(reason));
    field.editor()->setToolTip(reason.isEmpty() ? helpOf(*key)
                                                : field.note->text() + u'\n' + helpOf(*key));
  }
  fields_.at(find_key("algorithm"))
      .note->setText(ComposeModel::algorithmLines(scenario).join(u'\n'));
  showFolded();
}

/// Hides or shows folded fields. A field with a value is always shown.
void ComposePage::showFolded() {
  int folded = 0;
  for (const auto& [key, field] : fields_) {
    const bool given = !model_.value(*key).isEmpty();
    const bool foldable = idle_.contains(key) && !given;
    folded += foldable ? 1 : 0;
    const bool visible = !foldable || unfold_->isChecked();
    field.name->setVisible(visible);
    field.editor()->setVisible(visible);
    field.note->setVisible(visible && !field.note->text().isEmpty());
  }
  unfold_->setVisible(folded > 0);
  unfold_->setArrowType(unfold_->isChecked() ? Qt::DownArrow : Qt::RightArrow);
  unfold_->setText(folded == 1 ? tr("1 field without effect here")
                               : tr("%1 fields without effect here").arg(folded));
}

bool ComposePage::shows(const char* key) const {
  return !fields_.at(find_key(key)).editor()->isHidden();
}

QString ComposePage::noteOf(const char* key) const {
  const QLabel& note = *fields_.at(find_key(key)).note;
  return note.isHidden() ? QString() : note.text();
}

}  // namespace orrery::viz::inline widgets
