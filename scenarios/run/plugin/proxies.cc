#include "scenarios/run/plugin/proxies.h"

#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "algorithms/instance.h"
#include "algorithms/plugin_error.h"
#include "scenarios/run/plugin/contained.h"
#include "scenarios/run/plugin/inside.h"
#include "scenarios/run/plugin/kept.h"
#include "scenarios/run/plugin/library.h"
#include "scenarios/run/plugin/remote_ranks.h"
#include "scenarios/run/plugin/replay.h"

namespace orrery {
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

/// Inside: the algorithm itself.
const Algorithm& opened(const Original& o) {
  const auto algorithms = open_library(o.library, plugin_limits().forbid_catalogue);
  if (o.index >= algorithms.size()) throw PluginRefusal("has another number of algorithms now");
  return *algorithms[o.index];
}

using Write = std::function<void(MailWriter&, const Algorithm&)>;

/// Asks a formula; `write` puts what it says.
MailReader ask_formula(std::size_t number, const Problem& x, const Write& write) {
  const Original& o = *originals()[number];
  const auto text = [&](const char* what) {
    return fmt::format("a formula for p = {} and {} elements: {}", x.p, x.count, what);
  };
  try {
    return ask_contained([&](MailWriter& mail) { write(mail, opened(o)); });
  } catch (const PluginError& e) {
    throw PluginError(e.kind(), text(e.what()));
  } catch (const PluginRefusal& e) {
    throw PluginError(PluginError::Kind::kCrashed, text(e.what()));
  }
}

std::int64_t ask_number(std::size_t number, const Problem& x,
                        std::int64_t (*get)(const Algorithm&, const Problem&)) {
  return ask_formula(number, x, [&](MailWriter& m, const Algorithm& a) { m.put(get(a, x)); })
      .get<std::int64_t>();
}

std::optional<std::string> ask_unsupported(std::size_t number, const Problem& x) {
  MailReader mail = ask_formula(number, x, [&](MailWriter& m, const Algorithm& a) {
    const std::optional<std::string> reason = a.unsupported(x);
    m.put(reason.has_value());
    m.put(std::string_view(reason ? *reason : ""));
  });
  const auto refuses = mail.get<unsigned char>();
  std::string reason = mail.text();
  return refuses == 0 ? std::nullopt : std::optional(std::move(reason));
}

RoundWords ask_words(std::size_t number, const Problem& x, int round, int rank) {
  MailReader mail = ask_formula(number, x, [&](MailWriter& m, const Algorithm& a) {
    const RoundWords w = a.words(x, round, rank);
    for (const std::string_view text : {std::string_view(w.letters), w.sent, w.received})
      m.put(text);
    m.put(w.from_own);
  });
  RoundWords words{.letters = mail.text()};
  words.sent = kept(mail.text());
  words.received = kept(mail.text());
  words.from_own = mail.get<unsigned char>() != 0;
  return words;
}

/// The functions of proxy number I.
template <std::size_t I>
struct Proxy {
  static std::int64_t rounds(const Problem& x) {
    return ask_number(I, x, [](const Algorithm& a, const Problem& y) { return a.rounds(y); });
  }
  static Bytes bytes_total(const Problem& x) {
    return Bytes(ask_number(
        I, x, [](const Algorithm& a, const Problem& y) { return a.bytes_total(y).count(); }));
  }
  static Bytes bytes_max_rank(const Problem& x) {
    return Bytes(ask_number(
        I, x, [](const Algorithm& a, const Problem& y) { return a.bytes_max_rank(y).count(); }));
  }
  static Time time(const Problem& x) {
    return Time(ask_number(I, x, [](const Algorithm& a, const Problem& y) -> std::int64_t {
      return a.time(y).count();
    }));
  }
  static int best_blocks(const Problem& x) {
    return static_cast<int>(ask_number(
        I, x,
        [](const Algorithm& a, const Problem& y) -> std::int64_t { return a.best_blocks(y); }));
  }
  static std::optional<std::string> unsupported(const Problem& x) { return ask_unsupported(I, x); }
  static RoundWords words(const Problem& x, int round, int rank) {
    return ask_words(I, x, round, rank);
  }
};

/// Only the program that contained_program() makes is run.
void not_here(Comm&, const Call&) {
  throw LogicError("the code of a plug-in was to run in this process");
}

template <std::size_t I>
constexpr Algorithm functions_of() {
  Algorithm a{};
  a.run = not_here;
  a.unsupported = Proxy<I>::unsupported;
  a.best_blocks = Proxy<I>::best_blocks;
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

/// Calls `visit` with each member that is a text, a fact, or whether there is a function.
template <typename A, typename Visit>
void visit_texts(A& a, Visit visit) {
  for (auto* text : {&a.collective, &a.name, &a.summary, &a.reference, &a.formula}) visit(*text);
}
template <typename A, typename Visit>
void visit_facts(A& a, Visit visit) {
  for (auto* fact :
       {&a.needs_commutative, &a.needs_coordinates, &a.pipelined, &a.skipped, &a.among_neighbors})
    visit(*fact);
}
template <typename A, typename Visit>
void visit_functions(A& a, Visit visit) {
  visit(a.run), visit(a.unsupported), visit(a.best_blocks), visit(a.words), visit(a.rounds);
  visit(a.bytes_total), visit(a.bytes_max_rank), visit(a.time);
}

/// Inside: all that is fixed. An algorithm that stands for the better of several runs it itself.
void describe(MailWriter& mail, Algorithm a) {
  if (a.choice != nullptr) a.run = not_here;
  visit_texts(a, [&](std::string_view text) { mail.put(text); });
  visit_facts(a, [&](bool fact) { mail.put(fact); });
  visit_functions(a, [&](auto* function) { mail.put(function != nullptr); });
  mail.put(static_cast<int>(a.needs_ranks));
}

Algorithm described(MailReader& mail, const Algorithm& functions) {
  Algorithm a = functions;
  visit_texts(a, [&](std::string_view& text) { text = kept(mail.text()); });
  visit_facts(a, [&](bool& fact) { fact = mail.get<unsigned char>() != 0; });
  visit_functions(a, [&](auto*& function) {
    if (mail.get<unsigned char>() == 0) function = nullptr;
  });
  const auto ranks = mail.get<int>();
  if (ranks < 0 || ranks > static_cast<int>(Ranks::kHamiltonian))
    throw PluginRefusal("has an algorithm whose needs_ranks is none of Ranks");
  a.needs_ranks = static_cast<Ranks>(ranks);
  return a;
}

/// An algorithm of a plug-in with the problem it runs. Its code runs elsewhere; what it did counts here.
class ContainedProgram : public Instance {
 public:
  ContainedProgram(const Original& original, const Problem& x)
      : Instance(original.proxy, x), original_(original), problem_(x) {}

  void begin() const override {
    run_.emplace(
        [this](Mailbox& box) {
          const Instance instance(opened(original_), problem_);
          serve_ranks(box, problem_.p, [&](Comm& c, Slice v) { instance.run(c, v); });
        },
        problem_.p);
  }
  void run(Comm& c, Slice v) const override { run_->replay.run(c, v); }
  std::string printed() const override { return run_ ? run_->process.printed() : ""; }

 private:
  struct Run {
    Run(const std::function<void(Mailbox&)>& code, int ranks)
        : process(code, ranks), replay(process) {}
    Contained process;
    Replay replay;
  };

  const Original& original_;
  const Problem& problem_;
  mutable std::optional<Run> run_;
};

}  // namespace

std::vector<const Algorithm*> proxies_for(const std::filesystem::path& library) {
  MailReader mail = ask_contained([&](MailWriter& m) {
    const auto algorithms = open_library(library.string(), plugin_limits().forbid_catalogue);
    m.put(static_cast<std::uint32_t>(algorithms.size()));
    for (const Algorithm* a : algorithms) describe(m, *a);
  });
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

}  // namespace orrery
