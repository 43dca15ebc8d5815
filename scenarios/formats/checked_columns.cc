#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "scenarios/formats/checked_file.h"
#include "scenarios/run/metrics/result_text.h"

/// The columns of checked schedules' files: as JSON and as CSV.
namespace orrery {
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
    {{"collective", "What it is for, or custom; empty where the format does not say"},
     [](C c) { return json_or_null(c.collective); }},
    {{"ranks", "GPUs"}, [](C c) { return json_or_null(c.ranks); }},
    {{"verified", "true, false, or empty: nothing to verify"},
     [](C c) { return json_or_null(c.verified); }},
    {{"error_class", "Of the first fault: syntax to result"},
     [](C c) { return json_or_null(c.error_class); }},
    {{"error", "The first fault, in words"}, [](C c) { return json_or_null(c.error); }},
    {{"place", "Where that is: rank, thread_block, step, chunk and line, as far as known"},
     place_of},
    {{"messages", "With data, between ranks"}, [](C c) { return json_or_null(c.messages); }},
    {{"chunks", "That these hold together"}, [](C c) { return number_json(c.chunks); }},
    {{"signals", "Messages without data"}, [](C c) { return json_or_null(c.signals); }},
    {{"rounds", "The longest chain of messages as thread blocks make them wait"},
     [](C c) { return json_or_null(c.rounds); }},
    {{"longest_chain", "The longest chain of messages that data go through"},
     [](C c) { return json_or_null(c.longest_chain); }},
    {{"deficiency", "Ψ: the most chunks that a rank sends or receives against the fewest possible"},
     [](C c) { return json_or_null(c.deficiency); }},
    {{"hangs_from_bytes", "The least power of two from which on it hangs with finite buffers"},
     [](C c) { return json_or_null(c.hangs_from_bytes); }},
    {{"slots", "Whole messages that a connection must hold at least"},
     [](C c) { return json_or_null(c.slots); }},
    {{"reduced_chunks", "That ranks add to others"},
     [](C c) { return number_json(c.reduced_chunks); }},
    {{"copied_chunks", "That ranks copy within their memory"},
     [](C c) { return number_json(c.copied_chunks); }},
    {{"root", "Of a rooted collective: given, or that for which it holds"},
     [](C c) { return json_or_null(c.root); }},
    {{"protocol", "As the file says"}, [](C c) { return json_or_null(c.description.protocol); }},
    {{"channels", "As the file says"}, [](C c) { return at_least(1, c.description.channels); }},
    {{"in_place", "Whether it is checked in place"}, [](C c) { return json_or_null(c.in_place); }},
    {{"out_of_place", "Whether it is checked out of place"},
     [](C c) { return json_or_null(c.out_of_place); }},
    {{"vector_chunks", "Chunks of the whole vector"},
     [](C c) { return json_or_null(c.vector_chunks); }},
    {{"input_chunks", "The most that a GPU declares"},
     [](C c) { return said(c, c.description.input); }},
    {{"output_chunks", "The most that a GPU declares"},
     [](C c) { return said(c, c.description.output); }},
    {{"scratch_chunks", "The most that a GPU declares"},
     [](C c) { return said(c, c.description.scratch); }},
    {{"thread_blocks", "Of all GPUs"}, [](C c) { return said(c, c.description.blocks); }},
    {{"steps", "Of all thread blocks; of TE-CCL the flows"},
     [](C c) { return said(c, c.description.steps); }},
    {{"kinds", "How often each kind of step is there"}, kinds_of},
    {{"epochs", "Of TE-CCL: epochs that it required"},
     [](C c) { return json_or_null(c.description.epochs); }},
    {{"pairs", "src, dst, messages and chunks of each pair of ranks; in CSV how many pairs"},
     pairs_of},
    {{"warnings", "What executors may stumble over"}, [](C c) { return OrderedJson(c.warnings); }}};

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

}  // namespace orrery
