// SPDX-License-Identifier: Apache-2.0
#pragma once

// A picture of a function of two variables: its level lines, and paths across them, as SVG.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace contours {

struct Point {
  double x, y;
};

struct Path {
  std::string name;    // in the legend
  std::string colour;  // SVG's
  std::vector<Point> points;
  double width = 2;   // in pixels; where paths lie on each other, draw the wide ones first
  bool dots = false;  // one at each point, for paths of few
};

struct Picture {
  std::string title;
  std::function<double(Point)> height;
  Point low, high;  // corners of what is seen
  std::vector<double> levels;
  std::vector<Path> paths;
  Point lowest;          // of the function: gets a mark
  std::size_t ring = 0;  // each path has one after so many steps
  std::string svg() const;

 private:
  static constexpr int kWidth = 760, kHeight = 560;  // of the drawing, in pixels
  static constexpr int kLeft = 50, kTop = 44, kRight = 20, kBottom = 36;  // round about it
  static constexpr int kGrid = 4;                                         // pixels

  double pixel_x(double x) const { return kLeft + (x - low.x) / (high.x - low.x) * kWidth; }
  double pixel_y(double y) const { return kTop + (high.y - y) / (high.y - low.y) * kHeight; }
  Point at(double column, double row) const {
    return {low.x + column * kGrid * (high.x - low.x) / kWidth,
            low.y + row * kGrid * (high.y - low.y) / kHeight};
  }
  // "M" starts a line there, "L" goes on to it.
  std::string place(char letter, Point p) const {
    return fmt::format("{}{:.1f} {:.1f}", letter, pixel_x(p.x), pixel_y(p.y));
  }
  std::string circle(Point p, double radius, const std::string& style) const {
    return fmt::format("<circle cx='{:.1f}' cy='{:.1f}' r='{:g}' {}/>\n", pixel_x(p.x),
                       pixel_y(p.y), radius, style);
  }
  std::string level_lines(double level) const;
  std::string label(double level) const;
  std::string axes() const;
  std::string line(const Path& path) const;
  std::string mark(Point p, const char* name, int beside, const char* anchor) const;
  std::string legend() const;
};

/// Where the line crosses each square of a grid: a piece from one side of the square to another.
inline std::string Picture::level_lines(double level) const {
  std::string d;
  for (int row = 0; row < kHeight / kGrid; ++row) {
    for (int column = 0; column < kWidth / kGrid; ++column) {
      // The corners, once around.
      const Point corner[] = {at(column, row), at(column + 1, row), at(column + 1, row + 1),
                              at(column, row + 1)};
      std::vector<Point> crossings;
      for (int i = 0; i < 4; ++i) {
        const Point a = corner[i], b = corner[(i + 1) % 4];
        const double over_a = height(a) - level, over_b = height(b) - level;
        if ((over_a < 0) == (over_b < 0)) continue;
        const double part = over_a / (over_a - over_b);
        crossings.push_back({a.x + part * (b.x - a.x), a.y + part * (b.y - a.y)});
      }
      for (std::size_t i = 0; i + 1 < crossings.size(); i += 2) {
        d += place('M', crossings[i]) + place('L', crossings[i + 1]);
      }
    }
  }
  return fmt::format("<path class='level' d='{}'/>\n{}", d, label(level));
}

/// The level's number where its line crosses the middle column from above.
inline std::string Picture::label(double level) const {
  const double middle = kWidth / kGrid / 2.0;
  for (int row = kHeight / kGrid - 5; row > 0; --row) {
    const Point above = at(middle, row + 1), below = at(middle, row);
    if ((height(above) < level) != (height(below) < level)) {
      return fmt::format("<text class='number' x='{:.0f}' y='{:.0f}'>{:g}</text>\n",
                         pixel_x(below.x), pixel_y(below.y) + 3, level);
    }
  }
  return "";
}

inline std::string Picture::axes() const {
  std::string text = fmt::format("<rect class='frame' x='{}' y='{}' width='{}' height='{}'/>\n",
                                 kLeft, kTop, kWidth, kHeight);
  for (double x = std::ceil(low.x * 2) / 2; x <= high.x; x += 0.5) {
    text += fmt::format("<text class='tick' x='{:.0f}' y='{}' text-anchor='middle'>{:g}</text>\n",
                        pixel_x(x), kTop + kHeight + 20, x);
  }
  for (double y = std::ceil(low.y * 2) / 2; y <= high.y; y += 0.5) {
    text += fmt::format("<text class='tick' x='{}' y='{:.0f}' text-anchor='end'>{:g}</text>\n",
                        kLeft - 8, pixel_y(y) + 4, y);
  }
  return text;
}

