#include <algorithm>
#include <charconv>
#include <sstream>
#include <stdexcept>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "scenarios/formats/chakra/trace_file.h"
#include "scenarios/text/json_limits.h"

namespace orrery::chakra {
namespace {

using Json = nlohmann::json;

/// Reads the nodes of a trace from JSON, in which whole numbers of 64 bits are texts.
class JsonTrace {
 public:
  RankTrace read(const std::string& text) {
    check_json_limits(text);
    std::istringstream in(text);
    for (auto at = text.begin(); !(in >> std::ws).eof();) {
      const auto begin = text.begin() + static_cast<std::ptrdiff_t>(in.tellg());
      line_ += std::count(at, begin, '\n');
      at = begin;
      Json value;
      in >> value;
      read_value(value);
    }
    return std::move(trace_);
  }
  std::ptrdiff_t line() const { return line_; }

 private:
  [[noreturn]] static void fail(const char* expected) { throw std::invalid_argument(expected); }

  void read_value(const Json& value) {
    if (value.is_array()) {
      for (const Json& node : value) read_node(node);
    } else if (const auto nodes = value.find("nodes"); nodes != value.end()) {
      read_value(*nodes);
    } else if (value.contains("version") && !value.contains("type")) {
      trace_.version = text_of(value["version"]);
    } else {
      read_node(value);
    }
  }

  static std::string text_of(const Json& value) {
    return value.is_string() ? value.get<std::string>() : std::string();
  }

  static std::int64_t whole(const Json& value) {
    if (value.is_boolean()) return value.get<bool>() ? 1 : 0;
    if (value.is_number_integer()) return value.get<std::int64_t>();
    const std::string text = text_of(value);
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size()) fail("a whole number");
    return number;
  }

  /// Returns a member by its name in JSON or its other name in protobuf; null if it is missing.
  static const Json& member(const Json& object, const char* name, const char* other = "") {
    static const Json kNull;
    const auto found = object.contains(name) ? object.find(name) : object.find(other);
    return found == object.end() ? kNull : *found;
  }

  static NodeType type_of(const Json& value) {
    constexpr std::string_view kNames[] = {"INVALID_NODE",   "METADATA_NODE", "MEM_LOAD_NODE",
                                           "MEM_STORE_NODE", "COMP_NODE",     "COMM_SEND_NODE",
                                           "COMM_RECV_NODE", "COMM_COLL_NODE"};
    const auto* const known = std::ranges::find(kNames, text_of(value));
    const std::int64_t number = known != std::end(kNames)   ? known - kNames
                                : value.is_number_integer() ? whole(value)
                                                            : -1;
    if (number < 0 || number >= std::ssize(kNames)) fail("a type of node, such as COMM_COLL_NODE");
    return static_cast<NodeType>(number);
  }

  void read_node(const Json& object) {
    if (!object.is_object()) fail("an object for each node");
    Node node;
    if (object.contains("id")) node.id = static_cast<std::uint64_t>(whole(object["id"]));
    node.name = text_of(member(object, "name"));
    if (object.contains("type")) node.type = type_of(object["type"]);
    for (const auto& [name, other] :
         {std::pair("ctrlDeps", "ctrl_deps"), {"dataDeps", "data_deps"}})
      for (const Json& id : member(object, name, other))
        node.dependencies.push_back(static_cast<std::uint64_t>(whole(id)));
    if (const Json& duration = member(object, "durationMicros", "duration_micros");
        !duration.is_null())
      node.duration_us = static_cast<std::uint64_t>(whole(duration));
    if (const Json& inputs = member(object, "inputs"); inputs.is_object())
      node.values = text_of(member(inputs, "values"));
    for (const Json& attribute : member(object, "attr")) read_attribute(attribute, node);
    trace_.nodes.push_back(std::move(node));
  }

  /// Reads its name and its value: {"name": "comm_size", "int64Val": "64"}.
  static void read_attribute(const Json& attribute, Node& node) {
    if (!attribute.is_object()) fail("an object for each attribute");
    const std::string name = text_of(member(attribute, "name"));
    for (const auto& [key, value] : attribute.items()) {
      if (key == "name" || key.starts_with("doc") || value.is_structured()) continue;
      const bool is_text = key.starts_with("string") || key.starts_with("bytes");
      const bool is_whole = key.find("int") != key.npos || key.find("fixed") != key.npos;
      set_attribute(node, name, is_whole ? whole(value) : 0, is_text ? text_of(value) : "");
    }
  }

  RankTrace trace_;
  std::ptrdiff_t line_ = 1;
};

}  // namespace

RankTrace parse_json(const std::string& text) {
  JsonTrace trace;
  try {
    return trace.read(text);
  } catch (const Json::exception&) {
    throw std::invalid_argument(fmt::format("line {}: not valid JSON", trace.line()));
  } catch (const std::runtime_error& e) {  // beyond limits
    throw std::invalid_argument(e.what());
  } catch (const std::invalid_argument& e) {
    throw std::invalid_argument(
        fmt::format("the node of line {}: expected {}", trace.line(), e.what()));
  }
}

}  // namespace orrery::chakra
