#include <string>
#include <utility>

#include "scenarios/commands/orrery/commands.h"
#include "scenarios/report/output_file.h"
#include "scenarios/report/table.h"
#include "scenarios/teaching/glossary.h"

namespace orrery::inline commands {
namespace {

constexpr const char* kExplainFooter = R"(Examples:
  orrery explain               # all terms
  orrery explain xi
  orrery explain "max-min fair share")";

std::string all_terms() {
  TextTable table;
  table.left({"term", "meaning"});
  for (const teaching::Term& term : teaching::glossary()) {
    std::string meaning = wrapped(term.meaning, kTerminalWidth - 24);
    meaning.pop_back();
    table.add_row({std::string(term.word), std::move(meaning)});
  }
  return table.text();
}

int explain_term(const std::string& word) {
  write_stdout(word.empty() ? all_terms() : teaching::text_of_term(teaching::find_term(word)));
  return kExitFine;
}

}  // namespace

void add_explain_command(CommandLine& app, int& status) {
  const auto [command, word] = app.add_command<std::string>(
      "explain", "Explain a term: meaning, formula, paper, and a scenario that shows it",
      kExplainFooter, status, explain_term);
  command.add_option("term", word, "A term such as port, xi or contention. Default: list all",
                     "TERM");
}

}  // namespace orrery::inline commands