inline std::string Picture::line(const Path& path) const {
  std::string d, dots;
  std::optional<Point> last;
  for (const Point& p : path.points) {
    // What moved by less than a pixel is not seen.
    if (last && std::hypot(pixel_x(p.x) - pixel_x(last->x), pixel_y(p.y) - pixel_y(last->y)) < 1) {
      continue;
    }
    d += place(last ? 'L' : 'M', p);
    if (path.dots) dots += circle(p, 3, fmt::format("fill='{}'", path.colour));
    last = p;
  }
  return fmt::format("<path class='path' stroke='{}' stroke-width='{:g}' d='{}'/>\n{}", path.colour,
                     path.width, d, dots);
}

inline std::string Picture::legend() const {
  const int rows = static_cast<int>(paths.size()) + (ring > 0);
  const int x = kLeft + kWidth - 238, y = kTop + kHeight - 24 * rows - 22;
  std::string text = fmt::format("<rect class='legend' x='{}' y='{}' width='226' height='{}'/>\n",
                                 x, y, 24 * rows + 10);
  int base = y + 22;
  for (const Path& path : paths) {
    text += fmt::format("<path class='path' stroke='{}' stroke-width='{:g}' d='M{} {}h28'/>",
                        path.colour, path.width, x + 10, base - 5);
    text += fmt::format("<text x='{}' y='{}'>{}</text>\n", x + 46, base, path.name);
    base += 24;
  }
  if (ring == 0) return text;
  return text + fmt::format(
                    "<circle class='ring' cx='{}' cy='{}' r='6'/>"
                    "<text x='{}' y='{}'>after {} steps</text>\n",
                    x + 24, base - 5, x + 46, base, ring);
}

inline std::string Picture::mark(Point p, const char* name, int beside, const char* anchor) const {
  return circle(p, 5, "fill='#222'") +
         fmt::format("<text class='mark' x='{:.1f}' y='{:.1f}' text-anchor='{}'>{}</text>\n",
                     pixel_x(p.x) + beside, pixel_y(p.y) + 5, anchor, name);
}

inline std::string Picture::svg() const {
  const int width = kLeft + kWidth + kRight, height_px = kTop + kHeight + kBottom;
  std::string text = fmt::format(
      "<svg xmlns='http://www.w3.org/2000/svg' width='{0}' height='{1}' viewBox='0 0 {0} {1}'>\n"
      "<style>text {{ font: 14px sans-serif; fill: #222 }} .tick {{ fill: #555 }}\n"
      ".number {{ font-size: 10px; fill: #777; text-anchor: middle }}\n"
      ".number, .mark {{ paint-order: stroke; stroke: white; stroke-width: 4px }}\n"
      ".level {{ fill: none; stroke: #c4c4c4 }} .frame {{ fill: none; stroke: #888 }}\n"
      ".path {{ fill: none; stroke-linejoin: round }}\n"
      ".ring {{ fill: white; stroke: #888; stroke-width: 3 }}\n"
      ".legend {{ fill: white; fill-opacity: .9; stroke: #bbb }}</style>\n"
      "<rect width='100%' height='100%' fill='white'/>\n"
      "<clipPath id='inside'><rect x='{2}' y='{3}' width='{4}' height='{5}'/></clipPath>\n"
      "<text x='{2}' y='28' style='font-size: 17px'>{6}</text>\n<g clip-path='url(#inside)'>\n",
      width, height_px, kLeft, kTop, kWidth, kHeight, title);
  for (double level : levels) text += level_lines(level);
  for (const Path& path : paths) text += line(path);
  for (const Path& path : paths) {
    if (ring == 0 || path.points.size() <= ring) continue;
    const std::string style = "fill='white' stroke-width='3' stroke='" + path.colour + "'";
    text += circle(path.points[ring], 6, style);
  }
  text += mark(paths.front().points.front(), "start", -10, "end");
  text += mark(lowest, "lowest point", 10, "start");
  return text + "</g>\n" + axes() + legend() + "</svg>\n";
}

}  // namespace contours
