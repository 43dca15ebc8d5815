#include <cstring>
#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/io/gzip_stream.h>
#include <google/protobuf/io/zero_copy_stream_impl_lite.h>
#include <google/protobuf/wire_format_lite.h>
#include <stdexcept>

#include <fmt/format.h>

#include "scenarios/formats/chakra/trace_file.h"

namespace orrery::chakra {
namespace {

using google::protobuf::io::CodedInputStream;
using WireFormat = google::protobuf::internal::WireFormatLite;

constexpr std::size_t kMostBytes = std::size_t{256} << 20;

/// The fields of one message. Each is read, or skipped.
class Fields {
 public:
  explicit Fields(CodedInputStream& in) : in_(in) {}

  /// Advances to the next field; returns false at the end.
  bool next() {
    tag_ = in_.ReadTag();
    if (tag_ == 0 && !in_.ConsumedEntireMessage()) fail("a field");
    return tag_ != 0;
  }
  int field() const { return WireFormat::GetTagFieldNumber(tag_); }
  void skip() {
    if (!WireFormat::SkipField(&in_, tag_)) fail("a field that can be skipped");
  }

  std::uint64_t number() {
    std::uint64_t value = 0;
    std::uint32_t half = 0;
    switch (WireFormat::GetTagWireType(tag_)) {
      case WireFormat::WIRETYPE_VARINT:
        if (in_.ReadVarint64(&value)) return value;
        break;
      case WireFormat::WIRETYPE_FIXED64:
        if (in_.ReadLittleEndian64(&value)) return value;
        break;
      case WireFormat::WIRETYPE_FIXED32:
        if (in_.ReadLittleEndian32(&half)) return half;
        break;
      default:
        break;
    }
    fail("a number");
  }

  std::string text() {
    std::uint32_t length = 0;
    std::string value;
    if (WireFormat::GetTagWireType(tag_) != WireFormat::WIRETYPE_LENGTH_DELIMITED ||
        !in_.ReadVarint32(&length) || length > static_cast<std::uint32_t>(in_.BytesUntilLimit()) ||
        !in_.ReadString(&value, static_cast<int>(length)))
      fail("a text");
    return value;
  }

  /// Reads one number, or packed ones.
  void numbers(std::vector<std::uint64_t>& all) {
    if (WireFormat::GetTagWireType(tag_) != WireFormat::WIRETYPE_LENGTH_DELIMITED)
      return all.push_back(number());
    inside([&] {
      while (in_.BytesUntilLimit() > 0) {
        std::uint64_t value = 0;
        if (!in_.ReadVarint64(&value)) fail("a number");
        all.push_back(value);
      }
    });
  }

  /// Reads a message within this one.
  template <class F>
  void inside(F&& read) {
    std::uint32_t length = 0;
    if (WireFormat::GetTagWireType(tag_) != WireFormat::WIRETYPE_LENGTH_DELIMITED ||
        !in_.ReadVarint32(&length) || length > static_cast<std::uint32_t>(in_.BytesUntilLimit()))
      fail("a message");
    const auto limit = in_.PushLimit(static_cast<int>(length));
    read();
    if (in_.BytesUntilLimit() != 0) fail("the end of a message");
    in_.PopLimit(limit);
  }

  [[noreturn]] void fail(std::string_view expected) const {
    throw std::invalid_argument(
        fmt::format("byte {}: expected {}", in_.CurrentPosition(), expected));
  }

