#include "scenarios/run/plugin/mailbox.h"

#include <cstring>
#include <ctime>
#include <linux/futex.h>
#include <stdexcept>
#include <sys/syscall.h>
#include <unistd.h>

namespace orrery {
namespace {

/// Bytes of the character that `text` begins with, which is not empty; 0 if it is none.
std::size_t character_at(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char first = byte(0);
  if (first < 0x80) return first >= 0x20 && first != 0x7f ? 1 : first == '\n' || first == '\t';
  const std::size_t n = first < 0xc2   ? 0
                        : first < 0xe0 ? 2
                        : first < 0xf0 ? 3
                        : first < 0xf5 ? 4
                                       : 0;
  if (n == 0 || text.size() < n) return 0;
  for (std::size_t i = 1; i < n; ++i)
    if ((byte(i) & 0xc0) != 0x80) return 0;
  const unsigned char second = byte(1);
  const bool overlong = (first == 0xe0 && second < 0xa0) || (first == 0xf0 && second < 0x90);
  const bool no_character = (first == 0xed && second >= 0xa0) || (first == 0xf4 && second >= 0x90);
  return overlong || no_character ? 0 : n;
}

}  // namespace

void Bell::ring() {
  ++rings_;
  syscall(SYS_futex, &rings_, FUTEX_WAKE, 1, nullptr, nullptr, 0);
}

void Bell::wait(std::uint32_t heard, std::chrono::milliseconds longest) {
  const timespec time{longest.count() / 1000, longest.count() % 1000 * 1'000'000};
  syscall(SYS_futex, &rings_, FUTEX_WAIT, heard, &time, nullptr, 0);
}

void MailWriter::put_bytes(const void* bytes, std::size_t n) {
  if (n > Mailbox::kCapacity - size_)
    throw std::length_error("more is passed in one call than fits into 4 MiB");
  if (n > 0) std::memcpy(box_.answer + size_, bytes, n);
  size_ += n;
}

std::string MailReader::text() {
  const std::vector<char> raw = list<char>();
  return printable({raw.data(), raw.size()});
}

std::size_t MailReader::length_of(std::size_t element) {
  const auto n = get<std::uint32_t>();
  if (n > (bytes_.size() - at_) / element) throw std::out_of_range("an answer is cut off");
  return n;
}

void MailReader::get_bytes(void* bytes, std::size_t n) {
  if (n > bytes_.size() - at_) throw std::out_of_range("an answer is cut off");
  if (n > 0) std::memcpy(bytes, bytes_.data() + at_, n);
  at_ += n;
}

std::string printable(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const std::size_t n = character_at(text);
    out += n == 0 ? std::string_view("?") : text.substr(0, n);
    text.remove_prefix(n == 0 ? 1 : n);
  }
  return out;
}

}  // namespace orrery
