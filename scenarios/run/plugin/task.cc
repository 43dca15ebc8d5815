#include "scenarios/run/plugin/task.h"

#include <optional>
#include <span>

#include "algorithms/instance.h"
#include "scenarios/run/plugin/host.h"
#include "scenarios/run/plugin/inside.h"
#include "scenarios/run/plugin/limits.h"
#include "scenarios/run/plugin/members.h"
#include "scenarios/run/plugin/plugin_library.h"
#include "scenarios/run/plugin/remote_ranks.h"

namespace orrery::inline run {
namespace {

using Algorithms = std::span<const Algorithm* const>;

const Algorithm& algorithm_of(const PluginTask& task, Algorithms all) {
  if (task.index >= all.size()) throw PluginRefusal("has another number of algorithms now");
  return *all[task.index];
}

/// Writes what describes an algorithm; of a function, whether there is one.
struct PutDescribed {
  MailWriter& mail;

  void operator()(std::string_view text) { mail.put(text); }
  void operator()(bool fact) { mail.put(fact); }
  void operator()(Ranks ranks) { mail.put(static_cast<int>(ranks)); }
  void operator()(Reproducible promise) { mail.put(static_cast<int>(promise)); }
  template <class F>
  void operator()(const Function<F>& function) {
    mail.put(function != nullptr);
  }
};

/// Writes all members that are fixed.
void describe(MailWriter& mail, const Algorithm& a) {
  visit_described(a, PutDescribed{mail});
  mail.put(a.choice != nullptr);
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
    case Question::kBestRadix:
      return a.best_radix(x);
    default:
      throw PluginRefusal("was asked what has no answer");
  }
}

void answer(MailWriter& mail, const TaskRequest& asked, const PluginTask& task, Algorithms all) {
  if (asked.question == Question::kAlgorithms) return put_algorithms(mail, all);
  const Algorithm& a = algorithm_of(task, all);
  if (asked.question == Question::kUnsupported)
    return put_unsupported(mail, a.unsupported(task.problem));
  if (asked.question == Question::kWords)
    return put_words(mail, a.words(task.problem, asked.round, asked.rank));
  mail.put(number(asked.question, a, task.problem));
}

/// Runs the ranks. An algorithm that stands for the better of several runs it itself.
void run_ranks(Mailbox& box, const Algorithm& a, const Problem& x) {
  const Instance instance(a, x);
  serve_ranks(box, x.p, [&](Comm& c, Slice v) { instance.run(c, v); });
}

struct PutMember {
  MailWriter& mail;

  template <class T>
  void operator()(const T& value) {
    mail.put(value);
  }
  template <class T>
  void operator()(const std::vector<T>& list) {
    mail.put(std::span<const T>(list));
  }
  void operator()(const std::string& text) { mail.put(std::string_view(text)); }
  void operator()(const std::vector<std::vector<int>>& lists) {
    mail.put(static_cast<std::uint32_t>(lists.size()));
    for (const std::vector<int>& list : lists) (*this)(list);
  }
};

/// Reads what PutMember wrote.
struct GetMember {
  MailReader& mail;

  template <class T>
  void operator()(T& value) {
    value = mail.get<T>();
  }
  template <class T>
  void operator()(std::vector<T>& list) {
    list = mail.list<T>();
  }
  void operator()(std::string& text) { text = mail.text(); }
  void operator()(std::vector<std::vector<int>>& lists) {
    lists.clear();
    for (auto left = mail.get<std::uint32_t>(); left > 0; --left) lists.push_back(mail.list<int>());
  }
};

}  // namespace

void do_task(Mailbox& box, PluginTask task) {
  const Algorithms all = open_library(task.library, plugin_limits().forbid_catalogue);
  for (;; next_request(box)) {
    if (box.request.question == Question::kRun)
      run_ranks(box, algorithm_of(task, all), task.problem);
    const TaskRequest asked = box.request;
    if (asked.question == Question::kTask) task = take_orders(box).task;
    MailWriter mail(box);
    if (asked.question != Question::kTask) answer(mail, asked, task, all);
    mail.commit();
  }
}

void put(MailWriter& mail, const PluginTask& task) {
  mail.put(std::string_view(task.library));
  mail.put(task.index);
  visit_members(task.problem, PutMember{mail});
  const Network* network = plugin_limits().forbid_catalogue ? nullptr : task.problem.network;
  mail.put(network != nullptr);
  if (network == nullptr) return;
  mail.put(std::string_view(network->topology->spec()));
  visit_network(*network, PutMember{mail});
}

PluginTask get_task(MailReader& mail) {
  PluginTask task;
  task.library = mail.text();
  task.index = mail.get<std::uint32_t>();
  visit_members(task.problem, GetMember{mail});
  if (mail.get<unsigned char>() == 0) return task;
  Network network;
  network.topology = make_topology(mail.text());
  visit_network(network, GetMember{mail});
  task.network = std::make_shared<const Network>(std::move(network));
  task.problem.network = task.network.get();
  return task;
}

}  // namespace orrery::inline run
