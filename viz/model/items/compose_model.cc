#include "viz/model/items/compose_model.h"

#include <algorithm>
#include <filesystem>

#include "algorithms/algorithm.h"
#include "scenarios/cell/given_operations.h"
#include "scenarios/cell/validate.h"
#include "scenarios/document/sweep.h"
#include "scenarios/run/load.h"
#include "scenarios/run/runner.h"
#include "scenarios/text/words.h"
#include "viz/model/text/qt_text.h"
#include "viz/model/text/window_text.h"
#include "viz/model/text/words.h"

namespace orrery::viz::inline model {
namespace {

constexpr auto kName = "this scenario";

/// Finds a key such as "run.bytes"; null if it is none.
const Key* keyAt(const std::string& path) {
  const auto all = all_keys();
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const Key& key) { return path_of(key) == path; });
  return found == all.end() ? nullptr : &*found;
}

/// Returns the text of the key's field.
QString fieldOf(const GivenKey& given) {
  QStringList texts;
  for (const std::string& text : texts_of(given)) texts.append(QString::fromStdString(text));
  return texts.join(QStringLiteral(", "));
}

QString timeOf(const Algorithm& algorithm) {
  return ComposeModel::tr("Time: %1.").arg(textOf(algorithm.formula));
}

/// Explains a choice, without repetition.
QString meaningOf(const Key& key, const RunSpec& spec, const Key::Choice& choice) {
  if (choice.meaning == choice.word) return {};
  if (key.name != "algorithm" || spec.collective == kNoCollective) return Words::of(choice.meaning);
  return Words::of(choice.meaning) + u' ' + timeOf(find_algorithm(spec.collective, choice.word));
}

/// Returns "ring: Blocks travel round the ring twice. 6 rounds here. Time: ...".
QString lineOf(const RunSpec& cell) {
  const Algorithm& algorithm = find_algorithm(cell.collective, cell.algorithm);
  const Network network = make_network(cell);
  const auto rounds = algorithm.rounds(make_problem(cell, &network));
  return QStringLiteral("%1: %2 %3 %4")
      .arg(textOf(algorithm.name), Words::of(algorithm.summary),
           ComposeModel::tr("Rounds: %1 here.").arg(rounds), timeOf(algorithm));
}

}  // namespace

void ComposeModel::setTitle(const QString& title) {
  title_ = title;
  emit changed();
}

void ComposeModel::setDescription(const QString& text) {
  description_ = text;
  emit changed();
}

QString ComposeModel::value(const Key& key) const {
  const auto found = std::find_if(values_.begin(), values_.end(),
                                  [&](const auto& given) { return given.first == &key; });
  return found == values_.end() ? QString() : found->second;
}

void ComposeModel::setValue(const Key& key, const QString& text) {
  const QString value = text.trimmed();
  if (value == this->value(key)) return;
  const auto found = std::find_if(values_.begin(), values_.end(),
                                  [&](const auto& given) { return given.first == &key; });
  if (value.isEmpty()) {
    values_.erase(found);
  } else if (found == values_.end()) {
    values_.emplace_back(&key, value);
  } else {
    found->second = value;
  }
  emit changed();
}

void ComposeModel::restore(const State& state) {
  title_ = state.title;
  description_ = state.description;
  values_ = state.values;
  emit changed();
}

QString ComposeModel::defaultText(const Key& key) {
  return QString::fromStdString(key.get(default_spec()));
}

QList<ComposeModel::Choice> ComposeModel::choices(const Key& key) const {
  RunSpec spec;
  if (const QString collective = value(*find_key("collective")); !collective.isEmpty())
    spec.collective = collective.toStdString();
  QList<Choice> all;
  for (const Key::Choice& choice : choices_of(key, spec))
    all.append({textOf(choice.word), meaningOf(key, spec, choice)});
  return all;
}

QString ComposeModel::idleReason(const Key& key, const Scenario& scenario) {
  std::string reason;
  for (const RunSpec& cell : scenario.cells) {
    if (!cell.skipped.empty()) continue;
    const std::string here = idle_reason(key, cell);
    if (here.empty()) return {};
    if (reason.empty()) reason = here;
  }
  return reasonText(reason);
}

QStringList ComposeModel::algorithmLines(const Scenario& scenario) {
  QStringList lines, seen;
  for (const RunSpec& cell : scenario.cells) {
    const QString name = QString::fromStdString(cell.algorithm);
    if (!runs_collective(cell) || !cell.skipped.empty() || seen.contains(name)) continue;
    if (lines.size() == kMostAlgorithms) return lines << QStringLiteral("…");
    seen.append(name);
    lines.append(lineOf(cell));
  }
  return lines;
}

