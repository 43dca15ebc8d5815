#include "viz/loaded_pictures.h"

#include <dlfcn.h>
#include <stdexcept>

#include "scenarios/run/plugin/host.h"
#include "viz/pictures.h"

namespace orrery {
namespace {

/// THROWS std::runtime_error.
std::unique_ptr<Pictures> load_pictures(const char* program) {
  const std::string file = companion("orrery-pictures.so");
  if (file.empty())
    throw std::runtime_error(
        "orrery-pictures.so is missing, which draws; expected it installed with orrery");
  void* const library = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  void* const make = library != nullptr ? dlsym(library, "make_pictures") : nullptr;
  if (make == nullptr) throw std::runtime_error("orrery-pictures.so: " + std::string(dlerror()));
  return std::unique_ptr<Pictures>(reinterpret_cast<decltype(&make_pictures)>(make)(program));
}

}  // namespace

const Pictures& LoadedPictures::loaded() const {
  if (!pictures_) pictures_ = load_pictures(program_.c_str());
  return *pictures_;
}

}  // namespace orrery
