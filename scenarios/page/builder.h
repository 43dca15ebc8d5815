#pragma once

#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "scenarios/page/page_words.h"
#include "scenarios/report/plot/plot.h"
#include "scenarios/teaching/rounds_seen.h"

namespace orrery::page {

/// A page under construction, from top to bottom. The cells that are shown must outlive it.
class Builder {
 public:
  explicit Builder(const Pictures& pictures)
      : pictures_(pictures),
        words_([&pictures](std::string_view text) { return pictures.translated(text); }) {}

  const Words& words() const { return words_; }

  void open_section(const std::string& title);
  void close_section() { body_ += "</section>\n"; }
  void add(const std::string& html) { body_ += html; }
  /// Adds HTML that is hidden until the question of the section is answered.
  void add_future(const std::string& html);

  /// Adds pictures of a cell with a slider and buttons, in the view of `page`: before its answer
  /// and after it.
  void add_player(const teaching::Page& page, const teaching::Scene& scene);
  /// Returns all pictures of a cell.
  const Frames& frames_of(const teaching::Page& page, const teaching::Scene& scene);

  /// Returns the whole file. `many`: sections are read one at a time; `reports`: to a course
  /// system.
  std::string finish(const std::string& title, const std::string& intro, bool many,
                     bool reports) const;

 private:
  /// A cell, its layout, the followed thing, and the number of shown rounds (-1: all, and the end).
  using Key = std::tuple<const RunSpec*, std::string, std::string, int>;
  std::size_t run_of(const teaching::Page& page, const teaching::Scene& scene, bool answered);
  std::string data(bool reports) const;

  const Pictures& pictures_;
  Words words_;
  std::string body_;
  std::vector<Frames> frames_;
  std::map<Key, std::size_t> runs_;
  std::set<std::size_t> pointed_at_;  ///< runs of questions that are answered by a click
};

}  // namespace orrery::page
