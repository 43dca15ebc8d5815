#include "scenarios/run/plugin/mailbox.h"

#include <cstring>
#include <ctime>
#include <linux/futex.h>
#include <stdexcept>
#include <sys/syscall.h>
#include <unistd.h>

#include "emu/base/printable.h"

namespace orrery::inline run {

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

}  // namespace orrery::inline run
