#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "emu/engine/fibers/stacks.h"

namespace orrery::inline engine {

/// Threads of control that take turns on one stack. A guest runs below the frame of its host, a
/// fiber or another guest, at the time it was added. While others of that stack run, its frames are
/// kept aside: a kilobyte, where a stack of its own would take a page at least. Pointers into the
/// frames of a guest are valid only while it or one of its own guests runs; guests may use the
/// frames of their host.
class Guests {
 public:
  using Id = std::uint32_t;  ///< dense, of hosts and guests
  using Body = void (*)(void* context, Id guest);

  /// Prepares guests that each run body(context, guest), which does not return but ends with
  /// leave(). Takes one of the `stacks`, which must outlive it, at the first switch.
  Guests(Stacks& stacks, Body body, void* context);
  ~Guests();
  Guests(const Guests&) = delete;
  Guests& operator=(const Guests&) = delete;

  /// Adds a guest that begins below `frame`, a place on the stack of `host`, at the first switch to
  /// it. The host does not leave the calling function before all its guests have ended. REQUIRES
  /// that the host runs.
  void add(Id guest, Id host, std::byte* frame);
  /// Ends the running guest, which has only leave() left to call. It may be added again, on any
  /// host. Returns its host.
  Id end(Id guest);
  /// Switches to `to`, which shares the stack of `from`. Returns when `from` is switched to.
  /// REQUIRES that `from` runs.
  void switch_to(Id from, Id to);
  /// Switches away from a guest that has ended; its last call.
  [[noreturn]] void leave(Id host, Id to);

 private:
  static constexpr Id kNone = 0xffffffff;
  /// Memory for displaced frames.
  struct Room {
    std::size_t bytes = 0;
    std::unique_ptr<std::byte[]> place;
  };
  /// Frames from `context` up to `base`; frames of a fiber itself are never moved above its guests.
  struct Thread {
    Id host = kNone;
    std::uint32_t guests = 0;  // not ended
    bool fresh = false;
    std::byte* base = nullptr;
    std::byte* guest_base = nullptr;  // upper end of its guests' frames
    std::byte* context = nullptr;     // its lowest frame while it does not run
    Room kept;                        // a copy of its displaced frames, from `context` on

    void make_room(Room& spare);
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
  Room spare_;                   // of the frames put back last
  std::unique_ptr<Switchboard> switchboard_;
};

}  // namespace orrery::inline engine
