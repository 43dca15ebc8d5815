#include "scenarios/run/plugin/proxies.h"

#include <array>
#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "algorithms/common/placed_problem.h"
#include "algorithms/instance.h"
#include "algorithms/plugin_error.h"
#include "scenarios/run/plugin/call_server.h"
#include "scenarios/run/plugin/contained.h"
#include "scenarios/run/plugin/inside.h"
#include "scenarios/run/plugin/kept.h"
#include "scenarios/run/plugin/members.h"
#include "scenarios/run/plugin/plugin.h"

namespace orrery::inline run {
namespace {

constexpr std::size_t kMost = 64;  ///< a function that an Algorithm points to has its own number

/// Where a proxy's algorithm is.
struct Original {
  std::string library;
  std::uint32_t index = 0;
  Algorithm proxy;
};

std::vector<std::unique_ptr<Original>>& originals() {
  static std::vector<std::unique_ptr<Original>> all;
  return all;
}

std::unique_ptr<Contained> new_process(const Original& o, const Problem& x) {
  return std::make_unique<Contained>(PluginTask{o.library, o.index, x}, x.p);
}

/// A process that waits for its next request.
struct Waiting {
  std::unique_ptr<Contained> process;
  const Original* original = nullptr;
  std::optional<PlacedProblem> asked_about{};  ///< in its last request; nothing: it was a run
};
thread_local Waiting t_for_formulas, t_for_runs;
thread_local int t_conversations = 0;
thread_local bool t_shared = false;  ///< a process of this thread has served several problems
std::atomic<int> g_sharers = 0;

/// A submission must not learn from other questions: each has its own process.
bool keeps_processes() {
  return !plugin_limits().forbid_catalogue;
}

/// Returns whether processes serve several problems. A limit for all of a process's time is for one.
bool shares_processes() {
  return g_sharers > 0 && keeps_processes() && plugin_limits().altogether.count() == 0;
}

/// Returns the process that waits, if it can go on with this problem; otherwise a new one.
std::unique_ptr<Contained> take_process(Waiting& waiting, const Original& o, const Problem& x) {
  std::unique_ptr<Contained> process = std::move(waiting.process);
  if (process == nullptr) return new_process(o, x);
  if (waiting.original == &o && waiting.asked_about == PlacedProblem(x)) return process;
  if (!shares_processes() || waiting.original->library != o.library ||
      !process->turn_to({o.library, o.index, x}, x.p))
    return new_process(o, x);
  t_shared = true;
  return process;
}

/// Requests after a run must not know about it.
Waiting& for_runs() {
  return shares_processes() ? t_for_runs : t_for_formulas;
}

/// Requests a formula. Does not ask a process that has failed before.
MailReader ask_formula(std::size_t number, const TaskRequest& request, const Problem& x) {
  const auto text = [&](const char* what) {
    return fmt::format("a formula for p = {} and {} elements: {}", x.p, x.count, what);
  };
  try {
    const Original& original = *originals()[number];
    std::unique_ptr<Contained> process = take_process(t_for_formulas, original, x);
    MailReader mail = std::move(process->ask(request).mail);
    if (keeps_processes() && (t_conversations > 0 || shares_processes()))
      t_for_formulas = {std::move(process), &original, PlacedProblem(x)};
    return mail;
  } catch (const PluginError& e) {
    throw PluginError(e.kind(), text(e.what()));
  } catch (const PluginRefusal& e) {
    throw PluginError(PluginError::Kind::kCrashed, text(e.what()));
  }
}

std::int64_t ask_number(std::size_t number, Question question, const Problem& x) {
  return ask_formula(number, {.question = question}, x).get<std::int64_t>();
}

std::optional<std::string> ask_unsupported(std::size_t number, const Problem& x) {
  MailReader mail = ask_formula(number, {.question = Question::kUnsupported}, x);
  const auto refuses = mail.get<unsigned char>();
  std::string reason = mail.text();
  return refuses == 0 ? std::nullopt : std::optional(std::move(reason));
}

RoundWords ask_words(std::size_t number, const Problem& x, int round, int rank) {
  MailReader mail =
      ask_formula(number, {.question = Question::kWords, .rank = rank, .round = round}, x);
  RoundWords words{.letters = mail.text()};
  words.sent = kept(mail.text());
  words.received = kept(mail.text());
  words.from_own = mail.get<unsigned char>() != 0;
  return words;
}

/// The functions of proxy number I.
template <std::size_t I>
struct Proxy {
  static std::int64_t rounds(const Problem& x) { return ask_number(I, Question::kRounds, x); }
  static Bytes bytes_total(const Problem& x) {
    return Bytes(ask_number(I, Question::kBytesTotal, x));
  }
  static Bytes bytes_max_rank(const Problem& x) {
    return Bytes(ask_number(I, Question::kBytesMaxRank, x));
  }
  static Time time(const Problem& x) { return Time(ask_number(I, Question::kTime, x)); }
  static int best_blocks(const Problem& x) {
    return static_cast<int>(ask_number(I, Question::kBestBlocks, x));
  }
  static int best_radix(const Problem& x) {
    return static_cast<int>(ask_number(I, Question::kBestRadix, x));
  }
  static std::optional<std::string> unsupported(const Problem& x) { return ask_unsupported(I, x); }
  static RoundWords words(const Problem& x, int round, int rank) {
    return ask_words(I, x, round, rank);
  }
};

/// Throws: only the program that contained_program() makes is run.
void not_here(Comm&, const Call&) {
  throw LogicError("the code of a plug-in was to run in this process");
}

template <std::size_t I>
constexpr Algorithm functions_of() {
  Algorithm a{};
  a.run = not_here;
  a.unsupported = Proxy<I>::unsupported;
  a.best_blocks = Proxy<I>::best_blocks;
  a.best_radix = Proxy<I>::best_radix;
  a.words = Proxy<I>::words;
  a.rounds = Proxy<I>::rounds;
  a.bytes_total = Proxy<I>::bytes_total;
  a.bytes_max_rank = Proxy<I>::bytes_max_rank;
  a.time = Proxy<I>::time;
  return a;
}

template <std::size_t... I>
constexpr auto all_functions(std::index_sequence<I...>) {
  return std::array<Algorithm, sizeof...(I)>{functions_of<I>()...};
}
constexpr auto kFunctions = all_functions(std::make_index_sequence<kMost>());

/// Sets formulas of an algorithm that promises nothing; its code is not called.
void promise_nothing(Algorithm& a) {
  if (a.rounds != nullptr) a.rounds = [](const Problem&) -> std::int64_t { return 0; };
  for (auto* bytes : {&a.bytes_total, &a.bytes_max_rank})
    if (*bytes != nullptr) *bytes = [](const Problem&) { return Bytes(0); };
  if (a.time != nullptr) a.time = [](const Problem&) { return Time(0); };
}

/// Reads what describes an algorithm, and keeps only those functions that it has.
struct GetDescribed {
  MailReader& mail;

