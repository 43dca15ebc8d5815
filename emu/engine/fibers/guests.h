#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "emu/engine/fibers/stacks.h"

namespace orrery {

/// Threads of control that take turns on one stack. A guest runs below where its host, a fiber or another guest, was
/// when the guest came. While others of that stack run, what it has there is kept aside: a kilobyte, where a stack of
/// its own would take a page at least. Pointers into the frames of a guest are valid only while it runs, or one of
/// its own guests does; those of a host may be used by its guests.
class Guests {
 public:
  using Id = std::uint32_t;  ///< dense, of hosts and guests
  using Body = void (*)(void* context, Id guest);

  /// Each guest does body(context, guest), which does not return but ends with leave(). One of the `stacks`, which must
  /// outlive it, is taken at the first switch.
  Guests(Stacks& stacks, Body body, void* context);
  ~Guests();
  Guests(const Guests&) = delete;
  Guests& operator=(const Guests&) = delete;

  /// `guest` will begin below `frame`, a place on the stack of `host`, when it is first switched to. The host does
  /// not leave the function that added it before all its guests have ended. REQUIRES that the host runs.
  void add(Id guest, Id host, std::byte* frame);
  /// The guest, which runs, has nothing left to do but to leave(). It may be added again, here or elsewhere. Returns
  /// its host.
  Id end(Id guest);
  /// Lets `to` go on, which shares the stack of `from`. Returns when `from` is switched to. REQUIRES that `from` runs.
  void switch_to(Id from, Id to);
  /// As the last of a guest that has ended.
  [[noreturn]] void leave(Id host, Id to);

 private:
  static constexpr Id kNone = 0xffffffff;
  /// Its frames lie from `context` up to `base`, but for a fiber's own, which are never moved above its guests.
  struct Thread {
    Id host = kNone;
    std::uint32_t guests = 0;  // that have not ended
    bool fresh = false;
    std::byte* base = nullptr;
    std::byte* guest_base = nullptr;    // where the frames of its guests end
    std::byte* context = nullptr;       // where its lowest frame begins, while it does not run
    std::unique_ptr<std::byte[]> kept;  // what is not where it belongs, from `context` on

    void make_room();
    void keep(std::byte* low, std::byte* high);
    void put_back(std::byte* low, std::byte* high) const;
  };
  struct Switchboard;

  Id common_host(Id a, Id b) const;
  void move(Id from, void* context, Id to);
  void take_away(Id from, void* context, Id common);
  void take_away_hosts(Id from, Id common);
  void bring_back(Id to, Id common);

  Stacks& stacks_;
  Body body_;
  void* body_context_;
  std::vector<Thread> threads_;  // by id
  std::unique_ptr<Switchboard> switchboard_;
};

}  // namespace orrery
