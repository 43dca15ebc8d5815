#include <algorithm>
#include <charconv>
#include <limits>
#include <optional>
#include <pugixml.hpp>

#include <fmt/format.h>

#include "emu/base/line_numbers.h"
#include "emu/base/printable.h"
#include "scenarios/formats/msccl/xml_file.h"
#include "scenarios/formats/schedule_error.h"
#include "scenarios/formats/xml_text.h"

namespace orrery::msccl {
namespace {

[[noreturn]] void fail(Fault fault, std::int32_t line, const std::string& message) {
  throw PlanError(fault, {-1, -1, -1, line, -1}, fmt::format("line {}: {}", line, message));
}

std::string shown(std::string_view text) {
  std::string out(text.substr(0, 40));
  for (char& c : out)
    if (static_cast<unsigned char>(c) < 0x20) c = '?';
  return out;
}

/// The attributes of an element, read by name, each at most once.
class Attributes {
 public:
  Attributes(pugi::xml_node element, std::int32_t line) : element_(element), line_(line) {
    constexpr int kMost = 64;  // each is compared with those before it
    int count = 0;
    hint_ = element.first_attribute();
    for (auto a = hint_; a; a = a.next_attribute()) {
      if (++count > kMost)
        fail(Fault::kSyntax, line,
             fmt::format("<{}> has more than {} attributes", shown(element.name()), kMost));
      for (auto b = hint_; b != a; b = b.next_attribute())
        if (std::string_view(a.name()) == b.name())
          fail(Fault::kSyntax, line,
               fmt::format("<{}> has {} twice", element.name(), shown(a.name())));
    }
  }

  std::string_view text(const char* name) {
    if (const auto found = find(name)) return *found;
    fail(Fault::kAttribute, line_, fmt::format("<{}> has no {}", element_.name(), name));
  }
  /// Returns a number. THROWS outside of `least` to `most`.
  std::int64_t number(const char* name, std::int64_t least, std::int64_t most) {
    return value(name, text(name), least, most);
  }
  std::int64_t number(const char* name, std::int64_t least, std::int64_t most,
                      std::int64_t otherwise) {
    const auto found = find(name);
    return found ? value(name, *found, least, most) : otherwise;
  }
  std::int32_t count(const char* name) { return whole(name, 0); }
  std::int32_t whole(const char* name, std::int64_t least) {
    return static_cast<std::int32_t>(number(name, least, std::numeric_limits<std::int32_t>::max()));
  }
  std::int32_t any(const char* name) {
    return whole(name, std::numeric_limits<std::int32_t>::min());
  }
  bool flag(const char* name) { return number(name, 0, 1) != 0; }
  [[noreturn]] void unknown(const char* name, std::string_view value) const {
    fail(Fault::kAttribute, line_, fmt::format("unknown {}=\"{}\"", name, shown(value)));
  }

 private:
  /// Finds an attribute; fast in the usual order of most files.
  std::optional<std::string_view> find(const char* name) {
    if (hint_ && std::string_view(hint_.name()) != name) hint_ = element_.attribute(name);
    if (!hint_) hint_ = element_.attribute(name);
    if (!hint_) {
      hint_ = element_.first_attribute();
      return {};
    }
    const std::string_view value = hint_.value();
    hint_ = hint_.next_attribute();
    return value;
  }

  std::int64_t value(const char* name, std::string_view text, std::int64_t least,
                     std::int64_t most) const {
    std::int64_t value = 0;
    const char* const end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, value);
    if (error == std::errc::invalid_argument || stop != end)
      fail(Fault::kAttribute, line_, fmt::format("{}=\"{}\" is not a number", name, shown(text)));
    if (error != std::errc() || value < least || value > most)
      fail(Fault::kAttribute, line_,
           fmt::format("{}=\"{}\" is out of range; {} to {}", name, shown(text), least, most));
    return value;
  }