  void operator()(std::string_view& text) { text = kept(mail.text()); }
  void operator()(bool& fact) { fact = mail.get<unsigned char>() != 0; }
  void operator()(Ranks& ranks) {
    ranks = one_of<Ranks>(Ranks::kHamiltonian, "needs_ranks is none of Ranks");
  }
  void operator()(Reproducible& promise) {
    promise =
        one_of<Reproducible>(Reproducible::kOrderOfRanks, "reproducible is none of Reproducible");
  }
  template <class F>
  void operator()(Function<F>& function) {
    if (mail.get<unsigned char>() == 0) function = nullptr;
  }

 private:
  template <class E>
  E one_of(E last, const char* otherwise) const {
    const auto number = mail.get<int>();
    if (number < 0 || number > static_cast<int>(last))
      throw PluginRefusal(std::string("has an algorithm whose ") + otherwise);
    return static_cast<E>(number);
  }
};

Algorithm described(MailReader& mail, const Algorithm& functions) {
  Algorithm a = functions;
  visit_described(a, GetDescribed{mail});
  if (mail.get<unsigned char>() != 0) a.run = not_here;  // a choice, which is made elsewhere
  if (a.formula.empty()) promise_nothing(a);
  return a;
}

/// An algorithm of a plug-in with its problem. Its code runs in another process; its calls count here.
class ContainedProgram : public Instance {
 public:
  ContainedProgram(const Original& original, const Problem& x)
      : Instance(original.proxy, x), original_(original), problem_(x) {}

  ~ContainedProgram() override { end_run(); }

  void begin(bool has_content) const override {
    end_run();
    run_ = std::make_unique<Run>(take_process(for_runs(), original_, problem_), has_content);
  }
  void run(Comm& c, Slice v) const override { run_->replay.run(c, v); }
  std::string printed() const override { return run_ ? run_->process->printed() : ""; }

 private:
  struct Run {
    Run(std::unique_ptr<Contained> that_runs, bool has_content)
        : process(std::move(that_runs)), replay(*process, has_content) {}
    std::unique_ptr<Contained> process;
    CallServer replay;
  };

  /// Keeps the process if all ranks have ended, so that nothing of the run is left in it.
  void end_run() const {
    if (run_ && run_->replay.ended() == problem_.p && shares_processes())
      t_for_runs = {std::move(run_->process), &original_};
    run_.reset();
  }

  const Original& original_;
  const Problem& problem_;
  mutable std::unique_ptr<Run> run_;
};

}  // namespace

PluginConversation::PluginConversation() {
  ++t_conversations;
  if (!shares_processes()) t_for_formulas = {};
}

PluginConversation::~PluginConversation() {
  --t_conversations;
  if (!shares_processes()) t_for_formulas = {};
}

SharedPluginProcesses::SharedPluginProcesses() {
  ++g_sharers;
}

SharedPluginProcesses::~SharedPluginProcesses() {
  --g_sharers;
  end();
}

bool SharedPluginProcesses::end() {
  t_for_formulas = {}, t_for_runs = {};
  return std::exchange(t_shared, false);
}

std::vector<const Algorithm*> proxies_for(const std::filesystem::path& library) {
  const PluginTask task{.library = library.string()};
  MailReader mail = std::move(Contained(task).ask({.question = Question::kAlgorithms}).mail);
  std::vector<const Algorithm*> proxies;
  const auto count = mail.get<std::uint32_t>();
  auto& all = originals();
  if (count > kMost - all.size())
    throw PluginRefusal(
        fmt::format("has {} algorithms; all plug-ins together may have {}", count, kMost));
  for (std::uint32_t i = 0; i < count; ++i) {
    all.push_back(std::make_unique<Original>(
        Original{library.string(), i, described(mail, kFunctions[all.size()])}));
    proxies.push_back(&all.back()->proxy);
  }
  return proxies;
}

std::unique_ptr<Program> contained_program(const Algorithm& proxy, const Problem& x) {
  for (const auto& original : originals())
    if (&original->proxy == &proxy) return std::make_unique<ContainedProgram>(*original, x);
  throw LogicError("no plug-in's algorithm");
}

}  // namespace orrery::inline run
