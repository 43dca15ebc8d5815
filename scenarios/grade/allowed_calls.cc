#include "scenarios/grade/allowed_calls.h"

#include <memory>
#include <utility>

#include "emu/base/check.h"

namespace orrery {
namespace {

class AllowedCalls : public Comm {
 public:
  AllowedCalls(Comm& under, const std::set<std::string>& calls) : under_(under), calls_(calls) {}
  AllowedCalls(std::unique_ptr<Comm> own, const std::set<std::string>& calls)
      : own_(std::move(own)), under_(*own_), calls_(calls) {}

  int size() const override { return under_.size(); }
  int rank() const override { return under_.rank(); }

  void send(Slice what, int to, int tag) override { allowed("send").send(what, to, tag); }
  void recv(Slice into, int from, int tag) override { allowed("recv").recv(into, from, tag); }
  void sendrecv(Slice out, int to, Slice in, int from, int tag) override {
    allowed("sendrecv").sendrecv(out, to, in, from, tag);
  }
  Handle isend(Slice what, int to, int tag) override {
    return allowed("isend").isend(what, to, tag);
  }
  Handle irecv(Slice into, int from, int tag) override {
    return allowed("irecv").irecv(into, from, tag);
  }
  void wait(Handle h) override { allowed("wait").wait(h); }
  void wait_all(std::span<const Handle> handles) override { allowed("wait").wait_all(handles); }
  void reduce(Slice into, Slice from) override { allowed("reduce").reduce(into, from); }
  void reduce_front(Slice into, Slice from) override {
    allowed("reduce_front").reduce_front(into, from);
  }
  void copy(Slice into, Slice from) override { allowed("copy").copy(into, from); }
  Slice scratch(std::int64_t elements) override { return allowed("scratch").scratch(elements); }
  Slice join(std::span<const Slice> parts) override { return allowed("join").join(parts); }
  void round(int k, std::source_location where) override { under_.round(k, where); }
  void lanes(int n, const std::function<void(Comm& lane, int i)>& body) override {
    allowed("lanes").lanes(n, [&](Comm& lane, int i) {
      AllowedCalls wrapped(lane, calls_);
      body(wrapped, i);
    });
  }
  std::unique_ptr<Comm> sub(std::span<const int> ranks) override {
    return std::make_unique<AllowedCalls>(allowed("sub").sub(ranks), calls_);
  }

 private:
  Comm& allowed(const char* call) {
    EMU_CHECK(calls_.contains(call), "calls ", call, ", which this assignment does not allow");
    return under_;
  }

  std::unique_ptr<Comm> own_;
  Comm& under_;
  const std::set<std::string>& calls_;
};

}  // namespace

WrapComm allowed_calls(const std::set<std::string>& calls) {
  if (calls.empty()) return {};
  return [&calls](Comm& c) { return std::make_unique<AllowedCalls>(c, calls); };
}

}  // namespace orrery