 private:
  CodedInputStream& in_;
  std::uint32_t tag_ = 0;
};

/// Reads its name and its value, a number of any kind.
void read_attribute(CodedInputStream& in, Node& node) {
  constexpr int kName = 1, kBytes = 31, kText = 29, kSigned32 = 15, kSigned64 = 17;
  constexpr int kFirstNumber = 7, kLastNumber = 27;
  std::string name, text;
  std::int64_t number = 0;
  for (Fields f(in); f.next();) {
    if (f.field() == kName)
      name = f.text();
    else if (f.field() == kText || f.field() == kBytes)
      text = f.text();
    else if (f.field() == kSigned32 || f.field() == kSigned64)
      number = WireFormat::ZigZagDecode64(f.number());
    else if (f.field() >= kFirstNumber && f.field() <= kLastNumber && f.field() % 2 == 1)
      number = static_cast<std::int64_t>(f.number());
    else
      f.skip();
  }
  set_attribute(node, name, number, text);
}

void read_inputs(CodedInputStream& in, Node& node) {
  for (Fields f(in); f.next();)
    if (f.field() == 1)
      node.values = f.text();
    else
      f.skip();
}

Node read_node(CodedInputStream& in) {
  Node node;
  for (Fields f(in); f.next();) switch (f.field()) {
      case 1:
        node.id = f.number();
        break;
      case 2:
        node.name = f.text();
        break;
      case 3: {
        const std::uint64_t type = f.number();
        if (type > static_cast<std::uint64_t>(NodeType::kCollective))
          f.fail("a type of node, 0 to 7");
        node.type = static_cast<NodeType>(type);
        break;
      }
      case 4:
      case 5:
        f.numbers(node.dependencies);
        break;
      case 7:
        node.duration_us = f.number();
        break;
      case 8:
        f.inside([&] { read_inputs(in, node); });
        break;
      case 10:
        f.inside([&] { read_attribute(in, node); });
        break;
      default:
        f.skip();
    }
  return node;
}

std::string read_version(CodedInputStream& in) {
  std::string version;
  for (Fields f(in); f.next();)
    if (f.field() == 1)
      version = f.text();
    else
      f.skip();
  return version;
}

std::string unpacked(const std::string& bytes) {
  if (!bytes.starts_with("\x1f\x8b")) return bytes;
  google::protobuf::io::ArrayInputStream in(bytes.data(), static_cast<int>(bytes.size()));
  google::protobuf::io::GzipInputStream unzip(&in);
  std::string out;
  const void* part = nullptr;
  for (int size = 0; unzip.Next(&part, &size);) {
    out.append(static_cast<const char*>(part), static_cast<std::size_t>(size));
    if (out.size() > kMostBytes) throw std::invalid_argument("unpacked it is larger than 256 MiB");
  }
  if (unzip.ZlibErrorMessage() != nullptr)
    throw std::invalid_argument("it is packed, and cannot be unpacked");
  return out;
}

/// Returns whether a text is JSON. A message of 123 bytes, whose length is {, has a small number there.
bool is_json(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  if (first == text.npos || (text[first] != '{' && text[first] != '[')) return false;
  const std::size_t next = text.find_first_not_of(" \t\r\n", first + 1);
  return next != text.npos && (text[next] == '"' || text[next] == '{');
}

}  // namespace

void set_attribute(Node& node, std::string_view name, std::int64_t number,
                   const std::string& text) {
  if (name == "comm_type") node.communication = number;
  if (name == "comm_size") node.bytes = number;
  if (name == "comm_src") node.source = number;
  if (name == "comm_dst") node.destination = number;
  if (name == "comm_tag") node.tag = number;
  if (name == "pg_name") node.group = text.empty() ? fmt::format("{}", number) : text;
}

RankTrace parse(const std::string& bytes) {
  if (bytes.size() > kMostBytes) throw std::invalid_argument("it is larger than 256 MiB");
  const std::string text = unpacked(bytes);
  if (text.empty()) throw std::invalid_argument("it is empty, without metadata");
  if (is_json(text)) return parse_json(text);
  CodedInputStream in(reinterpret_cast<const std::uint8_t*>(text.data()),
                      static_cast<int>(text.size()));
  RankTrace trace;
  std::uint32_t length = 0;
  for (bool first = true; in.CurrentPosition() < static_cast<int>(text.size()); first = false) {
    const int at = in.CurrentPosition();
    if (!in.ReadVarint32(&length) ||
        length > text.size() - static_cast<std::size_t>(in.CurrentPosition()))
      throw std::invalid_argument(
          fmt::format("byte {}: expected the length of a message, and the message", at));
    if (length == 0) break;
    const auto limit = in.PushLimit(static_cast<int>(length));
    if (first)
      trace.version = read_version(in);
    else
      trace.nodes.push_back(read_node(in));
    if (in.BytesUntilLimit() != 0)
      throw std::invalid_argument(fmt::format("byte {}: expected a field", in.CurrentPosition()));
    in.PopLimit(limit);
  }
  return trace;
}

}  // namespace orrery::chakra