  pugi::xml_node element_;
  std::int32_t line_;
  pugi::xml_attribute hint_;
};

Type type_named(std::string_view name, const Attributes& attributes) {
  const auto* const found = std::ranges::find(kTypes, name, &TypeMeaning::name);
  if (found == std::end(kTypes)) attributes.unknown("type", name);
  return static_cast<Type>(found - std::begin(kTypes));
}

Buffer buffer_named(const char* attribute, std::string_view name, const Attributes& attributes) {
  if (const auto buffer = buffer_called(name)) return *buffer;
  attributes.unknown(attribute, name);
}

/// Reads a step of the usual dialect.
StepElement long_step(Attributes a, std::int32_t line) {
  StepElement s;
  s.line = line;
  s.number = a.any("s");
  s.type = type_named(a.text("type"), a);
  const bool looked_at = s.type != Type::kNop;
  const std::string_view source = a.text("srcbuf");
  if (looked_at) s.source = buffer_named("srcbuf", source, a);
  s.source_offset = a.any("srcoff");
  const std::string_view destination = a.text("dstbuf");
  if (looked_at) s.destination = buffer_named("dstbuf", destination, a);
  s.destination_offset = a.any("dstoff");
  s.count = looked_at ? a.whole("cnt", 1) : a.any("cnt");
  s.depends_on = a.any("depid");
  s.depends_step = a.any("deps");
  s.is_awaited = a.flag("hasdep");
  return s;
}

/// Reads a step of the shorter dialect, which names one place only: enough for few types.
StepElement short_step(Attributes a, std::int32_t line) {
  constexpr std::int64_t kMost = std::numeric_limits<std::int32_t>::max();
  StepElement s;
  s.line = line;
  s.number = a.any("step");
  const std::string_view type = a.text("type");
  s.type = type_named(type, a);
  if (s.type != Type::kS && s.type != Type::kR && s.type != Type::kRrc && s.type != Type::kNop)
    fail(Fault::kAttribute, line, fmt::format("<op type=\"{}\"> lacks some of its places", type));
  if (s.type != Type::kNop) {
    s.source = s.destination = buffer_named("buf", a.text("buf"), a);
    s.source_offset = s.destination_offset = a.any("off");
    s.count = static_cast<std::int32_t>(a.number("cnt", 1, kMost, 1));
  }
  s.depends_on = static_cast<std::int32_t>(a.number("depid", -1, kMost, -1));
  s.depends_step = static_cast<std::int32_t>(a.number("deps", -1, kMost, -1));
  s.is_awaited = a.number("hasdep", 0, 1, 0) != 0;
  return s;
}

/// Reads "0:3 2:1", thread blocks and steps.
std::vector<SendEnded> sends_ended(std::string_view text, std::int32_t later, std::int32_t line) {
  std::vector<SendEnded> all;
  const auto wrong = [&] {
    fail(Fault::kAttribute, line,
         fmt::format("{}=\"{}\"; expected tb:step, and more after blanks", kSendsEnded,
                     shown(text)));
  };
  const char *next = text.data(), *const end = next + text.size();
  const auto number = [&](std::int32_t& value) {
    const auto [stop, error] = std::from_chars(next, end, value);
    if (error != std::errc()) wrong();
    next = stop;
  };
  do {
    if (!all.empty() && *next++ != ' ') wrong();
    SendEnded& one = all.emplace_back();
    one.later = later;
    number(one.block);
    if (next == end || *next++ != ':') wrong();
    number(one.send);
  } while (next != end);
  return all;
}

class Parser {
 public:
  explicit Parser(std::string text) : text_(std::move(text)), lines_(text_) {}

  AlgorithmElement parse() {
    refuse_what_is_no_xml();
    constexpr unsigned kOptions = pugi::parse_default | pugi::parse_fragment | pugi::parse_doctype |
                                  pugi::parse_pi | pugi::parse_declaration | pugi::parse_comments;
    const auto loaded = document_.load_buffer_inplace(text_.data(), text_.size(), kOptions);
    if (!loaded) fail(Fault::kSyntax, line(loaded.offset), loaded.description());
    read_algorithm(root());
    return std::move(algorithm_);
  }

 private:
  void refuse_what_is_no_xml() {
    if (const auto flaw = xml_flaw(text_))
      fail(Fault::kSyntax, line(static_cast<std::ptrdiff_t>(flaw->offset)), flaw->what);
  }

  std::int32_t line(pugi::xml_node node) const { return line(node.offset_debug()); }
  std::int32_t line(std::ptrdiff_t offset) const {
    return static_cast<std::int32_t>(
        lines_.of(static_cast<std::size_t>(std::max<std::ptrdiff_t>(offset, 0))));
  }

