#include "scenarios/commands/orrery/orrery.h"

#include <dlfcn.h>
#include <memory>
#include <stdexcept>
#include <string>

#include "scenarios/run/plugin/host.h"
#include "viz/pictures.h"

namespace orrery {
namespace {

/// THROWS std::runtime_error.
std::unique_ptr<Pictures> load_pictures() {
  const std::string file = companion("orrery-pictures.so");
  if (file.empty())
    throw std::runtime_error(
        "orrery-pictures.so is missing, which draws; expected it installed with orrery");
  void* const library = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  void* const make = library != nullptr ? dlsym(library, "make_pictures") : nullptr;
  if (make == nullptr) throw std::runtime_error("orrery-pictures.so: " + std::string(dlerror()));
  return std::unique_ptr<Pictures>(reinterpret_cast<decltype(&make_pictures)>(make)("orrery"));
}

/// Those of orrery-pictures.so, which is loaded for the first.
class LoadedPictures : public Pictures {
 public:
  std::string plot(const Plot& plot, std::string_view format) const override {
    return loaded().plot(plot, format);
  }
  std::string render(const RunSpec& run, const RenderRequest& request,
                     std::string_view format) const override {
    return loaded().render(run, request, format);
  }
  std::vector<Slide> slides(const RunSpec& run, const RenderRequest& request) const override {
    return loaded().slides(run, request);
  }
  Frames frames(const RunSpec& run, const FramesRequest& request) const override {
    return loaded().frames(run, request);
  }
  std::string packed(const std::string& text) const override { return loaded().packed(text); }
  void use_language(std::string_view language) const override { loaded().use_language(language); }
  std::string translated(std::string_view text) const override { return loaded().translated(text); }

 private:
  const Pictures& loaded() const {
    if (!pictures_) pictures_ = load_pictures();
    return *pictures_;
  }
  mutable std::unique_ptr<Pictures> pictures_;
};

}  // namespace
}  // namespace orrery

/// The `orrery` command, with pictures.
int main(int argc, char** argv) {
  const orrery::LoadedPictures pictures;
  return orrery::run_orrery(argc, argv, &pictures);
}
