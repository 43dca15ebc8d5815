#pragma once

#include <memory>
#include <string>

#include "scenarios/report/plot/plot.h"

namespace orrery {

/// Pictures of orrery-pictures.so, which is loaded for the first one. THROWS std::runtime_error if it is
/// missing.
class LoadedPictures : public Pictures {
 public:
  /// `program` stands before messages of Qt.
  explicit LoadedPictures(std::string program) : program_(std::move(program)) {}

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
  const Pictures& loaded() const;

  std::string program_;
  mutable std::unique_ptr<Pictures> pictures_;
};

}  // namespace orrery
