#include <array>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "emu/trace/trace_events.h"
#include "scenarios/commands/orrery/commands.h"
#include "scenarios/commands/orrery/line/markdown.h"
#include "scenarios/commands/orrery/line/options_page.h"
#include "scenarios/commands/orrery/line/other_tables.h"
#include "scenarios/formats/formats.h"
#include "scenarios/keys/keys.h"
#include "scenarios/report/output_file.h"
#include "scenarios/run/metrics/fields.h"
#include "scenarios/run/metrics/metric.h"
#include "scenarios/teaching/forms.h"

namespace orrery::inline commands {
namespace {

using markdown::code, markdown::row, markdown::table_head;

constexpr std::string_view kLessonsHead = R"(## Lessons

A scenario becomes a lesson if a table `[lesson]` and tables `[[page]]` follow its other tables;
[lessons](lessons.md) explains how to write one. `[lesson]` has `goal` (what readers can do afterwards),
`number` (its place in the course) and `minutes`. A page has:

| Key | Meaning |
|---|---|
| `title`, `text` | Markdown; `{ANSWER}` stands for the value of an answer (below) in the run of the page |
| `notes` | Speaker notes in Markdown, also with `{ANSWER}`; shown in the presenter's window and by `orrery lesson play --notes` |
| `scenario` | the name of another scenario; default: the lesson itself |
| `cell` | the cell, as values of the sweep joined by dots, as in `[expect]`; default: the first |
| `set` | other values for keys of the scenario: `{ bytes = "1MiB", algorithm = ["ring", "bruck"] }`; cells that an algorithm cannot run are left out |
| `round`, `when`, `time` | the moment: `before` (the default) or `after` a round, or a time; default: the end of the run |
| `show` | network (the default), blocks, tree, timeline, listing, report or compare |
| `with` | the other cell of a comparison, as the values in which it differs |
| `follow` | `rank 3`, `link 3 -> 4` or `block 2` |
| `[page.question]` | `kind`, `ask`, `answer`; optional: `unit` and `tolerance` of a number (`"5%"`, `"1us"`; default: whole numbers must be exact, others within 1 %), `choices`, `explain` (shown with the right answer), and tables `[[page.question.hint]]` with a wrong `answer` and the `text` shown for it |

`kind` is number, rank, ranks, link, links, block, blocks, order (of all values), choice (one of several) or
row (a value for each round). Orrery computes answers and hints from the run:

| Answer | Meaning |
|---|---|
| `NAME` | a metric or a key of the results: `rounds`, `completion_time`, `alpha` |
| `FORM` | a form of the next table |
| `FORM @ CELL`, `NAME @ CELL` | the value in the cell that differs in these values: `rounds @ ring.1KiB` |
| `number of FORM` | the number of ranks, links or blocks in a set |
| `A + B` `A - B` `A * B` `A / B` `( A )` | arithmetic on numbers with units; put blanks around the sign: `bytes / link_bandwidth` is a time |
| `A < B` `A > B` `A <= B` `A >= B` `A = B` | a comparison; its value is yes or no |

)";

/// Returns the part of the reference on the keys of lessons, and on the expressions of answers.
std::string lessons_text() {
  std::string text = std::string(kLessonsHead) + table_head({"Form", "Kind", "Meaning"});
  for (const teaching::Form* form : teaching::forms())
    text +=
        row({code(form->pattern), std::string(kind_name(form->kind)), std::string(form->meaning)});
  text += '\n' + table_head({"Place", "Value"});
  for (const teaching::PlaceMeaning& place : teaching::place_meanings())
    text += row({code(place.name), std::string(place.meaning)});
  return text + '\n';
}

using markdown::code, markdown::row, markdown::table_head;

constexpr std::string_view kHead = R"(# Reference

This page lists every key of a scenario, every metric, column and field of results, every event of a trace and
every option of `orrery`. The program prints the page (`orrery reference`), and a test compares the two.

)";

constexpr std::string_view kKeysHead = R"(## Keys of a scenario

