#include "viz/widgets/pages/compose_page.h"

#include <QFile>
#include <QFileDialog>
#include <QKeyEvent>
#include <QMessageBox>
#include <QScrollArea>
#include <QSplitter>

#include "viz/model/text/qt_text.h"
#include "viz/model/text/window_text.h"
#include "viz/model/text/words.h"
#include "viz/widgets/laid_out.h"
#include "viz/widgets/style.h"
#include "viz/widgets/window_export.h"

namespace orrery::viz::inline widgets {
namespace {

constexpr int kLibraryWidth = 330;
constexpr int kComposeMargin = 18;
constexpr int kDescriptionHeight = 76;

QLabel* heading(const QString& text, QWidget* parent) {
  auto* label = new QLabel(text, parent);
  setLetters(*label, Letters::kSection);
  return label;
}

}  // namespace

ComposePage::ComposePage(QWidget* parent)
    : QWidget(parent),
      unfold_(new QToolButton(this)),
      tree_(new QTreeView(this)),
      about_(new QTextBrowser(this)),
      title_(new QLineEdit(this)),
      description_(new QPlainTextEdit(this)),
      help_(new QLabel(this)),
      error_(new QLabel(this)),
      run_(new QPushButton(tr("Run"), this)) {
  setAutoFillBackground(true);
  setBackgroundRole(QPalette::Base);
  auto* halves = new QSplitter(this);
  halves->setHandleWidth(1);
  halves->setChildrenCollapsible(false);
  halves->addWidget(makeLibrary());
  halves->addWidget(makeForm());
  halves->setStretchFactor(1, 1);
  halves->setSizes({kLibraryWidth, 1000});
  laidOut<QVBoxLayout>(this, {0, 0, 0, 0}, kUsualSpacing, {halves});
  connect(&model_, &ComposeModel::changed, this, &ComposePage::refresh);
  connect(&edits_, &ComposeEdits::restored, this, &ComposePage::showRestored);
  edits_.addActions(*this);
  help_->setText(
      tr("Double-click a scenario to open and run it, or fill in the fields: several values "
         "with commas between them make a sweep. Run shows its first run in Watch; Charts "
         "draws all of them."));
  fill();
}

QWidget* ComposePage::makeLibrary() {
  auto* side = new QWidget(this);
  tree_->setModel(&library_);
  tree_->setHeaderHidden(true);
  setLetters(*tree_, Letters::kField);
  for (int folder = 0; folder < library_.rowCount(); ++folder) {
    const QModelIndex index = library_.index(folder, 0);
    tree_->setExpanded(index, !library_.holdsChecks(index));
  }
  tree_->setWordWrap(true);
  tree_->setItemDelegate(new TitleDelegate(*tree_, tree_->indentation()));
  tree_->setAccessibleName(tr("Built-in scenarios"));
  about_->setObjectName(QStringLiteral("about"));
  about_->document()->setDocumentMargin(12);
  connect(tree_->selectionModel(), &QItemSelectionModel::currentChanged, this,
          &ComposePage::showSelected);
  connect(tree_, &QTreeView::activated, this, [this](const QModelIndex& index) {
    if (const QString file = library_.file(index); !file.isEmpty()) emit openRequested(file);
  });
  laidOut<QVBoxLayout>(side, {kComposeMargin, 14, 0, 0}, kUsualSpacing,
                       {heading(tr("Scenarios"), this), {tree_, 3}, {about_, 2}});
  side->setMinimumWidth(240);
  return side;
}

QWidget* ComposePage::makeForm() {
  auto* form = new QWidget(this);
  auto* tables = new QWidget(form);
  auto* left = laidOut<QVBoxLayout>(nullptr, {makeTable(Words::tr("Run"), "run"), unfold_, kRoom});
  auto* right = laidOut<QVBoxLayout>(
      nullptr, {makeTable(tr("Network"), "network"), makeTable(tr("Cost"), "cost"), kRoom});
  auto* columns = new QHBoxLayout(tables);
  columns->setContentsMargins(kComposeMargin, 6, kComposeMargin, 6);
  columns->setSpacing(28);
  unfold_->setObjectName(QStringLiteral("unfold"));
  unfold_->setCheckable(true);
  unfold_->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  setLetters(*unfold_, Letters::kNote);
  connect(unfold_, &QToolButton::toggled, this, &ComposePage::showFolded);
  columns->addLayout(left, 1);
  columns->addLayout(right, 1);
  auto* scroll = new QScrollArea(form);
  scroll->setWidget(tables);
  scroll->setWidgetResizable(true);
  scroll->setFrameShape(QFrame::NoFrame);
  title_->setPlaceholderText(tr("Title"));
  setLetters(*title_, Letters::kHeading);
  description_->setPlaceholderText(tr("Description of this scenario"));
  description_->setFixedHeight(kDescriptionHeight);
  description_->setProperty("field", true);
  description_->setTabChangesFocus(true);
  for (QWidget* text : std::initializer_list<QWidget*>{title_, description_})
    text->installEventFilter(this);
  connect(title_, &QLineEdit::textEdited, this, [this](const QString& text) {
    model_.setTitle(text);
    edits_.note();
  });
  connect(description_, &QPlainTextEdit::textChanged, this, [this] {
    if (filling_) return;
    model_.setDescription(description_->toPlainText());
    edits_.note();
  });
  auto* head = laidOut<QVBoxLayout>(nullptr, {kComposeMargin, 14, kComposeMargin, 0}, kUsualSpacing,
                                    {title_, description_});
  laidOut<QVBoxLayout>(form, {0, 0, 0, 0}, kUsualSpacing, {head, {scroll, 1}, makeButtons()});
  return form;
}

QWidget* ComposePage::makeTable(const QString& name, std::string_view table) {
  auto* box = new QWidget(this);
  auto* grid = new QGridLayout(box);
  grid->setContentsMargins(0, 4, 0, 4);
  grid->setHorizontalSpacing(10);
  grid->setVerticalSpacing(5);
  grid->setColumnStretch(1, 1);
  grid->addWidget(heading(name, box), 0, 0, 1, 2);
  int row = 1;
  for (const Key& key : all_keys()) {
    if (key.table == table) addField(*grid, row++, key);
  }
  return box;
}

void ComposePage::addField(QGridLayout& grid, int row, const Key& key) {
  Field field;
  field.name = new QLabel(textOf(key.name), this);
  setLetters(*field.name, Letters::kField);
  const bool choose = !model_.choices(key).isEmpty();
  if (choose) {
    field.choices = new ChoiceBox(this);
    field.edit = field.choices->lineEdit();
  } else {
    field.edit = new QLineEdit(this);
  }
  QWidget* editor = field.editor();
  editor->setToolTip(helpOf(key));
  editor->setProperty("key", textOf(key.name));
  field.name->setToolTip(helpOf(key));
  field.name->setProperty("key", textOf(key.name));
  field.name->setBuddy(editor);
  field.edit->setObjectName(textOf(key.name));
  field.edit->setAccessibleName(textOf(key.name));
  field.edit->installEventFilter(this);
  if (choose) field.choices->installEventFilter(this);
  const QString standard = ComposeModel::defaultText(key);
  field.edit->setPlaceholderText(standard);
  connect(field.edit, &QLineEdit::textChanged, this, [this, &key](const QString& text) {
    if (filling_) return;
    model_.setValue(key, text);
    edits_.note();
  });
  field.note = new QLabel(this);
  field.note->setWordWrap(true);
  field.note->setProperty("faint", true);
  setLetters(*field.note, Letters::kNote);
  field.note->setObjectName(QStringLiteral("about"));
  field.note->hide();
  grid.addWidget(field.name, 2 * row, 0);
  grid.addWidget(editor, 2 * row, 1);
  grid.addWidget(field.note, 2 * row + 1, 1);
  fields_[&key] = field;
}

QWidget* ComposePage::makeButtons() {
  auto* bar = new QWidget(this);
  help_->setProperty("faint", true);
  for (QLabel* label : {help_, error_}) {
    setLetters(*label, Letters::kNote);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
  }
  error_->setProperty("warning", true);
  help_->setMinimumHeight(34);
  help_->setAlignment(Qt::AlignLeft | Qt::AlignTop);
  auto* save = new QPushButton(tr("Save"), this);
  auto* save_as = new QPushButton(tr("Save as…"), this);
  auto* clear = new QPushButton(tr("New"), this);
  run_->setDefault(true);
  run_->setShortcut(Qt::CTRL | Qt::Key_Return);
  run_->setToolTip(tr("Run it (Ctrl+Return)"));
  connect(run_, &QPushButton::clicked, this, &ComposePage::run);
  connect(save, &QPushButton::clicked, this, &ComposePage::save);
  connect(save_as, &QPushButton::clicked, this, &ComposePage::chooseName);
  connect(clear, &QPushButton::clicked, this, &ComposePage::startNew);
  auto* texts = laidOut<QVBoxLayout>(nullptr, kUsualMargins, 2, {error_, help_});
  auto* column = new QVBoxLayout(bar);  // beside the buttons the texts would have no room
  column->setContentsMargins(kComposeMargin, 8, kComposeMargin, 12);
  column->addLayout(texts);
  auto* row = new QHBoxLayout;
  column->addLayout(row);
  row->addStretch();
  row->addWidget(clear);
  row->addWidget(save);
  row->addWidget(save_as);
  row->addWidget(run_);
  return bar;
}

/// Lets fields leave the keys of undo and redo to the page, whose edits cover all fields.
bool ComposePage::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::ShortcutOverride) {
    const auto& key = *static_cast<QKeyEvent*>(event);
    if (key.matches(QKeySequence::Undo) || key.matches(QKeySequence::Redo)) {
      event->ignore();
      return true;
    }
  }
  if (event->type() == QEvent::FocusIn) {
    for (const auto& [key, field] : fields_) {
      if (field.edit == watched) help_->setText(helpOf(*key));
    }
  }
  return QWidget::eventFilter(watched, event);
}