const GivenKey* ComposeModel::given(const Key& key) const {
  const auto found = std::ranges::find(read_.keys, &key, &GivenKey::key);
  return found == read_.keys.end() ? nullptr : &*found;
}

/// Returns the values as read if the field is unchanged: a value may hold commas that only a file
/// keeps apart.
std::vector<std::string> ComposeModel::valuesOf(const Key& key) const {
  const QString text = value(key);
  const GivenKey* const before = given(key);
  if (before != nullptr && text == fieldOf(*before)) return texts_of(*before);
  return text.isEmpty() ? std::vector<std::string>() : split_values(key, text.toStdString());
}

QString ComposeModel::toml() const {
  DocumentEdit all;
  all.title = (title_.isEmpty() ? tr("Untitled") : title_).toStdString();
  all.description = description_.toStdString();
  for (const auto& [key, value] : values_) all.keys.push_back({key, valuesOf(*key)});
  const char* const start = skip_unsupported_ ? "[run]\nskip_unsupported = true\n" : "";
  return QString::fromStdString(edit_document(start, kName, all));
}

/// Returns the changes since the file was read.
DocumentEdit ComposeModel::changes() const {
  DocumentEdit edit;
  if (title_.toStdString() != read_.title) edit.title = title_.toStdString();
  if (description_.toStdString() != read_.description)
    edit.description = description_.toStdString();
  for (const Key& key : all_keys()) {
    const GivenKey* const before = given(key);
    const auto values = valuesOf(key);
    if (values != (before == nullptr ? std::vector<std::string>() : texts_of(*before)))
      edit.keys.push_back({&key, values});
  }
  return edit;
}

bool ComposeModel::isModified() const {
  const DocumentEdit edit = changes();
  return edit.title || edit.description || !edit.keys.empty();
}

ComposeModel::File ComposeModel::file() const {
  if (source_.empty()) return {toml(), {}};
  DocumentEdit edit = changes();
  try {
    const std::string text = edit_document(source_, read_.name, edit);
    if (read_.expectations.empty() || edit.keys.empty()) return {QString::fromStdString(text), {}};
    try {
      parse_scenario(text, read_.name);
      return {QString::fromStdString(text), tr("[expect] is unchanged; it may no longer hold.")};
    } catch (const InputError&) {
      edit.expects_nothing = true;
      return {QString::fromStdString(edit_document(source_, read_.name, edit)),
              tr("[expect] no longer fits and has become a comment.")};
    }
  } catch (const InputError&) {
    return {toml(), tr("The file is written anew, without its comments and [expect].")};
  }
}

void ComposeModel::read(const QString& toml, const QString& name) {
  const Document document = read_document(toml.toStdString(), name.toStdString());
  title_ = QString::fromStdString(document.title);
  description_ = QString::fromStdString(document.description);
  skip_unsupported_ = document.skip_unsupported;
  values_.clear();
  for (const GivenKey& given : document.keys) {
    values_.emplace_back(given.key, fieldOf(given));
  }
  read_ = document;
  source_ = toml.toStdString();
  emit changed();
}

void ComposeModel::clear() {
  read_ = {};
  source_.clear();
  title_.clear();
  description_.clear();
  skip_unsupported_ = false;
  values_.clear();
  emit changed();
}

/// Returns a name beside the file that was read, like those of the files that it names.
std::string ComposeModel::name() const {
  return (std::filesystem::path(read_.name).parent_path() / kName).string();
}

Scenario ComposeModel::scenario() const {
  return parse_scenario(toml().toStdString(), name());
}

int ComposeModel::openingCell(const Scenario& scenario) const {
  return static_cast<int>(opening_cell(read_.opens_on, scenario.cells).value_or(0));
}

std::optional<ComposeModel::Flaw> ComposeModel::flaw() const {
  try {
    scenario();
    return std::nullopt;
  } catch (const InputError& e) {
    const Key* const blamed = keyAt(e.key());
    if (e.place().source != name()) return Flaw{blamed, QString::fromStdString(e.what())};
    // Lines and columns belong to a file that the reader has not seen.
    const QString text = QString::fromStdString(e.text_without_place());
    return Flaw{blamed,
                blamed != nullptr ? text : QStringLiteral("%1: %2").arg(textOf(kName), text)};
  } catch (const std::exception& e) {
    return Flaw{nullptr, QString::fromUtf8(e.what())};
  }
}

}  // namespace orrery::viz::inline model
