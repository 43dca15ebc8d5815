#include <iterator>

#include <fmt/format.h>

#include "scenarios/formats/goal/goal.h"

namespace orrery::inline formats {
namespace {

using TaskKind = Operation::Kind;

void write_operation(std::string& out, std::size_t label, const Operation& o) {
  const auto to = std::back_inserter(out);
  if (o.kind == TaskKind::kCompute)
    fmt::format_to(to, "l{}: calc {}", label, (o.amount + 500) / 1000);
  else
    fmt::format_to(to, "l{}: {} {}b {} {} tag {}", label,
                   o.kind == TaskKind::kSend ? "send" : "recv", o.amount,
                   o.kind == TaskKind::kSend ? "to" : "from", o.peer,
                   static_cast<std::uint32_t>(o.tag));
  if (o.processor != 0) fmt::format_to(to, " cpu {}", o.processor);
  out += '\n';
}

}  // namespace

std::string goal_text(const Schedule& graph) {
  std::string out = fmt::format("num_ranks {}\n", graph.ranks.size());
  for (std::size_t r = 0; r < graph.ranks.size(); ++r) {
    const RankSchedule& tasks = graph.ranks[r];
    fmt::format_to(std::back_inserter(out), "\nrank {} {{\n", r);
    for (std::size_t i = 0; i < tasks.operations.size(); ++i)
      write_operation(out, i + 1, tasks.operations[i]);
    for (const Requirement& q : tasks.requirements)
      fmt::format_to(std::back_inserter(out), "l{} {} l{}\n", q.later + 1,
                     q.only_begun ? "irequires" : "requires", q.earlier + 1);
    out += "}\n";
  }
  return out;
}

}  // namespace orrery::inline formats
