#include <string>

#include "scenarios/commands/orrery_mpi/commands.h"
#include "scenarios/report/output_file.h"
#include "scenarios/spec/scenario.h"

namespace orrery::inline commands {

void agree(Processes& processes, const std::function<void()>& action) {
  std::string problem;
  try {
    action();
  } catch (const std::invalid_argument& e) {
    problem = e.what();
  } catch (const OutputError& e) {
    problem = e.what();
  }
  for (const std::string& text : processes.all(problem))
    if (!text.empty()) throw InputError(text);
}

}  // namespace orrery::inline commands
