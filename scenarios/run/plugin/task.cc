#include "scenarios/run/plugin/task.h"

#include <optional>
#include <span>

#include "algorithms/instance.h"
#include "scenarios/run/plugin/inside.h"
#include "scenarios/run/plugin/library.h"
#include "scenarios/run/plugin/limits.h"
#include "scenarios/run/plugin/members.h"
#include "scenarios/run/plugin/remote_ranks.h"

namespace orrery {
namespace {

using Algorithms = std::span<const Algorithm* const>;

const Algorithm& algorithm_of(const PluginTask& task, Algorithms all) {
  if (task.index >= all.size()) throw PluginRefusal("has another number of algorithms now");
  return *all[task.index];
}

/// All that is fixed.
void describe(MailWriter& mail, const Algorithm& a) {
  visit_texts(a, [&](std::string_view text) { mail.put(text); });
  visit_facts(a, [&](bool fact) { mail.put(fact); });
  visit_functions(a, [&](const auto& function) { mail.put(function != nullptr); });
  mail.put(a.choice != nullptr);
  mail.put(static_cast<int>(a.needs_ranks));
}

void put_algorithms(MailWriter& mail, Algorithms all) {
  mail.put(static_cast<std::uint32_t>(all.size()));
  for (const Algorithm* a : all) describe(mail, *a);
}

void put_unsupported(MailWriter& mail, const std::optional<std::string>& reason) {
  mail.put(reason.has_value());
  mail.put(std::string_view(reason ? *reason : ""));
}

void put_words(MailWriter& mail, const RoundWords& w) {
  for (const std::string_view text : {std::string_view(w.letters), w.sent, w.received})
    mail.put(text);
  mail.put(w.from_own);
}

std::int64_t number(Question question, const Algorithm& a, const Problem& x) {
  switch (question) {
    case Question::kRounds:
      return a.rounds(x);
    case Question::kBytesTotal:
      return a.bytes_total(x).count();
    case Question::kBytesMaxRank:
      return a.bytes_max_rank(x).count();
    case Question::kTime:
      return a.time(x).count();
    case Question::kBestBlocks:
      return a.best_blocks(x);
    default:
      throw PluginRefusal("was asked what has no answer");
  }
}

void answer(MailWriter& mail, const PluginTask& task, Algorithms all) {
  if (task.question == Question::kAlgorithms) return put_algorithms(mail, all);
  const Algorithm& a = algorithm_of(task, all);
  if (task.question == Question::kUnsupported)
    return put_unsupported(mail, a.unsupported(task.problem));
  if (task.question == Question::kWords)
    return put_words(mail, a.words(task.problem, task.round, task.rank));
  mail.put(number(task.question, a, task.problem));
}

/// An algorithm that stands for the better of several runs it itself.
[[noreturn]] void run_ranks(Mailbox& box, const Algorithm& a, const Problem& x) {
  const Instance instance(a, x);
  serve_ranks(box, x.p, [&](Comm& c, Slice v) { instance.run(c, v); });
}

template <class T>
std::span<const T> span_of(const std::vector<T>& list) {
  return list;
}

void put_problem(MailWriter& mail, const Problem& x) {
  mail.put(x.p), mail.put(x.root), mail.put(x.count), mail.put(x.element_bytes);
  mail.put(span_of(x.sizes)), mail.put(span_of(x.skips));
  mail.put(x.blocks), mail.put(x.commutative);
  mail.put(span_of(x.dims)), mail.put(std::string_view(x.no_dims));
  mail.put(span_of(x.grid)), mail.put(x.periodic), mail.put(x.neighborhood);
  mail.put(x.order), mail.put(x.cost.alpha), mail.put(x.cost.beta), mail.put(x.cost.gamma);
}

Problem get_problem(MailReader& mail) {
  Problem x;
  x.p = mail.get<int>(), x.root = mail.get<int>();
  x.count = mail.get<std::int64_t>(), x.element_bytes = mail.get<std::uint32_t>();
  x.sizes = mail.list<std::int64_t>(), x.skips = mail.list<int>();
  x.blocks = mail.get<int>(), x.commutative = mail.get<bool>();
  x.dims = mail.list<int>(), x.no_dims = mail.text();
  x.grid = mail.list<int>(), x.periodic = mail.get<bool>();
  x.neighborhood = mail.get<Neighborhood>();
  x.order = mail.get<Order>(), x.cost.alpha = mail.get<Time>();
  x.cost.beta = mail.get<CostPerByte>(), x.cost.gamma = mail.get<CostPerByte>();
  return x;
}

}  // namespace

void do_task(Mailbox& box, const PluginTask& task) {
  const Algorithms all = open_library(task.library, plugin_limits().forbid_catalogue);
  if (task.question == Question::kRun) run_ranks(box, algorithm_of(task, all), task.problem);
  MailWriter mail(box);
  answer(mail, task, all);
  mail.commit();
}

void put(MailWriter& mail, const PluginTask& task) {
  mail.put(std::string_view(task.library));
  mail.put(task.question), mail.put(task.index);
  put_problem(mail, task.problem);
  mail.put(task.round), mail.put(task.rank);
}

PluginTask get_task(MailReader& mail) {
  PluginTask task;
  task.library = mail.text();
  task.question = mail.get<Question>(), task.index = mail.get<std::uint32_t>();
  task.problem = get_problem(mail);
  task.round = mail.get<int>(), task.rank = mail.get<int>();
  return task;
}

}  // namespace orrery
