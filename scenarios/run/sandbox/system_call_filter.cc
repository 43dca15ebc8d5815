#include "scenarios/run/sandbox/system_call_filter.h"

#include <sys/prctl.h>

namespace orrery {

SystemCallFilter::SystemCallFilter() {
  load(offsetof(seccomp_data, arch));
  unless(kFilteredMachine, SECCOMP_RET_KILL_PROCESS);
  load(offsetof(seccomp_data, nr));
#if defined(__x86_64__)
  // The numbers of x32, which are those of x86-64 and a bit, would get around the rest.
  constexpr std::uint32_t kX32 = 0x40000000;
  add(BPF_JMP | BPF_JGE | BPF_K, kX32, 0, 1);
  verdict(SECCOMP_RET_KILL_PROCESS);
#endif
}

void SystemCallFilter::load(std::size_t offset) {
  add(BPF_LD | BPF_W | BPF_ABS, static_cast<std::uint32_t>(offset));
}

void SystemCallFilter::load_argument(int i) {
  load(offsetof(seccomp_data, args) + static_cast<std::size_t>(i) * sizeof(std::uint64_t));
}

void SystemCallFilter::mask(std::uint32_t bits) {
  add(BPF_ALU | BPF_AND | BPF_K, bits);
}

void SystemCallFilter::verdict(std::uint32_t action) {
  add(BPF_RET | BPF_K, action);
}

void SystemCallFilter::on(std::uint32_t value, std::uint32_t action) {
  add(BPF_JMP | BPF_JEQ | BPF_K, value, 0, 1);
  verdict(action);
}

void SystemCallFilter::unless(std::uint32_t value, std::uint32_t action) {
  add(BPF_JMP | BPF_JEQ | BPF_K, value, 1, 0);
  verdict(action);
}

void SystemCallFilter::only_for(std::uint32_t value, std::uint8_t n) {
  add(BPF_JMP | BPF_JEQ | BPF_K, value, 0, n);
}

bool SystemCallFilter::install() {
  const sock_fprog program{static_cast<unsigned short>(code_.size()), code_.data()};
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
         prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0) == 0;
}

void SystemCallFilter::add(int code, std::uint32_t k, std::uint8_t yes, std::uint8_t no) {
  code_.push_back({static_cast<std::uint16_t>(code), yes, no, k});
}

}  // namespace orrery
