#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

/// The operations of one rank from a Chakra execution trace (MLCommons, et_def.proto 1.0.0):
/// messages of protobuf, each after its length, the first with the version, the others nodes.
namespace orrery::chakra {

enum class NodeType : std::uint8_t {
  kInvalid,
  kMetadata,
  kLoad,
  kStore,
  kCompute,
  kSend,
  kReceive,
  kCollective
};

struct Node {
  std::uint64_t id = 0;
  std::string name;
  NodeType type = NodeType::kInvalid;
  std::vector<std::uint64_t> dependencies;  ///< control and data: ids of nodes that must have ended
  std::uint64_t duration_us = 0;
  std::string values;  ///< of its inputs
  // Attributes; 0 if missing, as the format leaves zeros out.
  std::int64_t communication = 0, bytes = 0, source = 0, destination = 0, tag = 0;
  std::string group;
};

struct RankTrace {
  std::string version;
  std::vector<Node> nodes;
};

/// Sets an attribute that matters here by its name: a number, or a text.
void set_attribute(Node& node, std::string_view name, std::int64_t number, const std::string& text);

/// Reads a trace, also from a compressed file, and in the JSON of chakra_jsonizer. THROWS
/// std::invalid_argument with the byte or line, and with what was expected there.
RankTrace parse(const std::string& bytes);
RankTrace parse_json(const std::string& text);

}  // namespace orrery::chakra
