#include "scenarios/commands/orrery/line/result_files.h"

namespace orrery {

ResultFiles::ResultFiles(const Outputs& outputs) : outputs_(outputs) {
  for (const char* option : {"--json", "--csv"})
    if (outputs.wants(option)) streams_.try_emplace(option, outputs.file(option));
  write("--json", kJsonBegin);
}

void ResultFiles::add(const std::vector<RunResult>& results, const std::vector<Check>& checks) {
  if (runs_ > 0 && !results.empty()) write("--json", ",");
  const Columns& columns = outputs_.view().columns;
  if (runs_ == 0 && !results.empty()) write("--csv", csv_head(results, columns));
  write("--json", json_runs(results));
  if (outputs_.wants("--csv"))
    write("--csv", csv_rows(seen_through(outputs_.view(), results), columns));
  if (outputs_.wants("--json")) add_expectations(checks), add_fits(results);
  if (outputs_.wants("--junit")) junit_.add(results, checks);
  runs_ += results.size();
}

void ResultFiles::finish() {
  if (runs_ == 0) write("--csv", csv_head({}, outputs_.view().columns));
  write("--json", kJsonBetween);
  write("--json", expectations_);
  if (!fits_.empty()) write("--json", std::string(kJsonFits) + fits_);
  write("--json", kJsonEnd);
  for (auto& [option, stream] : streams_) stream.commit();
  if (outputs_.wants("--junit")) outputs_.file("--junit").write(junit_.text());
}

void ResultFiles::write(const char* option, std::string_view text) {
  if (const auto stream = streams_.find(option); stream != streams_.end())
    stream->second.write(text);
}

void ResultFiles::add_expectations(std::vector<Check> checks) {
  if (checks.empty()) return;
  for (Check& check : checks)
    if (check.cell) *check.cell += runs_;
  if (!expectations_.empty()) expectations_ += ',';
  expectations_ += json_expectations(checks);
}

void ResultFiles::add_fits(const std::vector<RunResult>& results) {
  const std::string fits = json_fits(results);
  if (!fits_.empty() && !fits.empty()) fits_ += ',';
  fits_ += fits;
}

}  // namespace orrery
