#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "scenarios/formats/checked_file.h"
#include "scenarios/run/metrics/result_text.h"

/// The columns of checked schedules' files: as JSON and as CSV.
namespace orrery::inline formats {
namespace {

using OrderedJson = nlohmann::ordered_json;

template <class T>
OrderedJson json_or_null(const std::optional<T>& value) {
  return value ? OrderedJson(*value) : OrderedJson();
}
OrderedJson json_or_null(const std::string& text) {
  return text.empty() ? OrderedJson() : OrderedJson(text);
}
OrderedJson at_least(std::int64_t least, std::int64_t number) {
  return number >= least ? OrderedJson(number) : OrderedJson();
}

/// Returns a number as JSON: whole numbers of chunks as integers.
OrderedJson number_json(std::optional<double> x) {
  const auto whole = static_cast<std::int64_t>(x.value_or(0));
  return x == static_cast<double>(whole) ? OrderedJson(whole) : json_or_null(x);
}

/// Returns a plan's own description.
template <class T>
OrderedJson said(const CheckedFile& c, const T& value) {
  return c.vector_chunks ? OrderedJson(value) : OrderedJson();
}

OrderedJson place_of(const CheckedFile& c) {
  if (c.error.empty()) return {};
  return {{"rank", at_least(0, c.place.rank)},
          {"thread_block", at_least(0, c.place.block)},
          {"step", at_least(0, c.place.step)},
          {"chunk", at_least(0, c.place.chunk)},
          {"line", at_least(1, c.place.line)}};
}

OrderedJson kinds_of(const CheckedFile& c) {
  if (!c.vector_chunks) return {};
  OrderedJson all = OrderedJson::object();
  for (const auto& [kind, times] : c.description.kinds) all[std::string(kind)] = times;
  return all;
}

OrderedJson pairs_of(const CheckedFile& c) {
  OrderedJson all = OrderedJson::array();
  for (const PairTraffic& p : c.pairs)
    all.push_back({{"src", p.source},
                   {"dst", p.destination},
                   {"messages", p.messages},
                   {"chunks", c.chunks ? number_json(p.chunks) : OrderedJson()}});
  return all;
}

struct KeptColumn : CheckedColumn {
  OrderedJson (*value)(const CheckedFile&);
};

using C = const CheckedFile&;

const KeptColumn kCheckedColumns[] = {
    {{"file", "Name of the file"}, [](C c) { return OrderedJson(c.file); }},
    {{"format", "msccl-xml, mscclpp-json, teccl-json, goal, goal-binary or chakra"},
     [](C c) { return OrderedJson(c.format); }},
    {{"collective", "The collective, or custom; empty if the format does not name it"},
     [](C c) { return json_or_null(c.collective); }},
    {{"ranks", "Number of GPUs"}, [](C c) { return json_or_null(c.ranks); }},
    {{"verified", "true, false, or empty: nothing to verify"},
     [](C c) { return json_or_null(c.verified); }},
    {{"error_class", "Class of the first fault, from syntax to result"},
     [](C c) { return json_or_null(c.error_class); }},
    {{"error", "The first fault, in words"}, [](C c) { return json_or_null(c.error); }},
    {{"place",
      "Place of the first fault: rank, thread_block, step, chunk and line, as far as known"},
     place_of},
    {{"messages", "Messages with data between ranks"},
     [](C c) { return json_or_null(c.messages); }},
    {{"chunks", "Chunks in these messages"}, [](C c) { return number_json(c.chunks); }},
    {{"signals", "Messages without data"}, [](C c) { return json_or_null(c.signals); }},
    {{"rounds", "Longest chain of messages in which each waits for the one before"},
     [](C c) { return json_or_null(c.rounds); }},
    {{"longest_chain", "Longest chain of messages that forward the same data"},
     [](C c) { return json_or_null(c.longest_chain); }},
    {{"deficiency",
      "Ψ: the most chunks that a rank sends or receives, divided by the fewest possible"},
     [](C c) { return json_or_null(c.deficiency); }},
    {{"hangs_from_bytes",
      "Smallest power of two of bytes from which on it hangs with finite buffers"},
     [](C c) { return json_or_null(c.hangs_from_bytes); }},
    {{"slots", "Least number of whole messages that a connection must hold"},
     [](C c) { return json_or_null(c.slots); }},
    {{"reduced_chunks", "Chunks that ranks add to others"},
     [](C c) { return number_json(c.reduced_chunks); }},
    {{"copied_chunks", "Chunks that ranks copy within their memory"},
     [](C c) { return number_json(c.copied_chunks); }},
    {{"root", "Root of a rooted collective: the given one, or the one that verifies"},
     [](C c) { return json_or_null(c.root); }},
    {{"protocol", "Protocol that the file names"},
     [](C c) { return json_or_null(c.description.protocol); }},
    {{"channels", "Number of channels that the file names"},
     [](C c) { return at_least(1, c.description.channels); }},
    {{"in_place", "Whether it is checked in place"}, [](C c) { return json_or_null(c.in_place); }},
    {{"out_of_place", "Whether it is checked out of place"},
     [](C c) { return json_or_null(c.out_of_place); }},
    {{"vector_chunks", "Chunks of the whole vector"},
     [](C c) { return json_or_null(c.vector_chunks); }},
    {{"input_chunks", "Largest number of input chunks of a GPU"},
     [](C c) { return said(c, c.description.input); }},
    {{"output_chunks", "Largest number of output chunks of a GPU"},
     [](C c) { return said(c, c.description.output); }},
    {{"scratch_chunks", "Largest number of scratch chunks of a GPU"},
     [](C c) { return said(c, c.description.scratch); }},
    {{"thread_blocks", "Number of thread blocks of all GPUs"},
     [](C c) { return said(c, c.description.blocks); }},
    {{"steps", "Number of steps of all thread blocks; for TE-CCL of flows"},
     [](C c) { return said(c, c.description.steps); }},
    {{"kinds", "Number of steps of each kind"}, kinds_of},
    {{"epochs", "For TE-CCL: number of epochs"},
     [](C c) { return json_or_null(c.description.epochs); }},
    {{"pairs", "src, dst, messages and chunks of each pair of ranks; in CSV the number of pairs"},
     pairs_of},
    {{"warnings", "Features that executors may refuse"},
     [](C c) { return OrderedJson(c.warnings); }}};

/// Returns a value in a field of CSV: members as NAME=VALUE, texts one after the other, for other
/// lists their length.
std::string field_of(const OrderedJson& value) {
  if (value.is_null()) return "";
  if (value.is_string()) return value.get<std::string>();
  if (!value.is_structured()) return value.dump();
  std::string text;
  if (value.is_object()) {
    for (const auto& [name, member] : value.items())
      if (!member.is_null())
        text += fmt::format("{}{}={}", text.empty() ? "" : " ", name, field_of(member));
    return text;
  }
  if (!value.empty() && !value.front().is_string()) return fmt::format("{}", value.size());
  for (const OrderedJson& item : value)
    text += fmt::format("{}{}", text.empty() ? "" : "; ", item.get<std::string>());
  return text;
}

}  // namespace

std::vector<CheckedColumn> checked_columns() {
  return {std::begin(kCheckedColumns), std::end(kCheckedColumns)};
}

std::string checked_json(const std::vector<CheckedFile>& files) {
  OrderedJson all = OrderedJson::array();
  for (const CheckedFile& c : files) {
    OrderedJson object;
    for (const KeptColumn& column : kCheckedColumns)
      object[std::string(column.name)] = column.value(c);
    all.push_back(std::move(object));
  }
  return OrderedJson{{"files", all}}.dump(2, ' ', false, OrderedJson::error_handler_t::replace) +
         "\n";
}

std::string checked_csv(const std::vector<CheckedFile>& files) {
  const auto line = [](auto&& field) {
    std::string text;
    for (const KeptColumn& column : kCheckedColumns)
      text += fmt::format("{}{}", &column == kCheckedColumns ? "" : ",", csv_text(field(column)));
    return text + "\n";
  };
  std::string text = line([](const KeptColumn& column) { return std::string(column.name); });
  for (const CheckedFile& c : files)
    text += line([&](const KeptColumn& column) { return field_of(column.value(c)); });
  return text;
}

}  // namespace orrery::inline formats
