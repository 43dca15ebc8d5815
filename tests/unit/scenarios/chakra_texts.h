#pragma once

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

/// Writes Chakra execution traces byte by byte, without the library that reads them.
namespace orrery::testing {

inline std::string varint(std::uint64_t value) {
  std::string out;
  for (; value >= 128; value >>= 7) out += static_cast<char>(value % 128 + 128);
  return out + static_cast<char>(value);
}
inline std::string number(int field, std::uint64_t value) {
  return varint(static_cast<std::uint64_t>(field) << 3) + varint(value);
}
inline std::string text(int field, const std::string& value) {
  return varint(static_cast<std::uint64_t>(field) << 3 | 2) + varint(value.size()) + value;
}
inline std::string record(const std::string& message) {
  return varint(message.size()) + message;
}

enum ChakraType {
  kChakraMetadata = 1,
  kChakraLoad,
  kChakraStore,
  kChakraCompute,
  kChakraSend,
  kChakraReceive,
  kChakraCollective
};

/// A node of a trace; values of 0 are left out, as in the format.
struct ChakraNode {
  std::uint64_t id;
  int type;
  std::vector<std::uint64_t> after;
  std::uint64_t duration_us = 0;
  std::vector<std::pair<std::string, std::uint64_t>> numbers;  ///< "comm_size" and so on
  std::string group, values;

  std::string bytes() const {
    std::string out = number(1, id) + text(2, "node " + std::to_string(id)) +
                      number(3, static_cast<std::uint64_t>(type));
    for (const std::uint64_t earlier : after) out += number(5, earlier);
    if (duration_us > 0) out += number(7, duration_us);
    if (!values.empty()) out += text(8, text(1, values));
    for (const auto& [name, value] : numbers) out += text(10, text(1, name) + number(9, value));
    if (!group.empty()) out += text(10, text(1, "pg_name") + text(29, group));
    return record(out);
  }
};

inline std::string chakra_trace(const std::vector<ChakraNode>& nodes) {
  std::string out = record(text(1, "0.0.4"));
  for (const ChakraNode& node : nodes) out += node.bytes();
  return out;
}

/// Writes the traces of all ranks and returns the file of rank 0.
inline std::string write_chakra(const std::filesystem::path& folder, const std::string& name,
                                const std::vector<std::vector<ChakraNode>>& ranks) {
  const auto file = [&](std::size_t r) {
    return folder / (name + "." + std::to_string(r) + ".et");
  };
  for (std::size_t r = 0; r < ranks.size(); ++r)
    std::ofstream(file(r), std::ios::binary) << chakra_trace(ranks[r]);
  return file(0).string();
}

}  // namespace orrery::testing