  pugi::xml_node root() {
    pugi::xml_node root;
    for (const pugi::xml_node node : document_.children()) {
      if (node.type() == pugi::node_pcdata || node.type() == pugi::node_cdata)
        fail(Fault::kSyntax, line(node), "text outside of <algo>");
      if (node.type() != pugi::node_element) continue;
      if (root) fail(Fault::kSyntax, line(node), "a second document");
      root = node;
    }
    if (!root) fail(Fault::kSyntax, 1, "no <algo>");
    if (std::string_view(root.name()) != "algo")
      throw NoSchedule(line(root), fmt::format("no <algo>, but <{}>", printable(root.name())));
    return root;
  }

  void read_algorithm(pugi::xml_node node) {
    constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
    AlgorithmElement& x = algorithm_;
    x.line = line(node);
    Attributes a(node, x.line);
    x.name = a.text("name");
    x.protocol = a.text("proto");
    if (x.protocol != "Simple" && x.protocol != "LL" && x.protocol != "LL128")
      a.unknown("proto", x.protocol);
    x.channels = a.any("nchannels");
    const bool is_short = !node.attribute("nchunksperloop");
    x.chunks = is_short ? 0 : a.any("nchunksperloop");
    x.gpus_declared = a.any("ngpus");
    x.collective = a.text("coll");
    constexpr std::string_view kKnown[] = {"allreduce",     "allgather", "reduce_scatter",
                                           "reducescatter", "alltoall",  "broadcast",
                                           "reduce",        "custom"};
    if (std::ranges::find(kKnown, x.collective) == std::end(kKnown))
      a.unknown("coll", x.collective);
    x.in_place = a.flag("inplace");
    x.out_of_place = a.number("outofplace", 0, 1, x.in_place ? 0 : 1) != 0;
    x.least_bytes = a.number("minBytes", 0, kMost, 0);
    x.most_bytes = a.number("maxBytes", 0, kMost, 0);
    for (const pugi::xml_node gpu : node.children("gpu")) read_gpu(gpu);
    if (is_short)
      for (const GpuElement& g : x.gpus) x.chunks = std::max({x.chunks, g.input, g.output});
  }

  void read_gpu(pugi::xml_node node) {
    GpuElement g;
    g.line = line(node);
    Attributes a(node, g.line);
    g.id = a.any("id");
    g.input = a.count("i_chunks");
    g.output = a.count("o_chunks");
    g.scratch = a.count("s_chunks");
    for (const pugi::xml_node child : node.children()) {
      if (std::string_view(child.name()) == "copy") read_copy(child, g);
      if (std::string_view(child.name()) == "tb") read_block(child, g);
    }
    algorithm_.gpus.push_back(std::move(g));
  }

  void read_copy(pugi::xml_node node, GpuElement& g) {
    Copy c;
    c.line = line(node);
    Attributes a(node, c.line);
    c.input = a.any("i_off");
    c.output = a.any("o_off");
    g.copies.push_back(c);
  }

  void read_block(pugi::xml_node node, GpuElement& g) {
    ThreadBlock b;
    b.line = line(node);
    Attributes a(node, b.line);
    b.id = a.any("id");
    b.send = a.any("send");
    b.receive = a.any("recv");
    b.channel = a.any("chan");
    for (const pugi::xml_node child : node.children()) {
      const std::string_view name = child.name();
      if (name != "step" && name != "op") continue;
      const std::int32_t at = line(child);
      b.steps.push_back(name == "step" ? long_step({child, at}, at) : short_step({child, at}, at));
      if (const auto said = child.attribute(kSendsEnded))
        for (const SendEnded& e : sends_ended(said.value(), b.steps.back().number, at))
          b.sends_ended.push_back(e);
    }
    g.blocks.push_back(std::move(b));
  }

  std::string text_;  // which the parser changes
  LineNumbers lines_;
  pugi::xml_document document_;
  AlgorithmElement algorithm_;
};

}  // namespace

AlgorithmElement parse(std::string text) {
  return Parser(std::move(text)).parse();
}

}  // namespace orrery::msccl