A scenario is a TOML file. Above its tables it may have `title` and `description` (texts), `opens_on` (the
cell of a sweep that the window shows first, as values joined by dots: `"ring.2MiB"`) and `include` (a file of
costs from `orrery-mpi calibrate`: `"FILE"`, or `"FILE@SIZE"` for messages of that size). A lesson also has
`[lesson]` and `[[page]]` after its tables. Each key is also an option of the commands that run scenarios:
`link_bandwidth` is `--link-bandwidth`.

A list of values makes a sweep over them, unless the value of the key is itself a list. A range stands for its
values: `8..1024*2` for 8, 16, ..., 1024; `2..10+4` for 2, 6, 10; `1..5` for 1, 2, 3, 4, 5; `1KiB..1GiB*4` and
`100ns..1us+300ns` have units at both ends. `algorithm = "all"` stands for all algorithms of the collective;
cells that an algorithm cannot run are then skipped. `orrery run` streams a sweep of more than 100,000 cells,
without table and `--resume`. A message on standard error names keys that have no effect.

Quantities have units: k M G T are powers of 1000, Ki Mi Gi Ti of 1024, b is a bit, B a byte.

)";

constexpr std::string_view kKeysFoot =
    R"(`[run]` also has `skip_unsupported` (true or false, default false): cells that their algorithm cannot run are
skipped, not refused.

`[expect]` states the expected results: `"SELECTOR.FIELD" = VALUE`, or `{ min = VALUE, max = VALUE }`. FIELD
is one of the fields below; the name of a time may lack `_s`, that of a rate `_bps`, and its value is then a
text with a unit. A selector chooses cells by values of the sweep, joined by dots, as `VALUE` or `KEY=VALUE`;
`*` or no selector chooses all.

VALUE may be a factor times the value of another cell. If `algorithm` is swept, `"*.completion_time" = { max =
"1.1 * binomial" }` compares every cell with the cell that differs from it only in the algorithm, `binomial`.
`"binomial"` alone is a factor of 1, and the cell of `"1.1 * binomial.1KiB"` differs in two values. A cell is
not compared with itself. `outcome` is one of fine, skipped, verification failed, bad input, deadlock and
internal error. A run that ends as expected is not a failure: with `outcome = "deadlock"` a deadlock has the
exit code 0.

Options that replace keys do not change the expectations. Expectations that then match no cell are reported as
not checked: on standard error, in JUnit as `skipped`, and with `--strict` by exit code 1.

)";

constexpr std::string_view kFieldsHead = R"(## Columns of CSV, fields of JSON

`--csv` and `--json` write a row, or a member of `"runs"`, for each cell. A value that was not measured is
empty in CSV and `null` in JSON. JSON also has `"schema": 1`. A run that deadlocked has the list
`waiting_ranks`, a run of execution traces has `rank_times`, the times of each rank by activity.

`"expectations"` has a member for every expectation and cell: `key`, `line` of the file, `run` (its number in
`"runs"`, from 0), `expected`, `got`, `outcome` (passed, failed or skipped) and `message`; an expectation that
matches no cell has no run. If a schedule was run with three sizes or more, `"fits"` has for each series the
fitted line time = α + β bytes (least relative deviations): the other swept keys, `sizes`, `alpha_s`,
`beta_s_per_byte`, `median_error` and `worst_error`. `--reproducible` leaves the columns empty that differ from
run to run (†).

)";

constexpr std::string_view kOthersHead = R"(## Other tables

Names in capitals stand for several columns.

)";

constexpr std::string_view kTraceHead = R"(## Events of a trace

`orrery run --trace FILE` writes one JSON object per line. Times are integer picoseconds. `--trace-level`
chooses the events. Each line has `"event"` and:

)";

/// The part on counting, the sandbox and recipes.
constexpr std::string_view kAssignments =
#include "assignments.inc"
    ;

constexpr std::string_view kCommandsHead = R"(## Commands and their options

Each command also has `-h,--help`, which explains it with examples. The other programs have their own pages:
[orrery-gui](reference-gui.md), [orrery-mpi](reference-mpi.md).

)";

constexpr std::string_view kOperationsHead = R"(### [[operation]]

A run may consist of several collectives, messages and computations on groups of ranks (see
[operations](operations.md)). Each of them is a table:

)";