void ComposePage::showSelected() {
  const QModelIndex index = tree_->currentIndex();
  about_->setMarkdown(descriptionText(library_.description(index)));
}

void ComposePage::fill() {
  filling_ = true;
  title_->setText(model_.title());
  description_->setPlainText(model_.description());
  for (const auto& [key, field] : fields_) {
    field.edit->setText(model_.value(*key));
    field.edit->setCursorPosition(0);  // long lists are seen from their beginning
  }
  filling_ = false;
  refresh();
}

void ComposePage::refresh() {
  for (const auto& [key, field] : fields_) {
    if (field.choices != nullptr) field.choices->setChoices(model_.choices(*key));
  }
  const auto flaw = model_.flaw();
  if (!flaw) {
    const Scenario scenario = model_.scenario();
    showDefaults(scenario.cells.front());
    showMatter(scenario);
  }
  showFlaw(flaw);
  if (model_.isModified() == modified_) return;
  modified_ = !modified_;
  emit modifiedChanged(modified_);
}

void ComposePage::showFlaw(const std::optional<ComposeModel::Flaw>& flaw) {
  error_->setText(flaw ? flaw->text : QString());
  error_->setVisible(flaw.has_value());
  run_->setEnabled(!flaw);
  for (const auto& [key, field] : fields_) {
    const bool blamed = flaw && flaw->key == key;
    if (field.name->property("warning").toBool() == blamed) continue;
    field.name->setProperty("warning", blamed);
    field.name->setStyleSheet(field.name->styleSheet());  // looks at the property again
  }
}

