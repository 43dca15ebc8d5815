#include "scenarios/page/zip.h"

#include <cstdint>

namespace orrery::page {
namespace {

constexpr std::uint32_t kVersion = 20, kDate = 0x0021;  // 1980-01-01

/// CRC-32 of IEEE 802.3, as zip has it.
std::uint32_t checksum(const std::string& text) {
  std::uint32_t sum = 0xFFFFFFFFU;
  for (const char c : text) {
    sum ^= static_cast<unsigned char>(c);
    for (int bit = 0; bit < 8; ++bit) sum = (sum >> 1U) ^ (0xEDB88320U & (0U - (sum & 1U)));
  }
  return ~sum;
}

/// The `bytes` low bytes of a number, the lowest one first.
void put(std::string& out, std::size_t number, int bytes) {
  for (int i = 0; i < bytes; ++i, number >>= 8U) out += static_cast<char>(number & 0xFFU);
}

/// What an entry says of itself before its content and in the directory.
void put_entry(std::string& out, const ZipEntry& entry) {
  put(out, kVersion, 2);
  put(out, 0, 2);  // flags
  put(out, 0, 2);  // stored
  put(out, 0, 2);  // time
  put(out, kDate, 2);
  put(out, checksum(entry.content), 4);
  put(out, entry.content.size(), 4);
  put(out, entry.content.size(), 4);
  put(out, entry.name.size(), 2);
  put(out, 0, 2);  // no more fields
}

}  // namespace

std::string zip_archive(const std::vector<ZipEntry>& entries) {
  std::string out, directory;
  for (const ZipEntry& entry : entries) {
    directory += "PK\x01\x02";
    put(directory, kVersion, 2);
    put_entry(directory, entry);
    put(directory, 0, 10);  // comment, disk, attributes
    put(directory, out.size(), 4);
    directory += entry.name;
    out += "PK\x03\x04";
    put_entry(out, entry);
    out += entry.name + entry.content;
  }
  const std::size_t begin = out.size();
  out += directory + "PK\x05\x06";
  put(out, 0, 4);  // disks
  put(out, entries.size(), 2);
  put(out, entries.size(), 2);
  put(out, directory.size(), 4);
  put(out, begin, 4);
  put(out, 0, 2);  // comment
  return out;
}

}  // namespace orrery::page
