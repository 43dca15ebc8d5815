// Runs GoogleTest on several processes: all run the same tests, process 0 prints, and a test fails
// if it fails on any of them.
#include <string>

#include <gtest/gtest.h>

#include "emu/base/check.h"
#include "tests/mpi/processes.h"

namespace orrery::testing {
namespace {

Processes* g_processes = nullptr;

std::string failures_of(const ::testing::TestResult& result) {
  std::string text;
  for (int i = 0; i < result.total_part_count(); ++i)
    if (const auto& part = result.GetTestPartResult(i); part.failed())
      text += text_of(part.file_name() != nullptr ? part.file_name() : "", ':', part.line_number(),
                      ": ", part.message(), '\n');
  return text;
}

/// The last listener of a test's end: process 0 adds the failures of the others.
class FromAll : public ::testing::EmptyTestEventListener {
  void OnTestEnd(const ::testing::TestInfo& info) override {
    const auto texts = g_processes->all(failures_of(*info.result()));
    for (std::size_t r = 1; r < texts.size(); ++r)
      if (g_processes->rank() == 0 && !texts[r].empty())
        ADD_FAILURE() << "on process " << r << ":\n" << texts[r];
  }
};

}  // namespace

Processes& processes() {
  return *g_processes;
}

}  // namespace orrery::testing

int main(int argc, char** argv) {
  ::testing::InitGoogleTest(&argc, argv);
  orrery::Processes processes(argc, argv, "mpi_test");
  orrery::testing::g_processes = &processes;
  auto& listeners = ::testing::UnitTest::GetInstance()->listeners();
  if (processes.rank() != 0) delete listeners.Release(listeners.default_result_printer());
  listeners.Append(new orrery::testing::FromAll);
  return RUN_ALL_TESTS();
}