std::string keys_section(std::string_view table) {
  std::string out =
      fmt::format("### [{}]\n\n{}", table, table_head({"Key", "Value", "Default", "Meaning"}));
  for (const Key& key : all_keys()) {
    if (key.table != table) continue;
    const std::string choices = choices_text(key);
    out += row({code(key.name), code(key.value), std::string(key.standard),
                choices.empty() ? key.meaning : fmt::format("{} {}.", key.meaning, choices)});
  }
  return out + '\n';
}

/// Returns the table of keys that only operations have.
std::string operation_keys_table() {
  std::string out =
      std::string(kOperationsHead) + table_head({"Key", "Value", "Default", "Meaning"});
  for (const Key& key : own_keys_of_operations())
    out += row({code(key.name), code(key.value), std::string(key.standard), key.meaning});
  std::vector<std::string> names;
  for (const Key* key : keys_of_operations())
    if (key->table == "run") names.push_back(code(key->name));
  return fmt::format("{}\nAn operation may have its own values of these keys of [run]: {}.\n\n",
                     out, fmt::join(names, ", "));
}

std::string keys_text() {
  std::string out(kKeysHead);
  for (const std::string_view table : key_tables()) out += keys_section(table);
  return out + operation_keys_table() + std::string(kKeysFoot);
}

std::string metrics_text() {
  std::string out =
      "## Metrics\n\nA run reports these metrics; `orrery list metrics` lists them, too.\n\n" +
      table_head({"Metric", "Label", "Unit", "Better", "Meaning"});
  for (const Metric& f : all_metrics())
    out += row({code(f.name), std::string(f.label), std::string(unit_of(f.kind)),
                std::string(better_text(f.better)), std::string(f.meaning)});
  return out + '\n';
}

std::string_view type_of(Kind kind) {
  constexpr std::array<std::string_view, 7> kTypes{
      "text", "integer", "bytes", "number", "bits per second", "seconds", "true or false"};
  return kTypes[static_cast<std::size_t>(kind)];
}

std::string fields_text() {
  std::string out = std::string(kFieldsHead) + table_head({"Column", "Type", "Meaning"});
  for (const Field& f : fields())
    out += row({code(f.name) + (f.timing ? " †" : ""), std::string(type_of(f.kind)), f.meaning});
  return out + '\n';
}

std::string trace_text() {
  std::string out(kTraceHead);
  for (const TraceLine& line : trace_lines()) {
    out += fmt::format("`{}` (levels: {}): {}.\n\n{}", line.event, line.levels, line.meaning,
                       table_head({"Field", "Meaning"}));
    for (const TraceField& f : line.fields) out += row({code(f.name), std::string(f.meaning)});
    out += '\n';
  }
  return out;
}

std::string others_text() {
  std::string out(kOthersHead);
  for (const OtherTable& table : other_tables()) {
    out += fmt::format("{}:\n\n{}", table.title, table_head({"Column", "Meaning"}));
    for (const OtherColumn& c : table.columns) out += row({code(c.name), std::string(c.meaning)});
    out += '\n';
  }
  return out;
}

std::string formats_text() {
  std::string out =
      "## Formats of `orrery export`\n\n" + table_head({"Format", "Files end in", "Meaning"});
  for (const ExportFormat& f : export_formats())
    out += row({code(f.name), code(f.ending), std::string(f.summary)});
  return out + '\n';
}

}  // namespace

std::string reference_text(const CommandLine& app) {
  std::string text = std::string(kHead) + keys_text() + lessons_text() + metrics_text() +
                     fields_text() + others_text() + trace_text() + formats_text() +
                     std::string(kAssignments) + std::string(kCommandsHead) +
                     options_text(app.tree());
  text.pop_back();
  return text;
}

void add_reference_command(CommandLine& app, int& status) {
  CommandLine* command = app.add_subcommand(
      "reference", "Print the reference of keys, metrics, columns, events and options");
  command->callback([&app, &status] {
    write_stdout(reference_text(app));
    status = kExitFine;
  });
}

}  // namespace orrery::inline commands
