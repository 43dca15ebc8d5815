#pragma once

#include <cstddef>
#include <cstdint>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <vector>

namespace orrery::inline run {

#if defined(__x86_64__)
constexpr std::uint32_t kFilteredMachine = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
constexpr std::uint32_t kFilteredMachine = AUDIT_ARCH_AARCH64;
#else
constexpr std::uint32_t kFilteredMachine = 0;  // no filter
#endif

/// A filter of system calls in the kernel's own bytecode (seccomp). It begins with the number of
/// the call loaded; calls of another machine's numbering end the process.
class SystemCallFilter {
 public:
  SystemCallFilter();

  void load(std::size_t offset);
  void load_argument(int i);  ///< loads its lower half
  void mask(std::uint32_t bits);
  void verdict(std::uint32_t action);
  /// Gives the verdict if the loaded value is `value`.
  void on(std::uint32_t value, std::uint32_t action);
  void unless(std::uint32_t value, std::uint32_t action);
  /// Runs the next `n` instructions only if the loaded value is `value`.
  void only_for(std::uint32_t value, std::uint8_t n);
  /// Installs the filter for this process and all that it starts from now on. Returns false if the
  /// system has no seccomp.
  bool install();

 private:
  void add(int code, std::uint32_t k, std::uint8_t yes = 0, std::uint8_t no = 0);
  std::vector<sock_filter> code_;
};

/// Restricts this process and all that it starts: they reach no network, send no signals, look into
/// no other process, create no namespaces and leave nothing in the kernel that outlives them
/// (shared memory, queues, keys). All else is allowed. Returns false if the system has no seccomp.
bool restrict_build_calls();

}  // namespace orrery::inline run
