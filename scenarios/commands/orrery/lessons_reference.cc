#include "scenarios/commands/orrery/lessons_reference.h"

#include "scenarios/commands/orrery/line/markdown.h"
#include "scenarios/teaching/forms.h"

namespace orrery {
namespace {

using markdown::code, markdown::row, markdown::table_head;

constexpr std::string_view kLessonsHead = R"(## Lessons

A scenario becomes a lesson by `[lesson]` and `[[page]]`s behind its tables; [lessons](lessons.md) says how they are written. `[lesson]` has `goal` (what
the reader can do afterwards), `number` (its place in the course) and `minutes`. A page has:

| Key | What it is |
|---|---|
| `title`, `text` | Markdown; `{ANSWER}` stands for the value of an answer (below) in the run of the page |
| `notes` | Markdown for who presents the page, with such references: in the presenter's window, and in `orrery lesson play --notes` |
| `scenario` | another scenario, by its name; without it the lesson itself |
| `cell` | the cell, by values of the sweep joined by dots as in `[expect]`; the first without it |
| `set` | other values for its keys: `{ bytes = "1MiB", algorithm = ["ring", "bruck"] }`; cells that an algorithm cannot run are left out |
| `round`, `when`, `time` | the moment: `before` (unless said otherwise) or `after` a round, or a time; without them the end |
| `show` | network (unless said otherwise), blocks, tree, timeline, listing, report or compare |
| `with` | the cell that a comparison is with: values in which it differs |
| `follow` | `rank 3`, `link 3 -> 4` or `block 2` |
| `[page.question]` | `kind`, `ask`, `answer`; perhaps `unit` and `tolerance` of a number (`"5%"`, `"1us"`; without it whole numbers have to be exact and others within 1 %), `choices`, `explain` (shown with the right answer), and `[[page.question.hint]]`s: a wrong `answer` and the `text` for who gives it |

`kind` is number, rank, ranks, link, links, block, blocks, order (of all values), choice (one of several) or row (a value for each round). Answers and
hints are computed from the run, never typed:

| Answer | What it is |
|---|---|
| `NAME` | a figure or a key of the results: `rounds`, `completion_time`, `alpha` |
| `FORM` | a form of the next table |
| `FORM @ CELL`, `NAME @ CELL` | the same of the cell that differs in these values: `rounds @ ring.1KiB` |
| `number of FORM` | how many ranks, links or blocks a set has |
| `A + B` `A - B` `A * B` `A / B` `( A )` | of numbers with their units, blanks around the sign: `bytes / link_bandwidth` is a time |
| `A < B` `A > B` `A <= B` `A >= B` `A = B` | the words yes or no |

)";

}  // namespace

std::string lessons_text() {
  std::string text = std::string(kLessonsHead) + table_head({"Form", "Kind", "What it is"});
  for (const teaching::Form* form : teaching::forms())
    text +=
        row({code(form->pattern), std::string(kind_name(form->kind)), std::string(form->meaning)});
  text += '\n' + table_head({"Place", "What stands there"});
  for (const teaching::PlaceMeaning& place : teaching::place_meanings())
    text += row({code(place.name), std::string(place.meaning)});
  return text + '\n';
}

}  // namespace orrery