/// Shows the values of empty fields in the first cell.
void ComposePage::showDefaults(const RunSpec& spec) {
  for (const auto& [key, field] : fields_) {
    field.edit->setPlaceholderText(QString::fromStdString(key->get(spec)));
  }
}

void ComposePage::type(const char* key, const QString& text) {
  fields_.at(find_key(key)).edit->setText(text);
}

void ComposePage::read(const QString& toml, const QString& file) {
  load(toml, file);
  edits_.forget();
}

void ComposePage::load(const QString& toml, const QString& file) {
  model_.read(toml, file);
  edits_.skip();
  file_ = file;
  fill();
  if (const QModelIndex index = library_.find(file); index.isValid()) tree_->setCurrentIndex(index);
}

void ComposePage::open(const QString& file) {
  QFile in(file);
  if (in.open(QIODevice::ReadOnly)) read(QString::fromUtf8(in.readAll()), file);
  emit opened(file);
}

bool ComposePage::mayForget() {
  if (!modified_) return true;
  QMessageBox question(QMessageBox::Question, tr("Unsaved changes"),
                       tr("“%1” has changes that are not saved.")
                           .arg(model_.title().isEmpty() ? tr("Untitled") : model_.title()),
                       QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, this);
  question.setDefaultButton(QMessageBox::Save);
  const int answer = question.exec();
  return answer == QMessageBox::Save ? save() : answer == QMessageBox::Discard;
}

void ComposePage::startNew() {
  if (mayForget()) clear();
}

void ComposePage::clear() {
  model_.clear();
  edits_.forget();
  file_.clear();
  fill();
}

/// Shows the restored scenario and the field that has changed.
void ComposePage::showRestored(const Key* key) {
  fill();
  if (key != nullptr) fields_.at(key).editor()->setFocus();
}

void ComposePage::run() {
  if (model_.flaw()) return;
  const Scenario scenario = model_.scenario();
  emit runRequested(scenario, model_.openingCell(scenario));
}

/// Saves the scenario. A built-in scenario cannot be overwritten by accident.
bool ComposePage::save() {
  const bool own = !file_.isEmpty() && !library_.find(file_).isValid();
  return own ? saveAs(file_) : chooseName();
}

bool ComposePage::chooseName() {
  const QString file =
      QFileDialog::getSaveFileName(this, tr("Save the scenario"), file_, tr("Scenarios (*.toml)"));
  return !file.isEmpty() && saveAs(file);
}

bool ComposePage::saveAs(const QString& name) {
  const QString file =
      name.endsWith(QLatin1String(".toml")) ? name : name + QStringLiteral(".toml");
  const ComposeModel::File contents = model_.file();
  try {
    writeFile(file, contents.text.toUtf8());
    load(contents.text, file);
  } catch (const std::exception& e) {
    error_->setText(QString::fromUtf8(e.what()));
    error_->show();
    return false;
  }
  help_->setText(tr("Saved as %1. %2").arg(file, contents.remark));
  emit saved(file);
  return true;
}

}  // namespace orrery::viz::inline widgets
