#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <limits>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "emu/base/letters.h"
#include "emu/base/nearest.h"
#include "scenarios/formats/goal/goal.h"
#include "scenarios/formats/goal/labels.h"
#include "scenarios/formats/schedule_error.h"
#include "scenarios/spec/schedule_format.h"
#include "scenarios/text/text_file.h"

namespace orrery::inline formats {
namespace {

using TaskKind = Operation::Kind;

constexpr bool is_word_start(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

/// The characters that words and numbers consist of.
enum CharKind : std::uint8_t { kOther = 0, kDigit = 1, kLetter = 2 };
constexpr auto kCharKinds = [] {
  std::array<std::uint8_t, 256> kinds{};
  for (char c = '0'; c <= '9'; ++c) kinds[static_cast<unsigned char>(c)] = kDigit;
  for (char c = 'A'; c <= 'z'; ++c)
    if (is_word_start(c)) kinds[static_cast<unsigned char>(c)] = kLetter;
  return kinds;
}();
constexpr unsigned kind_of(char c) {
  return kCharKinds[static_cast<unsigned char>(c)];
}

/// A piece of the text, and its line.
struct Token {
  std::string_view text;
  int line = 1;
};

/// Returns a token as an error shows it.
std::string shown(std::string_view token) {
  if (token.empty()) return "the end of the file";
  if (token == "\n") return "the end of the line";
  std::string out;
  for (const char c : token.substr(0, 40))
    out += c >= 0x20 && c < 0x7f ? std::string(1, c)
                                 : fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
  return fmt::format("'{}'", out);
}

/// A position in the text, before a token: a word, a number, another character, the end of a line ("\n") or of the file
/// (""). Skips blanks and comments.
class GoalScanner {
 public:
  GoalScanner(std::string_view text, const std::string& name)
      : name_(name), at_(text.data()), end_(at_ + text.size()) {
    skip_blanks();
  }

  int line() const { return line_; }
  [[gnu::always_inline]] bool ends() const { return at_ == end_; }
  [[gnu::always_inline]] bool ends_line() const { return ends() || *at_ == '\n'; }
  [[gnu::always_inline]] bool is_word() const { return !ends() && is_word_start(*at_); }
  bool is_number() const {
    return !ends() && (is_digit(*at_) || (*at_ == '-' && end_ - at_ > 1 && is_digit(at_[1])));
  }
  /// Returns whether `token`, a word or a character that begins no number, comes next.
  [[gnu::always_inline]] bool is(std::string_view token) const {
    const std::string_view rest(at_, static_cast<std::size_t>(end_ - at_));
    if (ends() || *at_ != token.front() || !rest.starts_with(token)) return false;
    return rest.size() == token.size() || !is_word_start(token.front()) ||
           kind_of(rest[token.size()]) == kOther;
  }
  [[gnu::always_inline]] bool take(std::string_view token) {
    const bool is_next = is(token);
    if (is_next) advance(at_ + token.size());
    return is_next;
  }
  Token token() const { return {{at_, static_cast<std::size_t>(end_of_token() - at_)}, line_}; }
  Token take() {
    const Token taken = token();
    advance(at_ + taken.text.size());
    return taken;
  }
  /// Takes a number; returns false, and stays, unless it is from 0 to `most`. REQUIRES is_number().
  [[gnu::always_inline]] bool take_number(std::int64_t& value, std::int64_t most) {
    const auto [stop, error] = std::from_chars(at_, end_, value);
    if (error != std::errc() || value < 0 || value > most) return false;
    advance(stop);
    return true;
  }
  void skip_lines() {
    for (; !ends() && *at_ == '\n'; advance(at_ + 1)) ++line_;
  }
  [[noreturn]] void fail(Fault fault, int line, const std::string& message, int rank = -1) const {
    throw ScheduleError(fault, {name_, line}, {.what = message, .whole = true}, rank);
  }
  /// Throws an error with "near": the token found instead.
  [[noreturn]] void fail_expected(std::string_view what) const {
    fail(Fault::kSyntax, line_, fmt::format("expected {}, near {}", what, shown(token().text)));
  }

 private:
  [[gnu::always_inline]] void advance(const char* to) {
    at_ = to;
    if (!ends() && *at_ == ' ') ++at_;  // often the only one
    if (!ends() && *at_ <= '/' && *at_ != '\n') skip_blanks();
  }
  const char* end_of_token() const {
    if (ends()) return at_;
    const unsigned continues = is_word()                       ? kLetter | kDigit
                               : is_digit(*at_) || *at_ == '-' ? kDigit
                                                               : 0;
    const char* p = at_ + 1;
    while (p != end_ && (kind_of(*p) & continues) != 0) ++p;
    return p;
  }

  void skip_blanks() {
    const auto is_blank = [](char c) { return c == ' ' || c == '\t' || c == '\r'; };
    do {
      while (!ends() && is_blank(*at_)) ++at_;
    } while (!ends() && *at_ == '/' && skip_comment());
  }

  /// Returns whether there was a comment.
  bool skip_comment() {
    const std::string_view rest(at_, static_cast<std::size_t>(end_ - at_));
    if (rest.starts_with("//")) {
      at_ += std::min(rest.find('\n'), rest.size());
      return true;
    }
    if (!rest.starts_with("/*")) return false;
    const std::size_t end = rest.find("*/", 2);
    if (end == std::string_view::npos)
      fail(Fault::kSyntax, line_, "this comment has no end; expected */ after it");
    line_ += static_cast<int>(std::ranges::count(rest.substr(0, end), '\n'));
    at_ += end + 2;
    return true;
  }

  const std::string& name_;
  const char* at_;
  const char* end_;
  int line_ = 1;
};

class GoalReader {
 public:
  GoalReader(std::string_view text, const std::string& name)
      : size_(text.size()), scanner_(text, name) {}

  Schedule read() {
    scanner_.skip_lines();
    expect("num_ranks", "num_ranks and a number, with which a schedule in GOAL begins");
    read_number_of_ranks();
    for (scanner_.skip_lines(); !scanner_.ends(); scanner_.skip_lines()) read_rank();
    if (begun_ <= last_rank())
      scanner_.fail(Fault::kStructure, scanner_.line(),
                    fmt::format("rank {} is missing; expected a block for each of {} ranks", begun_,
                                graph_.ranks.size()),
                    begun_);
    try {
      graph_.complete();
    } catch (const InvalidSchedule& e) {
      const auto& lines = graph_.ranks[static_cast<std::size_t>(e.rank())].lines;
      scanner_.fail(e.fault(), lines[static_cast<std::size_t>(e.operation())],
                    fmt::format("rank {}: {}", e.rank(), e.what()), e.rank());
    }
    return std::move(graph_);
  }

 private:
  static constexpr std::size_t kShortestBlock = 9;  ///< "rank 0 {}"

  [[gnu::always_inline]] void expect(std::string_view token, std::string_view what) {
    if (!scanner_.take(token)) scanner_.fail_expected(what);
  }
  void end_line(std::string_view otherwise) {
    if (!scanner_.ends_line() && !scanner_.is("}")) scanner_.fail_expected(otherwise);
  }

  /// Throws an error within a block.
  [[noreturn]] void fail(Fault fault, int line, const std::string& message) const {
    scanner_.fail(fault, line, message, begun_ - 1);
  }

  std::int64_t number(std::string_view what, std::int64_t most, Fault fault = Fault::kAttribute) {
    if (!scanner_.is_number()) scanner_.fail_expected(what);
    std::int64_t value = 0;
    if (!scanner_.take_number(value, most))
      fail(fault, scanner_.line(),
           fmt::format("{} is out of range; expected {}, 0 to {}", scanner_.token().text, what,
                       most));
    return value;
  }

  void read_number_of_ranks() {
    const int line = scanner_.line();
    const std::int64_t n =
        number("the number of ranks", std::numeric_limits<int>::max(), Fault::kStructure);
    end_line("the end of the line after the number of ranks");
    if (n == 0) scanner_.fail(Fault::kStructure, line, "num_ranks is 0; expected at least 1");
    if (n > static_cast<std::int64_t>(size_ / kShortestBlock + 1))
      scanner_.fail(
          Fault::kStructure, line,
          fmt::format(
              "num_ranks is {}, but the file is too short for a block for each; expected more", n));
    graph_.ranks.resize(static_cast<std::size_t>(n));
  }

  int last_rank() const { return static_cast<int>(graph_.ranks.size()) - 1; }

  void read_rank() {
    const int line = scanner_.line();
    expect("rank", "rank, its number and {");
    const std::int64_t rank = number("a rank", last_rank(), Fault::kStructure);
    if (rank != begun_)
      scanner_.fail(
          Fault::kStructure, line,
          begun_ > last_rank()
              ? fmt::format("rank {} has a block already; expected one for each rank", rank)
              : fmt::format("the block of rank {}; expected that of rank {}: blocks are "
                            "in the order of ranks",
                            rank, begun_));
    ++begun_;
    expect("{", "{ after the rank");
    labels_.clear();
    if (rank > 0) make_room(graph_.ranks[static_cast<std::size_t>(rank - 1)]);
    for (scanner_.skip_lines(); !scanner_.take("}"); scanner_.skip_lines()) {
      if (scanner_.ends())
        fail(Fault::kSyntax, scanner_.line(),
             fmt::format("the file ends within rank {}, whose block begins in line "
                         "{}; expected }}",
                         rank, line));
      read_item(line);
    }
  }

  /// Makes room for as much as the rank before has, as ranks are often identical.
  void make_room(const RankSchedule& before) {
    constexpr std::size_t kMost = 128;  // of each of many ranks
    tasks().operations.reserve(std::min(before.operations.size(), kMost));
    tasks().lines.reserve(std::min(before.lines.size(), kMost));
    tasks().requirements.reserve(std::min(before.requirements.size(), kMost));
  }

  RankSchedule& tasks() { return graph_.ranks[static_cast<std::size_t>(begun_ - 1)]; }

  /// Reads an item; `begin` is the line in which the block of the rank begins.
  void read_item(int begin) {
    constexpr std::string_view kItem =
        "an operation (send, recv or calc, with or without a label), or label requires label";
    if (!scanner_.is_word()) scanner_.fail_expected(kItem);
    if (is_operation()) return read_operation();
    const Token first = scanner_.take();
    if (first.text == "rank" && scanner_.is_number())
      fail(Fault::kSyntax, first.line,
           fmt::format("the block of rank {}, which begins in line {}, has no end; "
                       "expected }} before the next one",
                       begun_ - 1, begin));
    if (scanner_.take(":")) {
      if (const std::int32_t* const same = labels_.find(first.text))
        fail(Fault::kStructure, first.line,
             fmt::format("label {} is in line {} already; expected another one "
                         "within rank {}",
                         first.text, tasks().lines[static_cast<std::size_t>(*same)], begun_ - 1));
      labels_.add({first.text, static_cast<std::int32_t>(tasks().operations.size())});
      if (!is_operation())
        scanner_.fail_expected(fmt::format("send, recv or calc after the label{}",
                                           did_you_mean(scanner_.token().text, kOperations)));
      return read_operation();
    }
    read_requirement(first);
  }

  bool is_operation() const {
    return scanner_.is("send") || scanner_.is("recv") || scanner_.is("calc");
  }

  void read_requirement(const Token& label) {
    const bool only_begun = !scanner_.take("requires");
    if (only_begun && !scanner_.take("irequires"))
      scanner_.fail_expected(fmt::format("':', requires or irequires after {}", label.text));
    if (!scanner_.is_word()) scanner_.fail_expected("a label");
    const Token earlier = scanner_.take();
    end_line("the end of the line after the label");
    tasks().requirements.push_back({known(label), known(earlier), only_begun});
  }

  std::int32_t known(const Token& label) const {
    if (const std::int32_t* const found = labels_.find(label.text)) return *found;
    std::vector<std::string_view> names;
    if (labels_.all().size() < 1000)
      for (const Labels::Label& l : labels_.all()) names.push_back(l.name);
    std::ranges::sort(names);
    fail(Fault::kDependency, label.line,
         fmt::format("rank {} has no operation with the label {} so far; expected one{}",
                     begun_ - 1, label.text, did_you_mean(label.text, names)));
  }

  void read_operation() {
    const int line = scanner_.line();
    Operation o;
    o.kind = scanner_.take("send")   ? TaskKind::kSend
             : scanner_.take("recv") ? TaskKind::kReceive
                                     : (scanner_.take(), TaskKind::kCompute);
    if (o.kind == TaskKind::kCompute) {
      constexpr std::int64_t kMost = (std::int64_t{1} << 62) / 1000;
      o.amount = 1000 * number("the nanoseconds of a calc", kMost);
    } else {
      read_message(o);
    }
    read_places(o);
    tasks().operations.push_back(o);
    tasks().lines.push_back(line);
  }

  void read_message(Operation& o) {
    const bool sends = o.kind == TaskKind::kSend;
    o.amount = number("the size of a message, such as 1024b", std::int64_t{1} << 62);
    expect("b", "b (for bytes) after the size");
    sends ? expect("to", "to and a rank") : expect("from", "from and a rank");
    if (!sends) refuse_wildcard(Fault::kPeer, "a receive from any rank");
    o.peer = static_cast<std::int32_t>(number(
        sends ? "the rank to send to" : "the rank to receive from", last_rank(), Fault::kPeer));
    if (!scanner_.take("tag")) return;
    refuse_wildcard(Fault::kAttribute, "any tag");
    constexpr std::int64_t kMost = std::numeric_limits<std::uint32_t>::max() - 1;  // then any tag
    o.tag = static_cast<std::int32_t>(static_cast<std::uint32_t>(number("a tag", kMost)));
  }

  void refuse_wildcard(Fault fault, std::string_view what) const {
    if (scanner_.token().text == "-1")
      fail(fault, scanner_.line(),
           fmt::format("{} (-1) is not possible here: which message matches must not "
                       "depend on time; expected a number",
                       what));
  }

  void read_places(Operation& o) {
    if (scanner_.take("cpu")) o.processor = static_cast<std::uint8_t>(number("a cpu", 255));
    if (o.kind != TaskKind::kCompute && scanner_.take("nic")) number("a nic", 255);
    end_line(o.kind == TaskKind::kCompute ? "cpu, or the end of the line after a calc"
                                          : "tag, cpu, nic or the end of the line");
  }

  static constexpr std::string_view kOperations[] = {"send", "recv", "calc"};

  std::size_t size_;
  GoalScanner scanner_;
  Schedule graph_;
  int begun_ = 0;  // blocks of ranks
  Labels labels_;  // of the rank so far
};

/// Returns whether its first word, after blanks and comments, is num_ranks, or its name ends with
/// .goal: then other contents are a fault, except the binary form, which begins with a byte that is
/// not text.
bool begins_as_goal(const std::filesystem::path& path, std::string_view beginning) {
  if (path.extension() == ".goal" && beginning.find('\0') == beginning.npos) return true;
  const std::string nameless;
  try {
    GoalScanner scanner(beginning, nameless);
    scanner.skip_lines();
    return scanner.is("num_ranks");
  } catch (const InputError&) {
    return false;  // a comment without end
  }
}

Schedule read_goal_file(const std::filesystem::path& path) {
  return read_goal(read_file(path, "a schedule file"), path.string());
}

}  // namespace

extern const ScheduleFormat goal_format{.name = "goal",
                                        .recognises = begins_as_goal,
                                        .read = read_goal_file,
                                        .write = goal_text,
                                        .ending = ".goal",
                                        .summary = "the schedule in GOAL, as LogGOPSim reads it"};

Schedule read_goal(std::string_view text, const std::string& name) {
  return GoalReader(text, name).read();
}

}  // namespace orrery::inline formats
